"""What nobody foresaw: the details go to a file, people get one calm sentence, and no password gets into either."""

from __future__ import annotations

import datetime
import os
import platform
import re
import sys
import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final
from urllib.parse import unquote

from companion import __version__
from companion.errors import OperationError
from companion.plain_text import public_address, without_passwords
from companion.resources import state_folder
from companion.system_libraries import NEEDED, install_command, missing_packages
from companion.text import gettext

#: What Qt puts before an exception of ours on its way out through C++, once for each call between.
_ON_ITS_WAY: Final = re.compile(r"Error calling Python override of \S+ ")
_LONGEST: Final = 160
#: What was done and with which files is nobody else's business.
_PRIVATE: Final = 0o600


def describe_failure(failure: BaseException, words: Sequence[str] | None = None) -> str:
    """What people read of a failure: its own sentence where it was foreseen; else that it was not, and where its
    details are, which go to the log in the user's state folder. words: the command line (default: the process's)."""
    if isinstance(failure, OperationError):
        return str(failure)
    if isinstance(failure, ImportError) and (cure := system_cure(NEEDED)):
        return f"{failure.msg}. {cure}"
    words = sys.argv[1:] if words is None else words
    text = _without_secrets(_ON_ITS_WAY.sub("", str(failure)), words)
    message = " ".join([f"{type(failure).__name__}:", *text.split()])
    what = gettext("Unexpected error ({error}).", error=message[:_LONGEST].rstrip(":"))
    try:
        log = _append(_details(failure, words))
    except OSError as unwritable:
        return gettext("{what} The details could not be saved ({why}).", what=what, why=unwritable.strerror)
    return gettext(
        "{what} The details are in {log}; please send that file along when you report it.", what=what, log=log
    )


def system_cure(libraries: Mapping[str, str]) -> str:
    """What to type where some libraries of the system are missing (library -> its package); "" where none is."""
    packages = missing_packages(libraries)
    return gettext("On Debian and Ubuntu: {command}", command=install_command(packages)) if packages else ""


def _append(details: str) -> Path:
    log = state_folder() / "failures.log"
    descriptor = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, _PRIVATE)
    with os.fdopen(descriptor, "a", encoding="utf-8", errors="backslashreplace") as file:
        log.chmod(_PRIVATE)  # of one that an earlier program began
        file.write(details)
    return log


def _details(failure: BaseException, words: Sequence[str]) -> str:
    now = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
    where = f"companion {__version__}, Python {platform.python_version()}, {platform.platform()}"
    trace = _without_secrets("".join(traceback.format_exception(failure)), words)
    return f"{now} {where}: {[public_address(word) for word in words]!r}\n{trace}\n"


def _without_secrets(text: str, words: Sequence[str]) -> str:
    """A text without the passwords of the addresses among the words; it may quote any piece of one."""
    for word in words:
        entrance = word.partition("://")[2].rpartition("@")[0]
        for secret in filter(None, (entrance, entrance.partition(":")[2], unquote(entrance))):
            text = re.sub(rf"(?<!\w){re.escape(secret)}(?!\w)", "***", text)
    return without_passwords(text)
