"""No sheet that is printed and no report bypasses the catalogue: what is written on its pages is gathered as it is
drawn."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QPainter

from companion.catalogue import EffectKind
from companion.codec.card_layout import known_layout
from companion.codec.die import read_dice
from companion.codec.script import decode_match_opening
from companion.exercise_k.codec.documents import decode_desk_opening
from companion.exercise_k.paper.record_sheets import sheet_pages
from companion.exercise_k.paper.result_sheet import desk_result_pages
from companion.exercise_k.session.desk_game import DeskGame
from companion.exercise_k.session.key_parser import parse_keys
from companion.exercise_k.session.results import results_of
from companion.markup import markup
from companion.paper import (
    Page,
    Paper,
    dice_pages,
    page_image,
)
from companion.resources import Bundled, bundled
from companion.session.evaluation_report.page import page as report_page
from companion.session.match import Match
from companion.session.result import summarize_result
from companion.session.tracking_card import unmarked_card
from companion.ui.ogre_card.window import marked_page
from companion.ui.results import result_pages
from companion.vision import DieState
from companion.vision.evaluation import Evaluation, Rig, metric_targets
from tests.acts import do
from tests.paper.sheets import SHEETS
from tests.text.pseudo import untranslated
from tests.vision.evaluation.test_judging import JEEP, TANK, judged, reported, true

pytestmark = pytest.mark.usefixtures("pseudo_language", "qapp")

MATCHES = Path(__file__).parents[1] / "rules" / "matches"
_DPI = 25
#: Printed alike in every language: the game's names, and the ruler's scale.
_PRINTED = ("Diceland", "Ogre", "Mark III", "Mark V", "Exercise K", "100 mm", *(kind.value for kind in EffectKind))


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Callable[[Iterable[Page]], str]:
    """All words of some pages, in the order in which they are drawn."""
    words: list[str] = []

    def draw(_painter: QPainter, *message: object) -> None:
        words.extend(part for part in message if isinstance(part, str))

    monkeypatch.setattr(QPainter, "drawText", draw)

    def of_pages(pages: Iterable[Page]) -> str:
        words.clear()
        for page in pages:
            page_image(page, _DPI)
            words.append(page.title)
        return " ".join(words)

    return of_pages


@pytest.mark.parametrize("name", SHEETS)
def test_no_sheet_bypasses_the_catalogue(name: str, written: Callable[[Iterable[Page]], str]) -> None:
    message = written(SHEETS[name](Paper.A4))
    assert "⟦" in message
    assert untranslated(message, _PRINTED) == []


def test_no_folding_sheet_bypasses_the_catalogue(written: Callable[[Iterable[Page]], str]) -> None:
    dice = [die for die in read_dice(bundled(Bundled.DICE_FACES)).values() if die.set == "ogre"]
    names = {name for die in dice for name in (die.id, die.label, die.team, die.provenance)}
    effects = {effect.label for die in dice for face in die.faces for effect in face.effects}
    assert untranslated(written(dice_pages(dice, Paper.A4)), {*_PRINTED, *names, *effects}) == []


def test_no_card_in_play_bypasses_the_catalogue(written: Callable[[Iterable[Page]], str]) -> None:
    marks = unmarked_card("III", known_layout("III"), post=True)
    assert untranslated(written([marked_page(marks, Paper.A4)]), _PRINTED) == []


def test_no_result_sheet_bypasses_the_catalogue(written: Callable[[Iterable[Page]], str], tmp_path: Path) -> None:
    recorded = json.loads((MATCHES / "crushed.json").read_text())
    steps = recorded.pop("steps")
    recorded.pop("happened")
    with Match.begin(tmp_path / "played.diceland", decode_match_opening(recorded)) as match:
        for step in steps:
            do(match, step, source="keyboard")
    result = summarize_result(tmp_path / "played.diceland")
    dice = {name for piece in recorded["pieces"] for name in (piece["id"], piece["die"], piece["owner"])}
    labels = {dice.die for player in result.players for dice in player.army}
    effects = {
        effect.get("name", "") for die in recorded["dice"] for face in die["face"] for effect in face.get("effect", ())
    } - {""}
    rules = {rule for line in result.log for rule in line.rules}
    names = {*_PRINTED, *dice, *labels, *effects, *rules, result.name}
    assert untranslated(written(result_pages(result, Paper.A4)), names) == []


def test_no_sheet_of_exercise_k_bypasses_the_catalogue(
    written: Callable[[Iterable[Page]], str], tmp_path: Path
) -> None:
    teams = ("Black", "Blue", "Red", "Green")
    opening = {"format": 1, "profile": "exercise-k", "name": "Friday", "players": 8, "order": list(teams)}
    talk = {"table_talk": {"names": {"Black 1": "Ann"}, "waiting": ["Zoe"]}}
    with DeskGame.begin(tmp_path / "game.diceland", decode_desk_opening(opening | talk)) as desk:
        for keys in ("B2T5", "B1M1", "GC", "GR1"):
            action = parse_keys(keys, desk.position).action
            assert action is not None, keys
            assert desk.do(action).ok
        results = results_of(desk)
        pages = [*desk_result_pages(results), *sheet_pages(results)]
    names = {*_PRINTED, "Friday", "Ann", "Zoe"}
    assert untranslated(written(pages), names) == []


def test_no_report_bypasses_the_catalogue() -> None:
    from companion.cli._options import demo_calibration

    camera = demo_calibration().camera
    dice = [true(TANK, 100, 100), true(JEEP, 300, 100), true(TANK, 500, 100), true(JEEP, 700, 100)]
    readings = [
        reported(TANK, 100.3, 100.4),
        reported(TANK, 300, 100),
        reported(None, 500, 100),
        reported(JEEP, 650, 300),
    ]
    leaning = [reported(TANK, 100, 100, state=DieState.LEANING)]
    seen = (judged(dice, readings), judged([true(TANK, 100, 100)], leaning))
    rig: Any = Rig(Path("kitchen"), None, {}, (), Path(), (), ())  # type: ignore[arg-type]
    timings = ({"find": 1.0, "in all": 2.0},) * 2
    evaluation = Evaluation(rig, "club", ("t/van",), camera, (), seen, timings)
    targets = metric_targets(enrolled_elsewhere=True)
    message = report_page(evaluation, targets, lambda _sighting: markup(""))
    plain = re.sub(r"<style>.*?</style>|<[^>]*>|&[a-z]+;|scene-\d+\.jpg", " ", message, flags=re.DOTALL)
    assert untranslated(plain, ["kitchen", "club", "t/van", "t/tank", "t/jeep", "Companion"]) == []
