"""What is one die in several pictures of one layout, by a camera in the hand: as each shows it, put together.

What lies at one place in several pictures is one die. What one picture shows and others should show, and do not, has
been moved, or is none: a part of another die, a print that lies flat on the table.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from companion.arrays import FloatArray
from companion.camera import CAMERA_FREEDOMS, Pinhole, camera_step, locate_together, place_slopes
from companion.geometry import Pose, at_height, wrap_deg
from companion.text import gettext
from companion.vision import tuning
from companion.vision.handheld_reader import SightedPicture
from companion.vision.reading import CameraCheck, FaceGuess, FaceName, PictureRefusedError, Problem, Remark
from companion.vision.whole_dice import JointDice, Silhouettes, VerifiedDie
from companion.vision.whole_dice.body_choice import bodies_meet


@dataclass(frozen=True, slots=True)
class MovedDie:
    """A die that lies elsewhere in another picture: its face, the two pictures, and how far it went."""

    name: FaceName
    between: tuple[str, str]
    by_mm: float


@dataclass(frozen=True, slots=True, eq=False)
class DieView:
    """A die as one picture shows it: the picture's number, and its pose by the camera as the markers tell it."""

    picture: int
    die: VerifiedDie
    pose: Pose

    @property
    def name(self) -> FaceName | None:
        """The face that is up, by this picture alone."""
        return self.die.name

    @property
    def flat(self) -> bool:
        """Whether it lies flat, by this picture alone."""
        return not self.die.leans


@dataclass(frozen=True, eq=False)
class MatchedDie:
    """What is one die in several pictures, at most once in each."""

    members: tuple[DieView, ...]

    @cached_property
    def pictures(self) -> frozenset[int]:
        """The numbers of those that show it."""
        return frozenset(member.picture for member in self.members)

    @cached_property
    def guesses(self) -> tuple[FaceGuess, ...]:
        """Which face is up by the sum of what all pictures say, likeliest first; what no picture can read is left."""
        if len(self.members) == 1:
            (member,) = self.members
            named = () if member.name is None else (FaceGuess(member.name, member.die.confidence),)
            return (*named, *member.die.alternatives)
        likely = [_likely_faces(member.die) for member in self.members]
        names: dict[FaceName | None, float] = dict.fromkeys([None, *(name for one in likely for name in one)], 0.0)
        for name in names:
            names[name] = sum(math.log(max(one.get(name, 0.0), tuning.LEAST_NAMED_SHARE)) for one in likely)
        most = max(names.values())
        weights = {name: math.exp(score - most) for name, score in names.items()}
        total = sum(weights.values())
        reported = [FaceGuess(name, weight / total) for name, weight in weights.items() if name is not None]
        return tuple(sorted(reported, key=lambda guess: -guess.confidence))

    @cached_property
    def name(self) -> FaceName | None:
        """The face that is up; ``None`` where that is unknown."""
        if len(self.members) == 1:
            return self.members[0].name
        guesses = self.guesses
        sure = guesses and guesses[0].confidence >= tuning.NAMED_TOGETHER
        return guesses[0].name if sure and any(one.name == guesses[0].name for one in self.members) else None

    @cached_property
    def spokesmen(self) -> tuple[DieView, ...]:
        """The members that read it as what it is, lying as it does; all that lie so where nobody knows."""
        readers = self._readers
        return tuple(member for member in readers if member.flat != self.leans) or readers

    @cached_property
    def speaker(self) -> DieView:
        """The surest of its spokesmen."""
        return max(self.spokesmen, key=lambda member: member.die.confidence)

    @cached_property
    def leans(self) -> bool:
        """Whether more speaks for a die that leans."""
        flat, leaning = (sum(m.die.confidence for m in self._readers if m.flat == lies) for lies in (True, False))
        return leaning > flat

    @cached_property
    def _readers(self) -> tuple[DieView, ...]:
        own = tuple(member for member in self.members if member.name == self.name)
        return own or self.members


def _likely_faces(die: VerifiedDie) -> dict[FaceName | None, float]:
    """How likely each face is by one picture, and that it cannot be read."""
    verdict = die.place.verdict
    reported: dict[FaceName | None, float] = {guess.name: guess.confidence for guess in verdict.faces}
    reported[None] = verdict.unread
    return reported


@dataclass(frozen=True, slots=True, eq=False)
class ViewCameras:
    """All cameras as they are thought to stand: the pictures, the step that each took from where its own markers put
    it, and the covariance of all freedoms, (14 n, 14 n)."""

    sighted: Sequence[SightedPicture]
    lenses: tuple[Pinhole, ...]
    step: FloatArray
    covariance: FloatArray = field(repr=False)

    @classmethod
    def by_markers(cls, sighted: Sequence[SightedPicture]) -> ViewCameras:
        """As the markers of all pictures together put them: one lens took them, of one mat."""
        located, covariance = locate_together([one.located for one in sighted])
        lenses = tuple(one.lens for one in located)
        steps = [camera_step(one.located.lens, lens) for one, lens in zip(sighted, lenses, strict=True)]
        return cls(sighted, lenses, np.concatenate(steps), covariance)

    def after(self, joint: JointDice) -> ViewCameras:
        """As dice put them, too."""
        return ViewCameras(self.sighted, joint.lenses, joint.step, joint.covariance)

    def place(self, member: DieView) -> FloatArray:
        """Where a member lies by these cameras, (2,) mm."""
        lens = self.sighted[member.picture].located.lens
        slopes = place_slopes(lens, np.array([member.pose.centre_mm]), member.pose.top_mm)[0]
        moved_mm = slopes @ self.step[own_freedoms(member.picture)]
        return np.asarray(np.array(member.pose.centre_mm) + moved_mm, np.float64)

    def place_on_table(self, member: DieView) -> FloatArray:
        """Where the middle of a member's top lies if it is no top but a print on the table, (2,) mm."""
        lens = self.lenses[member.picture]
        px = lens.project(at_height(self.place(member)[None], member.pose.top_mm))
        return np.asarray(lens.to_table(px)[0], np.float64)

    def apart(self, one: DieView, other: DieView) -> tuple[float, float]:
        """How far two members lie from each other, mm, and in sigmas of what is known of that."""
        away = self.place(one) - self.place(other)
        slopes = np.zeros((2, len(self.step)))
        for member, sign in ((one, 1.0), (other, -1.0)):
            places = np.array([member.pose.centre_mm])
            slopes[:, own_freedoms(member.picture)] += (
                sign * place_slopes(self.lenses[member.picture], places, member.pose.top_mm)[0]
            )
        spread = slopes @ self.covariance @ slopes.T
        spread += sum((tuning.TOGETHER_SIGMA_EDGES * m.pose.edge_mm) ** 2 for m in (one, other)) * np.eye(2)
        return float(np.linalg.norm(away)), math.sqrt(float(away @ np.linalg.solve(spread, away)))


def own_freedoms(number: int) -> NDArray[np.intp]:
    """Where the freedoms of a picture's camera stand among all."""
    return CAMERA_FREEDOMS * number + np.arange(CAMERA_FREEDOMS)


def match_views(cameras: ViewCameras, members: Sequence[DieView]) -> list[MatchedDie]:
    """What is one die in several pictures: members that lie so near to each other, the likest pairs first."""
    pairs, places = [], [cameras.place(member) for member in members]
    for one, other in combinations(range(len(members)), 2):
        a, b = members[one], members[other]
        near_mm = tuning.MATCHED_EDGES * a.pose.edge_mm
        if a.picture == b.picture or float(np.linalg.norm(places[one] - places[other])) > near_mm:
            continue
        if not math.isclose(a.pose.edge_mm, b.pose.edge_mm, rel_tol=tuning.MAX_SIZE_DIFFERENCE):
            continue
        sigmas = cameras.apart(a, b)[1]
        if sigmas < tuning.MATCHED_SIGMAS:
            pairs.append((sigmas**2 + _unlike(a, b), one, other))
    group = {number: {number} for number in range(len(members))}
    for _, one, other in sorted(pairs):
        both = group[one] | group[other]
        if group[one] is not group[other] and len({members[n].picture for n in both}) == len(both):
            for n in both:
                group[n] = both
    unique = {id(one): one for one in group.values()}
    return [MatchedDie(tuple(members[n] for n in sorted(one))) for one in unique.values()]


def _unlike(one: DieView, other: DieView) -> float:
    """What speaks against two members being one die by what they were read as, in squares of sigmas."""
    if one.name is None or other.name is None:
        return tuning.UNREAD_UNLIKE
    turned = abs(wrap_deg(one.pose.heading_deg - other.pose.heading_deg))
    return 0.0 if one.name == other.name and turned < tuning.SAME_HEADING_DEG else tuning.OTHER_UNLIKE


def check_one_layout(cameras: ViewCameras, dice: Sequence[MatchedDie]) -> None:
    """Raises PictureRefusedError where two pictures have hardly a die in common that both should show."""
    for one, other in combinations(range(len(cameras.sighted)), 2):
        both = sum({one, other} <= die.pictures for die in dice)
        alone = [_only_in(cameras, dice, *pair) for pair in ((one, other), (other, one))]
        count = both + max(alone)
        if count >= tuning.FEWEST_IN_COMMON and both < tuning.LEAST_IN_COMMON * count:
            text = gettext(
                "{picture} and {other} do not show one layout: of {count} dice that both should show, {both} lie at "
                "the same place. Give pictures of one table at rest.",
                picture=cameras.sighted[one].name,
                other=cameras.sighted[other].name,
                count=count,
                both=both,
            )
            raise PictureRefusedError(text, Remark(Problem.OTHER_LAYOUT, text), CameraCheck(None, 0))


def _only_in(cameras: ViewCameras, dice: Sequence[MatchedDie], number: int, away: int) -> int:
    """How many dice a picture shows that another should show, and does not."""
    only = (die for die in dice if number in die.pictures and away not in die.pictures)
    return sum(_should_show(cameras, die, away) for die in only)


def _should_show(cameras: ViewCameras, die: MatchedDie, number: int) -> bool:
    """Whether a picture should show a die, too: nothing that it shows stands before it."""
    member = die.spokesmen[0]
    x, y = cameras.place(member).tolist()
    pose = replace(member.pose, x_mm=x, y_mm=y)
    lens = cameras.lenses[number]
    px = lens.project(at_height(pose.top_corners_mm(), pose.top_mm))
    if (px < 0).any() or (px > np.array(lens.size_wh) - 1).any():
        return False
    bodies = [one.place.body for one in cameras.sighted[number].dice]
    return Silhouettes(lens, bodies).cover([pose])[0] is None


def without_moved(cameras: ViewCameras, dice: Sequence[MatchedDie]) -> tuple[list[MatchedDie], list[MovedDie]]:
    """The dice, each where most pictures have it, or the last; and what lay elsewhere in another."""
    kept, moved = list(dice), list[MovedDie]()
    for one, other in combinations(dice, 2):
        if one not in kept or other not in kept or one.name is None or one.name != other.name:
            continue
        if one.pictures & other.pictures or not _shown_apart(cameras, one, other):
            continue
        first, last = sorted((one, other), key=lambda die: (len(die.pictures), max(die.pictures)))
        a, b = first.spokesmen[0], last.spokesmen[0]
        pictures = sorted((a.picture, b.picture))
        by_mm = float(np.linalg.norm(cameras.place(a) - cameras.place(b)))
        between = cameras.sighted[pictures[0]].name, cameras.sighted[pictures[1]].name
        moved.append(MovedDie(one.name, between, by_mm))
        kept.remove(first)
    return kept, moved


def _shown_apart(cameras: ViewCameras, one: MatchedDie, other: MatchedDie) -> bool:
    """Whether it is one die: each picture that shows it at the one place should show it at the other as well, had it
    been there, too."""
    return any(_should_show(cameras, one, number) for number in other.pictures) and any(
        _should_show(cameras, other, number) for number in one.pictures
    )


def without_prints(cameras: ViewCameras, dice: Sequence[MatchedDie]) -> list[MatchedDie]:
    """The dice without those that are the print of a face which lies flat on the table: it seems a die from every
    place, each time elsewhere, though never a sure one."""
    unsure = [die for die in dice if len(die.members) == 1 and not _is_sure(die)]
    prints = {
        die
        for one, other in combinations(unsure, 2)
        if not one.pictures & other.pictures and _are_one_print(cameras, one.members[0], other.members[0])
        for die in (one, other)
    }
    return [die for die in dice if die not in prints]


def _are_one_print(cameras: ViewCameras, one: DieView, other: DieView) -> bool:
    """Whether two pictures show the same place on the table, but not the same over it."""
    edge_mm = one.pose.edge_mm
    on_table_mm = float(np.linalg.norm(cameras.place_on_table(one) - cameras.place_on_table(other)))
    above_mm, _ = cameras.apart(one, other)
    return on_table_mm < tuning.ONE_PRINT_EDGES * edge_mm and above_mm > tuning.NO_DIE_EDGES * edge_mm


def without_phantoms(cameras: ViewCameras, dice: Sequence[MatchedDie]) -> list[MatchedDie]:
    """The dice without what looks like one from some place only: from elsewhere it is a part of another, or nothing."""
    return [die for die in dice if not (_is_outvoted(cameras, die) or any(_is_part_of(die, other) for other in dice))]


def _is_sure(die: MatchedDie, *, doubt: float = 1 - tuning.SURELY_SEEN) -> bool:
    return die.name is not None and die.guesses[0].confidence > 1 - doubt


def _is_outvoted(cameras: ViewCameras, die: MatchedDie) -> bool:
    """Whether more pictures should show a die and do not than do; two of these ask for half the doubt."""
    others = set(range(len(cameras.sighted))) - die.pictures
    missing = sum(_should_show(cameras, die, number) for number in others)
    return missing > len(die.pictures) and not _is_sure(die, doubt=(1 - tuning.SURELY_SEEN) / missing)


def _is_part_of(die: MatchedDie, other: MatchedDie) -> bool:
    """Whether a die that was not read, or as the same, lies in one that speaks louder, as other pictures have it."""
    if die.name not in (None, other.name) or die.pictures & other.pictures:
        return False
    own, others = die.speaker.die, other.speaker.die
    return _loudness(other) > _loudness(die) and bodies_meet(own.place.body, others.place.body)


def _loudness(die: MatchedDie) -> tuple[bool, int, float]:
    """What speaks for a die, the weightiest first: its name, how many pictures show it, how sure one of them is."""
    return die.name is not None, len(die.members), die.speaker.die.confidence
