"""The guided roll in its window, by keys; and ``companion enrol --live``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from companion.camera import Camera
from companion.camera.sources import NoSource
from companion.catalogue import Die
from companion.cli import main
from companion.codec.gallery import read_gallery
from companion.codec.reader import load_networks
from companion.errors import OperationError
from companion.geometry import Pose, rolled_pose
from companion.resources import Bundled, bundled
from companion.session.guided_enrolment import DieLocator, DieObservation, FiledSide
from companion.session.guided_enrolment.guide import Need
from companion.session.guided_enrolment.roll_presenter import enrolment_sentence
from companion.session.live import TableSnapshot, TableState
from companion.ui.enrol import EnrolWindow, open_enrolment
from companion.ui.themes import Theme, TypeSize, choose_theme
from companion.vision import EnrolledView, FaceFault, FaceName, Gallery, Photograph
from tests.vision.rolled_die import LENS

from .conftest import Rolled

HERE = Pose(400.0, 300.0, 20.0, 50.8)
FACES = tuple(np.full((192, 192, 3), 60 + 60 * turn, np.uint8) for turn in range(3))
PIXELS = np.full((72, 128, 3), 90, np.uint8)


class Table:
    """Stands in for the watcher and for what looks for the die."""

    def __init__(self, camera: Camera) -> None:
        self.latest: TableSnapshot | None = None
        self.shown, self.camera, self.stopped, self.asked_with = DieObservation(0), camera, False, 0

    def start(self) -> None:
        """Nothing to begin."""

    def stop(self) -> None:
        self.stopped = True

    def locate(self, _pixels: object, _camera: object, filed: Sequence[EnrolledView]) -> DieObservation:
        self.asked_with = len(filed)
        return self.shown

    def rests(self, observation: DieObservation, *, state: TableState = TableState.SETTLED) -> None:
        number = self.latest.number + 1 if self.latest else 1
        self.shown = observation
        self.latest = TableSnapshot(number, float(number), PIXELS, state, "As it is.", (), number, 1, self.camera)


class Room:
    """A window with its table, and what was saved."""

    def __init__(self, qtbot: QtBot, die: Die, camera: Camera) -> None:
        self.table, self.qtbot = Table(camera), qtbot
        self.saved: list[tuple[str, ...]] = []
        self.refused = ""
        self.window = EnrolWindow(die, self.table, self.table, self._save)
        self.window.worker.start()
        self.window.show()

    def _save(self, filed: Sequence[FiledSide]) -> None:
        if self.refused:
            raise OperationError(self.refused)
        self.saved.append(tuple(side.face for side in filed))

    def rests(self, observation: DieObservation) -> None:
        self.table.rests(observation)
        self.qtbot.waitUntil(lambda: self.window.presenter.guide.observation is observation)

    def press(self, *keys: Qt.Key) -> None:
        for key in keys:
            QTest.keyClick(self.window, key)


@pytest.fixture
def room(qtbot: QtBot, die: Die, camera: Camera) -> Iterator[Room]:
    made = Room(qtbot, die, camera)
    yield made
    made.refused = ""
    made.window.close()


@pytest.fixture
def usual_theme() -> Iterator[None]:
    yield
    choose_theme(Theme.DARK)


def looked(pose: Pose, fault: FaceFault | None = None, duplicate_face: FaceName | None = None) -> DieObservation:
    return DieObservation(1, Photograph(PIXELS, LENS), pose, FACES, fault, (), duplicate_face)


def rolled(die: Die, face: str, corner: int, pose: Pose) -> tuple[str, Pose]:
    up = die.face(face)
    assert up is not None
    after = die.face_over(up, corner)
    assert after is not None
    return after.key, rolled_pose(pose, up.vertices or "", corner, after.vertices or "")


def test_a_die_is_enrolled_by_keys_and_saved_when_it_is_whole(room: Room, die: Die) -> None:
    assert "Put Heavy Tank on the table" in room.window.message
    room.rests(looked(HERE))
    assert "Which side is up?" in room.window.message
    room.press(Qt.Key.Key_7, Qt.Key.Key_Up, Qt.Key.Key_Right, Qt.Key.Key_Left, Qt.Key.Key_Left)
    assert (room.window.presenter.side, room.window.presenter.turn) == ("8", 1)
    room.press(Qt.Key.Key_Return)
    face, pose = "8", replace(HERE, heading_deg=HERE.heading_deg + 120)
    for corner in (0, 1, 0, 0, 1, 2, 1):
        assert room.saved == []
        face, pose = rolled(die, face, corner, pose)
        room.rests(looked(pose))
    assert room.window.presenter.guide.need is Need.DONE
    assert "All eight sides" in room.window.message
    assert room.saved == [("8", "7", "6", "1", "2", "3", "4", "5")]
    assert room.table.asked_with == 7, "what looks for the die knows which sides are known"


def test_a_side_can_be_chosen_on_the_net_while_it_is_asked_for(room: Room) -> None:
    def click(face: str) -> None:
        QTest.mouseClick(room.window.net, Qt.MouseButton.LeftButton, pos=room.window.net.place_of(face).toPoint())

    click("5")
    assert (room.window.presenter.side, room.window.presenter.turn) == ("8", 0)
    room.rests(looked(HERE))
    click("5")
    assert (room.window.presenter.side, room.window.presenter.turn) == ("5", 0)


def test_only_a_table_at_rest_is_looked_at(room: Room, qtbot: QtBot) -> None:
    room.table.rests(looked(HERE), state=TableState.HAND)
    qtbot.waitUntil(lambda: "◐ hand" in room.window.state.text())
    assert room.window.presenter.guide.observation.pose is None


def test_a_blurred_side_is_not_kept_and_is_looked_at_again_by_itself(room: Room, qtbot: QtBot) -> None:
    room.rests(looked(HERE, FaceFault.BLURRED))
    assert "blurred" in room.window.message
    room.table.shown = looked(HERE)
    snapshot = room.table.latest
    assert snapshot is not None
    room.table.latest = replace(snapshot, number=snapshot.number + 1)  # the same rest: nothing has moved
    qtbot.waitUntil(lambda: _next_frame(room) and room.window.presenter.is_asked())


def _next_frame(room: Room) -> bool:
    snapshot = room.table.latest
    if snapshot is not None:
        room.table.latest = replace(snapshot, number=snapshot.number + 1)
    return True


def test_a_wrong_answer_can_be_put_right(room: Room) -> None:
    room.rests(looked(HERE))
    room.press(Qt.Key.Key_3, Qt.Key.Key_Return)
    assert [side.face for side in room.window.presenter.guide.filed] == ["3"]
    room.press(Qt.Key.Key_W, Qt.Key.Key_4, Qt.Key.Key_Return)
    assert [side.face for side in room.window.presenter.guide.filed] == ["4"]


def test_what_is_filed_is_saved_when_the_window_closes(room: Room) -> None:
    room.rests(looked(HERE))
    room.press(Qt.Key.Key_3, Qt.Key.Key_Return)
    room.window.close()
    assert room.saved == [("3",)]
    assert room.table.stopped


def test_a_gallery_that_cannot_be_written_is_reported(room: Room) -> None:
    room.rests(looked(HERE))
    room.press(Qt.Key.Key_3, Qt.Key.Key_Return)
    room.refused = "the disk is full; choose another place."
    room.window.presenter.save()
    assert "the disk is full" in room.window.message
    assert room.window.presenter.can_save()


@pytest.mark.parametrize("need", Need)
def test_every_need_is_stated_in_a_sentence(room: Room, need: Need) -> None:
    observation = looked(HERE, duplicate_face=FaceName("my/other", "3"))
    message = enrolment_sentence(replace(room.window.presenter.guide, need=need, observation=observation))
    assert message[0].isupper()
    assert message.endswith((".", "?"))


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
@pytest.mark.parametrize("type_size", TypeSize)
def test_nothing_is_clipped(
    qtbot: QtBot, die: Die, camera: Camera, size: tuple[int, int], type_size: TypeSize, usual_theme: None
) -> None:
    choose_theme(Theme.DARK, type_size)
    room = Room(qtbot, die, camera)
    room.window.resize(*size)
    room.rests(looked(HERE, duplicate_face=FaceName("some-set/a-die-of-a-long-name", "3b")))
    QApplication.processEvents()
    assert (room.window.width(), room.window.height()) == size
    for button in room.window.findChildren(QPushButton):
        assert button.isHidden() or button.width() >= button.sizeHint().width()
    room.window.close()


WORDS = [
    (["--live", "--die", "no/die", "--source", "none"], 2, "there is no die file for 'no/die'"),
    (["--live", "--die", "no/die", "--source", "none"], 2, "`companion dice edit --new no/die`"),
    (["--live", "--source", "none"], 2, "--live goes with --die"),
    (["--live", "--die", "ogre/gev", "--source", "gone.jpg", "more.jpg"], 2, "gone.jpg"),
]


def test_without_a_camera_that_was_measured_nothing_opens(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["enrol", "--live", "--die", "ogre/gev"]) == 2
    assert "no camera has been measured yet" in capsys.readouterr().err


@pytest.mark.parametrize(("words", "status", "message"), WORDS)
def test_words_that_lead_nowhere_are_reported(
    words: list[str], status: int, message: str, qapp: QApplication, capsys: pytest.CaptureFixture[str]
) -> None:
    camera = bundled(Bundled.PICTURES, "film", "camera.json")
    assert main(["enrol", "--camera", str(camera), *words]) == status
    assert message in capsys.readouterr().err


def test_the_command_opens_the_window_and_keeps_nothing_of_nothing(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    opened: list[str] = []

    def execute() -> int:
        window = next(w for w in QApplication.topLevelWidgets() if isinstance(w, EnrolWindow) and w.isVisible())
        qtbot.waitUntil(lambda: "no picture" in window.state.text())
        opened.append(window.windowTitle())
        window.close()
        return 0

    monkeypatch.setattr(QApplication, "exec", staticmethod(execute))
    camera = bundled(Bundled.PICTURES, "film", "camera.json")
    words = ["--live", "--die", "ogre/gev", "--source", "none", "-o", str(tmp_path / "gallery")]
    assert main(["enrol", "--camera", str(camera), *words]) == 0
    assert opened == ["Enrol G.E.V."]
    assert not (tmp_path / "gallery").exists()


def test_a_rolled_die_is_saved_as_all_its_pictures_place_it(
    qtbot: QtBot, die: Die, camera: Camera, rolls: list[Rolled], tmp_path: Path
) -> None:
    """Each side is filed where the refiner saw it; what is saved says how exactly all snapshots together place it."""
    window = open_enrolment(camera, {die.id: die}, die.id, NoSource(), tmp_path)
    qtbot.addWidget(window)
    networks, roll = load_networks(), window.presenter
    locator = DieLocator(camera, die, Gallery.of((), networks.classifier), networks)
    for one in rolls:
        roll.on_observation(locator.locate(one.pixels, camera, roll.guide.views))
        if roll.is_asked():
            roll.choose(one.face)
            roll.turn_by(one.corner_up(roll.guide.observation.pose))
            roll.answer()
    assert roll.guide.need is Need.DONE
    window.close()
    saved = [view for view in read_gallery(tmp_path, networks.classifier).views if view.name.die == die.id]
    assert {view.name.face for view in saved} == {face.key for face in die.faces}
    assert all(view.shift_covariance_mm2 is not None for view in saved)
