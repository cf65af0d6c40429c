"""Random games of Exercise K, written down act by act: whatever a referee might key in, allowed or not, what follows
of it, and what the desk answers then.

    python -m tests.rules.exercise_k.golden_desk       write the golden files anew (look at what `git diff` says)
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from pydantic import TypeAdapter

from companion.codec.document import decode, encode_given
from companion.codec.outcomes import encode_event
from companion.exercise_k.codec.actions import encode_desk_action
from companion.exercise_k.codec.answers import DeskQuestion, answer_desk_question
from companion.exercise_k.codec.documents import mark_iii
from companion.exercise_k.rules import actions
from companion.exercise_k.rules.actions import DeskAction, FinalRoundReason
from companion.exercise_k.rules.board import HexBoard, Shoved
from companion.exercise_k.rules.engine import apply_desk_action
from companion.exercise_k.rules.position import SETTINGS, DeskAgreement, DeskPosition, new_game
from companion.exercise_k.rules.record_sheet import SheetSystem, full_sheet
from companion.exercise_k.rules.roster import COLOURS, DIVISIONS, roster_for
from companion.rules.ruling import Refused, Ruling
from tests.golden_lines import golden_line, write_golden

_DIGITS: Final = 2
GOLDEN: Final = Path(__file__).parent / "golden"
ACTS: Final = 90
#: File -> seed, players.
GAMES: Final[Mapping[str, tuple[int, int]]] = {f"players-{number}": (200 + number, number) for number in DIVISIONS}
_QUESTION: Final[TypeAdapter[DeskQuestion]] = TypeAdapter(DeskQuestion)


def kept(seed: int, players: int) -> Iterator[str]:
    """The games with that seed, a line for every act and question; after one that is over comes another."""
    rng = random.Random(seed)
    position = _begun(rng, players)
    yield _line("agreed", dict(position.agreement.choices))
    for number in range(ACTS):
        action = any_act(rng, position)
        outcome = apply_desk_action(position, action)
        events = {"events": [encode_event(event) for event in outcome.events]}
        yield _line(f"try {_line('', encode_desk_action(action))[2:]}", _ruled(outcome.ruling) | events)
        position = outcome.position
        if position.over and rng.random() < 0.2:
            position = _begun(rng, players)
        if number % 4 == 0:
            yield _asked(rng, position)


def _begun(rng: random.Random, players: int) -> DeskPosition:
    """A game under way: agreements, a round, worn sheets; few Tread units, so that teams stand still and fall."""
    chosen = {name: rng.choice(list(setting.values)) for name, setting in SETTINGS.items() if rng.random() < 0.6}
    roster = roster_for(players, rng.sample(COLOURS, 4))
    board = HexBoard(rng.choice([31, 62]), 22, rng.choice(list(Shoved)))
    layout = mark_iii()
    round_number = rng.choice([1, 8, 9, 12, 13])
    position = new_game(roster, layout, agreement=DeskAgreement(choices=chosen), board=board, round_number=round_number)
    for ogre in roster.ogres:
        left = {system: rng.randint(0, min(row.count, 3)) for system, row in layout.rows.items()}
        position = position.with_sheet(ogre, full_sheet(layout, left))
    return position


def any_act(rng: random.Random, position: DeskPosition) -> DeskAction:
    """Whatever a referee might key in; rather for the Ogre to move."""
    return rng.choice(_KINDS)(rng, position)


def _by(rng: random.Random, position: DeskPosition) -> str:
    return position.to_move if rng.random() < 0.85 else rng.choice(position.roster.ogres)


def _player(rng: random.Random, position: DeskPosition) -> str | None:
    return rng.choice(position.roster.players) if rng.random() < 0.15 else None


def _damage(rng: random.Random, position: DeskPosition) -> actions.Damage:
    by = (_by(rng, position), *((rng.choice(position.roster.ogres),) if rng.random() < 0.1 else ()))
    target = rng.choice(position.slots or position.roster.ogres)
    left = position.sheets[target].left
    system = rng.choice([system for system in SheetSystem if left[system]] or list(SheetSystem))
    count = rng.choice([0, 1, max(1, left[system]), max(1, left[system]), left[system] + 1])
    ram = rng.random() < 0.3
    return actions.Damage(by=by, target=target, system=system, count=count, ram=ram, player=_player(rng, position))


def _destroy(rng: random.Random, position: DeskPosition) -> actions.Destroy:
    building = rng.choice(position.roster.buildings)
    result = rng.choice(list(actions.BuildingResult))
    return actions.Destroy(by=_by(rng, position), building=building, ram=rng.random() < 0.3, result=result)


def _call(rng: random.Random, position: DeskPosition) -> actions.CallFinalRound:
    who = tuple(name for name in position.roster.players if rng.random() < 0.7)
    able = tuple(name for name in position.roster.ogres if rng.random() < 0.05)
    why = rng.choice([FinalRoundReason.STALEMATE, FinalRoundReason.DECLARED, *FinalRoundReason])
    return actions.CallFinalRound(why=why, by=who, in_range=able)


def _correct(rng: random.Random, position: DeskPosition) -> actions.CorrectGame:
    ogre = rng.choice(position.roster.ogres)
    return rng.choice(
        [
            actions.CorrectGame(ogre=ogre, system=rng.choice(list(SheetSystem)), left=rng.choice([0, 0, 1, 2, 60])),
            actions.CorrectGame(building=rng.choice(position.roster.buildings), stands=rng.random() < 0.5),
            actions.CorrectGame(account=rng.choice(position.roster.players), points=rng.choice([-4.5, 3.0, 0.5, 10.0])),
        ]
    )


def _end_turn(rng: random.Random, position: DeskPosition) -> actions.EndDeskTurn:
    until = (position.round + rng.choice([-1, 0, 1, 2]), rng.choice(position.roster.ogres))
    return actions.EndDeskTurn(until=until if rng.random() < 0.15 else None)


_KINDS: Final[Sequence[Callable[[random.Random, DeskPosition], DeskAction]]] = (
    _damage,
    _damage,
    _damage,
    _damage,
    _damage,
    _destroy,
    lambda rng, position: actions.FireMissile(by=_by(rng, position)),
    lambda rng, position: actions.SelfDamage(
        ogre=_by(rng, position), system=rng.choice(list(SheetSystem)), count=rng.randint(0, 3)
    ),
    _call,
    _correct,
    _end_turn,
    _end_turn,
    _end_turn,
    lambda _rng, _position: actions.End(),
)


def _asked(rng: random.Random, position: DeskPosition) -> str:
    def hexes(count: int) -> list[str]:
        return [f"{rng.randint(8, 14):02}{rng.randint(6, 12):02}" for _ in range(count)]

    far = f"{rng.randint(1, 70):02}{rng.randint(1, 24):02}"
    choices: list[tuple[str, dict[str, Any]]] = [
        ("roster", {"players": rng.choice([None, 1, 5, 8, 12])}),
        ("turn-order", {}),
        (
            "placement",
            {"team": rng.choice(position.roster.teams), "cp": hexes(1)[0], "radars": hexes(2), "ogres": hexes(3)},
        ),
        ("range", {"from": hexes(1)[0], "to": far}),
        ("sheet", {"ogre": rng.choice(position.roster.ogres)}),
        ("vp", {}),
        ("multiplier", {"round": rng.randint(1, 20)}),
    ]
    name, keys = rng.choice(choices)
    question = {key: value for key, value in keys.items() if value is not None}
    head = _line(f"ask {name}", question)
    try:
        reported, ruling = answer_desk_question(position, decode(_QUESTION, {"ask": name} | question))
    except Refused as refusal:
        return _line(head, _ruled(refusal.ruling))
    return _line(head, _ruled(ruling) | {"answer": encode_given(reported)})


def _ruled(ruling: Ruling) -> dict[str, Any]:
    why = {} if ruling.why is None else {"why": ruling.why.value}
    terms = [[term.value, term.label, term.rule] for term in ruling.terms]
    return {"text": ruling.text, **why, "rules": list(ruling.rules), **({"terms": terms} if terms else {})}


def _line(head: str, value: Any) -> str:
    return golden_line(head, value, _DIGITS)


def main() -> None:
    """Write every golden file."""
    for name, how in GAMES.items():
        write_golden(GOLDEN / f"{name}.txt", kept(*how))


if __name__ == "__main__":
    main()
