"""The terms of the event: which rules of the board game are in force."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from companion.rules import Ruling, Verdict
from companion.text import gettext

#: Matter -> whether it is in force or allowed. Combat tables and the like are the board game's (EK-GEN-02).
IN_FORCE: Final[Mapping[str, bool]] = MappingProxyType(
    {
        "stacking": True,  # EK-SPEC-04
        "ramming": True,  # EK-SPEC-04
        "overrun": False,  # EK-SPEC-04
        "optional": False,  # EK-SPEC-05
        "advanced": False,  # EK-ADV-01
        "exit": False,  # EK-SPEC-06
        "binding": False,  # EK-SPEC-03
    }
)


def terms_ruling() -> Ruling:
    """The terms in a sentence."""
    text = gettext(
        "Stacking and ramming are in force; overrun, optional and advanced rules are not; no unit may leave "
        "the map; no treaty binds."
    )
    rules = ("EK-SPEC-04", "EK-SPEC-05", "EK-SPEC-06", "EK-SPEC-03", "EK-ADV-01", "EK-GEN-02")
    return Ruling(Verdict.YES, rules, text)
