"""The syntax of source files, parsed once for all the tests that read it."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path


@cache
def tree_of(path: Path) -> ast.Module:
    """What a file says; nobody changes it."""
    return ast.parse(path.read_bytes())


@cache
def nodes_of(path: Path) -> tuple[ast.AST, ...]:
    """All of a file's nodes, the module first, as `ast.walk` gives them."""
    return tuple(ast.walk(tree_of(path)))
