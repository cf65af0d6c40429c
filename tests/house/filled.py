"""What is known not to be empty, by how it is written: literals, constants of the tests, and what is made of them."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.source_trees import nodes_of, tree_of

ROOT = Path(__file__).parents[2]

#: What gives as many as it is given, or at least one of several that are equal.
_KEEPING_CALLS = frozenset(
    {"Counter", "dict", "enumerate", "frozenset", "iter", "list", "reversed", "set", "sorted", "tuple"}
)
#: Methods that give as many as there are in what they are called of.
_KEEPING_METHODS = frozenset({"copy", "encode", "items", "keys", "tolist", "values"})

Function = ast.FunctionDef | ast.AsyncFunctionDef
Comprehension = ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp
Sequence = ast.Tuple | ast.List | ast.Set


@dataclass(frozen=True)
class TestModule:
    """The source of a file of tests, and what its names stand for."""

    file: Path

    @property
    def _body(self) -> list[ast.stmt]:
        return tree_of(self.file).body

    def functions(self) -> Iterator[Function]:
        """All of them, however deep they lie."""
        return (node for node in nodes_of(self.file) if isinstance(node, Function))

    def function(self, name: str) -> tuple[TestModule, Function] | None:
        """A function by its name here, be it defined here or imported from another file of tests."""
        for node in self._body:
            if isinstance(node, Function) and node.name == name:
                return self, node
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tests."):
                other = module_of_tests(node.module or "")
                for alias in node.names:
                    if other and name == (alias.asname or alias.name):
                        return other.function(alias.name)
        return None

    def is_filled(self, name: str) -> bool:
        """Whether a name of the module stands for something that is not empty: as written, or else as it is made."""
        values = [value for node in self._body for value in _bound_to(node, name)]
        if values and all(Names(self, None).is_filled(value) for value in values):
            return True
        if not values and not self._imports(name):
            return False
        return _length(_constant(self.file, name)) > 0

    def _imports(self, name: str) -> bool:
        froms = (node for node in self._body if isinstance(node, ast.ImportFrom))
        return any(name == (alias.asname or alias.name) for node in froms for alias in node.names)


class Names:
    """What the names in a function hold."""

    def __init__(self, module: TestModule, function: Function | None) -> None:
        self.module = module
        self._values: dict[str, list[ast.expr]] = {}
        self._given: set[str] = set()
        self.inner: dict[str, Function] = {}
        for node in ast.walk(function) if function else ():
            if isinstance(node, Function) and node is not function:
                self.inner[node.name] = node
            if isinstance(node, ast.For | ast.comprehension):
                self._given |= {one.id for one in ast.walk(node.target) if isinstance(one, ast.Name)}
            elif isinstance(node, ast.arg):
                self._given.add(node.arg)
            for name in _names_bound(node):
                self._values.setdefault(name, []).extend(_bound_to(node, name))

    def values_of(self, name: str) -> list[ast.expr]:
        """What a name is set to here; nothing where a loop or a caller gives it, or it is none of this function's."""
        return [] if name in self._given else self._values.get(name, [])

    def is_filled(self, node: ast.expr) -> bool:
        """Whether a collection has something in it for sure."""
        match node:
            case ast.Name(id=name):
                if values := self.values_of(name):
                    return all(map(self.is_filled, values))
                return name not in self._given and self.module.is_filled(name)
            case ast.Call():
                return self._is_filled_by_call(node)
            case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
                return all(self.is_filled(run.iter) and not run.ifs for run in node.generators)
            case ast.Subscript(value=value, slice=ast.Slice(lower=None, upper=None)):
                return self.is_filled(value)
        return self._is_written_out(node) or self._is_put_together(node)

    def _is_written_out(self, node: ast.expr) -> bool:
        match node:
            case ast.Constant(value=str() | bytes() as text):
                return len(text) > 0
            case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts):
                return any(not isinstance(part, ast.Starred) or self.is_filled(part.value) for part in parts)
            case ast.Dict(keys=keys, values=values):
                return any(key is not None or self.is_filled(value) for key, value in zip(keys, values, strict=True))
        return False

    def _is_put_together(self, node: ast.expr) -> bool:
        match node:
            case ast.BinOp(left=left, op=ast.Add() | ast.BitOr(), right=right):
                return self.is_filled(left) or self.is_filled(right)
            case ast.BinOp(left=many, op=ast.Mult(), right=times):
                return self.is_filled(many) and (number_in(times) or 0) > 0
            case ast.IfExp(body=one, orelse=other):
                return self.is_filled(one) and self.is_filled(other)
        return False

    def _is_filled_by_call(self, call: ast.Call) -> bool:
        args = call.args
        match _called(call):
            case "range" | "arange":
                return self._is_filled_range(args)
            case "zip":
                strict = any(keyword.arg == "strict" and number_in(keyword.value) for keyword in call.keywords)
                return (any if strict else all)(map(self.is_filled, args))
            case "product" | "chain" as name:
                return (all if name == "product" else any)(map(self.is_filled, args))
            case "combinations" | "pairwise" | "permutations":
                return isinstance(args[0], Sequence) and len(args[0].elts) > 1
        return self._keeps_what_is_filled(call)

    def _keeps_what_is_filled(self, call: ast.Call) -> bool:
        match call.func:
            case ast.Name(id=name) if name in _KEEPING_CALLS and call.args:
                return self.is_filled(call.args[0])
            case ast.Name(id="map"):
                return all(map(self.is_filled, call.args[1:]))
            case ast.Attribute(value=ast.Constant(value=str() as text), attr="split" | "splitlines"):
                return bool(text.split())
            case ast.Attribute(value=value, attr=name) if name in _KEEPING_METHODS:
                return self.is_filled(value)
        return False

    def _is_filled_range(self, bounds: list[ast.expr]) -> bool:
        match bounds:
            case [ast.Call(func=ast.Name(id="len"), args=[counted])]:
                return self.is_filled(counted)
        numbers = [number for bound in bounds if (number := number_in(bound)) is not None]
        return len(numbers) == len(bounds) and len(range(*numbers)) > 0


def _called(call: ast.Call) -> str:
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def number_in(node: ast.expr) -> int | None:
    """The number that is written there; True and False are 1 and 0."""
    try:
        value = ast.literal_eval(node)
    except ValueError:
        return None
    return int(value) if isinstance(value, int) else None


def _names_bound(node: ast.AST) -> Iterable[str]:
    match node:
        case ast.Assign(targets=targets):
            return [target.id for target in targets if isinstance(target, ast.Name)]
        case ast.AnnAssign(target=ast.Name(id=name)) | ast.NamedExpr(target=ast.Name(id=name)):
            return [name]
    return []


def _bound_to(node: ast.AST, name: str) -> list[ast.expr]:
    """What a statement sets a name to."""
    value = getattr(node, "value", None)
    return [value] if name in _names_bound(node) and isinstance(value, ast.expr) else []


@cache
def module_of_tests(name: str) -> TestModule | None:
    """A file of tests by its dotted name."""
    path = ROOT.joinpath(*name.split(".")).with_suffix(".py")
    return TestModule(path) if path.is_file() else None


def _constant(file: Path, name: str) -> object:
    """What a file of tests makes by that name when it is loaded."""
    return getattr(importlib.import_module(".".join(file.relative_to(ROOT).with_suffix("").parts)), name, ())


def _length(value: object) -> int:
    try:
        return len(value)  # type: ignore[arg-type]
    except TypeError:
        return 0
