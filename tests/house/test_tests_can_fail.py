"""No test passes whatever the program does."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.house import filled
from tests.house.idle_tests import find_idle_tests

ROOT = Path(__file__).parents[2]
HEAD = "from tests.patience import wait_until\n\nSOME = [1, 2]\nNONE = []\n\n\ndef check(x):\n    assert x == 1\n\n\n"


def test_every_test_checks_something_for_sure() -> None:
    """Say that a collection is not empty before going through it, or compare it as a whole."""
    files = sorted((ROOT / "tests").rglob("*.py"))
    assert len(files) > 300
    assert [str(test) for test in find_idle_tests(files)] == []


@pytest.mark.parametrize(
    "body",
    [
        "pass",
        "for x in f():\n        assert x",
        "for x in NONE:\n        assert x",
        "for x in range(0):\n        assert x",
        "for x in zip(SOME, f()):\n        assert x",
        "for x in [y for y in SOME if y]:\n        assert x",
        "for x in SOME:\n        for y in x.parts:\n            assert y",
        "if f():\n        assert f() == 1",
        "while f():\n        assert f() == 1",
        "assert all(x > 0 for x in f())",
        "assert not any(x > 0 for x in f())",
        "assert not [x for x in f() if x > 0]",
        "found = [x for x in f() if x > 0]\n    assert found == []",
        "assert {a for b in f() for a in b} == set()",
        "for x in f():\n        check(x)",
        "[check(x) for x in f()]",
        "assert f() == 1 or True",
        "assert f() == 1\n    assert (f() == 2, 'words')",
        "x = f()\n    assert x == x",
    ],
)
def test_a_test_that_may_pass_for_nothing_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str) -> None:
    assert len(_idle(tmp_path, monkeypatch, body)) == 1


@pytest.mark.parametrize(
    "body",
    [
        "assert f() == []",
        "assert [x.name for x in f()] == []",
        "for x in SOME:\n        assert x",
        "for x in (1, 2):\n        assert x",
        "for x, y in zip(SOME, f(), strict=True):\n        assert x == y",
        "for n, x in enumerate(range(3)):\n        assert x == n",
        "assert all(f(x) for x in SOME)",
        "assert not any(f(x) for x in SOME)",
        "found = f()\n    assert found\n    for x in found:\n        assert x",
        "with raises(ValueError):\n        f()",
        "check(f())",
        "wait_until(f)",
        "if f():\n        assert f() == 1\n    else:\n        check(f())",
        "import subprocess\n    subprocess.run(f(), check=True)",
    ],
)
def test_a_test_that_checks_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str) -> None:
    assert _idle(tmp_path, monkeypatch, body) == []


def _idle(folder: Path, monkeypatch: pytest.MonkeyPatch, body: str) -> list[str]:
    """What is found in a file of one test."""
    file = folder / "test_one.py"
    file.write_text(f"{HEAD}def test_one():\n    {body}\n")
    monkeypatch.setattr(filled, "_constant", lambda file, name: {"NONE": ()}.get(name, ()))
    monkeypatch.setattr("tests.house.idle_tests.ROOT", folder)
    return [str(test) for test in find_idle_tests([file])]
