"""The program as a process of its own, beside the tests."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
#: Tests that run in the background have Ctrl-C ignored, and what they start inherits that.
_HEEDING_CTRL_C: Final = """
import runpy, signal
signal.signal(signal.SIGINT, signal.default_int_handler)
runpy.run_module("companion", run_name="__main__", alter_sys=True)
"""


@contextmanager
def started(*words: str, cwd: Path, **environment: str) -> Iterator[subprocess.Popen[str]]:
    """``companion`` with these words, its output in pipes; killed at the end where it still runs."""
    command = [sys.executable, "-c", _HEEDING_CTRL_C, *words]
    with subprocess.Popen(
        command,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        cwd=cwd,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as running:
        try:
            yield running
        finally:
            if running.poll() is None:
                running.kill()
