"""A whole game of twelve players and fourteen rounds at the desk, from the sign-up list to the result sheet, by keys
alone and through the program's own main; the totals are added up here a second time, by hand."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtPdf import QPdfDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from companion.cli import main
from companion.exercise_k.ui.desk_window import DeskWindow
from companion.exercise_k.ui.opening_window import OpeningWindow
from tests.ui.exercise_k.conftest import AtTheDesk

GROUPS = ("Ann, Ben, Cleo", "Dan, Eve, Finn", "Gus, Hal, Ida", "Jo, Kim", "Lea")
ROUNDS = 14

#: What the Ogre to move does in a round: round -> number of the Ogre -> what is keyed in. ``>`` is the team next in
#: order, ``<`` the one before.
ACTS: dict[int, dict[int, tuple[str, ...]]] = {
    1: {1: (">1T5", "F"), 2: ("X>2S2", "ST4"), 3: (">C",)},
    3: {1: (">1M", ">1S4"), 3: ("<R1D", "<R1")},
    8: {2: (">3T45", ">3A2")},
    9: {1: (">1T7",), 2: ("<1A",)},
    12: {3: ("<2T11", "<2I")},
    13: {1: (">1A2", ">1I", ">1T33"), 2: (">3S4",)},
    14: {2: (">3I2", ">3M", ">3T1"), 3: (">2M0",)},
}
#: VP for each component (EK-VP-04 to EK-VP-08), and multipliers (EK-VP-15 to EK-VP-17), as the document has them.
WORTH = {"M": 8, "S": 4, "I": 1, "A": 1, "T": 1}
FULL = {"M": 1, "S": 4, "I": 2, "A": 2, "T": 45}
KEYS = {"Red": "R", "Blue": "B", "Green": "G", "Black": "K"}


def factor(round_number: int) -> float:
    return 2 if round_number <= 8 else 1.5 if round_number <= 12 else 1


class Tally:
    """The referee's own book: sheets, buildings and points, with nothing of the program in it."""

    def __init__(self, order: tuple[str, ...]) -> None:
        self.order = order
        self.points: dict[str, float] = dict.fromkeys([f"{team} {n}" for team in order for n in (1, 2, 3)], 0)
        self.sheets = {f"{team} {n}": dict(FULL) for team in order for n in (1, 2, 3)}
        self.lost: set[str] = set()

    def alive(self, ogre: str) -> bool:
        return any(self.sheets[ogre].values())

    def keys(self, ogre: str, act: str) -> str:
        """The keys with the team next to, or before, the one that acts."""
        at = self.order.index(ogre[:-2])
        after, before = (KEYS[self.order[(at + way) % len(self.order)]] for way in (1, -1))
        return act.replace(">", after).replace("<", before)

    def take(self, ogre: str, keys: str, round_number: int) -> bool:
        """Write an act down; False where it cannot be done any more, so that it is not keyed in."""
        if keys == "F":
            if not self.sheets[ogre]["I"]:
                return False
            self.sheets[ogre]["I"] -= 1
            return True
        if keys[0] == "S":
            self.sheets[ogre][keys[1]] -= int(keys[2:])
            return True
        team = next(name for name, key in KEYS.items() if key == keys.lstrip("X")[0])
        return self._hit(ogre, team, keys.lstrip("X")[1:], factor(round_number))

    def _hit(self, ogre: str, team: str, rest: str, times: float) -> bool:
        if rest[0] in "CR":
            name = f"{team} CP" if rest[0] == "C" else f"{team} {rest[:2]}"
            if name in self.lost:
                return False
            if not rest.endswith("D"):
                self.lost.add(name)
                self.points[ogre] += (60 if rest[0] == "C" else 20) * times
            return True
        target, system, count = f"{team} {rest[0]}", rest[1], int(rest[2:] or 1)
        if self.sheets[target][system] < max(count, 1):
            return False
        self.sheets[target][system] -= count
        self.points[ogre] += count * WORTH[system] * times
        if count and not self.alive(target):
            self.points[ogre] += 20 * times
        return True

    def score_under_time(self) -> None:
        """EK-VP-12, EK-VP-13, EK-VP-14 under time constraints, not raised."""
        for ogre, sheet in self.sheets.items():
            self.points[ogre] += 10 * self.alive(ogre) + 5 * sheet["I"] + 10 * (f"{ogre[:-2]} CP" not in self.lost)


def _press(widget: QWidget, key: Qt.Key, *, ctrl: bool = False) -> None:
    held = Qt.KeyboardModifier.ControlModifier if ctrl else Qt.KeyboardModifier.NoModifier
    QTest.keyClick(widget, key, held)


def _focus() -> QWidget:
    widget = QApplication.focusWidget()
    assert widget is not None
    return widget


def _open_game(window: OpeningWindow) -> DeskWindow:
    """The opening page by keys alone."""
    assert not window.next.isHidden()
    for group in GROUPS:
        QTest.keyClicks(_focus(), group)
        _press(_focus(), Qt.Key.Key_Return)
    _press(_focus(), Qt.Key.Key_Return, ctrl=True)
    _press(_focus(), Qt.Key.Key_Space)  # draw
    _press(_focus(), Qt.Key.Key_4, ctrl=True)
    for _ in range(3):  # the fourth corner is what is left
        window.pages[3].first.setFocus()
        _press(_focus(), Qt.Key.Key_Space)
    assert window.plan.problems == ()
    _press(_focus(), Qt.Key.Key_Return, ctrl=True)
    desk = next(w for w in QApplication.topLevelWidgets() if isinstance(w, DeskWindow) and w.isVisible())
    QTest.qWaitForWindowActive(desk)
    return desk


def _play(window: DeskWindow, tally: Tally) -> None:
    for round_number in range(1, ROUNDS + 1):
        for ogre in [f"{team} {n}" for n in (1, 2, 3) for team in tally.order]:
            if not tally.alive(ogre):
                continue
            position = window.desk.position
            assert (position.round, position.to_move) == (round_number, ogre)
            assert window.turn_bar.turn.text() == ogre
            _take_turn(window, tally, ogre, round_number)
            if round_number == ROUNDS and ogre.endswith("1") and position.final is None:
                QTest.keyClicks(window, "e1")  # the final round, for time
            QTest.keyClicks(window, " ")


def _take_turn(window: DeskWindow, tally: Tally, ogre: str, round_number: int) -> None:
    for act in ACTS.get(round_number, {}).get(int(ogre[-1]), ()):
        keys = tally.keys(ogre, act)
        if tally.take(ogre, keys, round_number):
            QTest.keyClicks(window, keys.lower())
            _press(window, Qt.Key.Key_Return)
            assert not window.key_line.called.text().startswith("No"), window.key_line.called.text()


def test_a_game_of_twelve_players_and_fourteen_rounds_ends_with_the_right_totals(
    at_the_desk: AtTheDesk, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "saturday.diceland"
    tallies: list[Tally] = []

    def use(window: OpeningWindow) -> None:
        desk = _open_game(window)
        tally = Tally(desk.desk.position.roster.teams)
        tallies.append(tally)
        _play(desk, tally)
        assert desk.desk.position.over
        assert desk.turn_bar.turn.text() == "Game over"
        QTest.keyClicks(desk, "e")
        assert desk.desk.position.scored
        tally.score_under_time()
        assert "Team victory" in desk.key_line.called.text()

    assert at_the_desk(["--match", str(file)], use) == 0
    (tally,) = tallies
    assert sum(not tally.alive(ogre) for ogre in tally.sheets) >= 4  # the script is worth the name
    _check_results(file, tally, tmp_path)
    _check_replay(file, tmp_path, capsys)


def _check_results(file: Path, tally: Tally, folder: Path) -> None:
    names = [str(folder / name) for name in ("out.json", "out.csv", "out.pdf", "sheets.pdf")]
    words = ["--export", names[0], "--export", names[1], "--print", names[2], "--print-sheets", names[3]]
    assert main(["exercise-k", "--match", str(file), *words]) == 0
    reported = json.loads(Path(names[0]).read_text(encoding="utf-8"))
    assert {row["name"]: row["points"] for row in reported["players"]} == tally.points
    teams = {team: sum(tally.points[f"{team} {n}"] for n in (1, 2, 3)) for team in tally.order}
    assert {row["name"]: row["points"] for row in reported["teams"]} == teams
    best = [name for name, points in teams.items() if points == max(teams.values())]
    assert [row["name"] for row in reported["teams"] if row["leads"]] == sorted(best, key=[*teams].index)
    assert sorted(reported["buildings_lost"]) == sorted(tally.lost)
    assert {ogre: sheet["tread"] for ogre, sheet in reported["sheets"].items()} == {
        ogre: sheet["T"] for ogre, sheet in tally.sheets.items()
    }
    with Path(names[1]).open(encoding="utf-8", newline="") as lines:
        assert sum(float(row["points"]) for row in csv.DictReader(lines)) == sum(tally.points.values())
    text = _pdf_text(Path(names[2]))
    assert "Team victory" in text
    assert "Ann" in text
    assert f"{max(teams.values()):g}" in text
    assert "DESTROYED" in _pdf_text(Path(names[3]))


def _check_replay(file: Path, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The same game as a referee script: every step is allowed again, and ends at the same points."""
    from companion.session.match import narrate_match

    capsys.readouterr()
    script = folder / "script.json"
    script.write_text(json.dumps(narrate_match(file).script), encoding="utf-8")
    assert main(["referee", "--json", str(script)]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(lines) > ROUNDS * 8
    assert all(line["ok"] for line in lines)


def _pdf_text(file: Path) -> str:
    document = QPdfDocument()
    assert document.load(str(file)) is QPdfDocument.Error.None_
    return " ".join(document.getAllText(page).text() for page in range(document.pageCount()))
