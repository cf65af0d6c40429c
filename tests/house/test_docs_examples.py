"""The examples of ``docs/api.md`` run, and what the walks name exists."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.source_trees import nodes_of, tree_of

ROOT = Path(__file__).parents[2]
EXAMPLES = re.findall(
    r"^```python\n(.*?)^```$", (ROOT / "docs/api.md").read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
)
#: A row of a walk: the file, the function or class (or method of one).
STEPS = re.findall(
    r"^\| .*?\| `(companion/[\w/]+\.py)` \| `([\w.]+)` \|",
    (ROOT / "docs/from-frame-to-ruling.md").read_text(encoding="utf-8"),
    re.MULTILINE,
)
GLOSSARY = (ROOT / "docs/glossary.md").read_text(encoding="utf-8")


def _definitions(tree: ast.Module) -> set[str]:
    """Names of a module's functions and classes, and ``Class.method`` of their methods."""
    found: set[str] = set()
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            found |= {f"{node.name}.{one.name}" for one in node.body if isinstance(one, ast.FunctionDef)}
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            found.add(node.name)
    return found


@pytest.mark.parametrize("number", range(2))
def test_the_quick_start_runs(number: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    exec(compile(EXAMPLES[number], "docs/api.md", "exec"), {})
    message = capsys.readouterr().out
    assert ("mm ±" in message, "OG-RANGE-07" in message) == ((True, False), (False, True))[number]
    assert len(EXAMPLES) == 2


def test_every_file_and_function_of_the_walks_exists() -> None:
    assert len(STEPS) > 20
    missing = [
        (file, name)
        for file, name in STEPS
        if not (ROOT / file).is_file() or name not in _definitions(tree_of(ROOT / file))
    ]
    assert missing == []


def test_every_class_that_the_glossary_names_exists() -> None:
    named = set(re.findall(r"`([A-Z][a-z]+(?:[A-Z][A-Za-z0-9]*)+)`", GLOSSARY))
    assert len(named) > 20
    classes = {
        node.name
        for file in (ROOT / "companion").rglob("*.py")
        for node in nodes_of(file)
        if isinstance(node, ast.ClassDef)
    }
    assert named - classes == set()
