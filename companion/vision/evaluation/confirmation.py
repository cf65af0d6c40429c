"""What a person would do with the first readings at a table: put them right by the truth, and let the gallery learn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from companion.vision.enrolment import ConfirmedDie, ConfirmedPicture, ViewConfirmer, most_different
from companion.vision.evaluation.comparison import compare_with_truth
from companion.vision.evaluation.rigs import RigScene
from companion.vision.gallery import Gallery, as_kept
from companion.vision.reader import Reader
from companion.vision.reading import DieState


def with_confirmed_views(reader: Reader, scenes: Sequence[RigScene]) -> Reader:
    """The reader after a person has put these pictures right: dice that it has found flat, by their true names and
    headings; what it has not found, nobody adds."""
    if not scenes:
        return reader
    confirmer = ViewConfirmer(reader.camera, reader.dice, reader.gallery, reader.networks)
    views = [one.view for one in confirmer.confirm([_confirmed(reader, scene) for scene in scenes]).views]
    added = as_kept(Gallery.of(views, reader.networks.reader))
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
