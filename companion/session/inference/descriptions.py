"""What acts are called in one short sentence each, for the ruling line and its numbered keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from companion.rules import Outcome, Position
from companion.session.inference.observed_dice import SeenDie
from companion.session.inference.steps import Step, play_step
from companion.text import mark, phrase, translate
from companion.vision import FaceName

#: What tells whom a shot hit that was not aimed.
_HITS: Final = frozenset({"killed", "damaged", "unharmed"})


def describe_actions(position: Position, steps: Sequence[Step], *, unread: str | None = None) -> str:
    """The acts in words, one sentence each, as each finds the match; ``unread``: a die thrown whose side cannot be
    read."""
    said = []
    for step in steps:
        outcome = play_step(position, step)
        if step["do"] == "throw" and step["piece"] == unread:
            words = _thrown(position, step, phrase("; its side cannot be read"))
        else:
            words = _WORDS[step["do"]](position, _as_it_went(step, outcome))
        said.append(f"{words}.")
        position = outcome.position
    return " ".join(said)


def _as_it_went(step: Step, outcome: Outcome) -> Step:
    """The act with what came of it: whom a shot hit that was not aimed; of a throw, whether it was a foul, and whether
    the die stands over the edge (told as landing ``over``, which no referee script knows)."""
    if step["do"] == "shoot":
        hit = [happened.keys["piece"] for happened in outcome.events if happened.name in _HITS]
        return {"targets": list(dict.fromkeys(hit)), **step}
    if step["do"] != "throw":
        return step
    foul = any(happened.name == "foul" for happened in outcome.events)
    off = any(row.name == "removed" and row.keys["why"] == "off-table" for row in outcome.events)
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
        return phrase("nothing")
    return names[0] if len(names) == 1 else phrase("{names} and {last}", names=", ".join(names[:-1]), last=names[-1])


def kind_in_words(position: Position, die: str) -> str:
    """A kind of die by the name that people read; one that the match does not have by its id."""
    return next((piece.die.label for piece in position.pieces.values() if piece.die.id == die), die)


def misread_in_words(position: Position, dice: Sequence[SeenDie]) -> str:
    """`` Read as Howitzer 6, probably Light Tank 5.`` for each die that is taken for something else than it was read
    as."""
    return "".join(
        phrase(" Read as {read}, probably {face}.", read=_face(position, die.read_as), face=_face(position, die.name))
        for die in dice
        if die.read_as is not None and die.name is not None
    )


def _face(position: Position, name: FaceName) -> str:
    return f"{kind_in_words(position, name.die)} {name.face}"


def _place(position: Position, step: Step) -> str:
    return phrase(
        "{owner} places {piece} with side {face} up",
        owner=_owner(position, step["piece"]),
        piece=piece_label(position, step["piece"]),
        face=step["face"],
    )


def _throw(position: Position, step: Step) -> str:
    said = _thrown(position, step, f" {_landing(position, step['lands'])}{_let_go(step)}")
    off = [piece_label(position, name) for name in step.get("knocked_off", ())]
    moved = [_seen(position, row) for row in step.get("disturbed", ())]
    return (
        said
        + (phrase("; {off} knocked off", off=join_names(off)) if off else "")
        + (f"; {join_names(moved)}" if moved else "")
    )


def _thrown(position: Position, step: Step, how: str) -> str:
    owner, piece = _owner(position, step["piece"]), piece_label(position, step["piece"])
    return phrase("{owner} throws {piece}", owner=owner, piece=piece) + how


def _let_go(step: Step) -> str:
    """That it was a foul, or where it was let go and what the rules say of that."""
    if step.get("release") is None:
        return phrase(", a foul") if step.get("foul") else ""
    behind, above = step["release"]["behind_mm"], step["release"]["above_mm"]
    where = (
        phrase("{behind:g} mm behind the edge", behind=behind)
        if behind >= 0
        else phrase("{behind:g} mm past the edge, over the table", behind=-behind)
    )
    return phrase(
        ", let go {where} and {above:g} mm above it: {what}",
        where=where,
        above=above,
        what=phrase("a foul") if step["foul"] else phrase("fair"),
    )


def _landing(position: Position, lands: Any) -> str:
    if lands == "off":
        return phrase("and it goes off the table")
    if lands == "over":
        return phrase("and it stands over the edge: off the table")
    if "leaning_on" in lands:
        return phrase(
            "and it leans on {leaning_on}: off the table", leaning_on=piece_label(position, lands["leaning_on"])
        )
    return phrase("and it lands on side {face}", face=lands["face"])


def _seen(position: Position, row: Mapping[str, Any]) -> str:
    piece = position.piece(row["piece"])
    if "leaning_on" in row:
        return phrase(
            "{piece} leans on {leaning_on}", piece=piece.label, leaning_on=piece_label(position, row["leaning_on"])
        )
    same = piece.face is not None and piece.face.key == row["face"]
    return (
        phrase("{piece} moved", piece=piece.label)
        if same
        else phrase("{piece} bumped to side {face}", piece=piece.label, face=row["face"])
    )


def _observe(position: Position, step: Step) -> str:
    return join_names([_seen(position, row) for row in step["pieces"]])


def _maneuver(position: Position, step: Step) -> str:
    piece = position.piece(step["piece"])
    side = piece.die.face_over(piece.showing, step["corner"]) if piece.in_play else None
    return phrase(
        "{piece} maneuvers{where}", piece=piece.label, where=phrase(" to side {side}", side=side.key) if side else ""
    )


def _shoot(position: Position, step: Step) -> str:
    piece = position.piece(step["by"])
    effects = piece.showing.effects if piece.in_play else ()
    name = effects[step["effect"]].label if step["effect"] < len(effects) else piece.die.label
    weapon = "" if name == piece.die.label else f" ({name})"
    aims = [step["target"]] if step.get("target") else list(step.get("targets") or ())
    at = phrase(" at {targets}", targets=join_names([piece_label(position, name) for name in aims])) if aims else ""
    return phrase("{piece} shoots{at}{weapon}", piece=piece.label, at=at, weapon=weapon)


def _aimed(words: str) -> Callable[[Position, Step], str]:
    return lambda position, step: translate(
        "session", words, by=piece_label(position, step["by"]), target=piece_label(position, step["target"])
    )


def _choice(position: Position, step: Step) -> str:
    return translate("session", _CHOICES[step["choice"]], by=step["by"])


_CHOICES: Final = {
    "allow": mark("session", "{by} allows the throw"),
    "prohibit": mark("session", "{by} prohibits the die from acting"),
    "remove": mark("session", "{by} has the die taken out"),
}


def _owner(position: Position, name: str) -> str:
    return position.piece(name).owner


_WORDS: Final[Mapping[str, Callable[[Position, Step], str]]] = {
    "place": _place,
    "throw": _throw,
    "observe": _observe,
    "maneuver": _maneuver,
    "shoot": _shoot,
    "call": lambda position, step: phrase(
        "{by} calls {piece}", by=piece_label(position, step["by"]), piece=piece_label(position, step["piece"])
    ),
    "jump": lambda position, step: phrase("{by} jumps", by=piece_label(position, step["by"])),
    "command": lambda position, step: phrase("{by} commands", by=piece_label(position, step["by"])),
    "repair": _aimed(mark("session", "{by} repairs {target}")),
    "confuse": _aimed(mark("session", "{by} confuses {target}")),
    "clone": _aimed(mark("session", "{by} copies {target}")),
    "name-target": _aimed(mark("session", "{by} acts on {target}")),
    "skip": lambda position, step: phrase("The activation is given up"),
    "foul-choice": _choice,
    "pass": lambda position, step: phrase("{to_move} passes", to_move=position.to_move),
    "end-turn": lambda position, step: phrase("{to_move} ends the turn", to_move=position.to_move),
}
