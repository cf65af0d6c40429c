"""Windows around the match leave nothing behind: no widget, no thread, no file held open."""

from __future__ import annotations

import gc
import json
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication, QWidget

from companion.codec.card_layout import bundled_layout
from companion.codec.script import decode_match_opening
from companion.rules import full_card
from companion.session.match import Match
from companion.session.result import summarize_result
from companion.ui.ogre_card import CardView, open_card
from companion.ui.results import ResultWindow
from companion.ui.second_window import SecondWindow

MATCHES = Path(__file__).parents[1] / "rules" / "matches"


def _match(folder: Path) -> Path:
    file = folder / "match.diceland"
    if not file.exists():
        recorded = json.loads((MATCHES / "ogre-killed.json").read_text())
        Match.begin(
            file,
            decode_match_opening({key: value for key, value in recorded.items() if key not in ("steps", "happened")}),
        ).close()
    return file


def _card(_folder: Path) -> QWidget:
    return open_card()


def _redrawn_card(_folder: Path) -> QWidget:
    view = CardView()
    for mark in ("III", "V", "III"):
        view.show_card(full_card(mark, bundled_layout(mark)), armour=60)
    return view


def _second(folder: Path) -> QWidget:
    window = SecondWindow()
    with Match.resume(_match(folder)) as match:
        window.show_match(match)
    return window


def _result(folder: Path) -> QWidget:
    return ResultWindow(summarize_result(_match(folder)), folder / "result.pdf")


def _left() -> int:
    """Widgets that are there once everything that was given up is gone."""
    gc.collect()
    for _ in range(3):
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        QCoreApplication.processEvents()
    return len(QApplication.allWidgets())


@pytest.mark.parametrize("opened", [_card, _redrawn_card, _second, _result])
def test_opened_and_closed_a_few_times_nothing_is_left(
    qapp: QApplication, tmp_path: Path, opened: Callable[[Path], QWidget]
) -> None:
    _left()  # what other tests left behind goes first
    counts, threads = [], threading.active_count()
    for _ in range(4):
        window = opened(tmp_path)
        window.show()
        QCoreApplication.processEvents()
        window.close()
        window.deleteLater()
        del window
        counts.append(_left())
    assert counts[1:] == counts[:-1]
    assert threading.active_count() <= threads
