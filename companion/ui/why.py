"""The arithmetic behind a ruling, unfolded: every number with its error, every rule restated. Plain HTML."""

from __future__ import annotations

from html import escape
from typing import Final

from companion.rules import Ruling, ledger
from companion.session import Inspection, SurveyedPiece, TargetStanding, TargetSurvey
from companion.text import N_, pgettext

_VERDICTS: Final = {
    TargetStanding.LEGAL: N_("why", "may be hit"),
    TargetStanding.UNSURE: N_("why", "too close to call"),
    TargetStanding.EXCLUDED: N_("why", "no target"),
}
assert set(_VERDICTS) == set(TargetStanding)


def explain_inspection(inspection: Inspection) -> str:
    """Everything that the ruling on what is chosen rests on."""
    ruling = inspection.ruling
    if ruling is None:
        nothing = pgettext("why", "No ruling: choose a die with a weapon.")
        return f"<p>{nothing}</p>"
    return explain_ruling(ruling, inspection.sighting)


def explain_ruling(ruling: Ruling, sighting: TargetSurvey | None = None) -> str:
    """Everything that a ruling rests on: the numbers of every candidate, the arithmetic, the rules restated."""
    numbers = _numbers(sighting) + _uncertainty() if sighting else ""
    lines = [f"{term.value:+g} {escape(term.label)} ({escape(term.rule)})" for term in ruling.terms]
    rows = [f"<p><b>{escape(name)}</b> {escape(ledger()[name].shown.text)}</p>" for name in ruling.rules]
    return "".join(((f"<p>{'<br>'.join(lines)}</p>" if lines else ""), numbers, _measured(ruling), "".join(rows)))


def _uncertainty() -> str:
    message = pgettext(
        "why",
        "± is one standard deviation of the measurement. A comparison within two of them is too close to call, and the "
        "players decide (AMB-02). Distances run between the closest points of the top faces.",
    )
    return f"<p>{message}</p>"


def _numbers(sighting: TargetSurvey) -> str:
    rows = "".join(_row(candidate) for candidate in sighting.candidates)
    titles = ("", pgettext("why", "distance"), pgettext("why", "in front of the baseline"), "", "")
    head = "".join(f"<th align='left'>{title}</th>" for title in titles)
    return f"<table cellspacing='0' cellpadding='4'><tr>{head}</tr>{rows}</table>"


def _row(candidate: SurveyedPiece) -> str:
    apart = str(candidate.gap.distance) if candidate.gap else ""
    cells = (
        candidate.piece,
        apart,
        ("" if candidate.margin is None else str(candidate.margin).replace("-", "−")),
        pgettext("why", _VERDICTS[candidate.standing]),
        candidate.reason,
    )
    return f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>"


def _measured(ruling: Ruling) -> str:
    lines = [
        f"{escape(name.replace('_mm', '').replace('_', ' '))}: {escape(str(m))}" for name, m in ruling.numbers.items()
    ]
    return f"<p>{'<br>'.join(lines)}</p>" if lines else ""
