"""The live table, frame by frame: its state, what is to be read of it, and the pieces that lie on it.

One thread's work, with no clock of its own: frames come in with their time, snapshots go out. What is read of the
frames that are ``wanted`` comes back by ``hear`` when it is ready. ``watcher.py`` puts threads around it.

Whether the table lies still, frame after frame: nothing stirs, and nothing reaches in that was not there before.

What one small grey picture shows beside another: whether it is dark, whether something stirs or reaches in.

Pure and cheap: pictures are shrunk to about 480 px across first. Pictures are compared after the brightness of the
whole is made equal, so that a cloud before the window stirs nothing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray
from shapely import get_coordinates

from companion.arrays import Image
from companion.camera import Camera, bgr_frame, fit_picture, is_too_dark, poor_calibration_notice
from companion.catalogue import Die
from companion.errors import OperationError
from companion.geometry import at_height, height_mm
from companion.opencv import cv2
from companion.session.live import tuning
from companion.session.live.camera_monitor import CameraMonitor, CameraSteadiness, length_in_words
from companion.session.live.settled_table import SettledTable
from companion.session.live.snapshot import TableSnapshot, TableState
from companion.text import gettext
from companion.vision import PictureRefusedError, Reading, TableMemory

Mask = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Movement:
    """What a frame shows beside those before it."""

    dark: bool = False
    stirs: bool = False
    reaches: bool = False


class MotionDetector:
    """What the table looked like when it last came to rest, and since when nothing stirs."""

    def __init__(self, camera: Camera, edges_mm: tuple[float, ...]) -> None:
        self._edges_mm = edges_mm
        self.start_again(camera)

    def start_again(self, camera: Camera) -> None:
        """Forget all pictures: the camera stands elsewhere."""
        self._outlook = SceneMonitor.of(camera, self._edges_mm)
        self._rests: tuple[Image, ...] = ()
        self._anchor: Image | None = None
        self._since_s = 0.0

    def look(self, pixels: Image, at_s: float) -> Movement:
        """What a frame (BGR) shows. Everything is held against the first frame that looked like this one, so that slow
        movements count too."""
        small = self._outlook.small(pixels)
        if self._outlook.is_dark(small):
            self._anchor = None
            return Movement(dark=True)
        if self._anchor is None or self._outlook.stirs(self._anchor, small):
            self._anchor, self._since_s = small, at_s
        still_s = at_s - self._since_s
        return Movement(stirs=still_s < tuning.STILL_S, reaches=still_s < tuning.LEFT_THERE_S and self._reaches(small))

    def keep(self) -> None:
        """Take what is seen now for the table at rest."""
        assert self._anchor is not None
        if not self._rests or self._rests[-1] is not self._anchor:
            self._rests = (*self._rests, self._anchor)[-tuning.KEPT_RESTS :]

    def _reaches(self, small: Image) -> bool:
        """Whether something reaches in that was not there at rest, nor at a rest before (when it was left there)."""
        return bool(self._rests) and all(self._outlook.reaches(rest, small) for rest in self._rests)


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
class _Look:
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
    holds: Callable[[_Look], bool]
    sentence: Callable[[_Look], str]


def _about_move(look: _Look) -> str:
    if look.camera.measured:
        return look.camera.measured
    moved = length_in_words(look.camera.moved_mm or 0.0)
    return gettext(
        "The camera has moved by {moved}: let it stand still with the whole table in sight, and it "
        "is measured again. If this stays, calibrate anew.",
        moved=moved,
    )


def _about_rest(look: _Look) -> str:
    message = " ".join(part for part in (look.calibration, look.flaws, look.scaled) if part)
    if message:
        return gettext("The table is at rest. {flaws}", flaws=message)
    if look.camera.unwatched:
        return gettext(
            "The table is at rest. Nothing on it would show that the camera was bumped: lay markers, or take care."
        )
    return gettext("The table is at rest.")


#: The first that holds is the state of the table.
_CASES: Final = (
    _Case(TableState.NO_PICTURE, lambda look: bool(look.amiss), lambda look: look.amiss),
    _Case(
        TableState.TOO_DARK,
        lambda look: look.movement.dark,
        lambda look: gettext(
            "It is too dark to read the dice: turn a lamp on, and check that nothing covers the lens."
        ),
    ),
    _Case(
        TableState.CAMERA_MOVED,
        lambda look: look.camera.moved_mm is not None or bool(look.camera.measured),
        _about_move,
    ),
    _Case(
        TableState.MARKERS_HIDDEN,
        lambda look: bool(look.camera.hidden) and not look.movement.stirs,
        lambda look: gettext("Too few markers are in view: uncover {markers}.", markers=_listed(look.camera.hidden)),
    ),
    _Case(
        TableState.HAND,
        lambda look: look.movement.reaches,
        lambda look: gettext("Something is over the table: take your hands away, and the dice will be read."),
    ),
    _Case(
        TableState.MOVING,
        lambda look: look.movement.stirs or look.camera.suspected,
        lambda look: gettext("Something is moving on the table: the dice will be read when they lie still."),
    ),
    _Case(TableState.SETTLED, lambda look: True, _about_rest),
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
        self._flaws, self._refused_s = "", -math.inf

    @property
    def camera(self) -> Camera:
        """The camera in force: as it stands now."""
        return self._stand.camera

    @property
    def wanted(self) -> ReadingRequest | None:
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
        look = replace(self._looked(pixels, at_s), scaled=scaled, calibration=poor_calibration_notice(self.camera))
        case = next(case for case in _CASES if case.holds(look))
        self._settle(pixels if case.state is TableState.SETTLED else None, at_s)
        return self._sight(pixels, at_s, case.state, case.sentence(look))

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

    def hear(self, wanted: ReadingRequest, read: ReadFrame | PictureRefusedError) -> None:
        """Count what was read of a wanted frame, unless the table, or the camera, is no longer what it was.

        A frame that was refused does not count; it is said why, and after a while another is wanted.
        """
        if self._settled is None or wanted.rest != self._resting.number:
            return
        if isinstance(read, PictureRefusedError):
            self._flaws, self._refused_s = _capital(read.remark.text), self._settled.at_s
            return
        self._flaws = " ".join(_capital(flaw.text) for flaw in read.reading.flaws)
        first = self._resting.votes == 0
        self._resting.hear(read.reading, self._settled.at_s, read.memory)
        if first:
            self._stand.remember(wanted.pixels, tuple(track.pose for track in self._resting.tracks))

    def _looked(self, pixels: Image, at_s: float) -> _Look:
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
            return _Look(amiss=wrong_size)
        movement = self._stillness.look(pixels, at_s)
        if movement.dark:
            return _Look(movement=movement)
        before = self.camera
        camera = self._stand.look(pixels, at_s, at_rest=not movement.stirs)
        if self.camera is not before:
            self._stillness.start_again(self.camera)
        return _Look(movement=movement, camera=camera, flaws=self._flaws)

    def _blind(self, why: str, at_s: float) -> TableSnapshot:
        self._settle(None, at_s)
        return self._sight(None, at_s, TableState.NO_PICTURE, why)

    def _settle(self, pixels: Image | None, at_s: float) -> None:
        """Note whether the table is at rest with this frame, and whether it has only just come to rest."""
        if pixels is None:
            self._settled = None
            return
        if self._settled is None:
            self._resting.begin()
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


@dataclass(frozen=True, slots=True, eq=False)
class SceneMonitor:
    """Where in the small picture the table is: its surface and around, what is beyond the rim, what is well inside.

    sample: places of ``near`` by which the light of the whole is judged. stir_px: so many changed pixels together are a
    movement. hand_px: so many are more than a die.
    """

    shrink: float
    near: Mask
    beyond: Mask
    inside: Mask
    sample: NDArray[np.intp]
    stir_px: float
    hand_px: float

    @classmethod
    def of(cls, camera: Camera, edges_mm: tuple[float, ...]) -> SceneMonitor:
        """For dice of these sizes on the table of this camera."""
        wide, tall = camera.lens.size_wh
        shrink = min(1.0, tuning.COMPARED_WIDTH_PX / wide)
        size_wh = round(wide * shrink), round(tall * shrink)
        table = _filled(camera, shrink, size_wh, 0.0)
        scale = float(np.count_nonzero(table)) / camera.table.polygon().area  # px of the small picture to the mm²
        near = _filled(camera, shrink, size_wh, tuning.LOOKED_AROUND_MM)
        inside = _filled(camera, shrink, size_wh, -tuning.RIM_STRIP_MM)
        face_px = scale * min(edges_mm) ** 2 * np.sqrt(3) / 4
        die_px = scale * max(edges_mm) * (max(edges_mm) + height_mm(max(edges_mm)))
        sample = np.flatnonzero(near)[:: tuning.LIGHT_SAMPLING]
        return cls(
            shrink,
            near,
            near & ~table,
            inside,
            sample,
            max(6.0, tuning.STIR_FACES * face_px),
            tuning.HAND_DICE * die_px,
        )

    def small(self, pixels: Image) -> Image:
        """A frame (BGR) in grey and small."""
        grey = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)
        return np.asarray(cv2.resize(grey, self.near.shape[::-1], interpolation=cv2.INTER_AREA), np.uint8)

    def is_dark(self, small: Image) -> bool:
        """Whether nothing in the picture is bright enough to be read."""
        return is_too_dark(small[::3, ::3])

    def stirs(self, then: Image, now: Image) -> bool:
        """Whether something on the table lies otherwise."""
        changed = self._changed(then, now)
        return cv2.countNonZero(changed) >= self.stir_px and _largest(changed) >= self.stir_px

    def reaches(self, rest: Image, now: Image) -> bool:
        """Whether something larger than a die reaches in over the rim that was not there when the table was at rest."""
        changed = cv2.morphologyEx(self._changed(rest, now), cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
        if cv2.countNonZero(changed) < self.hand_px:
            return False
        count, labels, stats, _ = cv2.connectedComponentsWithStats(changed, connectivity=8)
        large = [number for number in range(1, count) if stats[number, cv2.CC_STAT_AREA] >= self.hand_px]
        return any(self._crosses_the_rim(labels == number) for number in large)

    def _crosses_the_rim(self, blob: NDArray[np.bool_]) -> bool:
        return bool((blob & (self.beyond > 0)).any() and (blob & (self.inside > 0)).any())

    def _changed(self, then: Image, now: Image) -> Mask:
        """255 where the two differ by more than noise and the light of the whole, near the table only."""
        # An earlier picture in the light of a later one, which may fall otherwise: brighter in all, or to one side.
        # Fitted by least squares to the places that agree best, so that a hand is not taken for a shade.
        rows, columns = self.near.shape
        across, along = np.linspace(-0.5, 0.5, columns), np.linspace(-0.5, 0.5, rows)
        before, wanted = (one.ravel()[self.sample].astype(np.float64) for one in (then, now))
        seen = before[:, None] * np.column_stack(
            [np.ones(len(before)), across[self.sample % columns], along[self.sample // columns]]
        )
        light = np.array([np.median(wanted) / max(1.0, float(np.median(before))), 0.0, 0.0])
        for _ in range(tuning.LIGHT_ROUNDS):
            off = np.abs(wanted - seen @ light)
            kept = seen[agree := off <= tuning.LIGHT_OUTLYING * np.median(off) + 1.0]
            light = np.linalg.solve(kept.T @ kept + np.eye(3), kept.T @ wanted[agree] + light)
        field = (light[0] + light[1] * across + (light[2] * along)[:, None]).astype(np.float32)
        relit = np.asarray(cv2.multiply(then, field, dtype=cv2.CV_8U), np.uint8)
        apart = cv2.blur(cv2.absdiff(relit, now), (3, 3))
        noise = float(np.median(apart.ravel()[self.sample]))
        least = max(tuning.LEAST_CHANGE, tuning.LEAST_CHANGE_NOISES * noise)
        return np.where(apart > least, self.near, np.uint8(0))


def _largest(changed: Mask) -> float:
    """How many pixels the largest changed patch has."""
    _, _, stats, _ = cv2.connectedComponentsWithStats(changed, connectivity=8)
    return float(stats[1:, cv2.CC_STAT_AREA].max(initial=0))


def _filled(camera: Camera, shrink: float, size_wh: tuple[int, int], by_mm: float) -> Mask:
    """255 on the table top, grown by so much on all sides."""
    grown = camera.table.polygon().buffer(by_mm, join_style="mitre")
    mask = np.zeros(size_wh[::-1], np.uint8)
    for part in getattr(grown, "geoms", [grown]):  # shrunk, a table with a waist falls in two
        outline = get_coordinates(part.exterior)
        rim_px = camera.lens.project(at_height(outline, 0.0)) * shrink
        cv2.fillPoly(mask, [np.round(rim_px).astype(np.int32)], 255)
    return mask
