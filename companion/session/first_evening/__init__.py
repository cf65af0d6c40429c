"""The steps of a first evening, in their order; what is done shows in the files that it left. And a trial picture
judged: is all of it good enough to play by, and what is to be done where it is not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from companion.camera import CalibrationVerdict, Camera, Quality, accuracy_in_words
from companion.codec.camera import read_camera
from companion.codec.reader import own_gallery
from companion.codec.saved_cameras import SavedCamera, recall_cameras, save_step, saved_lens_pictures
from companion.errors import OperationError
from companion.plain_text import public_address
from companion.resources import data_folder
from companion.text import N_, gettext, ngettext, pgettext
from companion.vision import Reading, is_foreign


class Step(StrEnum):
    """What is done one after the other."""

    PRINT = "print"
    CAMERA = "camera"
    LENS = "lens"
    TABLE = "table"
    DICE = "dice"
    TRIAL = "trial"
    PLAY = "play"


_TITLES: Final[Mapping[Step, str]] = MappingProxyType(
    {
        Step.PRINT: N_("evening", "Print"),
        Step.CAMERA: N_("evening", "Put up the camera"),
        Step.LENS: N_("evening", "Show it the lens board"),
        Step.TABLE: N_("evening", "Measure the table"),
        Step.DICE: N_("evening", "Show it your dice"),
        Step.TRIAL: N_("evening", "Try a picture"),
        Step.PLAY: N_("evening", "Play"),
    }
)
_ABOUT: Final[Mapping[Step, str]] = MappingProxyType(
    {
        Step.PRINT: N_("evening", "Four markers for the table, and the lens board."),
        Step.CAMERA: N_("evening", "A webcam, or a phone on your network."),
        Step.LENS: N_("evening", "So that the rim of the table is as exact as its middle."),
        Step.TABLE: N_("evening", "Markers in the corners, nothing else on it."),
        Step.DICE: N_("evening", "Those printed here are known; your own are rolled once."),
        Step.TRIAL: N_("evening", "Dice on the table: are all of them read?"),
        Step.PLAY: N_("evening", "A new match, to the first throw."),
    }
)
assert set(_TITLES) == set(_ABOUT) == set(Step)


@dataclass(frozen=True, slots=True)
class StepRow:
    """A step as it is shown. about: what it is for, or what has come of it; why_not: what has to be done before."""

    step: StrEnum
    title: str
    about: str
    done: bool
    why_not: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class FirstEvening:
    """How far one has come with a camera.

    source: the words that open it, empty: none is chosen; lens_pictures: how many are saved of it; camera: as it was
    measured; settled: steps that were done and left no file.
    """

    source: str = ""
    lens_pictures: int = 0
    camera: Camera | None = None
    settled: frozenset[str] = frozenset()
    printed: bool = False
    own_dice: bool = False

    @classmethod
    def of(cls, source: str) -> FirstEvening:
        """With the camera that these words open; without one where its file cannot be read."""
        saved, camera = recall_cameras().cameras.get(public_address(source), SavedCamera()), None
        with suppress(OperationError):
            camera = None if saved.camera_file is None else read_camera(saved.camera_file)
        return cls(
            source,
            len(saved_lens_pictures(source)) if source else 0,
            camera,
            frozenset(saved.settled),
            any((data_folder() / "sheets").glob("first-evening-*.pdf")),
            own_gallery() is not None or saved.gallery_folder is not None,
        )

    @property
    def next(self) -> Step:
        """The first step that is not done."""
        return next((step for step in Step if not self.is_done(step)), Step.PLAY)

    def is_done(self, step: Step) -> bool:
        """Whether a step is behind us."""
        return _DONE[step](self)

    def settle(self, step: Step) -> FirstEvening:
        """The same with a step done that leaves no file; it is saved with the camera."""
        save_step(self.source, step.value)
        return FirstEvening.of(self.source)

    @property
    def rows(self) -> tuple[StepRow, ...]:
        """Every step, as it is shown."""
        rows = []
        for step in Step:
            about, why_not = self._outcome(step) or pgettext("evening", _ABOUT[step]), ""
            if step in _NEEDS_SOURCE and not self.source:
                why_not = pgettext("evening", "Choose a camera first (2).")
            elif step in _NEEDS_CAMERA and self.camera is None:
                why_not = pgettext("evening", "Measure the table first (4).")
            rows.append(StepRow(step, pgettext("evening", _TITLES[step]), about, self.is_done(step), why_not))
        return tuple(rows)

    def _outcome(self, step: Step) -> str:
        """What has come of a step, in words."""
        if step is Step.CAMERA and self.source:
            return public_address(self.source)
        if step is Step.LENS and self.lens_pictures:
            return pgettext("evening", "{count} pictures saved.").format(count=self.lens_pictures)
        if step is Step.TABLE and self.camera is not None:
            quality = self.camera.quality
            width_mm, depth_mm = self.camera.table.size_mm
            return pgettext("evening", "{width:g} × {depth:g} mm, {verdict}: {error}.").format(
                width=width_mm,
                depth=depth_mm,
                verdict=pgettext("camera", quality.verdict),
                error=accuracy_in_words(max(quality.rms_mm, quality.bow_mm)),
            )
        return ""


_NEEDS_SOURCE: Final = frozenset({Step.LENS, Step.TABLE})
_NEEDS_CAMERA: Final = frozenset({Step.DICE, Step.TRIAL})
_DONE: Final[Mapping[Step, Callable[[FirstEvening], bool]]] = MappingProxyType(
    {
        Step.PRINT: lambda so_far: so_far.printed or so_far.camera is not None,
        Step.CAMERA: lambda so_far: bool(so_far.source),
        Step.LENS: lambda so_far: bool(so_far.lens_pictures) or Step.LENS in so_far.settled,
        Step.TABLE: lambda so_far: so_far.camera is not None,
        Step.DICE: lambda so_far: so_far.own_dice or Step.DICE in so_far.settled,
        Step.TRIAL: lambda so_far: Step.TRIAL in so_far.settled,
        Step.PLAY: lambda _: False,
    }
)
assert set(_DONE) == set(Step)


#: A place worse than this (standard deviation along one axis, mm) makes many a measurement too close to call. By eye.
_LOOSE_MM: Final = 1.0


@dataclass(frozen=True, slots=True)
class TrialVerdict:
    """A sentence, and its mood: ``ok``, ``amber`` (people may go on all the same) or ``stop`` (nothing was read)."""

    sentence: str
    mood: str

    @property
    def failed(self) -> bool:
        """Whether there is nothing to go on with: another picture is needed."""
        return self.mood == "stop"


def judge_trial(reading: Reading, quality: Quality) -> TrialVerdict:
    """Judge what was read of a picture with dice on the table, by a camera of that quality."""
    unread = sum(die.name is None for die in reading.dice)
    if not reading.dice:
        return TrialVerdict(gettext("No die in sight: put some dice on the table, and try again."), "stop")
    if is_foreign(reading):
        reported = ngettext(
            "{count} die is seen, and it is not known: show it to the camera first (5).",
            "{count} dice are seen, and none is known: show them to the camera first (5).",
            len(reading.dice),
        )
        return TrialVerdict(reported, "stop")
    if unread:
        reported = gettext(
            "{read} of {all} dice are read. Those with a question mark: lay them flat, out of the glare; or show them "
            "to the camera (5).",
            read=len(reading.dice) - unread,
            all=len(reading.dice),
        )
        return TrialVerdict(reported, "amber")
    return _all_read(reading, quality)


def _all_read(reading: Reading, quality: Quality) -> TrialVerdict:
    error_mm = max(die.sigma_mm for die in reading.dice)
    reported = ngettext("The die is read", "All {count} dice are read", len(reading.dice))
    exact = gettext(
        "{verdict}, to ±{error:.1f} mm or better", verdict=reported, error=max(error_mm, 0.1)
    )  # never to nothing
    if quality.verdict is CalibrationVerdict.POOR:
        cure = pgettext("evening", "but the camera is measured poorly: lens board (3) and table (4) once more.")
        return TrialVerdict(f"{exact}, {cure}", "amber")
    if error_mm > _LOOSE_MM:
        cure = pgettext("evening", "which is not exact: move the camera closer, and measure the table again (4).")
        return TrialVerdict(f"{exact}, {cure}", "amber")
    remark = next((remark.text for remark in reading.remarks), "")
    ready = pgettext("evening", "ready to play.")
    return TrialVerdict(f"{exact}: {ready}" + (f" {remark[:1].upper()}{remark[1:]}" if remark else ""), "ok")
