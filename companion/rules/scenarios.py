"""Scenarios as data: what an army may cost, who gets a Command Post, how the first turn goes (CON-04, CON-05, CON-32)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final


class Scenario(StrEnum):
    """The scenarios of the documents."""

    TWO_ARMY = "two-army"
    TWO_ARMY_50 = "two-army-50"
    VS_MARK_III = "vs-mark-iii"
    VS_MARK_V = "vs-mark-v"
    OGRE_EACH = "ogre-each"
    DWS_CREW = "dws-crew"
    CYBURG_BOX = "cyburg-box"
    TOURNAMENT = "tournament"


#: Whether the first player puts a die in the centre instead of a turn (OG-START-06, DW-START-02, CY-START-02, AMB-34).
_PLACES: Final[Mapping[Scenario, bool]] = MappingProxyType({
    Scenario.TWO_ARMY: True,
    Scenario.TWO_ARMY_50: True,
    Scenario.VS_MARK_III: False,
    Scenario.VS_MARK_V: False,
    Scenario.OGRE_EACH: False,
    Scenario.DWS_CREW: True,
    Scenario.CYBURG_BOX: True,
    Scenario.TOURNAMENT: True,
})
assert set(_PLACES) == set(Scenario)  # noqa: S101  (a table must cover its enum)


def starts_with_placement(scenario: Scenario) -> bool:
    """Whether the match begins with a die in the exact centre of the table."""
    return _PLACES[scenario]
