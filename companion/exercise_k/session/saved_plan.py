"""The opening page as it was filled in last, saved until its game begins: a sign-up list is not typed twice.

Owns ``exercise-k-sign-up.json`` in the user's state folder, written at every change. What cannot be understood in it
counts as not filled in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from companion.atomic_write import write_atomic
from companion.codec.preferences import encode_preferences, read_preferences
from companion.errors import InputError
from companion.exercise_k.rules import HexBoard, Shoved
from companion.exercise_k.session.plan import USUAL_MIN, GamePlan, OrderBy
from companion.exercise_k.session.table_talk import MapCorner, parse_placement
from companion.resources import state_folder
from companion.text import gettext


@dataclass(frozen=True, slots=True)
class SavedPlan:
    """The fields of a `GamePlan` as the file has them; board: its columns and rows."""

    groups: tuple[tuple[str, ...], ...] = ()
    numbers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    order_by: OrderBy = OrderBy.TEAMS
    seed: int | None = None
    choices: Mapping[str, str] = field(default_factory=dict)
    board: tuple[int, int] = (HexBoard().columns, HexBoard().rows)
    shoved: Shoved = HexBoard().shoved
    allotted_min: int | None = USUAL_MIN
    corners: Mapping[str, MapCorner] = field(default_factory=dict)
    placements: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, plan: GamePlan) -> SavedPlan:
        """A plan as it is saved."""
        return cls(
            groups=plan.groups,
            numbers={str(place): people for place, people in plan.numbers.items()},
            order_by=plan.order_by,
            seed=plan.seed,
            choices=dict(plan.choices),
            board=(plan.board.columns, plan.board.rows),
            shoved=plan.board.shoved,
            allotted_min=plan.allotted_min,
            corners=dict(plan.corners),
            placements={team: str(placement) for team, placement in plan.placements.items()},
        )

    def plan(self) -> GamePlan:
        """The plan that was saved.

        Raises:
            InputError, ValueError: no opening page has written this.
        """
        plan = GamePlan()
        for group in self.groups:
            plan = plan.with_group(group)
        for name, value in self.choices.items():
            plan = plan.with_choice(name, value)
        return GamePlan(
            groups=plan.groups,
            numbers=MappingProxyType({int(place): people for place, people in self.numbers.items()}),
            order_by=self.order_by,
            seed=self.seed,
            choices=plan.choices,
            board=HexBoard(*self.board, self.shoved),
            allotted_min=self.allotted_min,
            corners=MappingProxyType(dict(self.corners)),
            placements=MappingProxyType({team: parse_placement(words) for team, words in self.placements.items()}),
        )


def saved_plan() -> GamePlan:
    """What was filled in when the opening page was left last; an empty plan where its game has begun."""
    try:
        return read_preferences(SavedPlan(), _file()).plan()
    except (InputError, ValueError):
        return GamePlan()


def save_plan(plan: GamePlan) -> str:
    """Keep a plan until its game begins; what to say where that cannot be, else nothing."""
    try:
        write_atomic(_file(), encode_preferences(SavedPlan.of(plan)))
    except OSError as error:
        return gettext("The sign-up list cannot be saved ({why}): begin before you close.", why=error.strerror)
    return ""


def forget_plan() -> None:
    """Its game has begun."""
    save_plan(GamePlan())


def _file() -> Path:
    return state_folder() / "exercise-k-sign-up.json"
