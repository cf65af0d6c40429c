"""A feature is a folder: without it the program has no trace of the feature, and is as whole as before."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

import pytest

ROOT: Final = Path(__file__).parents[2]
#: What lies beside the package and is only read.
_BESIDE: Final = ("calibration", "dice_faces", "docs", "fixtures", "models")
_SCRIPT: Final = ROOT / "fixtures" / "images" / "film" / "match.json"
#: Tiles of the start page, keys of a match (by the ids of their actions), and formats.
_LOOK_ROUND: Final = """
import json, sys
from pathlib import Path
from PySide6.QtWidgets import QApplication
application = QApplication([])
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
print(json.dumps({"tiles": tiles, "rooms": list(ROOMS), "keys": keys, "formats": list(SCHEMAS)}))
"""


_SAID_IN_HALLS: Final = ("answer", "call", "event", "line", "presence", "replay", "state")


class _Feature(NamedTuple):
    """What goes with a folder of `companion`: its commands, and what of `_LOOK_ROUND`."""

    commands: frozenset[str]
    others: Mapping[str, frozenset[str]]


FEATURES: Final = {
    "certify": _Feature(
        frozenset({"certify", "report", "shadow"}),
        {
            "keys": frozenset({"misread", "shadow"}),
            "formats": frozenset({"certificate", "certify-sheet", "shadow"}),
        },
    ),
    "exercise_k": _Feature(
        frozenset({"exercise-k"}),
        {
            "tiles": frozenset({"exercise-k"}),
            "rooms": frozenset({"exercise-k"}),
            "formats": frozenset({"exercise-k", "exercise-k-results", "record-sheet"}),
        },
    ),
    "hall": _Feature(
        frozenset({"hall"}),
        {
            "keys": frozenset({"referee", "publish.end"}),
            "formats": frozenset(f"hall-{what}" for what in _SAID_IN_HALLS),
        },
    ),
    "share": _Feature(frozenset(), {"keys": frozenset({"share", "share.end"})}),
}


def _run(tree: Path, *words: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(tree), "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, *words]
    done = subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def _commands(tree: Path) -> set[str]:
    """Those that ``--help`` lists, each indented by four."""
    return set(re.findall(r"^ {4}([a-z-]+) ", _run(tree, "-m", "companion", "--help"), re.MULTILINE))


def _found(tree: Path) -> dict[str, list[str]]:
    found: dict[str, list[str]] = json.loads(_run(tree, "-c", _LOOK_ROUND, str(_SCRIPT)))
    return found


@pytest.fixture(scope="module")
def whole() -> tuple[set[str], dict[str, list[str]], str]:
    """The program with all its features: its commands, what is found in it, what its referee says of a match."""
    return _commands(ROOT), _found(ROOT), _run(ROOT, "-m", "companion", "referee", str(_SCRIPT))


@pytest.mark.slow
@pytest.mark.parametrize("room", FEATURES)
def test_taking_a_folder_away_takes_the_feature_away_and_nothing_else(
    room: str, whole: tuple[set[str], dict[str, list[str]], str], tmp_path: Path
) -> None:
    shutil.copytree(ROOT / "companion", tmp_path / "companion", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.rmtree(tmp_path / "companion" / room)
    for folder in _BESIDE:
        (tmp_path / folder).symlink_to(ROOT / folder, target_is_directory=True)
    commands, found, message = whole
    gone, others = FEATURES[room]
    assert gone <= commands
    assert _commands(tmp_path) == commands - gone
    assert all(names <= set(found[kind]) for kind, names in others.items())
    kept = {kind: [name for name in names if name not in others.get(kind, ())] for kind, names in found.items()}
    assert _found(tmp_path) == kept
    assert _run(tmp_path, "-m", "companion", "referee", str(_SCRIPT)) == message
