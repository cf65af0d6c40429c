"""What is drawn over the table in each mode, without a window."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.catalogue import Effect, EffectKind
from companion.codec.script import script_from
from companion.rules import Position
from companion.rules.position import Influence
from companion.session import clearance, layout_in
from companion.session.overlay import MarkKind, Scene
from companion.session.overlay.views import plan_view
from companion.session.play.modes import Aiming, Browsing, Clicks, Commanding, Mode, PlacedPose, Rolling, Throwing
from companion.session.play.prompts import describe_die
from companion.session.play.scenes import compose_match_scene, way_scene
from tests.ui.match.conftest import die, gun

VIEW = plan_view([(0, 0), (1200, 0), (1200, 900), (0, 900)], width_px=1320)


@pytest.fixture
def position() -> Position:
    """Anna's tank before Ben's Command Post, with a scout of his beside it; an Ogre of Anna's on the left."""
    row: dict[str, Any] = {"face": "8", "heading_deg": 90}
    opening = {
        "format": 1,
        "profile": "ogre",
        "players": [{"id": "Anna", "edge": "near"}, {"id": "Ben", "edge": "far"}],
        "dice": [die("Tank", gun(8)), die("Scout"), die("Ogre", gun(9), classes=["Ogre"], edge_mm=101.6)],
        "pieces": [
            row | {"id": "Tank", "die": "t/tank", "owner": "Anna", "centre_mm": [600, 300]},
            row | {"id": "Scout", "die": "t/scout", "owner": "Ben", "centre_mm": [750, 500]},
            row | {"id": "Ogre", "die": "t/ogre", "owner": "Anna", "centre_mm": [200, 400]},
        ],
        "ogres": [{"piece": "Ogre", "mark": "III", "card": {"treads": 20}}],
        "command_posts": [{"id": "Post", "owner": "Ben", "centre_mm": [600, 870], "size_mm": [120, 60], "armour": 46}],
        "steps": [],
    }
    return script_from(opening, "scenes").start


def _scene(position: Position, mode: Mode) -> Scene:
    return compose_match_scene(layout_in(position), position, mode, VIEW)


def test_og_cp_04_a_command_post_is_ringed_as_a_target_and_named_with_its_armour(position: Position) -> None:
    scene = _scene(position, Aiming("Tank", 0, "Post"))
    assert {mark.piece for mark in scene.of(MarkKind.LEGAL_RING)} == {"Post", "Scout"}
    assert scene.tag("Post").aside == "46 Armor"
    (line,) = scene.of(MarkKind.CLOSEST_SPAN)
    assert line.piece == "Post"


def test_og_ogre_10_an_ogre_s_words_name_the_dots_that_still_work(position: Position) -> None:
    dots = position.cards["Ogre"].live_dots
    assert 0 < len(dots) < 3
    assert scene_words(_scene(position, Browsing()), "Ogre") == f"moves {' '.join(map(str, dots))}"


def test_dw_freeze_01_a_die_that_is_frozen_is_seen_to_be_at_a_glance(position: Position) -> None:
    (scout,) = [piece for piece in position.in_play if piece.id == "Scout"]
    ice = Effect(EffectKind.FREEZE, corners=(0, 1, 2), continuous=True)
    frozen = replace(position, influences=(Influence("Tank", ice, scout.id),))
    assert scene_words(_scene(position, Browsing()), "Scout") == ""
    assert scene_words(_scene(frozen, Browsing()), "Scout") == "frozen"
    assert describe_die(frozen, scout).endswith("frozen.")


def scene_words(scene: Scene, piece: str) -> str:
    return " ".join(scene.tag(piece).details)


def test_every_roll_has_a_ghost_with_its_key_side_and_clearance(position: Position) -> None:
    scene = _scene(position, Rolling("Tank"))
    assert len(scene.of(MarkKind.GHOST, "Tank")) == 3
    assert sorted(stamp.word for stamp in scene.stamps) == ["0", "1", "2"]
    ghosts = [tag for tag in scene.tags if tag.title.startswith("side ")]
    assert len(ghosts) == 3
    assert all("clear of" in " ".join(tag.details) for tag in ghosts)


def test_the_clearance_is_to_the_nearest_die_or_to_the_edge(position: Position) -> None:
    assert {clearance(position, "Tank", corner).to for corner in (0, 1, 2)} <= {"Scout", "Ogre", None}
    assert all(clearance(position, "Tank", corner).room_mm.value > 0 for corner in (0, 1, 2))


def test_a_command_numbers_the_dice_before_it_is_given(position: Position) -> None:
    assert [(stamp.piece, stamp.word) for stamp in _scene(position, Commanding("Post")).stamps] == [("Scout", "1")]


def test_a_throw_shows_the_die_where_it_is_put_and_while_it_is_carried_only_its_words(position: Position) -> None:
    thrown = Throwing("Tank", PlacedPose("7", (400.0, 700.0), 30.0))
    carried = _scene(position, thrown)
    assert [tag.piece for tag in carried.tags] == ["Tank"]
    down = Throwing(
        "Tank", PlacedPose("7", (400.0, 700.0), 30.0), down=True, knocked_off=("Scout",), clicks=Clicks.KNOCKED
    )
    scene = _scene(position, down)
    assert {tag.piece for tag in scene.tags} == {"Tank", "Scout", "Ogre", "Post"}
    assert [(stamp.piece, stamp.word) for stamp in scene.stamps] == [("Scout", "off")]


def test_a_way_leads_from_how_a_die_lies_to_how_it_shall(position: Position) -> None:
    before, after = position.piece("Tank").placed, position.piece("Scout").placed
    scene = way_scene("Tank", before, after, VIEW)
    (way,) = scene.of(MarkKind.WAY)
    assert way.points_px[0] == pytest.approx(VIEW.project([[*before.centre_mm, before.top_mm]])[0])
    assert way.points_px[-1] == pytest.approx(VIEW.project([[*after.centre_mm, after.top_mm]])[0])
    assert not way_scene("Tank", before, None, VIEW).of(MarkKind.WAY)


def test_enlarged_stamps_stay_on_their_dice(position: Position) -> None:
    scene = _scene(position, Rolling("Tank"))
    large = scene.zoomed(3.0, (10.0, 20.0), (400, 300))
    assert scene.stamps
    for small, big in zip(scene.stamps, large.stamps, strict=True):
        assert big.at_px[0] == pytest.approx((small.at_px[0] + 0.5) * 3 + 9.5)
        assert big.at_px[1] == pytest.approx((small.at_px[1] + 0.5) * 3 + 19.5)
