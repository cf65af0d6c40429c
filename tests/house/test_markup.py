"""Markup is written out as templates of `companion.markup`, which escapes what is put in; no page puts it together."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

import pytest

from tests.source_trees import nodes_of

PACKAGE = Path(__file__).parents[2] / "companion"
#: A tag of HTML or SVG. Words in angle brackets that are none, such as ``<die>``, are not.
TAG = re.compile(
    r"</?(a|b|body|br|circle|div|em|figcaption|figure|g|h[1-6]|head|html|i|image|img|kbd|li|line|meta|p|path|polygon"
    r"|polyline|pre|rect|s|small|span|strong|style|svg|table|tbody|td|text|th|thead|title|tr|ul)\b[^<]*/?>",
)
#: What a template may be given to.
DOORS = {"markup", "joined"}


def _docstrings(nodes: Iterable[ast.AST]) -> set[int]:
    holders = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    return {
        id(node.body[0].value)
        for node in nodes
        if isinstance(node, holders) and node.body and isinstance(node.body[0], ast.Expr)
    }


def _templates(nodes: Iterable[ast.AST]) -> set[int]:
    """Strings written out as an argument of `markup` or `joined`, or as either of two."""
    found = set()
    for call in nodes:
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in DOORS:
            for given in call.args:
                either = (given.body, given.orelse) if isinstance(given, ast.IfExp) else (given,)
                found |= {id(one) for one in either if isinstance(one, ast.Constant)}
    return found


def _built_by_hand(nodes: Collection[ast.AST]) -> Iterator[int]:
    """The lines on which markup is put together: a tag outside a template, or words taken for markup unescaped."""
    exempt = _docstrings(nodes) | _templates(nodes)
    for node in nodes:
        match node:
            case ast.Constant(value=str(text)) if TAG.search(text) and id(node) not in exempt:
                yield node.lineno
            case ast.JoinedStr(values=parts):
                text = "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in parts)
                if TAG.search(text):
                    yield node.lineno
            case ast.Call(func=ast.Name(id="Markup" | "escape")) | ast.ImportFrom(module="html"):
                yield node.lineno
            case ast.Call(func=ast.Name(id="markup"), args=[ast.Constant() | ast.IfExp(), *_]):
                pass
            case ast.Call(func=ast.Name(id="markup")):
                yield node.lineno
            case _:
                pass


def test_markup_is_put_together_in_one_place() -> None:
    files = list(PACKAGE.rglob("*.py"))
    assert len(files) > 100
    by_hand = {
        f"{path.relative_to(PACKAGE)}:{line}"
        for path in files
        if path != PACKAGE / "markup.py"
        for line in _built_by_hand(nodes_of(path))
    }
    assert by_hand == set()


def test_no_script_of_a_page_parses_markup() -> None:
    scripts = list(PACKAGE.rglob("*.js"))
    assert len(scripts) > 3
    parsing = re.compile(r"\b(innerHTML|outerHTML|insertAdjacentHTML|DOMParser|document\.write)\b")
    assert [path.name for path in scripts if parsing.search(path.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize(
    ("code", "by_hand"),
    [
        ('markup("<b>{}</b>", name)', False),
        ('joined(lines, "<br>")', False),
        ('markup("<b>{}</b>" if bold else "{}", name)', False),
        ('"""A page is <p>."""', False),
        ("say('no <die> there')", False),
        ('f"<b>{name}</b>"', True),
        ('"<b>" + name', True),
        ('markup(f"<b>{name}</b>")', True),
        ("markup(template, name)", True),
        ('markup("<b>" + name)', True),
        ("Markup(name)", True),
        ("from html import escape", True),
    ],
)
def test_markup_that_is_put_together_by_hand_is_found(code: str, *, by_hand: bool) -> None:
    assert bool(list(_built_by_hand(list(ast.walk(ast.parse(code)))))) is by_hand
