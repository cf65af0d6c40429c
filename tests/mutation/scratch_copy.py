"""A copy of the working tree to plant faults in: the tree itself is never touched."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from tests.mutation.operators import Mutant

ROOT = Path(__file__).parents[2]
#: Where scratch copies and what was found out are kept; git ignores it.
STATE = ROOT / "scratch" / "mutation"


def fresh_copy(number: int) -> Path:
    """Copy ``number`` of the tree, brought up to date with it: tracked files and untracked ones that count."""
    copy = STATE / f"copy-{number}"
    listed = _git_files()
    for name in listed:
        source, target = ROOT / name, copy / name
        if not target.exists() or not _alike(source, target):
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target)
            _forget_byte_code(target)
    kept = set(listed)
    for path in copy.rglob("*"):
        name = path.relative_to(copy).as_posix()
        if path.is_file() and name not in kept and path.suffix != ".pyc":
            path.unlink()
    return copy


def plant(copy: Path, mutant: Mutant) -> None:
    """Put the fault into the copy."""
    (copy / mutant.file).write_bytes(mutant.of((ROOT / mutant.file).read_bytes()))
    _forget_byte_code(copy / mutant.file)


def heal(copy: Path, file: str) -> None:
    """Take the fault out again."""
    shutil.copy2(ROOT / file, copy / file)
    _forget_byte_code(copy / file)


def _forget_byte_code(source: Path) -> None:
    """Python knows byte code by time and size of its source, which two mutants may share."""
    for compiled in (source.parent / "__pycache__").glob(f"{source.stem}.*.pyc"):
        compiled.unlink()


def _git_files() -> list[str]:
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True).stdout.split("\0")
    return [name for name in listed if name and (ROOT / name).is_file()]


def _alike(one: Path, other: Path) -> bool:
    a, b = one.stat(), other.stat()
    return (a.st_size, int(a.st_mtime)) == (b.st_size, int(b.st_mtime))
