"""The overlay: what the rules say of a layout, drawn over any view of the table, with or without a window."""

from companion.ui.overlay.compose import body_px, composed, on_top_px, owner_badge
from companion.ui.overlay.painter import paint, painted
from companion.ui.overlay.scene import Mark, MarkKind, Px, Scene, Stamp, Tag, Tone

__all__ = [
    "Mark",
    "MarkKind",
    "Px",
    "Scene",
    "Stamp",
    "Tag",
    "Tone",
    "owner_badge",
    "body_px",
    "composed",
    "on_top_px",
    "paint",
    "painted",
]
