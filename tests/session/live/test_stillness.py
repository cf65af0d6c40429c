"""What stirs on a table, what reaches in over its rim, and what does neither: light, noise, things left lying there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from companion.arrays import Image
from companion.camera import Camera, Pinhole, Quality, TablePhotograph, TableShape, TableTop
from companion.opencv import cv2
from companion.session.live.motion_detection import MotionDetector, Movement
from companion.session.live.tuning import LEFT_THERE_S, STILL_S

SIZE_WH = (480, 300)
FRAME_S = 0.1
Thing = tuple[int, int, int, int]
Things = tuple[Thing, ...]
#: What is reported of every frame of a second in which it does not happen.
NEVER = [False] * round(1 / FRAME_S)


@pytest.fixture
def camera() -> Camera:
    """Straight above a table of 800 x 500 mm, a pixel to two millimetres, with some floor beside it."""
    matrix = np.array([[500.0, 0, 239.5], [0, 500.0, 149.5], [0, 0, 1]])
    turn = np.diag([1.0, -1.0, -1.0])
    lens = Pinhole(matrix, np.zeros(5), turn, -turn @ np.array([400.0, 250.0, 1000.0]), SIZE_WH)
    return Camera(lens, TableTop(TableShape.RECT, (800.0, 500.0)), (), Quality(0.1, 0.1, 0, 0, 0.001), {})


@pytest.fixture
def stillness(camera: Camera) -> MotionDetector:
    return MotionDetector(camera, (50.8,))


class Film:
    """Frames of a grainy table, on which things lie as rectangles (x, y, width, height in half pixels) of some grey."""

    def __init__(self, stillness: MotionDetector) -> None:
        self._stillness, self._rng, self.at_s = stillness, np.random.default_rng(5), 0.0
        self._table = self._rng.normal(110, 6, (SIZE_WH[1], SIZE_WH[0], 1)) * np.ones(3)
        self._table[0:30, 0:30] = 230

    def shown(self, seconds: float, *things: Thing, light: float = 1.0, shades: Things = ()) -> list[Movement]:
        """The movements of each frame for so long; the table at rest is saved as the watch does."""
        return list(self._frames(seconds, things, light, shades))

    def bare(self) -> Image:
        """The table with nothing on it."""
        return self._picture((), 1.0, ())

    def _frames(self, seconds: float, things: Things, light: float, shades: Things) -> Iterator[Movement]:
        for _ in range(round(seconds / FRAME_S)):
            self.at_s += FRAME_S
            movement = self._stillness.observe(self._picture(things, light, shades), self.at_s)
            if not (movement.dark or movement.stirs or movement.reaches):
                self._stillness.keep()
            yield movement

    def _picture(self, things: Things, light: float, shades: Things) -> Image:
        picture = self._table.copy()
        for x, y, wide, tall in shades:
            picture[y // 2 : (y + tall) // 2, x // 2 : (x + wide) // 2] *= 0.5
        for x, y, wide, tall in things:
            cv2.rectangle(picture, (x // 2, y // 2), ((x + wide) // 2, (y + tall) // 2), (200.0, 180.0, 170.0), -1)
        picture = picture * light + self._rng.normal(0, 1.5, picture.shape)
        return np.clip(picture, 0, 255).astype(np.uint8)


@pytest.fixture
def film(stillness: MotionDetector) -> Film:
    return Film(stillness)


DIE = (450, 280, 50, 50)
ARM = (430, 300, 90, 300)


def test_a_table_comes_to_rest_when_nothing_has_stirred_for_a_while(film: Film) -> None:
    reported = film.shown(1.0)
    rest = next(number for number, movement in enumerate(reported) if not movement.stirs)
    assert rest * FRAME_S == pytest.approx(STILL_S, abs=FRAME_S)
    assert not any(movement.stirs for movement in reported[rest:])


def test_a_die_that_lands_stirs_the_table_and_is_no_hand(film: Film) -> None:
    film.shown(1.0)
    reported = film.shown(1.0, DIE)
    assert reported[0].stirs
    assert not reported[-1].stirs
    assert not any(movement.reaches for movement in reported)


def test_a_die_over_the_rim_is_no_hand(film: Film) -> None:
    film.shown(1.0)
    assert [movement.reaches for movement in film.shown(1.0, (450, 450, 50, 50))] == NEVER


def test_a_die_rolled_at_the_rim_with_a_long_shade_is_no_hand(film: Film) -> None:
    film.shown(1.0, (430, 420, 50, 50), (470, 430, 60, 70))
    rolled = film.shown(1.0, (450, 480, 60, 50), (500, 490, 60, 75))
    assert rolled[0].stirs
    assert [movement.reaches for movement in rolled] == NEVER


def test_an_arm_reaches_in_moving_or_still(film: Film) -> None:
    film.shown(1.0)
    assert all(movement.reaches for movement in film.shown(2.0, ARM))
    assert not film.shown(0.2)[0].reaches


def test_a_book_left_at_the_rim_is_taken_for_part_of_the_table_after_a_while(film: Film) -> None:
    film.shown(1.0)
    reported = film.shown(LEFT_THERE_S + 1, ARM)
    assert not reported[-1].reaches
    assert sum(movement.reaches for movement in reported) * FRAME_S == pytest.approx(LEFT_THERE_S, abs=0.2)
    taken_away = film.shown(1.0)
    assert not any(movement.reaches for movement in taken_away)  # the table is known from before


def test_a_book_left_at_the_rim_holds_nothing_up_where_play_goes_on_beside_it(film: Film) -> None:
    film.shown(1.0)
    book = (430, 400, 90, 215)
    reported = [film.shown(1.2, book, (150 + 60 * act, 120, 50, 50)) for act in range(8)]
    assert all(movement.reaches for movement in reported[0])
    assert not reported[-1][-1].reaches
    assert all(movement.reaches for movement in film.shown(1.0, book, (200, 300, 90, 300)))


def test_something_large_in_the_middle_is_no_hand(film: Film) -> None:
    film.shown(1.0)
    assert [movement.reaches for movement in film.shown(1.0, (350, 200, 250, 150))] == NEVER


def test_people_beside_the_table_stir_nothing(film: Film) -> None:
    film.shown(1.0)
    shown = film.shown(1.0, (0, 100, 15, 400))
    assert [movement.stirs or movement.reaches for movement in shown] == NEVER


@pytest.mark.parametrize("light", [0.8, 0.9, 1.1, 1.2])
def test_a_cloud_before_the_window_stirs_nothing(film: Film, light: float) -> None:
    film.shown(1.0)
    assert [movement.stirs or movement.reaches for movement in film.shown(1.0, light=light)] == NEVER


def test_a_die_pushed_very_slowly_stirs_the_table(film: Film) -> None:
    film.shown(1.0, DIE)
    reported = [film.shown(FRAME_S, (DIE[0] + step, *DIE[1:]))[0] for step in range(12)]
    assert any(movement.stirs for movement in reported)


def test_when_the_light_goes_out_it_is_dark_and_nothing_else(film: Film) -> None:
    film.shown(1.0)
    assert set(film.shown(0.5, light=0.1)) == {Movement(dark=True)}
    back = film.shown(1.0)
    assert back[0].stirs
    assert not back[-1].stirs


@pytest.mark.parametrize("shape", list(TableShape))
def test_tables_of_every_shape_are_looked_at(camera: Camera, shape: TableShape) -> None:
    waist = ((0, 0), (800, 0), (800, 200), (420, 230), (800, 260), (800, 500), (0, 500), (0, 260), (380, 230), (0, 200))
    table = TableTop(shape, (800.0, 500.0), tuple((float(x), float(y)) for x, y in waist))
    film = Film(MotionDetector(Camera(camera.lens, table, (), camera.quality, {}), (50.8, 101.6)))
    assert not film.shown(1.0)[-1].stirs
    assert film.shown(0.1, (200, 120, 60, 60))[0].stirs


def test_a_hand_tells_over_which_edge_it_came(film: Film) -> None:
    film.shown(1.0)
    movements = film.shown(0.3, ARM)
    hands = [one for movement in movements for one in movement.entrances if not one.in_flight]
    assert hands
    assert all(one.at_mm[1] < 20 for one in hands), "the arm reaches in from the near edge"


def test_of_a_die_in_flight_the_nearness_to_the_rim_tells_how_much_it_says(film: Film) -> None:
    film.shown(1.0)
    near = [one for movement in film.shown(0.1, (450, 450, 50, 50)) for one in movement.entrances]
    far = [one for movement in film.shown(0.1, DIE) for one in movement.entrances]
    assert near
    assert far
    assert all(one.in_flight for one in (*near, *far))
    assert max(one.weight for one in near) > max(one.weight for one in far) > 0


def test_what_changes_all_over_comes_from_nowhere(film: Film) -> None:
    film.shown(1.0)
    many = [(x, y, 40, 40) for x in range(100, 860, 180) for y in range(60, 560, 180)]
    assert [movement.entrances for movement in film.shown(0.3, *many)] == [()] * 3


def test_the_long_shade_of_a_die_at_the_rim_is_no_hand_nor_is_its_leaving(film: Film) -> None:
    film.shown(1.0)
    shade = (10, 255, 95, 100)
    assert [movement.reaches for movement in film.shown(1.0, (95, 280, 50, 50), shades=(shade,))] == NEVER
    rolled = (10, 305, 95, 100)
    assert [movement.reaches for movement in film.shown(1.0, (95, 330, 50, 50), shades=(rolled,))] == NEVER
    assert any(movement.reaches for movement in film.shown(1.0, (10, 330, 200, 90)))


@pytest.mark.parametrize("known", [True, False])
def test_the_bare_table_is_no_hand_where_its_picture_is_known(camera: Camera, film: Film, *, known: bool) -> None:
    empty = TablePhotograph.of(camera.lens, film.bare())
    film = Film(MotionDetector(replace(camera, empty=empty if known else None), (50.8,)))
    film.shown(1.0, (95, 280, 50, 50), shades=((10, 255, 95, 100),))  # since before the first rest that is kept
    assert any(movement.reaches for movement in film.shown(1.0)) != known
    assert any(movement.reaches for movement in film.shown(1.0, ARM))
