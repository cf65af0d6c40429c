"""Which ledger ids carry a thing that the engine decides, by the document that governs.

A ruling cites the profile's own wording first; what a document leaves out falls back on the Ogre rules (CY-SET-02).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from companion.rules.agreements import Profile
from companion.rules.ruling import most_telling

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


def cite(profile: Profile, *matters: str) -> tuple[str, ...]:
    """The ids for some matters under a profile, deciding ones first."""
    return most_telling(*(CITED[matter].get(profile) or CITED[matter][_O] for matter in matters))
