"""Faults that are none: what is not planted, for nothing that the program does would differ by more than chance.

Each class says why, and is as narrow as its reason:

* `zip(..., strict=True)`: it checks what its writer knows already, as an assertion does.
* `<` for `<=`, and so on, where one side is a measured length, angle or likelihood, in the rooms that see and infer:
  what was measured out of a picture never equals a bound to the last of its 53 bits. Not so in rules, geometry and
  journal, where poses may be exact and a tie is a rule; nor against 0, which clipped numbers do equal.
* A number of 1e-4 or less: it keeps a division from 0, or rounding from being taken for a difference, and half as much
  again does so too.
* The -1 of a `reshape`: numpy takes any negative number for "whatever is left".

A count of passes, as `for _ in range(PASSES)` has it, becomes 1 instead of one more: where what is repeated has settled
already, one more pass is no fault; that it is not repeated at all is.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

_COMPANION: Final = Path(__file__).parents[2] / "companion"
#: The rooms that see and infer: what they compare was measured, but for what is counted.
_MEASURING: Final = ("companion/vision/", "companion/session/live/", "companion/session/inference/")
_BOUNDARY: Final = frozenset({("<", "<="), ("<=", "<"), (">", ">="), (">=", ">")})
#: How names of lengths, angles and the like end.
_UNITS: Final = re.compile(r"(.*_)?(mm|deg|edges|cosines?|similarity|confidence|fit|presence)", re.IGNORECASE)
_PASSES: Final = re.compile(r"_?([A-Z]+_)*(PASSES|LOOKS|ROUNDS|STEPS|STAGES)$")
_TINY: Final = 1e-4


def is_checked_only(call: ast.Call) -> frozenset[ast.expr]:
    """The arguments of a call that only check what is known already."""
    of_zip = isinstance(call.func, ast.Name) and call.func.id == "zip"
    return frozenset(word.value for word in call.keywords if of_zip and word.arg == "strict")


def is_rest_of_shape(call: ast.Call) -> frozenset[ast.expr]:
    """The arguments of a `reshape` that say "whatever is left"."""
    shapes = isinstance(call.func, ast.Attribute) and call.func.attr == "reshape"
    inner = [node for argument in call.args for node in ast.walk(argument)] if shapes else []
    return frozenset(node.operand for node in inner if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub))


def is_hair(value: complex) -> bool:
    """Whether a number only keeps a division from 0, or rounding from being taken for a difference."""
    return 0 < abs(value) <= _TINY


def is_same_bound(file: str, left: ast.expr, right: ast.expr, tokens: tuple[str, str]) -> bool:
    """Whether to be at a bound or within it is the same for these two."""
    if tokens not in _BOUNDARY or not file.startswith(_MEASURING) or _is_zero(left) or _is_zero(right):
        return False
    return any(_is_measured(name) for side in (left, right) for name in _names(side))


def is_count_of_passes(name: str) -> bool:
    """Whether a constant of that name says how often something is repeated."""
    return _PASSES.fullmatch(name) is not None


def _is_zero(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value == 0


def _names(node: ast.expr) -> Iterator[str]:
    for inner in ast.walk(node):
        if isinstance(inner, ast.Name):
            yield inner.id
        elif isinstance(inner, ast.Attribute):
            yield inner.attr


def _is_measured(name: str) -> bool:
    return _UNITS.fullmatch(name) is not None or name in _tuned_fractions()


@cache
def _tuned_fractions() -> frozenset[str]:
    """The tuned numbers that are no counts: those that are written with a point."""
    found = set()
    for file in sorted(_COMPANION.rglob("tuning.py")):
        for node in ast.parse(file.read_bytes()).body:
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                value = node.value
                if isinstance(value, ast.Constant) and isinstance(value.value, float):
                    found.add(node.target.id)
    return frozenset(found)
