"""What stands in files, pictures' names included, is shown letter by letter on the pages of reports."""

from __future__ import annotations

from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from companion.certify.documents import ShadowRecordDocument, ShadowRulingDocument
from companion.certify.shadow import shadow_page
from companion.cli._options import demo_calibration
from companion.markup import joined, markup
from companion.rules import Verdict
from companion.session.evaluation_report.page import page
from companion.session.html_page import html_document, paragraph, table
from companion.vision import FaceName
from companion.vision.evaluation import ClosestCall, Evaluation, Rig, figures, metric_targets
from tests.vision.evaluation.test_judging import JEEP, TANK, judged, reported, true

EVIL = '<script>x("&")<img src=x onerror=alert(1)>'


class Tags(HTMLParser):
    """The tags of a page, and what is said between them."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.handlers: set[str] = set()
        self.message: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.handlers |= {name for name, _ in attrs if name.startswith("on")}

    def handle_data(self, data: str) -> None:
        self.message.append(data)


def test_an_evaluation_runs_nothing_that_a_file_or_a_folder_is_called(monkeypatch: pytest.MonkeyPatch) -> None:
    evil = FaceName(EVIL, EVIL)
    dice = [true(evil, 100, 100), true(TANK, 300, 100), true(evil, 500, 100)]
    seen = judged(dice, [reported(evil, 100.3, 100.4), reported(evil, 300, 100), reported(JEEP, 500, 100)])
    seen = replace(seen, sightings=tuple(replace(one, image=EVIL) for one in seen.sightings))
    call = ClosestCall(EVIL, evil, 0, evil, None, right=False, margin_mm=3.0, sure_mm=1.0)
    counted = replace(figures((seen,)), calls=(call,))
    monkeypatch.setattr(Evaluation, "figures", property(lambda _evaluation: counted))
    rig: Any = Rig(Path(EVIL), None, {}, (), Path(), (), ())  # type: ignore[arg-type]
    timings = ({EVIL: 1.0, "in all": 2.0},) * 2
    evaluation = Evaluation(rig, EVIL, (EVIL,), demo_calibration().camera, (EVIL,), (seen,), timings)
    shown = Tags(page(evaluation, metric_targets(enrolled_elsewhere=True), lambda _sighting: markup("")))
    assert shown.tags.isdisjoint({"script", "img"})
    assert shown.handlers == set()
    assert sum(message.count(EVIL) for message in shown.message) > 20, "each place shows the name as it is written"


def test_an_evaluation_by_a_poor_camera_says_so() -> None:
    camera = demo_calibration().camera
    poor = replace(camera, quality=replace(camera.quality, rms_px=9.0, rms_mm=9.0))
    rig: Any = Rig(Path("rig"), None, {}, (), Path(), (), ())  # type: ignore[arg-type]
    for by, message in ((camera, False), (poor, True)):
        evaluation = Evaluation(rig, None, (), by, (), (judged([], []),), ())
        shown = Tags(page(evaluation, metric_targets(enrolled_elsewhere=True), lambda _sighting: markup("")))
        assert ("The camera is calibrated poorly: places may be wrong by " in " ".join(shown.message)) is message


def test_a_shadow_s_page_runs_nothing_that_a_match_is_called() -> None:
    ruling = ShadowRulingDocument(
        turn=1, deed=EVIL, allowed=False, verdict=Verdict.YES, text=EVIL, rules=(EVIL,), numbers={EVIL: (1, 2)},
        program_ms=1,
    )  # fmt: skip
    record = ShadowRecordDocument(format=1, title=EVIL, program="1", rulings=(ruling,))
    shown = Tags(shadow_page([record, record]))
    assert shown.tags.isdisjoint({"script", "img"})
    assert sum(message.count(EVIL) for message in shown.message) >= 10


def test_only_markup_becomes_tags() -> None:
    cells = [[EVIL, paragraph(EVIL)]]
    shown = Tags(html_document(EVIL, [paragraph(EVIL), table([EVIL], cells), joined([EVIL, EVIL], "<br>"), EVIL]))
    assert shown.tags == {"html", "head", "meta", "title", "style", "body", "h1", "p", "table"} | {
        *("thead", "tbody", "tr", "th", "td", "br")
    }
    assert sum(message.count(EVIL) for message in shown.message) == 9
