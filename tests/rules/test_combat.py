"""Hits: Attack against Block, damage by the red dot, pinned dice, immunity, points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.rules.conftest import Begin


def test_og_kill_01_an_attack_that_reaches_the_block_kills_and_scores(each_game: Begin) -> None:
    """OG-KILL-01, OG-KILL-02, OG-FACE-02, OG-FACE-06, OG-FACE-12, DW-KILL-01, CY-KILL-01, OG-WIN-02, OG-ZONE-04,
    DW-ZONE-03."""
    game = each_game()
    game.gun("s", "A", (150, 150), attack=5)
    game.plain("t", "B", (600, 450), block=5, points=4)
    line = game.do("shoot", by="s", effect=0, target="t")
    assert line.of("killed") == [{"event": "killed", "piece": "t", "by": "s", "points": 4, "to": "A"}]
    assert line.of("scored")[0]["points"] == 4
    assert game.state()["score"] == {"A": 4, "B": 0}
    assert game.piece("t")["zone"] == "reserve"


@pytest.mark.parametrize("attack", [1, 8])
def test_og_kill_03_an_attack_below_the_block_rolls_one_step_whatever_the_gap(each_game: Begin, attack: Any) -> None:
    """OG-KILL-03, OG-KILL-04, OG-FACE-04, OG-FACE-10, DW-KILL-03, DW-FACE-03, DW-FACE-07, CY-MOVE-03, CY-KILL-02,
    CY-KILL-03."""
    game = each_game()
    game.gun("s", "A", (150, 150), attack=attack)
    game.put("t", game.full_die("t/die", points=4), "B", (600, 450))
    step = game.ask("damage-step", piece="t").answer
    assert (step["result"], step["face"]) == ("roll", "7")
    line = game.do("shoot", by="s", effect=0, target="t")
    assert line.of("damaged")[0]["face"] == "7"
    assert not line.of("scored")


def test_og_kill_06_on_side_1_any_damage_kills(each_game: Begin) -> None:
    """OG-KILL-06, DW-KILL-04, CY-MOVE-04."""
    game = each_game()
    game.gun("s", "A", (150, 150), attack=1)
    game.put("t", game.full_die("t/die", points=4), "B", (600, 450), face="1")
    assert game.ask("damage-step", piece="t").answer == {"result": "killed", "why": "no-dot"}
    assert game.do("shoot", by="s", effect=0, target="t").of("killed")


def test_og_kill_07_infantry_have_two_sides_1(game: Begin) -> None:
    """OG-FACE-05, OG-KILL-07, AMB-40, CON-18: the red dot decides, within a set of sides."""
    table = game()
    table.gun("s", "A", (150, 150), attack=1)
    net = {
        "4a": ("BAC", 1),
        "3a": ("aBC", 2),
        "2a": ("cBa", 2),
        "1a": ("ABc", None),
        "4b": ("Acb", 0),
        "3b": ("abc", 2),
        "2b": ("baC", 1),
        "1b": ("AbC", None),
    }
    faces = [
        {"key": k, "side": int(k[0]), "vertices": v} | ({"block": 9, "damage": [d]} if d is not None else {})
        for k, (v, d) in net.items()
    ]
    table.script["dice"].append({"id": "t/infantry", "points": 2, "face": faces})
    table.put("a", "t/infantry", "B", (400, 450), face="2a")
    table.put("b", "t/infantry", "B", (800, 450), face="2b")
    assert [table.ask("damage-step", piece=p).answer["face"] for p in ("a", "b")] == ["1a", "1b"]
    table.do("shoot", by="s", effect=0, target="a")
    table.do("end-turn")
    table.do("pass")
    assert table.do("shoot", by="s", effect=0, target="a").of("killed")


@pytest.mark.parametrize("where", ["edge", "die"])
def test_og_kill_08_a_pinned_die_is_killed_by_any_damage(each_game: Begin, where: Any) -> None:
    """OG-KILL-08, DW-KILL-06, CY-MOVE-04, CON-16."""
    game = each_game()
    game.gun("s", "A", (150, 150), attack=1)
    at = (600, 450) if where == "die" else (600, 900 - 20)
    game.put(
        "t", game.full_die("t/die", points=4), "B", at, -30
    )  # the red dot is in corner 1, which points to 90 degrees
    if where == "die":
        game.plain("wall", "B", (600, 512))
    answer = game.ask("damage-step", piece="t").answer
    assert (answer["result"], answer["why"]) == ("killed", "pinned")
    assert game.do("shoot", by="s", effect=0, target="t").of("killed")[0]["to"] == "A"


def test_og_kill_05_only_immunity_to_the_colour_avoids_damage(each_game: Begin) -> None:
    """OG-KILL-05, OG-COLOR-01, OG-FACE-07, OG-COLOR-02, OG-COLOR-03, DW-KILL-05, DW-COLOR-01, DW-COLOR-03,
    CY-COLOR-01, DW-FACE-04."""
    for colour, shield, harmed in (
        ("red", "red", False),
        ("red", "yellow", True),
        ("red", "white", True),
        ("black", "black", True),
    ):
        game = each_game()
        game.gun("s", "A", (150, 150), attack=9, colour=colour)
        game.plain("t", "B", (600, 450), shield=shield)
        line = game.do("shoot", by="s", effect=0, target="t")
        assert bool(line.of("killed")) is harmed
        assert bool(line.of("unharmed")) is not harmed


def test_cy_move_05_pavia_is_not_killed_by_damage_alone_but_by_being_pinned(game: Begin) -> None:
    """CY-MOVE-05, AMB-41, CON-18."""
    keys = ["mask", "smile", "static", "mirror", "prism", "ghost", "spark", "void"]
    net = [("abc", 2), ("Cba", 2), ("CAb", 0), ("Acb", 2), ("cAB", 0), ("BAC", 1), ("CaB", 0), ("acB", 2)]
    table = game("cyburg")
    table.script["dice"].append(
        {
            "id": "t/pavia",
            "points": 9,
            "face": [{"key": k, "vertices": v, "block": 6, "damage": [d]} for k, (v, d) in zip(keys, net, strict=True)],
        }
    )
    table.put("free", "t/pavia", "B", (600, 450), face="mask")
    table.put("pinned", "t/pavia", "B", (600, 20), 30, face="mask")
    assert table.ask("damage-step", piece="free").answer["result"] == "roll"
    assert table.ask("damage-step", piece="pinned").answer == {"result": "killed", "why": "pinned"}
    for face in table.script["dice"][-1]["face"]:
        face["damage"] = []
    assert table.ask("damage-step", piece="free").answer["result"] == "no-roll"


def test_dw_backstab_02_works_only_on_a_target_that_cannot_see_the_shooter(game: Begin) -> None:
    """DW-BACKSTAB-01, DW-BACKSTAB-02, AMB-44: the example of Jarik and Thruk."""
    for heading, ok in ((90, True), (270, False)):
        table = game("deep-white-sea")
        gun = {"kind": "weapon", "colour": "yellow", "range": "short", "corners": [0], "attack": 3}
        table.put(
            "jarik",
            table.die("t/jarik", gun, {"kind": "backstab", "colour": "yellow", "attack": 8}),
            "A",
            (600, 320),
            90,
        )
        table.put("thruk", table.die("t/thruk", gun | {"attack": 5}, block=6, points=7), "B", (600, 450), heading)
        line = table.do("shoot", by="jarik", effect=1, target="thruk")
        assert line.ok is ok
        assert line.why == (None if ok else "no-effect")
        assert bool(line.of("killed")) is ok


def test_amb_44_a_target_without_an_arrow_cannot_see(game: Begin) -> None:
    table = game("deep-white-sea")
    table.gun("s", "A", (600, 320), 90)
    table.script["dice"][-1]["face"][0]["effect"][0]["kind"] = "backstab"
    table.plain("t", "B", (600, 450), 270, block=5)
    assert table.do("shoot", by="s", effect=0, target="t").of("killed")


def test_amb_06_a_target_gone_before_its_turn_is_skipped(game: Begin) -> None:
    """An Ogre that the shot rolls crushes the next target of the same All-Range shot."""
    table = game(to_move="B")
    table.gun("s", "B", (200, 450), 0, range="all", attack=5)
    table.ogre("ogre", "A", (400, 450), -120)
    table.plain("victim", "A", (505, 450), block=3, points=2)
    line = table.do("shoot", by="s", effect=0)
    assert line.of("crushed")[0]["piece"] == "victim"
    assert not line.of("killed")


def test_ruling_shows_its_arithmetic(game: Begin) -> None:
    """DW-PROT-01, DW-POWER-01: Block and Attack are given term by term."""
    from companion.rules import apply
    from companion.rules.actions import Shoot

    table = game("deep-white-sea")
    table.gun("s", "A", (150, 150), attack=6)
    shield = {
        "kind": "protection",
        "colour": "purple",
        "range": "all",
        "corners": [0, 1, 2],
        "amount": 3,
        "continuous": True,
    }
    table.put("p", table.die("t/p", shield, block=4), "B", (300, 700))
    table.put("t", table.full_die("t/die", block=4), "B", (600, 450))
    outcome = apply(table.start(), Shoot(by="s", effect=0, target="t"))
    assert [(term.value, term.rule) for term in outcome.ruling.terms] == [
        (6, "OG-FACE-02"),
        (4, "OG-FACE-06"),
        (3, "DW-PROT-01"),
    ]
