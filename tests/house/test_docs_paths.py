"""Every file and folder that a page of the documentation names is there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    page
    for page in (*ROOT.glob("*.md"), *ROOT.glob("*/*.md"), *ROOT.glob("docs/*/*.md"), *ROOT.glob("models/*/*.md"))
    if not page.relative_to(ROOT).parts[0].startswith(".")
)
#: Folders at the top whose files pages name from there.
FROM_THE_TOP: Final = frozenset(
    {"calibration", "companion", "dice_faces", "docs", "fixtures", "models", "requirements", "tests"}
)
#: What is named before it is there: made by whoever follows the page, or by building the program.
MADE_LATER: Final = frozenset({"companion/text/languages/fr.po", "companion/_bundled"})
#: A module without its room, such as `glance.py`.
_BARE = re.compile(r"`(\w+\.py)`")
_NAMED = re.compile(r"`([\w.-]+(?:/[\w.-]+)+)/?`")
_LINKED = re.compile(r"\]\((?!\w+:)([^)#\s]+)[^)]*\)")


def _named_paths(page: Path) -> Iterator[str]:
    """What a page names from the top of the checkout, but for placeholders such as ``models/NAME.toml``."""
    for path in _NAMED.findall(page.read_text(encoding="utf-8")):
        if path.split("/")[0] in FROM_THE_TOP and path not in MADE_LATER and not re.search(r"\b[A-Z]{2,}\b", path):
            yield path


def _named_modules(page: Path) -> Iterator[str]:
    """Modules that a page names from within a room, such as ``enrolment/gallery.py``, or bare."""
    text = page.read_text(encoding="utf-8")
    yield from (
        path for path in _NAMED.findall(text) if path.endswith(".py") and path.split("/")[0] not in FROM_THE_TOP
    )
    yield from _BARE.findall(text)


def _is_there(path: Path) -> bool:
    """Whether a file or folder is there; a module may be named without its ending."""
    return path.exists() or path.with_name(f"{path.name}.py").exists()


def _is_a_module(path: str) -> bool:
    """Whether a module of that name, or of the end of its path, is in some room."""
    rooms = (ROOT / folder for folder in sorted(FROM_THE_TOP))
    return (ROOT / path).exists() or any(any(room.rglob(path)) for room in rooms)


def _missing(page: Path) -> Iterator[str]:
    """What a page names or links to that is not there."""
    yield from (path for path in _named_paths(page) if not _is_there(ROOT / path))
    yield from (path for path in _named_modules(page) if not _is_a_module(path))
    links = _LINKED.findall(page.read_text(encoding="utf-8"))
    yield from (path for path in links if not (page.parent / path).exists())


def test_what_pages_name_and_link_to_exists() -> None:
    assert {str(page.relative_to(ROOT)): missing for page in PAGES if (missing := list(_missing(page)))} == {}


def test_the_pages_are_found() -> None:
    names = {str(page.relative_to(ROOT)) for page in PAGES}
    assert {"README.md", "docs/house.md", "docs/threads.md", "models/README.md", "docs/formats/README.md"} <= names
    assert sum(len(list(_named_paths(page))) for page in PAGES) > 100
