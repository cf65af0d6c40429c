"""The views that were learned at a table: a gallery of their own beside its camera, to be looked at and removed; and
what learns from what people confirm, in a thread of its own that nothing waits for."""

from __future__ import annotations

import shutil
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

from companion.camera import Camera
from companion.codec.gallery import grow_gallery, read_gallery, read_gallery_rows, write_gallery
from companion.codec.saved_cameras import camera_folder, recall_cameras
from companion.errors import InputError, OperationError
from companion.failures import describe_failure
from companion.session.learning import tuning
from companion.text import gettext
from companion.vision import MAX_VIEWS, CameraTransfer, ConfirmedPicture, Gallery, Reader, ViewConfirmer, most_different


def learned_views_folder(camera: str) -> Path:
    """Where the views that were learned by a camera of that name are saved."""
    return camera_folder(camera) / "learned"


def list_learned_views() -> Mapping[str, int]:
    """Camera -> how many views were learned by it, of those that have any."""
    known = {name: learned_views_folder(name) for name in recall_cameras().cameras}
    counted = {name: _count(folder) for name, folder in known.items()}
    return {name: count for name, count in counted.items() if count}


def forget_learned_views(camera: str) -> None:
    """Remove what was learned by a camera. Raises OperationError where that cannot be done."""
    folder = learned_views_folder(camera)
    try:
        if folder.is_dir():
            shutil.rmtree(folder)
    except OSError as error:
        raise OperationError(
            gettext("{folder} cannot be removed ({why}); remove it by hand.", folder=folder, why=error.strerror)
        ) from None


def with_learned_views(reader: Reader, camera: str) -> Reader:
    """A reader that also knows what was learned by a camera of that name; the same one where that is nothing, or
    cannot be read: it is there to help, and no match has to wait for it."""
    folder = learned_views_folder(camera)
    if not (folder / "gallery.json").is_file():
        return reader
    try:
        learned = read_gallery(folder, reader.networks.classifier)
    except (InputError, OperationError):
        return reader
    if not learned.views:
        return reader
    # Where they show that another camera enrolled the dice, all faces as this one shows them, before what some have.
    transfer = CameraTransfer.learn(reader.gallery.views, learned.views)
    rendered = Gallery.of(() if transfer is None else transfer.views(reader.gallery.views), reader.networks.classifier)
    each = [reader.gallery, rendered, learned]
    both = Gallery(tuple(view for some in each for view in some.views), np.concatenate([some.prints for some in each]))
    return Reader(reader.camera, reader.dice, both.at(most_different(both)), reader.networks)


def _count(folder: Path) -> int:
    try:
        return len(read_gallery_rows(folder))
    except InputError:
        return 0


class TableLearner:
    """Keeps views of confirmed dice in a folder; what they are held against is what the reader knows of these dice.

    grown: called in the learner's thread with the reader that knows the new views, too; enabled: whether anything is
    learned; dice: ids of the dice of the match; learned, trouble: how many views were
    kept, and why the last picture taught nothing.
    """

    def __init__(
        self,
        reader: Reader,
        dice: Iterable[str],
        folder: Path,
        *,
        grown: Callable[[Reader], object] = lambda _reader: None,
        enabled: bool = True,
    ) -> None:
        self.enabled, self._grown = enabled, grown
        self.learned, self.trouble = 0, ""
        self._reader, self._folder, self._dice = reader, folder, frozenset(dice)
        self._confirmer: ViewConfirmer | None = None
        self._room = threading.BoundedSemaphore(tuning.MOST_WAITING)
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="table-learn")

    def learn(self, picture: ConfirmedPicture, camera: Camera) -> None:
        """People confirmed these dice; passed over where learning is off, or too much waits already."""
        if self.enabled and self._room.acquire(blocking=False):
            self._thread.submit(self._learn, picture, camera)

    def close(self) -> None:
        """Wait for what has begun, and end the thread."""
        self._thread.shutdown(wait=True)

    def _learn(self, picture: ConfirmedPicture, camera: Camera) -> None:
        try:
            self._keep(picture, camera)
        except OSError as failure:
            self.trouble = str(failure)
        except Exception as failure:  # noqa: BLE001  (nobody asks the thread how it ended)
            self.trouble = describe_failure(failure)
        finally:
            self._room.release()

    def _keep(self, picture: ConfirmedPicture, camera: Camera) -> None:
        if self._confirmer is None:  # made of many pictures: not before it is needed, and not where people wait
            held = self._reader.gallery.only(self._dice)
            self._confirmer = ViewConfirmer(camera, self._reader.dice, held, self._reader.networks)
        found = self._confirmer.over(camera).confirm([picture])
        self.trouble = " ".join(found.refusals)
        if not found.views:
            return
        network = self._reader.networks.classifier
        if not (self._folder / "gallery.json").is_file():
            write_gallery(Gallery.of((), network), self._folder, network)
        self.learned += grow_gallery(found.views, self._folder, network)
        # Let the match read by the new views at once, as long as a face has not as many as a gallery keeps.
        views = [one.view for one in found.views]
        known = Counter(view.name for view in self._reader.gallery.views)
        new = [view for view in views if known[view.name] < MAX_VIEWS]
        if new:
            self._reader = self._reader.with_views(new)
            self._grown(self._reader)
