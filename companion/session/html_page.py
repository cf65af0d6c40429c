"""Pages of HTML with everything inside, for the screen and for paper.

Whatever is put into one is escaped here unless it is markup already, so that no name in a file becomes a tag.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from markupsafe import Markup

from companion.markup import css, joined, markup
from companion.text import language_in_force

#: What all pages look like, before what each adds.
_STYLE: Final = """
body{font:17px/1.5 system-ui,sans-serif;color:#1b1d21;background:#fff;max-width:1080px;margin:0 auto;padding:24px}
h1{font-size:30px;margin:0 0 4px}h2{font-size:23px;margin:32px 0 8px}h3{font-size:18px;margin:0}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:6px 12px 6px 0;border-bottom:1px solid #d5d8dd}
th{font-weight:600;color:#4a4e57}td.number{font-variant-numeric:tabular-nums;white-space:nowrap}.small{font-size:15px}
figure{margin:0;break-inside:avoid}figcaption{font-size:15px;line-height:1.4}.crop{width:100%;display:block}
@page{margin:14mm}@media print{body{max-width:none;padding:0;font-size:11pt}h2,h3{break-after:avoid}}
"""


def html_document(title: str, parts: Iterable[str], *, style: str = "") -> str:
    """A page with its title as the heading. style: CSS of this page, after that of all."""
    page = markup(
        '<!doctype html><html lang="{language}"><head><meta charset="utf-8"><title>{title}</title>'
        '<meta name="viewport" content="width=device-width"><style>{style}</style></head>'
        "<body><h1>{title}</h1>{parts}</body></html>\n",
        language=language_in_force(),
        title=title,
        style=css(_STYLE, style),
        parts=joined(parts),
    )
    return str(page)


def heading(words: str) -> Markup:
    """The heading of a part."""
    return markup("<h2>{}</h2>", words)


def paragraph(words: str, *, small: bool = False) -> Markup:
    """A paragraph; nothing of no words."""
    if not words:
        return markup("")
    return markup('<p class="small">{}</p>' if small else "<p>{}</p>", words)


def table(heads: Iterable[str], rows: Iterable[Sequence[str]], *, numbers: bool = False) -> Markup:
    """A table. numbers: figures stand below each other, and no cell is wrapped."""
    kind = markup(' class="number"') if numbers else ""
    head = joined(markup("<th>{}</th>", word) for word in heads)
    body = joined(markup("<tr>{}</tr>", joined(markup("<td{}>{}</td>", kind, words) for words in row)) for row in rows)
    return markup("<table><thead><tr>{}</tr></thead><tbody>{}</tbody></table>", head, body)
