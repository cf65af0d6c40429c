"""What is worth a sound at the table: whose turn it is now, that something is too close to call, that the camera was
moved, that time is up. Knows no loudspeaker."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum, auto

from companion.session.live import TableSnapshot, TableState
from companion.session.play.modes import Aiming, Commanding, Settling
from companion.session.play.presenter import MatchPresenter
from companion.session.play.state_reconciler import Inference


class Cue(StrEnum):
    """What a sound tells."""

    TURN = auto()
    TOO_CLOSE = auto()
    CAMERA_MOVED = auto()
    TIME_UP = auto()


class CueCaller:
    """An observer of a match that asks for a sound when something begins, and for none while it lasts."""

    def __init__(self, presenter: MatchPresenter, play: Callable[[Cue], object]) -> None:
        self._presenter, self._play = presenter, play
        self._turn = self._whose_turn()
        self._close, self._moved = False, False

    def on_snapshot(self, snapshot: TableSnapshot) -> None:
        """Another sight of the table."""
        before, self._moved = self._moved, snapshot.state is TableState.CAMERA_MOVED
        if self._moved and not before:
            self._play(Cue.CAMERA_MOVED)

    def on_inference(self, inference: Inference) -> None:
        """What the camera proposes makes no sound: nothing has been done yet."""

    def on_change(self) -> None:
        """Something was done, or people are in the middle of something else."""
        turn, self._turn = self._turn, self._whose_turn()
        if turn != self._turn:
            self._play(Cue.TURN)
        close, self._close = self._close, self._is_too_close()
        if self._close and not close:
            self._play(Cue.TOO_CLOSE)

    def _whose_turn(self) -> str:
        position = self._presenter.position
        return position.winner or position.to_move

    def _is_too_close(self) -> bool:
        """Not while people rule and the program is silent."""
        asked = isinstance(self._presenter.mode, Aiming | Commanding | Settling)
        return asked and self._presenter.people_rule is None and self._presenter.prompt.doubt
