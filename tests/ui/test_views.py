"""Views of the table: what they show where, and that they answer for the way back."""

from __future__ import annotations

import numpy as np
import pytest

from companion.camera import Pinhole
from companion.opencv import cv2
from companion.session.overlay.views import PictureView, PlanView, TopView, View, Zoomed, plan_view, top_view

OUTLINE = ((0.0, 0.0), (1000.0, 0.0), (1000.0, 620.0), (0.0, 620.0))
PLACES = np.array([[20.0, 30.0], [500, 310], [980, 600], [130, 555]])


@pytest.fixture(params=["picture", "top", "plan", "zoomed"])
def view(request: pytest.FixtureRequest, lens: Pinhole) -> View:
    views: dict[str, View] = {
        "picture": PictureView(lens),
        "top": top_view(lens, OUTLINE, plane_mm=41.5),
        "plan": plan_view(OUTLINE, width_px=800),
        "zoomed": Zoomed(PictureView(lens), 1.7, (-210.0, 33.0), (900, 700)),
    }
    return views[request.param]


@pytest.mark.parametrize("height_mm", [0.0, 41.5, 83.0])
def test_the_way_back_from_a_pixel_leads_to_the_place(view: View, height_mm: float) -> None:
    pixels = view.project(np.column_stack([PLACES, np.full(4, height_mm)]))
    assert view.locate(pixels, height_mm=height_mm) == pytest.approx(PLACES, abs=0.01)


def test_the_top_view_is_true_to_scale_in_its_plane(lens: Pinhole) -> None:
    view = top_view(lens, OUTLINE, plane_mm=41.5)
    pixels = view.project(np.column_stack([PLACES, np.full(4, 41.5)]))
    for one, other in ((0, 1), (0, 2), (1, 3)):
        apart_px = np.linalg.norm(pixels[one] - pixels[other])
        apart_mm = np.linalg.norm(PLACES[one] - PLACES[other])
        assert apart_px / apart_mm == pytest.approx(view.sheet.px_per_mm, rel=1e-4)


def test_the_top_view_shows_low_things_where_the_camera_saw_them_against_its_plane(lens: Pinhole) -> None:
    view = top_view(lens, OUTLINE, plane_mm=41.5)
    far = np.array([[500.0, 600.0, 41.5], [500.0, 600.0, 0.0]])
    high, low = view.project(far)
    assert low[1] - high[1] > 5  # lower on the sheet: nearer to the camera's foot


def test_the_rectified_picture_shows_a_spot_where_the_view_says(lens: Pinhole) -> None:
    view = top_view(lens, OUTLINE, plane_mm=41.5, width_px=900)
    picture = np.zeros((720, 1280, 3), np.uint8)
    spots = np.column_stack([PLACES, np.full(4, 41.5)])
    for x, y in lens.project(spots):
        cv2.circle(picture, (round(x * 16), round(y * 16)), 5 * 16, (255, 255, 255), -1, cv2.LINE_AA, 4)
    shown = view.rectified(picture)[:, :, 0]
    places = view.project(spots)
    assert places.shape == (4, 2)
    for place in places:
        rows, columns = np.indices(shown.shape)
        near = (np.hypot(columns - place[0], rows - place[1]) < 15) * shown.astype(float)
        centre = np.array([(columns * near).sum(), (rows * near).sum()]) / near.sum()
        assert centre == pytest.approx(place, abs=0.3)


def test_the_rectified_picture_has_the_views_size_and_leaves_the_picture_alone(lens: Pinhole) -> None:
    view = top_view(lens, OUTLINE, plane_mm=41.5, width_px=501)
    picture = np.full((720, 1280, 3), 90, np.uint8)
    assert view.rectified(picture).shape[1::-1] == view.size_wh
    assert (picture == 90).all()


def test_a_sheet_holds_the_table_with_its_margin_the_right_way_up() -> None:
    sheet = plan_view(OUTLINE, width_px=1120, margin_mm=60)
    assert sheet == PlanView(-60, 680, 1.0, (1120, 740))
    corners = sheet.project([[0, 0, 0], [1000, 620, 0]])
    assert corners == pytest.approx(np.array([[59.5, 679.5], [1059.5, 59.5]]))


def test_a_zoomed_view_keeps_the_corner_of_a_pixel_a_corner(lens: Pinhole) -> None:
    zoomed = Zoomed(PictureView(lens), 3.0, (0.0, 0.0), (300, 300))
    corner = PictureView(lens).locate([[-0.5, -0.5]], height_mm=0.0)
    assert zoomed.project([[*corner[0], 0.0]]) == pytest.approx(np.array([[-0.5, -0.5]]), abs=1e-3)


def test_a_top_view_is_a_view_of_its_sheet(lens: Pinhole) -> None:
    view = top_view(lens, OUTLINE, plane_mm=0.0, width_px=640)
    assert isinstance(view, TopView)
    assert view.size_wh == view.sheet.size_wh
