"""From a plan and a table to a match that runs in its window, and back into one that was left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

from PySide6.QtWidgets import QMainWindow

from companion.camera import Camera
from companion.camera.sources import Device, Source
from companion.codec.camera import read_camera, write_camera
from companion.codec.reader import open_reader
from companion.codec.source import open_source
from companion.errors import OperationError
from companion.journal import new_match_file
from companion.resources import data_folder
from companion.session.live import TableWatcher
from companion.session.match import Match
from companion.session.match_setup import NO_SOURCE, MatchPlan, TableChoice, encode_opening
from companion.text import translate
from companion.ui.match import MatchWindow
from companion.ui.memory import recall
from companion.ui.start.launch_options import LaunchOptions
from companion.ui.start.reader_preload import ReaderOpener, ReaderPreload
from companion.vision import Reader

#: Windows that run; Qt does not keep them.
_open: Final[list[QMainWindow]] = []


def camera_file() -> Path:
    """Where the camera measured last is kept."""
    return data_folder() / "camera.json"


def reader_of(camera: Camera, wanted: LaunchOptions) -> Reader:
    """A reader for the dice that are wanted. Raises OperationError."""
    return open_reader(camera, wanted.dice, wanted.gallery)


def begin(plan: MatchPlan, choice: TableChoice, file: Path | None, ahead: ReaderPreload) -> QMainWindow:
    """Begin a new match in a file (default: among the user's own) and show it.

    Raises:
        OperationError: the table does not suit the plan, or the match cannot be written; the source is closed.
    """
    with ExitStack() as on_failure:
        if choice.source is not None:
            on_failure.callback(choice.source.close)
        planned = plan.on(choice.surface).with_terrain(choice.terrain)
        opening = _with_source(encode_opening(planned), choice.words)
        unkept = keep_camera(choice.camera)
        watcher = _watcher(choice.source, choice.camera, ahead.over)
        match = Match.begin(file or new_match_file(file_title(plan)), opening)
        on_failure.pop_all()
    window = open_match_window(match, watcher)
    if unkept:
        window.statusBar().showMessage(unkept)
    return window


def resume(path: Path, wanted: LaunchOptions, devices: Sequence[Device]) -> QMainWindow:
    """Continue a match, by the camera that was used last; where it cannot be had, the window says why.

    Raises:
        OperationError: the match is open elsewhere, newer or damaged; the message says what to do.
    """
    match = Match.resume(path)
    try:
        watcher, why_not = _again(match, wanted, devices), ""
    except OperationError as failure:
        watcher, why_not = None, str(failure)
    window = open_match_window(match, watcher)
    if why_not:
        window.statusBar().showMessage(translate("start", "Without a camera: {why}").format(why=why_not))
    return window


def open_match_window(match: Match, watcher: TableWatcher | None) -> QMainWindow:
    """The window of a match, as large as the screen."""
    window = MatchWindow(match, watcher) if watcher is not None else MatchWindow(match)
    keep_open(window)
    window.present()
    return window


def keep_open(window: QMainWindow) -> None:
    """Keep a window for as long as it is there."""
    _open.append(window)
    window.destroyed.connect(lambda: _open.remove(window))


def file_title(plan: MatchPlan) -> str:
    """What a match's file is called after its day."""
    return translate("start", "{names}, {scenario}").format(
        names=translate("start", " and ").join(plan.names), scenario=translate("session", plan.card.name)
    )


def keep_camera(camera: Camera | None) -> str:
    """Keep how the camera was measured, for the next time; why that cannot be done, which no match has to wait for."""
    try:
        if camera is not None:
            write_camera(camera, camera_file())
    except OperationError as failure:
        return str(failure)
    return ""


def _watcher(source: Source | None, camera: Camera | None, reader: ReaderOpener) -> TableWatcher | None:
    if source is None or camera is None:
        return None
    return TableWatcher(source, reader(camera))


def _with_source(opening: Mapping[str, Any], words: str) -> dict[str, Any]:
    """An opening that tells where its pictures come from, so that the match finds its camera again."""
    return {**opening, "table_talk": {**opening.get("table_talk", {}), "source": words}}


def _again(match: Match, wanted: LaunchOptions, devices: Sequence[Device]) -> TableWatcher | None:
    """The camera given, or the one that the match began by, or the one of last time."""
    began_by = str(match.opening.get("table_talk", {}).get("source", "")) or recall().source
    words = list(wanted.source) or [began_by]
    file = wanted.camera or camera_file()
    if words in ([""], [NO_SOURCE]) or not file.is_file():
        return None
    camera = read_camera(file)
    return _watcher(open_source(words, devices=devices), camera, lambda over: reader_of(over, wanted))
