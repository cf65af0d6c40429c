"""Where windows are: in the room of all of them, and in the room of each feature."""

from __future__ import annotations

from pathlib import Path


def windows_of(code: Path) -> list[Path]:
    """Every module of the program that makes windows."""
    return sorted({*code.glob("ui/**/*.py"), *code.glob("*/ui/**/*.py")})
