"""The bundled dice hold what the documents give of them; everything else is a stand-in and says so."""

from __future__ import annotations

import pytest

from companion.catalogue import Colour, Die, EffectKind
from companion.codec.die import read_dice
from companion.resources import Bundled, bundled


@pytest.fixture(scope="module")
def dice() -> dict[str, Die]:
    return read_dice(bundled(Bundled.DICE_FACES))


def kinds(die: Die) -> dict[EffectKind, int]:
    """How many sides have an effect of each kind."""
    return {kind: sum(face.has(kind) for face in die.faces) for kind in EffectKind}


def calls(die: Die, restriction: str) -> int:
    return sum(
        any(e.kind is EffectKind.CALL and e.restriction == restriction for e in face.effects) for face in die.faces
    )


def test_og_unit_01_there_are_eight_units_of_team_ogre_and_one_is_the_ogre(dice: dict[str, Die]) -> None:
    """OG-SET-01, OG-SET-02, OG-UNIT-01, OG-ARMY-12, OG-FACE-11, OG-FACE-14, OG-OGRE-01."""
    ours = [die for die in dice.values() if die.set == "ogre"]
    assert len(ours) == 8
    assert {die.team for die in ours} == {"Ogre"}
    assert not any(die.unique for die in ours)
    assert all(die.name for die in ours)
    assert [(die.points, die.edge_mm) for die in ours if "Ogre" in die.classes] == [(50, 101.6)]


def test_og_unit_02_what_the_documents_say_of_each_unit(dice: dict[str, Die]) -> None:
    """OG-UNIT-02, OG-UNIT-03, OG-UNIT-04, OG-UNIT-05, OG-UNIT-06, OG-UNIT-07, OG-UNIT-08, OG-FACE-05."""
    infantry, gev, light, heavy = (dice[f"ogre/{name}"] for name in ("infantry", "gev", "light-tank", "heavy-tank"))
    assert (infantry.points, light.points, heavy.points) == (2, 4, 8)
    assert gev.points > infantry.points
    assert calls(infantry, "Infantry")
    assert (calls(gev, "G.E.V."), calls(light, "Tank")) == (3, 4)
    assert calls(gev, "Tank")
    jumpers = [die.id for die in dice.values() if die.set == "ogre" and kinds(die)[EffectKind.JUMP]]
    dodgers = [die.id for die in dice.values() if die.set == "ogre" and kinds(die)[EffectKind.DODGE]]
    assert jumpers == dodgers == ["ogre/gev"]
    assert sorted(face.side or 0 for face in infantry.faces) == [1, 1, 2, 2, 3, 3, 4, 4]
    strongest = {
        name: max(e.attack or 0 for f in dice[f"ogre/{name}"].faces for e in f.effects)
        for name in ("howitzer", "mobile-howitzer", "missile-tank", "light-tank")
    }
    assert strongest["howitzer"] >= strongest["mobile-howitzer"]


def test_og_cmd_03_no_die_of_the_ogre_set_has_command_and_only_the_ogre_is_immune(dice: dict[str, Die]) -> None:
    """OG-CMD-03, OG-COLOR-04, OG-FACE-07, OG-FACE-03, OG-OGRE-07, CON-34."""
    ours = [die for die in dice.values() if die.set == "ogre"]
    assert ours
    assert not any(kinds(die)[EffectKind.COMMAND] for die in ours)
    for die in ours:
        ogre = "Ogre" in die.classes
        assert {face.shield for face in die.faces} == {Colour.PURPLE if ogre else Colour.WHITE}
        if ogre:
            assert all(sum(e.kind is EffectKind.WEAPON for e in face.effects) == 4 for face in die.faces)


def test_what_no_document_gives_is_called_a_stand_in(dice: dict[str, Die]) -> None:
    """OG-SET-05: not even the size of the dice is printed."""
    assert all(die.provenance == "stand-in" for die in dice.values())
    assert {face.side for face in dice["cyburg/pavia"].faces} == {None}
