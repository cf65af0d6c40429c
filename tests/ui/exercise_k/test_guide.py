"""The referee's page (docs/exercise-k.md) says what is so: its keys are acts, its commands are commands."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from companion.cli import main
from companion.exercise_k.codec.documents import mark_iii
from companion.exercise_k.rules.engine import apply_desk_action
from companion.exercise_k.rules.position import DeskAgreement, new_game
from companion.exercise_k.rules.roster import roster_for
from companion.exercise_k.session.key_parser import parse_keys

GUIDE = (Path(__file__).parents[3] / "docs" / "exercise-k.md").read_text(encoding="utf-8")
TABLE = [line.split("|")[1] for line in GUIDE.splitlines() if line.startswith("| `")]


def test_every_act_of_the_guide_is_one() -> None:
    agreement = DeskAgreement(choices={"AMB-56": "together"})
    position = new_game(roster_for(4, ["Black", "Blue", "Red", "Green"]), mark_iii(), agreement=agreement)
    blue_moves = new_game(roster_for(4, ["Blue", "Black", "Red", "Green"]), mark_iii(), agreement=agreement)
    acts = [keys for cell in TABLE for keys in re.findall(r"`([^`]+)`", cell)]
    assert len(acts) >= 10
    for keys in acts:
        start = blue_moves if keys.startswith("K") else position
        typed = parse_keys(keys.replace("…", "B1M"), start)
        assert typed.keys == keys.replace("…", "B1M")
        assert typed.action is not None
        assert apply_desk_action(start, typed.action).ok, keys


@pytest.mark.parametrize("line", re.findall(r"^companion exercise-k .*$", GUIDE, re.MULTILINE))
def test_every_option_of_the_guide_is_one(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    options = [word for word in shlex.split(line.partition("#")[0]) if word.startswith("--")]
    assert main(["exercise-k", "--help"]) == 0
    reported = capsys.readouterr().out
    assert [option for option in options if option not in reported] == []
