"""The painted overlay, pixel by pixel, without a window."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPainter

from companion.arrays import Image
from companion.camera import Pinhole
from companion.session import Layout, TargetSurvey
from companion.session.badges import BADGES, NO_BADGE
from companion.session.overlay import MarkKind, Scene, Stamp, Tone, compose_scene
from companion.session.overlay.views import PictureView
from companion.ui.badges import paint_badge
from companion.ui.overlay import paint_image
from companion.ui.overlay.painter import set_chips
from companion.ui.pictures import bgr_picture, qimage_of

GREY = 128


@pytest.fixture
def scene(qapp: QGuiApplication, layout: Layout, seen: TargetSurvey, lens: Pinhole) -> Scene:
    return compose_scene(layout, seen, PictureView(lens))


@pytest.fixture
def picture() -> QImage:
    return qimage_of(np.full((720, 1280, 3), GREY, np.uint8))


@pytest.fixture
def result(picture: QImage, scene: Scene) -> Image:
    return bgr_picture(paint_image(picture, scene, point_px=1.0))


def _clear_of_words(scene: Scene, x: float, y: float) -> bool:
    boxes = [box for _, box in set_chips(scene, point_px=1.0)]
    inside = [
        box.left - 3 <= x <= box.left + box.width + 3 and box.top - 3 <= y <= box.top + box.height + 3 for box in boxes
    ]
    return not any(inside)


def test_the_picture_itself_is_left_as_it_was(picture: QImage, scene: Scene) -> None:
    paint_image(picture, scene, point_px=1.0)
    assert (bgr_picture(picture) == GREY).all()


def test_the_result_has_the_size_of_the_picture(result: Image) -> None:
    assert result.shape == (720, 1280, 3)


def test_the_table_behind_the_baseline_is_darker_and_the_table_before_it_untouched(
    result: Image, lens: Pinhole, scene: Scene
) -> None:
    behind, before = lens.project([[800, 60, 41.5], [620, 560, 41.5]])
    assert _clear_of_words(scene, *behind)
    assert _clear_of_words(scene, *before)
    assert result[round(behind[1]), round(behind[0])].mean() < 0.75 * GREY
    assert (result[round(before[1]), round(before[0])] == GREY).all()


def test_nothing_is_painted_off_the_table_but_words_and_leaders(result: Image) -> None:
    assert (result[:6] == GREY).all()


def test_an_outline_has_the_colour_of_the_owner(result: Image, scene: Scene) -> None:
    (outline,) = scene.of(MarkKind.OUTLINE, "Giant")
    points = np.array(outline.points_px)
    middle = (points[1] + points[2]) / 2
    assert _clear_of_words(scene, *middle)
    colour = QColor(BADGES[1].colour)
    blue, green, red = result[round(middle[1]), round(middle[0])].astype(int)
    assert abs(red - colour.red()) + abs(green - colour.green()) + abs(blue - colour.blue()) < 40


def test_every_tag_finds_room_on_a_table_of_seven_dice(scene: Scene) -> None:
    assert len(set_chips(scene, point_px=1.0)) == len(scene.tags)


def test_tags_leave_room_for_stamps(scene: Scene) -> None:
    (_, taken), *_ = set_chips(scene, point_px=1.0)
    middle = taken.left + taken.width / 2, taken.top + taken.height / 2
    stamped = replace(scene, stamps=(*scene.stamps, Stamp("a cup", middle, "?", Tone.UNSURE)))
    boxes = [box for _, box in set_chips(stamped, point_px=1.0)]
    assert len(boxes) == len(scene.tags)
    assert not any(
        box.left < middle[0] < box.left + box.width and box.top < middle[1] < box.top + box.height for box in boxes
    )


def test_words_stand_on_a_dark_plate_and_are_light(result: Image, scene: Scene) -> None:
    chips = set_chips(scene, point_px=1.0)
    assert chips
    for chip, box in chips:
        area = result[
            round(box.top) + 2 : round(box.top + box.height) - 2, round(box.left) + 2 : round(box.left + box.width) - 2
        ]
        assert np.median(area) < 60, chip.tag.title
        assert area.max() > 150, chip.tag.title


def test_larger_points_make_larger_words(scene: Scene) -> None:
    small, large = (sum(box.width for _, box in set_chips(scene, point_px=size)) for size in (1.0, 1.5))
    assert large > 1.3 * small


def test_painting_twice_gives_the_same_picture(picture: QImage, scene: Scene) -> None:
    assert paint_image(picture, scene, point_px=1.0) == paint_image(picture, scene, point_px=1.0)


def test_badges_differ_without_their_colours(qapp: QGuiApplication) -> None:
    shapes = []
    for badge in (*BADGES, NO_BADGE):
        image = QImage(24, 24, QImage.Format.Format_RGB32)
        image.fill(0)
        painter = QPainter(image)
        paint_badge(painter, badge, QRectF(2, 2, 20, 20))
        painter.end()
        shapes.append((bgr_picture(image).max(axis=2) > 60).tobytes())
    assert len(set(shapes)) == len(shapes)


def test_a_picture_goes_to_qt_and_back_unchanged() -> None:
    picture = np.random.default_rng(3).integers(0, 255, (37, 53, 3), np.uint8)
    image = qimage_of(picture)
    kept = picture.copy()
    picture[:] = 0  # Qt's copy must not see this
    assert (bgr_picture(image) == kept).all()
