"""What may have been done in two ways is asked, the likeliest first, with whose turn it would be then."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.rules import Position
from companion.rules.actions import Maneuver
from companion.session.inference import Proposal, find_discrepancies, play_actions
from companion.session.play.choices import choices
from companion.session.play.modes import Browsing, Proposed, Reconciling, Rolling
from companion.session.play.prompts import prompt
from companion.session.play.tuning import EQUAL_SHARE
from tests.session.inference.conftest import Laid, seen_of

DUEL = {"Light Tank a": ("8", 600.0, 300.0, 90.0), "Missile Tank": ("7", 600.0, 480.0, -90.0)}


def _proposal(position: Position, text: str, likeliness: float, *steps: object) -> Proposal:
    acts = tuple(steps)
    return Proposal(text, acts, play_actions(position, acts), likeliness)  # type: ignore[arg-type]


@pytest.fixture
def rolled(laid: Laid) -> tuple[Position, Proposed]:
    """A tank rolled: by Anna's own maneuver, or by Ben's after she ended her turn."""
    position = laid(DUEL)
    own = next(c.leads_to for c in choices(position, Browsing("Light Tank a")) if c.id == "maneuver")
    assert isinstance(own, Rolling)
    corner = next(c.leads_to for c in choices(position, own) if isinstance(c.leads_to, Maneuver) and c.open)
    first = _proposal(position, "Light Tank a maneuvers.", 0.5, corner)
    second = _proposal(position, "Nothing happened.", 0.5 * (EQUAL_SHARE + 0.05), replace(corner))
    return position, Proposed((first, second))


def test_both_are_asked_with_whose_turn_it_would_be(rolled: tuple[Position, Proposed]) -> None:
    position, mode = rolled
    asked = "2 explanations fit about equally well, the likeliest first: which was it?"
    assert prompt(position, mode).sentence == asked
    by_key = {choice.keys[0]: choice for choice in choices(position, mode)}
    assert by_key["1"].title == "Light Tank a maneuvers. Then it is Ben's turn."
    assert by_key["1"].leads_to == mode.proposals[0].steps
    assert by_key["2"].leads_to == mode.proposals[1].steps
    assert "Return" in by_key["1"].keys
    assert by_key["1"].id == "do", "who accepts the likeliest takes it"


def test_what_is_clearly_likelier_is_not_asked(rolled: tuple[Position, Proposed]) -> None:
    position, mode = rolled
    first, second = mode.proposals
    clear = Proposed((first, replace(second, likeliness=first.likeliness * (EQUAL_SHARE - 0.05))))
    assert prompt(position, clear).sentence.startswith("Light Tank a maneuvers.")
    assert "equal.2" not in {choice.id for choice in choices(position, clear)}


def test_once_one_is_looked_at_it_is_asked_no_more(rolled: tuple[Position, Proposed]) -> None:
    _, mode = rolled
    assert not replace(mode, at=1, chosen=True).equals


def test_of_differences_one_explanation_is_taken_or_none_on_purpose(laid: Laid) -> None:
    position = laid(DUEL)
    mode = Reconciling(find_discrepancies(position, seen_of(position, Missile_Tank=("7", 700.0, 480.0, -90.0))))
    offered = choices(position, mode)
    assert [choice.keys[0] for choice in offered] == [str(number) for number in range(1, len(offered) + 1)]
    assert offered[-1].title == "none of these: go on as the match has it"
