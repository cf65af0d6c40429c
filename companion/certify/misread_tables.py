"""Tables that were read wrongly: from a match to a file, the picture of the last sure table at rest with the dice as
people put them right; and from the file to a page, HTML with everything inside, for the screen and for paper.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

import numpy as np
from markupsafe import Markup

from companion import __version__
from companion.arrays import Image
from companion.codec.reader import network_versions
from companion.codec.rig import MISREAD_ENDING, write_misread_table
from companion.errors import OperationError
from companion.geometry import at_height, top_outline
from companion.markup import joined, markup
from companion.opencv import cv2
from companion.resources import data_folder, free_place
from companion.rules import Position
from companion.session.evaluation_report import crop_svg
from companion.session.html_page import heading, html_document, paragraph, table
from companion.session.live import TableSnapshot
from companion.session.match import small_jpeg
from companion.text import gettext, ngettext, percent, pgettext
from companion.vision import DieState, FaceName, PictureRefusedError, Reader, Reading
from companion.vision.evaluation import DieComparison, MisreadTable, PictureComparison, TrueDie, compare_with_truth


@dataclass(frozen=True, slots=True, eq=False)
class RereadTable:
    """A misread table, as it was read then and as it is now, its dice in the same order.

    pixels: the picture, (rows, columns, 3) BGR; refused: why it is not read any more; empty where it is.
    """

    table: MisreadTable
    pixels: Image
    then: PictureComparison
    now: PictureComparison
    refused: str = ""

    @property
    def wrong_then(self) -> int:
        """How many dice were read wrongly then, what was no die among them."""
        return _wrong(self.then)

    @property
    def wrong_now(self) -> int:
        """The same by today's program."""
        return _wrong(self.now)


def reread(table: MisreadTable, file: Path, reader: Reader) -> RereadTable:
    """Read the picture again; ``reader`` knows the dice, the camera is the table's own."""
    scene, refused = table.scene(file), ""
    pixels, by = scene.pixels(), reader.over(table.camera)
    try:
        reading = by.read(pixels, file.name)
    except PictureRefusedError as refusal:
        reading, refused = Reading(file.name, (), refusal.camera), str(refusal)
    then = compare_with_truth(scene, Reading(file.name, table.read, reading.camera))
    now = compare_with_truth(scene, reading)
    return RereadTable(table, pixels, then, now, refused)


def _wrong(seen: PictureComparison) -> int:
    return sum(die.failure is not None for die in seen.everything)


#: So many signs of a checksum distinguish versions.
_SHORT: Final = 12
_STYLE: Final = """
.wrong{font-weight:700;color:#a33200}.right{color:#00623f}img{width:100%}
.pairs{display:grid;grid-template-columns:repeat(auto-fill,minmax(440px,1fr));gap:18px}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:8px;break-inside:avoid}.pair p{grid-column:1/3;margin:0}
"""


def misread_page(name: str, reported: RereadTable) -> str:
    """The page of one table, which is called ``name``."""
    now = network_versions()
    networks = [[name, sha[:_SHORT], now.get(name, "")[:_SHORT]] for name, sha in reported.table.networks.items()]
    rows = [[pgettext("misread", "program"), reported.table.program, __version__], *networks]
    heads = "", pgettext("misread", "then"), pgettext("misread", "now")
    versions = paragraph(reported.table.camera.quality.sentence()) + table(heads, rows)
    picture = base64.b64encode(small_jpeg(reported.pixels)).decode("ascii")
    parts = (
        paragraph(markup("<strong>{}</strong>", describe_reread(reported))),
        paragraph(reported.refused),
        heading(pgettext("misread", "Differences")),
        _pairs(reported),
        heading(pgettext("misread", "All dice")),
        _dice(reported),
        heading(pgettext("misread", "The table")),
        markup('<img alt="{}" src="data:image/jpeg;base64,{}">', pgettext("misread", "The table"), picture),
        heading(pgettext("misread", "Camera and versions")),
        versions,
    )
    return html_document(pgettext("misread", "Read wrongly: {name}", name=name), parts, style=_STYLE)


def describe_reread(reported: RereadTable) -> str:
    """How many dice were wrong then, and how many are now."""
    then = ngettext(
        "{count} of {dice} dice was read wrongly.",
        "{count} of {dice} dice were read wrongly.",
        reported.wrong_then,
        dice=len(reported.then.sightings),
    )
    now = ngettext(
        "Today's program reads {count} wrongly.", "Today's program reads {count} wrongly.", reported.wrong_now
    )
    return f"{then} {now}"


def _pairs(reported: RereadTable) -> Markup:
    """The picture of each die that was or is wrong, then and now."""
    both = zip(reported.then.sightings, reported.now.sightings, strict=True)
    shown = [_pair(reported, then, now) for then, now in both if then.failure or now.failure]
    shown += [_figure(reported, one, pgettext("misread", "then")) for one in reported.then.extra]
    shown += [_figure(reported, one, pgettext("misread", "now")) for one in reported.now.extra]
    if not shown:
        return paragraph(pgettext("misread", "Nothing that was read differs from what was put right."))
    return markup('<div class="pairs">{}</div>', joined(shown))


def _pair(reported: RereadTable, then: DieComparison, now: DieComparison) -> Markup:
    assert then.truth is not None
    figures = _figure(reported, then, pgettext("misread", "then")) + _figure(reported, now, pgettext("misread", "now"))
    really = pgettext("misread", "really {die}", die=_name(then.truth.name))
    return markup('<div class="pair"><p>{}</p>{}</div>', really, figures)


def _figure(reported: RereadTable, one: DieComparison, when: str) -> Markup:
    picture = crop_svg(reported.pixels, reported.table.camera, one)
    caption = markup("{}: {}", when, _read_and_sign(one))
    return markup("<figure>{}<figcaption>{}</figcaption></figure>", picture, caption)


def _read_and_sign(one: DieComparison) -> Markup:
    """What was read, and what is wrong with it, in words beside the colour."""
    read = pgettext("misread", "nothing")
    if one.seen is not None:
        state = pgettext("vision", one.seen.state)
        read = f"{_name(one.seen.name)}, {state}, {percent(one.seen.confidence)}"
    if one.failure is None:
        return markup('{} <span class="right">✓ {}</span>', read, pgettext("misread", "right"))
    return markup('{} <span class="wrong">✗ {}</span>', read, pgettext("report", one.failure))


def _dice(reported: RereadTable) -> Markup:
    rows = [
        [
            _name(then.truth.name),
            "{:.0f}, {:.0f} mm".format(*then.truth.centre_mm),
            _read_and_sign(then),
            _read_and_sign(now),
        ]
        for then, now in zip(reported.then.sightings, reported.now.sightings, strict=True)
        if then.truth is not None
    ]
    heads = (
        pgettext("misread", "really"),
        pgettext("misread", "at"),
        pgettext("misread", "then"),
        pgettext("misread", "now"),
    )
    return table(heads, rows)


def _name(name: FaceName | None) -> str:
    return f"{name.die} {name.face}" if name else pgettext("report", "unknown side")


#: Fine enough that the picture is read as the camera's own was.
_QUALITY: Final = (cv2.IMWRITE_JPEG_QUALITY, 95)


def misread_folder() -> Path:
    """Where they are saved: a folder of its own, which ``companion evaluate`` takes."""
    return data_folder() / "misread"


class MisreadRecorder:
    """Keeps the table at rest when people say that it was read wrongly, and what they put right on it afterwards.

    position: where the match stands now; moment: the clock, which names the files.
    """

    def __init__(
        self,
        position: Callable[[], Position],
        *,
        folder: Path | None = None,
        moment: Callable[[], datetime] = lambda: datetime.now().astimezone(),
    ) -> None:
        self._position, self._folder, self._moment = position, folder, moment
        self._sure: TableSnapshot | None = None
        self._saved: tuple[int, Path, Position] | None = None

    def on_snapshot(self, snapshot: TableSnapshot) -> None:
        """Another snapshot: the last sure one counts."""
        if snapshot.sure and snapshot.frame is not None:
            self._sure = snapshot

    def on_inference(self, inference: object) -> None:
        """What a table means is of no account here."""

    def on_change(self) -> None:
        """What is put right on a table that was saved belongs to it."""
        if self._sure is None or self._saved is None:
            return
        rest, path, before = self._saved
        if rest == self._sure.rest and self._position().pieces != before.pieces:
            with suppress(OperationError):  # what was saved before stays; the match goes on
                self._write(self._sure, path)

    def save(self) -> Path:
        """Keep the last sure table, once each; its file.

        Raises:
            OperationError: no table was read yet, or it cannot be written.
        """
        if self._sure is None:
            raise OperationError(gettext("No table at rest has been read yet: there is nothing to keep."))
        if self._saved is not None and self._saved[0] == self._sure.rest:
            path = self._saved[1]
        else:
            stem = f"{self._moment():%Y%m%d-%H%M%S}"
            path = free_place(self._folder or misread_folder(), stem, MISREAD_ENDING)
        self._write(self._sure, path)
        return path

    def _write(self, sure: TableSnapshot, path: Path) -> None:
        position = self._position()
        write_misread_table(misread_table(sure, position, network_versions()), path)
        self._saved = sure.rest, path, position


def misread_table(sure: TableSnapshot, position: Position, networks: Mapping[str, str]) -> MisreadTable:
    """A table at rest as it was read, and as the match has it by now."""
    assert sure.frame is not None
    return MisreadTable(
        sure.camera,
        bytes(cv2.imencode(".jpg", sure.frame, _QUALITY)[1]),
        tuple(track.reading for track in sure.tracks),
        tuple(_true_dice(sure, position)),
        __version__,
        networks,
    )


def _true_dice(sure: TableSnapshot, position: Position) -> Iterator[TrueDie]:
    for piece in position.in_play:
        if piece.face is None:
            continue
        pose = piece.placed
        corners = piece.measured_top or top_outline(pose)
        seen = sure.camera.lens.project(at_height(corners, pose.top_mm))
        visible = 1.0 if bool(((seen >= 0) & (seen < np.array(sure.camera.lens.size_wh))).all()) else 0.0
        name = FaceName(piece.die.id, piece.face.key)
        yield TrueDie(name, pose.edge_mm, pose.centre_mm, pose.heading_deg, corners, DieState.FLAT, visible)
