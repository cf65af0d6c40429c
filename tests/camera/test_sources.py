"""Sources of pictures: what a camera ignores is reported, an unplugged one comes back, files are shown as they
should."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.camera.sources import (
    AutoLock,
    CameraSource,
    CaptureSettings,
    Device,
    FilmShot,
    NoSource,
    PictureSequence,
    open_pictures,
)
from companion.camera.sources.films import FrameRateLimiter, VideoSource
from companion.codec.sources import open_film, open_source
from companion.errors import InputError, OperationError
from companion.opencv import cv2

PICTURE = np.full((48, 64, 3), 90, np.uint8)


class FakeCamera:
    """A capture device that obeys, ignores or is gone. ``deaf``: properties that it does not accept."""

    def __init__(self, *, there: bool = True, deaf: tuple[int, ...] = ()) -> None:
        self.there, self.deaf, self.released = there, deaf, False
        self.values: dict[int, float] = {cv2.CAP_PROP_FRAME_WIDTH: 640, cv2.CAP_PROP_FRAME_HEIGHT: 480}
        self.values |= {cv2.CAP_PROP_AUTOFOCUS: 1, cv2.CAP_PROP_FOCUS: 35, cv2.CAP_PROP_AUTO_EXPOSURE: 3}

    def isOpened(self) -> bool:
        return self.there

    def read(self) -> tuple[bool, Any]:
        return self.there, PICTURE if self.there else None

    def get(self, prop: int, /) -> float:
        return self.values.get(prop, 0.0)

    def set(self, prop: int, value: float, /) -> bool:
        if prop not in self.deaf:
            self.values[prop] = value
        return True

    def release(self) -> None:
        self.released = True


class Bench:
    """Cameras plugged in one after the other, and a clock that is moved by hand."""

    def __init__(self, *cameras: FakeCamera) -> None:
        self.cameras, self.now_s, self.opened = list(cameras), 0.0, [0]

    def open(self, number: int) -> FakeCamera:
        self.opened.append(number)
        return self.cameras.pop(0) if len(self.cameras) > 1 else self.cameras[0]

    def source(self, wishes: CaptureSettings | None = None) -> CameraSource:
        device = Device("Tripod camera", "/dev/video4", 0)
        return CameraSource(device, wishes, capture_of=self.open, clock=lambda: self.now_s)


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    path = tmp_path / "one.png"
    cv2.imwrite(str(path), PICTURE)
    return path


def test_of_a_camera_that_obeys_nothing_is_reported() -> None:
    source = Bench(FakeCamera()).source(CaptureSettings((1920, 1080), locks=frozenset(AutoLock)))
    granted = source.granted
    assert granted is not None
    assert granted.size_wh == (1920, 1080)
    assert granted.locked == frozenset(AutoLock)
    assert granted.ignored == ()


def test_a_lock_keeps_the_value_that_the_automatic_had_found() -> None:
    camera = FakeCamera()
    Bench(camera).source(CaptureSettings(locks=frozenset({AutoLock.FOCUS})))
    assert camera.values[cv2.CAP_PROP_AUTOFOCUS] == 0
    assert camera.values[cv2.CAP_PROP_FOCUS] == 35


def test_what_the_driver_ignored_is_reported_in_words_with_what_to_do() -> None:
    deaf = (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT, cv2.CAP_PROP_AUTOFOCUS, cv2.CAP_PROP_FPS)
    camera = FakeCamera(deaf=deaf)
    camera.values[cv2.CAP_PROP_FPS] = 5
    granted = Bench(camera).source(CaptureSettings((1920, 1080), 30, frozenset(AutoLock))).granted
    assert granted is not None
    assert AutoLock.FOCUS not in granted.locked
    size, rate, focus = granted.ignored
    assert "640 x 480 px instead of 1920 x 1080" in size
    assert "5 pictures a second instead of 30" in rate
    assert "ignored the lock of its focus" in focus
    assert "switch autofocus off" in focus


def test_locks_come_later_too() -> None:
    source = Bench(FakeCamera()).source()
    granted = source.lock(AutoLock.FOCUS, AutoLock.EXPOSURE)
    assert granted is not None
    assert granted.locked == {AutoLock.FOCUS, AutoLock.EXPOSURE}


def test_an_unplugged_camera_is_reported_looked_for_and_back_with_its_locks() -> None:
    first, gone, second = FakeCamera(), FakeCamera(there=False), FakeCamera()
    bench = Bench(first, gone, second)
    source = bench.source(CaptureSettings(locks=frozenset({AutoLock.FOCUS})))
    assert source.read() is not None
    first.there = False
    assert [source.read() for _ in range(5)] == [None] * 5
    assert first.released
    assert "Tripod camera gives no picture: plug it in" in source.trouble
    assert source.read() is None
    assert len(bench.opened) == 2  # not tried again at once
    bench.now_s += 2.1
    assert source.read() is None  # still gone
    bench.now_s += 2.1
    assert source.read() is not None
    assert source.trouble == ""
    assert second.values[cv2.CAP_PROP_AUTOFOCUS] == 0
    assert set(bench.opened[1:]) == {4}


def test_a_camera_that_keeps_people_waiting_is_gone_at_once() -> None:
    """Some systems wait ten seconds for a picture of a camera that is unplugged."""
    first = FakeCamera()
    bench = Bench(first, FakeCamera())
    source = bench.source()

    def stalled() -> tuple[bool, Any]:
        bench.now_s += 10
        return False, None

    first.read = stalled  # type: ignore[method-assign]
    assert source.read() is None
    assert first.released
    bench.now_s += 2.1
    assert source.read() is not None


def test_a_closed_camera_is_not_opened_again() -> None:
    bench = Bench(FakeCamera(), FakeCamera())
    source = bench.source()
    source.close()
    bench.now_s += 100
    assert source.read() is None
    assert source.over
    assert len(bench.opened) == 2


def test_a_camera_that_is_not_there_is_refused_with_what_to_do() -> None:
    with pytest.raises(OperationError, match="Tripod camera cannot be opened: plug it in"):
        Bench(FakeCamera(there=False)).source()


@pytest.mark.parametrize(
    ("device", "number"), [(Device("a", "/dev/video2", 0), 2), (Device("b", "{0x1a2b-usb}", 1), 1)]
)
def test_a_listed_device_is_opened_by_the_number_that_opencv_gives_it(device: Device, number: int) -> None:
    assert device.number == number


@pytest.mark.parametrize("word", ["Logi HD", "logi hd", "logi", "97"])
def test_a_camera_is_asked_for_by_its_name_or_number_and_reported_by_its_name(word: str) -> None:
    devices = [Device("Front camera", "/dev/video96", 0), Device("Logi HD", "/dev/video97", 1)]
    with pytest.raises(OperationError, match="Logi HD cannot be opened"):
        open_source(word, devices=devices)


def test_pictures_are_shown_one_after_the_other_and_the_last_stays(picture: Path, tmp_path: Path) -> None:
    other = tmp_path / "two.png"
    cv2.imwrite(str(other), PICTURE + 50)
    reel = open_pictures([picture, other], fps=0)
    levels = [int(reel.read()[0, 0, 0]) for _ in range(80)]  # type: ignore[index]
    assert levels == [90] * 30 + [140] * 50
    assert not reel.over


def test_pictures_of_two_sizes_are_refused(picture: Path, tmp_path: Path) -> None:
    other = tmp_path / "two.png"
    cv2.imwrite(str(other), PICTURE[:20])
    with pytest.raises(InputError, match=r"is not the size of .*one camera"):
        open_pictures([picture, other])


def test_a_film_is_over_after_its_last_frame_and_the_same_each_time(picture: Path, tmp_path: Path) -> None:
    film = tmp_path / "film.json"
    film.write_text(
        json.dumps({"format": 1, "fps": 10, "grain": 2, "shots": [{"picture": "one.png", "frames": 3}]}),
        encoding="utf-8",
    )
    frames = [[reel.read() for _ in range(4)] for reel in (open_film(film, fps=0), open_film(film, fps=0))]
    assert [frame is None for frame in frames[0]] == [False, False, False, True]
    assert all(np.array_equal(one, other) for one, other in zip(*frames, strict=True) if one is not None)
    first, second = frames[0][:2]
    assert first is not None
    assert second is not None
    assert not np.array_equal(first, second)  # the grain differs from frame to frame
    assert abs(float(first.astype(float).std()) - 2) < 0.3


def test_a_film_may_show_a_picture_for_years(picture: Path, tmp_path: Path) -> None:
    """It takes no more memory than a short one."""
    film = tmp_path / "film.json"
    shots = [{"picture": "one.png", "frames": frames} for frames in (2 * 10**9, 1)]
    film.write_text(json.dumps({"format": 1, "shots": shots}), encoding="utf-8")
    reel = open_film(film, fps=0)
    reel.skip(2 * 10**9)
    assert not reel.over
    assert reel.read() is not None
    assert reel.over


@pytest.mark.parametrize(
    ("shot", "message"),
    [
        ({"picture": "x" * 5000, "frames": 1}, r"shots\[0\]\.picture: 'xxx.*: the name is too long"),
        ({"picture": "../one.png", "frames": 1}, "leads out of the folder"),
        ({"picture": "one.png\0", "frames": 1}, "no file can have such a name"),
        ({"picture": "one.png", "frames": True}, r"shots\[0\]\.frames: expected a whole number"),
        ({"picture": "one.png", "frames": 1e30}, r"shots\[0\]\.frames: expected a finite number"),
    ],
)
def test_an_impossible_shot_is_refused(shot: dict[str, object], message: str, picture: Path, tmp_path: Path) -> None:
    film = tmp_path / "film.json"
    film.write_text(json.dumps({"format": 1, "shots": [shot]}), encoding="utf-8")
    with pytest.raises(InputError, match=message) as reported:
        open_film(film)
    assert len(str(reported.value)) < 500


@pytest.mark.parametrize("word", ["x" * 5000, "²", "9" * 5000, "x" * 5000 + ".mp4"])
def test_a_source_of_an_impossible_name_is_refused(word: str) -> None:
    with pytest.raises(InputError):
        open_source(word)


def test_every_problem_of_a_film_is_reported(tmp_path: Path) -> None:
    film = tmp_path / "film.json"
    film.write_text(
        json.dumps({"format": 1, "fps": 0, "shots": [{"picture": "gone.png", "frames": 2}, {"frames": 0}]}),
        encoding="utf-8",
    )
    with pytest.raises(InputError, match="fps") as refusal:
        open_film(film)
    for place in ("fps: ", "shots[0].picture: there is no 'gone.png'", "shots[1].picture: ", "shots[1].frames: "):
        assert f"{film}: {place}" in str(refusal.value)


def test_a_video_is_read_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "clip.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (64, 48))
    for level in (60, 120, 180):
        writer.write(np.full((48, 64, 3), level, np.uint8))
    writer.release()
    source = VideoSource(path, fps=0)
    frames = [source.read() for _ in range(4)]
    assert [frame is not None for frame in frames] == [True, True, True, False]
    assert source.over


def test_a_pace_waits_until_the_next_frame_is_due_and_makes_up_for_nothing() -> None:
    now, slept = [0.0], []

    def sleep(seconds: float) -> None:
        slept.append(round(seconds, 3))
        now[0] += seconds

    pace = FrameRateLimiter(10, clock=lambda: now[0], sleep=sleep)
    for late in (0.0, 0.0, 0.5, 0.0):
        now[0] += late
        pace.wait()
    assert slept == [0.1, 0.1]


def test_words_are_turned_into_the_source_that_is_meant(picture: Path) -> None:
    assert isinstance(open_source("none"), NoSource)
    assert isinstance(open_source([]), NoSource)
    assert isinstance(open_source([str(picture)]), PictureSequence)
    assert open_source([str(picture), str(picture)]).name == "one.png and 1 more"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["a.jpg", "3"], "name one camera or video alone"),
        (["gone.mp4"], "no such video"),
        (["gone.jpg"], "no such picture"),
        (["gone.json"], "gone.json"),
    ],
)
def test_words_that_name_nothing_are_refused(words: list[str], message: str) -> None:
    with pytest.raises(InputError, match=message):
        open_source(words)


def test_no_source_is_no_trouble() -> None:
    source = NoSource()
    assert (source.read(), source.over, source.trouble) == (None, False, "")


def test_a_reel_that_is_closed_is_over(picture: Path) -> None:
    reel = PictureSequence([FilmShot(picture, 5)], name="x", fps=0)
    reel.close()
    assert reel.over
    assert reel.read() is None
