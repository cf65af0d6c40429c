"""Writing down what the guided roll has filed: into a gallery, in place of what it had of that die."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from companion.vision import Gallery, Networks, View, load_gallery, save_gallery


def keep(filed: Sequence[View], folder: Path, networks: Networks, *, among: Gallery | None = None) -> Gallery:
    """Put these sides into the gallery in a folder; of a die that it has already, the sides filed anew are replaced.

    among: what a folder that holds no gallery yet begins with. Raises CannotDo or WrongInput where the folder cannot be
    written, or holds something that is not understood.
    """
    begun = load_gallery(folder, networks.reader) if (folder / "gallery.json").is_file() else among
    anew = {shown.name for shown in filed}
    stay = [shown for shown in (begun.views if begun else ()) if shown.name not in anew]
    gallery = Gallery.of([*stay, *filed], networks.reader)
    save_gallery(gallery, folder, networks.reader)
    return gallery
