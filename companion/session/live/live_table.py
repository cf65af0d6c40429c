"""The live table, frame by frame: its state, what is to be read of it, and the pieces that lie on it.

One thread's work, with no clock of its own: frames come in with their time, snapshots go out. What is read of the
each ``pending_request`` comes back by ``hear`` when it is ready. ``watcher.py`` puts threads around it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from companion.arrays import Image
from companion.camera import Camera, bgr_frame, fit_picture, poor_calibration_notice
from companion.catalogue import Die
from companion.errors import OperationError
from companion.opencv import cv2
from companion.session.live import tuning
from companion.session.live.arrivals import Arrivals
from companion.session.live.camera_monitor import CameraMonitor, CameraSteadiness, length_in_words
from companion.session.live.motion_detection import MotionDetector, Movement
from companion.session.live.settled_table import SettledTable
from companion.session.live.snapshot import TableSnapshot, TableState
from companion.text import gettext
from companion.vision import PictureRefusedError, Reading, TableMemory


@dataclass(frozen=True, slots=True, eq=False)
class ReadingRequest:
    """A frame to be read: by which camera, of which table at rest it is, and what is remembered of that table."""

    pixels: Image
    camera: Camera
    rest: int
    at_s: float
    memory: TableMemory


@dataclass(frozen=True, slots=True)
class ReadFrame:
    """What was read of a frame, and what is to be remembered of the table by it."""

    reading: Reading
    memory: TableMemory


@dataclass(frozen=True, slots=True)
class _Observation:
    """All that decides on the state of one frame; ``amiss``: why it cannot be looked at; ``flaws``: what reading the
    table at rest had to say of its picture; scaled: that the camera's pictures have another size;
    calibration: what must be said of how it was calibrated."""

    amiss: str = ""
    movement: Movement = field(default_factory=Movement)
    camera: CameraSteadiness = field(default_factory=CameraSteadiness)
    flaws: str = ""
    scaled: str = ""
    calibration: str = ""


@dataclass(frozen=True, slots=True)
class _Case:
    """A state, when it holds, and the sentence that says what it means and what to do."""

    state: TableState
    holds: Callable[[_Observation], bool]
    sentence: Callable[[_Observation], str]


def _about_move(seen: _Observation) -> str:
    if seen.camera.measured:
        return seen.camera.measured
    moved = length_in_words(seen.camera.moved_mm or 0.0)
    return gettext(
        "The camera has moved by {moved}: let it stand still with the whole table in sight, and it "
        "is measured again. If this stays, calibrate anew.",
        moved=moved,
    )


def _about_rest(seen: _Observation) -> str:
    message = " ".join(part for part in (seen.calibration, seen.flaws, seen.scaled) if part)
    if message:
        return gettext("The table is at rest. {flaws}", flaws=message)
    if seen.camera.unwatched:
        return gettext(
            "The table is at rest. Nothing on it would show that the camera was bumped: lay markers, or take care."
        )
    return gettext("The table is at rest.")


#: The first that holds is the state of the table.
_CASES: Final = (
    _Case(TableState.NO_PICTURE, lambda seen: bool(seen.amiss), lambda seen: seen.amiss),
    _Case(
        TableState.TOO_DARK,
        lambda seen: seen.movement.dark,
        lambda seen: gettext(
            "It is too dark to read the dice: turn a lamp on, and check that nothing covers the lens."
        ),
    ),
    _Case(
        TableState.CAMERA_MOVED,
        lambda seen: seen.camera.moved_mm is not None or bool(seen.camera.measured),
        _about_move,
    ),
    _Case(
        TableState.MARKERS_HIDDEN,
        lambda seen: bool(seen.camera.hidden) and not seen.movement.stirs,
        lambda seen: gettext("Too few markers are in view: uncover {markers}.", markers=_listed(seen.camera.hidden)),
    ),
    _Case(
        TableState.HAND,
        lambda seen: seen.movement.reaches,
        lambda seen: gettext("Something is over the table: take your hands away, and the dice will be read."),
    ),
    _Case(
        TableState.MOVING,
        lambda seen: seen.movement.stirs or seen.camera.suspected,
        lambda seen: gettext("Something is moving on the table: the dice will be read when they lie still."),
    ),
    _Case(TableState.SETTLED, lambda seen: True, _about_rest),
)
assert {case.state for case in _CASES} == set(TableState)


class LiveTable:
    """What has been seen so far of one table, by one camera that may be bumped."""

    def __init__(self, camera: Camera, dice: Mapping[str, Die]) -> None:
        self._dice = dice
        self._stand = CameraMonitor(camera)
        self._stillness = MotionDetector(camera, tuple(sorted({die.edge_mm for die in dice.values()})))
        self._resting = SettledTable(dice)
        self._frames = 0
        self._seen_s: float | None = None
        self._settled: ReadingRequest | None = None
        self._arrivals = Arrivals(camera.table)
        self._flaws, self._refused_s = "", -math.inf

    @property
    def camera(self) -> Camera:
        """The camera in force: as it stands now."""
        return self._stand.camera

    @property
    def pending_request(self) -> ReadingRequest | None:
        """The last frame, where it is to be read."""
        settled = self._settled
        if settled is None or settled.at_s - self._refused_s < tuning.RETRY_S:
            return None
        return settled if self._resting.wants_reading(settled.at_s) else None

    def see(self, frame: cv2.typing.MatLike, at_s: float) -> TableSnapshot:
        """The snapshot that a frame gives, seen at that time (s)."""
        self._seen_s = at_s
        try:
            taken = bgr_frame(frame)
        except OperationError as refusal:
            return self._blind(str(refusal), at_s)
        pixels = fit_picture(taken, self.camera.lens.size_wh)
        scaled = "" if pixels is taken else _scaled(taken, self.camera)
        seen = replace(self._observe(pixels, at_s), scaled=scaled, calibration=poor_calibration_notice(self.camera))
        case = next(case for case in _CASES if case.holds(seen))
        if case.state is TableState.CAMERA_MOVED:
            self._arrivals.clear()
        self._settle(pixels if case.state is TableState.SETTLED else None, at_s)
        return self._sight(pixels, at_s, case.state, case.sentence(seen))

    def on_missing_frame(
        self, at_s: float, why: str = "", *, late_s: float = tuning.NO_PICTURE_S
    ) -> TableSnapshot | None:
        """The snapshot where no frame comes; ``None`` as long as one may only be late. why: what the source says of
        it."""
        self._seen_s = at_s if self._seen_s is None else self._seen_s
        if at_s - self._seen_s < late_s:
            return None
        missing = why or gettext(
            "No picture comes from the camera: check that it is plugged in and that no other program is using it."
        )
        return self._blind(missing, at_s)

    def hear(self, request: ReadingRequest, read: ReadFrame | PictureRefusedError) -> None:
        """Count what was read of a requested frame, unless the table, or the camera, is no longer what it was.

        A frame that was refused does not count; it is said why, and after a while another is requested.
        """
        if self._settled is None or request.rest != self._resting.number:
            return
        if isinstance(read, PictureRefusedError):
            self._flaws, self._refused_s = _capital(read.remark.text), self._settled.at_s
            return
        self._flaws = " ".join(_capital(flaw.text) for flaw in read.reading.flaws)
        first = self._resting.votes == 0
        self._resting.hear(read.reading, self._settled.at_s, read.memory)
        if first:
            self._stand.remember(request.pixels, tuple(track.pose for track in self._resting.tracks))

    def _observe(self, pixels: Image, at_s: float) -> _Observation:
        if pixels.shape[1::-1] != self.camera.lens.size_wh:
            wide, tall = self.camera.lens.size_wh
            wrong_size = gettext(
                "The camera's pictures are {width} x {height} px, it was calibrated with {wide} x {tall}: "
                "choose that size, or calibrate again.",
                width=pixels.shape[1],
                height=pixels.shape[0],
                wide=wide,
                tall=tall,
            )
            return _Observation(amiss=wrong_size)
        movement = self._stillness.observe(pixels, at_s)
        self._arrivals.see(movement.entrances)
        if movement.dark:
            return _Observation(movement=movement)
        before = self.camera
        camera = self._stand.observe(pixels, at_s, at_rest=not movement.stirs)
        if self.camera is not before:
            self._stillness.start_again(self.camera)
        return _Observation(movement=movement, camera=camera, flaws=self._flaws)

    def _blind(self, why: str, at_s: float) -> TableSnapshot:
        self._settle(None, at_s)
        return self._sight(None, at_s, TableState.NO_PICTURE, why)

    def _settle(self, pixels: Image | None, at_s: float) -> None:
        """Note whether the table is at rest with this frame, and whether it has only just come to rest."""
        if pixels is None:
            self._settled = None
            return
        if self._settled is None:
            self._resting.begin(self._arrivals.found)
            self._arrivals.clear()
            self._stillness.keep()
            self._flaws, self._refused_s = "", -math.inf
        self._settled = ReadingRequest(pixels, self.camera, self._resting.number, at_s, self._resting.remembered)

    def _sight(self, pixels: Image | None, at_s: float, state: TableState, sentence: str) -> TableSnapshot:
        self._frames += 1
        resting = self._resting
        votes = resting.votes if self._settled else 0
        lies = resting.tracks, resting.number, votes, self.camera, resting.alike, resting.camera_check
        return TableSnapshot(
            self._frames,
            at_s,
            pixels,
            state,
            sentence,
            *lies,
            memory=resting.memory,
            unknown=resting.unknown,
            dice=self._dice,
            entrances=resting.entrances,
        )


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def _scaled(taken: Image, camera: Camera) -> str:
    wide, tall = camera.lens.size_wh
    return gettext(
        "The camera's pictures are {width} x {height} px, it was calibrated with {wide} x {tall}: they are scaled.",
        width=taken.shape[1],
        height=taken.shape[0],
        wide=wide,
        tall=tall,
    )


def _listed(numbers: tuple[int, ...]) -> str:
    words = [str(number) for number in numbers]
    return (
        gettext("marker {words}", words=words[0])
        if len(words) == 1
        else gettext("markers {words} and {last}", words=", ".join(words[:-1]), last=words[-1])
    )
