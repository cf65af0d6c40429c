"""No ruling and no sentence of Exercise K bypasses the catalogue: what is keyed in, ruled, called out and refused."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.exercise_k.codec.documents import decode_desk_opening
from companion.exercise_k.codec.script import desk_script_from
from companion.exercise_k.rules.actions import EndDeskTurn
from companion.exercise_k.rules.engine import apply_desk_action
from companion.exercise_k.rules.position import DeskPosition
from companion.exercise_k.session.cards import sheet_cards
from companion.exercise_k.session.desk_game import DeskGame
from companion.exercise_k.session.desk_presenter import announcements, final_calls, outcome_sentence
from companion.exercise_k.session.key_parser import parse_keys
from companion.exercise_k.session.results import results_of
from tests.text.pseudo import untranslated

pytestmark = pytest.mark.usefixtures("pseudo_language")

TEAMS = ("Black", "Blue", "Red", "Green")
#: Names of the Ogres, of the game, and of keys.
_NAMES = ("Ogre", "Mark III", "Exercise K")
_OPENING: dict[str, Any] = {"format": 1, "profile": "exercise-k", "name": "Friday", "players": 8, "order": list(TEAMS)}


def _keyed(rng: random.Random, position: DeskPosition) -> tuple[str, list[str]]:
    """Keys at random until Enter would do something, and everything that was offered on the way."""
    keys, message = "", []
    while True:
        keyed = parse_keys(keys, position)
        message += [choice.words for choice in keyed.choices] + list(keyed.words)
        if not keyed.choices or (keyed.action is not None and rng.random() < 0.5):
            return keys, message
        keys += rng.choice(keyed.choices).key


def _message(seed: int, file: Path) -> Iterator[str]:
    rng = random.Random(seed)
    with DeskGame.begin(file, decode_desk_opening(_OPENING)) as desk:
        for _ in range(60):
            before = desk.position
            keys, offered = _keyed(rng, before)
            yield from offered
            action = parse_keys(keys, before).action
            if action is None:
                continue
            outcome = apply_desk_action(before, action)
            yield from (outcome.ruling.text, outcome_sentence(outcome), *announcements(before, outcome))
            yield from (term.label for term in outcome.ruling.terms)
            desk.do(action)
            if rng.random() < 0.2:
                desk.do(EndDeskTurn())
            yield from (call.ruling.text for call in final_calls(desk.position))
        yield from (card.sentence for card in sheet_cards(desk.position, desk.talk))
        yield from (results_of(desk).state, *results_of(desk).victors)
        yield from (entry.shown for entry in desk.position.entries)


@pytest.mark.parametrize("seed", range(4))
def test_no_sentence_of_the_desk_bypasses_the_catalogue(seed: int, tmp_path: Path) -> None:
    message = set(_message(seed, tmp_path / "game.diceland"))
    assert len(message) > 100
    assert {words: left for words in message if (left := untranslated(words, _NAMES))} == {}


_QUESTIONS: list[dict[str, Any]] = [
    {"ask": "roster"},
    {"ask": "roster", "players": 7},
    {"ask": "turn-order"},
    {"ask": "placement", "team": "Blue", "cp": "0307", "radars": ["0312", "0802"], "ogres": ["0409", "0210", "0408"]},
    {"ask": "placement", "team": "Blue", "cp": "0101", "radars": ["0101", "0102"], "ogres": ["0103", "2020", "0105"]},
    {"ask": "range", "from": "0307", "to": "0510"},
    {"ask": "sheet", "ogre": "Blue 2"},
    {"ask": "vp"},
    *({"ask": "multiplier", "round": number} for number in (1, 9, 13)),
    {"ask": "in-force"},
    {"do": "damage", "by": "Black 1", "target": "Blue 2", "system": "main", "count": 1},
    {"do": "damage", "by": "Black 1", "target": "Black 2", "system": "main", "count": 1},
    {"do": "destroy", "by": "Black 1", "building": "Green CP"},
    {"do": "destroy", "by": "Black 1", "building": "Green R1", "result": "D"},
    {"do": "fire-missile", "by": "Black 1"},
    {"do": "self-damage", "ogre": "Black 1", "system": "tread", "count": 2},
    {"do": "end-turn"},
    {"do": "fire-missile", "by": "Black 1"},
    {"do": "final-round", "why": "stalemate"},
    {"do": "final-round", "why": "time"},
    {"do": "end"},
]


def test_no_answer_of_the_referee_bypasses_the_catalogue() -> None:
    script = desk_script_from({**_OPENING, "steps": _QUESTIONS}, "script")
    lines = list(script.run())
    assert len(lines) == len(_QUESTIONS)
    message = {line.ruling.text for line in lines}
    assert {words: left for words in message if (left := untranslated(words, _NAMES))} == {}
