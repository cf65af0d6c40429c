"""The page with the camera in a real browser: a picture chosen as a phone does, read, tapped, added to, refused."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.codec.script import decode_match_opening
from companion.session.match import Match
from companion.session.photographs import PhotographDesk
from companion.session.play import MatchPresenter, infer
from companion.share.photographs import match_photos, ruling_photos
from companion.share.tables import MatchTable, RulingTable
from companion.vision import HandheldReader
from tests.hand import FIRST, MOVED, OTHER_TABLE, SECOND, UPRIGHT, phone_reader
from tests.patience import PATIENCE_S
from tests.share.browser import PHONE, SMALL_PHONE, TABLET, Browser, Page, Screen, chromium, running_browser
from tests.share.conftest import HOST, REFEREE, Serve, Served
from tests.share.test_photographs import opening_of

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(chromium() is None, reason="pages are not looked at: no Chromium (apt-get install chromium)"),
]
USUAL: Screen = Screen(360, 640)
THERE = "document.querySelectorAll('.sheet .die').length === 6"


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with running_browser(tmp_path_factory.mktemp("browser")) as running:
        yield running


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> HandheldReader:
    return phone_reader(tmp_path_factory.mktemp("phone"))


@pytest.fixture
def desk(reader: HandheldReader) -> Iterator[PhotographDesk]:
    desk = PhotographDesk(lambda: reader)
    desk.start()
    yield desk
    desk.stop()


@pytest.fixture
def ruling(serve: Serve, desk: PhotographDesk) -> Served:
    return serve(RulingTable(ruling_photos(desk)))


def opened(browser: Browser, served: Served, screen: Screen = PHONE, downloads: Path | None = None) -> Page:
    """The phone of somebody who scanned the code."""
    page, served.waits = browser.page(downloads), True
    page.meanwhile = served.do_asked
    page.go(f"http://{HOST}:{served.server.port}/j/{served.server.codes.draw(REFEREE)}", screen)
    page.until("document.getElementById('title').textContent !== ''")
    return page


def choose(page: Page, field: str, *files: Path) -> None:
    """What the phone's camera does when its picture is taken."""
    root = page.send("DOM.getDocument")["root"]["nodeId"]
    node = page.send("DOM.querySelector", nodeId=root, selector=f"#{field}")["nodeId"]
    page.send("DOM.setFileInputFiles", nodeId=node, files=[str(file) for file in files])


@pytest.mark.parametrize("screen", [USUAL, PHONE, SMALL_PHONE, PHONE.turned, TABLET], ids=lambda one: str(one.width))
@pytest.mark.parametrize("file", [FIRST, UPRIGHT], ids=lambda file: file.name)
def test_a_picture_that_is_taken_comes_back_with_every_die_named(
    browser: Browser, ruling: Served, screen: Screen, file: Path
) -> None:
    page = opened(browser, ruling, screen)
    assert page.text("#new-words") == "Take a picture"
    choose(page, "new", file)
    page.until(THERE)
    page.until("document.getElementById('photograph').complete && document.getElementById('photograph').naturalWidth")
    assert page.text("#found") == "6 dice"
    names = page.js("[...document.querySelectorAll('.label .name')].map(e => e.textContent)")
    assert {"Howitzer", "G.E.V.", "Infantry"} <= {name[2:] for name in names}
    page.click(".sheet .die[data-piece='G.E.V.']")
    page.until("document.querySelectorAll('#candidates li').length === 5")
    assert "may hit" in page.text("#says")
    assert "OG-RANGE" in page.text("#chosen")
    assert page.js("document.documentElement.scrollWidth") <= screen.width
    small = (
        "[...document.querySelectorAll('button, .shutter, .button')].filter(b => b.offsetParent && "
        "(b.offsetHeight < 38 || b.offsetWidth < 38)).map(b => b.outerHTML)"
    )
    assert page.js(small) == []
    outside = (
        "[...document.querySelectorAll('.label rect')].filter(r => {const a = r.getBoundingClientRect(), "
        "b = document.getElementById('sheet').getBoundingClientRect(); return a.left < b.left - 1 || "
        "a.right > b.right + 1 || a.top < b.top - 1 || a.bottom > b.bottom + 1}).length"
    )
    assert page.js(outside) == 0
    assert page.messages == []


def test_the_outlines_lie_where_the_picture_shows_the_dice(browser: Browser, ruling: Served) -> None:
    page = opened(browser, ruling)
    choose(page, "new", UPRIGHT)
    page.until(THERE)
    page.until("document.getElementById('photograph').naturalWidth")
    boxes = page.js(
        "[document.getElementById('photograph'), document.getElementById('over')].map(e => "
        "{const r = e.getBoundingClientRect(); return [r.left, r.top, r.width, r.height]})"
    )
    assert boxes[0] == pytest.approx(boxes[1], abs=0.6)
    size = page.js("[document.getElementById('photograph').naturalWidth, document.getElementById('photograph').width]")
    assert page.js("document.getElementById('over').viewBox.baseVal.width") == size[0]


def test_more_pictures_are_added_and_what_was_moved_is_said(browser: Browser, ruling: Served) -> None:
    page = opened(browser, ruling)
    choose(page, "new", FIRST)
    page.until(THERE)
    choose(page, "more", UPRIGHT)
    page.until("document.querySelectorAll('#pages button').length === 2")
    choose(page, "more", MOVED)
    page.until("document.querySelectorAll('#pages button').length === 3")
    assert "Infantry side 4a was moved by 64 mm between picture 1 and picture 3." in page.text("#hints")
    shown = page.js("document.getElementById('photograph').src")
    page.click("#pages button")
    page.until(f"document.getElementById('photograph').src !== {json.dumps(shown)}")
    page.click("#forget")
    page.until("document.getElementById('figure').classList.contains('hidden')")
    assert page.messages == []


def test_a_tap_keeps_the_ruling_as_a_picture(browser: Browser, ruling: Served, tmp_path: Path) -> None:
    ruling.painted = b"\x89PNG as the window painted it"
    page = opened(browser, ruling, downloads=tmp_path)
    assert page.js("document.getElementById('keep').offsetParent") is None, "nothing to keep yet"
    choose(page, "new", FIRST)
    page.until(THERE)
    page.until("document.getElementById('keep').offsetParent !== null")
    page.click("#keep")
    patience, kept = PATIENCE_S, tmp_path / "ruling.png"
    while not kept.exists() and patience > 0:
        page.js("new Promise(after => setTimeout(after, 50))")
        patience -= 0.05
    assert kept.read_bytes() == ruling.painted
    assert page.text("#found") == "6 dice", "the page is still there"
    assert page.messages == []


def test_a_refusal_is_a_sentence_and_the_table_stays(browser: Browser, ruling: Served, tmp_path: Path) -> None:
    page = opened(browser, ruling)
    choose(page, "new", FIRST)
    page.until(THERE)
    choose(page, "more", OTHER_TABLE)
    page.until("document.getElementById('refused').textContent.includes('do not show one layout')")
    heic = tmp_path / "IMG_0001.HEIC"
    heic.write_bytes(b"\0\0\0\x18ftypheic" + bytes(5000))
    choose(page, "new", heic)
    page.until("document.getElementById('refused').textContent.includes('Most Compatible')")
    empty = tmp_path / "empty.jpg"
    empty.write_bytes(b"")
    choose(page, "new", empty)
    page.until("document.getElementById('refused').textContent.includes('is empty')")
    huge = tmp_path / "huge.jpg"
    with huge.open("wb") as file:
        file.truncate(60 * 1024 * 1024)
    choose(page, "new", huge)
    page.until("document.getElementById('refused').textContent.includes('up to 48 MB')")
    assert page.js(THERE)
    choose(page, "more", SECOND)
    page.until("document.getElementById('refused').textContent === ''")
    page.until("document.querySelectorAll('#pages button').length === 2")


def offline(page: Page, *, cut: bool, rate: int = -1) -> None:
    page.send("Network.enable")
    page.send(
        "Network.emulateNetworkConditions", offline=cut, latency=0, downloadThroughput=rate, uploadThroughput=rate
    )


def test_a_picture_goes_on_after_the_line_broke(browser: Browser, ruling: Served, tmp_path: Path) -> None:
    page = opened(browser, ruling)
    large = tmp_path / "large.jpg"
    large.write_bytes(FIRST.read_bytes() + bytes(6_000_000))  # as phones put films behind their pictures
    offline(page, cut=False, rate=700_000)
    choose(page, "new", large)
    page.until("parseFloat(document.getElementById('done').style.width) > 0")
    offline(page, cut=True)
    page.until("document.getElementById('doing').textContent.includes('The line broke')")
    offline(page, cut=False)
    page.until(THERE)


def test_sending_is_stopped_by_a_tap(browser: Browser, ruling: Served, desk: PhotographDesk) -> None:
    page = opened(browser, ruling)
    offline(page, cut=False, rate=10_000)
    choose(page, "new", FIRST)
    page.until("!document.getElementById('stop').classList.contains('hidden')")
    page.click("#stop")
    page.until("document.getElementById('work').classList.contains('hidden')")
    assert desk.state.table is None
    assert page.text("#refused") == ""


def test_whose_a_die_is_and_by_which_rules_is_said_by_taps(browser: Browser, ruling: Served) -> None:
    page = opened(browser, ruling)
    choose(page, "new", FIRST)
    page.until(THERE)
    page.click(".sheet .die[data-piece='Howitzer']")
    page.until("!document.getElementById('chosen').classList.contains('hidden')")
    before = page.js("document.querySelector('#owner .badge').className")
    page.click("#owner")
    page.until(f"document.querySelector('#owner .badge').className !== {json.dumps(before)}")
    page.click("[data-profile='deep-white-sea']")
    page.until("document.querySelector(\"[data-profile='deep-white-sea']\").getAttribute('aria-pressed') === 'true'")
    page.click("#advanced")
    page.until("document.getElementById('advanced').getAttribute('aria-pressed') === 'true'")
    page.click("#larger")
    assert page.js("document.getElementById('sheet').clientWidth > document.getElementById('frame').clientWidth")
    page.click(".sheet .die[data-piece='Howitzer']")
    page.until("document.getElementById('chosen').classList.contains('hidden')")
    page.js("document.querySelector(\".sheet .die[data-piece='Infantry']\").focus()")
    page.send("Input.dispatchKeyEvent", type="keyDown", key="Enter", code="Enter", windowsVirtualKeyCode=13)
    page.until("document.getElementById('die-name').textContent.includes('Infantry')")
    assert page.messages == []


def test_everything_that_can_be_pressed_has_a_name_and_words_are_german_for_germans(
    browser: Browser, ruling: Served
) -> None:
    page = opened(browser, ruling)
    choose(page, "new", FIRST)
    page.until(THERE)
    page.click(".sheet .die[data-piece='Howitzer']")
    page.until("!document.getElementById('chosen').classList.contains('hidden')")
    nodes = page.send("Accessibility.getFullAXTree")["nodes"]
    parts = [(node["role"]["value"], node.get("name", {}).get("value", "")) for node in nodes if not node["ignored"]]
    assert [part for part in parts if part[0] in {"button", "link", "img", "image"} and not part[1]] == []
    names = {name for _, name in parts}
    assert {"G.E.V., Side 5", "New picture", "Add picture", "Whose die: tap to change"} <= names
    page.go(page.js("document.querySelector('a[hreflang]').href"))
    page.until(THERE)
    assert page.js("document.documentElement.lang") == "de"
    assert "Neues Bild" in page.text("main")
    assert "New picture" not in page.text("main")


def test_in_a_match_what_was_done_is_confirmed_on_the_phone(
    browser: Browser, serve: Serve, desk: PhotographDesk, tmp_path: Path
) -> None:
    desk.hand_in(FIRST.read_bytes(), add=False).result()
    opening = decode_match_opening(opening_of(desk, hand="ogre/infantry"))
    desk.forget()
    with Match.begin(tmp_path / "match.diceland", opening) as match:
        presenter = MatchPresenter(match)
        served = serve(MatchTable(presenter, watched=True, photos=match_photos(desk, presenter)))
        page = opened(browser, served, USUAL)
        choose(page, "new", FIRST)
        page.until(THERE)
        assert desk.latest is not None
        question = presenter.questions.on_snapshot(desk.latest)
        assert question is not None
        presenter.questions.on_inference(infer(question))
        served.show()
        page.until("document.querySelectorAll('#choices button').length > 0")
        assert page.text("#prompt") == "Anna throws Infantry and it lands on side 4a."
        page.click("#choices button")
        page.until("document.querySelector(\".sheet .die[data-piece='Infantry']\") !== null")
        page.click(".sheet .die[data-piece='Infantry']")
        page.until("document.getElementById('die-name').textContent.includes('Infantry')")
        assert presenter.position.piece("Infantry").in_play
        assert page.messages == []
