"""The faults that can be planted in a source file, each a small replacement of its text."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from itertools import pairwise

from tests.mutation import equal

COMPARISONS = {
    ast.Eq: ("==", ("!=",)),
    ast.NotEq: ("!=", ("==",)),
    ast.Lt: ("<", ("<=", ">=")),
    ast.LtE: ("<=", ("<", ">")),
    ast.Gt: (">", (">=", "<=")),
    ast.GtE: (">=", (">", "<")),
    ast.In: (r"in\b", ("not in",)),
    ast.NotIn: (r"not\s+in\b", ("in",)),
    ast.Is: (r"is\b", ("is not",)),
    ast.IsNot: (r"is\s+not\b", ("is",)),
}
ARITHMETIC = {
    ast.Add: (r"\+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: (r"\*", "/"),
    ast.Div: ("/", "*"),
    ast.FloorDiv: ("//", "*"),
    ast.Mod: ("%", "*"),
    ast.Pow: (r"\*\*", "*"),
    ast.BitAnd: ("&", "|"),
    ast.BitOr: (r"\|", "&"),
}
_BRACKETS = ((b"(", b")"), (b"[", b"]"), (b"{", b"}"))
TWINS = {"min": "max", "max": "min", "any": "all", "all": "any"}


@dataclass(frozen=True, slots=True)
class Mutant:
    """A fault: bytes ``start`` to ``end`` of ``file`` become ``new``; ``kind`` names the operator."""

    file: str
    start: int
    end: int
    new: str
    kind: str
    line: int

    def of(self, source: bytes) -> bytes:
        """The source with the fault in it."""
        return source[: self.start] + self.new.encode() + source[self.end :]


def mutants_of(file: str, source: bytes) -> list[Mutant]:
    """Every fault that can be planted in a file, in the order of the text."""
    planter = _Planter(file, source)
    planter.visit(ast.parse(source))
    return sorted(set(planter.found), key=lambda mutant: (mutant.start, mutant.end, mutant.new))


class _Planter(ast.NodeVisitor):
    """Walks a module and notes faults; leaves out what decides nothing: annotations, decorators, docstrings, texts."""

    def __init__(self, file: str, source: bytes) -> None:
        self.file, self.source = file, source
        self.line_starts = [0]
        for line in source.splitlines(keepends=True):
            self.line_starts.append(self.line_starts[-1] + len(line))
        self.found: list[Mutant] = []
        self.in_function = False
        self.truth = False
        self.left_alone: set[ast.expr] = set()
        self.passes: set[ast.expr] = set()

    # --- what is walked ---------------------------------------------------------------------------------------------

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        outer = self.in_function, self.truth
        self.in_function, self.truth = True, isinstance(node.returns, ast.Name) and node.returns.id == "bool"
        for default in (*node.args.defaults, *(value for value in node.args.kw_defaults if value is not None)):
            self.visit(default)
        for statement in node.body:
            self.visit(statement)
        self.in_function, self.truth = outer

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        for statement in node.body:
            self.visit(statement)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            if isinstance(node.target, ast.Name) and equal.is_count_of_passes(node.target.id):
                self.passes.add(node.value)
            self.visit(node.value)

    def visit_Assign(self, node: ast.Assign) -> None:
        if not any(isinstance(target, ast.Name) and target.id == "__all__" for target in node.targets):
            if isinstance(node.targets[0], ast.Attribute | ast.Subscript):
                self.note(node, "pass", "statement left out")
            self.visit(node.value)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """A text for people, whose inner positions older Pythons do not know."""

    # --- what is planted --------------------------------------------------------------------------------------------

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Call | ast.Await):
            self.note(node, "pass", "statement left out")
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self.note(node, "pass", "statement left out")
        self.visit(node.value)

    def visit_Raise(self, node: ast.Raise) -> None:
        self.note(node, "pass", "refusal left out")

    def visit_Continue(self, node: ast.Continue) -> None:
        self.note(node, "break", "continue")

    def visit_Break(self, node: ast.Break) -> None:
        self.note(node, "continue", "break")

    def visit_Return(self, node: ast.Return) -> None:
        if node.value is None:
            return
        if self.truth:
            self.note(node, f"return not ({self.text(node.value)})", "answer")
        elif not (isinstance(node.value, ast.Constant) and node.value.value is None):
            self.note(node, "return None", "answer")
        self.visit(node.value)

    def visit_If(self, node: ast.If) -> None:
        if not (isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"):
            self.condition(node.test, "False", "True")
            self.generic_visit(node)

    def visit_For(self, node: ast.For) -> None:
        if isinstance(node.target, ast.Name) and node.target.id == "_" and isinstance(node.iter, ast.Call):
            self.passes.update(node.iter.args)
        self.generic_visit(node)

    def visit_While(self, node: ast.While) -> None:
        self.condition(node.test, "False")
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self.condition(node.test, "False", "True")
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for test in node.ifs:
            self.condition(test, "True", "False")
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        for left, operator, right in zip([node.left, *node.comparators], node.ops, node.comparators, strict=False):
            token, others = COMPARISONS[type(operator)]
            for other in others:
                if not equal.is_same_bound(self.file, left, right, (token, other)):
                    self.between(left, right, token, other, "comparison")
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        token, other = (r"and\b", "or") if isinstance(node.op, ast.And) else (r"or\b", "and")
        for left, right in pairwise(node.values):
            self.between(left, right, token, other, "and, or")
            self.note_span(self.start(left), self.start(right), "", "term left out")
        self.note_span(self.end(node.values[-2]), self.end(node.values[-1]), "", "term left out")
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if type(node.op) in ARITHMETIC and not _of_types(node):
            token, other = ARITHMETIC[type(node.op)]
            self.between(node.left, node.right, token, other, "arithmetic")
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not | ast.USub):
            self.note(node, f"({self.text(node.operand)})", "sign")
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Name) and node.func.id in TWINS:
            self.note(node.func, TWINS[node.func.id], "twin")
        self.left_alone |= equal.is_checked_only(node) | equal.is_rest_of_shape(node)
        if not (isinstance(node.func, ast.Name) and node.func.id in {"dataclass", "field", "cast", "TypeVar"}):
            self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if node in self.left_alone:
            return
        if isinstance(node.value, bool):
            self.note(node, str(not node.value), "number")
        elif isinstance(node.value, int) and node in self.passes:
            if node.value != 1:
                self.note(node, "1", "number")
        elif isinstance(node.value, int):
            self.note(node, str(node.value // 2 if node.value > 10 else node.value + 1), "number")
        elif isinstance(node.value, float) and not equal.is_hair(node.value):
            self.note(node, repr(node.value * 1.5 or 1.0), "number")

    def visit_Dict(self, node: ast.Dict) -> None:
        pairs = list(zip(node.keys, node.values, strict=True))
        starts = [self.start(key) if key else self.source.rindex(b"**", 0, self.start(value)) for key, value in pairs]
        self.entries(starts, [self.end(value) for value in node.values])
        self.generic_visit(node)

    def visit_Set(self, node: ast.Set) -> None:
        self.listed(node.elts)
        self.generic_visit(node)

    def visit_List(self, node: ast.List) -> None:
        self.listed(node.elts)
        self.generic_visit(node)

    def visit_Tuple(self, node: ast.Tuple) -> None:
        if not self.in_function and len(node.elts) > 2:
            self.listed(node.elts)
        self.generic_visit(node)

    # --- how ----------------------------------------------------------------------------------------------------------

    def listed(self, elements: list[ast.expr]) -> None:
        if not any(isinstance(element, ast.Starred) for element in elements):
            self.entries(list(map(self.start, elements)), list(map(self.end, elements)))

    def entries(self, starts: list[int], ends: list[int]) -> None:
        if len(starts) < 2:
            return
        for start, following in pairwise(starts):
            self.note_span(start, following, "", "entry left out")
        self.note_span(ends[-2], ends[-1], "", "entry left out")

    def condition(self, node: ast.expr, *others: str) -> None:
        if not any(isinstance(inner, ast.NamedExpr) for inner in ast.walk(node)):
            for other in others:
                self.note(node, other, "condition")

    def between(self, left: ast.expr, right: ast.expr, token: str, other: str, kind: str) -> None:
        found = re.search(token, self.source[self.end(left) : self.start(right)].decode())
        if found:
            start = self.end(left) + found.start()
            self.note_span(start, start + len(found.group()), other, kind)

    def note(self, node: ast.expr | ast.stmt, new: str, kind: str) -> None:
        self.note_span(self.start(node), self.end(node), new, kind)

    def note_span(self, start: int, end: int, new: str, kind: str) -> None:
        mutant = Mutant(self.file, start, end, new, kind, self.source.count(b"\n", 0, start) + 1)
        if _whole(self.source[start:end]):
            self.found.append(mutant)

    def start(self, node: ast.expr | ast.stmt) -> int:
        return self.line_starts[node.lineno - 1] + node.col_offset

    def end(self, node: ast.expr | ast.stmt) -> int:
        return self.line_starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)

    def text(self, node: ast.expr) -> str:
        return self.source[self.start(node) : self.end(node)].decode()


def _of_types(node: ast.BinOp) -> bool:
    """Whether it is ``A | None``: a type, not arithmetic."""
    sides = [node.left, node.right]
    return isinstance(node.op, ast.BitOr) and any(
        (isinstance(side, ast.Name) and side.id[:1].isupper() and not side.id.isupper())
        or (isinstance(side, ast.Name) and side.id in {"int", "str", "float", "bool", "bytes"})
        or (isinstance(side, ast.Constant) and side.value is None)
        or isinstance(side, ast.Subscript)
        for side in sides
    )


def _whole(text: bytes) -> bool:
    """Whether each bracket that is opened is closed: what is left out then leaves no broken text behind."""
    return all(text.count(opening) == text.count(closing) for opening, closing in _BRACKETS)
