"""No sentence bypasses the catalogue: in a language that puts every translated word into brackets, words that stand
outside of them are names, or were never given to a translator."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from companion.catalogue import EffectKind, System
from companion.codec.die import read_dice
from companion.resources import Bundled, bundled
from companion.rules import Position, Profile, Scenario, actions, apply
from companion.session.inference import find_discrepancies
from companion.session.inference.descriptions import describe_actions
from companion.session.inference.instructions import instructions
from companion.session.match_setup import MatchPlan
from companion.session.match_setup.problems import find_plan_problems
from companion.text import translation
from companion.ui import for_windows
from companion.ui.ogre_card import open_card
from companion.vision import DieState
from tests.rules.random_play import play, random_position
from tests.session.inference.conftest import seen_of
from tests.text.pseudo import untranslated

#: What is the same in every language: names of keys and of the game.
_KEYS = ("Shift", "Ctrl", "Enter", "Esc", "Backspace", "Return", "Ogre", "Mark", "III")


pytestmark = pytest.mark.usefixtures("pseudo_language")


def names_in(position: Position) -> set[str]:
    pieces, posts = position.pieces.values(), position.posts.values()
    labels = {name for piece in pieces for name in (piece.id, piece.label, piece.die.label, piece.die.id)}
    effects = {effect.label for piece in pieces for face in piece.die.faces for effect in face.effects}
    printed = {kind.value for kind in EffectKind} | {system.value for system in System}
    return labels | effects | printed | {player.id for player in position.players} | {post.label for post in posts}


def test_what_stands_outside_the_brackets_is_seen() -> None:
    assert translation.gettext("{piece} is in play.", piece="Tank") == "Tank⟦ is in play.⟧"
    assert untranslated("Tank⟦ is in play.⟧ in hand", ["Tank"]) == ["hand"]


@pytest.mark.parametrize("profile", list(Profile))
def test_no_ruling_sentence_of_an_act_or_thing_to_do_bypasses_the_catalogue(profile: Profile) -> None:
    message: dict[str, list[str]] = {}
    for seed in range(12):
        rng = random.Random(f"{profile} {seed}")
        start = random_position(rng, profile)
        names = names_in(start)
        for before, action, outcome in play(rng, start, 12):
            known = outcome.ok and not isinstance(action, actions.Throw | actions.Place | actions.Observe)
            done = describe_actions(before, (action,)) if known else ""
            reported = [instruction.text for instruction in instructions(before, outcome.events)]
            for text in (outcome.ruling.text, done, *reported):
                if bare := untranslated(text, names):
                    message[text] = bare
        for piece in start.pieces:
            roll, shot = actions.Maneuver(piece=piece, corner=1), actions.Shoot(by=piece, effect=0)
            for wrong in (roll, shot, actions.Jump(by=piece), actions.Call(by=piece, piece=piece)):
                text = apply(start, wrong).ruling.text
                if bare := untranslated(text, names):
                    message[text] = bare
    assert message == {}


def test_no_disagreement_of_table_and_match_bypasses_the_catalogue() -> None:
    message: dict[str, list[str]] = {}
    for seed in range(8):
        rng = random.Random(seed)
        position = random_position(rng, Profile.OGRE, ogre=False)
        dice = seen_of(position)
        moved = [replace(die, pose=replace(die.pose, x_mm=die.pose.x_mm + rng.choice((0, 30, 2000)))) for die in dice]
        states = [replace(die, state=rng.choice(list(DieState))) for die in moved[1:]]
        for found in find_discrepancies(position, states):
            todo = [one.instruction.text for one in found.explanations if one.instruction]
            for text in (found.text, *(one.text for one in found.explanations), *todo):
                if bare := untranslated(text, names_in(position)):
                    message[text] = bare
    assert message == {}


def test_no_problem_of_a_plan_bypasses_the_catalogue() -> None:
    plan = MatchPlan.fresh(read_dice(bundled(Bundled.DICE_FACES)))
    plan = plan.in_scenario(Scenario.TWO_ARMY).renamed(plan.names[0], "").renamed(plan.names[1], "Ben")
    problems = find_plan_problems(plan)
    assert problems
    assert [problem.text for problem in problems if untranslated(problem.text, ["Ben"])] == []


def test_no_window_of_a_card_bypasses_the_catalogue(qtbot: QtBot) -> None:
    for_windows()
    window = open_card()
    qtbot.addWidget(window)
    shown = [window.message, *(action.text() for action in window.findChildren(QAction))]
    shown += [label.text() for label in window.findChildren(QLabel)]
    shown += [button.text() for button in window.findChildren(QPushButton)]
    assert [text for text in shown if untranslated(re.sub("<[^>]*>", "", text), _KEYS)] == []
    window.close()
