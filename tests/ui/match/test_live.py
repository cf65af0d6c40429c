"""The film of a short match through the live path into the window: seen, accepted by one key, played to its score."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QThread
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from companion.camera import read_picture
from companion.codec.camera import read_camera
from companion.codec.die import known_dice
from companion.codec.script import decode_match_opening
from companion.codec.sources import open_film
from companion.geometry import Pose
from companion.session.live import LiveTable, TableSnapshot, TableState, TableWatcher, Track
from companion.session.match import Match
from companion.session.overlay import MarkKind
from companion.session.play.modes import Browsing, Proposed, Reconciling, Throwing
from companion.ui.match import MatchWindow
from companion.ui.match.table_canvas import TableViewMode
from companion.vision import FaceGuess, FaceName
from tests.film import FILM, TrueReader, film_snapshots, script, tables
from tests.ui.match.conftest import Player


@pytest.fixture(scope="module")
def snapshots() -> list[TableSnapshot]:
    return list(film_snapshots())


class HandedOver:
    """A watcher without threads: whoever tests hands it the snapshots."""

    def __init__(self) -> None:
        self.latest: TableSnapshot | None = None
        self.stopped = False

    def start(self) -> None:
        """Nothing runs by itself."""

    def stop(self) -> None:
        self.stopped = True


class Watched(Player):
    """Somebody at a window with a camera."""

    def __init__(self, window: MatchWindow, watcher: HandedOver, qtbot: QtBot) -> None:
        super().__init__(window)
        self._watcher, self._qtbot = watcher, qtbot
        assert window.watch is not None
        self._watch = window.watch
        self._asked = self._heard = 0
        self._watch.thought.connect(self._hear)
        window.watch.pause()

    def _hear(self, _thought: object) -> None:
        self._heard += 1

    def see(self, snapshot: TableSnapshot) -> None:
        """A frame comes, and what it means has been thought through."""
        self._watcher.latest = snapshot
        self._watch.poll()
        self._qtbot.waitUntil(lambda: self._heard == self._watch.asked)

    def think_again(self) -> None:
        """The same table, looked at again after something was done."""
        assert self._watcher.latest is not None
        self._watch.report_again()
        self._qtbot.waitUntil(lambda: self._heard == self._watch.asked)


@pytest.fixture
def watched(qtbot: QtBot, tmp_path: Path) -> Iterator[Watched]:
    opening = script()
    opening.pop("steps")
    watcher = HandedOver()
    window = MatchWindow(Match.begin(tmp_path / "film.diceland", decode_match_opening(opening)), watcher)
    qtbot.addWidget(window)
    window.resize(1280, 800)
    window.show()
    yield Watched(window, watcher, qtbot)
    window.close()
    assert watcher.stopped


def _rests(snapshots: list[TableSnapshot]) -> list[TableSnapshot]:
    """The last frame of every table at rest."""
    return [snapshots[table.end - 1] for table in tables()]


def test_the_film_is_played_by_enter_alone_to_the_right_score(watched: Watched, snapshots: list[TableSnapshot]) -> None:
    for snapshot in _rests(snapshots):
        watched.see(snapshot)
        for _ in range(3):
            if not isinstance(watched.mode(), Proposed):
                break
            watched.press("Return")
            watched.think_again()
        assert isinstance(watched.mode(), Browsing), (snapshot.number, watched.presenter.prompt.sentence)
    position = watched.presenter.position
    assert position.score == {"Anna": 8, "Ben": 2}
    lines = watched.presenter.match.log
    assert {line.source for line in lines} <= {"camera", "camera, by itself"}
    assert all(line.picture and watched.presenter.match.picture(line.picture) for line in lines)
    true = [step["do"] for step in script()["steps"]]
    text = [line.row["do"] for line in lines if line.row["do"] != "observe"]
    assert text == [do for do in true[:-1] if do != "skip"]


def test_the_state_of_the_table_is_shown_in_words_and_shape(watched: Watched, snapshots: list[TableSnapshot]) -> None:
    words = {}
    for state in ("settled", "hand", "too-dark", "markers-hidden"):
        watched.see(next(snapshot for snapshot in snapshots if snapshot.state is TableState(state)))
        words[state] = watched.words("table_state")
    assert "●" in words["settled"]
    assert "settled" in words["settled"]
    assert "◐" in words["hand"]
    assert "■" in words["too-dark"]
    trouble = watched.window.findChild(QLabel, "trouble")
    assert isinstance(trouble, QLabel)
    assert "uncover" in trouble.text()


def test_a_poor_camera_is_reported_as_long_as_it_is_played_with(
    watched: Watched, snapshots: list[TableSnapshot]
) -> None:
    settled = next(snapshot for snapshot in snapshots if snapshot.state is TableState.SETTLED)
    poor = replace(settled.camera, quality=replace(settled.camera.quality, rms_px=9.0, rms_mm=9.0))
    watched.see(replace(settled, camera=poor, votes=9))
    (trouble,) = watched.window.findChildren(QLabel, "trouble")
    assert trouble.text().startswith("▲ The camera is calibrated poorly: places may be wrong by ")
    assert "camera 9.0 mm poor" in watched.words("table_state")
    live, still = LiveTable(poor, known_dice()), read_picture(FILM / "000.jpg").pixels
    assert "The camera is calibrated poorly" in [live.see(still, at_s / 4) for at_s in range(12)][-1].sentence


def _until(watched: Watched, snapshots: list[TableSnapshot], acts: int) -> None:
    """Play until so many acts of the film are done."""
    for snapshot, table in zip(_rests(snapshots), tables(), strict=True):
        watched.see(snapshot)
        if table.acts > acts:
            return
        while isinstance(watched.mode(), Proposed):
            watched.press("Return")
            watched.think_again()


def test_a_proposed_throw_is_corrected_by_hand_and_undone_by_one_key(
    watched: Watched, snapshots: list[TableSnapshot]
) -> None:
    _until(watched, snapshots, 2)
    assert isinstance(watched.mode(), Proposed)
    assert "Missile Tank" in watched.words("sentence")
    watched.press("C")
    assert isinstance(watched.mode(), Throwing)
    watched.press("6", "Return")
    assert watched.presenter.position.piece("Missile Tank").showing.key == "6"
    assert watched.presenter.position.to_move == "Ben"
    watched.press("Z")
    assert watched.presenter.position.to_move == "Anna"
    assert not watched.presenter.position.piece("Missile Tank").in_play


def test_the_bands_do_not_cover_the_near_edge_of_the_table(watched: Watched, snapshots: list[TableSnapshot]) -> None:
    canvas, outline = watched.window.canvas, watched.presenter.position.table.outline_mm
    (trouble,) = watched.window.findChildren(QLabel, "trouble")

    def rims_px() -> tuple[float, float]:
        rows = canvas.zoomed_view().project([[*point, 0.0] for point in outline])[:, 1]
        return float(rows.min()), float(rows.max())

    rest = _rests(snapshots)[0]
    watched.see(rest)
    watched.window.resize(1280, 600)  # there is little room above and below the table
    free = rims_px()
    moved = replace(rest, number=rest.number + 1, state=TableState.CAMERA_MOVED, sentence="Put the camera back.")
    watched.see(moved)
    assert trouble.isVisible()
    assert free[1] > canvas.height() - trouble.height(), "otherwise nothing would have to give way"
    far, near = rims_px()
    assert near <= canvas.height() - trouble.height()
    assert 0 <= far < free[0]
    watched.see(rest)
    assert rims_px() == free


def test_what_hands_must_do_is_drawn_and_ticks_itself_off(watched: Watched, snapshots: list[TableSnapshot]) -> None:
    _until(watched, snapshots, 3)
    rests = _rests(snapshots)
    before = rests[[table.acts for table in tables()].index(3)]
    watched.press("Esc")
    watched.see(before)
    watched.press("Return")
    if not watched.presenter.position.piece("Missile Tank").in_play:
        watched.think_again()
        watched.press("Return")
    watched.click_piece("Missile Tank") if not isinstance(watched.mode(), Browsing) else None
    watched.presenter.go(Browsing("Missile Tank"))
    watched.press("1", "Return")
    hands = watched.words("hands")
    assert hands.startswith("☐ Roll Heavy Tank over its red dot")
    watched.press("F7", "Up", "Return")
    assert watched.words("hands") == hands, "points set by hand move no die"
    watched.press("Z")
    assert watched.words("hands") == hands, "nor does taking them back"
    scene = watched.window.canvas.scene
    assert scene is not None
    assert scene.of(MarkKind.WAY, "Heavy Tank")
    watched.see(rests[[table.acts for table in tables()].index(5)])
    assert watched.presenter.reconciler.todo == ()
    scene = watched.window.canvas.scene
    assert scene is not None
    assert not scene.of(MarkKind.WAY)


def _misread(snapshot: TableSnapshot, die: str, read: str, *, known: bool = False) -> TableSnapshot:
    """The same table at the next rest, one die read as another kind; ``known``: what it is is a runner-up."""
    tracks = []
    for track in snapshot.tracks:
        name = track.reading.name
        other = name is not None and name.die == die
        reading = replace(track.reading, name=FaceName(read, "8")) if other else track.reading
        if other and known and name is not None:
            reading = replace(reading, alternatives=(FaceGuess(name, 0.2),))
        tracks.append(replace(track, reading=reading))
    return replace(snapshot, number=snapshot.number + 1000, rest=snapshot.rest + 1000, tracks=tuple(tracks))


def test_where_table_and_match_differ_likely_explanations_are_numbered_keys(
    watched: Watched, snapshots: list[TableSnapshot]
) -> None:
    _until(watched, snapshots, 2)
    watched.press("Return")
    watched.think_again()
    at = [table.acts for table in tables()].index(3)
    watched.see(_misread(_rests(snapshots)[at], "ogre/heavy-tank", "cyburg/otto"))
    assert isinstance(watched.mode(), Reconciling)
    assert "Heavy Tank is read as Otto" in watched.words("sentence")
    assert "differ" in watched.words("band")
    assert watched.offered.keys() >= {"explain.1", "explain.2", "explain.3"}
    scene = watched.window.canvas.scene
    assert scene is not None
    assert scene.of(MarkKind.DIFFERS, "Heavy Tank")
    watched.press("1")
    assert isinstance(watched.mode(), Browsing)
    assert "probably Heavy Tank with side" in watched.presenter.match.log[-1].text


def test_a_die_of_no_match_is_called_by_its_printed_name_and_ringed_among_its_equals(
    watched: Watched, snapshots: list[TableSnapshot]
) -> None:
    _until(watched, snapshots, 2)
    watched.press("Return")
    watched.think_again()
    assert isinstance(watched.mode(), Browsing)
    rests = watched.presenter.view.snapshot
    assert rests is not None
    first, otto = rests.tracks[0].reading, FaceName("cyburg/otto", "8")
    lying = [replace(first, name=otto, pose=Pose(x_mm, 520, 0, 50.8)) for x_mm in (250.0, 700.0)]
    strangers = [Track(100 + number, reading, 3) for number, reading in enumerate(lying)]
    watched.see(replace(rests, number=rests.number + 1000, rest=rests.rest + 1000, tracks=(*rests.tracks, *strangers)))
    mode = watched.mode()
    assert isinstance(mode, Reconciling)
    assert watched.words("sentence") == "Otto is seen, but it is not a die of this match. What happened?"
    assert mode.now.die is not None
    assert mode.now.die.pose.x_mm == 250.0
    scene = watched.window.canvas.scene
    assert scene is not None
    _table, asked, other = (np.mean(mark.points_px, axis=0) for mark in scene.of(MarkKind.DIFFERS))
    (ring,) = scene.of(MarkKind.ASKED_RING)
    middle = np.mean(ring.points_px, axis=0)
    assert np.linalg.norm(middle - asked) < 3.0 < np.linalg.norm(middle - other)
    watched.press("1")
    assert "Take Otto off the table." in watched.words("hands")


def test_a_throw_that_is_read_as_another_kind_is_reported_as_what_it_probably_is_and_not_asked_about_again(
    watched: Watched, snapshots: list[TableSnapshot]
) -> None:
    _until(watched, snapshots, 1)
    while isinstance(watched.mode(), Proposed):
        watched.press("Return")
        watched.think_again()
    at = [table.acts for table in tables()].index(3)
    odd = _misread(_rests(snapshots)[at], "ogre/missile-tank", "cyburg/otto", known=True)
    watched.see(odd)
    assert isinstance(watched.mode(), Proposed)
    assert "Read as Otto 8, probably Missile Tank" in watched.words("sentence")
    assert "Where does the top of the print of Missile Tank point?" in watched.words("sentence")
    assert watched.offered.keys() >= {"answer.1", "answer.2", "answer.3", "neither"}
    watched.press("X")
    assert isinstance(watched.mode(), Reconciling)
    assert "Otto 8, probably Missile Tank, is seen, but it is not in play" in watched.words("sentence")
    watched.press("Esc", "F4")
    watched.think_again()
    watched.press("1")
    assert watched.presenter.position.piece("Missile Tank").in_play
    watched.think_again()
    assert isinstance(watched.mode(), Browsing), watched.words("sentence")
    watched.see(replace(odd, number=odd.number + 1, rest=odd.rest + 1))
    assert isinstance(watched.mode(), Browsing), watched.words("sentence")


def test_what_was_put_aside_is_proposed_again_when_asked(watched: Watched, snapshots: list[TableSnapshot]) -> None:
    _until(watched, snapshots, 2)
    assert isinstance(watched.mode(), Proposed)
    watched.click_piece("Heavy Tank")
    assert watched.mode() == Browsing("Heavy Tank")
    watched.think_again()
    assert watched.mode() == Browsing("Heavy Tank")
    watched.press("F4")
    watched.think_again()
    assert isinstance(watched.mode(), Proposed)


@pytest.mark.parametrize("die", ["ogre/heavy-tank", "ogre/missile-tank"])
def test_what_people_know_better_than_the_camera_is_not_asked_again(
    watched: Watched, snapshots: list[TableSnapshot], die: str
) -> None:
    """A die of another kind exactly where a piece lay is a wrong reading before it is a shot that killed the piece."""
    _until(watched, snapshots, 2)
    watched.press("Return")
    watched.think_again()
    odd = _misread(_rests(snapshots)[[table.acts for table in tables()].index(3)], die, "cyburg/otto")
    watched.see(odd)
    assert isinstance(watched.mode(), Reconciling)
    watched.press("1")
    watched.think_again()
    assert isinstance(watched.mode(), Browsing)
    watched.see(replace(odd, number=odd.number + 1, rest=odd.rest + 1))
    assert isinstance(watched.mode(), Browsing)
    assert len(watched.presenter.position.in_play) == 2


def test_tab_goes_from_the_picture_to_the_top_view_to_the_drawn_table(
    watched: Watched, snapshots: list[TableSnapshot]
) -> None:
    watched.see(snapshots[8])
    sizes = []
    for _ in TableViewMode:
        shown = watched.window.canvas.shown
        assert shown is not None
        sizes.append((shown[0].width(), shown[0].height()))
        watched.press("Tab")
    assert sizes[0] == (1280, 720)
    assert len(set(sizes)) == 3


def test_no_thread_outlives_the_window(qtbot: QtBot, tmp_path: Path) -> None:
    before = set(threading.enumerate())
    opening = script()
    opening.pop("steps")
    film = open_film(FILM / "film.json", fps=10)
    watcher = TableWatcher(film, TrueReader(film, read_camera(FILM / "camera.json"), known_dice()))
    window = MatchWindow(Match.begin(tmp_path / "film.diceland", decode_match_opening(opening)), watcher)
    qtbot.addWidget(window)
    window.show()
    qtbot.waitUntil(lambda: watcher.latest is not None and "settled" in _state(window))
    window.close()
    assert [thread for thread in threading.enumerate() if thread not in before and thread.is_alive()] == []
    assert all(not thread.isRunning() for thread in window.findChildren(QThread))


def _state(window: MatchWindow) -> str:
    label = window.findChild(QLabel, "table_state")
    return label.text() if isinstance(label, QLabel) else ""
