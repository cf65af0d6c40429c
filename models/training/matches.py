"""Random matches as a camera would see them, and how far an unattended scorer follows them.

    python -m models.training.matches --count 20 --seed 1 [--acts 60] [--mishaps .12] [--only "mixed up"]

Two players own the same dice, pass now and then, throw, shoot and maneuver as the rules allow, and err as people do
(`models.training.mishaps`). What is seen of each table at rest is drawn from the truth: every die a little off, some
unread, some overlooked, hands and flights over somebody's edge. No picture is made, so that hundreds of matches take
minutes; films with pictures are measured by ``companion watch``. A seed makes the same matches again.
"""

from __future__ import annotations

import argparse
import difflib
import json
import math
import random
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import numpy as np

from companion.camera import Camera, Pinhole, Quality, TableShape, TableTop
from companion.catalogue import Die
from companion.codec.die import known_dice
from companion.codec.script import MatchOpening
from companion.geometry import Points, Pose, top_outline
from companion.rules import (
    Piece,
    Position,
    Scenario,
    actions,
    apply,
    edge_lengths_mm,
    legal_actions,
    placeable,
    throwable,
)
from companion.rules.actions import Action, EndTurn, Observe, OffTable, Place, RestingPose, Throw
from companion.session.inference import Proposal
from companion.session.live import Entrance, TableSnapshot, TableState
from companion.session.live.tracking import Tracker
from companion.session.match import Match
from companion.session.match_setup import MatchPlan, Surface, build_opening
from companion.session.stream import MatchStream, StreamedEvent, Unattended
from companion.session.stream.events import ActionTaken, CorrectionMade, DiscrepanciesFound, ProposalsFound
from companion.vision import DieReading, DieState, FaceGuess, FaceName, TableMemory
from models.training.mishaps import ALL_MISHAPS, MISHAPS, Mishap, SimulatedRest, happen, is_noticed, wrong_corner

TABLE_MM: Final = (1000.0, 620.0)
ARMY: Final = ("infantry", "infantry", "heavy-tank", "gev", "gev", "missile-tank", "light-tank")
#: How often a camera errs: of dice at a rest.
UNREAD, STAYS_UNREAD, HALF_READ, OVERLOOKED = 0.015, 0.6, 0.6, 0.003
SIGMA_MM: Final = 0.3
#: How far the edges of a die are folded off what is printed, and measured off that wherever it lies: standard
#: deviations in edges, as of rendered tables (``session/inference/tuning``).
FOLDED_EDGES, EDGE_ERROR_EDGES = 0.005, 0.0033


@dataclass(frozen=True, slots=True)
class Habits:
    """How often people do what: of turns, throws, rests or hands."""

    passes: float = 0.2
    throws: float = 0.55
    acts_again: float = 0.8
    knocks_off: float = 0.2
    knocks_two: float = 0.15
    off_table: float = 0.03
    missed_rest: float = 0.04
    reaches_across: float = 0.03
    no_entrance: float = 0.15


#: Of people who wait until the table has come to rest, and whose hands are all seen over their own rim.
PATIENT: Final = Habits(missed_rest=0.0, reaches_across=0.0, no_entrance=0.0)


@dataclass(slots=True)
class FollowingFigures:
    """What was found of matches: acts, scores, and how sure it was of what was so."""

    acts: int = 0
    found: int = 0
    #: Acts that no table shows: a die was moved again before the table came to rest.
    untraced: int = 0
    extra: int = 0
    matches: int = 0
    scores: int = 0
    #: Wrong scores of which the last question names the right one; right ones that are asked about none the less.
    scores_asked: int = 0
    asked_beside: int = 0
    mends: int = 0
    reported: list[tuple[float, bool]] = field(default_factory=list)
    mishaps: Counter[str] = field(default_factory=Counter)
    noticed: Counter[str] = field(default_factory=Counter)
    false_alarms: int = 0

    def summary(self) -> dict[str, Any]:
        """The figures; sure: of what was reported with .9 to 1, the share that was so."""
        sure = [true for likelihood, true in self.reported if likelihood >= 0.9]
        wholly = [true for likelihood, true in self.reported if likelihood >= 0.9995]
        middle = [true for likelihood, true in self.reported if 0.5 <= likelihood < 0.9]
        return {
            "matches": self.matches,
            "acts": round(self.found / max(1, self.acts), 4),
            "of": self.acts,
            "of which no table shows": self.untraced,
            "reported beside": self.extra,
            "scores right": self.scores,
            "scores right, or the right one asked about at the end": self.scores + self.scores_asked,
            "right scores asked about": self.asked_beside,
            "mends": self.mends,
            "mishaps noticed": {kind: f"{self.noticed[kind]}/{many}" for kind, many in sorted(self.mishaps.items())},
            "false alarms": self.false_alarms,
            "likelihood .9 to 1: so": (round(float(np.mean(sure)), 4), len(sure)) if sure else None,
            "likelihood 1.00: so": (round(float(np.mean(wholly)), 4), len(wholly)) if wholly else None,
            "likelihood .5 to .9: so": (round(float(np.mean(middle)), 4), len(middle)) if middle else None,
        }


def opening(rng: random.Random) -> MatchOpening:
    """Two armies of the same dice, one left out of each, of unlike points, so that the smaller begins."""
    armies = [sorted(rng.sample(ARMY, 6)) for _ in range(2)]
    dice = known_dice()
    points = [sum(dice[f"ogre/{die}"].points for die in army) for army in armies]
    if points[0] == points[1]:
        return opening(rng)
    plan = MatchPlan.fresh(dice).in_scenario(Scenario.TWO_ARMY).on(Surface(TableShape.RECT, TABLE_MM))
    for old, new, army in zip(plan.names, ("Anna", "Ben"), armies, strict=True):
        plan = plan.renamed(old, new).with_army(new, [f"ogre/{die}" for die in army])
    first = "Anna" if points[0] < points[1] else "Ben"
    return build_opening(replace(plan.with_posts(posts=False).letting_begin(first), title="A random match"))


def play(
    rng: random.Random,
    position: Position,
    most: int,
    mishaps: float = 0.0,
    kinds: Mapping[str, Mishap] = MISHAPS,
    habits: Habits = Habits(),
) -> Iterator[SimulatedRest]:
    """A match, table at rest by table at rest. mishaps: after so large a share of them something of these kinds goes
    wrong; so large a share of throws leans first, and of rolls goes over the wrong corner."""
    yield SimulatedRest(position)
    unseen: list[Action] = []
    hands: list[str] = []
    count = missed = 0
    while position.winner is None and count < most:
        act = _act(rng, position, habits)
        outcome = apply(position, act)
        if not outcome.ok:
            outcome = apply(position, act := EndTurn())
            if not outcome.ok:
                return
        before, position = position, outcome.position
        count += not isinstance(act, EndTurn)
        if _lying(position) == _lying(before):
            unseen.append(act)
            continue
        hands += _hand(rng, before, position, act, habits)
        if missed == 0 and not unseen and rng.random() < mishaps:
            yield from _first_seen_otherwise(rng, before, position, act, tuple(hands))
        unseen.append(act)
        missed = max(0, missed - 1) or (rng.choice((1, 1, 1, 2)) if rng.random() < habits.missed_rest else 0)
        if missed:
            continue
        yield SimulatedRest(position, tuple(unseen), tuple(dict.fromkeys(hands)))
        unseen.clear()
        hands.clear()
        if rng.random() < mishaps:
            for scene in happen(rng, position, kinds):
                yield scene
                position = scene.position


def _first_seen_otherwise(
    rng: random.Random, before: Position, after: Position, act: Action, by: tuple[str, ...]
) -> Iterator[SimulatedRest]:
    """The table as it first rests after an act: the thrown die leans, a die was rolled over the wrong corner."""
    if isinstance(act, Throw) and after.piece(act.piece).in_play:
        yield SimulatedRest(before, by=by, table=after, mishap="leaning", leaning=act.piece)
    elif (wrong := wrong_corner(rng, before, after)) is not None:
        yield SimulatedRest(before, by=by, table=wrong, mishap="wrong corner")


def _act(rng: random.Random, position: Position, habits: Habits) -> Action:
    """What whoever's turn it is does now."""
    if names := placeable(position):
        piece = position.piece(rng.choice(names))
        return Place(piece=piece.id, how=RestingPose(piece.die.faces[0].key, _free(rng, position), rng.uniform(0, 360)))
    throws = throwable(position)
    if not position.turn.acted and rng.random() < habits.passes:
        return EndTurn()
    open_acts = [act for act in legal_actions(position) if isinstance(act, actions.Shoot | actions.Maneuver)]
    visible = [act for act in open_acts if _is_visible(position, act)]
    if throws and not position.turn.acted and (rng.random() < habits.throws or not visible):
        return _throw(rng, position, rng.choice(throws), habits)
    if visible and rng.random() < habits.acts_again:
        return rng.choice(visible)
    return EndTurn() if position.turn.acted or not throws else _throw(rng, position, rng.choice(throws), habits)


def _is_visible(position: Position, act: Action) -> bool:
    outcome = apply(position, act)
    return outcome.ok and _lying(outcome.position) != _lying(position)


def _throw(rng: random.Random, position: Position, name: str, habits: Habits) -> Throw:
    piece = position.piece(name)
    if rng.random() < habits.off_table:
        return Throw(piece=name, lands=OffTable())
    at = _free(rng, position)
    near = [other.id for other in position.in_play if math.dist(other.placed.centre_mm, at) < 110 and not other.is_ogre]
    both = 2 if rng.random() < habits.knocks_two else 1
    off = tuple(near[:both]) if near and rng.random() < habits.knocks_off else ()
    face = rng.choice(piece.die.faces).key
    return Throw(piece=name, lands=RestingPose(face, at, rng.uniform(0, 360)), knocked_off=off)


def _free(rng: random.Random, position: Position) -> tuple[float, float]:
    """A place where no die lies."""
    while True:
        at = rng.uniform(60, TABLE_MM[0] - 60), rng.uniform(60, TABLE_MM[1] - 60)
        if all(math.dist(piece.placed.centre_mm, at) > 75 for piece in position.in_play):
            return at


def _hand(rng: random.Random, before: Position, after: Position, act: Action, habits: Habits) -> tuple[str, ...]:
    """Whose hand is seen: who acts, or the owner of what is moved; now and then anybody's, or none."""
    moved = [name for name, piece in before.pieces.items() if piece.in_play and _lie(after, name) != _lie(before, name)]
    doer = before.to_move if isinstance(act, Throw | Place) or not moved else before.piece(moved[0]).owner
    if rng.random() < habits.no_entrance:
        return ()
    return (rng.choice([player.id for player in before.players]) if rng.random() < habits.reaches_across else doer,)


def _lie(position: Position, name: str) -> object:
    piece = position.pieces[name]
    return (piece.pose, piece.face.key) if piece.in_play and piece.face else None


def _lying(position: Position) -> dict[str, object]:
    return {name: _lie(position, name) for name in position.pieces}


@dataclass(frozen=True, eq=False)
class _TrueMemory(TableMemory):
    """Knows where the table is bare: where no die lies."""

    lying: tuple[Pose, ...] = ()
    covered: Callable[[Pose], bool] = bool

    def shows_table_at(self, pose: Pose) -> bool:
        """Whether nothing lies so near that it would hide the place."""
        return not self.covered(pose) and all(
            math.dist(pose.centre_mm, die.centre_mm) > pose.edge_mm for die in self.lying
        )


def camera() -> Camera:
    """Straight above the table."""
    turn = np.diag([1.0, -1.0, -1.0])
    lens = Pinhole(
        np.array([[1000.0, 0, 639.5], [0, 1000.0, 359.5], [0, 0, 1]]),
        np.zeros(5),
        turn,
        -turn @ np.array([500.0, 310.0, 1000.0]),
        (1280, 720),
    )
    return Camera(lens, TableTop(TableShape.RECT, TABLE_MM), (), Quality(0.1, 0.1, 0, 0, 0.001), {})


class FoldedPaper:
    """How each die is folded and how that is measured, the same for as long as it lies still; by chances of its own, so
    that a seed makes the same match with and without."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(f"paper {seed}")
        self._folds: dict[tuple[str, str], float] = {}
        self._errors: dict[tuple[object, ...], float] = {}

    def top_mm(self, piece: Piece, seen: Pose) -> Points | None:
        """The measured corners of a piece's top face where it is seen to lie; None where its file does not say which
        they are."""
        if piece.face is None or piece.face.vertices is None:
            return None
        printed = edge_lengths_mm(piece.face, top_outline(seen))
        return triangle(seen, [self._edge_mm(piece, ends) for ends in printed])

    def _edge_mm(self, piece: Piece, ends: str) -> float:
        edge_mm, copy, place = piece.die.edge_mm, (piece.id, ends), (piece.id, ends, piece.face, piece.pose)
        if copy not in self._folds:
            self._folds[copy] = self._rng.gauss(0, FOLDED_EDGES)
        if place not in self._errors:
            self._errors[place] = self._rng.gauss(0, EDGE_ERROR_EDGES)
        return edge_mm * (1 + self._folds[copy] + self._errors[place])


def triangle(pose: Pose, edges_mm: Sequence[float]) -> Points:
    """The corners, (3, 2), of a triangle with these edges, from corner 0 on, its middle and its first corner as of a
    top face at a pose."""
    first, second, third = edges_mm
    along = (first**2 + third**2 - second**2) / (2 * first)
    corners = np.array([[0.0, 0.0], [first, 0.0], [along, math.sqrt(third**2 - along**2)]])
    corners -= corners.mean(axis=0)
    turn = math.radians(pose.heading_deg) - math.atan2(corners[0, 1], corners[0, 0])
    turned = np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
    return np.asarray(corners @ turned + pose.centre_mm, np.float64)


def film(
    rng: random.Random, scenes: Sequence[SimulatedRest], dice: dict[str, Die], paper: FoldedPaper | None = None
) -> Iterator[TableSnapshot]:
    """What is seen of each scene; paper: how the dice are folded, None where nothing measures it."""
    seen_by, tracker = camera(), Tracker()
    unread: dict[str, bool] = {}
    for rest, scene in enumerate(scenes, start=1):
        readings = []
        for piece in scene.lies.in_play:
            lies = (piece.id, _lie(scene.lies, piece.id))
            key = str(lies)
            unread[key] = (
                rng.random() < STAYS_UNREAD if unread.get(key) else key not in unread and rng.random() < UNREAD
            )
            if rng.random() < OVERLOOKED or scene.hides(piece.placed):
                continue
            pose = replace(
                piece.placed,
                x_mm=piece.placed.x_mm + rng.gauss(0, SIGMA_MM),
                y_mm=piece.placed.y_mm + rng.gauss(0, SIGMA_MM),
                heading_deg=piece.placed.heading_deg + rng.gauss(0, SIGMA_MM),
            )
            name = FaceName(piece.die.id, piece.face.key if piece.face else "")
            doubt = (FaceGuess(name, 0.4), FaceGuess(rng.choice(_faces(dice)), 0.3)) if rng.random() < HALF_READ else ()
            corners_mm = None if paper is None else paper.top_mm(piece, pose)
            read = DieReading(pose, SIGMA_MM, SIGMA_MM, DieState.FLAT, name, 0.99, corners_mm=corners_mm)
            if unread[key] or rng.random() < scene.unread:
                read = replace(read, name=None, confidence=0.3, alternatives=doubt)
            elif piece.id == scene.leaning:
                read = replace(read, state=DieState.LEANING, name=rng.choice((name, None)))
            readings.append(read)
        rng.shuffle(readings)
        tracker = (Tracker() if scene.away else tracker).at_rest_again().update(readings, dice, votes=3)
        memory = _TrueMemory(lying=tuple(piece.placed for piece in scene.lies.in_play), covered=scene.hides)
        edge = {"Anna": (rng.uniform(100, 900), -20.0), "Ben": (rng.uniform(100, 900), 640.0)}
        entrances = tuple(Entrance(edge[player], 1.0 / len(scene.by)) for player in scene.by)
        yield TableSnapshot(
            rest * 10,
            rest * 2.0,
            None,
            TableState.SETTLED,
            "",
            tracker.tracks,
            rest,
            3,
            seen_by,
            alike=True,
            memory=memory,
            dice=dice,
            entrances=entrances,
        )


def _faces(dice: dict[str, Die]) -> list[FaceName]:
    return [FaceName(die.id, face.key) for die in dice.values() for face in die.faces]


#: What was done, by which kind of die, of whom.
ActName = tuple[str, str, str]


def _named(position: Position, acts: Iterable[object]) -> list[ActName]:
    """The acts as they are compared: what was done, by which kind of die, of whom. Which of several dice has shot no
    picture tells; people are asked, and an unattended scorer takes the first. A throw that goes off the table and takes
    nothing along leaves no trace, and is not asked for."""
    found: list[ActName] = []
    for act in acts:
        name = act.by if isinstance(act, actions.Shoot) else getattr(act, "piece", None)
        if isinstance(act, Throw) and isinstance(act.lands, OffTable) and not act.knocked_off:
            continue
        if isinstance(act, Place | Throw | actions.Shoot | actions.Maneuver) and name:
            piece = position.piece(name)
            found.append((type(act).__name__, "" if isinstance(act, actions.Shoot) else piece.die.id, piece.owner))
    return found


def in_common(wanted: Sequence[tuple[str, ...]], told: Sequence[tuple[str, ...]]) -> int:
    """How many of the acts were reported, in their order."""
    return len(common_places(wanted, told))


def common_places(wanted: Sequence[tuple[str, ...]], told: Sequence[tuple[str, ...]]) -> list[tuple[int, int]]:
    """Where the acts that were reported, in their order, stand in the one list and in the other."""
    matcher = difflib.SequenceMatcher(None, wanted, told, autojunk=False)
    return [(a + n, b + n) for a, b, size in matcher.get_matching_blocks() for n in range(size)]


def _untraced(position: Position, acts: Iterable[Action]) -> int:
    """How many of the acts before one table moved nothing but dice that had been moved before in it."""
    moved: set[str] = set()
    count = 0
    for act in acts:
        after = apply(position, act).position
        now = {name for name in position.pieces if _lie(position, name) != _lie(after, name)}
        count += bool(now) and now <= moved
        moved |= now
        position = after
    return count


def follow(
    seed: int,
    most: int,
    figures: FollowingFigures,
    mishaps: float = 0.0,
    kinds: Mapping[str, Mishap] = MISHAPS,
    habits: Habits = Habits(),
) -> dict[str, Any]:
    """A match with that seed, played and followed; what became of it."""
    rng = random.Random(seed)
    begun = opening(rng)
    with TemporaryDirectory() as folder, Match.begin(Path(folder) / "match.diceland", begun) as match:
        start = match.position
        scenes = list(play(rng, start, most, mishaps, kinds, habits))
        stream = MatchStream(match, accept=Unattended.LIKELIEST)
        events: list[StreamedEvent] = [*stream.begin()]
        taken: list[tuple[SimulatedRest, list[StreamedEvent]]] = []
        true: list[ActName] = []
        for scene, snapshot in zip(scenes, film(rng, scenes, known_dice(), FoldedPaper(seed)), strict=True):
            new = list(stream.on_snapshot(snapshot))
            taken.append((scene, new))
            true += _named(start, scene.acts)
            asked = [one.event for one in new if isinstance(one.event, ProposalsFound) and one.event.proposals]
            if asked:
                first: Proposal = asked[0].proposals[0]
                figures.reported.append((first.likeliness, _is_among_last(_named(start, first.steps), true, first)))
        events += [event for _, new in taken for event in new]
        events += (ended := [*stream.end()])
        counting = [line for line in match.log if not line.undone]
        _judge_mishaps(figures, taken, {line.number for line in counting})
        want = _named(start, [act for scene in scenes for act in scene.acts])
        have = _named(start, [line.act for line in counting])
        same = in_common(want, have)
        true_score = dict(scenes[-1].position.score)
        score = dict(match.position.score) == true_score
        asked_scores = _asked_at_the_end(ended)
        figures.scores_asked += not score and true_score in asked_scores
        figures.asked_beside += score and bool(asked_scores)
        figures.acts += len(want)
        before = (start, *(scene.position for scene in scenes))
        figures.untraced += sum(
            _untraced(then, scene.acts) for then, scene in zip(before, scenes, strict=False) if len(scene.acts) > 1
        )
        figures.found += same
        figures.extra += len(have) - same
        figures.matches += 1
        figures.scores += score
        mends = sum(isinstance(one.event, CorrectionMade) for one in events)
        figures.mends += mends
        return {
            "seed": seed,
            "acts": f"{same}/{len(want)}",
            "reported": len(have),
            "score": score,
            "right one asked about": true_score in asked_scores,
            "asked at the end": len(asked_scores),
            "mends": mends,
        }


def _asked_at_the_end(ended: Iterable[StreamedEvent]) -> list[dict[str, float]]:
    """The scores that are asked about after the last table, beside the one that the match has."""
    found = (one.event for one in ended if isinstance(one.event, ProposalsFound))
    return [dict(proposal.after.score) for event in found for proposal in event.proposals]


def _is_among_last(reported: Sequence[ActName], true: Sequence[ActName], proposal: Proposal) -> bool:
    """Whether the last acts were these; what takes the place of others need not go as far as the last table."""
    ends = range(len(true), max(0, len(true) - len(reported) - 4) if proposal.base is not None else len(true) - 1, -1)
    return any(list(reported) == list(true[max(0, end - len(reported)) : end]) for end in ends)


def _judge_mishaps(
    figures: FollowingFigures, taken: Sequence[tuple[SimulatedRest, list[StreamedEvent]]], counting: Collection[int]
) -> None:
    """Whether each mishap was reported as such, or at least has not become part of the match; and where something was
    reported to be wrong that was not."""
    just_before = False
    for scene, events in taken:
        acted = [
            line.number
            for one in events
            if isinstance(one.event, ActionTaken)
            for line in one.event.lines
            if line.number in counting and not isinstance(line.act, Observe)
        ]
        taken_as_seen = [line.act for one in events if isinstance(one.event, ActionTaken) for line in one.event.lines]
        moved = bool(taken_as_seen) and not acted
        if scene.mishap == "mixed up":  # each die lies about where its like lay: that it does so is no news
            moved = any(_moves_afar(scene.position, act) for act in taken_as_seen)
        wrong = any(isinstance(one.event, DiscrepanciesFound) and one.event.discrepancies for one in events)
        asked = any(
            isinstance(one.event, ProposalsFound) and one.event.proposals and _is_open(one.event.proposals[0])
            for one in events
        )
        if scene.mishap is not None:
            figures.mishaps[scene.mishap] += 1
            figures.noticed[scene.mishap] += is_noticed(
                scene.mishap, acted=bool(acted), reported=moved or wrong or asked
            )
        elif wrong and not just_before:
            figures.false_alarms += 1
        just_before = scene.mishap is not None


def _moves_afar(position: Position, act: object) -> bool:
    """Whether dice are taken as seen elsewhere than about where they lay."""
    for one in act.pieces if isinstance(act, Observe) else ():
        piece = position.piece(one.piece)
        if piece.pose is None or not isinstance(one.how, RestingPose):
            continue
        if math.dist(one.how.centre_mm, piece.pose.centre_mm) > piece.die.edge_mm:
            return True
    return False


def _is_open(proposal: Proposal) -> bool:
    """Whether people are asked rather than told."""
    return (
        proposal.must_ask
        or bool(proposal.misread)
        or proposal.likeliness < 0.9
        or all(isinstance(step, Observe) for step in proposal.steps)
    )


def main() -> None:
    """Follow matches and say how well."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--acts", type=int, default=60)
    parser.add_argument(
        "--mishaps", type=float, default=0.0, help="after so large a share of rests something goes wrong"
    )
    parser.add_argument("--all-kinds", action="store_true", help="of all kinds; left out, of those measured first")
    parser.add_argument(
        "--patient", action="store_true", help="every table between two acts is seen, and every hand over its own rim"
    )
    parser.add_argument("--only", nargs="+", choices=ALL_MISHAPS, help="only of these kinds")
    options = parser.parse_args()
    kinds = ALL_MISHAPS if options.all_kinds else MISHAPS
    if options.only:
        kinds = {kind: ALL_MISHAPS[kind] for kind in options.only}
    habits = PATIENT if options.patient else Habits()
    figures = FollowingFigures()
    for seed in range(options.seed, options.seed + options.count):
        print(json.dumps(follow(seed, options.acts, figures, options.mishaps, kinds, habits)), flush=True)
    print(json.dumps(figures.summary()))


if __name__ == "__main__":
    main()
