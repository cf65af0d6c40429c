"""How each part of the overlay looks; the colours come from the theme."""

from __future__ import annotations

from typing import Final

from companion.ui.overlay.scene import Part, Tone
from companion.ui.theme import ACCENT, AMBER, ASH, GRAPHITE, PAPER, Look

LOOKS: Final = {
    Part.SHADE: Look(fill=GRAPHITE, opacity=0.42, hatched=True),
    Part.FADED: Look(fill=GRAPHITE, opacity=0.4),
    Part.GHOST: Look(stroke=PAPER, width=2.0, casing=4.0, dashed=True),
    Part.REFUSED_GHOST: Look(stroke=ASH, width=1.4, casing=3.0, dashed=True, opacity=0.75),
    Part.BASELINE: Look(stroke=ACCENT, width=1.6, casing=3.4),
    Part.LEGAL_RING: Look(stroke=ACCENT, width=2.6, casing=5.0),
    Part.UNSURE_RING: Look(stroke=AMBER, width=2.6, casing=5.0, dashed=True),
    Part.SPAN: Look(stroke=PAPER, width=1.0, casing=2.4, opacity=0.75),
    Part.REFUSED_SPAN: Look(stroke=ASH, width=1.6, casing=3.6, dots=True, dashed=True),
    Part.CLOSEST_SPAN: Look(stroke=ACCENT, width=2.0, casing=4.2, dots=True),
    Part.UNSURE_SPAN: Look(stroke=AMBER, width=2.0, casing=4.2, dots=True, dashed=True),
    Part.POST: Look(stroke=PAPER, width=2.0, casing=4.0),
    Part.OUTLINE: Look(stroke=PAPER, width=2.0, casing=4.0),
    Part.UNSETTLED_OUTLINE: Look(stroke=AMBER, width=2.0, casing=4.0, dashed=True),
    Part.UNREAD_OUTLINE: Look(stroke=ASH, width=2.0, casing=4.0, dashed=True),
    Part.CHOSEN_OUTLINE: Look(stroke=ACCENT, width=3.2, casing=5.6),
    Part.DIFFERS: Look(stroke=AMBER, width=3.2, casing=5.6, dashed=True),
    Part.HEADING: Look(stroke=PAPER, width=2.0, casing=4.0, arrow=True),
    Part.GHOST_HEADING: Look(stroke=PAPER, width=1.4, casing=3.0, arrow=True),
    Part.WAY: Look(stroke=ACCENT, width=2.6, casing=4.8, arrow=True),
}
assert set(LOOKS) == set(Part)

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
