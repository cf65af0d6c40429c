"""What acts are called in one short sentence each, for the ruling line and its numbered keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from companion.rules import Outcome, Position
from companion.rules.events import Damaged, FoulCalled, Killed, Removed, Unharmed
from companion.session.inference.observed_dice import SeenDie
from companion.session.inference.steps import Step, play_step
from companion.vision import FaceName


def describe_actions(position: Position, steps: Sequence[Step]) -> str:
    """The acts in words, one sentence each, as each finds the match."""
    said = []
    for step in steps:
        outcome = play_step(position, step)
        said.append(f"{_WORDS[step['do']](position, _as_it_went(step, outcome))}.")
        position = outcome.position
    return " ".join(said)


def _as_it_went(step: Step, outcome: Outcome) -> Step:
    """The act with what came of it: whom a shot hit that was not aimed; of a throw, whether it was a foul, and whether
    the die stands over the edge (told as landing ``over``, which no referee script knows)."""
    if step["do"] == "shoot":
        hit = [event.piece for event in outcome.events if isinstance(event, Killed | Damaged | Unharmed)]
        return {"targets": list(dict.fromkeys(hit)), **step}
    if step["do"] != "throw":
        return step
    foul = any(isinstance(event, FoulCalled) for event in outcome.events)
    off = any(isinstance(event, Removed) and event.why == "off-table" for event in outcome.events)
    lands = step["lands"]
    over = off and isinstance(lands, Mapping) and "leaning_on" not in lands
    return {**step, "foul": foul, "lands": "over" if over else lands}


def piece_label(position: Position, name: str) -> str:
    """A piece, Command Post or terrain by the name that people read."""
    if name in position.pieces:
        return position.piece(name).label
    return position.posts[name].label if name in position.posts else name


def join_names(names: Sequence[str]) -> str:
    """``A``, ``A and B``, ``A, B and C``; of none, ``nothing``."""
    if not names:
        return "nothing"
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def kind_in_words(position: Position, die: str) -> str:
    """A kind of die by the name that people read; one that the match does not have by its id."""
    return next((piece.die.label for piece in position.pieces.values() if piece.die.id == die), die)


def misread_in_words(position: Position, dice: Sequence[SeenDie]) -> str:
    """`` Read as Howitzer 6, probably Light Tank 5.`` for each die that is taken for something else than it was read
    as."""
    return "".join(
        f" Read as {_face(position, die.read_as)}, probably {_face(position, die.name)}."
        for die in dice
        if die.read_as is not None and die.name is not None
    )


def _face(position: Position, name: FaceName) -> str:
    return f"{kind_in_words(position, name.die)} {name.face}"


def _place(position: Position, step: Step) -> str:
    return (
        f"{_owner(position, step['piece'])} places {piece_label(position, step['piece'])} with side {step['face']} up"
    )


def _throw(position: Position, step: Step) -> str:
    how = _landing(position, step["lands"])
    said = f"{_owner(position, step['piece'])} throws {piece_label(position, step['piece'])} {how}{_let_go(step)}"
    off = [piece_label(position, name) for name in step.get("knocked_off", ())]
    moved = [_seen(position, row) for row in step.get("disturbed", ())]
    return said + (f"; {join_names(off)} knocked off" if off else "") + (f"; {join_names(moved)}" if moved else "")


def _let_go(step: Step) -> str:
    """That it was a foul, or where it was let go and what the rules say of that."""
    if step.get("release") is None:
        return ", a foul" if step.get("foul") else ""
    behind, above = step["release"]["behind_mm"], step["release"]["above_mm"]
    where = f"{behind:g} mm behind the edge" if behind >= 0 else f"{-behind:g} mm past the edge, over the table"
    return f", let go {where} and {above:g} mm above it: {'a foul' if step['foul'] else 'fair'}"


def _landing(position: Position, lands: Any) -> str:
    if lands == "off":
        return "and it goes off the table"
    if lands == "over":
        return "and it stands over the edge: off the table"
    if "leaning_on" in lands:
        return f"and it leans on {piece_label(position, lands['leaning_on'])}: off the table"
    return f"and it lands on side {lands['face']}"


def _seen(position: Position, row: Mapping[str, Any]) -> str:
    piece = position.piece(row["piece"])
    if "leaning_on" in row:
        return f"{piece.label} leans on {piece_label(position, row['leaning_on'])}"
    same = piece.face is not None and piece.face.key == row["face"]
    return f"{piece.label} moved" if same else f"{piece.label} bumped to side {row['face']}"


def _observe(position: Position, step: Step) -> str:
    return join_names([_seen(position, row) for row in step["pieces"]])


def _maneuver(position: Position, step: Step) -> str:
    piece = position.piece(step["piece"])
    side = piece.die.face_over(piece.showing, step["corner"]) if piece.in_play else None
    return f"{piece.label} maneuvers{f' to side {side.key}' if side else ''}"


def _shoot(position: Position, step: Step) -> str:
    piece = position.piece(step["by"])
    effects = piece.showing.effects if piece.in_play else ()
    name = effects[step["effect"]].label if step["effect"] < len(effects) else piece.die.label
    weapon = "" if name == piece.die.label else f" ({name})"
    aims = [step["target"]] if step.get("target") else list(step.get("targets") or ())
    at = f" at {join_names([piece_label(position, name) for name in aims])}" if aims else ""
    return f"{piece.label} shoots{at}{weapon}"


def _aimed(verb: str) -> Callable[[Position, Step], str]:
    return lambda position, step: f"{piece_label(position, step['by'])} {verb} {piece_label(position, step['target'])}"


def _choice(position: Position, step: Step) -> str:
    meant = {
        "allow": "allows the throw",
        "prohibit": "prohibits the die from acting",
        "remove": "has the die taken out",
    }
    return f"{step['by']} {meant[step['choice']]}"


def _owner(position: Position, name: str) -> str:
    return position.piece(name).owner


_WORDS: Final[Mapping[str, Callable[[Position, Step], str]]] = {
    "place": _place,
    "throw": _throw,
    "observe": _observe,
    "maneuver": _maneuver,
    "shoot": _shoot,
    "call": lambda position, step: f"{piece_label(position, step['by'])} calls {piece_label(position, step['piece'])}",
    "jump": lambda position, step: f"{piece_label(position, step['by'])} jumps",
    "command": lambda position, step: f"{piece_label(position, step['by'])} commands",
    "repair": _aimed("repairs"),
    "confuse": _aimed("confuses"),
    "clone": _aimed("copies"),
    "name-target": _aimed("acts on"),
    "skip": lambda position, step: "The activation is given up",
    "foul-choice": _choice,
    "pass": lambda position, step: f"{position.to_move} passes",
    "end-turn": lambda position, step: f"{position.to_move} ends the turn",
}
