"""The overlay painted: a scene over any view of the table, with or without a window."""

from companion.ui.overlay.painter import paint_image, paint_scene
