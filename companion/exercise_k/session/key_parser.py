"""What the referee keys in: a letter or digit at a time, each offered with what it means, to one action.

``B2T5`` is five Tread units of Blue 2, ``XB1M`` its Main Battery by a ram, ``GC`` Green's Command Post, ``GR1`` its
first radar, ``ST3`` three of one's own Tread units lost by a ram, ``F`` a missile fired. ``CB2T30`` sets right by hand
that Blue 2 has 30 Tread units left, ``CB2P8`` gives it 8 points, ``CB2N8`` takes them, ``CBC`` turns its post over.
Only what the rules may let pass is offered: enemies, and what they have left; whether it passes is theirs to say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum, auto
from types import MappingProxyType
from typing import Final

from companion.exercise_k.rules import actions
from companion.exercise_k.rules.position import DeskPosition
from companion.exercise_k.rules.record_sheet import SheetSystem
from companion.exercise_k.rules.roster import COLOURS, team_label, team_of
from companion.text import gettext

#: Keys of teams and systems; printed on the cards too.
TEAM_KEYS: Final[Mapping[str, str]] = MappingProxyType({"Red": "R", "Blue": "B", "Green": "G", "Black": "K"})
assert set(TEAM_KEYS) == set(COLOURS)
SYSTEM_KEYS: Final[Mapping[SheetSystem, str]] = MappingProxyType(
    {
        SheetSystem.MAIN: "M",
        SheetSystem.SECONDARY: "S",
        SheetSystem.MISSILE: "I",
        SheetSystem.AP: "A",
        SheetSystem.TREAD: "T",
    }
)
assert set(SYSTEM_KEYS) == set(SheetSystem)
_DIGITS: Final = 2
_CORRECT: Final = "C"


class _Stage(Enum):
    BEGIN = auto()
    PARTNER = auto()
    TARGET = auto()
    RADAR = auto()
    BUILDING = auto()
    SYSTEM = auto()
    COUNT = auto()
    DONE = auto()


@dataclass(frozen=True, slots=True)
class _Draft:
    """An action in the making; ``by`` begins with the Ogre to move."""

    by: tuple[str, ...]
    stage: _Stage = _Stage.BEGIN
    words: tuple[str, ...] = ()
    ram: bool = False
    own: bool = False
    fires: bool = False
    corrects: bool = False
    gives: int = 0
    team: str = ""
    target: str = ""
    building: str = ""
    system: SheetSystem | None = None
    digits: str = ""
    result: actions.BuildingResult = actions.BuildingResult.DESTROYED

    def with_words(self, words: str, stage: _Stage) -> _Draft:
        """The draft with something more stated."""
        return replace(self, words=(*self.words, words), stage=stage)

    def named(self, words: str, stage: _Stage) -> _Draft:
        """The draft with its last words put more closely: "Blue" is now "Blue 2"."""
        return replace(self, words=(*self.words[:-1], words), stage=stage)


@dataclass(frozen=True, slots=True)
class KeyOption:
    """A key that may come next, what it means, and the draft with it."""

    key: str
    words: str
    after: _Draft


@dataclass(frozen=True, slots=True)
class KeyInput:
    """What was keyed in so far: the keys that made sense, what they say, the keys that may come next, what Enter would
    do (None: not enough yet), and the largest number that may be keyed (None: no number is)."""

    keys: str
    words: tuple[str, ...]
    choices: tuple[KeyOption, ...]
    action: actions.DeskAction | None
    most: int | None = None


def parse_keys(keys: Iterable[str], position: DeskPosition) -> KeyInput:
    """What some keys say in this position; a key that is not offered is left out, capital or not."""
    draft, taken = _Draft((position.to_move,)), ""
    for key in keys:
        option = next((one for one in _options(draft, position) if one.key == key.upper()), None)
        if option is not None:
            draft, taken = option.after, taken + option.key
    most = _most(draft, position) if draft.stage is _Stage.COUNT else None
    return KeyInput(taken, draft.words, _options(draft, position), _action(draft, position), most)


def _options(draft: _Draft, position: DeskPosition) -> tuple[KeyOption, ...]:
    if position.over and not position.ram_unfinished and not draft.corrects:
        return tuple(option for option in _begin(draft, position) if option.key == _CORRECT)
    return tuple(_OFFERS[draft.stage](draft, position))


def _begin(draft: _Draft, position: DeskPosition) -> Iterable[KeyOption]:
    own = team_of(position.to_move)
    for team in position.roster.teams:
        if draft.corrects or (team != own and (_standing(position, team) or _buildings(position, team))):
            yield KeyOption(
                TEAM_KEYS[team], team_label(team), replace(draft.with_words(team_label(team), _Stage.TARGET), team=team)
            )
    if not draft.ram and not draft.corrects:
        yield KeyOption("X", gettext("by ramming"), replace(draft.with_words(gettext("ram"), _Stage.BEGIN), ram=True))
    if draft.words:
        return
    mover, lost = team_label(position.to_move), gettext("own loss by its ram")
    yield KeyOption("S", lost, replace(draft.with_words(f"{mover}, {lost}", _Stage.SYSTEM), own=True))
    if position.sheets[position.to_move].left[SheetSystem.MISSILE]:
        fires = gettext("{to_move} fires a missile", to_move=mover)
        yield KeyOption("F", gettext("fires a missile"), replace(draft.with_words(fires, _Stage.DONE), fires=True))
    yield KeyOption(
        _CORRECT,
        gettext("corrected by hand"),
        replace(draft.with_words(gettext("by hand"), _Stage.BEGIN), corrects=True),
    )
    if _partners(draft, position):
        yield KeyOption("W", gettext("with another Ogre"), draft.with_words(gettext("with"), _Stage.PARTNER))


def _partner(draft: _Draft, position: DeskPosition) -> Iterable[KeyOption]:
    for ogre in _partners(draft, position):
        name = team_label(ogre)
        yield KeyOption(ogre[-1], name, replace(draft.with_words(name, _Stage.BEGIN), by=(*draft.by, ogre)))


def _target(draft: _Draft, position: DeskPosition) -> Iterable[KeyOption]:
    for ogre in position.roster.ogres_of(draft.team) if draft.corrects else _standing(position, draft.team):
        name = team_label(ogre)
        yield KeyOption(ogre[-1], name, replace(draft.named(name, _Stage.SYSTEM), target=ogre))
    team, buildings = team_label(draft.team), _buildings(position, draft.team, fallen=draft.corrects)
    if f"{draft.team} CP" in buildings:
        post = f"{draft.team} CP"
        yield KeyOption(
            "C",
            gettext("Command Post"),
            replace(draft.named(gettext("{team} Command Post", team=team), _Stage.DONE), building=post),
        )
    if any(name != f"{draft.team} CP" for name in buildings):
        yield KeyOption("R", gettext("radar"), draft.named(gettext("{team} radar", team=team), _Stage.RADAR))


def _radar(draft: _Draft, position: DeskPosition) -> Iterable[KeyOption]:
    for name in _buildings(position, draft.team, fallen=draft.corrects):
        if name[-1].isdigit():
            words = gettext("{team} radar {name}", team=team_label(draft.team), name=name[-1])
            yield KeyOption(name[-1], words, replace(draft.named(words, _Stage.BUILDING), building=name))


def _building(draft: _Draft, position: DeskPosition) -> Iterable[KeyOption]:
    if not draft.ram and not draft.corrects:
        words = gettext("a D result: no effect")
        yield KeyOption(
            "D",
            words,
            replace(draft.with_words(gettext("D result"), _Stage.DONE), result=actions.BuildingResult.DISABLED),
        )


def _system(draft: _Draft, position: DeskPosition) -> Iterable[KeyOption]:
    sheet = position.sheets[position.to_move if draft.own else draft.target]
    for system, row in sheet.layout.rows.items():
        if sheet.left[system] or draft.corrects:
            words = f"{row.shown} ({sheet.left[system]})"
            yield KeyOption(
                SYSTEM_KEYS[system], words, replace(draft.with_words(row.shown, _Stage.COUNT), system=system)
            )
    if draft.corrects:
        yield KeyOption(
            "P", gettext("more points"), replace(draft.with_words(gettext("points +"), _Stage.COUNT), gives=1)
        )
        yield KeyOption(
            "N", gettext("fewer points"), replace(draft.with_words(gettext("points −"), _Stage.COUNT), gives=-1)
        )


def _count(draft: _Draft, position: DeskPosition) -> Iterable[KeyOption]:
    """How many; digits after the first add to it. 0 is a shot without harm, which has nothing after it."""
    if len(draft.digits) >= _DIGITS or draft.digits == "0":
        return
    most = _most(draft, position)
    for digit in map(str, range(10)):
        number = int(draft.digits + digit)
        if number <= most and not ((draft.own or draft.gives) and number == 0):
            before = draft.words[:-1] if draft.digits else draft.words
            words = f"{number}" if draft.corrects else f"× {number}"
            yield KeyOption(digit, f"× {number}", replace(draft, digits=draft.digits + digit, words=(*before, words)))


def _most(draft: _Draft, position: DeskPosition) -> int:
    """The largest number that makes sense: what is left, or was there once, or any number of points."""
    if draft.system is None:
        return 10**_DIGITS - 1
    sheet = position.sheets[position.to_move if draft.own else draft.target]
    return sheet.layout.rows[draft.system].count if draft.corrects else sheet.left[draft.system]


_OFFERS: Final[Mapping[_Stage, Callable[[_Draft, DeskPosition], Iterable[KeyOption]]]] = {
    _Stage.BEGIN: _begin,
    _Stage.PARTNER: _partner,
    _Stage.TARGET: _target,
    _Stage.RADAR: _radar,
    _Stage.BUILDING: _building,
    _Stage.SYSTEM: _system,
    _Stage.COUNT: _count,
    _Stage.DONE: lambda draft, position: (),
}
assert set(_OFFERS) == set(_Stage)


def _action(draft: _Draft, position: DeskPosition) -> actions.DeskAction | None:
    """What Enter would do; one of a system where no number is keyed."""
    if draft.corrects:
        return _correction(draft, position)
    count = int(draft.digits or 1)
    if draft.fires:
        return actions.FireMissile(by=draft.by[0])
    if draft.building:
        return actions.Destroy(by=draft.by[0], building=draft.building, ram=draft.ram, result=draft.result)
    if draft.system is None:
        return None
    if draft.own:
        return actions.SelfDamage(ogre=draft.by[0], system=draft.system, count=count)
    return actions.Damage(by=draft.by, target=draft.target, system=draft.system, count=count, ram=draft.ram)


def _correction(draft: _Draft, position: DeskPosition) -> actions.DeskAction | None:
    """A number has to be keyed here: what is left is not one unless somebody says so."""
    if draft.building:
        return actions.CorrectGame(building=draft.building, stands=draft.building in position.lost)
    if not draft.digits:
        return None
    if draft.gives:
        return actions.CorrectGame(account=draft.target, points=draft.gives * int(draft.digits))
    return actions.CorrectGame(ogre=draft.target, system=draft.system, left=int(draft.digits))


def _standing(position: DeskPosition, team: str) -> tuple[str, ...]:
    return tuple(ogre for ogre in position.roster.ogres_of(team) if ogre in position.slots)


def _buildings(position: DeskPosition, team: str, *, fallen: bool = False) -> tuple[str, ...]:
    """The buildings of a team that stand; where they may be set right, the fallen ones too."""
    return tuple(n for n in position.roster.buildings if team_of(n) == team and (fallen or n not in position.lost))


def _partners(draft: _Draft, position: DeskPosition) -> tuple[str, ...]:
    """Ogres that may combine fire with the one to move: of the same player, where that is agreed (AMB-56)."""
    if position.agreement["AMB-56"] == "apart" or draft.ram:
        return ()
    runners = position.roster.runners(position.to_move, position.destroyed)
    same = (o for o in position.slots if position.roster.runners(o, position.destroyed) == runners)
    return tuple(ogre for ogre in same if ogre not in draft.by and team_of(ogre) == team_of(position.to_move))
