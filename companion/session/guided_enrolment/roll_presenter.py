"""The guided roll as it is shown: the answer being given, what is recorded and saved, and what is said of it.

What the window of the guided roll says: one sentence for each thing that people are to do now.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, assert_never

from companion.arrays import Image
from companion.catalogue import CORNERS, Die
from companion.errors import OperationError
from companion.session.guided_enrolment.guide import DieObservation, FiledSide, Guide, Need
from companion.session.live import TableState
from companion.session.play import TABLE_STATES
from companion.text import pgettext

#: Writes the sides down. Raises OperationError where that cannot be done.
SaveSides = Callable[[Sequence[FiledSide]], object]
_RETRYING: Final = frozenset({Need.PUT_DOWN, Need.ALONE, Need.SHARPER, Need.LESS_GLARE})


@dataclass(frozen=True, slots=True, eq=False)
class ShownCrop:
    """The side that is up as a picture, what is to be said of it, and whether it is saved."""

    picture: Image | None
    words: str
    saved: bool = True


class RollPresenter:
    """Owns the guide, and the answer being given: ``side``, and ``turn``: which corner of the crop is up.

    ``changed`` is called after every change; ``failed`` with a sentence where nothing could be saved.
    """

    def __init__(self, die: Die, save: SaveSides, changed: Callable[[], None], failed: Callable[[str], None]) -> None:
        self.guide, self.side, self.turn = Guide(die), die.faces[0].key, 0
        self._save, self._saved, self._changed, self._failed = save, 0, changed, failed

    # What there is

    @property
    def sentence(self) -> str:
        """What to do now."""
        return enrolment_sentence(self.guide)

    @property
    def up(self) -> str:
        """The side that is up, as far as it is known or chosen; else ""."""
        roll = self.guide.tracked_roll
        return self.side if self.is_asked() else roll.face if roll else ""

    @property
    def crop(self) -> ShownCrop:
        """The side that is up, as it is or will be recorded."""
        guide, faces = self.guide, self.guide.observation.faces
        if self.is_asked():
            return ShownCrop(faces[self.turn], pgettext("EnrolWindow", "This will be recorded. ← → turn it"))
        roll, last = guide.tracked_roll, guide.last
        if last and roll and last.face == roll.face and guide.need in {Need.ROLL, Need.DONE}:
            return ShownCrop(last.view.picture, pgettext("EnrolWindow", "This has been recorded"))
        if not faces:
            return ShownCrop(None, "", saved=False)
        return ShownCrop(faces[0], pgettext("EnrolWindow", "This was not recorded"), saved=False)

    def is_asked(self) -> bool:
        """Whether the side that is up is asked for."""
        return self.guide.need is Need.SIDE

    def is_retrying(self) -> bool:
        """Whether the same table is worth another look."""
        return self.guide.need in _RETRYING

    def can_ask_again(self) -> bool:
        """Whether a side has been followed that may be wrong."""
        return self.guide.tracked_roll is not None and self.guide.observation.pose is not None

    def can_take_back(self) -> bool:
        """Whether a side has been filed."""
        return bool(self.guide.filed)

    def can_save(self) -> bool:
        """Whether something is filed that is not saved."""
        return len(self.guide.filed) != self._saved

    # What comes in

    def on_observation(self, observation: DieObservation) -> None:
        """What a table at rest shows."""
        if not self.is_asked():
            self.turn = 0
        self._take(self.guide.seen(observation))

    def turn_by(self, corners: int) -> None:
        """Turn the crop so that another corner is up."""
        self.turn = (self.turn + corners) % len(CORNERS)
        self._changed()

    def choose(self, face: str) -> None:
        """This side, while it is asked for."""
        if self.is_asked():
            self.side = face
            self._changed()

    def choose_by(self, digit: str) -> None:
        """The next side whose name begins with a digit."""
        keys = [face.key for face in self.guide.die.faces if face.key.startswith(digit)]
        if keys:
            place = keys.index(self.side) + 1 if self.side in keys else 0
            self.side = keys[place % len(keys)]
            self._changed()

    def choose_next(self, step: int) -> None:
        """The next side of the die, or the one before."""
        keys = [face.key for face in self.guide.die.faces]
        self.side = keys[(keys.index(self.side) + step) % len(keys)]
        self._changed()

    def answer(self) -> None:
        """The chosen side is up, standing as the crop stands."""
        self._take(self.guide.answered(self.side, self.turn))

    def ask_again(self) -> None:
        """What was followed is wrong: ask."""
        self._take(self.guide.ask_again())

    def take_back(self) -> None:
        """Without the side filed last."""
        self._take(self.guide.take_back())

    def save(self) -> None:
        """Write down what is filed."""
        try:
            self._save(self.guide.filed)
        except OperationError as failure:
            self._failed(str(failure))
        else:
            self._saved = len(self.guide.filed)
            self._changed()

    def _take(self, guide: Guide) -> None:
        self.guide = guide
        if self.is_asked() and self.side not in guide.missing and guide.missing:
            self.side = guide.missing[0]
        self._changed()
        if guide.need is Need.DONE and self.can_save():
            self.save()


def enrolment_sentence(guide: Guide) -> str:  # noqa: PLR0911  (a case a kind)
    """What to do now."""
    die, observation = guide.die.label, guide.observation
    match guide.need:
        case Need.PUT_DOWN:
            return pgettext("enrol", "Put {die} on the table, any side up, and take your hands away.", die=die)
        case Need.ALONE:
            message = pgettext("enrol", "Leave only {die} on the table: {count} dice are in view.")
            return message.format(count=observation.dice, die=die)
        case Need.SHARPER:
            return pgettext(
                "enrol", "This side is blurred and was not recorded: focus the camera, or move the die closer to it."
            )
        case Need.LESS_GLARE:
            return pgettext("enrol", "Glare hides this side, so it was not recorded: turn the die, or move the lamp.")
        case Need.SIDE:
            if guide.asked > 1:
                return pgettext("enrol", "I lost track of it. Which side is up? Turn it as printed, then press Enter.")
            return pgettext("enrol", "Which side is up? Turn it as printed, then press Enter.")
        case Need.ROLL:
            message = pgettext("enrol", "Side {face} is recorded. Roll the die over an edge; still missing: {missing}.")
            face = guide.tracked_roll.face if guide.tracked_roll else (guide.last.face if guide.last else "?")
            message, twin = message.format(face=face, missing=", ".join(guide.missing)), observation.duplicate_face
            alike = pgettext("enrol", "It looks nearly the same as {twin}: if this is not {die}, retake it.")
            return f"{message} {alike.format(twin=f'{twin.die} {twin.face}', die=die)}" if twin else message
        case Need.DONE:
            return pgettext("enrol", "All eight sides are recorded and saved: the die will be recognised from now on.")
        case _:
            assert_never(guide.need)


def table_state_words(state: TableState) -> str:
    """The table's state in a word, with its shape."""
    mood, words = TABLE_STATES[state]
    return f"{mood.value} {pgettext('match', words)}"
