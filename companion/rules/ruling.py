"""A ruling: what the engine says, why, with which numbers and by which rules. None can be made without a ledger id.

Which ledger ids carry a thing that the engine decides, by the document that governs.

A ruling cites the profile's own wording first; what a document leaves out falls back on the Ogre rules (CY-SET-02).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from companion.geometry import Measurement
from companion.rules.agreements import Profile
from companion.rules.ledger import is_rule
from companion.text import gettext

#: A ruling rests on a few rules; more would be a list, not a reason (docs/formats, Script).
MOST_RULES: Final = 12


_O, _D, _C = Profile.OGRE, Profile.DEEP_WHITE_SEA, Profile.CYBURG

#: Matter -> profile -> ids; a profile without a row goes by the Ogre rules.
CITED: Final[Mapping[str, Mapping[Profile, tuple[str, ...]]]] = MappingProxyType(
    {
        "baseline": {_O: ("OG-SIGHT-05", "OG-SIGHT-03"), _D: ("DW-SIGHT-02",), _C: ("CY-SIGHT-01",)},
        "distance": {_O: ("OG-RANGE-05",), _D: ("DW-RANGE-04",)},
        "short": {
            _O: ("OG-RANGE-02", "OG-RANGE-05"),
            _D: ("DW-RANGE-01", "DW-RANGE-04"),
            _C: ("CY-SIGHT-04", "OG-RANGE-05"),
        },
        "long": {_O: ("OG-RANGE-07",), _D: ("DW-RANGE-06",), _C: ("CY-SIGHT-05",)},
        "all": {
            _O: ("OG-RANGE-09", "OG-RANGE-11", "OG-RANGE-13"),
            _D: ("DW-RANGE-07", "DW-RANGE-08"),
            _C: ("CY-SIGHT-06", "OG-RANGE-13"),
        },
        "weapon-targets": {_O: ("OG-RANGE-03",), _D: ("DW-RANGE-02",)},
        "sides": {_O: ("OG-CORE-03", "OG-CORE-01"), _D: ("DW-CORE-02", "DW-CORE-01")},
        "no-arrow": {
            _O: ("OG-SIGHT-01", "OG-FACE-01"),
            _D: ("DW-FACE-02", "DW-SHOOT-01"),
            _C: ("CY-WEAPON-01", "CY-SPEC-01"),
        },
        "in-play": {_O: ("OG-ZONE-03", "OG-ZONE-01"), _D: ("DW-ZONE-02", "DW-ZONE-01")},
        "immune": {_O: ("OG-COLOR-01", "OG-KILL-05"), _D: ("DW-COLOR-01", "DW-KILL-05"), _C: ("CY-COLOR-01",)},
        "dodge": {_O: ("OG-DODGE-02", "OG-DODGE-01")},
    }
)


class Verdict(StrEnum):
    """The four things a referee can say."""

    YES = "yes"
    NO = "no"
    TOO_CLOSE = "too close to call"
    ASK = "ask the players"


class Why(StrEnum):
    """Reason codes of refusals and exclusions (docs/formats, Script)."""

    ALLY = "ally"
    ENEMY = "enemy"
    NOT_SEEN = "not-seen"
    NOT_CLOSEST = "not-closest"
    DODGE = "dodge"
    IMMUNE = "immune"
    LOWER_LEVEL = "lower-level"
    TERRAIN = "terrain"
    NO_ARROW = "no-arrow"
    NOT_IN_HAND = "not-in-hand"
    IN_RESERVE = "in-reserve"
    RESTRICTION = "restriction"
    UNIQUE_IN_PLAY = "unique-in-play"
    NO_DOT = "no-dot"
    BLOCKED_BY_DIE = "blocked-by-die"
    TABLE_EDGE = "table-edge"
    BLOCKED_BY_TERRAIN = "blocked-by-terrain"
    BRUSH_CONTESTED = "brush-contested"
    WEAPON_DESTROYED = "weapon-destroyed"
    NO_TREADS = "no-treads"
    HELD = "held"
    FROZEN = "frozen"
    PINNED = "pinned"
    NOT_YOUR_TURN = "not-your-turn"
    TURN_SPENT = "turn-spent"
    NO_EFFECT = "no-effect"
    FIRST_TURN = "first-turn"
    DESTROYED = "destroyed"
    NOT_IN_PLAY = "not-in-play"
    TOO_CLOSE_TO_CALL = "too-close-to-call"
    FRIENDLY_FIRE = "friendly-fire"
    ILLEGAL_TARGET = "illegal-target"
    MUST_ACT = "must-act"
    FOUL_PENDING = "foul-pending"
    LANDING = "landing"
    NOT_THROWN = "not-thrown"
    MATCH_OVER = "match-over"
    ASK = "ask"
    NO_ROLL = "no-roll"
    COMBINED_FIRE = "combined-fire"
    NO_CONSENT = "no-consent"
    TARGET_IN_RANGE = "target-in-range"


@dataclass(frozen=True, slots=True)
class Term:
    """One step of a ruling's arithmetic: a number, what it is, and the rule that brings it in."""

    value: float
    label: str
    rule: str


@dataclass(frozen=True, slots=True)
class Ruling:
    """A verdict with its reason code, numbers with their uncertainty, ledger ids (deciding ones first) and one
    sentence.

    Raises:
        ValueError: no ledger id is given, more than twelve are, or one is not in the ledger.
    """

    verdict: Verdict
    rules: tuple[str, ...]
    text: str
    why: Why | None = None
    numbers: Mapping[str, Measurement] = field(default_factory=lambda: MappingProxyType({}))
    terms: tuple[Term, ...] = ()

    def __post_init__(self) -> None:
        """Hold every ruling to its ledger ids."""
        if not self.rules:
            raise ValueError(f"a ruling needs a ledger id: {self.text!r}")
        if len(self.rules) > MOST_RULES:
            raise ValueError(f"a ruling rests on at most {MOST_RULES} ledger ids: {self.text!r}")
        unknown = [rule for rule in self.rules if not is_rule(rule)]
        if unknown:
            raise ValueError(f"not in the ledger: {', '.join(unknown)}")

    @property
    def ok(self) -> bool:
        """Whether the ruling allows what was asked for."""
        return self.verdict is Verdict.YES


def most_telling(*groups: tuple[str, ...]) -> tuple[str, ...]:
    """Ledger ids of several groups as one list without repeats, deciding ones first, cut to what a ruling may cite."""
    return tuple(dict.fromkeys(rule for group in groups for rule in group))[:MOST_RULES]


class Refused(Exception):  # noqa: N818  (reads as the sentence it carries: "refused, because ...")
    """Carries the ruling of a refusal to `apply` or to the question that meets it; never leaves the package."""

    def __init__(
        self, why: Why, rules: tuple[str, ...], words: str, verdict: Verdict = Verdict.NO, /, **values: object
    ) -> None:
        """Build the ruling from its parts; ``values`` take the places of the words in braces."""
        text = gettext(words, **values)
        super().__init__(text)
        self.ruling = Ruling(verdict, most_telling(rules), text, why)


def cite(profile: Profile, *matters: str) -> tuple[str, ...]:
    """The ids for some matters under a profile, deciding ones first."""
    return most_telling(*(CITED[matter].get(profile) or CITED[matter][_O] for matter in matters))
