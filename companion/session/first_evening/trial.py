"""A trial picture judged: is all of it good enough to play by, and what is to be done where it is not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from companion.camera import CalibrationVerdict, Quality
from companion.text import gettext, ngettext, pgettext
from companion.vision import Reading, is_foreign

#: A place worse than this (standard deviation along one axis, mm) makes many a measurement too close to call. By eye.
_LOOSE_MM: Final = 1.0


@dataclass(frozen=True, slots=True)
class TrialVerdict:
    """A sentence, and its mood: ``ok``, ``amber`` (people may go on all the same) or ``stop`` (nothing was read)."""

    sentence: str
    mood: str

    @property
    def ready(self) -> bool:
        """Whether one may play with that."""
        return self.mood == "ok"

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
