"""Dice that people agree lie hidden where they lay."""

from __future__ import annotations

from companion.codec.notes import HiddenDie
from companion.session.play.state_reconciler import Beliefs
from tests.session.inference.conftest import Laid, die, seen_of


def test_a_hidden_die_lies_there_until_a_die_is_seen_over_it(laid: Laid) -> None:
    position = laid({"Heavy Tank": ("8", 300.0, 300.0, 90.0), "Infantry a": ("4a", 700.0, 400.0, 0.0)})
    beliefs = Beliefs([HiddenDie("Heavy Tank")])
    others = tuple(seen_of(position, Heavy_Tank=None))
    covered = beliefs.corrected(position, others, lambda _: False)
    assert [(one.pose, one.track) for one in covered[1:]] == [(position.piece("Heavy Tank").placed, None)]
    rolled = die("heavy-tank", "5", 325, 315)
    assert beliefs.corrected(position, (*others, rolled), lambda _: False) == (*others, rolled)
    assert beliefs.corrected(position, others, lambda _: True) == others, "it has gone"
