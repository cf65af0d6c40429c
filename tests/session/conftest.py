"""A small catalogue and dice that lie where a test wants them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.catalogue import Die, Effect, EffectKind, Face, Range
from companion.geometry import Pose
from companion.vision.reading import CameraCheck, DieReading, DieState, FaceName, Reading

Lay = Callable[..., DieReading]


def _gun(reach: Range, *corners: int) -> Effect:
    return Effect(EffectKind.WEAPON, "Gun", range=reach, corners=corners, attack=4)


@pytest.fixture
def dice() -> dict[str, Die]:
    """A tank with a short, a long and an all-range face, and a truck without weapons."""
    tank = Die(
        "t/tank",
        (
            Face("8", effects=(_gun(Range.SHORT, 0),)),
            Face("7", effects=(_gun(Range.LONG, 0, 1),)),
            Face("6", effects=(Effect(EffectKind.JUMP), _gun(Range.ALL, 0, 1, 2))),
        ),
        name="Tank",
    )
    return {die.id: die for die in (tank, Die("t/truck", (Face("8"),), name="Truck"))}


@pytest.fixture
def lay() -> Lay:
    """Puts one die down: die, face, place, heading; unread with ``die=None``."""

    def put(
        die: str | None,
        face: str,
        place: tuple[float, float],
        heading_deg: float = 90.0,
        *,
        sigma_mm: float = 0.2,
        state: DieState = DieState.FLAT,
    ) -> DieReading:
        name = FaceName(die, face) if die else None
        return DieReading(Pose(*place, heading_deg, 50.8), sigma_mm, 0.2, state, name, 0.9)

    return put


@pytest.fixture
def reading() -> Callable[..., Reading]:
    """A reading of some dice."""
    return lambda *seen: Reading("scene.jpg", seen, CameraCheck(0.1, 4))
