"""The built wheel, installed into an empty venv and used from another folder, has all that it needs with it."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

from companion import __version__

ROOT = Path(__file__).parents[2]
LIST_BUNDLED = """\
from companion.resources import Bundled, bundled
for folder in Bundled:
    for path in sorted(bundled(folder).rglob("*")):
        print(path) if path.is_file() else None
"""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not (ROOT / "pyproject.toml").exists(), reason="not run from a checkout"),
]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A venv with the wheel in it; the libraries that the wheel needs are lent by the environment of the tests."""
    home = tmp_path_factory.mktemp("elsewhere") / "venv"
    venv.create(home, with_pip=False)
    scripts = home / ("Scripts" if sys.platform == "win32" else "bin")
    pip = [sys.executable, "-m", "pip", "--python", str(scripts / "python")]
    subprocess.run([*pip, "install", "--no-deps", "--no-index", str(wheel)], check=True, capture_output=True)
    (site_packages,) = home.glob("**/site-packages")
    (site_packages / "lent.pth").write_text(sysconfig.get_path("purelib"))
    return scripts


def _message(*words: str | Path, cwd: Path) -> str:
    return subprocess.run([str(word) for word in words], cwd=cwd, check=True, capture_output=True, text=True).stdout


def test_the_installed_command_runs_from_another_folder(installed: Path, tmp_path: Path) -> None:
    assert _message(installed / "companion", "--version", cwd=tmp_path).startswith(f"companion {__version__}\n")


def test_the_installed_demo_explains_itself(installed: Path, tmp_path: Path) -> None:
    assert "companion demo" in _message(installed / "companion", "demo", "--help", cwd=tmp_path)


def test_everything_bundled_is_found_inside_the_installation(installed: Path, tmp_path: Path) -> None:
    paths = [Path(line) for line in _message(installed / "python", "-c", LIST_BUNDLED, cwd=tmp_path).splitlines()]
    assert [path for path in paths if installed.parent not in path.parents] == []
    for name in ("*.onnx", "mat*.json", "*.jpg", "dice_faces/ogre/*.toml", "formats/die.schema.json"):
        assert any(path.match(name) for path in paths), f"no {name} in the installation"


def test_every_bundled_network_has_its_card_beside_it(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    networks = [name for name in names if name.endswith(".onnx")]
    assert networks
    assert [name for name in networks if name.removesuffix(".onnx") + ".toml" not in names] == []


def test_every_language_is_in_the_wheel_as_the_program_reads_it(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        files = {Path(name).name for name in archive.namelist() if name.startswith("companion/text/")}
    assert "de.mo" in files
    assert files & {"de.po", "update.py"} == set()


def test_the_wheel_holds_neither_tests_nor_training(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert {name.split("/")[0].split("-")[0] for name in names} == {"companion", "diceland_companion"}
    assert [name for name in names if "training" in name or "test" in Path(name).name] == []
