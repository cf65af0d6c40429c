"""Finds tests that may pass whatever the program does: they assert nothing, or only of what may be nothing.

It reads the tests' source and runs none. What it takes for checked is on the safe side: an assertion in a loop counts
where the loop runs over what is known not to be empty (`filled.py`); one in a branch, where the other one checks too.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.house.filled import ROOT, Comprehension, Function, Names, Sequence, TestModule, number_in
from tests.source_trees import tree_of

#: What fails by itself where something is not so.
_CHECKS = frozenset(
    {
        *("deprecated_call", "fail", "raises", "warns"),
        *("wait_until", "waitExposed", "waitSignal", "waitSignals", "waitUntil"),
    }
)
#: How nothing is written.
_NOTHING = frozenset({"''", "()", "0", "[]", "frozenset()", "set()", "{}"})
#: Which functions check, by file and line, as far as that is known.
_CHECKING: dict[tuple[Path, int], bool] = {}
#: Calls that leave nothing of nothing.
_OF_ALL = frozenset({"len", "list", "set", "sorted", "sum", "tuple"})


@dataclass(frozen=True)
class IdleTest:
    """A test that may pass without having looked at anything."""

    place: str
    name: str
    why: str

    def __str__(self) -> str:
        return f"{self.place} {self.name}: {self.why}"


def find_idle_tests(files: Iterable[Path]) -> Iterator[IdleTest]:
    """Every test of some files that need not check anything, and every assertion that always holds."""
    for file in files:
        module = TestModule(file)
        for function in module.functions():
            if why := _why_idle(module, function):
                yield IdleTest(f"{file.relative_to(ROOT)}:{function.lineno}", function.name, why)


def _why_idle(module: TestModule, function: Function) -> str:
    """Why a function need not check anything; empty where it does, or need not be asked."""
    asserts = [node for node in ast.walk(function) if isinstance(node, ast.Assert)]
    if vain := [ast.unparse(one.test) for one in asserts if _always_holds(one.test)]:
        return f"{vain[0]} always holds"
    checks = _Checks(Names(module, function))
    if not function.name.startswith("test_") or checks.are_made_in(function.body):
        return ""
    loops = [node.iter for node in ast.walk(function) if isinstance(node, ast.For | ast.comprehension)]
    doubted = [ast.unparse(loop) for loop in loops if not checks.names.is_filled(loop)]
    return f"may be empty: {', '.join(doubted)}" if asserts and doubted else "nothing is asserted for sure"


@dataclass(frozen=True)
class _Checks:
    """What is checked for sure by statements of a function whose names hold this or that."""

    names: Names

    def are_made_in(self, body: Iterable[ast.stmt]) -> bool:
        return any(map(self._are_made_by, body))

    def _are_made_by(self, statement: ast.stmt) -> bool:
        match statement:
            case ast.Assert(test=test):
                return not self._may_hold_of_nothing(test)
            case ast.For(iter=through, body=body):
                return self.names.is_filled(through) and self.are_made_in(body)
            case ast.If(body=body, orelse=other):
                return self.are_made_in(body) and self.are_made_in(other)
            case ast.With(items=items, body=body):
                return any(self._are_called_in(item.context_expr) for item in items) or self.are_made_in(body)
            case ast.Try(body=body, finalbody=last):
                return self.are_made_in([*body, *last])
        return not isinstance(statement, ast.While | ast.Match | Function) and self._are_called_in(statement)

    def _are_called_in(self, node: ast.AST) -> bool:
        return any(map(self._is_check, _calls(node)))

    def _is_check(self, call: ast.Call) -> bool:
        match call.func:
            case ast.Attribute(value=ast.Name(id="subprocess"), attr="run"):
                return any(keyword.arg == "check" and number_in(keyword.value) for keyword in call.keywords)
            case ast.Attribute(attr=name):
                return name in _CHECKS or name.startswith("assert_") or name in _checking_methods()
            case ast.Name(id=name) if inner := self.names.inner.get(name):
                return self.are_made_in(inner.body)
            case ast.Name(id=name):
                found = self.names.module.function(name)
                return name in _CHECKS or (found is not None and self._are_made_by_calling(*found, call))
        return False

    def _are_made_by_calling(self, module: TestModule, function: Function, call: ast.Call) -> bool:
        """Whether a function of the tests checks something, or calls something given to it that does."""
        called = {
            one.func.id for one in ast.walk(function) if isinstance(one, ast.Call) and isinstance(one.func, ast.Name)
        }
        given = [arg.id for arg in call.args if isinstance(arg, ast.Name)]
        handed = [self.names.inner[name] for name in given if name in self.names.inner]
        calls_what_is_given = not called.isdisjoint(arg.arg for arg in ast.walk(function) if isinstance(arg, ast.arg))
        return _checks_when_called(module, function) or (
            calls_what_is_given and any(self.are_made_in(one.body) for one in handed)
        )

    def _may_hold_of_nothing(self, test: ast.expr) -> bool:
        """Whether a condition holds as well where there is nothing to hold it against."""
        match test:
            case ast.BoolOp(op=ast.And(), values=values):
                return all(map(self._may_hold_of_nothing, values))
            case ast.Call(func=ast.Name(id="all"), args=[among]):
                return not self.names.is_filled(among)
            case ast.UnaryOp(op=ast.Not(), operand=ast.Call(func=ast.Name(id="any"), args=[among])):
                return not self.names.is_filled(among)
            case ast.UnaryOp(op=ast.Not(), operand=among):
                return self._is_sieved(among)
            case ast.Compare(left=left, ops=[ast.Eq()], comparators=[right]) if ast.unparse(right) in _NOTHING:
                return self._is_sieved(left)
        return False

    def _is_sieved(self, node: ast.expr) -> bool:
        """Whether something is what is left of what may have been nothing from the start."""
        match node:
            case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
                first, *more = node.generators
                return bool(first.ifs or more) and not self.names.is_filled(first.iter)
            case ast.Call(func=ast.Name(id=name), args=[inner, *_]) if name in _OF_ALL:
                return self._is_sieved(inner)
            case ast.Name(id=name) if values := self.names.values_of(name):
                return all(map(self._is_sieved, values))
        return False


def _checks_when_called(module: TestModule, function: Function) -> bool:
    """Whether a function of the tests checks something whenever it is called; that of a fixture, what it gives."""
    key = (module.file, function.lineno)
    if key not in _CHECKING:
        _CHECKING[key] = False  # one that calls itself checks nothing by that
        checks = _Checks(Names(module, function))
        given = [inner.body for inner in checks.names.inner.values()] if _is_fixture(function) else []
        _CHECKING[key] = _says_failure(function) or any(map(checks.are_made_in, [function.body, *given]))
    return _CHECKING[key]


def _is_fixture(function: Function) -> bool:
    """Whether a function makes what tests ask for by its name, which may be a function that checks."""
    return any("fixture" in ast.unparse(mark) for mark in function.decorator_list)


def _says_failure(function: Function) -> bool:
    """Whether a function raises a failure of its own, as one does that waits for something."""
    return any(isinstance(node, ast.Raise) and "AssertionError" in ast.unparse(node) for node in ast.walk(function))


@cache
def _checking_methods() -> frozenset[str]:
    """Methods of the tests' own classes that check whenever they are called, in whichever class they are."""
    found: dict[str, bool] = {}
    for path in sorted((ROOT / "tests").rglob("*.py")):
        for made in tree_of(path).body:
            for method in made.body if isinstance(made, ast.ClassDef) else ():
                if isinstance(method, Function):
                    checks = _says_failure(method) or any(isinstance(one, ast.Assert) for one in method.body)
                    found[method.name] = found.get(method.name, True) and checks
    return frozenset(name for name, checks in found.items() if checks)


def _always_holds(test: ast.expr) -> bool:
    """Whether a condition holds by how it is written: ``... or True``, a text, a tuple."""
    match test:
        case ast.Constant(value=value):
            return bool(value)
        case ast.BoolOp(op=by, values=values):
            return (any if isinstance(by, ast.Or) else all)(map(_always_holds, values))
        case ast.Compare(left=ast.Name() | ast.Constant() as left, ops=[ast.Eq()], comparators=[right]):
            return ast.dump(left) == ast.dump(right)
        case ast.Lambda() | ast.GeneratorExp():
            return True
    return isinstance(test, Sequence) and len(test.elts) > 0


def _calls(node: ast.AST) -> Iterator[ast.Call]:
    """The calls that are made whenever something is run: not those of what it defines or comprehends."""
    if isinstance(node, ast.Lambda | ast.FunctionDef | Comprehension):
        return
    if isinstance(node, ast.Call):
        yield node
    for child in ast.iter_child_nodes(node):
        yield from _calls(child)
