"""`companion print`: the PDF looked at as pixels, and bad words answered with one sentence."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.arrays import Image
from companion.cli import main
from companion.codec.die import read_dice
from companion.opencv import cv2
from companion.paper import Paper, face_image, face_triangle, sheet_places
from companion.resources import Bundled, bundled
from tests.paper.conftest import Render

DICE = read_dice(bundled(Bundled.DICE_FACES))
PX_PER_MM = 5.0
SIZE_PX = 160


def _cut_out(page: Image, corners_mm: NDArray[np.float64]) -> Image:
    """The triangle with these corners on the page, brought upright into the frame of `face_image`."""
    target = np.array([(p.x(), p.y()) for p in face_triangle(SIZE_PX).toList()], np.float32) - 0.5
    mapping = cv2.getAffineTransform((corners_mm * PX_PER_MM - 0.5).astype(np.float32), target)
    return np.asarray(cv2.warpAffine(page, mapping, (SIZE_PX, SIZE_PX), flags=cv2.INTER_AREA))


def _alike(one: Image, other: Image) -> float:
    """Correlation of two pictures inside the face's triangle, its rim left out."""
    mask = np.zeros((SIZE_PX, SIZE_PX), np.uint8)
    corners = np.array([(p.x(), p.y()) for p in face_triangle(SIZE_PX).toList()])
    inner = (corners - SIZE_PX / 2) * 0.9 + SIZE_PX / 2
    cv2.fillConvexPoly(mask, inner.round().astype(np.int32), 1)
    pair = [cv2.GaussianBlur(picture, (0, 0), 1.0)[mask > 0].astype(float).ravel() for picture in (one, other)]
    return float(np.corrcoef(pair[0], pair[1])[0, 1])


@pytest.mark.parametrize("paper", list(Paper))
def test_printed_faces_are_the_art_in_the_nets_places(paper: Paper, tmp_path: Path, rendered: Render) -> None:
    target = tmp_path / "sheets.pdf"
    dice = [DICE["ogre/gev"], DICE["ogre/ogre"], DICE["deep-white-sea/micro"]]
    words = [word for die in dice for word in ("--die", die.id)]
    assert main(["print", "dice", *words, "--paper", paper, "-o", str(target)]) == 0
    pages = rendered(target, px_per_mm=PX_PER_MM)
    chosen = [die for die in DICE.values() if die in dice]  # as the command sorts them
    seen = set()
    for number, die, face, corners_mm in sheet_places(chosen, paper):
        art = face_image(die, face, SIZE_PX)
        assert _alike(_cut_out(pages[number], np.array(corners_mm)), art) > 0.96, (die.id, face.key)
        seen.add((die.id, face.key))
    assert len(seen) == 24


@pytest.mark.parametrize("paper", list(Paper))
def test_nothing_leaves_the_part_of_the_sheet_that_printers_reach(paper: Paper) -> None:
    places = list(sheet_places(list(DICE.values()), paper))
    assert len(places) == 8 * len(DICE)
    for _, die, face, corners_mm in places:
        inside = (np.array(corners_mm) > 8).all() and (np.array(corners_mm) < np.array(paper.size_mm) - 8).all()
        assert inside, (die.id, face.key)


@pytest.mark.parametrize("paper", list(Paper))
def test_the_words_of_a_sheet_do_not_run_into_each_other(paper: Paper, tmp_path: Path, rendered: Render) -> None:
    """A white strip of a millimetre lies between how to fold and which die it is."""
    target = tmp_path / "sheets.pdf"
    main(["print", "dice", "--die", "ogre/gev", "--paper", paper, "-o", str(target)])
    page = rendered(target, px_per_mm=PX_PER_MM)[0]
    white = page[round(20 * PX_PER_MM) : round(28 * PX_PER_MM)].min(axis=(1, 2)) > 250
    assert "1" * round(PX_PER_MM) in "".join(str(int(row)) for row in white)


def test_a_set_prints_two_dice_on_a_sheet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["print", "dice", "--set", "cyburg", "-o", str(tmp_path / "sheets.pdf")]) == 0
    assert "6 pages" in capsys.readouterr().out


def test_ruler_is_a_hundred_millimetres_long(tmp_path: Path, rendered: Render) -> None:
    target = tmp_path / "sheets.pdf"
    main(["print", "dice", "--die", "ogre/gev", "-o", str(target)])
    page = rendered(target, px_per_mm=10.0)[0]
    row = page[2869:2872, :1150].min(axis=(0, 2)) < 128
    dark = np.flatnonzero(row)
    assert abs((dark.max() - dark.min()) - 1000) <= 4


def test_pdf_is_vector_with_its_fonts_inside(tmp_path: Path) -> None:
    target = tmp_path / "sheets.pdf"
    main(["print", "dice", "--set", "ogre", "-o", str(target)])
    content = target.read_bytes()
    assert b"/Subtype /Image" not in content
    assert len(re.findall(rb"/FontFile2", content)) == len(re.findall(rb"/FontName", content)) > 0


@pytest.mark.parametrize("ending", [".svg", ".png"])
def test_every_page_becomes_a_file_of_its_own(ending: str, tmp_path: Path) -> None:
    assert main(["print", "dice", "--die", "ogre/ogre", "-o", str(tmp_path / f"ogre{ending}")]) == 0
    assert sorted(p.name for p in tmp_path.iterdir()) == [f"ogre-1{ending}", f"ogre-2{ending}"]


@pytest.mark.parametrize(
    ("words", "status", "reported"),
    [
        (["--set", "nowhere"], 2, "nowhere"),
        (["--die", "ogre/nothing"], 2, "ogre/nothing"),
        ([], 2, "--set"),
        (["--set", "ogre", "--paper", "a3"], 2, "a3"),
    ],
)
def test_wrong_words_are_answered_in_a_sentence(
    words: list[str], status: int, reported: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["print", "dice", *words, "-o", str(tmp_path / "x.pdf")]) == status
    message = capsys.readouterr().err
    assert reported in message
    assert "Traceback" not in message
    assert not list(tmp_path.iterdir())


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["print", "dice", "--set", "ogre", "-o", str(tmp_path / "no" / "x.pdf")]) == 1
    assert "cannot be written" in capsys.readouterr().err


def test_svg_clips_its_landscapes_and_needs_no_font(tmp_path: Path) -> None:
    """SVG 1.1, as browsers read it; 1.2 Tiny, Qt's default, knows no clipping."""
    target = tmp_path / "gev.svg"
    main(["print", "dice", "--die", "ogre/gev", "-o", str(target)])
    content = target.read_text(encoding="utf-8")
    assert 'version="1.1"' in content
    assert content.count("<clipPath") == 8
    assert "<text" not in content
    assert "<image" not in content
