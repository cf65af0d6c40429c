"""The match of the film in the shadow of people who ruled as its acts are, but once."""

from __future__ import annotations

import re
from base64 import b64decode
from pathlib import Path

from companion.camera import decode_picture
from companion.certify.documents import RulingAgreement, read_shadow_record
from companion.certify.shadow import JUDGED, ShadowRecorder, describe_totals, shadow_page
from companion.codec.actions import decode_action
from companion.session.play import MatchPresenter
from companion.session.stream import begin_passing_match
from tests.film import FILM, film_snapshots, script, tables


def test_the_page_of_the_film_shows_where_people_and_program_differ(tmp_path: Path) -> None:
    end = tables()[1].end
    sure = [snapshot for snapshot in film_snapshots() if snapshot.number <= end and snapshot.sure][-1]
    seconds = iter(range(10_000))
    with begin_passing_match(FILM / "match.json") as match:
        presenter = MatchPresenter(match)
        recorder = ShadowRecorder(presenter, folder=tmp_path, clock=lambda: float(next(seconds)))
        recorder.begin()
        recorder.on_snapshot(sure)
        asked = 0
        for row in script()["steps"]:
            act = decode_action(row, "step", match.position)
            if isinstance(act, JUDGED):
                recorder.decide(match.position, act, allowed=asked != 1)
                asked += 1
            match.do(act, source="keyboard")
        recorder.end()
    assert recorder.path is not None
    record = read_shadow_record(recorder.path)
    assert record == recorder.record
    agreements = [ruling.agreement for ruling in record.rulings]
    assert agreements.count(RulingAgreement.DIFFERED) == 1
    assert agreements.count(RulingAgreement.AGREED) == asked - 1 > 1
    (differed,) = (ruling for ruling in record.rulings if ruling.agreement is RulingAgreement.DIFFERED)
    assert differed.picture_jpeg is not None
    assert decode_picture(b64decode(differed.picture_jpeg), "the table").ndim == 3
    text = shadow_page([record, record])
    assert describe_totals([record, record]).startswith(f"{2 * asked} questions: the program answered {2 * asked}")
    assert text.count('<div class="case">') == 2
    words = re.sub(r"base64,[^\"]+", "", text)  # a picture's letters may spell any name
    assert not any(name in words for name in ("Anna", "Ben"))
    (tmp_path / "page.html").write_text(shadow_page([record]), encoding="utf-8")
