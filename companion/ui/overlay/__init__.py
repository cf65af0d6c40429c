"""The overlay: what the rules say of a layout, drawn over any view of the table, with or without a window."""

from companion.ui.overlay.compose import badge_of, body_px, composed
from companion.ui.overlay.painter import paint, painted
from companion.ui.overlay.scene import Mark, Part, Scene, Tag, Tone

__all__ = ["Mark", "Part", "Scene", "Tag", "Tone", "badge_of", "body_px", "composed", "paint", "painted"]
