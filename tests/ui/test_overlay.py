"""What the overlay draws where: the scene, held against the poses and the camera."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from shapely import Point, Polygon

from companion.camera import Pinhole
from companion.catalogue import Die
from companion.geometry import Gap, Measurement, measure_gap, top_outline
from companion.rules import Why
from companion.session import Layout, SurveyedPiece, TargetStanding, TargetSurvey, survey_targets
from companion.session.badges import BADGES, NO_BADGE
from companion.session.inspection import position_of
from companion.session.match_setup import MOST_PLAYERS
from companion.session.overlay import MarkKind, Scene, Tone, compose_scene, owner_badge
from companion.session.overlay.compose import piece_words
from companion.session.overlay.views import PictureView, View, Zoomed, plan_view, top_view

_GAP = Gap(Measurement(100.0, 0.4), ((0, 0), (100, 0)))
OUTLINE = ((0.0, 0.0), (1000.0, 0.0), (1000.0, 620.0), (0.0, 620.0))


@pytest.fixture
def view(lens: Pinhole) -> PictureView:
    return PictureView(lens)


@pytest.fixture
def scene(layout: Layout, seen: TargetSurvey, view: PictureView) -> Scene:
    return compose_scene(layout, seen, view)


def _top_px(layout: Layout, piece: str, view: View) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    pose = layout.piece(piece).pose
    return view.project(np.column_stack([pose.top_corners_mm(), np.full(3, pose.top_mm)]))


def _shade(scene: Scene) -> Polygon:
    (mark,) = scene.of(MarkKind.SHADE)
    return Polygon(mark.points_px)


def test_every_die_is_outlined_where_the_camera_sees_its_top_face(
    scene: Scene, layout: Layout, view: PictureView
) -> None:
    parts = {MarkKind.OUTLINE, MarkKind.CHOSEN_OUTLINE, MarkKind.UNREAD_OUTLINE, MarkKind.UNSETTLED_OUTLINE}
    outlines = {mark.piece: mark for mark in scene.marks if mark.part in parts}
    assert set(outlines) == {piece.id for piece in layout.pieces}
    for piece in layout.pieces:
        assert np.array(outlines[piece.id].points_px) == pytest.approx(_top_px(layout, piece.id, view))


def test_outlines_tell_chosen_unread_and_leaning_dice_from_the_others(scene: Scene) -> None:
    assert [mark.piece for mark in scene.of(MarkKind.CHOSEN_OUTLINE)] == ["Tank a"]
    assert [mark.piece for mark in scene.of(MarkKind.UNREAD_OUTLINE)] == ["Unread die"]
    assert [mark.piece for mark in scene.of(MarkKind.UNSETTLED_OUTLINE)] == ["Truck c"]


def test_the_heading_points_at_corner_0(scene: Scene, layout: Layout, view: PictureView) -> None:
    for mark in scene.of(MarkKind.HEADING):
        assert mark.piece is not None
        assert mark.points_px[-1] == pytest.approx(_top_px(layout, mark.piece, view)[0])
    assert not scene.of(MarkKind.HEADING, "Unread die")


def test_owners_differ_by_colour_and_by_shape(scene: Scene, layout: Layout) -> None:
    ours, theirs = owner_badge(layout, "A"), owner_badge(layout, "B")
    assert ours.shape != theirs.shape
    assert [mark.colour for mark in scene.of(MarkKind.OUTLINE, "Giant")] == [theirs.colour]
    assert scene.tag("Truck b").badge == ours
    assert owner_badge(layout, None) == NO_BADGE


def test_og_sight_05_shade_covers_what_is_behind_the_baseline_and_nothing_before_it(
    scene: Scene, layout: Layout, view: PictureView
) -> None:
    shade = _shade(scene)
    for piece, dark in (("Truck a", True), ("Unread die", True), ("Tank b", False), ("Giant", False)):
        corners = _top_px(layout, piece, view)
        assert [shade.contains(Point(corner)) for corner in corners] == [dark] * 3, piece


def test_shade_ends_at_the_rim_of_the_table_as_it_is_seen(scene: Scene, view: PictureView) -> None:
    rim = np.column_stack([Polygon(OUTLINE).segmentize(5).exterior.coords, np.zeros(649)])
    assert Polygon(view.project(rim)).buffer(0.5).contains(_shade(scene))


def test_the_baseline_runs_through_the_edge_opposite_the_arrow(scene: Scene, layout: Layout, view: PictureView) -> None:
    (baseline,) = scene.of(MarkKind.BASELINE)
    line = Polygon([*baseline.points_px, *reversed(baseline.points_px)]).boundary
    _, one, other = _top_px(layout, "Tank a", view)
    assert line.distance(Point(one)) < 0.05
    assert line.distance(Point(other)) < 0.05


def test_a_lens_that_bends_lines_bends_the_baseline_too(scene: Scene) -> None:
    (baseline,) = scene.of(MarkKind.BASELINE)
    points = np.array(baseline.points_px)
    along = (points[-1] - points[0]) / np.linalg.norm(points[-1] - points[0])
    off = (points - points[0]) @ np.array([-along[1], along[0]])
    assert np.abs(off).max() > 1.0


def test_og_range_05_the_line_joins_the_closest_points_and_says_how_long_it_is(
    scene: Scene, layout: Layout, view: PictureView
) -> None:
    one, other = layout.piece("Tank a").pose, layout.piece("Tank b").pose
    apart = measure_gap(top_outline(one), top_outline(other), 0.2, 0.2)
    (line,) = scene.of(MarkKind.CLOSEST_SPAN)
    ends = view.project([[*apart.between[0], one.top_mm], [*apart.between[1], other.top_mm]])
    assert line.points_px[0] == pytest.approx(ends[0])
    assert line.points_px[-1] == pytest.approx(ends[1])
    (measure,) = [tag for tag in scene.tags if tag.along]
    assert measure.title == str(apart.distance)
    assert "±" in measure.title


def test_legal_targets_are_ringed_and_the_others_greyed_with_a_reason(scene: Scene, seen: TargetSurvey) -> None:
    assert {mark.piece for mark in scene.of(MarkKind.LEGAL_RING)} == {"Tank b"}
    excluded = {candidate.piece for candidate in seen.standing(TargetStanding.EXCLUDED)}
    assert excluded == {"Truck b", "Giant", "Truck a"}
    assert {mark.piece for mark in scene.of(MarkKind.FADED)} == excluded
    assert scene.tag("Truck b").details == ("own side",)
    assert scene.tag("Giant").details[0].startswith("not the closest, ")
    assert scene.tag("Truck a").details[0].endswith(" mm behind the baseline")


def test_the_ring_goes_round_the_top_face(scene: Scene, layout: Layout, view: PictureView) -> None:
    (ring,) = scene.of(MarkKind.LEGAL_RING)
    assert Polygon(ring.points_px).contains(Polygon(_top_px(layout, "Tank b", view)))


def test_tags_say_name_side_and_heading(scene: Scene) -> None:
    tag = scene.tag("Tank a")
    assert (tag.title, tag.aside, tag.details) == ("Tank a", "side 8  80°", ("Gun, short range",))
    assert scene.tag("Giant").aside == "side 8  −100°"


def test_an_unknown_face_and_an_unusual_pose_are_reported(scene: Scene) -> None:
    assert scene.tag("Unread die").title == "? Unread die"
    assert scene.tag("Unread die").details == ("side cannot be read",)
    assert scene.tag("Truck c").details == ("leaning, not flat",)


def test_amb_02_too_close_to_call_draws_both_lines_and_both_numbers(
    layout: Layout, dice: dict[str, Die], view: PictureView
) -> None:
    pieces = [replace(piece, sigma_mm=80.0) if piece.owner == "B" else piece for piece in layout.pieces]
    pieces = [piece for piece in pieces if piece.id != "Truck a"]
    unsure = survey_targets(position_of(replace(layout, pieces=tuple(pieces)), dice), "Tank a", 0)
    names = {candidate.piece for candidate in unsure.standing(TargetStanding.UNSURE)}
    assert names == {"Tank b", "Giant"}
    scene = compose_scene(layout, unsure, view)
    assert {mark.piece for mark in scene.of(MarkKind.UNSURE_SPAN)} == names
    assert {mark.piece for mark in scene.of(MarkKind.UNSURE_RING)} == names
    assert {tag.piece for tag in scene.tags if tag.along} == names
    assert {scene.tag(name).tone for name in names} == {Tone.UNSURE}


def test_two_arrows_shade_a_wedge_and_draw_both_of_its_sides(
    layout: Layout, dice: dict[str, Die], view: PictureView
) -> None:
    tank = layout.piece("Tank a")
    assert tank.name is not None
    turned = replace(tank, name=replace(tank.name, face="7"))
    pieces = tuple(turned if piece is tank else piece for piece in layout.pieces)
    wide = replace(layout, pieces=pieces)
    scene = compose_scene(wide, survey_targets(position_of(wide, dice), "Tank a", 0), view)
    assert len(scene.of(MarkKind.BASELINE)) == 2
    apex = _top_px(layout, "Tank a", view)[2]
    assert all(min(np.hypot(*(np.array(m.points_px) - apex).T)) < 0.05 for m in scene.of(MarkKind.BASELINE))


def test_without_a_weapon_only_the_dice_are_drawn(layout: Layout, view: PictureView) -> None:
    scene = compose_scene(layout, None, view, chosen="Truck b")
    assert {mark.part for mark in scene.marks} == {
        MarkKind.OUTLINE,
        MarkKind.CHOSEN_OUTLINE,
        MarkKind.UNREAD_OUTLINE,
        MarkKind.UNSETTLED_OUTLINE,
        MarkKind.HEADING,
    }
    assert {tag.tone for tag in scene.tags} == {Tone.CHOSEN, Tone.PLAIN}


def test_the_same_is_drawn_in_every_view(layout: Layout, seen: TargetSurvey, lens: Pinhole) -> None:
    views: list[View] = [PictureView(lens), top_view(lens, OUTLINE, plane_mm=41.5), plan_view(OUTLINE, width_px=900)]
    meanings = [[(mark.part, mark.piece) for mark in compose_scene(layout, seen, view).marks] for view in views]
    assert meanings[0] == meanings[1] == meanings[2]


def test_on_the_drawn_table_shade_is_bounded_by_the_table_itself(layout: Layout, seen: TargetSurvey) -> None:
    view = plan_view(OUTLINE, width_px=1120)
    left, top, right, bottom = _shade(compose_scene(layout, seen, view)).bounds
    assert (left, right, bottom) == pytest.approx((59.5, 1059.5, 679.5))
    assert top > 59.5


def test_marks_lie_in_the_order_of_their_meaning_and_tags_by_what_they_say(scene: Scene) -> None:
    order = list(MarkKind)
    places = [order.index(mark.part) for mark in scene.marks]
    assert places == sorted(places)
    assert scene.tags[0].piece == "Tank a"
    assert scene.tags[0].tone is Tone.CHOSEN


def test_a_die_out_of_sight_is_named_only_where_it_is_part_of_the_question(
    layout: Layout, seen: TargetSurvey, lens: Pinhole
) -> None:
    scene = compose_scene(layout, seen, PictureView(lens))
    assert scene.tags_to_show == scene.tags
    assert {tag.piece for tag in scene.zoomed(8.0, (0.0, 0.0), (1280, 720)).tags_to_show} == {"Tank a", "Tank b"}


def test_a_scene_enlarged_is_the_scene_of_the_enlarged_view(layout: Layout, seen: TargetSurvey, lens: Pinhole) -> None:
    view = PictureView(lens)
    one = compose_scene(layout, seen, view).zoomed(1.7, (-210.0, 33.0), (900, 700))
    other = compose_scene(layout, seen, Zoomed(view, 1.7, (-210.0, 33.0), (900, 700)))
    assert one.size_wh == other.size_wh
    for mark, expected in zip(one.marks, other.marks, strict=True):
        assert (mark.part, mark.piece) == (expected.part, expected.piece)
        assert np.array(mark.points_px) == pytest.approx(np.array(expected.points_px), abs=1e-6)
    for tag, wanted in zip(one.tags, other.tags, strict=True):
        assert (tag.title, tag.details) == (wanted.title, wanted.details)
        assert (*tag.from_px, tag.clear_px) == pytest.approx((*wanted.from_px, wanted.clear_px), abs=1e-6)


def test_there_is_a_shape_and_a_colour_of_its_own_for_every_player() -> None:
    """As many as sit down to a match."""
    assert len({badge.shape for badge in BADGES}) == len({badge.colour for badge in BADGES}) == MOST_PLAYERS


@pytest.mark.parametrize(
    ("candidate", "in_focus", "words"),
    [
        (SurveyedPiece("x", TargetStanding.LEGAL, _GAP), False, ("100.0 ± 0.4 mm",)),
        (SurveyedPiece("x", TargetStanding.LEGAL, _GAP), True, ()),
        (SurveyedPiece("x", TargetStanding.LEGAL, _GAP, order=2), False, ("hit 2nd, 100.0 ± 0.4 mm",)),
        (SurveyedPiece("x", TargetStanding.LEGAL, _GAP, order=4), True, ("hit 4th",)),
        (
            SurveyedPiece("x", TargetStanding.LEGAL, _GAP, contested=True),
            False,
            ("100.0 ± 0.4 mm", "top face and whole die disagree"),
        ),
        (
            SurveyedPiece("x", TargetStanding.UNSURE, _GAP, Measurement(0.3, 0.4)),
            False,
            ("too close to call: 0.3 ± 0.4 mm in front of the baseline",),
        ),
        (SurveyedPiece("x", TargetStanding.UNSURE, _GAP, Measurement(90, 0.4)), False, ("too close to call",)),
        (SurveyedPiece("x", TargetStanding.EXCLUDED, why=Why.ALLY), False, ("own side",)),
        (SurveyedPiece("x", TargetStanding.EXCLUDED, _GAP, why=Why.NOT_CLOSEST), False, ("not the closest, 100.0 mm",)),
        (
            SurveyedPiece("x", TargetStanding.EXCLUDED, _GAP, Measurement(-26.2, 0.4), Why.NOT_SEEN),
            False,
            ("26 mm behind the baseline",),
        ),
        (SurveyedPiece("x", TargetStanding.EXCLUDED, why=Why.DESTROYED, reason="destroyed"), False, ("destroyed",)),
        (None, False, ()),
    ],
)
def test_the_words_beside_a_die_are_few(
    layout: Layout, candidate: SurveyedPiece | None, in_focus: bool, words: tuple[str, ...]
) -> None:
    assert piece_words(layout.piece("Giant"), candidate, in_focus=in_focus) == words
