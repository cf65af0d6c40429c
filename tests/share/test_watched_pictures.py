"""The referee's tablet has the picture of a table over which a camera stands."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.camera import read_picture
from companion.codec.camera import read_camera
from companion.session.live import TableSnapshot, TableState, Track
from companion.session.play import MatchPresenter
from companion.share.documents import LookRequest
from companion.share.tables import MatchTable
from companion.vision import DieReading, DieState, FaceName
from tests.film import FILM
from tests.share.conftest import REFEREE, SPECTATOR, Serve


@pytest.fixture
def seen(presenter: MatchPresenter) -> TableSnapshot:
    """The dice of the match where it has them, and one more that nobody has confirmed."""
    names = ("Tank", "Ogre")
    pieces = [presenter.position.piece(name) for name in names]
    tank = pieces[0]
    poses = [*(piece.placed for piece in pieces), replace(tank.placed, x_mm=700.0, y_mm=350.0)]
    faces = [*(FaceName(piece.die.id, piece.showing.key) for piece in pieces), FaceName(tank.die.id, "8")]
    tracks = tuple(
        Track(number, DieReading(pose, 0.2, 0.2, DieState.FLAT, face, 0.99), 3)
        for number, (pose, face) in enumerate(zip(poses, faces, strict=True), start=1)
    )
    camera, frame = read_camera(FILM / "camera.json"), read_picture(FILM / "020.jpg").pixels
    dice = {piece.die.id: piece.die for piece in pieces}
    presenter.view.snapshot = snapshot = TableSnapshot(
        1, 1.0, frame, TableState.SETTLED, "", tracks, 1, 3, camera, dice=dice
    )
    return snapshot


def test_dice_are_outlined_by_their_names_and_a_tap_shows_what_may_be_hit(
    presenter: MatchPresenter, seen: TableSnapshot
) -> None:
    table = MatchTable(presenter, watched=True)
    assert table.watched is not None
    photo = table.watched.document()
    assert photo.camera
    assert len(photo.pictures) == 1
    assert {die.piece for die in photo.dice} == {"Tank", "Ogre", "Tank, new (3)"}
    assert photo.hints == ()
    assert table.obey(LookRequest(do="look", piece="Tank"), REFEREE) == ""
    chosen = table.watched.document().chosen
    assert chosen is not None
    assert chosen.sentence
    assert chosen.rules
    (ogre,) = [one for one in chosen.candidates if one.piece == "Ogre"]
    assert ogre.distance


def test_a_hand_over_the_table_leaves_the_picture_as_it_was_last_seen(
    presenter: MatchPresenter, seen: TableSnapshot
) -> None:
    table = MatchTable(presenter, watched=True)
    assert table.watched is not None
    before = table.watched.document().pictures
    presenter.view.snapshot = replace(seen, number=2, rest=2, state=TableState.HAND)
    assert table.watched.document().pictures == before
    presenter.view.snapshot = replace(seen, number=3, rest=2)
    assert table.watched.document().pictures != before


def test_only_the_referee_is_given_the_picture(serve: Serve, presenter: MatchPresenter, seen: TableSnapshot) -> None:
    served = serve(MatchTable(presenter, watched=True))
    referee = served.viewer(REFEREE)
    photo = next(state for kind, state in referee.live() if kind == "photo")
    path = f"/photo/picture/{photo['pictures'][0]['number']}"
    assert referee.ask(path)[0] == 200
    assert served.viewer(SPECTATOR).ask(path)[0] == 404
    assert referee.ask("/photo/upload", method="POST", body="{}", content_type="application/json")[0] == 403
