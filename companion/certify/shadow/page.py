"""Shadow records as a page: HTML with everything inside, for the screen and for paper."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from typing import Final

from markupsafe import Markup

from companion.certify.documents import RulingAgreement, ShadowRecordDocument, ShadowRulingDocument
from companion.markup import joined, markup
from companion.session.html_page import heading, html_document, paragraph, table
from companion.text import N_, ngettext, pgettext

_STYLE: Final = """
body{max-width:980px}
.case{border-left:4px solid #a33200;padding:0 0 0 14px;margin:18px 0;break-inside:avoid}
.case.open{border-color:#6b7078}.case p{margin:4px 0}.rules{font-size:15px;color:#4a4e57}img{max-width:100%}
@media print{body{max-width:none}}
"""
_STANDING: Final = {
    RulingAgreement.AGREED: N_("shadow", "✓ agreed"),
    RulingAgreement.DIFFERED: N_("shadow", "✗ differed"),
    RulingAgreement.LEFT_OPEN: N_("shadow", "– left open by the program"),
}
assert set(_STANDING) == set(RulingAgreement)


def shadow_page(records: Sequence[ShadowRecordDocument]) -> str:
    """The page of one match, or of several together."""
    rulings = [ruling for record in records for ruling in record.rulings]
    rows = [[record.title, record.program, describe_totals([record])] for record in records]
    heads = pgettext("shadow", "match"), pgettext("shadow", "program"), ""
    parts = (
        paragraph(markup("<strong>{}</strong>", describe_totals(records))),
        paragraph(_times(rulings)),
        heading(pgettext("shadow", "Matches")) + table(heads, rows, numbers=True) if len(records) > 1 else "",
        _cases(pgettext("shadow", "Where they differ"), rulings, RulingAgreement.DIFFERED),
        _cases(pgettext("shadow", "What the program leaves to the players"), rulings, RulingAgreement.LEFT_OPEN),
        heading(pgettext("shadow", "All questions")) + _all(rulings) if rulings else "",
    )
    matches = records[0].title if len(records) == 1 else ngettext("{count} match", "{count} matches", len(records))
    title = pgettext("shadow", "People and program: {matches}", matches=matches)
    return html_document(title, parts, style=_STYLE)


def describe_totals(records: Sequence[ShadowRecordDocument]) -> str:
    """How often people and program said the same, in a sentence."""
    rulings = [ruling for record in records for ruling in record.rulings]
    reported = [ruling for ruling in rulings if ruling.agreement is not RulingAgreement.LEFT_OPEN]
    agreed = sum(ruling.agreement is RulingAgreement.AGREED for ruling in reported)
    asked = ngettext("{count} question", "{count} questions", len(rulings))
    return pgettext(
        "shadow",
        "{asked}: the program answered {answered}, like the people {agreed}, otherwise {differed}; left open {open}.",
        asked=asked,
        answered=len(reported),
        agreed=agreed,
        differed=len(reported) - agreed,
        open=len(rulings) - len(reported),
    )


def _times(rulings: Sequence[ShadowRulingDocument]) -> str:
    people = [ruling.people_s for ruling in rulings if ruling.people_s is not None]
    if not people:
        return ""
    return pgettext(
        "shadow",
        "Medians: people {people:.0f} s a question, the program {program:.1f} ms.",
        people=statistics.median(people),
        program=statistics.median(ruling.program_ms for ruling in rulings),
    )


def _cases(head: str, rulings: Sequence[ShadowRulingDocument], which: RulingAgreement) -> Markup:
    cases = joined(_case(ruling) for ruling in rulings if ruling.agreement is which)
    return heading(head) + cases if cases else markup("")


def _case(ruling: ShadowRulingDocument) -> Markup:
    numbers = ", ".join(f"{name} {value:g} ± {sigma:.2g}" for name, (value, sigma) in ruling.numbers.items())
    picture = markup('<p><img alt="{}" src="data:image/jpeg;base64,{}"></p>', ruling.deed, ruling.picture_jpeg)
    return markup(
        '<div class="{}">{}</div>',
        "case open" if ruling.agreement is RulingAgreement.LEFT_OPEN else "case",
        markup("<h3>{} ({})</h3>", ruling.deed, _turn(ruling))
        + paragraph(pgettext("shadow", "People: {decided}", decided=_decided(ruling)))
        + paragraph(pgettext("shadow", "Program: {text}", text=ruling.text))
        + paragraph(numbers)
        + markup('<p class="rules">{}</p>', "  ".join(ruling.rules))
        + (picture if ruling.picture_jpeg else ""),
    )


def _all(rulings: Sequence[ShadowRulingDocument]) -> Markup:
    rows = [
        [
            ruling.deed,
            _turn(ruling),
            _decided(ruling),
            pgettext("shadow", _STANDING[ruling.agreement]),
            "" if ruling.people_s is None else f"{ruling.people_s:.0f} s",
            f"{ruling.program_ms:.1f} ms",
        ]
        for ruling in rulings
    ]
    heads = (
        pgettext("shadow", "question"),
        pgettext("shadow", "turn"),
        pgettext("shadow", "people"),
        "",
        pgettext("shadow", "people took"),
        pgettext("shadow", "program took"),
    )
    return table(heads, rows, numbers=True)


def _turn(ruling: ShadowRulingDocument) -> str:
    return pgettext("shadow", "turn {number}", number=ruling.turn)


def _decided(ruling: ShadowRulingDocument) -> str:
    return pgettext("shadow", "allowed") if ruling.allowed else pgettext("shadow", "not allowed")
