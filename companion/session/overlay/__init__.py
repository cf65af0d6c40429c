"""What is drawn over the table, as values: marks, tags and stamps in the pixels of any view; unpainted."""

from companion.session.overlay.compose import body_px, compose_scene, on_top_px, owner_badge, ring_px, unknown_scene
from companion.session.overlay.scene import (
    Clutter,
    LabelBox,
    LabelRequest,
    Mark,
    MarkKind,
    Px,
    Scene,
    Stamp,
    Tag,
    Tone,
    place_labels,
)
from companion.session.overlay.views import PictureView, PlanView, TopView, View, Zoomed, plan_view, top_view
