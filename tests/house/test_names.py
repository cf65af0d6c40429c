"""One name, one meaning: no public name is defined in two modules, and modules are called by nouns."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.source_trees import nodes_of, tree_of

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "companion"

#: What is defined in several modules on purpose, and why.
MANY_TIMES = {
    "add_parser": "every command of the command line has one",
    "run": "every command of the command line has one",
    "schemas": "the core asks every feature for it that offers it",
    "add_option": "the core asks every feature for it that offers it",
    "read_option": "the core asks every feature for it that offers it",
    "join_match": "the core asks every feature for it that offers it",
    "main": "every script that can be run has one",
}

#: Words in -ing that are nouns of the field or the game, and what they name.
NOUNS = {
    "carving": "file carving, as forensics calls it",
    "lettering": "the letters on a sheet",
    "opening": "how a match begins",
    "painting": "what is painted",
    "reading": "what vision says of a picture",
    "ring": "a shape",
    "ruling": "what a referee says",
    "timing": "how long something takes",
    "sharing": "letting others in the network look on",
    "tuning": "setting numbers by trial",
    "tracking": "following things from frame to frame",
}

#: Names that were ours alone, and what engineers of the field call it.
DIALECT = {
    "any_way": "search_tilted",
    "Attitudes": "HypothesisEvaluator",
    "Backdrop": "ForegroundMap",
    "came_of": "recorded_outcome",
    "CannotDo": "OperationError",
    "Course": "Transition",
    "draft_of": "atomic_path",
    "each_once": "non_max_suppression",
    "EmptyTable": "BackgroundModel",
    "fingerprint": "embedding",
    "Finder": "FaceDetector",
    "Followed": "Tracker",
    "FromZero": "NonNegative",
    "Jotting": "EntryDraft",
    "Judge": "HypothesisVerifier",
    "LetGoOnFailure": "contextlib.ExitStack",
    "make_safe": "enable_wal",
    "Namer": "FaceClassifier",
    "on_the_rim": "refine_table_corners",
    "Placer": "PoseRefiner",
    "put_to_rest": "checkpoint_and_close",
    "ReaderPass": "ViewerPass",
    "Resting": "SettledTable",
    "retell": "amend",
    "said": "message",
    "set_look": "set_style_property",
    "Sight": "TableSnapshot",
    "Stance": "RigidPose",
    "Steadiness": "CameraMotion",
    "Stillness": "MotionDetector",
    "told": "reported, given, listed",
    "UpToOne": "Fraction",
    "write_whole": "write_atomic",
    "WrongInput": "InputError",
}

#: Rooms of tuned numbers, in which a constant's name stands for one value wherever it is defined.
TUNED_ROOMS = ("camera", "session/inference", "session/live", "vision")

#: Participles that do not end in -ed.
IRREGULAR = {
    "drawn", "found", "given", "gone", "kept", "known", "laid", "lost", "made", "meant", "misread", "seen", "shown",
    "sought", "taken", "told", "thrown", "understood", "worn", "written",
}  # fmt: skip


def _public_names(module: ast.Module) -> Iterator[str]:
    """Classes, functions and type aliases of a module; constants and what begins with _ are its own affair."""
    for node in module.body:
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                defined = [name]
            case ast.Assign(targets=targets):
                defined = [target.id for target in targets if isinstance(target, ast.Name)]
            case ast.AnnAssign(target=ast.Name(id=name)):
                defined = [name]
            case _:
                defined = []
        yield from (name for name in defined if not name.startswith("_") and not name.isupper())


def _is_bare_verb(module: str) -> bool:
    """Whether a module is called by a single participle or gerund (``lying``, ``shown``)."""
    word = module.strip("_")
    return word not in NOUNS and "_" not in word and (word.endswith(("ing", "ed")) or word in IRREGULAR)


def test_no_public_name_is_defined_in_two_modules() -> None:
    defined: dict[str, list[str]] = defaultdict(list)
    for path in sorted(PACKAGE.rglob("*.py")):
        for name in _public_names(tree_of(path)):
            defined[name].append(str(path.relative_to(PACKAGE)))
    assert len(defined) > 1000
    assert {name: places for name, places in defined.items() if len(places) > 1 and name not in MANY_TIMES} == {}


def test_the_recipe_of_the_networks_calls_nothing_by_a_name_of_the_program() -> None:
    recipe = {
        name: str(path.relative_to(ROOT))
        for path in sorted((ROOT / "models").rglob("*.py"))
        for name in _public_names(tree_of(path))
        if name[0].isupper()
    }
    program = {name for path in PACKAGE.rglob("*.py") for name in _public_names(tree_of(path))}
    assert len(recipe) > 15
    assert {name: place for name, place in recipe.items() if name in program} == {}


def _all_names(path: Path) -> set[str]:
    """Every name that a module gives or uses: of variables, attributes, arguments, functions and classes."""
    found: set[str] = set()
    for node in nodes_of(path):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name) | ast.keyword(arg=str(name)):
                found.add(name)
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.alias(name=name):
                found.add(name)
            case _:
                pass
    return found


def test_nothing_is_called_by_a_name_of_our_own() -> None:
    names = {path: _all_names(path) for path in PACKAGE.rglob("*.py")}
    assert len(names) > 100
    assert {str(path.relative_to(PACKAGE)): found for path, own in names.items() if (found := own & set(DIALECT))} == {}
    assert set.union(*names.values()) >= {"embedding", "OperationError", "write_atomic"}


def test_in_no_test_anything_is_reported_by_that_word() -> None:
    tests = {name for path in (ROOT / "tests").rglob("test_*.py") for name in _all_names(path)}
    assert len(tests) > 2000
    assert {name for name in tests if name.startswith("test_") and "told" in name.split("_")} == set()


def test_modules_are_called_by_nouns() -> None:
    modules = list(PACKAGE.rglob("*.py"))
    assert len(modules) > 100
    assert {str(module.relative_to(PACKAGE)) for module in modules if _is_bare_verb(module.stem)} == set()


def _constants(module: ast.Module) -> Iterator[tuple[str, str]]:
    """Constants of a module that are written out as a number or numbers, with their values."""
    for node in module.body:
        match node:
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
                pairs = list(zip(names, values, strict=False))
            case ast.Assign(targets=[name], value=value) | ast.AnnAssign(target=name, value=ast.expr() as value):
                pairs = [(name, value)]
            case _:
                pairs = []
        for name, value in pairs:
            if isinstance(name, ast.Name) and name.id.isupper() and not any(map(_is_a_call_or_a_name, ast.walk(value))):
                yield name.id, ast.unparse(value)


def _is_a_call_or_a_name(node: ast.AST) -> bool:
    return isinstance(node, ast.Call | ast.Name)


@pytest.mark.parametrize("room", TUNED_ROOMS)
def test_the_name_of_a_tuned_number_never_stands_for_two(room: str) -> None:
    values: dict[str, set[str]] = defaultdict(set)
    for path in (PACKAGE / room).rglob("*.py"):
        for name, value in _constants(tree_of(path)):
            values[name].add(value)
    assert len(values) > 10
    assert {name: found for name, found in values.items() if len(found) > 1} == {}


@pytest.mark.parametrize(
    ("module", "bare"),
    [("lying", True), ("_saying", True), ("shown", True), ("wanted", True), ("reading", False), ("read", False)],
)
def test_a_bare_participle_is_distinguished_from_a_noun(module: str, bare: bool) -> None:
    assert _is_bare_verb(module) is bare


def test_classes_functions_and_aliases_are_public_names_but_constants_are_not() -> None:
    code = "class Die: ...\ndef roll(): ...\nPoint = tuple\nSide: type = int\n_edge = 1\nMOST = 2\n"
    assert list(_public_names(ast.parse(code))) == ["Die", "roll", "Point", "Side"]
