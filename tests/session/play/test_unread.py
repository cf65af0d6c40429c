"""A die on the table that cannot be read: drawn with a question mark, and a shot that hangs on it is left to the
players."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion.codec.script import decode_match_opening, script_from
from companion.rules import Position, Verdict
from companion.rules.actions import BaseAction, Shoot
from companion.session.inference import SeenDie
from companion.session.match import Match
from companion.session.overlay import MarkKind
from companion.session.overlay.views import plan_view
from companion.session.play import MatchPresenter
from companion.session.play.modes import Settling
from companion.session.play.unread import UnreadDie, unread_dice, unread_in_the_way, unread_scene, unsettled_shot
from companion.vision import FaceName
from tests.film import script
from tests.session.inference.conftest import Laid, die, seen_of

#: Anna's Light Tank looks away from the near edge at Ben's Missile Tank, far off.
LYING = {"Light Tank a": ("5", 500.0, 200.0, -150.0), "Missile Tank": ("7", 500.0, 560.0, -90.0)}
BETWEEN, BEHIND, BEYOND = die("gev", None, 520, 380), die("gev", None, 500, 60), die("gev", None, 500, 850)


def unread(position: Position, *dice: SeenDie) -> tuple[UnreadDie, ...]:
    """What cannot be identified where these dice are seen besides the pieces."""
    return unread_dice(position, [*seen_of(position), *dice], {})


def test_an_unread_die_is_one_that_is_no_piece_where_it_lies(laid: Laid) -> None:
    position = laid(LYING)
    assert unread(position) == ()
    assert [found.pose for found in unread(position, BETWEEN)] == [BETWEEN.pose]
    in_place = [replace(one, name=None) for one in seen_of(position)]
    assert unread_dice(position, in_place, {}) == (), "pieces that lie as they lay are known"
    assert unread(position, die("gev", "5", 520, 380)) == ()


@pytest.mark.parametrize(("seen", "matters"), [(BETWEEN, True), (BEHIND, False), (BEYOND, False)])
def test_a_short_range_shot_is_unsettled_by_an_unread_die_that_may_be_closer(
    laid: Laid, seen: SeenDie, matters: bool
) -> None:
    position = laid(LYING)
    ruling = unread_in_the_way(position, "Light Tank a", 0, unread(position, seen))
    assert (ruling is not None) is matters
    if ruling is not None:
        assert ruling.verdict is Verdict.ASK
        assert ruling.text == "A die on the table cannot be read, and may be what Light Tank a has to hit."


def test_a_long_range_shot_hangs_on_no_unread_die(laid: Laid) -> None:
    position = laid(LYING | {"Heavy Tank": ("8", 500.0, 200.0, 90.0)})
    assert unread_in_the_way(position, "Heavy Tank", 0, unread(position, BETWEEN)) is None


def test_what_the_players_have_decided_is_settled(laid: Laid) -> None:
    position = laid(LYING)
    shot = Shoot(by="Light Tank a", effect=0, target="Missile Tank")
    assert unsettled_shot(position, shot, unread(position, BETWEEN)) is not None
    assert unsettled_shot(position, replace(shot, settled=True), unread(position, BETWEEN)) is None
    assert unsettled_shot(position, shot, ()) is None


def test_an_unread_die_is_drawn_with_an_outline_and_a_question_mark(laid: Laid) -> None:
    position = laid(LYING)
    view = plan_view(position.table.outline_mm, width_px=600)
    scene = unread_scene(unread(position, BETWEEN), view)
    (outline,) = scene.of(MarkKind.UNREAD_OUTLINE)
    (stamp,) = scene.stamps
    assert stamp.word == "?"
    assert np.allclose(np.mean(outline.points_px, axis=0), stamp.at_px, atol=0.1)


def test_a_shot_that_an_unread_die_unsettles_is_put_to_the_players(tmp_path: Path) -> None:
    """By the film's match in its middle: Ben's G.E.V. may shoot, and an unread die is seen before it."""
    film = script_from(script(), "film")
    opening = {key: value for key, value in script().items() if key != "steps"}
    with Match.begin(tmp_path / "match.diceland", decode_match_opening(opening)) as match:
        for step in film.steps[:13]:
            assert isinstance(step, BaseAction)
            assert match.do(step, source="test").ok
        presenter = MatchPresenter(match)
        in_play = match.position.in_play
        seen = [SeenDie(FaceName(piece.die.id, piece.showing.key), piece.placed) for piece in in_play]
        beside = replace(match.position.piece("G.E.V. b").placed, x_mm=345.0, y_mm=225.0)
        presenter.reconciler.unread = unread_dice(match.position, [*seen, SeenDie(None, beside)], {})
        scene = presenter.view.scene(plan_view(match.position.table.outline_mm, width_px=600))
        assert "?" in {stamp.word for stamp in scene.stamps}
        assert not presenter.acts.do(Shoot(by="G.E.V. b", effect=0, target="Infantry a"), source="keyboard")
        assert isinstance(presenter.mode, Settling)
        assert "cannot be read" in presenter.prompt.sentence
        assert match.position.piece("Infantry a").in_play
        assert presenter.press("1")
        assert not match.position.piece("Infantry a").in_play
