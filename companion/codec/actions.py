"""Actions and corrections as scripts and journals have them: ``{"do": "maneuver", "piece": ..., "corner": 1}``,
``{"do": "correct", ...}`` (docs/formats, Script).

`decode_action` reads one, `encode_action` writes one; `check_action` holds the names of one to a match.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping
from dataclasses import fields
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, TypeVar, Union

from pydantic import AfterValidator, Discriminator, Field, Tag, TypeAdapter, create_model

from companion.codec.document import Document, ValueDocument, decode, first_paragraph, given_keys, keys_of, plain_json
from companion.documents import list_names
from companion.errors import InputError
from companion.geometry import Outline, Pose
from companion.limits import MAX_ROWS, NonEmptyStr, NonNegative, Number, PointMm, TopCorners
from companion.plain_text import shown
from companion.rules import Position
from companion.rules import actions as act
from companion.rules.corrections import Correction
from companion.text import gettext

#: Corners are folded off by a hundredth of an edge; by more than this they are of another pose.
_MOST_FOLDED_EDGES: Final = 0.1
DocumentKind = TypeVar("DocumentKind", bound=Document)


def _step_kind(row: object) -> str | None:
    """A question or an action; None where it is neither, or both."""
    asks, does = ("ask" in row, "do" in row) if isinstance(row, Mapping) else (hasattr(row, "ask"), hasattr(row, "do"))
    return None if asks == does else "question" if asks else "action"


#: What steps of all referee scripts share: each is either a question (``ask``) or an action (``do``).
STEP_KIND: Final = Discriminator(
    _step_kind, custom_error_type="step", custom_error_message="expected a step with either 'ask' or 'do'"
)


class RestingPieceDocument(ValueDocument[act.RestingPose]):
    """How a piece lies flat now."""

    piece: NonEmptyStr


class LeaningPieceDocument(ValueDocument[act.LeaningPose]):
    """That a piece leans on something now."""

    piece: NonEmptyStr


def _pose_kind(row: object) -> str:
    if isinstance(row, str):
        return "off"
    return "leans" if isinstance(row, Mapping) and "leaning_on" in row else "rests"


def _observed(row: RestingPieceDocument | LeaningPieceDocument) -> act.ObservedPiece:
    return act.ObservedPiece(row.piece, row.to_value())


_ObservedRows = Annotated[
    tuple[
        Annotated[
            Annotated[RestingPieceDocument, Tag("rests")] | Annotated[LeaningPieceDocument, Tag("leans")],
            Discriminator(_pose_kind),
            AfterValidator(_observed),
        ],
        ...,
    ],
    Field(max_length=MAX_ROWS),
]
_Landing = Annotated[
    Annotated[Literal["off"], AfterValidator(lambda _: act.OffTable()), Tag("off")]
    | Annotated[act.RestingPose, Tag("rests")]
    | Annotated[act.LeaningPose, Tag("leans")],
    Discriminator(_pose_kind),
]


class ActionDocument(Document):
    """What all actions have."""

    player: NonEmptyStr | None = Field(default=None, description="Who acts, where it is not the one to move.")

    def to_action(self) -> act.Action:
        """The action of these keys."""
        return _KINDS[type(self)](**{key: value for key, value in self if key != "do"})


class _SettledDocument(ActionDocument):
    settled: bool = Field(default=False, description="The players have decided what is too close to call.")


class PlaceDocument(ActionDocument):
    """First placement of a die."""

    do: Literal["place"]
    piece: NonEmptyStr
    face: NonEmptyStr
    centre_mm: PointMm
    heading_deg: Number
    sigma_mm: NonNegative | None = None
    sigma_deg: NonNegative | None = None
    corners_mm: TopCorners | None = None

    def to_action(self) -> act.Place:
        """The action of these keys."""
        how = act.RestingPose(**{key: value for key, value in self if key not in {"do", "player", "piece"}})
        return act.Place(player=self.player, piece=self.piece, how=how)


def action_document(
    base: type[DocumentKind], kind: type, name: str, keys: Mapping[str, Any] = MappingProxyType({})
) -> type[DocumentKind]:
    """The document of a kind of action whose keys are its fields. keys: those that files have otherwise."""
    rows: dict[str, Any] = {key: row for key, row in keys_of(kind).items() if key not in {"player", "settled"}}
    rows |= {key: (held, rows[key][1]) for key, held in keys.items()}
    rows = {"do": (Literal[name], ...)} | rows
    doc = first_paragraph(kind)
    return create_model(f"{kind.__name__}Document", __base__=base, __module__=base.__module__, __doc__=doc, **rows)


_KEYS: Final[Mapping[type[act.Action], Mapping[str, Any]]] = {
    act.Shoot: {"system": Literal["main", "secondary", "missile", "ap", "treads"] | None},
    act.Throw: {"lands": _Landing, "disturbed": _ObservedRows},
    act.Observe: {"pieces": _ObservedRows},
}
#: The documents whose keys are the fields of their action -> its kind.
_KINDS: Final[Mapping[type[ActionDocument], type[act.Action]]] = {
    action_document(ActionDocument if kind.never_settled else _SettledDocument, kind, name, _KEYS.get(kind, {})): kind
    for kind, name in act.ACTION_NAMES.items()
    if kind is not act.Place
}
if TYPE_CHECKING:
    ActionRow = ActionDocument
else:  # which of them it is, its key `do` says
    ActionRow = Union[PlaceDocument, *_KINDS]
_ADAPTER: Final[TypeAdapter[ActionDocument]] = TypeAdapter(Annotated[ActionRow, Field(discriminator="do")])


def decode_action(row: Mapping[str, Any], place: str, start: Position) -> act.Action:
    """The action of a row, whose names are those of a match that starts from ``start``.

    Raises:
        InputError: with every problem of the row; ``place`` says where it stands.
    """
    action = decode(_ADAPTER, dict(row), place).to_action()
    check_action(action, place, start)
    return action


def encode_action(action: act.Action) -> dict[str, Any]:
    """The row of an action; keys at their defaults are left out."""
    given = ((field, getattr(action, field.name)) for field in fields(action))
    row: dict[str, Any] = {"do": action.do} | {
        field.name: _plain(value) for field, value in given if value != field.default
    }
    return row | row.pop("how") if isinstance(action, act.Place) else row


def may_be_settled(action: act.Action) -> bool:
    """Whether an action takes the players' word on what is too close to call, and has not got it yet."""
    return not action.settled and not action.never_settled


def _plain(value: object) -> object:
    match value:
        case act.OffTable():
            return "off"
        case act.ObservedPiece(piece, how):
            return {"piece": piece} | given_keys(how)
        case tuple():
            return [_plain(item) for item in value]
    return plain_json(value)


# Corrections


class CorrectDocument(ValueDocument[Correction]):
    """What people correct by hand, over the rules' head."""

    do: Literal["correct"]


def decode_correction(row: Mapping[str, Any]) -> Correction:
    """The correction of a row, ``{"text": ..., "pieces": [...], "score": {...}}`` (docs/formats, Match).

    Raises:
        InputError: with every problem of it.
    """
    return decode(ValueDocument[Correction], dict(row), "correction").to_value()


def encode_correction(correction: Correction) -> dict[str, Any]:
    """The row of a correction; what is not set right is left out."""
    return given_keys(correction)


# Names


def check_action(action: act.Action, place: str, start: Position) -> None:
    """Hold every name of an action to a match: players, pieces, sides, what a die leans on.

    Raises:
        InputError: with every name that is not in the match, and every die that is listed twice.
    """
    if problems := [f"{place}: {problem}" for problem in action_problems(action, start)]:
        raise InputError(*problems)


def action_problems(action: act.Action, start: Position) -> Iterator[str]:
    """Names in an action that are not in the match, and dice that are listed twice; each with its key."""
    for key, allowed in _known(action, start).items():
        given = getattr(action, key, None)
        for value in (given,) if isinstance(given, str) else given or ():
            if value not in allowed:
                yield gettext("{key}: {value} is not known", key=key, value=shown(value))
    for where, (piece, how) in _reported(action):
        if piece in start.pieces:
            yield from (f"{where}.{problem}".removeprefix(".") for problem in _pose_problems(how, start, piece))
        elif where.endswith("]"):
            yield gettext("{where}.piece: {piece} is not known", where=where, piece=shown(piece))
    yield from _given_twice(action)


def _known(action: act.Action, start: Position) -> Mapping[str, Collection[str]]:
    players = {player.id for player in start.players}
    pieces, targets = set(start.pieces), set(start.pieces) | set(start.posts)
    by = players if isinstance(action, act.FoulChoice) else targets if isinstance(action, act.Command) else pieces
    known = {"player": players, "piece": pieces, "by": by, "target": targets, "targets": targets, "knocked_off": pieces}
    return known | ({"double": targets} if isinstance(action, act.Shoot) else {})


def _reported(action: act.Action) -> Iterator[tuple[str, tuple[str, act.RestingPose | act.LeaningPose]]]:
    """Where an action names a die -> the die, and how it lies."""
    if isinstance(action, act.Place):
        yield "", (action.piece, action.how)
    if isinstance(action, act.Throw) and not isinstance(action.lands, act.OffTable):
        yield "lands", (action.piece, action.lands)
    name, rows = _observations(action)
    for index, seen in enumerate(rows):
        yield f"{name}[{index}]", (seen.piece, seen.how)


def _observations(action: act.Action) -> tuple[str, tuple[act.ObservedPiece, ...]]:
    if isinstance(action, act.Throw):
        return "disturbed", action.disturbed
    return ("pieces", action.pieces) if isinstance(action, act.Observe) else ("", ())


def _pose_problems(how: act.RestingPose | act.LeaningPose, start: Position, piece: str) -> Iterator[str]:
    if isinstance(how, act.RestingPose):
        die = start.piece(piece).die
        if die.face(how.face) is None:
            known = list_names([face.key for face in die.faces])
            yield gettext(
                "face: {die} has no face {face}; it has {known}", die=die.id, face=shown(how.face), known=known
            )
        yield from corner_problems(how.corners_mm, Pose(*how.centre_mm, how.heading_deg, die.edge_mm))
        return
    if how.leaning_on not in {*start.pieces, *(terrain.id for terrain in start.table.terrain)}:
        yield gettext("leaning_on: {on} is neither a piece nor terrain", on=shown(how.leaning_on))
    if how.leaning_on == piece:
        yield gettext("leaning_on: {piece} cannot lean on itself", piece=shown(piece))
    if how.roll_off is not None:
        yield from (f"roll_off.{problem}" for problem in _pose_problems(how.roll_off, start, piece))


def _given_twice(action: act.Action) -> Iterator[str]:
    """What became of a die is stated in one place: it landed, it was knocked off, or it was disturbed."""
    name, rows = _observations(action)
    reported = {action.piece: gettext("the die thrown")} if isinstance(action, act.Throw) else {}
    for piece in action.knocked_off if isinstance(action, act.Throw) else ():
        if piece in reported:
            yield gettext("knocked_off: {piece} is {state}", piece=shown(piece), state=reported[piece])
        reported[piece] = gettext("knocked off")
    before: set[str] = set()
    for index, seen in enumerate(rows):
        if seen.piece in reported:
            yield f"{name}: {shown(seen.piece)} is {reported[seen.piece]}"
        if seen.piece in before:
            yield gettext(
                "{name}[{index}]: {piece} appears twice; a die lies in one place",
                name=name,
                index=index,
                piece=shown(seen.piece),
            )
        before.add(seen.piece)


def corner_problems(corners_mm: Outline | None, pose: Pose) -> Iterator[str]:
    """What is wrong with corners as those of a pose, each with the cure."""
    most_mm = _MOST_FOLDED_EDGES * pose.edge_mm
    for corner, measured in enumerate(corners_mm or ()):
        if math.dist(measured, pose.corner_mm(corner)) > most_mm:
            yield gettext(
                "corners_mm[{corner}]: expected within {most_mm} mm of where centre_mm and heading_deg have that "
                "corner; put the pose right, or leave the corners out",
                corner=corner,
                most_mm=f"{most_mm:.1f}",
            )
