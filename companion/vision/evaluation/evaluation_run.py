"""Calibrate, enrol and read a rig as its user would, and hold what comes out against the truth.

What a person would do with the first readings at a table: put them right by the truth, and let the gallery learn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.camera import Camera
from companion.catalogue import Die
from companion.errors import OperationError
from companion.stopwatch import Stopwatch
from companion.text import N_, gettext
from companion.vision.enrolment import (
    ConfirmedDie,
    ConfirmedPicture,
    EnrolmentNotice,
    ViewConfirmer,
    enrol,
    find_twins,
    find_washed_out,
    most_different,
    reject_faulty,
)
from companion.vision.evaluation.comparison import PictureComparison, compare_with_truth
from companion.vision.evaluation.figures import Figures, figures
from companion.vision.evaluation.rigs import MisreadTables, Rig, RigScene
from companion.vision.gallery import Gallery, as_saved
from companion.vision.reader import Networks, Reader
from companion.vision.reading import DieState, PictureRefusedError, Reading

#: Called with what is being done (of the context "evaluation"), and of how many pictures how many are read; of 0 before
#: that.
Progress = Callable[[str, int, int], None]
WHOLE = "in all"
_READING = N_("evaluation", "reading")


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What was measured on a rig. ``timings``: for each picture stage -> ms, the first picture (cold) included.

    enrolled_from: the rig whose pictures taught the faces, ``None`` for its own; remarks: what calibration and
    enrolment had to say.
    """

    rig: Rig | MisreadTables
    enrolled_from: str | None
    out_of_gallery: tuple[str, ...]
    camera: Camera
    remarks: tuple[str, ...]
    seen: tuple[PictureComparison, ...]
    timings: tuple[Mapping[str, float], ...]

    @property
    def figures(self) -> Figures:
        """The figures of all its pictures."""
        return figures(self.seen)


def evaluate(
    rig: Rig,
    networks: Networks,
    *,
    enrol_from: Rig | None = None,
    leave_out: int = 0,
    confirm: int = 0,
    progress: Progress = lambda _what, _done, _of: None,
) -> Evaluation:
    """Read every picture of a rig. ``leave_out``: so many dice, the first of the list of clicks, stay unknown;
    ``confirm``: so many pictures, the first, are put right by a person and learned from, and not counted.

    Raises OperationError or InputError with a sentence about the file that is wrong.
    """
    ready = prepare_reader(rig, networks, enrol_from=enrol_from, leave_out=leave_out, progress=progress)
    reader = with_confirmed_views(ready.reader, rig.scenes[:confirm])
    seen, timings, unread = _read(reader, rig.scenes[confirm:], ready.out_of_gallery, progress)
    name, remarks = enrol_from.name if enrol_from else None, (*ready.remarks, *unread)
    return Evaluation(rig, name, ready.out_of_gallery, ready.reader.camera, remarks, seen, timings)


def evaluate_misread(
    tables: MisreadTables, reader: Reader, progress: Progress = lambda _what, _done, _of: None
) -> Evaluation:
    """Read tables again that were read wrongly once, each by its own camera. Raises as ``evaluate``."""
    seen, timings, unread = _read(reader, tables.scenes, (), progress)
    return Evaluation(tables, None, (), reader.camera, unread, seen, timings)


@dataclass(frozen=True, slots=True)
class PreparedReader:
    """A reader of a rig's pictures, the ids of the dice that it does not know, and what calibration and enrolment had
    to say."""

    reader: Reader
    out_of_gallery: tuple[str, ...]
    remarks: tuple[str, ...]


def prepare_reader(
    rig: Rig,
    networks: Networks,
    *,
    enrol_from: Rig | None = None,
    leave_out: int = 0,
    progress: Progress = lambda _what, _done, _of: None,
) -> PreparedReader:
    """Calibrate and enrol; as ``evaluate`` does before it reads."""
    source = enrol_from or rig
    dice, out_of_gallery = _known(source, leave_out)
    _check_same_dice(rig, source)
    progress(N_("evaluation", "calibrating"), 0, 0)
    calibration = rig.calibrate()
    taught_by = source.calibrate().camera if enrol_from else calibration.camera
    progress(N_("evaluation", "enrolling"), 0, 0)
    clicks = [click for click in source.clicks if click.name.die not in out_of_gallery]
    enrolment = enrol(taught_by, dice, clicks, source.folder, networks)
    gallery, faulty = reject_faulty(enrolment.gallery)
    washed_out, twins = find_washed_out(gallery), find_twins(gallery, networks.classifier)
    notices: tuple[EnrolmentNotice, ...] = (*faulty, *washed_out, *twins)
    reader = Reader(calibration.camera, dice, as_saved(gallery), networks)
    remarks = (*calibration.remarks, *enrolment.doubts, *(notice.sentence() for notice in notices))
    return PreparedReader(reader, out_of_gallery, remarks)


def _known(source: Rig, leave_out: int) -> tuple[dict[str, Die], tuple[str, ...]]:
    """The dice to enrol, and the ids of those that stay out of the gallery."""
    clicked = list(dict.fromkeys(click.name.die for click in source.clicks))
    if not 0 <= leave_out < len(clicked):
        raise OperationError(
            gettext(
                "{dice} dice cannot be left out: {rig} enrols {count}. Leave out fewer of them.",
                dice=leave_out,
                rig=source.name,
                count=len(clicked),
            )
        )
    out_of_gallery = tuple(clicked[:leave_out])
    return {name: die for name, die in source.dice.items() if name not in out_of_gallery}, out_of_gallery


def _check_same_dice(rig: Rig, source: Rig) -> None:
    shown = {die.name.die for scene in rig.scenes for die in scene.dice}
    if shown and not shown & source.dice.keys():
        raise OperationError(
            gettext(
                "{source} enrols none of the dice that lie in the pictures of {rig} ({shown} ...). Name a rig of the "
                "same dice.",
                source=source.name,
                rig=rig.name,
                shown=", ".join(sorted(shown)[:3]),
            )
        )


def _read(
    reader: Reader, scenes: Sequence[RigScene], out_of_gallery: Sequence[str], progress: Progress
) -> tuple[tuple[PictureComparison, ...], tuple[Mapping[str, float], ...], tuple[str, ...]]:
    """What was seen in each scene, how long that took, and why some of them were refused."""
    seen, timings, unread = [], [], []
    for place, scene in enumerate(scenes):
        progress(_READING, place, len(scenes))
        pixels, name, stages, whole = scene.pixels(), scene.picture.name, Stopwatch(), Stopwatch()
        by = reader if scene.camera is None else reader.over(scene.camera)
        with whole.stage(WHOLE):
            try:
                reading = by.read(pixels, name, stages=stages.stage)
            except PictureRefusedError as refusal:  # its dice count as not found
                reading = Reading(name, (), refusal.camera)
                unread.append(str(refusal))
        seen.append(compare_with_truth(scene, reading, out_of_gallery))
        timings.append({**stages.ms, **whole.ms})
    progress(_READING, len(scenes), len(scenes))
    return tuple(seen), tuple(timings), tuple(unread)


def with_confirmed_views(reader: Reader, scenes: Sequence[RigScene]) -> Reader:
    """The reader after a person has put these pictures right: dice that it has found flat, by their true names and
    headings; what it has not found, nobody adds."""
    if not scenes:
        return reader
    confirmer = ViewConfirmer(reader.camera, reader.dice, reader.gallery, reader.networks)
    found = confirmer.confirm([_confirmed(reader, scene) for scene in scenes])
    views = [*found.rendered, *(one.view for one in found.views)]
    added = as_saved(Gallery.of(views, reader.networks.classifier))
    both = Gallery((*reader.gallery.views, *added.views), np.concatenate([reader.gallery.prints, added.prints]))
    return Reader(reader.camera, reader.dice, both.at(most_different(both)), reader.networks)


def _confirmed(reader: Reader, scene: RigScene) -> ConfirmedPicture:
    return ConfirmedPicture(scene.picture.name, scene.pixels(), tuple(_flat_dice(reader, scene)))


def _flat_dice(reader: Reader, scene: RigScene) -> Iterator[ConfirmedDie]:
    seen = compare_with_truth(scene, reader.read(scene.pixels(), scene.picture.name))
    for one in seen.sightings:
        if not (one.required and one.truth and one.seen) or one.truth.name.die not in reader.dice:
            continue
        if one.seen.state is DieState.FLAT:
            pose = replace(one.seen.pose, heading_deg=one.truth.heading_deg, edge_mm=one.truth.edge_mm)
            corners = np.asarray(one.seen.top_corners_mm, np.float64)
            yield ConfirmedDie(one.truth.name, pose, corners, one.seen.sigma_mm, one.seen.sigma_deg)
