"""How each part of the overlay looks; the colours come from the theme."""

from __future__ import annotations

from typing import Final

from companion.session.overlay import MarkKind, Tone
from companion.ui.theme import ACCENT, AMBER, ASH, GRAPHITE, PAPER, MarkStyle

LOOKS: Final = {
    MarkKind.SHADE: MarkStyle(fill=GRAPHITE, opacity=0.42, hatched=True),
    MarkKind.FADED: MarkStyle(fill=GRAPHITE, opacity=0.4),
    MarkKind.GHOST: MarkStyle(stroke=PAPER, width=2.0, casing=4.0, dashed=True),
    MarkKind.REFUSED_GHOST: MarkStyle(stroke=ASH, width=1.4, casing=3.0, dashed=True, opacity=0.75),
    MarkKind.CHOSEN_GHOST: MarkStyle(stroke=ACCENT, width=3.2, casing=5.4, dashed=True),
    MarkKind.BASELINE: MarkStyle(stroke=ACCENT, width=1.6, casing=3.4),
    MarkKind.LEGAL_RING: MarkStyle(stroke=ACCENT, width=2.6, casing=5.0),
    MarkKind.UNSURE_RING: MarkStyle(stroke=AMBER, width=2.6, casing=5.0, dashed=True),
    MarkKind.SPAN: MarkStyle(stroke=PAPER, width=1.0, casing=2.4, opacity=0.75),
    MarkKind.REFUSED_SPAN: MarkStyle(stroke=ASH, width=1.6, casing=3.6, dots=True, dashed=True),
    MarkKind.CLOSEST_SPAN: MarkStyle(stroke=ACCENT, width=2.0, casing=4.2, dots=True),
    MarkKind.UNSURE_SPAN: MarkStyle(stroke=AMBER, width=2.0, casing=4.2, dots=True, dashed=True),
    MarkKind.POST: MarkStyle(stroke=PAPER, width=2.0, casing=4.0),
    MarkKind.OUTLINE: MarkStyle(stroke=PAPER, width=2.0, casing=4.0),
    MarkKind.UNSETTLED_OUTLINE: MarkStyle(stroke=AMBER, width=2.0, casing=4.0, dashed=True),
    MarkKind.UNREAD_OUTLINE: MarkStyle(stroke=ASH, width=2.0, casing=4.0, dashed=True),
    MarkKind.UNKNOWN_OUTLINE: MarkStyle(stroke=AMBER, width=1.4, casing=3.0),
    MarkKind.CHOSEN_OUTLINE: MarkStyle(stroke=ACCENT, width=3.2, casing=5.6),
    MarkKind.DIFFERS: MarkStyle(stroke=AMBER, width=3.2, casing=5.6, dashed=True),
    MarkKind.ASKED_RING: MarkStyle(stroke=AMBER, width=3.2, casing=5.6),
    MarkKind.HEADING: MarkStyle(stroke=PAPER, width=2.0, casing=4.0, arrow=True),
    MarkKind.GHOST_HEADING: MarkStyle(stroke=PAPER, width=1.4, casing=3.0, arrow=True),
    MarkKind.WAY: MarkStyle(stroke=ACCENT, width=2.6, casing=4.8, arrow=True),
}
assert set(LOOKS) == set(MarkKind)

#: Tone -> colour of the title, colour of the details, colour of the rim (``None``: no rim).
TONES: Final[dict[Tone, tuple[str, str, str | None]]] = {
    Tone.CHOSEN: (ACCENT, PAPER, ACCENT),
    Tone.LEGAL: (PAPER, ACCENT, ACCENT),
    Tone.UNSURE: (PAPER, AMBER, AMBER),
    Tone.PLAIN: (PAPER, ASH, None),
    Tone.FADED: (ASH, ASH, None),
    Tone.MEASURE: (ACCENT, PAPER, None),
    Tone.REFUSED: (PAPER, ASH, ASH),
}
assert set(TONES) == set(Tone)
