"""Bring the languages up to date with the code: run it from the top of a checkout, see ``docs/languages.md``.

    python -m companion.ui.languages.update          every language that is here
    python -m companion.ui.languages.update fr       begin French, or bring it up to date alone

Qt's own tools do the work: lupdate gathers what the windows say into the ``.ts`` files, lrelease makes the ``.qm``.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

HERE: Final = Path(__file__).parent
_SPOKEN_BY: Final = HERE.parent  # every window lives below this folder


def main(words: Sequence[str]) -> int:
    """Update the languages named, or all; how many texts are left to translate is told, and the exit status says."""
    files = [HERE / f"{code}.ts" for code in words] or sorted(HERE.glob("*.ts"))
    for file in files:
        gather(file)
        release(file)
        print(f"{file.name}: {len(list(unfinished(file)))} texts left to translate")
    return 0


def gather(file: Path) -> None:
    """Put every text of the code into a ``.ts`` file; what is translated stays, what nobody says any more goes."""
    sources = sorted(str(path) for path in _SPOKEN_BY.rglob("*.py"))
    options = ["-source-language", "en", "-target-language", file.stem, "-locations", "none", "-no-obsolete"]
    _run("pyside6-lupdate", *options, *sources, "-ts", str(file))


def release(file: Path, target: Path | None = None) -> Path:
    """Make the ``.qm`` of a ``.ts`` file, beside it where no other place is given."""
    made = target or file.with_suffix(".qm")
    _run("pyside6-lrelease", "-silent", str(file), "-qm", str(made))
    return made


def unfinished(file: Path) -> Iterator[str]:
    """The texts of a language that nobody has translated yet."""
    for message in ElementTree.parse(file).iter("message"):
        translation = message.find("translation")
        if translation is None or translation.get("type") == "unfinished" or not translation.text:
            yield message.findtext("source") or ""


def read_translations(file: Path) -> dict[tuple[str, str], str]:
    """Context and text -> translation, of a ``.ts`` file."""
    found: dict[tuple[str, str], str] = {}
    for context in ElementTree.parse(file).iter("context"):
        for message in context.iter("message"):
            key = context.findtext("name") or "", message.findtext("source") or ""
            found[key] = message.findtext("translation") or ""
    return found


def _run(tool: str, *words: str) -> None:
    beside = Path(sys.executable).with_name(tool)
    program = str(beside) if beside.exists() else shutil.which(tool)
    if program is None:
        raise SystemExit(f"{tool} is missing: it comes with PySide6 (pip install pyside6)")
    done = subprocess.run([program, *words], capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{tool}: {done.stdout}{done.stderr}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
