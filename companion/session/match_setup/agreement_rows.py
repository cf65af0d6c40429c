"""The agreements of a match as rows to be reviewed: what is asked, how it is settled, what else may be agreed on."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules import SETTINGS, Agreement, InForce
from companion.text import phrase


@dataclass(frozen=True, slots=True)
class AgreementRow:
    """One conflict or ambiguity of the documents: its ledger id, the question, the settling in force, and the values
    with what each means, the default first; without values it is settled for every table."""

    id: str
    question: str
    value: str
    text: str
    changed: bool
    choices: tuple[tuple[str, str], ...] = ()

    @property
    def values(self) -> tuple[str, ...]:
        """The values that may be agreed on, the default first."""
        return tuple(value for value, _ in self.choices)


def agreement_rows(agreement: Agreement) -> tuple[AgreementRow, ...]:
    """Every row, those that can be changed first (AD-GEN-04)."""
    rows = [_row(settled) for settled in agreement.in_force()]
    return tuple(sorted(rows, key=lambda row: not row.choices))


def agreements_in_words(agreement: Agreement) -> str:
    """``100 settings, 2 changed``."""
    rows = agreement.in_force()
    return phrase("{count} settings, {rows} changed", count=len(rows), rows=sum(row.agreed for row in rows))


def _row(settled: InForce) -> AgreementRow:
    setting = SETTINGS.get(settled.id)
    named = {**setting.meanings, settled.value: settled.text} if setting else {}
    choices = tuple(named.items())
    return AgreementRow(settled.id, settled.question, settled.value, settled.text, settled.agreed, choices)
