"""Shadow records as a page: HTML with everything inside, for the screen and for paper."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

from companion.codec.shadow_record import RulingAgreement, ShadowRecordDocument, ShadowRulingDocument
from companion.text import language_in_force, mark, plural, translate

_STYLE: Final = """
body{font:17px/1.5 system-ui,sans-serif;color:#1b1d21;background:#fff;max-width:980px;margin:0 auto;padding:24px}
h1{font-size:30px;margin:0 0 4px}h2{font-size:23px;margin:32px 0 8px}h3{font-size:18px;margin:0}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:6px 12px 6px 0;border-bottom:1px solid #d5d8dd}
th{font-weight:600;color:#4a4e57}td.number{font-variant-numeric:tabular-nums;white-space:nowrap}
.case{border-left:4px solid #a33200;padding:0 0 0 14px;margin:18px 0;break-inside:avoid}
.case.open{border-color:#6b7078}.case p{margin:4px 0}.rules{font-size:15px;color:#4a4e57}img{max-width:100%}
@page{margin:14mm}@media print{body{max-width:none;padding:0;font-size:11pt}h2{break-after:avoid}}
"""
_STANDING: Final = {
    RulingAgreement.AGREED: mark("shadow", "✓ agreed"),
    RulingAgreement.DIFFERED: mark("shadow", "✗ differed"),
    RulingAgreement.LEFT_OPEN: mark("shadow", "– left open by the program"),
}
assert set(_STANDING) == set(RulingAgreement)


def shadow_page(records: Sequence[ShadowRecordDocument]) -> str:
    """The page of one match, or of several together."""
    rulings = [ruling for record in records for ruling in record.rulings]
    title = translate("shadow", "People and program: {matches}", matches=escape(_titles(records)))
    parts = (
        f"<h1>{title}</h1>",
        f"<p><strong>{escape(describe_totals(records))}</strong></p>",
        f"<p>{_times(rulings)}</p>",
        _matches(records) if len(records) > 1 else "",
        _cases(translate("shadow", "Where they differ"), rulings, RulingAgreement.DIFFERED),
        _cases(translate("shadow", "What the program leaves to the players"), rulings, RulingAgreement.LEFT_OPEN),
        _head(translate("shadow", "All questions")) + _all(rulings) if rulings else "",
    )
    return (
        f'<!doctype html><html lang="{language_in_force()}"><head><meta charset="utf-8"><title>{title}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{_STYLE}</style></head>'
        f"<body>{''.join(parts)}</body></html>\n"
    )


def describe_totals(records: Sequence[ShadowRecordDocument]) -> str:
    """How often people and program said the same, in a sentence."""
    rulings = [ruling for record in records for ruling in record.rulings]
    told = [ruling for ruling in rulings if ruling.agreement is not RulingAgreement.LEFT_OPEN]
    agreed = sum(ruling.agreement is RulingAgreement.AGREED for ruling in told)
    asked = plural("{count} question", "{count} questions", len(rulings))
    return translate(
        "shadow",
        "{asked}: the program answered {answered}, like the people {agreed}, otherwise {differed}; left open {open}.",
        asked=asked,
        answered=len(told),
        agreed=agreed,
        differed=len(told) - agreed,
        open=len(rulings) - len(told),
    )


def _titles(records: Sequence[ShadowRecordDocument]) -> str:
    if len(records) == 1:
        return records[0].title
    return plural("{count} match", "{count} matches", len(records))


def _times(rulings: Sequence[ShadowRulingDocument]) -> str:
    people = [ruling.people_s for ruling in rulings if ruling.people_s is not None]
    if not people:
        return ""
    return translate(
        "shadow",
        "Medians: people {people:.0f} s a question, the program {program:.1f} ms.",
        people=statistics.median(people),
        program=statistics.median(ruling.program_ms for ruling in rulings),
    )


def _matches(records: Sequence[ShadowRecordDocument]) -> str:
    rows = [[escape(record.title), escape(record.program), escape(describe_totals([record]))] for record in records]
    heads = translate("shadow", "match"), translate("shadow", "program"), ""
    return _head(translate("shadow", "Matches")) + _table(heads, rows)


def _cases(head: str, rulings: Sequence[ShadowRulingDocument], which: RulingAgreement) -> str:
    cases = "".join(_case(ruling) for ruling in rulings if ruling.agreement is which)
    return f"<h2>{head}</h2>{cases}" if cases else ""


def _case(ruling: ShadowRulingDocument) -> str:
    numbers = ", ".join(f"{escape(name)} {value:g} ± {sigma:.2g}" for name, (value, sigma) in ruling.numbers.items())
    style = "case open" if ruling.agreement is RulingAgreement.LEFT_OPEN else "case"
    picture = (
        f'<p><img alt="{escape(ruling.deed)}" src="data:image/jpeg;base64,{escape(ruling.picture_jpeg or "")}"></p>'
    )
    people = translate("shadow", "People: {decided}", decided=_decided(ruling))
    program = translate("shadow", "Program: {text}", text=escape(ruling.text))
    return (
        f'<div class="{style}"><h3>{escape(ruling.deed)} ({_turn(ruling)})</h3>'
        f"<p>{people}</p><p>{program}</p>"
        + (f"<p>{numbers}</p>" if numbers else "")
        + f'<p class="rules">{escape("  ".join(ruling.rules))}</p>'
        + (picture if ruling.picture_jpeg else "")
        + "</div>"
    )


def _all(rulings: Sequence[ShadowRulingDocument]) -> str:
    rows = [
        [
            escape(ruling.deed),
            _turn(ruling),
            _decided(ruling),
            translate("shadow", _STANDING[ruling.agreement]),
            "" if ruling.people_s is None else f"{ruling.people_s:.0f} s",
            f"{ruling.program_ms:.1f} ms",
        ]
        for ruling in rulings
    ]
    heads = (
        translate("shadow", "question"),
        translate("shadow", "turn"),
        translate("shadow", "people"),
        "",
        translate("shadow", "people took"),
        translate("shadow", "program took"),
    )
    return _table(heads, rows)


def _turn(ruling: ShadowRulingDocument) -> str:
    return translate("shadow", "turn {number}", number=ruling.turn)


def _decided(ruling: ShadowRulingDocument) -> str:
    return translate("shadow", "allowed") if ruling.allowed else translate("shadow", "not allowed")


def _head(words: str) -> str:
    return f"<h2>{words}</h2>"


def _table(heads: Iterable[str], rows: Iterable[Sequence[str]]) -> str:
    head = "".join(f"<th>{word}</th>" for word in heads)
    body = "".join("<tr>" + "".join(f'<td class="number">{cell}</td>' for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
