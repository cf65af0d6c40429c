"""The ledger as data: every rule by its number, restated in a sentence of our own; conflicts and ambiguities with
their settling."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Final

from companion.text import N_, pgettext

DOCUMENTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "OG": "Diceland: Ogre",
        "DW": "Diceland: Deep White Sea",
        "CY": "Diceland: Cyburg",
        "AD": "Diceland Advanced Rules",
        "EK": "Exercise K",
        "GEO": N_("rules", "geometry that follows"),
        "CON": N_("rules", "conflict between documents"),
        "AMB": N_("rules", "left open by the documents"),
    }
)


@dataclass(frozen=True, slots=True)
class Rule:
    """A row of the ledger: its number, our restatement, document and section.

    ``note``: nothing to compute, enforce or ask for. ``default`` and ``option`` belong to an ambiguity, ``settled``
    (profile, or "" for all, -> how) to a conflict.
    """

    id: str
    text: str
    where: str
    note: bool = False
    default: str = ""
    option: str = ""
    settled: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def document(self) -> str:
        """The document's name in full, in the language in force."""
        return pgettext("rules", DOCUMENTS[self.id.split("-", maxsplit=1)[0]])

    @property
    def shown(self) -> Rule:
        """The rule in the language in force; what it means is for the documents to say."""
        settled = MappingProxyType({profile: _shown(text) for profile, text in self.settled.items()})
        default, option = _shown(self.default), _shown(self.option)
        return replace(self, text=_shown(self.text), default=default, option=option, settled=settled)


def _shown(text: str) -> str:
    return pgettext("ledger", text) if text else ""


@cache
def ledger() -> Mapping[str, Rule]:
    """Every rule by its id, in the ledger's order."""
    text = resources.files("companion.rules").joinpath("ledger.toml").read_text(encoding="utf-8")
    rows = {name: row for name, row in tomllib.loads(text).items() if name != "format"}
    return MappingProxyType({name: _rule(name, row) for name, row in rows.items()})


def is_rule(name: str) -> bool:
    """Whether the ledger has a row of that id."""
    return name in ledger()


def _rule(name: str, row: Mapping[str, str]) -> Rule:
    settled = {profile: row[profile] for profile in ("ogre", "deep-white-sea", "cyburg", "advanced") if profile in row}
    if "settled" in row:
        settled[""] = row["settled"]
    return Rule(
        name,
        row["text"],
        row["where"],
        bool(row.get("note")),
        row.get("default", ""),
        row.get("option", ""),
        MappingProxyType(settled),
    )
