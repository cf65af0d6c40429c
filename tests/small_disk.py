"""Disks on which there is no room: one of their own where the tests may mount it, else a limit on what is written."""

from __future__ import annotations

import errno
import resource
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def small_disk(folder: Path, *, size: str) -> Iterator[bool]:
    """Have a disk of so many bytes in a folder; whether that can be."""
    folder.mkdir(exist_ok=True)
    words = ["mount", "-t", "tmpfs", "-o", f"size={size}", "none", str(folder)]
    mounted = (
        shutil.which("mount") is not None and not subprocess.run(words, capture_output=True, check=False).returncode
    )
    try:
        yield mounted
    finally:
        if mounted:
            subprocess.run(["umount", "-l", str(folder)], check=True)


def fill(folder: Path) -> None:
    """Write until there is no room for another byte."""
    with (folder / "filler").open("wb", buffering=0) as filler:
        try:
            while filler.write(bytes(512)):
                pass
        except OSError as error:
            assert error.errno == errno.ENOSPC  # noqa: PT017  (it is meant to)


@contextmanager
def no_room() -> Iterator[None]:
    """No file may grow beyond 100 bytes: what a test without the right to mount has of a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
