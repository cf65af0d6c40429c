"""The rules of Exercise K as a running game needs them: where it starts, and what an entry leads to."""

from __future__ import annotations

from companion.codec.outcomes import RecordedOutcome
from companion.documents import JsonTable
from companion.errors import InputError
from companion.exercise_k.codec import (
    DeskOpening,
    decode_desk_action,
    decode_desk_game,
    decode_desk_opening,
    encode_desk_action,
)
from companion.exercise_k.rules import DeskAction, DeskPosition, apply_desk_action, team_label
from companion.journal import EntryKind
from companion.session.match import AppliedAction
from companion.text import phrase


class DeskRules:
    """Exercise K."""

    def __init__(self, opening: DeskOpening) -> None:
        """Take an opening.

        Raises:
            InputError: with every name in it that stands for nothing.
        """
        self._start = decode_desk_game(opening)

    @property
    def start(self) -> DeskPosition:
        """Where the game began."""
        return self._start

    def decode(self, kind: EntryKind, content: JsonTable) -> DeskAction:
        """The action of a journal's row."""
        if kind is not EntryKind.ACT:
            raise InputError(phrase("{kind}: Exercise K has acts alone", kind=kind))
        return decode_desk_action(content, "act", self._start.roster)

    def encode(self, act: DeskAction) -> tuple[EntryKind, JsonTable]:
        """An act's row."""
        return EntryKind.ACT, encode_desk_action(act)

    def take(self, position: DeskPosition, act: DeskAction) -> AppliedAction[DeskPosition]:
        """What an act leads to."""
        outcome = apply_desk_action(position, act)
        recorded = RecordedOutcome.of(outcome.ruling, outcome.events, turn=position.round, player=position.to_move)
        return AppliedAction(outcome.position, recorded, outcome.ok, outcome)

    def player_label(self, player: str) -> str:
        """What people call a team or one of its players."""
        return team_label(player)


def read_rules(opening: JsonTable) -> tuple[str, DeskRules]:
    """The name and the rules of a game by its opening.

    Raises:
        InputError: with every problem of the opening.
    """
    begun = decode_desk_opening(opening)
    return begun.name, DeskRules(begun)
