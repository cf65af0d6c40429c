"""``python -m models.training.score RIG...``: learns the weights of the one score by which places are judged.

Reads whole rigs as their user would: with their own faces; with some dice left out, which must stay unread; and with
the faces of any other of the rigs that shows the same dice. All that a reading decides from is kept with what was
really there, and a multinomial logit is fitted to it. Where the empty table is not known, dice are looked for
everywhere and other places are found: for these weights the rigs are read again by cameras that never saw their table
empty, and so are pictures in which no die lies, of the empty table and of the lens board. The figures in the card come
from tables that were held out, each in turn. Nothing else has to be taught again when finder, placer or reader change.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from companion.atomic_write import write_atomic
from companion.camera import read_picture
from companion.codec.network_card import load_networks
from companion.codec.rig import read_rig
from companion.errors import OperationError
from companion.geometry import turn_between_deg
from companion.opencv import cv2
from companion.vision import DieState, Reader, tuning
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
_LEFT_OUT = (3, 5)
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
    parser.add_argument("--work", type=Path, default=Path("scratch/score"), help="where what was collected is kept")
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    places = _collected(_ways(options.rigs), options.work, options.workers)
    elsewhere = _collected(_ways_without_table(options.rigs), options.work, options.workers)
    weights, without_table = fitted(places), fitted(elsewhere)
    held_out = np.concatenate([_held_out(places, table) for table in sorted({one.table for one in places})])
    error = Reliability(tuple((float(sure), bool(so)) for sure, so in held_out)).calibration_error
    measured = {"places": len(places), "told": len(held_out), "expected_calibration_error": error or 0.0}
    print(measured)
    write_atomic(
        options.out / SCORE_FILE,
        _card((weights, without_table), sorted({one.table for one in places}), measured).encode(),
    )


# what was seen, and what was there ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Way:
    """One way to read a rig: with the faces enrolled at another, or at itself; some of the dice left out; with its
    empty table known, or not."""

    rig: Path
    taught_by: Path
    left_out: int = 0
    table_known: bool = True

    @property
    def file(self) -> str:
        """What its places are kept as."""
        return f"{self.rig.name}-{self.taught_by.name}-{self.left_out}{'' if self.table_known else '-no-table'}.npy"


def _ways(folders: Sequence[Path]) -> list[_Way]:
    """By the faces of every rig of the same dice, and by their own without some of the dice."""
    dice = {folder: frozenset(read_rig(folder, scenes=False).dice) for folder in folders}
    ways = [_Way(a, b) for a, b in product(folders, folders) if dice[a] == dice[b]]
    return ways + [_Way(folder, folder, left_out) for folder in folders for left_out in _LEFT_OUT]


def _ways_without_table(folders: Sequence[Path]) -> list[_Way]:
    """By their own faces, all of them and without some of the dice."""
    return [_Way(folder, folder, left_out, table_known=False) for folder in folders for left_out in (0, *_LEFT_OUT)]


def _collected(ways: Sequence[_Way], work: Path, workers: int) -> list[Weighed]:
    """Every place of every picture, read in all of these ways."""
    with ProcessPoolExecutor(workers) as crew:
        return [one for some in crew.map(_read, [(way, work) for way in ways]) for one in some]


def _read(task: tuple[_Way, Path]) -> list[Weighed]:
    cv2.setNumThreads(1)
    way, work = task
    file = work / way.file
    if file.exists():
        return list(np.load(file, allow_pickle=True))
    rig, source = read_rig(way.rig), read_rig(way.taught_by, scenes=False)
    try:
        ready = prepare_reader(rig, load_networks(), enrol_from=source, leave_out=way.left_out)
    except OperationError as error:
        print(way.rig.name, error)
        return []
    reader = ready.reader if way.table_known else _without_table(ready.reader)
    scenes = rig.scenes if way.table_known or way.left_out else (*rig.scenes, *_without_dice(rig))
    seen = [one for scene in scenes for one in _weighed(rig, scene, reader, ready.out_of_gallery)]
    held = np.empty(len(seen), object)
    held[:] = seen
    np.save(file, held, allow_pickle=True)
    print(file.name, len(seen), flush=True)
    return seen


def _without_table(reader: Reader) -> Reader:
    """A reader that does not know what the empty table looks like."""
    return reader.over(replace(reader.camera, empty=None))


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
    """What is told of a table by weights that were not learned there, (n, 2): how sure, and whether it is so."""
    weights = fitted([one for one in places if one.table != table])
    told = []
    for one in places:
        (shares,) = _shares((one.evidence @ weights)[None], np.ones((1, len(one.evidence)), bool))
        best = int(shares[_FIRST_FACE:].argmax()) + _FIRST_FACE if len(shares) > _FIRST_FACE else _UNREAD
        if one.table == table and 1 - shares[_NOTHING] > 0.5:
            named = shares[best] >= tuning.NAMED_PROBABILITY and best != _UNREAD
            told.append((shares[best], one.truth == best) if named else (1 - shares[_NOTHING], one.truth != _NOTHING))
    return np.array(told, float).reshape(-1, 2)


def _card(weights: tuple[Vectors, Vectors], tables: Sequence[str], measured: dict[str, float]) -> str:
    head = (
        'format = 1\nname = "score"\n'
        'what = "weighs what is seen at a place: log-likelihood of each face, and of a die unread, against nothing"\n'
        f'trained_on = "rendered tables {", ".join(tables)}: own faces, some dice left out, faces enrolled elsewhere"\n'
        'licence = "as the program\'s"\n'
    )
    for titles, learned in zip((KNOWN_TABLE, UNKNOWN_TABLE), weights, strict=True):
        parts = np.split(learned, [len(FACE_EVIDENCE)])
        for title, keys, part in zip(titles, (FACE_EVIDENCE, DIE_EVIDENCE), parts, strict=True):
            head += f"\n[{title}]\n" + _rows(title, zip(keys, part.tolist(), strict=True))
    return head + "\n[measured]\n" + "".join(f"{key} = {number(value)}\n" for key, value in measured.items())


def _rows(title: str, weights: Iterable[tuple[str, float]]) -> str:
    said = (row for row in weights if title in KNOWN_TABLE or row[0] not in OF_THE_TABLE)
    return "".join(f"{key} = {number(value)}\n" for key, value in said)


if __name__ == "__main__":
    main()
