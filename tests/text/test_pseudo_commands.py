"""No help and no message of a command bypasses the catalogue."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from companion.catalogue import EffectKind
from companion.cli import COMMANDS, main
from companion.codec.die import known_dice
from companion.codec.script import decode_match_opening
from companion.rules import Profile
from companion.session.match import Match
from tests.acts import do
from tests.text.pseudo import untranslated

pytestmark = pytest.mark.usefixtures("pseudo_language")

MATCHES = Path(__file__).parents[1] / "rules" / "matches"
#: What a command is asked, and names that it puts in.
_PARTS = {
    "print": (
        "dice",
        "folding-guide",
        "markers",
        "lens-board",
        "counters",
        "ogre-card",
        "command-post",
        "quick-reference",
    ),
    "dice": ("check", "edit"),
}
#: Options, and what stands for their values.
_SPELLED = re.compile(r"(?<![\w-])--?[a-z][a-z-]*|[A-Z]+\.(?:pdf|json)|\b[A-Z_x]+\b|\{[^}]*\}")
_HELP = [
    ["--help"],
    *([name, "--help"] for name in COMMANDS),
    *([name, part, "--help"] for name, parts in _PARTS.items() for part in parts),
]


@pytest.mark.parametrize("words", _HELP, ids=" ".join)
def test_no_help_bypasses_the_catalogue(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 0
    shown = capsys.readouterr().out
    assert untranslated(_SPELLED.sub(" ", shown), [*COMMANDS, *_PARTS["print"], *_PARTS["dice"], "companion"]) == []


#: Command lines that end in a sentence about what was wrong with them.
_WRONG = [
    [],
    ["--lang", "tlh", "rules"],
    ["nonsense"],
    ["read"],
    ["read", "--camera", "none.json", "none.jpg"],
    ["calibrate", "none.jpg", "-o", "out.json"],
    ["calibrate", "--clicks", "1,2", "--size", "1000x620", "none.jpg", "-o", "out.json"],
    ["calibrate", "--clicks", "1,2 3,4 5,6 7,8", "--size", "wide", "none.jpg", "-o", "out.json"],
    ["calibrate", "--mat", "none.json", "none.jpg", "-o", "out.json"],
    ["enrol"],
    ["enrol", "--live"],
    ["enrol", "--live", "--die", "ogre/gev"],
    ["play", "--source", "0", "none.jpg"],
    ["play", "--source", "none.mp4"],
    ["play", "--source", "none", "--match", "nowhere/match.diceland"],
    ["watch", "--source", "none", "--camera", "none.json"],
    ["watch", "--source", "0", "--camera", "none.json", "--rate", "-1"],
    ["watch", "--source", "0", "--camera", "none.json", "--accept", "likeliest"],
    ["referee", "none.json"],
    ["rules", "no such word"],
    ["rules", "--settings", "chess"],
    ["dice", "check", "nowhere"],
    ["dice", "edit", "--by-hand", "no/die"],
    ["print", "dice", "-o", "out.pdf"],
    ["print", "dice", "--die", "no/die", "-o", "out.pdf"],
    ["print", "markers", "--size", "wide", "-o", "out.pdf"],
    ["print", "markers", "--size", "100x100", "-o", "out.pdf"],
    ["print", "counters", "-o", "out.txt"],
    ["exercise-k", "--export", "out.json"],
    ["replay"],
    ["replay", "none.diceland"],
    ["export", "none.diceland", "-o", "out.json"],
    ["export", "--salvage", "none.diceland", "-o", "out.diceland"],
    ["evaluate", "nowhere", "-o", "report"],
    ["evaluate", "nowhere", "--leave-out", "-1", "-o", "report"],
    ["bench", "--runs", "0"],
    ["bench", "none.jpg"],
    ["bench", "--rules", "none.jpg", "--camera", "none.json"],
    ["bench", "--soak", "0"],
    ["bench", "--runs", "many"],
]
#: What comes from the operating system, and words that were given.
_GIVEN = (
    "No such file or directory",
    "no such word",
    "tlh",
    "Deutsch",
    "English",
    "chess",
    "nonsense",
    "many",
    "wide",
    "nowhere",
    "int",
)


@pytest.mark.parametrize("words", _WRONG, ids=" ".join)
def test_no_refusal_bypasses_the_catalogue(
    words: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(words) in {1, 2}
    message = capsys.readouterr().err
    assert "⟦" in message
    plain = re.sub(r"[\w./-]*/[\w./-]*|[\w*-]+\.\w+", " ", _SPELLED.sub(" ", message))
    names = (*COMMANDS, *_PARTS["print"], *_PARTS["dice"], *Profile, "companion", *_GIVEN)
    assert untranslated(plain, names) == []


def test_no_ruling_of_the_referee_and_no_replay_bypasses_the_catalogue(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    recorded = json.loads((MATCHES / "crushed.json").read_text())
    steps = recorded.pop("steps")
    recorded.pop("happened")
    file = tmp_path / "played.diceland"
    with Match.begin(file, decode_match_opening(recorded)) as match:
        for step in steps[:20]:
            do(match, step, source="keyboard")
    assert main(["replay", str(file)]) == 0
    assert main(["export", str(file), "-o", str(tmp_path / "played.json")]) == 0
    assert main(["referee", str(tmp_path / "played.json")]) == 0
    message = re.sub(r"\S*/\S+|\[[^]]*\]|\w+\.json", " ", capsys.readouterr().out)
    pieces = {name for piece in recorded["pieces"] for name in (piece["id"], piece["die"])}
    labels = {die.get("name", "") for die in recorded["dice"]} - {""}
    effects = {
        effect.get("name", "") for die in recorded["dice"] for face in die["face"] for effect in face.get("effect", ())
    } - {""}
    kinds = {words for kind in EffectKind for words in (kind.value, kind.value.capitalize())}
    assert untranslated(message, pieces | labels | effects | kinds | {recorded.get("name", ""), "played"} - {""}) == []


def test_no_line_about_dice_bypasses_the_catalogue(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dice", "check"]) == 0
    names = {name for die in known_dice().values() for name in (die.set, die.team)}
    assert untranslated(capsys.readouterr().out, names) == []
