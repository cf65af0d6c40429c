"""Setting up: distances are measured and shown, and nothing is rejected for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from companion.rules.setup import setup_notes

if TYPE_CHECKING:
    from tests.rules.conftest import Begin


@pytest.mark.parametrize(("at", "fits"), [((600, 538), True), ((600, 450), True), ((600, 700), False)])
def test_og_start_01_the_ogre_stands_mid_table_or_twenty_inches_from_the_command_post(
    game: Begin, at: Any, fits: bool
) -> None:
    """OG-START-01, OG-START-02, CON-37, AMB-33."""
    table = game()
    table.ogre("ogre", "A", at)
    table.post("cp", "B", (600, 30))
    table.script["players"] = [{"id": "B", "edge": "near"}, {"id": "A", "edge": "far"}]
    post, ogre = setup_notes(table.start())
    assert post.fits
    assert "OG-START-02" in post.ruling.rules
    assert ogre.fits is fits
    assert {"OG-START-01", "CON-37", "AMB-33"} <= set(ogre.ruling.rules)
    assert "508 mm" in ogre.ruling.text


@pytest.mark.parametrize(("apart", "fits"), [(304.8, True), (320, True), (400, False)])
def test_og_start_08_two_ogres_start_about_twelve_inches_apart(game: Begin, apart: float, fits: bool) -> None:
    table = game()
    table.ogre("one", "A", (400, 450))
    table.ogre("two", "B", (400 + apart, 450))
    (note,) = setup_notes(table.start())
    assert note.fits is fits
