"""A heading as people read it."""

import pytest

from companion.geometry import format_heading


@pytest.mark.parametrize(
    ("heading_deg", "message"),
    [(0.4, "0°"), (-0.4, "0°"), (180, "−180°"), (260, "−100°"), (-75.2, "−75°"), (359, "−1°")],
)
def test_a_heading_is_given_from_minus_180_to_180(heading_deg: float, message: str) -> None:
    assert format_heading(heading_deg) == message
