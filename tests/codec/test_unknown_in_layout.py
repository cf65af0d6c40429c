"""A remark about something that lies there has its place and outline; other remarks have not."""

from __future__ import annotations

import json

from companion.codec.layout import encode_layout
from companion.vision import CameraCheck, Problem, Reading, Remark, UnknownObject

CARD = UnknownObject((500.04, 310.0), 42.43, ((470.0, 280.0), (530.0, 280.0), (530.0, 340.0), (470.0, 340.0)), 20.7)


def test_an_unknown_object_is_written_with_place_and_outline() -> None:
    remarks = Remark(Problem.UNKNOWN_OBJECT, "something", CARD), Remark(Problem.SCALED, "scaled")
    line = json.loads(encode_layout(Reading("a.jpg", (), CameraCheck(0.1, 4), remarks)))
    assert line["remarks"] == [
        {
            "why": "unknown-object",
            "text": "something",
            "about": {
                "centre_mm": [500.0, 310.0],
                "radius_mm": 42.4,
                "outline_mm": [[470.0, 280.0], [530.0, 280.0], [530.0, 340.0], [470.0, 340.0]],
            },
        },
        {"why": "scaled", "text": "scaled"},
    ]
