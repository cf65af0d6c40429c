"""What the camera cannot see of an act, and people are asked: a foul, whose die, which, its side, what was hit."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final

from shapely.geometry import Polygon

from companion.catalogue import System
from companion.geometry import Outline, inside_by
from companion.rules import Piece, Position
from companion.table.watching.guess import Guess
from companion.table.watching.seen import SeenDie, turns
from companion.table.watching.steps import Step, played
from companion.vision import State


class Asked(StrEnum):
    """What the camera cannot see and people are asked."""

    FOUL = "foul"
    OWNER = "owner"
    WHICH = "which die"
    DOER = "who did it"
    SIDE = "side"
    HEADING = "heading"
    SYSTEM = "system"
    SETTLED = "too close to call"
    EDGE = "on the table or over its edge"


#: What of an Ogre can be shot at, as its card names it.
_SYSTEMS: Final[Mapping[str, str]] = {
    System.MAIN.value: "Main Battery",
    System.SECONDARY.value: "Secondary Battery",
    System.MISSILE.value: "Missiles",
    System.AP.value: "AP",
    "treads": "Treads",
}
assert set(_SYSTEMS) == {*System, "treads"}
#: Headings, from +x on counter-clockwise, as people at the near edge see them.
_WAYS: Final = (
    "→ right",
    "↗ far right",
    "↑ far",
    "↖ far left",
    "← left",
    "↙ near left",
    "↓ near",
    "↘ near right",
)
#: Of so many that may have done it the others are named in the question.
_NAMED: Final = 3
#: Without an answer to these there is no act.
_MUST: Final = frozenset({Asked.DOER, Asked.SIDE, Asked.HEADING, Asked.SYSTEM, Asked.SETTLED, Asked.EDGE})
#: Nearer to the table's edge than this, or than two standard deviations, the players say whether a die stands on it.
_EDGE_MM, _SIGMAS = 1.0, 2.0
#: So far inside the edge a die is put that stands on the table as the players say.
_INSIDE_MM: Final = 0.1


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer, with the acts that it makes of the proposal."""

    text: str
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Ask:
    """A question that belongs to a proposal; the first choice is what the proposal says as it is, but where an answer
    is a must."""

    kind: Asked
    text: str
    choices: tuple[Choice, ...]

    @property
    def must(self) -> bool:
        """Whether the proposal may not be taken before it is answered."""
        return self.kind in _MUST

    def asked_of(self, steps: tuple[Step, ...]) -> Ask:
        """The question asked of the acts that another answer has made of the proposal."""
        if self.kind is Asked.FOUL:
            return _foul(steps)
        anew = _ANEW.get(self.kind)
        if anew is None:
            return self
        return replace(self, choices=tuple(replace(one, steps=anew(steps, one.steps)) for one in self.choices))


def asks_of(position: Position, guess: Guess, rivals: Sequence[Guess], equals: Sequence[Guess] = ()) -> Iterator[Ask]:
    """What must or may be asked about a guess. rivals: other guesses that are likely enough to be asked about; equals:
    those that leave the same table, so that only people can say which it was."""
    last = guess.steps[-1]
    if equals:
        yield _doer(position, (guess, *equals))
    if guess.thrown is not None:
        name, die = guess.thrown
        yield from _side(guess, position.piece(name), die)
        yield from _heading(guess, position.piece(name), die)
        yield from _owner(position, guess, position.piece(name), rivals)
        yield from _which(guess, position.piece(name), rivals)
        yield from _edge(position, guess, position.piece(name), die)
    if any(step["do"] == "throw" for step in guess.steps):
        yield _foul(guess.steps)
    if last.get("settled"):
        choice = Choice("Yes, the players say so", guess.steps)
        yield Ask(Asked.SETTLED, "This is too close to call: do the players agree?", (choice,))
    if last["do"] == "shoot" and last.get("target") in position.cards:
        yield _system(position, guess.steps)


def with_foul(steps: Sequence[Step], *, foul: bool) -> tuple[Step, ...]:
    """The same acts with the throw a foul, or not (OG-THROW-02); what followed a foul waits for the opponent."""
    at = entrance(steps)
    if foul:
        return (*steps[:at], _unjudged(steps[at]) | {"foul": True})
    return (*steps[:at], _unjudged(steps[at]), *steps[at + 1 :])


def with_release(steps: Sequence[Step], *, behind_mm: float, above_mm: float) -> tuple[Step, ...]:
    """The same acts with where the die was let go, for the rules to judge whether that is a foul (OG-THROW-02)."""
    at = entrance(steps)
    release = {"behind_mm": behind_mm, "above_mm": above_mm}
    return (*steps[:at], _unjudged(steps[at]) | {"release": release}, *steps[at + 1 :])


def landing_as(told: Sequence[Step], steps: Sequence[Step]) -> tuple[Step, ...]:
    """The same acts with the die landing as other acts say: of the die that is seen, whoever threw it."""
    lands = told[entrance(told)].get("lands")
    at = entrance(steps)
    return (*steps[:at], {**steps[at], "lands": lands}, *steps[at + 1 :]) if lands is not None else tuple(steps)


def _unjudged(throw: Step) -> dict[str, Any]:
    return {key: value for key, value in throw.items() if key not in {"foul", "release"}}


def entrance(steps: Sequence[Step]) -> int:
    """Where among the acts a die comes onto the table."""
    return next(number for number, step in enumerate(steps) if step["do"] in {"throw", "place"})


def _foul(steps: tuple[Step, ...]) -> Ask:
    fair, foul = with_foul(steps, foul=False), with_foul(steps, foul=True)
    return Ask(Asked.FOUL, "Was the throw a foul?", (Choice("No", fair), Choice("Yes, a foul", foul)))


def _side(guess: Guess, piece: Piece, die: SeenDie) -> Iterator[Ask]:
    if die.face_of(piece.die.id) is None and die.state is not State.LEANING:
        choices = tuple(Choice(f"Side {face.key}", _with_face(guess.steps, face.key)) for face in piece.die.faces)
        yield Ask(Asked.SIDE, f"Which side does {piece.label} show?", choices)


def _with_face(steps: tuple[Step, ...], face: str) -> tuple[Step, ...]:
    return _lying(steps[: entrance(steps) + 1], {"face": face})


def _heading(guess: Guess, piece: Piece, die: SeenDie) -> Iterator[Ask]:
    """Which corner is corner 0 is known by the print alone: where that was not read, it is one of three."""
    row = guess.steps[entrance(guess.steps)]
    lies = row.get("lands", row)
    if die.turn_known or not isinstance(lies, Mapping) or "heading_deg" not in lies:
        return
    ways = [round(turned.heading_deg % 360, 2) for turned in turns(die.pose)]
    choices = tuple(Choice(_way(deg), _lying(guess.steps, {"heading_deg": deg})) for deg in ways)
    yield Ask(Asked.HEADING, f"Where does the top of the print of {piece.label} point?", choices)


def _way(heading_deg: float) -> str:
    """A heading in words: by the edges of the table, with the number."""
    return f"{_WAYS[round(heading_deg / 45) % len(_WAYS)]} ({heading_deg:.0f}°)"


def _lying(steps: tuple[Step, ...], keys: Mapping[str, Any]) -> tuple[Step, ...]:
    """The acts with other keys of how the die lies that comes onto the table."""
    at = entrance(steps)
    lands = steps[at].get("lands")
    told = {"lands": {**lands, **keys}} if isinstance(lands, Mapping) else keys
    return (*steps[:at], {**steps[at], **told}, *steps[at + 1 :])


def _edge(position: Position, guess: Guess, piece: Piece, die: SeenDie) -> Iterator[Ask]:
    """A bottom corner lies so near to the table's edge that measuring cannot say on which side (GEO-11, AMB-70)."""
    rim = position.table.outline_mm
    inside = inside_by(die.pose.bottom_corners_mm(), rim)
    if die.state is State.LEANING or abs(inside) > max(_EDGE_MM, _SIGMAS * die.sigma_mm):
        return
    at = entrance(guess.steps)
    lands = guess.steps[at].get("lands")
    if not isinstance(lands, Mapping):
        return
    on = {**lands, "centre_mm": _inside(die, rim)} if inside < _INSIDE_MM else lands
    stays = Choice("It stands on the table", (*guess.steps[:at], {**guess.steps[at], "lands": on}))
    off = Choice("It is over the edge", (*guess.steps[:at], {**guess.steps[at], "lands": "off"}))
    where = f"{abs(inside):.1f} mm {'inside' if inside >= 0 else 'over'} the edge"
    yield Ask(Asked.EDGE, f"{piece.label} is {where}: does it stand on the table?", (stays, off))


def _inside(die: SeenDie, rim: Outline) -> list[float]:
    """The nearest place for the die, within measuring, where it stands on the table: moved toward the middle."""
    middle, pose = Polygon(rim).centroid, die.pose
    for _ in range(4):
        missing = _INSIDE_MM - inside_by(pose.bottom_corners_mm(), rim)
        if missing <= 0:
            break
        dx, dy = middle.x - pose.x_mm, middle.y - pose.y_mm
        share = missing / math.hypot(dx, dy)
        pose = replace(pose, x_mm=pose.x_mm + dx * share, y_mm=pose.y_mm + dy * share)
    return [round(pose.x_mm, 2), round(pose.y_mm, 2)]


def _owner(position: Position, guess: Guess, piece: Piece, rivals: Sequence[Guess]) -> Iterator[Ask]:
    """Two players may have thrown the die that is seen."""
    owners = {piece.owner: guess.steps}
    for rival in rivals:
        if rival.thrown is not None and guess.thrown is not None and rival.thrown[1] is guess.thrown[1]:
            other = position.piece(rival.thrown[0])
            if other.die.id == piece.die.id:
                owners.setdefault(other.owner, rival.steps)
    if len(owners) > 1:
        choices = tuple(Choice(owner, steps) for owner, steps in owners.items())
        yield Ask(Asked.OWNER, f"Whose {piece.die.label} is that?", choices)


def _which(guess: Guess, piece: Piece, rivals: Sequence[Guess]) -> Iterator[Ask]:
    """Two equal dice are seen that were not there: one was thrown, the other moved."""
    dice = {rival.thrown[1]: rival.steps for rival in reversed(rivals) if rival.thrown and rival.thrown[0] == piece.id}
    if guess.thrown is not None:
        own = guess.thrown[1]
        others = {die: steps for die, steps in dice.items() if die is not own and _kind(die) == _kind(own)}
        if others:
            choices = tuple(Choice(_where(die), steps) for die, steps in ((own, guess.steps), *others.items()))
            yield Ask(Asked.WHICH, f"Which {piece.die.label} was thrown?", choices)


def _kind(die: SeenDie) -> str | None:
    return die.name.die if die.name else None


def _where(die: SeenDie) -> str:
    side = f"side {die.name.face}" if die.name else "unread side"
    return f"the one at {die.pose.x_mm:.0f}, {die.pose.y_mm:.0f} mm ({side})"


def _doer(position: Position, equals: Sequence[Guess]) -> Ask:
    """Several dice, or several weapons of one, would have done just that."""
    told = [_doing(position, guess.steps) for guess in equals]
    others = f"{len(told) - 1} others" if len(told) > _NAMED else " or ".join(told[1:])
    text = f"{others} could have done the same: which was it?"
    return Ask(Asked.DOER, text, tuple(map(Choice, told, (guess.steps for guess in equals))))


def _doing(position: Position, steps: Sequence[Step]) -> str:
    """The die that acts last, with the effect that it does so by."""
    before = played(position, steps[:-1]).position if steps[1:] else position
    piece, effect = before.piece(steps[-1]["by"]), steps[-1].get("effect")
    name = piece.showing.effects[effect].label if effect is not None else piece.label
    return piece.label if name in {piece.label, piece.die.label} else f"{piece.label} ({name})"


def _system(position: Position, steps: tuple[Step, ...]) -> Ask:
    card = position.cards[steps[-1]["target"]]
    systems = [system.value for system, left in card.circles.items() if left > 0] + (["treads"] if card.treads else [])
    choices = tuple(Choice(_SYSTEMS[system], (*steps[:-1], {**steps[-1], "system": system})) for system in systems)
    return Ask(Asked.SYSTEM, f"What of {steps[-1]['target']} was shot at?", choices)


def _as_it_lies(steps: tuple[Step, ...], said: tuple[Step, ...], *names: str) -> tuple[Step, ...]:
    """The acts with some keys of how the die lies as an answer has them; off the table where the answer says so."""
    row = said[entrance(said)]
    lies = row.get("lands", row)
    if not isinstance(lies, Mapping):
        at = entrance(steps)
        return (*steps[:at], {**steps[at], "lands": lies})
    return _lying(steps, {name: lies[name] for name in names if name in lies})


#: What an answer changes of acts that another answer has made of the proposal.
_ANEW: Final[Mapping[Asked, Callable[[tuple[Step, ...], tuple[Step, ...]], tuple[Step, ...]]]] = {
    Asked.SIDE: lambda steps, said: _as_it_lies(steps[: entrance(steps) + 1], said, "face"),
    Asked.HEADING: lambda steps, said: _as_it_lies(steps, said, "heading_deg"),
    Asked.EDGE: lambda steps, said: _as_it_lies(steps, said, "centre_mm"),
    Asked.SYSTEM: lambda steps, said: (*steps[:-1], {**steps[-1], "system": said[-1]["system"]}),
}
