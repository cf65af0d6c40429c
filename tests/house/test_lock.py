"""What is installed is what is locked: the lock files agree with ``pyproject.toml``, and the audit asks about them."""

from __future__ import annotations

import importlib.util
import io
import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS = PROJECT["project"]["optional-dependencies"]
NEEDED = [*PROJECT["project"]["dependencies"], *PROJECT["build-system"]["requires"]]
LOCKED_FOR = {"program": NEEDED, "test": [*NEEDED, *EXTRAS["test"]]}

#: The systems and Pythons for which the lock files are made.
ENVIRONMENTS = [
    {"sys_platform": system, "python_version": version, "python_full_version": f"{version}.1"}
    for system in ("linux", "win32", "darwin")
    for version in ("3.11", "3.12", "3.13", "3.14")
]

_ENTRY = re.compile(r"^(?P<pin>[^\s#].*?) \\\n(?P<hashes>(?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", re.MULTILINE)


def _text(kind: str) -> str:
    return (ROOT / "requirements" / f"{kind}.txt").read_text(encoding="utf-8")


def _pins(kind: str) -> list[Requirement]:
    return [Requirement(entry["pin"]) for entry in _ENTRY.finditer(_text(kind))]


def _name(requirement: Requirement) -> str:
    return canonicalize_name(requirement.name)


def _version(pin: Requirement) -> Version:
    return Version(next(iter(pin.specifier)).version)


def _in_force(requirements: Sequence[Requirement], environment: Mapping[str, str]) -> dict[str, Requirement]:
    return {_name(r): r for r in requirements if r.marker is None or r.marker.evaluate(dict(environment))}


@pytest.mark.parametrize("requirement", [*NEEDED, *EXTRAS["test"], *EXTRAS["train"]])
def test_every_requirement_ends_below_the_next_major_version(requirement: str) -> None:
    wanted = Requirement(requirement)
    bounds = [Version(part.version) for part in wanted.specifier if part.operator == "<"]
    assert len(bounds) == 1
    bound = bounds[0]
    locked = [_version(pin) for pin in _pins("test") if _name(pin) == _name(wanted)]
    assert [version for version in locked if version < bound and bound > Version(str(version.major + 1))] == []


@pytest.mark.parametrize("environment", ENVIRONMENTS, ids=lambda e: f"{e['sys_platform']}-{e['python_version']}")
@pytest.mark.parametrize("kind", LOCKED_FOR)
def test_every_requirement_is_locked_at_a_version_that_it_allows(kind: str, environment: dict[str, str]) -> None:
    locked = _in_force(_pins(kind), environment)
    versions = {name: _version(pin) for name, pin in locked.items()}
    wanted = _in_force([Requirement(line) for line in LOCKED_FOR[kind]], environment)
    assert sorted(set(wanted) - set(versions)) == []
    assert [str(r) for name, r in wanted.items() if not r.specifier.contains(versions[name], prereleases=True)] == []


@pytest.mark.parametrize("kind", LOCKED_FOR)
def test_nothing_is_locked_for_a_requirement_that_is_gone(kind: str) -> None:
    asked = {_name(Requirement(line)) for line in LOCKED_FOR[kind]}
    entries = re.split(r"\n(?=\S)", _text(kind))
    ours = {entry.partition("==")[0] for entry in entries if "diceland-companion (pyproject.toml" in entry}
    assert ours == asked


@pytest.mark.parametrize("kind", LOCKED_FOR)
def test_every_locked_package_has_one_version_and_its_hashes(kind: str) -> None:
    lines = [line for line in _text(kind).splitlines() if line[:1].strip(" #")]
    pins = _pins(kind)
    assert len(lines) == len(pins) > 10
    assert [str(pin) for pin in pins if [part.operator for part in pin.specifier] != ["=="]] == []


def test_the_lock_of_the_tests_holds_all_of_the_programs() -> None:
    assert {str(pin) for pin in _pins("program")} <= {str(pin) for pin in _pins("test")}


def test_the_build_backend_is_locked_as_the_build_asks_for_it() -> None:
    assert PROJECT["dependency-groups"]["build"] == PROJECT["build-system"]["requires"]


# the audit ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def audit() -> ModuleType:
    spec = importlib.util.spec_from_file_location("audit", ROOT / "requirements" / "audit.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _answering(module: ModuleType, monkeypatch: pytest.MonkeyPatch, answer: object) -> list[Any]:
    """Let OSV answer so; what it was asked is filled into the list."""
    asked: list[Any] = []

    def urlopen(question: Any, timeout: float) -> io.BytesIO:
        assert timeout
        asked.append(json.loads(question.data))
        if isinstance(answer, Exception):
            raise answer
        return io.BytesIO(json.dumps(answer).encode())

    monkeypatch.setattr(module, "urlopen", urlopen)
    return asked


def test_the_audit_asks_about_every_locked_package(
    audit: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = _answering(audit, monkeypatch, {"results": [{}] * len(_pins("test"))})
    assert audit.main() == 0
    queries = {(query["package"]["name"], query["version"]) for query in asked[0]["queries"]}
    assert queries == {(pin.name, str(_version(pin))) for pin in _pins("test")}
    assert "locked packages audited: none known." in capsys.readouterr().out


def test_a_known_vulnerability_fails_and_is_named(
    audit: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    results: list[object] = [{}] * (len(_pins("test")) - 1)
    _answering(audit, monkeypatch, {"results": [{"vulns": [{"id": "PYSEC-1"}, {"id": "GHSA-2"}]}, *results]})
    assert audit.main() == 1
    assert re.match(rf"{_pins('test')[0].name} \S+: PYSEC-1, GHSA-2\n", capsys.readouterr().out)


@pytest.mark.parametrize("answer", [OSError("no network"), {"results": []}, {"nonsense": 1}, [], {"results": [7]}])
def test_an_audit_that_cannot_ask_says_so_and_fails_nothing(
    audit: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], answer: object
) -> None:
    _answering(audit, monkeypatch, answer)
    assert audit.main() == 0
    assert capsys.readouterr().out.startswith("Audit skipped: ")
