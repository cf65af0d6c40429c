"""The arithmetic behind a ruling, unfolded: every number with its error, every rule restated. HTML."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from markupsafe import Markup

from companion.geometry import Measurement
from companion.markup import joined, markup
from companion.rules import Ruling, Term, ledger
from companion.session import Inspection, SurveyedPiece, TargetStanding, TargetSurvey
from companion.text import N_, pgettext

_VERDICTS: Final = {
    TargetStanding.LEGAL: N_("why", "may be hit"),
    TargetStanding.UNSURE: N_("why", "too close to call"),
    TargetStanding.EXCLUDED: N_("why", "no target"),
}
assert set(_VERDICTS) == set(TargetStanding)


def explain_inspection(inspection: Inspection) -> Markup:
    """Everything that the ruling on what is chosen rests on."""
    ruling = inspection.ruling
    if ruling is None:
        return markup("<p>{}</p>", pgettext("why", "No ruling: choose a die with a weapon."))
    return explain_ruling(ruling, inspection.sighting)


def explain_ruling(ruling: Ruling, sighting: TargetSurvey | None = None) -> Markup:
    """Everything that a ruling rests on: the numbers of every candidate, the arithmetic, the rules restated."""
    parts = [_numbers(sighting)] if sighting else []
    named = {name.replace("_mm", "").replace("_", " "): number for name, number in ruling.numbers.items()}
    return joined([arithmetic_html(ruling.terms), *parts, arithmetic_html((), named), rules_html(ruling.rules)])


def arithmetic_html(terms: Iterable[Term], numbers: Mapping[str, Measurement] = MappingProxyType({})) -> Markup:
    """The steps of a ruling's arithmetic, then the numbers that it rests on, in lines; nothing of neither."""
    lines = [markup("{:+g} {} ({})", term.value, term.label, term.rule) for term in terms]
    lines += [markup("{}: {}", name, number) for name, number in numbers.items()]
    return markup("<p>{}</p>", joined(lines, "<br>")) if lines else markup("")


def rules_html(rules: Iterable[str]) -> Markup:
    """Rules of the ledger, each with what it says."""
    return joined(markup("<p><b>{}</b> {}</p>", rule, ledger()[rule].shown.text) for rule in rules)


def _numbers(sighting: TargetSurvey) -> Markup:
    """The distances of every candidate, and how sure they are."""
    message = pgettext(
        "why",
        "± is one standard deviation of the measurement. A comparison within two of them is too close to call, and the "
        "players decide (AMB-02). Distances run between the closest points of the top faces.",
    )
    rows = joined(_row(candidate) for candidate in sighting.candidates)
    titles = ("", pgettext("why", "distance"), pgettext("why", "in front of the baseline"), "", "")
    head = joined(markup("<th align='left'>{}</th>", title) for title in titles)
    table = markup("<table cellspacing='0' cellpadding='4'><tr>{}</tr>{}</table>", head, rows)
    return table + markup("<p>{}</p>", message)


def _row(candidate: SurveyedPiece) -> Markup:
    cells = (
        candidate.piece,
        str(candidate.gap.distance) if candidate.gap else "",
        "" if candidate.margin is None else str(candidate.margin).replace("-", "−"),
        pgettext("why", _VERDICTS[candidate.standing]),
        candidate.reason,
    )
    return markup("<tr>{}</tr>", joined(markup("<td>{}</td>", cell) for cell in cells))
