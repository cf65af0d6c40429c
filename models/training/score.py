"""``python -m models.training.score RIG...``: learns the weights of the one score by which places are judged.

Reads whole rigs as their user would: with their own faces; with some dice left out, which must stay unread; and with
the faces of any other of the rigs that shows the same dice. All that a reading decides from is saved with what was
really there, and a multinomial logit is fitted to it. Where the empty table is not known, dice are looked for
everywhere and other places are found: for these weights the rigs are read again by cameras that never saw their table
empty, and so are pictures in which no die lies, of the empty table and of the lens board. The figures in the card come
from tables that were held out, each in turn. Nothing else has to be taught again when detector, refiner or classifier
change.
"""

from __future__ import annotations

import argparse
import math
import zlib
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from companion.atomic_write import write_atomic
from companion.camera import read_picture
from companion.catalogue import Die
from companion.codec.reader import load_networks
from companion.codec.rig import read_rig
from companion.errors import OperationError
from companion.geometry import turn_between_deg
from companion.opencv import cv2
from companion.vision import DieState, FaceName, Reader, tuning
from companion.vision.evaluation import Reliability, Rig, RigScene, TrueDie, prepare_reader
from companion.vision.whole_dice import (
    DIE_EVIDENCE,
    FACE_EVIDENCE,
    KNOWN_TABLE,
    OF_THE_TABLE,
    SCORE_FILE,
    UNKNOWN_TABLE,
    DieExplanation,
    SightedPlace,
    die_evidence,
    face_evidence,
)
from models.training.figures import number

#: So many of its dice a table does not know: they must stay unread, however alike they look.
_DICE_LEFT_OUT = (3, 5)
#: And so many faces of each of its dice: a die that shows one of them, drawn in the style of those that are enrolled,
#: must stay unread too. Whole dice left out are drawn in a style of their own, and too easily recognised.
_FACES_LEFT_OUT = 3
#: Of these one place in so many is learned from: on 34 tables, each held out in turn, dice left out were named 20 times
#: instead of 30, and as many of 3,555 known ones; with all of them 10 times, but 14 known dice fewer.
_OF_FACES_LEFT_OUT = 7
#: A place this near to a top face (in edges; of a leaning die, which is seen elsewhere, the second) and turned alike
#: shows it.
_NEAR_EDGES, _NEAR_LEANING_EDGES, _ALIKE_DEG = 0.16, 0.35, 25.0
_RIDGE, _ROUNDS, _LONGEST_STEP, _SETTLED = 0.2, 60, 3.0, 1e-4
_NOTHING, _UNREAD, _FIRST_FACE = 0, 1, 2

Vectors = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Weighed:
    """A place: what speaks for nothing, for an unread die and for each face, (n, evidence), and which of them is so."""

    table: str
    evidence: Vectors
    truth: int


def main() -> None:
    """Collect, learn, hold out, write."""
    parser = argparse.ArgumentParser(prog="python -m models.training.score", description=__doc__)
    parser.add_argument("rigs", nargs="+", type=Path, help="folders as `companion evaluate` reads them")
    parser.add_argument("--out", type=Path, default=Path("models"))
    parser.add_argument("--work", type=Path, default=Path("scratch/score"), help="where what was collected is saved")
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    places, elsewhere = _collected(options.rigs, options.work, options.workers)
    weights, without_table = fitted(places), fitted(elsewhere)
    held_out = np.concatenate([_held_out(places, table) for table in sorted({one.table for one in places})])
    error = Reliability(tuple((float(sure), bool(so)) for sure, so in held_out)).calibration_error
    measured = {"places": len(places), "reported": len(held_out), "expected_calibration_error": error or 0.0}
    print(measured)
    write_atomic(
        options.out / SCORE_FILE,
        _card((weights, without_table), sorted({one.table for one in places}), measured).encode(),
    )


# what was seen, and what was there ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Way:
    """One way to read a rig: without some of its dice, or some faces of each; with its empty table known, or not."""

    dice_left_out: int = 0
    faces_left_out: int = 0
    table_known: bool = True

    @property
    def suffix(self) -> str:
        """What tells the file of its places from others."""
        return f"{self.dice_left_out}-{self.faces_left_out}{'' if self.table_known else '-no-table'}"

    def reader(self, whole: Reader, unknown: Sequence[str]) -> Reader:
        """A reader that knows no more than this of what another knows; unknown: the dice left out."""
        camera = whole.camera if self.table_known else replace(whole.camera, empty=None)
        dice = {name: die for name, die in whole.dice.items() if name not in unknown}
        left_out = _faces_left_out(whole.dice.values(), self.faces_left_out)
        known = whole.gallery.only_faces({view.name for view in whole.gallery.views} - left_out)
        return Reader(camera, dice, known, whole.networks)


_WHOLE = _Way()
_OWN_WAYS = (
    _WHOLE, *(_Way(count) for count in _DICE_LEFT_OUT), _Way(faces_left_out=_FACES_LEFT_OUT),
    *(_Way(count, table_known=False) for count in (0, *_DICE_LEFT_OUT)),
)  # fmt: skip


def _collected(folders: Sequence[Path], work: Path, workers: int) -> tuple[list[Weighed], list[Weighed]]:
    """Every place of every picture, read in all ways, with the empty table known and without: by the faces of every rig
    of the same dice, and by their own with less than all of them."""
    dice = {folder: frozenset(read_rig(folder, scenes=False).dice) for folder in folders}
    pairs = [(a, b, work) for a, b in product(folders, folders) if dice[a] == dice[b]]
    known, unknown = list[Weighed](), list[Weighed]()
    with ProcessPoolExecutor(workers) as crew:
        for found in crew.map(_read, pairs):
            for way, places in found.items():
                some = places[::_OF_FACES_LEFT_OUT] if way.faces_left_out else places
                (known if way.table_known else unknown).extend(some)
    return known, unknown


def _read(task: tuple[Path, Path, Path]) -> dict[_Way, list[Weighed]]:
    """What is seen of one rig, by the faces enrolled at another or at itself."""
    cv2.setNumThreads(1)
    folder, taught_by, work = task
    ways = _OWN_WAYS if folder == taught_by else (_WHOLE,)
    files = {way: work / f"{folder.name}-{taught_by.name}-{way.suffix}.npy" for way in ways}
    missing = [way for way, file in files.items() if not file.exists()]
    if missing:
        rig, source = read_rig(folder), read_rig(taught_by, scenes=False)
        try:
            whole = prepare_reader(rig, load_networks(), enrol_from=source).reader
        except OperationError as error:
            print(folder.name, taught_by.name, error, flush=True)
            return {}
        clicked = list(dict.fromkeys(click.name.die for click in source.clicks))
        for way in missing:
            unknown = clicked[: way.dice_left_out]
            _keep(files[way], _seen(rig, way, way.reader(whole, unknown), unknown))
    return {way: list(np.load(file, allow_pickle=True)) for way, file in files.items()}


def _seen(rig: Rig, way: _Way, reader: Reader, unknown: Sequence[str]) -> list[Weighed]:
    scenes = rig.scenes if way.table_known or way.dice_left_out else (*rig.scenes, *_without_dice(rig))
    return [one for scene in scenes for one in _weighed(rig, scene, reader, unknown)]


def _keep(file: Path, seen: Sequence[Weighed]) -> None:
    held = np.empty(len(seen), object)
    held[:] = seen
    np.save(file, held, allow_pickle=True)
    print(file.name, len(seen), flush=True)


def _faces_left_out(dice: Iterable[Die], count: int) -> set[FaceName]:
    """So many faces of each die, drawn by its name."""
    out = set[FaceName]()
    for die in dice:
        drawn = np.random.default_rng(zlib.crc32(die.id.encode())).permutation(sorted(face.key for face in die.faces))
        out |= {FaceName(die.id, key) for key in drawn[:count].tolist()}
    return out


def _without_dice(rig: Rig) -> tuple[RigScene, ...]:
    """The pictures of a rig in which no die lies."""
    return tuple(RigScene(picture, ()) for picture in (rig.table, *rig.lens))


def _weighed(rig: Rig, scene: RigScene, reader: Reader, unknown: Sequence[str]) -> Iterator[Weighed]:
    for place in reader.places(read_picture(scene.picture).pixels):
        faces = [face_evidence(place.sighting, one, place.explanations) for one in place.explanations]
        evidence = np.zeros((_FIRST_FACE + len(faces), len(FACE_EVIDENCE) + len(DIE_EVIDENCE)))
        evidence[_UNREAD, len(FACE_EVIDENCE) :] = die_evidence(place.sighting)
        evidence[_FIRST_FACE:, : len(FACE_EVIDENCE)] = np.array(faces).reshape(-1, len(FACE_EVIDENCE))
        yield Weighed(rig.name, evidence, _truth(place, scene.dice, unknown))


def _truth(place: SightedPlace, dice: Sequence[TrueDie], unknown: Sequence[str]) -> int:
    for number_, one in enumerate(place.explanations):
        if any(_is_so(one, die) for die in dice if die.name.die not in unknown):
            return _FIRST_FACE + number_
    return _UNREAD if any(_is_there(place, die) for die in dice) else _NOTHING


def _is_so(explanation: DieExplanation, die: TrueDie) -> bool:
    pose, leans = explanation.hypothesis.pose, die.state is DieState.LEANING
    near = math.dist(pose.centre_mm, die.centre_mm) < (_NEAR_LEANING_EDGES if leans else _NEAR_EDGES) * die.edge_mm
    alike = turn_between_deg(pose.heading_deg, die.heading_deg) < _ALIKE_DEG
    return near and alike and explanation.hypothesis.name == die.name and explanation.leans is leans


def _is_there(place: SightedPlace, die: TrueDie) -> bool:
    pose, leans = place.placed.pose, die.state is DieState.LEANING
    near = math.dist(pose.centre_mm, die.centre_mm) < (_NEAR_LEANING_EDGES if leans else _NEAR_EDGES) * die.edge_mm
    turned = abs((pose.heading_deg - die.heading_deg + 60) % 120 - 60)
    return near and abs(pose.edge_mm - die.edge_mm) < 1 and (leans or turned < _ALIKE_DEG)


# learning -----------------------------------------------------------------------------------------------------------


def fitted(places: Sequence[Weighed]) -> Vectors:
    """The weights by which what is so is likeliest (Newton's method, a little ridge)."""
    most = max(len(one.evidence) for one in places)
    x = np.stack([np.pad(one.evidence, ((0, most - len(one.evidence)), (0, 0))) for one in places])
    there = np.array([np.arange(most) < len(one.evidence) for one in places])
    truth = x[np.arange(len(x)), [one.truth for one in places]]
    weights = np.zeros(x.shape[2])
    for _ in range(_ROUNDS):
        weighed = _shares(x @ weights, there)[..., None] * x
        expected = weighed.sum(axis=1)
        gradient = (truth - expected).sum(axis=0) - _RIDGE * weights
        spread = weighed.reshape(-1, len(weights)).T @ x.reshape(-1, len(weights)) - expected.T @ expected
        step = np.linalg.solve(spread + _RIDGE * np.eye(len(weights)), gradient)
        weights = weights + step * min(1.0, _LONGEST_STEP / float(np.abs(step).max()))
        if np.abs(step).max() < _SETTLED:
            break
    return weights


def _shares(odds: Vectors, there: NDArray[np.bool_]) -> Vectors:
    weighed = np.where(there, odds, -np.inf)
    shares = np.exp(weighed - weighed.max(axis=1, keepdims=True))
    return np.asarray(shares / shares.sum(axis=1, keepdims=True))


def _held_out(places: Sequence[Weighed], table: str) -> Vectors:
    """What is reported of a table by weights that were not learned there, (n, 2): how sure, and whether it is so."""
    weights = fitted([one for one in places if one.table != table])
    reported = []
    for one in places:
        (shares,) = _shares((one.evidence @ weights)[None], np.ones((1, len(one.evidence)), bool))
        best = int(shares[_FIRST_FACE:].argmax()) + _FIRST_FACE if len(shares) > _FIRST_FACE else _UNREAD
        if one.table == table and 1 - shares[_NOTHING] > 0.5:
            named = shares[best] >= tuning.NAMED_PROBABILITY and best != _UNREAD
            reported.append(
                (shares[best], one.truth == best) if named else (1 - shares[_NOTHING], one.truth != _NOTHING)
            )
    return np.array(reported, float).reshape(-1, 2)


def _card(weights: tuple[Vectors, Vectors], tables: Sequence[str], measured: dict[str, float]) -> str:
    head = (
        'format = 1\nname = "score"\n'
        'what = "weighs what is seen at a place: log-likelihood of each face, and of a die unread, against nothing"\n'
        f'trained_on = "rendered tables {", ".join(tables)}: own faces, dice or faces left out, faces of elsewhere"\n'
        'licence = "as the program\'s"\n'
    )
    for titles, learned in zip((KNOWN_TABLE, UNKNOWN_TABLE), weights, strict=True):
        parts = np.split(learned, [len(FACE_EVIDENCE)])
        for title, keys, part in zip(titles, (FACE_EVIDENCE, DIE_EVIDENCE), parts, strict=True):
            head += f"\n[{title}]\n" + _rows(title, zip(keys, part.tolist(), strict=True))
    return head + "\n[measured]\n" + "".join(f"{key} = {number(value)}\n" for key, value in measured.items())


def _rows(title: str, weights: Iterable[tuple[str, float]]) -> str:
    message = (row for row in weights if title in KNOWN_TABLE or row[0] not in OF_THE_TABLE)
    return "".join(f"{key} = {number(value)}\n" for key, value in message)


if __name__ == "__main__":
    main()
