"""Random beginnings, written down: armies of bundled dice judged for every scenario, who goes first, what is reported
of how Ogres and Command Posts stand, and of dice that lie otherwise than expected.

    python -m tests.rules.golden_beginnings       write the golden files anew (look at what `git diff` says)
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from companion.catalogue import Die
from companion.codec.die import read_dice
from companion.geometry import Pose
from companion.resources import Bundled, bundled
from companion.rules import (
    Agreement,
    CommandPost,
    Piece,
    Position,
    Profile,
    Ruling,
    Scenario,
    Zone,
    by_id,
    decide_first_player,
    judge_army,
    judge_table_shape,
    setup_notes,
)
from companion.rules.agreements import RuleGroup
from tests.golden_lines import golden_line, write_golden
from tests.rules.random_play import ogre_die, random_position

_DIGITS: Final = 2
GOLDEN: Final = Path(__file__).parent / "golden" / "beginnings"
_SHAPES: Final = ("square", "oblong", "round", "triangle", "hexagon")
_SCENARIOS: Final = tuple(Scenario)


def armies(seed: int) -> Iterator[str]:
    """Armies as people pick them: of one team, of one box, of all; now and then with one die too many."""
    rng = random.Random(seed)
    dice = sorted(read_dice(bundled(Bundled.DICE_FACES)).values(), key=lambda die: die.id)
    for number in range(160):
        scenario, agreement = _SCENARIOS[number % len(_SCENARIOS)], _agreement(rng)
        army, other, third = (_picked(rng, dice) for _ in range(3))
        base = rng.choice([None, None, 20.0, 45.5])
        found = judge_army(agreement, army, scenario, base)
        reported = {"points": found.points, "limit": found.limit, "post": found.command_post}
        yield _line(f"army {scenario.value} {_names(army)}", reported | _ruled(found.ruling))
        seats = {"Anna": army, "Bert": other} | ({"Cleo": third} if rng.random() < 0.3 else {})
        if rng.random() < 0.3:
            seats["Bert"] = army
        first = decide_first_player(agreement, seats, scenario, rng.choice([None, "Anna", "Bert", "Dora"]))
        yield _line("first", {"decides": first.decides, "first": first.first, "chance": first.by_chance})
        yield _line("because", _ruled(first.ruling))


def tables(_seed: int) -> Iterator[str]:
    """Every shape of table for so many players."""
    for players in range(1, 7):
        for shape in _SHAPES:
            yield _line(f"{players} {shape}", _ruled(judge_table_shape(players, shape)))


def stands(seed: int) -> Iterator[str]:
    """Ogres and Command Posts about where they belong."""
    rng = random.Random(seed)
    for _ in range(40):
        position = _set_up(rng)
        for note in setup_notes(position):
            yield _line("stands", {"fits": note.fits} | _ruled(note.ruling))


#: File -> what makes its lines, seed.
FILES: Final = {"armies": (armies, 301), "tables": (tables, 0), "stands": (stands, 302)}


def _agreement(rng: random.Random) -> Agreement:
    chosen = {"AMB-31": rng.choice(["30", "50"])}
    left_out = frozenset(group for group in RuleGroup if rng.random() < 0.2)
    return Agreement(rng.choice(list(Profile)), choices=chosen, advanced=rng.random() < 0.5, left_out=left_out)


def _picked(rng: random.Random, dice: Sequence[Die]) -> list[Die]:
    kind = rng.random()
    team, box = (rng.choice(sorted({getattr(die, key) for die in dice})) for key in ("team", "set"))
    if kind < 0.5:
        return [die for die in dice if die.team == team][: rng.choice([4, 5, 6, 7, 99])]
    pool = [die for die in dice if die.set == box] if kind < 0.8 else list(dice)
    return rng.choices(pool, k=rng.randint(0, 6))


def _set_up(rng: random.Random) -> Position:
    position = random_position(rng, Profile.OGRE)
    for name, owner in (("ogre", "A"), ("ogre2", rng.choice("AB"))):
        spot = Pose(600 + rng.uniform(-40, 40), rng.uniform(300, 640), 0, 101.6)
        die = ogre_die()
        position = position.with_piece(Piece(name, die, owner, Zone.PLAY, die.faces[0], spot, sigma_mm=0.8))
    far = CommandPost("cp", "B", (600 + rng.uniform(-90, 90), 860 + rng.uniform(-40, 0)), (90, 60))
    near = CommandPost("Post of A", "A", (600 + rng.uniform(-90, 90), 40), (90, 60))
    return replace(position, posts=by_id([far, near]))


def _names(army: Sequence[Die]) -> str:
    return ", ".join(die.id for die in army)


def _ruled(ruling: Ruling) -> dict[str, Any]:
    numbers = {name: [measured.value, measured.sigma] for name, measured in ruling.numbers.items()}
    return {"verdict": ruling.verdict.value, "text": ruling.text, "rules": list(ruling.rules), **numbers}


def _line(head: str, keys: Mapping[str, Any]) -> str:
    return golden_line(head, keys, _DIGITS)


def main() -> None:
    """Write every golden file."""
    for name, (lines, seed) in FILES.items():
        write_golden(GOLDEN / f"{name}.txt", lines(seed))


if __name__ == "__main__":
    main()
