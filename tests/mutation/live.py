"""Put a fault into the program that is running, so that a fork tries it without importing anything again."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache
from types import CodeType, FunctionType, ModuleType
from typing import Any

from tests.mutation.operators import Mutant
from tests.mutation.scratch_copy import ROOT


def read_ahead(mutant: Mutant) -> None:
    """Parse the file of a mutant before forking, so that it is parsed once for all its mutants."""
    _parsed(mutant.file)


def put_in(mutant: Mutant) -> bool:
    """Change the function, or the value of the module, that the mutant lies in; False where that cannot be done."""
    source = (ROOT / mutant.file).read_bytes()
    module = sys.modules.get(mutant.file.removesuffix(".py").replace("/", "."))
    path = _path_to(_parsed(mutant.file), mutant.line)
    if module is None or not path:
        return False
    last = path[-1]
    if isinstance(last, ast.FunctionDef):
        return _put_into_function(module, [node.name for node in path], mutant.of(source), last.lineno)  # type: ignore[attr-defined]
    return len(path) == 1 and isinstance(last, ast.Assign | ast.AnnAssign) and _put_into_value(module, last, mutant)


@cache
def _parsed(file: str) -> ast.Module:
    return ast.parse((ROOT / file).read_bytes())


def _path_to(module: ast.Module, line: int) -> list[ast.stmt]:
    """Class and function, or the statement of the module, that a line lies in."""
    path: list[ast.stmt] = []
    body = module.body
    while True:
        here = [node for node in body if node.lineno <= line <= (node.end_lineno or node.lineno)]
        if not here:
            return path
        path.append(here[0])
        if not isinstance(here[0], ast.ClassDef):
            return path
        body = here[0].body


def _put_into_function(module: ModuleType, names: list[str], mutated: bytes, line: int) -> bool:
    live = _live_function(module, names)
    new = _code_of(compile(mutated, getattr(module, "__file__", "") or "", "exec"), names, line)
    if live is None or new is None or new.co_freevars != live.__code__.co_freevars or _same(new, live.__code__):
        return False
    live.__code__ = new
    return True


def _live_function(module: ModuleType, names: list[str]) -> FunctionType | None:
    found: Any = module
    for name in names:
        found = vars(found).get(name)
        if found is None:
            return None
    for layer in ("fget", "func", "__func__", "__wrapped__"):
        found = getattr(found, layer, None) or found
    clear = getattr(found, "cache_clear", None)
    if clear is not None:
        clear()
    return found if isinstance(found, FunctionType) else None


def _code_of(code: CodeType, names: list[str], line: int) -> CodeType | None:
    inner = [const for const in code.co_consts if isinstance(const, CodeType) and const.co_name == names[0]]
    if len(names) > 1:
        return next((found for one in inner if (found := _code_of(one, names[1:], line)) is not None), None)
    return next((one for one in inner if abs(one.co_firstlineno - line) < 8), None)


def _same(one: CodeType, other: CodeType) -> bool:
    return (one.co_code, one.co_names, _plain(one)) == (other.co_code, other.co_names, _plain(other))


def _plain(code: CodeType) -> list[Any]:
    return [
        (const.co_code, const.co_names, _plain(const)) if isinstance(const, CodeType) else (type(const), const)
        for const in code.co_consts
    ]


def _put_into_value(module: ModuleType, node: ast.Assign | ast.AnnAssign, mutant: Mutant) -> bool:
    """Compute the assigned value anew and give it to every module that took it by this name."""
    source = (ROOT / mutant.file).read_bytes()
    target = node.targets[0] if isinstance(node, ast.Assign) else node.target
    grown = mutant.of(source)
    value = next((_value(n) for n in ast.parse(grown).body if n.lineno == node.lineno), None)
    if not isinstance(target, ast.Name) or value is None:
        return False
    old = vars(module)[target.id]
    new = eval(compile(ast.Expression(value), mutant.file, "eval"), dict(vars(module)))
    for holder in _holders():
        for name, held in list(vars(holder).items()):
            if held is old and (name.lstrip("_") == target.id.lstrip("_")):
                setattr(holder, name, new)
    return True


def _value(node: ast.stmt) -> ast.expr | None:
    return node.value if isinstance(node, ast.Assign | ast.AnnAssign) else None


def _holders() -> Iterator[ModuleType]:
    for name, module in list(sys.modules.items()):
        if name.split(".")[0] in {"companion", "tests"} and isinstance(module, ModuleType):
            yield module
