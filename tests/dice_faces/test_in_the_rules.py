"""Every face of every bundled die, laid on a table, can be asked of the rules: no effect is a word they do not know."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from companion.catalogue import Die, EffectKind, Face
from companion.cli import main
from companion.codec.die import read_dice
from companion.resources import Bundled, bundled

DICE = read_dice(bundled(Bundled.DICE_FACES))
STRANGER = {"id": "t/stranger", "face": [{"key": "8", "block": 5}]}


def _steps(face: Face) -> list[dict[str, Any]]:
    steps: list[dict[str, Any]] = [{"ask": ask, "piece": "p"} for ask in ("actions", "maneuver", "damage-step")]
    steps += [{"ask": "targets", "by": "p", "effect": n} for n, effect in enumerate(face.effects) if effect.corners]
    return steps + [{"ask": "command-order", "by": "p"} for _ in range(face.has(EffectKind.COMMAND))]


def _script(die: Die, face: Face) -> dict[str, Any]:
    """The face mid-table with an enemy ahead of it and an ally beside it."""
    table = tomllib.loads(bundled(Bundled.DICE_FACES, f"{die.id}.toml").read_text(encoding="utf-8"))
    placed = {
        "p": (die.id, "A", face.key, [600, 400]),
        "e": ("t/stranger", "B", "8", [600, 700]),
        "a": ("t/stranger", "A", "8", [300, 300]),
    }
    pieces = [
        {"id": name, "die": of, "owner": owner, "face": key, "centre_mm": centre, "heading_deg": 90}
        for name, (of, owner, key, centre) in placed.items()
    ]
    ogres = [{"piece": "p", "mark": "III"}] if "Ogre" in die.classes else []
    dice = [{key: value for key, value in table.items() if key != "format"}, STRANGER]
    return {
        "format": 1,
        "name": die.id,
        "profile": die.set,
        "dice": dice,
        "pieces": pieces,
        "ogres": ogres,
        "steps": _steps(face),
    }


@pytest.mark.parametrize("die", DICE.values(), ids=DICE)
def test_every_effect_is_understood(die: Die, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [tmp_path / f"{face.key}.json" for face in die.faces]
    for face, file in zip(die.faces, files, strict=True):
        file.write_text(json.dumps(_script(die, face)), encoding="utf-8")
    assert main(["referee", "--json", *map(str, files)]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(lines) == sum(len(_steps(face)) for face in die.faces)
    assert all(line["ok"] for line in lines)
