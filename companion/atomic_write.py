"""All or nothing: files are written whole or not at all, into a draft beside the place, which takes the name when it is
done.

A link stays one: what it names is written. A pipe or a device is refused, for nothing could take its place whole. A
draft that a killed process has left is removed by whoever next writes in that folder: its name says on which computer
and by which process it was made.
"""

from __future__ import annotations

import errno
import os
import platform
import re
import shutil
import sys
import zlib
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Final

from companion.file_access import check_regular

if sys.platform == "darwin":
    import fcntl
if sys.platform == "win32":
    import ctypes


#: ``.COMPUTER-PROCESS-NUMBER.draft``, then the ending of the file that it is to become.
_DRAFT: Final = re.compile(r"\.([0-9a-f]{8})-(\d{1,10})-\d+\.draft(\.[^.]*)?")
#: Whose processes can be asked after: those of a folder in the network may run elsewhere.
_COMPUTER: Final = f"{zlib.crc32(platform.node().encode(errors='replace')):08x}"
_numbers: Final = count(1)
_OWNER_ALONE: Final = 0o600
#: The folders that this process has looked through: later on only others could leave something there.
_swept: Final[set[Path]] = set()


@contextmanager
def atomic_path(path: Path, *, private: bool = False) -> Iterator[Path]:
    """A file to write to in the same folder, with the same ending; it becomes ``path`` when the block ends well.

    Where it does not, the draft is gone and ``path`` is as it was. Whatever happens afterwards, a power cut too, the
    file is there whole. Only its owner may read one that is ``private``. Raises OSError where the place cannot be
    written.
    """
    # The file that a name means, at the end of all links; it need not be there yet. Raises: OSError: the links lead
    # nowhere but to themselves, or to a folder, a pipe or a device.
    with suppress(FileNotFoundError):
        check_regular(path)
    target = Path(os.path.realpath(path)) if path.is_symlink() else path
    draft = draft_beside(target)
    try:
        if private:
            draft.touch(_OWNER_ALONE)
        yield draft
        _sync(draft, os.O_RDWR)  # before it takes the name: a name may reach the disk before its content
        if not private:
            with suppress(OSError):
                shutil.copymode(target, draft)  # what only its owner may read stays so
        draft.replace(target)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
    # Have the names in a folder on disk; Windows and some network folders do that by themselves or not at all.
    if sys.platform != "win32":
        with suppress(OSError):
            _sync(target.parent, os.O_RDONLY)


def write_atomic(path: Path, content: bytes, *, private: bool = False) -> None:
    """Write a file whole or not at all. Raises OSError where the place cannot be written."""
    with atomic_path(path, private=private) as draft:
        draft.write_bytes(content)


def write_all_atomic(contents: Mapping[Path, bytes]) -> None:
    """Write files that belong together: none takes its name before there was room for all of them.

    Raises:
        OSError: a place cannot be written.
    """
    with ExitStack() as drafts:
        for path, content in contents.items():
            draft = drafts.enter_context(atomic_path(path))
            draft.write_bytes(content)
            _sync(draft, os.O_RDWR)  # some disks find out only now that they are full


def draft_beside(path: Path) -> Path:
    """A name for a file that lies beside ``path`` for a moment only, and is swept up where its process was killed."""
    folder = path.parent.absolute()
    if folder not in _swept:
        _swept.add(folder)
        _sweep(folder)
    return path.with_name(f".{_COMPUTER}-{os.getpid()}-{next(_numbers)}.draft{path.suffix}")


def _sweep(folder: Path) -> None:
    """Remove the drafts of processes that are no more; where that cannot be, they stay."""
    with suppress(OSError):
        for file in folder.iterdir():
            draft = _DRAFT.fullmatch(file.name)
            if draft and draft[1] == _COMPUTER and not _is_running(int(draft[2])):
                with suppress(OSError):
                    file.unlink()


def _is_running(process: int) -> bool:
    if sys.platform == "win32":  # there signal 0 would end it
        kernel = ctypes.WinDLL("kernel32", use_last_error=True)
        if handle := kernel.OpenProcess(0x1000, False, process):  # PROCESS_QUERY_LIMITED_INFORMATION
            kernel.CloseHandle(handle)
        return bool(handle) or ctypes.get_last_error() != 87  # ERROR_INVALID_PARAMETER: there is none
    try:
        os.kill(process, 0)
    except OSError as error:
        return error.errno != errno.ESRCH  # somebody else's may not be asked
    except OverflowError:
        return False
    return True


def _sync(file: Path, flags: int) -> None:
    """Have what was written in a file on disk."""
    descriptor = os.open(file, flags)
    try:
        os.fsync(descriptor)
        if sys.platform == "darwin":  # its fsync leaves it to the disk when to write; not every disk offers more
            with suppress(OSError):
                fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
    finally:
        os.close(descriptor)
