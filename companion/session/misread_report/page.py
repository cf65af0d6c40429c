"""A misread table as a page: HTML with everything inside, for the screen and for paper."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

from companion import __version__
from companion.codec.network_card import network_versions
from companion.session.evaluation_report import crop_svg
from companion.session.match import small_jpeg
from companion.session.misread_report.reread import RereadTable
from companion.text import language_in_force, percent, plural, translate
from companion.vision import DieReading, FaceName
from companion.vision.evaluation import DieComparison

#: So many signs of a checksum tell versions apart.
_SHORT: Final = 12
_STYLE: Final = """
body{font:17px/1.5 system-ui,sans-serif;color:#1b1d21;background:#fff;max-width:1080px;margin:0 auto;padding:24px}
h1{font-size:30px;margin:0 0 4px}h2{font-size:23px;margin:32px 0 8px}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:6px 12px 6px 0;border-bottom:1px solid #d5d8dd}
th{font-weight:600;color:#4a4e57}.wrong{font-weight:700;color:#a33200}.right{color:#00623f}.small{font-size:15px}
.pairs{display:grid;grid-template-columns:repeat(auto-fill,minmax(440px,1fr));gap:18px}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:8px;break-inside:avoid}.pair p{grid-column:1/3;margin:0}
figure{margin:0}img{width:100%}figcaption{font-size:15px;line-height:1.4}.crop{width:100%;display:block}
@page{margin:14mm}@media print{body{max-width:none;padding:0;font-size:11pt}h2{break-after:avoid}}
"""


def misread_page(name: str, told: RereadTable) -> str:
    """The page of one table, which is called ``name``."""
    title = translate("misread", "Read wrongly: {name}", name=escape(name))
    parts = (
        f"<h1>{title}</h1>",
        f"<p><strong>{describe_reread(told)}</strong></p>",
        f"<p>{escape(told.refused)}</p>" if told.refused else "",
        _head(translate("misread", "Differences")),
        _pairs(told),
        _head(translate("misread", "All dice")),
        _dice(told),
        _head(translate("misread", "The table")),
        _whole(told),
        _head(translate("misread", "Camera and versions")),
        _versions(told),
    )
    return (
        f'<!doctype html><html lang="{language_in_force()}"><head><meta charset="utf-8"><title>{title}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{_STYLE}</style></head>'
        f"<body>{''.join(parts)}</body></html>\n"
    )


def describe_reread(told: RereadTable) -> str:
    """How many dice were wrong then, and how many are now."""
    then = plural(
        "{count} of {dice} dice was read wrongly.",
        "{count} of {dice} dice were read wrongly.",
        told.wrong_then,
        dice=len(told.then),
    )
    now = plural(
        "Today's program reads {count} wrongly.",
        "Today's program reads {count} wrongly.",
        told.wrong_now,
    )
    return f"{then} {now}"


def _pairs(told: RereadTable) -> str:
    """The picture of each die that was or is wrong, then and now."""
    pairs = [(then, now) for then, now in zip(told.then, told.now, strict=True) if then.failure or now.failure]
    shown = [_pair(told, *pair) for pair in pairs]
    shown += [_figure(told, one, translate("misread", "then")) for one in told.more_then]
    shown += [_figure(told, one, translate("misread", "now")) for one in told.more_now]
    nothing = translate("misread", "Nothing that was read differs from what was put right.")
    return f'<div class="pairs">{"".join(shown)}</div>' if shown else f"<p>{nothing}</p>"


def _pair(told: RereadTable, then: DieComparison, now: DieComparison) -> str:
    assert then.truth is not None
    figures = _figure(told, then, translate("misread", "then")) + _figure(told, now, translate("misread", "now"))
    really = translate("misread", "really {die}", die=_name(then.truth.name))
    return f'<div class="pair"><p>{really}</p>{figures}</div>'


def _figure(told: RereadTable, one: DieComparison, when: str) -> str:
    picture = crop_svg(told.pixels, told.table.camera, one)
    return f"<figure>{picture}<figcaption>{when}: {_read(one.seen)}{_sign(one)}</figcaption></figure>"


def _sign(one: DieComparison) -> str:
    """What is wrong with it, in words beside the colour."""
    if one.failure is None:
        right = translate("misread", "right")
        return f' <span class="right">✓ {right}</span>'
    wrong = translate("report", one.failure)
    return f' <span class="wrong">✗ {wrong}</span>'


def _whole(told: RereadTable) -> str:
    packed = base64.b64encode(small_jpeg(told.pixels)).decode("ascii")
    title = translate("misread", "The table")
    return f'<img alt="{title}" src="data:image/jpeg;base64,{packed}">'


def _dice(told: RereadTable) -> str:
    rows = [
        [_name(then.truth.name), _place(then), _read(then.seen) + _sign(then), _read(now.seen) + _sign(now)]
        for then, now in zip(told.then, told.now, strict=True)
        if then.truth is not None
    ]
    heads = (
        translate("misread", "really"),
        translate("misread", "at"),
        translate("misread", "then"),
        translate("misread", "now"),
    )
    return _table(heads, rows)


def _place(one: DieComparison) -> str:
    return "" if one.truth is None else "{:.0f}, {:.0f} mm".format(*one.truth.centre_mm)


def _read(seen: DieReading | None) -> str:
    if seen is None:
        return translate("misread", "nothing")
    state = translate("vision", seen.state)
    return f"{_name(seen.name)}, {state}, {percent(seen.confidence)}"


def _name(name: FaceName | None) -> str:
    return escape(f"{name.die} {name.face}") if name else translate("report", "unknown side")


def _versions(told: RereadTable) -> str:
    now = network_versions()
    networks = [
        [escape(name), escape(sha[:_SHORT]), now.get(name, "")[:_SHORT]] for name, sha in told.table.networks.items()
    ]
    rows = [[translate("misread", "program"), escape(told.table.program), escape(__version__)], *networks]
    heads = "", translate("misread", "then"), translate("misread", "now")
    return f"<p>{escape(told.table.camera.quality.sentence())}</p>" + _table(heads, rows)


def _head(words: str) -> str:
    return f"<h2>{words}</h2>"


def _table(heads: Iterable[str], rows: Iterable[Sequence[str]]) -> str:
    head = "".join(f"<th>{word}</th>" for word in heads)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
