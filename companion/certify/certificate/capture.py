"""Certifying live: what the window says, and when a picture of the sheet is taken.

A picture counts once the table is at rest and the sheet lies elsewhere, or is turned, since the last one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from companion.certify.certificate.sheet_picture import SheetPicture
from companion.certify.certificate.tuning import FEWEST_PICTURES
from companion.geometry import turn_between_deg
from companion.session.live import TableSnapshot, TableState
from companion.text import phrase

#: Five pictures earn every grade; more make the figures surer.
WANTED: Final = 5
#: A sheet that was moved by less and turned by less has not been moved. By eye: less than a hand moves anything.
_MOVED_MM: Final = 60.0
_TURNED_DEG: Final = 25.0


@dataclass(frozen=True, slots=True)
class CapturePrompt:
    """What the window shows: what to do now, in large type; the last picture's result; how many there are, of how
    many."""

    task: str
    told: str
    taken: int
    wanted: int


class CapturePresenter:
    """Keeps the pictures that count and says what to do next."""

    def __init__(self, wanted: int = WANTED) -> None:
        self._wanted = wanted
        self._pictures: list[SheetPicture] = []
        self._told = ""
        self._waits = False  # for the sheet to be moved
        self._reading = False
        self._sentence = ""

    @property
    def pictures(self) -> Sequence[SheetPicture]:
        """Those taken so far."""
        return tuple(self._pictures)

    def wants(self, snapshot: TableSnapshot) -> bool:
        """Whether the sheet is to be read in this sight of the table."""
        at_rest = snapshot.state is TableState.SETTLED and snapshot.frame is not None
        self._sentence = "" if at_rest else snapshot.sentence
        return at_rest

    def on_reading(self) -> None:
        """A picture of the table at rest is being read."""
        self._reading = True

    def on_picture(self, picture: SheetPicture) -> None:
        """A table at rest was read: it counts where the sheet lies otherwise than in all pictures before."""
        self._reading = False
        if all(_moved(picture, before) for before in self._pictures):
            self._pictures.append(picture)
            self._told = phrase(
                "Picture {number}: {dice} dice, {marks} marks.",
                number=len(self._pictures),
                dice=sum(die.name is not None for die in picture.dice),
                marks=len(picture.marks_off_mm),
            )
        else:
            self._told = phrase("The sheet lies as in a picture before: this one does not count.")
        self._waits = True

    def on_refusal(self, why: str) -> None:
        """It could not be read."""
        self._told, self._waits, self._reading = why, False, False

    def can_finish(self) -> bool:
        """Whether there are enough for a certificate; more make it surer."""
        return len(self._pictures) >= FEWEST_PICTURES

    def has_pictures(self) -> bool:
        """Whether there is one to drop."""
        return bool(self._pictures)

    def drop_last(self) -> None:
        """Take the last picture out again."""
        if self._pictures:
            self._pictures.pop()
            self._told, self._waits = phrase("The last picture was dropped."), False

    def prompt(self) -> CapturePrompt:
        """What to show now."""
        taken = len(self._pictures)
        return CapturePrompt(self._task(taken), self._told, taken, self._wanted)

    def _task(self, taken: int) -> str:
        if taken >= self._wanted:
            return phrase("Enough: press Enter for the certificate, or go on moving the sheet.")
        if self._sentence:
            return self._sentence
        if self._reading:
            return phrase("The sheet is being read: leave it as it lies.")
        if self._waits and taken:
            return phrase(
                "Move the sheet to another part of the table and turn it ({taken} of {wanted}).",
                taken=taken,
                wanted=self._wanted,
            )
        return phrase("Lay the sheet on the table, dice in its outlines, and take your hands away.")


def _moved(picture: SheetPicture, before: SheetPicture) -> bool:
    far_mm = math.dist(picture.middle_mm, before.middle_mm)
    return far_mm > _MOVED_MM or turn_between_deg(picture.fit.turn_deg, before.fit.turn_deg) > _TURNED_DEG
