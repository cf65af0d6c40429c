"""Whatever happens on the table before the camera, and whatever is answered: the keyboard goes on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.codec.script import decode_match_opening
from companion.geometry import Pose
from companion.rules import actions, apply
from companion.session.inference import AnswerOption, Question, QuestionKind, SeenDie
from companion.session.match import Match
from companion.session.play.modes import Browsing, Proposed
from companion.session.play.state_reconciler import infer
from companion.vision import FaceName
from tests.ui.match.random_hands import Screen, mode_of
from tests.ui.match.random_openings import KINDS
from tests.ui.match.random_tables import sight_of, watch
from tests.ui.match.test_whole_matches import ALWAYS_THE_SAME


@pytest.mark.parametrize("kind", KINDS)
@settings(ALWAYS_THE_SAME, max_examples=2)
@given(seed=st.integers(0, 10**4), looks=st.lists(st.integers(0, 10**6), min_size=3, max_size=5))
def test_every_answer_is_an_act_of_the_match_and_the_keyboard_goes_on(
    qapp: object, tmp_path_factory: pytest.TempPathFactory, kind: str, seed: int, looks: list[int]
) -> None:
    """Esc, undo and an act by hand work after any table, any question and any key."""
    assert watch(tmp_path_factory.mktemp("match"), kind, seed, looks).done


class Tables:
    """A presenter before whose camera tables come to rest, dice by dice."""

    def __init__(self, match: Match) -> None:
        self.screen = Screen(match)
        self.presenter = self.screen.presenter
        self._rests = 0

    def rest(self, *dice: SeenDie) -> None:
        """A table comes to rest and is thought about."""
        self._rests += 1
        question = self.presenter.questions.on_snapshot(sight_of(dice, self._rests))
        assert question is not None
        self.presenter.questions.on_inference(infer(question))
        self.screen.check()


@pytest.fixture
def tables(qapp: object, opening: dict[str, Any], tmp_path: Path) -> Iterator[Tables]:
    """Anna is to place a die in the centre; everything is in hand."""
    opening |= {"turn": 1, "scenario": "two-army", "score": {}}
    opening["pieces"] = [
        {"id": name, "die": f"t/{kind}", "owner": owner, "zone": "hand"}
        for name, kind, owner in (("Tank", "tank", "Anna"), ("Truck", "truck", "Anna"), ("Scout", "scout", "Ben"))
    ]
    with Match.begin(tmp_path / "live.diceland", decode_match_opening(opening)) as match:
        yield Tables(match)


def _die(kind: str, side: str, x: float, y: float) -> SeenDie:
    return SeenDie(FaceName(f"t/{kind}", side), Pose(x, y, 90, 50.8))


def test_og_start_06_placed_and_thrown_before_anybody_pressed_enter_the_foul_is_that_of_the_throw(
    tables: Tables,
) -> None:
    tables.rest(_die("tank", "8", 600, 450), _die("scout", "7", 300, 700))
    presenter = tables.presenter
    assert isinstance(presenter.mode, Proposed)
    assert presenter.press("F")
    assert presenter.press("Return")
    assert [(line.row["do"], line.row.get("foul")) for line in presenter.match.log] == [
        ("place", None),
        ("end-turn", None),
        ("throw", True),
    ]
    assert presenter.press("A")
    assert presenter.acts.undo()
    assert presenter.acts.undo()
    assert presenter.position == presenter.match.start


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (actions.Call(by="Nobody", piece="Tank"), "Nobody"),
        (actions.Call(by="Tank", piece="Nothing"), "Nothing"),
    ],
)
def test_a_proposal_that_is_no_act_of_the_match_is_left_with_the_reason_and_the_keyboard_goes_on(
    tables: Tables, answer: actions.Call, reason: str
) -> None:
    tables.rest(_die("tank", "8", 600, 450))
    presenter = tables.presenter
    assert isinstance(presenter.mode, Proposed)
    ask = Question(QuestionKind.SETTLED, "What was it?", (AnswerOption("that", (answer,)),))
    presenter.go(replace(presenter.mode, proposals=(replace(presenter.mode.now, asks=(ask,)),)))
    tables.screen.check()
    assert mode_of(presenter) == Browsing()
    assert reason in presenter.prompt.sentence
    assert "press F4" in presenter.prompt.sentence
    assert presenter.press("P") or presenter.press("T")


def test_a_proposal_that_the_rules_refuse_is_left_with_what_they_say(tables: Tables) -> None:
    tables.rest(_die("tank", "8", 600, 450))
    presenter = tables.presenter
    assert isinstance(presenter.mode, Proposed)
    refused = apply(presenter.position, actions.Pass())
    presenter.go(replace(presenter.mode, proposals=(replace(presenter.mode.now, outcome=refused),)))
    assert mode_of(presenter) == Browsing()
    assert refused.ruling.text in presenter.prompt.sentence
    assert presenter.press("T")
