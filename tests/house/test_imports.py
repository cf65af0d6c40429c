"""No modules import each other in a circle, not even for type checking or inside a function."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from tests.source_trees import nodes_of

ROOT = Path(__file__).parents[2]


def import_graph(files: Iterable[Path], root: Path) -> dict[str, set[str]]:
    """Which module imports which of the others, by dotted name; an import anywhere in the file counts."""
    modules = {_dotted(path, root): path for path in files}
    return {name: set(_imports(path, modules)) - {name} for name, path in modules.items()}


def _dotted(path: Path, root: Path) -> str:
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imports(path: Path, modules: Mapping[str, Path]) -> Iterator[str]:
    for node in nodes_of(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in modules)
        elif isinstance(node, ast.ImportFrom) and node.module is not None and node.module in modules:
            for alias in node.names:
                submodule = f"{node.module}.{alias.name}"
                yield submodule if submodule in modules else node.module


def circle_in(graph: Mapping[str, Iterable[str]]) -> list[str]:
    """One circle of imports, its first module repeated at the end; empty when there is none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_no_modules_import_each_other() -> None:
    graph = import_graph(sorted((ROOT / "companion").rglob("*.py")), ROOT)
    assert len(graph) > 100
    assert circle_in(graph) == []


def test_a_circle_for_type_checking_or_inside_a_function_is_found(tmp_path: Path) -> None:
    room = tmp_path / "room"
    room.mkdir()
    (room / "__init__.py").write_text("")
    (room / "plan.py").write_text("def judge():\n    from room.problems import problems_of\n")
    (room / "problems.py").write_text("if TYPE_CHECKING:\n    from room import plan\n")
    graph = import_graph(room.glob("*.py"), tmp_path)
    assert set(circle_in(graph)) == {"room.plan", "room.problems"}


def test_the_start_windows_and_exercise_k_do_not_import_each_other() -> None:
    graph = import_graph(sorted((ROOT / "companion").rglob("*.py")), ROOT)
    start, exercise_k = "companion.ui.start", "companion.exercise_k.ui"
    assert any(_within(name, start) for name in graph)
    assert any(_within(name, exercise_k) for name in graph)
    between = {
        (name, imported)
        for name, imports in graph.items()
        for imported in imports
        if (_within(name, start) and _within(imported, exercise_k))
        or (_within(name, exercise_k) and _within(imported, start))
    }
    assert between == set()


def _within(name: str, package: str) -> bool:
    return name == package or name.startswith(f"{package}.")
