"""Names from files are shown letter by letter in every window: no label, tip or question takes one for HTML."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

import companion
from companion.codec.script import decode_match_opening
from companion.exercise_k.rules.actions import FinalRoundReason
from companion.exercise_k.session.desk_presenter import FinalCall, FinalChoice
from companion.exercise_k.ui.desk_parts import FinalPanel
from companion.session.launch import SavedMatch
from companion.ui import for_windows
from companion.ui.match.frame import Header
from companion.ui.match.log_drawer import detail_html
from companion.ui.plain_widgets import PlainLabel, RichLabel, as_plain, set_tip
from companion.ui.start.home import MatchesPage
from tests.source_trees import nodes_of
from tests.window_modules import windows_of

HOSTILE = "<img src='http://example.org/x.png'><b>Anna</b>"
CODE = Path(companion.__file__).parent
DOOR = CODE / "ui" / "plain_widgets.py"
#: Where HTML is written on purpose; each is tried with hostile names below.
WRITERS_OF_HTML = {
    "exercise_k/ui/desk_parts.py",
    "ui/match/frame.py",
    "ui/match/log_drawer.py",
    "ui/match/side_column.py",
    "ui/ruling_line.py",
}


@pytest.fixture(autouse=True)
def _application() -> None:
    for_windows()


def _nodes() -> Iterator[tuple[str, ast.AST]]:
    for path in windows_of(CODE):
        if path != DOOR:
            file = path.relative_to(CODE).as_posix()
            yield from ((file, node) for node in nodes_of(path))


def _called(node: ast.AST) -> str:
    if not isinstance(node, ast.Call):
        return ""
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def test_no_window_makes_labels_and_tips_that_guess() -> None:
    guessing = {"QLabel", "setToolTip", "setWhatsThis", "setStatusTip", "setTextFormat"}
    nodes = list(_nodes())
    assert len({file for file, _ in nodes}) > 50
    found = [f"{file}:{node.lineno}" for file, node in nodes if _called(node) in guessing]  # type: ignore[attr-defined]
    assert found == [], "make it a PlainLabel, or give it set_tip"


def test_html_is_written_in_few_places() -> None:
    rich = {"RichLabel", "setHtml"}
    found = {file for file, node in _nodes() if _called(node) in rich}
    assert found == WRITERS_OF_HTML


def test_a_plain_label_shows_what_it_is_given() -> None:
    label = PlainLabel(HOSTILE)
    assert (label.text(), label.textFormat()) == (HOSTILE, Qt.TextFormat.PlainText)
    assert RichLabel().textFormat() is Qt.TextFormat.RichText


@pytest.mark.parametrize("text", [HOSTILE, "a &lt; b", "two\nlines <i>"])
def test_a_tip_shows_what_it_is_given(text: str) -> None:
    widget = QWidget()
    set_tip(widget, text)
    assert "<img" not in widget.toolTip()
    assert _letters(widget.toolTip()) == text
    assert as_plain("no HTML & no doubt") == "no HTML & no doubt"


def _letters(html: str) -> str:
    from PySide6.QtGui import QTextDocumentFragment

    return QTextDocumentFragment.fromHtml(html).toPlainText()


def test_a_player_in_the_header_is_text() -> None:
    header = Header(HOSTILE)
    position: Any = SimpleNamespace(winner=None, to_move=HOSTILE, turn=SimpleNamespace(number=3))
    layout: Any = SimpleNamespace(badges={})
    with pytest.MonkeyPatch.context() as patched:
        badge = SimpleNamespace(colour="#ffffff", shape=SimpleNamespace(value="■"))
        patched.setattr("companion.ui.match.frame.owner_badge", lambda *_: badge)
        header.show_turn(position, layout)
    shown = [label.text() for label in header.findChildren(RichLabel)]
    assert any("Anna" in text for text in shown)
    assert not any("<img" in text for text in shown)


def test_a_person_in_the_final_panel_is_text() -> None:
    rulings: Any = [SimpleNamespace(text=HOSTILE, ok=ok) for ok in (False, True)]
    calls = tuple(FinalCall(FinalRoundReason.DECLARED, ruling, ("Red 1",)) for ruling in rulings)
    window = QWidget()
    panel = FinalPanel(window)
    choice = FinalChoice(calls, {"Red 1": HOSTILE})
    panel.show_choice(choice)
    asked = panel.words.text()
    choice.take_key("2")
    panel.show_choice(choice)
    for text in (asked, panel.words.text()):
        assert "Anna" in text
        assert "<img" not in text


def test_what_a_line_rests_on_is_text() -> None:
    term = SimpleNamespace(value=2, label=HOSTILE, rule=HOSTILE)
    line: Any = SimpleNamespace(terms=[term], numbers={HOSTILE: HOSTILE}, rules=[HOSTILE], why_doubted=HOSTILE)
    assert "Anna" in detail_html(line)
    assert "<img" not in detail_html(line)


def test_a_match_in_the_list_is_text() -> None:
    record: Any = SimpleNamespace(entries=(), begun_at=datetime(2026, 11, 22, tzinfo=UTC))
    opening = decode_match_opening({"format": 1, "name": HOSTILE, "profile": "ogre", "dice": [], "pieces": []})
    page = MatchesPage([SavedMatch(Path("x.diceland"), record, opening)])
    assert page.list.item(0).text().startswith(HOSTILE)
