"""A match of Anna and Ben in its middle, its dice laid where a test wants them, and what is seen of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from companion.catalogue import Die
from companion.codec.die import read_dice
from companion.codec.script import decode_situation
from companion.geometry import Pose
from companion.resources import Bundled, bundled
from companion.rules import Position, Scenario, TurnState, Zone, refreshed
from companion.session.inference import SeenDie
from companion.session.match_setup import MatchPlan, build_opening
from companion.vision import FaceName

Where = tuple[str, float, float, float]
Laid = Callable[..., Position]

ANNA = ("ogre/infantry",) * 3 + ("ogre/heavy-tank", "ogre/light-tank", "ogre/gev")
BEN = ("ogre/infantry", "ogre/missile-tank", "ogre/light-tank", "ogre/gev", "ogre/howitzer")


@pytest.fixture(scope="session")
def catalogue() -> Mapping[str, Die]:
    """The bundled dice."""
    return read_dice(bundled(Bundled.DICE_FACES))


@pytest.fixture(scope="session")
def start(catalogue: Mapping[str, Die]) -> Position:
    """Anna against Ben, turn 2, Anna to move, everything in hand."""
    plan = MatchPlan.fresh(catalogue).in_scenario(Scenario.TWO_ARMY).renamed("Blue", "Anna").renamed("Orange", "Ben")
    plan = plan.with_army("Anna", ANNA).with_army("Ben", BEN).letting_begin("Anna")
    position = decode_situation(build_opening(plan))[0]
    return replace(position, turn=TurnState(number=2))


@pytest.fixture
def laid(start: Position) -> Laid:
    """Lays pieces: id -> face, x, y, heading."""

    def lay(places: Mapping[str, Where], **changes: Any) -> Position:
        pieces = dict(start.pieces)
        for name, (face, x, y, heading) in places.items():
            piece = pieces[name]
            pose = Pose(x, y, heading, piece.die.edge_mm)
            pieces[name] = replace(piece, zone=Zone.PLAY, face=piece.die.face(face), pose=pose)
        return refreshed(replace(start, pieces=pieces, **changes))

    return lay


def seen_of(position: Position, **changed: Where | None) -> list[SeenDie]:
    """The dice as the position has them; those named (spaces as ``_``) lie otherwise, or for None are not there."""
    dice = []
    for piece in position.in_play:
        face, pose = (piece.face.key if piece.face else ""), piece.placed
        name = piece.id.replace(" ", "_").replace(".", "")
        if name in changed:
            where = changed[name]
            if where is None:
                continue
            face, x, y, heading = where
            pose = Pose(x, y, heading, piece.die.edge_mm)
        dice.append(SeenDie(FaceName(piece.die.id, face), pose))
    return dice


def die(kind: str, face: str | None, x: float, y: float, heading: float = 90.0, **keys: Any) -> SeenDie:
    """A seen die of the Ogre box; unread without a face."""
    name = FaceName(f"ogre/{kind}", face) if face else None
    return SeenDie(name, Pose(x, y, heading, keys.pop("edge_mm", 50.8)), **keys)
