"""The pages in a real browser, at the sizes of phones, tablets and a stream. Skipped where there is no Chromium."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.codec.script import decode_match_opening
from companion.rules import apply
from companion.rules.actions import Maneuver
from companion.rules.corrections import Correction
from companion.session.match import Match
from companion.session.play import Browsing, MatchPresenter, Settling
from companion.session.tracking_card import TrackingCard
from companion.share.tables import CardTable, MatchTable
from companion.web import ViewerPass, ViewerRole
from tests.share.browser import PHONE, SMALL_PHONE, STREAM, TABLET, Browser, Page, Screen, chromium, running_browser
from tests.share.conftest import BEN, HOST, REFEREE, SPECTATOR, Serve, Served
from tests.share.openings import shared_opening

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(chromium() is None, reason="pages are not looked at: no Chromium (apt-get install chromium)"),
]
SCREENS = (SMALL_PHONE, PHONE, PHONE.turned, TABLET, TABLET.turned)
#: A name that would be a picture, a script and a link if it were taken for markup.
EVIL = "<img src=x onerror=alert(1)><a href=//e>x</a>&amp;"


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with running_browser(tmp_path_factory.mktemp("browser")) as running:
        yield running


def opened(browser: Browser, served: Served, allowed: ViewerPass, path: str = "", screen: Screen = PHONE) -> Page:
    """A page in the hand of somebody who scanned such a code."""
    page, served.waits = browser.page(), True
    page.meanwhile = served.do_asked
    home = f"http://{HOST}:{served.server.port}"
    page.go(f"{home}/j/{served.server.codes.draw(allowed)}", screen)
    if path:
        page.go(f"{home}{path}", screen)
    page.until("document.body?.dataset.link === 'live'")
    return page


def test_spectators_see_the_table_and_what_is_done(
    browser: Browser, served: Served, presenter: MatchPresenter, tmp_path: Path
) -> None:
    page = opened(browser, served, SPECTATOR)
    page.until("document.querySelectorAll('.die').length === 3")
    assert "Anna, turn 2" in page.text("#turn")
    presenter.press("P")
    served.show()
    page.until("document.getElementById('turn').innerText.includes('Ben, turn 3')")
    assert page.text("#sentence") == presenter.match.log[-1].story
    assert page.text("#ids").split() == list(presenter.match.log[-1].rules)
    assert "Ogre" in page.js("document.getElementById('dice').textContent")
    assert page.picture(tmp_path / "table.png").stat().st_size > 10_000
    assert page.messages == []


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: f"{screen.width}x{screen.height}")
@pytest.mark.parametrize(("allowed", "path"), [(SPECTATOR, "/table"), (BEN, "/card"), (REFEREE, "/referee")])
def test_no_page_is_wider_than_the_screen_and_every_button_fits_a_thumb(
    browser: Browser, served: Served, allowed: ViewerPass, path: str, screen: Screen
) -> None:
    page = opened(browser, served, allowed, path, screen)
    page.until("document.querySelectorAll('.die, .spot').length > 0")
    assert page.js("document.documentElement.scrollWidth") <= screen.width
    small = (
        "[...document.querySelectorAll('button')].filter(b => b.offsetParent && "
        "(b.offsetHeight < 38 || b.offsetWidth < 38)).map(b => b.outerHTML)"
    )
    assert page.js(small) == []
    assert page.messages == []


@pytest.mark.parametrize("path", ["/table", "/card", "/referee"])
def test_both_themes_follow_the_system_and_the_button(browser: Browser, served: Served, path: str) -> None:
    page = opened(browser, served, REFEREE, path)
    ground = "getComputedStyle(document.body).backgroundColor"
    page.prefer(prefers_color_scheme="dark")
    dark = page.js(ground)
    page.prefer(prefers_color_scheme="light")
    light = page.js(ground)
    assert (dark, light) == ("rgb(27, 29, 33)", "rgb(247, 244, 236)")
    page.click("#theme")
    assert page.js(ground) == dark
    page.js("location.reload()")
    page.until("document.readyState === 'complete' && document.documentElement.dataset.theme === 'dark'")


def test_the_words_of_a_page_are_in_the_language_that_is_chosen(browser: Browser, served: Served) -> None:
    page = opened(browser, served, SPECTATOR)
    page.go(page.js("document.querySelector('a[hreflang]').href"))
    page.until("document.querySelectorAll('.die').length === 3")
    assert page.js("document.documentElement.lang") == "de"
    assert "Letzte Entscheidung" in page.text("main")
    assert "Last ruling" not in page.text("main")


def named_parts(page: Page) -> list[tuple[str, str]]:
    """What a screen reader gets: role and name of every part."""
    nodes = page.send("Accessibility.getFullAXTree")["nodes"]
    reported = (node for node in nodes if not node.get("ignored"))
    return [(node["role"]["value"], node.get("name", {}).get("value", "")) for node in reported]


@pytest.mark.parametrize(("allowed", "path"), [(SPECTATOR, "/table"), (BEN, "/card"), (REFEREE, "/referee")])
def test_a_screen_reader_finds_a_name_on_everything_that_can_be_pressed(
    browser: Browser, served: Served, allowed: ViewerPass, path: str
) -> None:
    page = opened(browser, served, allowed, path)
    page.until("document.querySelectorAll('.die, .spot').length > 0")
    parts = named_parts(page)
    assert [part for part in parts if part[0] in {"button", "link", "img", "image"} and not part[1]] == []
    assert {"heading", "main"} <= {role for role, _ in parts}
    if path == "/card":
        assert ("button", "Treads 1: left") in parts
    if path == "/referee":
        assert ("button", "Tank, 8") in parts


def test_a_card_s_owner_taps_and_undoes_and_others_only_look(
    browser: Browser, served: Served, presenter: MatchPresenter
) -> None:
    owner, other = opened(browser, served, BEN), opened(browser, served, SPECTATOR, "/card")
    full = presenter.position.cards["Ogre"].treads
    other.until("document.querySelectorAll('.spot').length > 0")
    assert other.js("document.querySelectorAll('.spot:not(:disabled)').length") == 0
    owner.until("document.querySelectorAll('.spot').length > 0")
    assert owner.js("document.querySelectorAll('.card').length") == 1
    owner.click("[data-spot='Ogre/treads/4']")
    for page in (owner, other):
        page.until("document.querySelector(\"[data-spot='Ogre/treads/4']\").classList.contains('gone')")
    assert presenter.position.cards["Ogre"].treads == full - 5
    owner.click("#undo")
    owner.until("!document.querySelector(\"[data-spot='Ogre/treads/4']\").classList.contains('gone')")
    assert presenter.position.cards["Ogre"].treads == full
    assert owner.messages == other.messages == []


def test_the_referee_corrects_a_die_by_two_taps_and_goes_back(
    browser: Browser, served: Served, presenter: MatchPresenter
) -> None:
    page = opened(browser, served, REFEREE, screen=TABLET)
    page.click(".die[data-piece='Tank']")
    page.until("document.querySelectorAll('#faces button').length > 3")
    page.click("#faces button:nth-of-type(2)")
    page.until("document.getElementById('log').children.length === 1")
    assert presenter.position.piece("Tank").showing.key != "8"
    page.until(f"document.getElementById('undo').textContent.includes({json.dumps(presenter.match.log[-1].story)})")
    page.click("#undo")
    page.until("document.querySelector('dialog[open]') !== null")
    assert page.text("dialog li").endswith(presenter.match.log[-1].story)
    page.click("dialog button:last-child")  # cancelled: nothing is undone
    page.until("document.querySelector('dialog') === null")
    assert len(presenter.match.entries) == 1
    page.click("#undo")
    page.click("dialog button:first-child")
    page.until("document.querySelector('#log .undone') !== null")
    assert presenter.position.piece("Tank").showing.key == "8"
    assert presenter.match.entries[-1].source == "tablet"
    page.js("document.querySelector(\".die[data-piece='Ogre']\").focus()")
    page.send("Input.dispatchKeyEvent", type="keyDown", key="Enter", code="Enter", windowsVirtualKeyCode=13)
    page.until("document.getElementById('picked').textContent === 'Ogre'")
    assert page.messages == []


def test_the_referee_is_asked_what_is_too_close_to_call(
    browser: Browser, served: Served, presenter: MatchPresenter
) -> None:
    page = opened(browser, served, REFEREE, screen=TABLET)
    act = Maneuver(piece="Tank", corner=0)
    presenter.go(Settling(act, apply(presenter.position, act).ruling, Browsing("Tank")))
    served.show()
    page.until("document.querySelectorAll('#choices button').length === 2")
    page.click("#choices button:nth-of-type(2)")
    page.until("document.querySelectorAll('#choices button').length === 0")
    assert presenter.mode == Browsing("Tank")


def test_a_refusal_is_shown_on_the_page(browser: Browser, served: Served) -> None:
    page = opened(browser, served, REFEREE)
    refused = json.dumps({"do": "undo", "number": 0})
    page.js(f"void import('/pages/live.js').then((live) => live.ask({refused}))")
    page.until("document.getElementById('said').textContent === 'There is nothing to undo.'")


def test_the_page_for_streams_has_nothing_behind_its_words(browser: Browser, served: Served) -> None:
    page = opened(browser, served, SPECTATOR, "/overlay", STREAM)
    page.until("document.querySelectorAll('.plate').length >= 3")
    for part in ("html", "body"):
        colour = page.js(f"getComputedStyle(document.querySelector('{part}')).backgroundColor")
        assert colour == "rgba(0, 0, 0, 0)"
    assert "Anna" in page.text("#score")
    assert page.js("getComputedStyle(document.getElementById('card')).display") == "none"
    assert page.messages == []


def test_the_parts_for_streams_go_by_the_address_fade_and_come_back(
    browser: Browser, served: Served, presenter: MatchPresenter
) -> None:
    page = opened(browser, served, SPECTATOR, "/overlay?show=last,card&fade=1", STREAM)
    page.until("document.querySelectorAll('#card .plate').length === 2")
    assert page.js("getComputedStyle(document.getElementById('score')).display") == "none"
    page.until("document.getElementById('last').classList.contains('faded')")
    presenter.press("P")
    served.show()
    page.until("!document.getElementById('last').classList.contains('faded')")
    assert page.text("#sentence") == presenter.match.log[-1].story
    # Along the edges, so that dice in the middle of the picture are seen.
    assert page.js("document.querySelector('#last').getBoundingClientRect().top") > STREAM.height * 0.85


def test_a_page_says_how_old_it_is_and_comes_back_by_itself(browser: Browser, served: Served) -> None:
    page = opened(browser, served, SPECTATOR)
    assert page.text("#alive") == "live"
    for offline in (True, False):
        page.send(
            "Network.emulateNetworkConditions", offline=offline, latency=0, downloadThroughput=-1, uploadThroughput=-1
        )
        page.until(f"document.body.dataset.link === '{'lost' if offline else 'live'}'")
    # The window hangs while its server lives on: what is shown is old.
    served.server.do(lambda: setattr(served.server.pages.hub, "_alive_s", -1e9))
    page.until("document.body.dataset.link === 'quiet'")
    assert page.text("#age").endswith("s ago")
    served.server.note_alive()
    page.until("document.body.dataset.link === 'live'")


def test_two_taps_on_one_spot_scratch_it_once_and_quick_taps_are_all_counted(
    browser: Browser, served: Served, presenter: MatchPresenter
) -> None:
    page = opened(browser, served, BEN)
    spot = "[data-spot='Ogre/secondary/0']"
    page.until(f'document.querySelector("{spot}") !== null')
    served.waits = True
    double = "".join(
        f'document.querySelector("{spot}").dispatchEvent(new MouseEvent("click", {{bubbles: true, detail: {count}}}));'
        for count in (1, 2)
    )
    page.js(double + "document.querySelector(\"[data-spot='Ogre/treads/-5']\").click();" * 2)
    page.until("document.querySelectorAll('.gone.spot').length === 11")
    page.until("document.getElementById('undo').textContent.includes('treads 35')")
    card = presenter.position.cards["Ogre"]
    assert (card.treads, len(presenter.match.entries)) == (35, 3)


def test_a_tap_of_a_state_that_has_gone_on_is_refused_and_shows_the_new_one(
    browser: Browser, served: Served, presenter: MatchPresenter
) -> None:
    page = opened(browser, served, BEN)
    page.until("document.querySelectorAll('.spot').length > 0")
    presenter.acts.do(Correction(score={"Anna": 7}), source="mouse")  # the page is not sent it
    page.click("[data-spot='Ogre/treads/-1']")
    page.until("document.getElementById('said').textContent.includes('gone on')")
    assert presenter.position.cards["Ogre"].treads == 45
    page.click("[data-spot='Ogre/treads/-1']")
    page.until("document.getElementById('said').textContent === ''")
    assert presenter.position.cards["Ogre"].treads == 44


def test_a_player_calls_the_referee_who_sees_since_when(browser: Browser, served: Served) -> None:
    player, referee = opened(browser, served, BEN), opened(browser, served, REFEREE, screen=TABLET)
    player.click("#summons button")
    referee.until("document.getElementById('summons').innerText.includes('Ben calls the referee')")
    assert "0:0" in referee.text("#called-for")
    referee.click("#summons button")
    player.until("document.getElementById('summons').innerText === 'Call the referee'")


def test_the_undo_bar_is_in_reach_wherever_the_card_stands(browser: Browser, served: Served) -> None:
    page = opened(browser, served, BEN, screen=SMALL_PHONE)
    page.until("document.querySelectorAll('.spot').length > 0")
    for scrolled in (0, 100_000):
        page.js(f"scrollTo(0, {scrolled})")
        bottom = page.js("document.getElementById('undo').getBoundingClientRect().bottom")
        assert 0 < bottom <= SMALL_PHONE.height


def test_names_are_text_and_never_markup(browser: Browser, serve: Serve, tmp_path: Path) -> None:
    text = json.dumps(shared_opening()).replace("Anna", json.dumps(EVIL)[1:-1]).replace("Tank", json.dumps(EVIL)[1:-1])
    opening: dict[str, Any] = json.loads(text)
    opening["dice"][0]["id"] = "t/tank"
    for piece in opening["pieces"]:
        piece["die"] = "t/ogre" if "ogre" in piece["die"] else "t/tank"
    with Match.begin(tmp_path / "evil.diceland", decode_match_opening(opening)) as match:
        presenter = MatchPresenter(match)
        served = serve(MatchTable(presenter, watched=False))
        presenter.acts.do(Correction(text=EVIL, score={EVIL: 3}), source="mouse")
        served.show()
        for allowed, path in ((SPECTATOR, "/table"), (SPECTATOR, "/overlay"), (REFEREE, "/referee"), (BEN, "/card")):
            page = opened(browser, served, allowed, path)
            page.until(f"document.body?.innerText.includes({json.dumps(EVIL)})")
            assert page.js("document.querySelectorAll('img[src=x], a[href=\"//e\"]').length") == 0
            assert page.messages == []


def test_a_card_without_a_match_is_all_that_its_pages_show(browser: Browser, serve: Serve, tmp_path: Path) -> None:
    with TrackingCard.begin(tmp_path / "card.diceland", "V", post=True) as card:
        served = serve(CardTable(lambda: card, lambda: None))
        (holder,) = served.table.players
        phone, other = opened(browser, served, ViewerPass(ViewerRole.CARD, holder)), opened(browser, served, SPECTATOR)
        phone.click("[data-spot='card/armour/9']")
        phone.until("document.body?.innerText.includes('50 / 60')")
        other.until("location.pathname === '/card' && document.body?.innerText.includes('50 / 60')")
        assert card.marks.armour == 50


def test_the_end_is_announced_on_every_page(browser: Browser, served: Served) -> None:
    page = opened(browser, served, SPECTATOR)
    served.server.stop()
    page.until("document.getElementById('alive').textContent === 'Sharing has ended.'")


def test_somebody_at_the_door_types_the_code(browser: Browser, served: Served) -> None:
    page = browser.page()
    page.go(f"http://{HOST}:{served.server.port}/")
    page.js("document.querySelector('input').value = 'wrong-wrong'; document.querySelector('form').requestSubmit()")
    page.until("document.querySelector('.wrong')?.textContent.includes('does not hold')")
    code = served.server.codes.draw(SPECTATOR)
    page.js(f"document.querySelector('input').value = '{code}'; document.querySelector('form').requestSubmit()")
    page.until("location.pathname === '/table'")
