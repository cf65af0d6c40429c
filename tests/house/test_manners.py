"""What every committed file of the house has to keep."""

from __future__ import annotations

import ast
import importlib
import importlib.metadata
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from packaging.requirements import Requirement

from tests.source_trees import nodes_of, tree_of

ROOT = Path(__file__).parents[2]
ROOMS = ("camera", "catalogue", "geometry", "journal", "paper", "rules", "session", "ui", "vision")

#: Rooms of their own beside the core, each with all floors of one feature.
FEATURES = ("certify", "exercise_k", "hall", "share")
#: What pages and windows are built of: the core has it for its own and for those of features.
BUILDING_BLOCKS = {
    "paper": {"colours", "line_chart", "markers", "pages"},
    "session": {"html_page"},
    "ui": {
        "actions", "background", "badges", "frame_feed", "keyed_window", "keys_page", "layouts", "plain_widgets",
        "stylesheet", "themes", "window_parts", "zoomed_picture",
    },
}  # fmt: skip

#: Modules through which libraries come in.
OWN_DOORS = {"companion.onnx_runtime", "companion.opencv"}

FOLDERS = (".ci", "calibration", "companion", "dice_faces", "docs", "fixtures", "models", "tests")

#: A folder of somebody's machine where a user's words would go.
MACHINE_PATH = re.compile(r"(?<![\w.~\-])/(work|root|home|Users|tmp)/\w")

#: Licences that let anybody use the program; a package may be offered under others besides.
FREE_ENOUGH = re.compile(r"\b(MIT|BSD|Apache|LGPL|PSF|MPL|ISC|Zlib|Unlicense|0BSD)", re.IGNORECASE)


def _ours() -> Iterator[Path]:
    """Every file of a checkout but git's own that is ours to keep in order; found without git, which not all have."""
    yield from (path for path in ROOT.iterdir() if path.is_file() and path.name != ".git")
    for folder in FOLDERS:
        yield from (path for path in (ROOT / folder).rglob("*") if path.is_file() and "__pycache__" not in path.parts)


def _texts() -> Iterator[tuple[Path, str]]:
    for path in _ours():
        content = path.read_bytes()
        if b"\0" not in content:
            yield path.relative_to(ROOT), content.decode("utf-8")


def _modules() -> list[Path]:
    return [path for path in _ours() if path.suffix == ".py" and path.is_relative_to(ROOT / "companion")]


def test_no_file_names_a_folder_of_somebodys_machine() -> None:
    texts = dict(_texts())
    assert Path("README.md") in texts
    named = [f"{path}: {hit.group()}" for path, text in texts.items() for hit in MACHINE_PATH.finditer(text)]
    assert [hit for hit in named if not hit.startswith("tests/house/test_manners.py")] == []


def test_every_module_says_what_it_owns() -> None:
    trees = {path: tree_of(path) for path in _modules()}
    assert len(trees) > 100
    assert [str(path) for path, tree in trees.items() if tree.body and not ast.get_docstring(tree)] == []


def test_rooms_are_entered_by_their_doors() -> None:
    """Another room is imported as ``from companion.room import ...``: what its door does not offer is its own."""
    imported = [(path.relative_to(ROOT), *found) for path in _modules() for found in _imported_modules(path)]
    assert len(imported) > 1000
    assert [f"{path}:{line} {module}" for path, line, module in imported if _goes_past_a_door(module, path)] == []


def _imported_modules(path: Path) -> Iterator[tuple[int, str]]:
    for node in nodes_of(path):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.lineno, node.module
        elif isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)


def _goes_past_a_door(module: str, importer: Path) -> bool:
    """Whether a module of another room is entered that its door does not offer (a package inside is offered)."""
    program, room, *deeper = [*module.split("."), ""]
    if program != "companion" or room not in ROOMS or room == importer.parts[1] or not deeper[0]:
        return False
    if importer.parts[1] in FEATURES and deeper[0] in BUILDING_BLOCKS.get(room, ()):
        return False
    return deeper[0] not in _offered_by(room) and not ROOT.joinpath(*module.split("."), "__init__.py").is_file()


@cache
def _offered_by(room: str) -> frozenset[str]:
    """The names that a room's door offers."""
    return frozenset(name for _, _, name in _imported_names(ROOT / "companion" / room / "__init__.py"))


def test_names_are_imported_from_where_they_are_or_from_a_door() -> None:
    """What a module imports for itself is not taken from it; what a door imports is what its room offers."""
    imported = {path.relative_to(ROOT): list(_imported_names(path)) for path in _ours() if path.suffix == ".py"}
    borrowed = {path: {name for _, _, name in names} for path, names in imported.items()}
    taken = [
        (f"{path}:{line} {name} of {module}", borrowed.get(Path(*module.split(".")).with_suffix(".py"), set()), name)
        for path, names in imported.items()
        for line, module, name in names
        if module.startswith("companion.") and module not in OWN_DOORS
    ]
    assert len(taken) > 1000
    assert [place for place, names, name in taken if name in names] == []


def _imported_names(path: Path) -> Iterator[tuple[int, str, str]]:
    """Line, module and name of each import from a module, wherever it stands."""
    for node in nodes_of(path):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from ((node.lineno, node.module, alias.name) for alias in node.names)


def test_what_the_program_needs_may_be_used_by_anybody() -> None:
    needed = [Requirement(line) for line in importlib.metadata.requires("diceland-companion") or ()]
    names = [requirement.name for requirement in needed if "extra ==" not in str(requirement.marker or "")]
    assert names
    assert [name for name in names if not FREE_ENOUGH.search(_licence(name))] == []


def _licence(name: str) -> str:
    facts = importlib.metadata.metadata(name)
    reported = [*(facts.get_all("License-Expression") or []), *(facts.get_all("License") or [])]
    return " ".join([*reported, *(facts.get_all("Classifier") or [])])
