"""No help and no message of a command bypasses the catalogue."""

from __future__ import annotations

import re

import pytest

from companion.cli import COMMANDS, main
from tests.text.pseudo import untranslated

pytestmark = pytest.mark.usefixtures("pseudo_language")

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
