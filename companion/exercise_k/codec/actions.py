"""Actions of Exercise K as scripts and journals have them: ``{"do": "damage", "by": "Black 1", ...}``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, Self, Union

from pydantic import AfterValidator, BeforeValidator, Field, TypeAdapter, model_validator

from companion.codec.actions import action_document
from companion.codec.document import Document, decode
from companion.errors import InputError
from companion.exercise_k.rules import actions as act
from companion.exercise_k.rules.roster import Roster
from companion.limits import NonEmptyStr, distinct
from companion.plain_text import shown
from companion.text import gettext

RoundNumber = Annotated[int, Field(ge=1, le=1e9)]
#: What belongs together in a `set-right`.
_SET_RIGHT: Final = (("ogre", "system", "left"), ("building", "stands"), ("account", "points"))


def _listed(names: object) -> object:
    return (names,) if isinstance(names, str) else tuple(names) if isinstance(names, list) else names


_Shooters = Annotated[
    tuple[NonEmptyStr, ...],
    Field(min_length=1),
    BeforeValidator(_listed, json_schema_input_type=str | list[str]),
    AfterValidator(distinct),
]


class DeskActionDocument(Document):
    """What all actions have."""

    player: NonEmptyStr | None = Field(default=None, description="Who acts, where it is not the one to move.")

    def to_action(self) -> act.DeskAction:
        """The action of these keys."""
        return _KINDS[type(self)](**{key: value for key, value in self if key != "do"})


class EndDeskTurnDocument(DeskActionDocument):
    """The turn ends; with a round and a player, idle turns up to that one."""

    do: Literal["end-turn"]
    round: RoundNumber | None = None

    @model_validator(mode="after")
    def _round_has_player(self) -> Self:
        if self.round is not None and self.player is None:
            raise ValueError(gettext("'round' needs 'player' beside it"))
        return self

    def to_action(self) -> act.EndDeskTurn:
        """The action of these keys."""
        if self.round is None or self.player is None:
            return act.EndDeskTurn(player=self.player)
        return act.EndDeskTurn(until=(self.round, self.player))


class _OneSetRight(DeskActionDocument):
    @model_validator(mode="after")
    def _one_is_complete(self) -> Self:
        reported = [[getattr(self, key) is not None for key in group] for group in _SET_RIGHT]
        if [all(group) for group in reported].count(True) != 1 or [any(group) for group in reported].count(True) != 1:
            wanted = "; or ".join(", ".join(group) for group in _SET_RIGHT)
            raise ValueError(gettext("expected exactly one of these, complete: {wanted}", wanted=wanted))
        return self


_KEYS: Final[Mapping[type[act.DeskAction], Mapping[str, Any]]] = {
    act.Damage: {"by": Annotated[_Shooters, Field(description="An Ogre; several are an attempt to combine fire.")]}
}
#: The documents whose keys are the fields of their action -> its kind.
_KINDS: Final[Mapping[type[DeskActionDocument], type[act.DeskAction]]] = {
    action_document(
        _OneSetRight if kind is act.CorrectGame else DeskActionDocument, kind, name, _KEYS.get(kind, {})
    ): kind
    for kind, name in act.DESK_ACTION_NAMES.items()
    if kind is not act.EndDeskTurn
}
if TYPE_CHECKING:
    DeskActionRow = DeskActionDocument
else:  # which of them it is, its key `do` says
    DeskActionRow = Union[EndDeskTurnDocument, *_KINDS]
_ADAPTER: Final[TypeAdapter[DeskActionDocument]] = TypeAdapter(Annotated[DeskActionRow, Field(discriminator="do")])


def decode_desk_action(row: Mapping[str, object], place: str, roster: Roster) -> act.DeskAction:
    """The action of a row.

    Raises:
        InputError: with every problem; ``place`` says where the row stands.
    """
    keys = decode(_ADAPTER, dict(row), place)
    if problems := [f"{place}: {problem}" for problem in desk_name_problems(keys, roster)]:
        raise InputError(*problems)
    return keys.to_action()


def encode_desk_action(action: act.DeskAction) -> dict[str, Any]:
    """The row of an action, as scripts and journals have it."""
    if isinstance(action, act.EndDeskTurn) and action.until is not None:
        return {"do": "end-turn", "round": action.until[0], "player": action.until[1]}
    given = {field.name: getattr(action, field.name) for field in fields(action)}
    row = {key: list(value) if isinstance(value, tuple) else value for key, value in given.items()}
    return {"do": action.do, **{key: value for key, value in row.items() if value not in (None, [])}}


def desk_name_problems(step: Document, roster: Roster) -> Iterator[str]:
    """Names in an action or question that are not in this game, each with its key."""
    ogres = set(roster.ogres)
    known = {
        "by": ogres,
        "target": ogres,
        "ogre": ogres,
        "account": ogres,
        "in_range": ogres,
        "player": ogres,
        "building": set(roster.buildings),
        "team": set(roster.teams),
    }
    for key, allowed in known.items():
        given = getattr(step, key, None)
        for name in (given,) if isinstance(given, str) else given or ():
            if name not in allowed:
                yield gettext("{key}: {name} is not known", key=key, name=shown(name))
