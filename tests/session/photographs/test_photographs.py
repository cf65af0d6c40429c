"""Pictures from the hand on their desk: read one after the other, together, or refused with a sentence."""

from __future__ import annotations

import struct
import threading
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from companion.errors import InputError
from companion.opencv import cv2
from companion.session.photographs import (
    PhotographDesk,
    PhotographState,
    PhotographStep,
    check_photograph,
    hints_for_next,
    photograph_table,
)
from companion.vision import HandheldReader
from tests.hand import FIRST, MOVED, OTHER_TABLE, SECOND, TRUTH, UPRIGHT, phone_reader, picture, spoilt

FACES = {row["die"]: row["face"] for row in TRUTH["dice"]}
PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> HandheldReader:
    return phone_reader(tmp_path_factory.mktemp("phone"))


@pytest.fixture
def desk(reader: HandheldReader) -> Iterator[PhotographDesk]:
    desk = PhotographDesk(lambda: reader)
    desk.start()
    yield desk
    desk.stop()


def taken(desk: PhotographDesk, *files: Path) -> PhotographState:
    """The state after pictures of one table."""
    for number, file in enumerate(files):
        desk.hand_in(file.read_bytes(), add=number > 0).result()
    return desk.state


def test_a_picture_is_a_table_at_rest_for_a_match(desk: PhotographDesk) -> None:
    state = taken(desk, FIRST)
    assert state.step is PhotographStep.READ
    sight = desk.latest
    assert sight is not None
    assert sight.sure
    assert {track.name.die: track.name.face for track in sight.tracks if track.name} == FACES
    assert sight.frame is not None
    assert sight.camera.lens.size_wh == sight.frame.shape[1::-1]
    assert sight.dice == desk.dice


@pytest.mark.parametrize("file", [FIRST, UPRIGHT], ids=lambda file: file.name)
def test_what_is_shown_is_cut_to_the_table_and_its_camera_sees_the_dice_there(
    reader: HandheldReader, file: Path
) -> None:
    table = photograph_table(reader, file.read_bytes(), None)
    (shown,) = table.shown
    whole, camera = table.reading.located[0].upright
    assert shown.pixels.size < whole.pixels.size
    for die in table.dice:
        corners = np.column_stack([die.top_corners_mm, np.full(3, die.pose.top_mm)])
        (x, y), (u, v) = shown.camera.lens.project(corners)[0], camera.lens.project(corners)[0]
        there = cv2.getRectSubPix(shown.pixels, (9, 9), (float(x), float(y)))
        then = cv2.getRectSubPix(whole.pixels, (9, 9), (float(u), float(v)))
        assert np.abs(there.astype(int) - then).max() <= 2


def test_a_second_picture_tells_the_same_dice_more_exactly(desk: PhotographDesk) -> None:
    alone = taken(desk, FIRST)
    both = taken(desk, FIRST, SECOND)
    assert both.rest == alone.rest + 2
    assert {track.id for track in both.tracks} == {track.id for track in alone.tracks}
    assert both.table is not None
    assert len(both.table.shown) == 2
    assert max(die.sigma_mm for die in both.table.dice) < max(track.sigma_mm for track in alone.tracks)


def test_what_was_moved_meanwhile_is_known(desk: PhotographDesk) -> None:
    state = taken(desk, FIRST, UPRIGHT, MOVED)
    assert state.table is not None
    (moved,) = state.table.reading.moved
    assert moved.between == ("picture 1", "picture 3")


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ("no marker", "no marker of the mat"),
        ("one marker", "marker"),
        ("mirrored", "mirrored"),
        ("another lens", "another lens of the phone or with its zoom"),
        ("another shape", "px"),
    ],
)
def test_a_picture_that_cannot_be_read_is_refused_and_changes_nothing(
    desk: PhotographDesk, how: str, words: str
) -> None:
    before = taken(desk, FIRST)
    for add in (True, False):
        desk.hand_in(spoilt(how), add=add).result()
        state = desk.state
        assert state.step is PhotographStep.REFUSED
        assert state.sentence.startswith("Picture ")
        assert words in state.sentence
        assert (state.table, state.rest, desk.latest) == (before.table, before.rest, desk.latest)


def test_pictures_of_different_tables_are_not_added_to_each_other(desk: PhotographDesk) -> None:
    before = taken(desk, FIRST)
    desk.hand_in(OTHER_TABLE.read_bytes(), add=True).result()
    assert "Picture 1 and picture 2 do not show one layout" in desk.state.sentence
    assert desk.state.code == "other-layout"
    assert desk.state.table is before.table
    desk.hand_in(OTHER_TABLE.read_bytes(), add=False).result()
    assert desk.state.step is PhotographStep.READ


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "is no picture"),
        (b"hello", "is no picture"),
        (b"%PDF-1.7", "PDF"),
        (b"GIF89a" + bytes(99), "is no picture"),
        (b"\0\0\0\x18ftypheic" + bytes(99), "Settings, Camera, Formats, Most Compatible"),
        (b"\0\0\0\x1cftypavif" + bytes(99), "HEIC"),
        (PNG + struct.pack(">LL", 9000, 8000), "72 megapixels; up to 50"),
        (PNG + struct.pack(">LL", 100, 8000), "only 100 x 8000 px"),
        (b"\xff\xd8\xff\xe0\0\x10" + bytes(40), "is no picture"),
        (b"\xff\xd8\xff\xc0\0\x11\x08\x20\0\x20\0", "67 megapixels"),
        (FIRST.read_bytes()[:100], "is no picture"),
    ],
)
def test_what_is_no_picture_of_a_phone_is_said_by_its_first_bytes(content: bytes, words: str) -> None:
    with pytest.raises(InputError, match=r"^picture 7") as refusal:
        check_photograph(content, "picture 7")
    assert words in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("ending", [".jpg", ".png", ".webp"])
def test_the_formats_of_phones_are_taken(ending: str) -> None:
    pixels = cv2.resize(picture(), (800, 600))
    check_photograph(bytes(cv2.imencode(ending, pixels)[1]), "picture 1")
    with pytest.raises(InputError, match="200 x 600 px"):
        check_photograph(bytes(cv2.imencode(ending, pixels[:, :200])[1]), "picture 1")


def test_a_place_that_no_die_hides_is_seen_and_one_beside_the_picture_is_not(reader: HandheldReader) -> None:
    table = photograph_table(reader, FIRST.read_bytes(), None)
    die = table.dice[0].pose
    bare = replace(die, x_mm=500.0, y_mm=480.0)
    assert table.memory.shows_table_at(bare) is True
    assert table.memory.shows_table_at(replace(die, x_mm=5000.0)) is None
    assert table.memory.shows_table_at(die) is None


def test_the_next_picture_is_asked_for_from_where_it_would_help(reader: HandheldReader) -> None:
    table = photograph_table(reader, FIRST.read_bytes(), None)
    assert hints_for_next(table) == ()
    (hint,) = hints_for_next(table, ("G.E.V.",))
    assert hint == "1 die of the match is not seen (G.E.V.). If something hides it, take one from the left."
    unread = replace(table.reading, dice=(replace(table.dice[0], name=None), *table.dice[1:]))
    (hint,) = hints_for_next(replace(table, reading=unread))
    assert hint == "1 die could not be read: take one from the left, nearer."


def dimmer(file: Path, by: int) -> bytes:
    """The same view a little darker, as it is exposed once more."""
    return bytes(cv2.imencode(".jpg", np.maximum(picture(file), by) - np.uint8(by))[1])


def test_six_pictures_of_a_table_are_enough(desk: PhotographDesk) -> None:
    for number, (by, file) in enumerate(product((2, 4, 6), (FIRST, SECOND))):
        desk.hand_in(dimmer(file, by), add=number > 0).result()
    assert desk.state.step is PhotographStep.READ, desk.state.sentence
    desk.hand_in(FIRST.read_bytes(), add=True).result()
    assert desk.state.sentence.startswith("6 pictures of one table are enough")


def test_pictures_that_wait_are_counted_and_forgotten_at_the_end(reader: HandheldReader) -> None:
    goes_on = threading.Event()

    def opened() -> HandheldReader:
        goes_on.wait()
        return reader

    desk = PhotographDesk(opened)
    first, second = (desk.hand_in(FIRST.read_bytes(), add=False) for _ in range(2))
    rooms = [desk.room]
    assert desk.state.step is PhotographStep.READING
    goes_on.set()
    first.result()
    second.result()
    assert [*rooms, desk.room] == [False, True]
    desk.forget()
    assert desk.state.table is None
    desk.stop()
    assert desk.latest is None


def test_what_goes_wrong_in_loading_is_said() -> None:
    def missing() -> HandheldReader:
        raise InputError("phone.json: there is no such camera file")

    desk = PhotographDesk(missing)
    desk.hand_in(FIRST.read_bytes(), add=False).result()
    assert desk.state.sentence == "Phone.json: there is no such camera file"
    desk.stop()
