"""A feature is a folder: without it the program has no trace of the feature, and is as whole as before."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
#: What lies beside the package and is only read.
_BESIDE: Final = ("calibration", "dice_faces", "docs", "fixtures", "models")
_SCRIPT: Final = ROOT / "fixtures" / "images" / "film" / "match.json"
#: Commands, tiles of the start page, keys of a match (by the ids of their actions), formats, and what the referee says
#: of a match; of one process, for each takes seconds to begin.
_LOOK_ROUND: Final = """
import io, json, re, sys
from contextlib import redirect_stdout
from pathlib import Path
from PySide6.QtWidgets import QApplication
application = QApplication([])
from companion.cli import main
from companion.codec.schemas import SCHEMAS
from companion.session.stream import begin_passing_match
from companion.ui import ROOMS
from companion.ui.match import MatchWindow
from companion.ui.start.home import HomePage
tiles = [offer.id for offer in HomePage({}).offers()]
with begin_passing_match(Path(sys.argv[1])) as match:
    window = MatchWindow(match)
    keys = [action.id for action in window.actions_in_force]
    window.close()

def printed(*words):
    with redirect_stdout(io.StringIO()) as text:
        try:
            status = main(words)
        except SystemExit as end:
            status = end.code
    assert not status, (words, status)
    return text.getvalue()

commands = re.findall(r"^ {4}([a-z-]+) ", printed("--help"), re.MULTILINE)
found = {"commands": commands, "tiles": tiles, "rooms": list(ROOMS), "keys": keys, "formats": list(SCHEMAS)}
print(json.dumps(found | {"referee": printed("referee", sys.argv[1]).splitlines()}))
"""


_SAID_IN_HALLS: Final = ("answer", "call", "event", "line", "presence", "replay", "state")


#: Folder of `companion` -> what goes with it of what `_LOOK_ROUND` finds.
FEATURES: Final[Mapping[str, Mapping[str, frozenset[str]]]] = {
    "certify": {
        "commands": frozenset({"certify", "report", "shadow"}),
        "keys": frozenset({"misread", "shadow"}),
        "formats": frozenset({"certificate", "certify-sheet", "shadow"}),
    },
    "exercise_k": {
        "commands": frozenset({"exercise-k"}),
        "tiles": frozenset({"exercise-k"}),
        "rooms": frozenset({"exercise-k"}),
        "formats": frozenset({"exercise-k", "exercise-k-results", "record-sheet"}),
    },
    "hall": {
        "commands": frozenset({"hall"}),
        "keys": frozenset({"referee", "publish.end"}),
        "formats": frozenset(f"hall-{what}" for what in _SAID_IN_HALLS),
    },
    "share": {"keys": frozenset({"share", "share.end"})},
}


def _found(tree: Path) -> dict[str, list[str]]:
    """What `_LOOK_ROUND` finds in the program that lies in that folder."""
    environment = {**os.environ, "PYTHONPATH": str(tree), "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-c", _LOOK_ROUND, str(_SCRIPT)]
    done = subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, list[str]] = json.loads(done.stdout)
    return found


@pytest.fixture(scope="module")
def whole() -> dict[str, list[str]]:
    """The program with all its features."""
    return _found(ROOT)


@pytest.mark.slow
@pytest.mark.parametrize("room", FEATURES)
def test_taking_a_folder_away_takes_the_feature_away_and_nothing_else(
    room: str, whole: dict[str, list[str]], tmp_path: Path
) -> None:
    shutil.copytree(ROOT / "companion", tmp_path / "companion")
    shutil.rmtree(tmp_path / "companion" / room)
    for folder in _BESIDE:
        (tmp_path / folder).symlink_to(ROOT / folder, target_is_directory=True)
    gone = FEATURES[room]
    assert all(names <= set(whole[kind]) for kind, names in gone.items())
    kept = {kind: [name for name in names if name not in gone.get(kind, ())] for kind, names in whole.items()}
    assert _found(tmp_path) == kept
