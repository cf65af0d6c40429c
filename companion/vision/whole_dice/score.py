"""One calibrated score: how likely each explanation of a place in the picture is.

A place shows nothing, a die that cannot be read, or a certain die with a certain face up, flat or leaning. Each of them
has a log-likelihood against nothing, a weighted sum of what finder, refiner, reader and the whole die held against the
picture say; their shares (multinomial logit) are the probabilities that are reported. The weights stand in
``score.toml`` with the networks, and are learned on rendered tables by ``models.training.score``.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np

from companion.arrays import FloatArray
from companion.documents import has_format, read_toml
from companion.errors import InputError, OperationError
from companion.resources import Bundled, bundled
from companion.text import gettext
from companion.vision import tuning
from companion.vision.reading import FaceGuess, FaceName
from companion.vision.top_faces import FaceMatch, RefinedPose
from companion.vision.whole_dice.attenuation import UNATTENUATED, Attenuation
from companion.vision.whole_dice.pose_hypothesis import PoseHypothesis

SCORE_FILE: Final = "score.toml"
_FORMAT: Final = 1
#: What speaks for or against a face, and for or against a die that cannot be read; the keys of ``score.toml``.
FACE_EVIDENCE: Final = (
    "constant", "top", "sides", "sides_seen", "best_side", "second", "contrast", "fit_lead", "usual_fit",
    "usual_similarity", "similarity", "lead", "die", "presence", "leans", "leaning", "relief", "standing", "bare",
    "top_beyond", "sides_seen_beyond", "similarity_beyond", "lead_within", "alone",
)  # fmt: skip
DIE_EVIDENCE: Final = ("constant", "die", "presence", "leaning", "similarity", "relief", "standing", "bare")
#: What nobody can say where the picture of the empty table is not known.
OF_THE_TABLE: Final = frozenset({"standing", "bare"})
#: The tables of ``score.toml``: where the empty table is known, and where it is not.
KNOWN_TABLE: Final = ("face", "die")
UNKNOWN_TABLE: Final = ("face_unknown_table", "die_unknown_table")
#: Probabilities of the networks are given as log odds, no surer than this.
_SUREST_ODDS: Final = 5.0
_LEAST_PROBABILITY: Final = 1 / (1 + math.exp(_SUREST_ODDS))
_UPPER_QUARTER: Final = 75


@dataclass(frozen=True, slots=True)
class Usual:
    """How well dice fit that are seen in a picture, and how alike their faces and the print are: light is relative.

    attenuation: what camera and light take from that of every known die.
    """

    fit: float = tuning.USUAL_FIT
    similarity: float = tuning.USUAL_SIMILARITY
    attenuation: Attenuation = UNATTENUATED

    @classmethod
    def of(cls, fits: Sequence[float], similarities: Sequence[float]) -> Usual:
        """The upper quarter of a picture; as in others where it shows too few."""
        if len(fits) < tuning.FEWEST_USUAL:
            return cls()
        fit, similarity = (float(np.percentile(some, _UPPER_QUARTER)) for some in (fits, similarities))
        return cls(fit, similarity)


@dataclass(frozen=True, slots=True, eq=False)
class Sighting:
    """What is seen at a place: by the refiner (and detector), by the reader, whether something stands up there
    (``measure_relief``) or the table itself is seen beside it (``measure_standing``; None: what the empty table looks
    like is not known), and what is usual in the same picture."""

    placed: RefinedPose
    named: FaceMatch
    relief: float
    standing: float | None
    usual: Usual


@dataclass(frozen=True, slots=True, eq=False)
class DieExplanation:
    """A whole die that may explain a place; how alike its upper face and the print are, and by how much more alike
    than any other face. in_common: as ``FaceSimilarity``."""

    hypothesis: PoseHypothesis
    similarity: float
    lead: float
    in_common: float

    @classmethod
    def by(cls, hypothesis: PoseHypothesis, named: FaceMatch) -> DieExplanation:
        """With the similarities that were found there."""
        unlike = tuning.UNLIKE_SIMILARITY
        face, _ = hypothesis.face_in_view
        own, in_common = next(
            ((one.value, one.in_common) for one in named.ranked if one.name == face), (unlike, unlike)
        )
        rival = max((one.value for one in named.ranked if one.name != face), default=own)
        return cls(hypothesis, own, own - rival, in_common)

    def restored(self, attenuation: Attenuation) -> DieExplanation:
        """As it would be in a usual picture. A die of which not all sides are enrolled stays as it is: one of the
        others may be up, which is as like it as a known one in bad light."""
        die, left = self.hypothesis, attenuation.plain
        if not die.fully_enrolled or left == UNATTENUATED:
            return self
        shown = replace(
            die,
            top=die.top / left.top,
            sides=None if die.sides is None else die.sides / left.sides,
            fit=die.fit / left.fit(die.sides_seen),
            best_side=die.best_side / left.sides,
            second=die.second / max(left.top, left.sides),
        )
        similarity, lead, in_common = (one / left.similarity for one in (self.similarity, self.lead, self.in_common))
        return DieExplanation(shown, similarity, lead, in_common)

    @property
    def leans(self) -> bool:
        """Whether the die leans."""
        return self.hypothesis.tilt_deg > tuning.LEANING_DEG


@dataclass(frozen=True, slots=True)
class PlaceVerdict:
    """Probabilities, 1 together: nothing is there; a die that cannot be read; each of the explanations.

    faces: that of each face, however it lies, likeliest first; best: the likeliest explanation by the likeliest face,
    if that is likely enough to be named.
    """

    nothing: float
    unread: float
    explained: tuple[float, ...]
    faces: tuple[FaceGuess, ...]
    best: int | None

    @classmethod
    def of(
        cls, odds: Sequence[float], names: Sequence[FaceName], least: float = tuning.NAMED_PROBABILITY
    ) -> PlaceVerdict:
        """From log-likelihoods against nothing: of an unread die, then of each explanation by these faces; least: how
        likely the likeliest must be to be named."""
        most = max(0.0, *odds)
        weights = [math.exp(one - most) for one in (0.0, *odds)]
        total = sum(weights)
        nothing, unread, *explained = (weight / total for weight in weights)
        reported: dict[FaceName, float] = {}
        for name, share in zip(names, explained, strict=True):
            reported[name] = reported.get(name, 0.0) + share
        faces = tuple(FaceGuess(*one) for one in sorted(reported.items(), key=lambda one: -one[1]))
        best = None
        if faces and faces[0].confidence >= least:
            best = max((n for n, name in enumerate(names) if name == faces[0].name), key=lambda n: explained[n])
        return cls(nothing, unread, tuple(explained), faces, best)

    @property
    def confidence(self) -> float:
        """That what is reported is so: the likeliest face, or that a die lies there."""
        return self.die if self.best is None else self.faces[0].confidence

    @property
    def die(self) -> float:
        """That a die lies there, whichever it is."""
        return 1 - self.nothing


@dataclass(frozen=True, slots=True, eq=False)
class EvidenceWeights:
    """The weights of what speaks for a face and for a die that cannot be read, as ``FACE_EVIDENCE`` and
    ``DIE_EVIDENCE`` have it."""

    face: FloatArray
    die: FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class CalibratedScore:
    """The weights of all evidence, where the picture of the empty table is known and where it is not."""

    known_table: EvidenceWeights
    unknown_table: EvidenceWeights

    @classmethod
    def load(cls, folder: Path | None = None) -> CalibratedScore:
        """The bundled weights, or those of another folder; OperationError where they are damaged."""
        path = (folder or bundled(Bundled.MODELS)) / SCORE_FILE
        try:
            card = read_toml(path)
        except InputError as error:
            raise OperationError(gettext("{error}. Install the program again.", error=error)) from None
        if not has_format(card, _FORMAT):
            reported = str(card.get("format"))
            raise OperationError(
                gettext(
                    "{path} has format {found}; this program reads format {read}.",
                    path=path,
                    found=reported,
                    read=_FORMAT,
                )
            )
        return cls(_evidence_weights(path, card, KNOWN_TABLE), _evidence_weights(path, card, UNKNOWN_TABLE))

    def weigh(self, sighting: Sighting, explanations: Sequence[DieExplanation]) -> PlaceVerdict:
        """How likely each explanation of a place is. What is named only because camera and light are thought to have
        taken something must be likelier than what is named as it is seen."""
        names = [one.hypothesis.name for one in explanations]
        attenuation = sighting.usual.attenuation
        if attenuation.plain == UNATTENUATED:
            return PlaceVerdict.of(self._odds(sighting, explanations), names)
        seen = replace(sighting, usual=replace(sighting.usual, attenuation=UNATTENUATED))
        as_seen = PlaceVerdict.of(self._odds(seen, explanations), names)
        odds = self._odds(sighting, [one.restored(attenuation) for one in explanations])
        restored = PlaceVerdict.of(odds, names)
        owed = as_seen.best is None or restored.best is None or names[as_seen.best] != names[restored.best]
        return PlaceVerdict.of(odds, names, tuning.RESTORED_NAMED_PROBABILITY) if owed else restored

    def _odds(self, sighting: Sighting, tried: Sequence[DieExplanation]) -> list[float]:
        """Log-likelihoods against nothing: of an unread die, then of each explanation."""
        weights = self.unknown_table if sighting.standing is None else self.known_table
        faces = [float(weights.face @ face_evidence(sighting, one, tried)) for one in tried]
        return [float(weights.die @ die_evidence(sighting)), *faces]


def face_evidence(sighting: Sighting, explanation: DieExplanation, tried: Sequence[DieExplanation]) -> FloatArray:
    """What speaks for a face, of several that were tried, in the order of ``FACE_EVIDENCE``."""
    die, left = explanation.hypothesis, sighting.usual.attenuation.plain
    usual_fit, usual_similarity = sighting.usual.fit, sighting.usual.similarity
    if die.fully_enrolled:
        usual_fit, usual_similarity = usual_fit / left.fit(die.sides_seen), usual_similarity / left.similarity
    rivals = [one.hypothesis.fit for one in tried if one.hypothesis.name != die.name]
    return np.array(
        [
            1.0,
            die.top,
            die.sides_seen * (die.sides or 0.0),
            die.sides_seen,
            die.best_side,
            max(die.second, 0.0),
            die.sides_seen * min(die.contrast, 1.0),
            die.fit - max(rivals, default=tuning.NO_RIVAL_FIT),
            min(die.fit - usual_fit, 0.0),
            min(explanation.similarity - usual_similarity, 0.0),
            explanation.similarity,
            explanation.lead,
            _log_odds(sighting.placed.die),
            _log_odds(sighting.placed.presence),
            float(explanation.leans),
            float(explanation.leans) * _log_odds(sighting.placed.leaning),
            sighting.relief,
            sighting.standing or 0.0,
            0.0 if _shows_side_elsewhere(explanation) else _bareness(sighting),
            max(die.top - tuning.GOOD_TOP, 0.0),
            max(die.sides_seen - tuning.MANY_SIDES_SEEN, 0.0),
            max(explanation.similarity - tuning.GOOD_SIMILARITY, 0.0),
            min(max(explanation.lead, -tuning.LARGE_LAG), tuning.LARGE_LEAD),
            float(not rivals),
        ]
    )


def _shows_side_elsewhere(explanation: DieExplanation) -> bool:
    """Whether a die leans and one of its sides is seen: not where a flat die would show its own."""
    return explanation.leans and explanation.hypothesis.best_side > tuning.SIDE_OF_LEANING_FIT


def die_evidence(sighting: Sighting) -> FloatArray:
    """What speaks for a die that cannot be read, in the order of ``DIE_EVIDENCE``."""
    seen = [
        _log_odds(reported) for reported in (sighting.placed.die, sighting.placed.presence, sighting.placed.leaning)
    ]
    about = [sighting.named.similarity, sighting.relief, sighting.standing or 0.0, _bareness(sighting)]
    return np.array([1.0, *seen, *about])


def _bareness(sighting: Sighting) -> float:
    """How plainly the table itself is seen where a flat die has its sides: nearly all of it, for a side may have the
    table's colour."""
    return 0.0 if sighting.standing is None else max(-sighting.standing - tuning.BARE_STANDING, 0.0)


def _log_odds(probability: float) -> float:
    inside = min(max(probability, _LEAST_PROBABILITY), 1 - _LEAST_PROBABILITY)
    return math.log(inside / (1 - inside))


def _evidence_weights(path: Path, card: Mapping[str, object], tables: tuple[str, str]) -> EvidenceWeights:
    face, die = (
        _weights(path, card, table, keys) for table, keys in zip(tables, (FACE_EVIDENCE, DIE_EVIDENCE), strict=True)
    )
    return EvidenceWeights(face, die)


def _weights(path: Path, card: Mapping[str, object], table: str, keys: Sequence[str]) -> FloatArray:
    """In the order of ``keys``; what an unknown table cannot say weighs nothing."""
    rows = card.get(table)
    stated = [key for key in keys if table in KNOWN_TABLE or key not in OF_THE_TABLE]
    if not isinstance(rows, Mapping) or set(rows) != set(stated):
        named = ", ".join(stated)
        raise OperationError(
            gettext(
                "{path}: [{table}] does not weigh {named}. Install the program again.",
                path=path,
                table=table,
                named=named,
            )
        )
    weights = [rows.get(key, 0.0) for key in keys]
    if not all(isinstance(weight, int | float) and math.isfinite(weight) for weight in weights):
        raise OperationError(
            gettext(
                "{path}: [{table}] holds something else than numbers. Install the program again.",
                path=path,
                table=table,
            )
        )
    return np.array(weights, np.float64)
