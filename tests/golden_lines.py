"""Lines of golden files: what was said under a head, its numbers rounded, for another machine's last digits differ."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from itertools import zip_longest
from pathlib import Path
from typing import Any


def golden_line(head: str, value: Any, digits: int) -> str:
    """``head: JSON``, with every number rounded to so many digits."""
    return f"{head}: {json.dumps(_rounded(value, digits), ensure_ascii=False)}"


def write_golden(file: Path, lines: Iterable[str]) -> None:
    """Write a golden file anew."""
    file.parent.mkdir(exist_ok=True)
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")


def assert_as_golden(lines: Iterable[str], file: Path) -> None:
    """Every line is what it was."""
    now, then = list(lines), file.read_text(encoding="utf-8").splitlines()
    assert then, f"{file.name} is empty"
    for number, (line, before) in enumerate(zip_longest(now, then), start=1):
        assert line == before, f"{file.name}, line {number}"


def _rounded(value: Any, digits: int) -> Any:
    if isinstance(value, Mapping):
        return {key: _rounded(one, digits) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(one, digits) for one in value]
    return round(value, digits) + 0.0 if isinstance(value, float) else value
