"""The painted overlay, pixel by pixel, without a window."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPainter

from companion.arrays import Image
from companion.camera import Pinhole
from companion.session import Layout, TargetSurvey
from companion.session.badges import BADGES, NO_BADGE
from companion.session.overlay import LabelBox, MarkKind, Scene, Stamp, Tag, Tone, compose_scene
from companion.session.overlay.views import PictureView
from companion.ui.badges import paint_badge
from companion.ui.overlay import TONES, Chip, Type, paint_image, paint_scene, set_chips
from companion.ui.painting import bgr_picture, qimage_of
from companion.ui.themes import ASH

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


class Typist(QPainter):
    """Paints, and keeps what it wrote where and in which colour, and where it drew lines."""

    def __init__(self, picture: QImage) -> None:
        super().__init__(picture)
        self.written: list[tuple[str, float, float, str]] = []
        self.lines: list[tuple[float, float, float, float]] = []

    def drawText(self, at: Any, *more: Any) -> None:  # type: ignore[override]  # noqa: N802
        """Write, with the words last."""
        middle = at if isinstance(at, QPointF) else at.center()
        if more[-1]:
            self.written.append((more[-1], middle.x(), middle.y(), self.pen().color().name()))
        super().drawText(at, *more)

    def drawLine(self, *ends: Any) -> None:  # noqa: N802
        """A line from one point to another."""
        self.lines.append((ends[0].x(), ends[0].y(), ends[1].x(), ends[1].y()))
        super().drawLine(*ends)


@pytest.fixture
def typist(picture: QImage) -> Iterator[Typist]:
    painter = Typist(picture)
    yield painter
    painter.end()


def test_every_word_of_a_tag_stands_in_its_chip_in_the_colour_of_its_tone(scene: Scene, typist: Typist) -> None:
    paint_scene(typist, scene, point_px=1.0)
    chips = set_chips(scene, point_px=1.0)
    wanted = []
    for chip, box in chips:
        title, details, _ = TONES[chip.tag.tone]
        words = [(chip.tag.title, title), *([(chip.tag.aside, ASH)] if chip.tag.aside else [])]
        words += [(line, details) for line in chip.tag.details]
        found, typist.written = typist.written[: len(words)], typist.written[len(words) :]
        assert [(line, colour) for line, _, _, colour in found] == words
        assert all(box.left <= x < box.left + box.width for _, x, _, _ in found)
        assert all(box.top < y < box.top + box.height for _, _, y, _ in found)
        assert [y for _, _, y, _ in found] == sorted(y for _, _, y, _ in found)
        wanted += words
    assert len(wanted) > len(chips) > 0
    assert typist.written == []


def test_a_chip_that_stands_apart_is_led_to_what_it_names(typist: Typist, monkeypatch: pytest.MonkeyPatch) -> None:
    tag = Tag("Tank", (300.0, 300.0), (300.0, 300.0), 30.0, "Tank a", (), Tone.LEGAL)
    chip = Chip(tag, Type.of_size(1.0))
    apart, beside = LabelBox(500.0, 290.0, 60.0, 20.0), LabelBox(326.0, 290.0, 60.0, 20.0)
    monkeypatch.setattr("companion.ui.overlay.set_chips", lambda *_, **__: [(chip, apart), (chip, beside)])
    paint_scene(typist, Scene((1280, 720), (), (tag,)), point_px=1.0)
    rim = 300 + 0.78 * 30
    assert np.array(typist.lines) == pytest.approx(np.array([(500.0, 300.0, rim, 300.0)] * 2))


def test_stamps_bear_their_word_in_the_middle(typist: Typist, scene: Scene) -> None:
    stamped = replace(scene, stamps=(Stamp("a cup", (640.0, 360.0), "?", Tone.UNSURE),))
    paint_scene(typist, stamped, point_px=1.0)
    assert typist.written[-1] == ("?", 640.0, 360.0, TONES[Tone.UNSURE][0])


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
