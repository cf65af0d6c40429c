"""The clock that one can set, and the sounds that one can put off."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from PySide6.QtWidgets import QLabel, QSpinBox
from pytestqt.qtbot import QtBot

from companion.session.play import Cue, CueCaller
from companion.ui.match.match_timer import MatchTimer
from companion.ui.settings import load_settings, save_settings
from companion.ui.sounds import Sounds, tune
from tests.ui.match.conftest import Player, Seat


class Ear:
    """Remembers what was played."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []

    def play(self, samples: bytes) -> None:
        self.heard.append(samples)


@pytest.mark.parametrize("cue", Cue)
def test_every_cue_is_short_and_of_its_own(cue: Cue) -> None:
    samples = np.frombuffer(tune(cue), "<i2")
    assert 0.2 < len(samples) / 22050 < 0.6
    assert 4000 < np.abs(samples).max() < 16000
    assert all(tune(cue) != tune(other) for other in Cue if other is not cue)


def test_sounds_are_heard_where_they_are_wanted() -> None:
    ear = Ear()
    heard = Sounds(lambda: ear)
    heard.play(Cue.TURN)
    save_settings(replace(load_settings(), sounds=False))
    heard.play(Cue.TURN)
    assert ear.heard == [tune(Cue.TURN)]


def test_without_a_loudspeaker_nothing_happens() -> None:
    asked: list[str] = []
    silent = Sounds(lambda: asked.append("for a loudspeaker"))
    silent.play(Cue.TURN)
    assert asked == ["for a loudspeaker"]


@pytest.fixture
def cues(player: Player) -> list[Cue]:
    heard: list[Cue] = []
    player.presenter.observers.append(CueCaller(player.presenter, heard.append))
    return heard


def test_the_next_turn_is_heard_once(player: Player, cues: list[Cue]) -> None:
    player.press("N")
    assert cues == []
    player.press("P")
    assert player.presenter.position.to_move == "Ben"
    assert cues == [Cue.TURN]
    player.press("N")
    assert cues == [Cue.TURN]


def test_what_is_too_close_is_heard_when_it_is_asked(seat: Seat, opening: dict[str, Any]) -> None:
    opening["to_move"] = "Ben"
    for piece, x_mm in zip(opening["pieces"][:2], (400, 600), strict=True):
        piece |= {"zone": "play", "face": "8", "centre_mm": [x_mm, 600], "sigma_mm": 0.5}
    player = seat(opening)
    heard: list[Cue] = []
    player.presenter.observers.append(CueCaller(player.presenter, heard.append))
    player.click_piece("Scout a")
    assert heard == []
    player.press("1")
    assert player.presenter.prompt.doubt
    player.press("N")
    assert heard == [Cue.TOO_CLOSE]


def test_one_key_puts_sounds_off_and_on_again(player: Player) -> None:
    player.press("F6")
    assert not load_settings().sounds
    assert player.words("sentence") == "Sounds are off."
    player.press("F6")
    assert load_settings().sounds


def test_the_clock_is_opened_set_and_put_away_by_keys(player: Player) -> None:
    assert not _clock(player).isVisible()
    player.press("F5")
    assert "this turn 0:0" in _clock(player).text()
    boxes = player.window.timer.panel.findChildren(QSpinBox)
    boxes[0].setValue(90)
    boxes[1].setValue(2)
    assert (load_settings().match_min, load_settings().turn_min) == (90, 2)
    assert player.window.timer.clock.limits.turn_min == 2
    player.press("Esc")
    assert not player.window.timer.panel.isVisible()
    assert _clock(player).isVisible()
    player.press("Shift+F5")
    assert "(paused)" in _clock(player).text()
    player.window.timer.hide()
    assert not _clock(player).isVisible()
    assert not load_settings().clock


def test_a_turn_that_takes_too_long_is_heard_and_shown_once(
    player: Player, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    ear, now = Ear(), [1000.0]
    monkeypatch.setattr("companion.ui.match.match_timer.SOUNDS", Sounds(lambda: ear))
    save_settings(replace(load_settings(), clock=True, turn_min=1))
    timer = MatchTimer(player.presenter, player.window, now_s=lambda: now[0])
    now[0] += 59
    timer.tick()
    assert (timer.times[1], ear.heard) == ("0:01", [])
    now[0] += 2
    timer.tick()
    timer.tick()
    assert timer.times[1:] == ("+0:01", True)
    assert ear.heard == [tune(Cue.TIME_UP)]
    player.presenter.observers.append(timer)
    player.press("P")
    assert timer.times[1:] == ("1:00", False)


def _clock(player: Player) -> QLabel:
    label = player.window.findChild(QLabel, "clock")
    assert isinstance(label, QLabel)
    return label
