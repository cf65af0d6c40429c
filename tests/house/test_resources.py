"""What comes with the program, and what belongs to the user, lies where it is looked for."""

from __future__ import annotations

from pathlib import Path

import pytest

import companion
from companion import resources
from companion.errors import OperationError
from companion.resources import Bundled, bundled, data_folder, state_folder


@pytest.mark.parametrize("folder", Bundled)
def test_every_bundled_folder_is_there(folder: Bundled) -> None:
    assert bundled(folder).is_dir()


def test_a_missing_bundled_file_is_reported_with_its_cure() -> None:
    with pytest.raises(OperationError, match=r"no-such\.onnx is missing.*Install it again"):
        bundled(Bundled.MODELS, "no-such.onnx")


def test_an_installation_is_used_before_a_folder_that_happens_to_lie_beside_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    package = tmp_path / "companion"
    (package / "_bundled" / "models").mkdir(parents=True)
    (tmp_path / "models").mkdir()
    monkeypatch.setattr(resources, "files", lambda _name: package)
    assert bundled(Bundled.MODELS) == package / "_bundled" / "models"


def test_companion_home_holds_all_that_belongs_to_the_user(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path / "home"))
    assert data_folder() == tmp_path / "home" / "data"
    assert state_folder() == tmp_path / "home" / "state"
    assert data_folder().is_dir()


def test_the_users_folders_are_not_inside_the_program(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("COMPANION_HOME")
    for name in ("XDG_DATA_HOME", "XDG_STATE_HOME", "LOCALAPPDATA", "HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    program = Path(companion.__file__).parent
    assert program not in data_folder().parents
    assert program not in state_folder().parents


def test_a_home_that_cannot_be_made_is_no_failure_until_something_is_written(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "home").write_text("a file where the folder should be")
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path / "home"))
    assert not data_folder().exists()
    assert not state_folder().exists()
    with pytest.raises(OSError, match="irectory"):
        (data_folder() / "anything").write_text("")


def test_a_user_without_a_home_gets_no_folder_called_tilde(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("COMPANION_HOME")
    monkeypatch.setattr("platformdirs.user_data_path", lambda *_, **__: Path("~/.local/share/companion"))
    monkeypatch.chdir(tmp_path)
    assert not data_folder().exists()
    assert list(tmp_path.iterdir()) == []
