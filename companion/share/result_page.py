"""The result of a match as a page that needs nothing else: to be looked at on a phone, kept and sent on."""

from __future__ import annotations

from collections.abc import Iterator

from companion.codec.result import MatchResultDocument
from companion.session.html_page import heading, html_document, paragraph, table
from companion.text import pgettext


def result_page(result: MatchResultDocument) -> str:
    """How it ended, points turn by turn, the armies and the log, as HTML with everything inside."""
    return html_document(result.name, _parts(result))


def _parts(result: MatchResultDocument) -> Iterator[str]:
    yield paragraph(result.ending)
    yield paragraph(f"{result.begun_at.astimezone():%Y-%m-%d %H:%M} – {result.ended_at.astimezone():%H:%M}", small=True)
    heads = (
        pgettext("share", "Player"), pgettext("share", "Points"), pgettext("share", "Hits"),
        pgettext("share", "Dice lost"), pgettext("share", "Army"),
    )  # fmt: skip
    yield table(
        heads,
        (
            (
                f"{player.name} ★" if player.won else player.name,
                f"{player.points:g} / {result.winning_score:g}",
                str(player.hits),
                str(player.lost),
                ", ".join(f"{one.count} × {one.die}" if one.count > 1 else one.die for one in player.army),
            )
            for player in result.players
        ),
    )
    names = [player.name for player in result.players]
    yield heading(pgettext("share", "Points, turn by turn"))
    yield table(
        (pgettext("share", "Turn"), *names),
        ((f"{one.turn} {one.player}", *(f"{one.points.get(name, 0):g}" for name in names)) for one in result.turns),
        numbers=True,
    )
    yield heading(pgettext("share", "Log"))
    yield table(
        (pgettext("share", "Turn"), pgettext("share", "What happened"), pgettext("share", "Rules")),
        ((f"{line.turn} {line.player}".strip(), line.text, " ".join(line.rules)) for line in result.log if line.text),
    )
