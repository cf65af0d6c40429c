"""The hall's pages in a real browser, from a referee's phone to the wall. Skipped where there is no Chromium."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.hall.page_server import STEWARD, WALL, HallServer
from companion.session.match import Match
from companion.web import OWN_COMPUTER, ViewerPass
from tests.memory_broker import MemoryBroker
from tests.patience import wait_until
from tests.session.hall.test_hall_client import Hall, Table
from tests.share.browser import Browser, Page, Screen, chromium, running_browser

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(chromium() is None, reason="pages are not looked at: no Chromium (apt-get install chromium)"),
]
SCREENS = (Screen(360, 640), Screen(768, 1024), Screen(1920, 1080, 1.0, touch=False))


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with running_browser(tmp_path_factory.mktemp("browser")) as running:
        yield running


@pytest.fixture
def hall(broker: MemoryBroker, match: Match, tmp_path: Path) -> Iterator[Hall]:
    """One table, which has called."""
    found = Hall(broker)
    table = Table("Table 4", match, tmp_path, broker)
    table.publication.call_referee("May the tank see it?")
    wait_until(lambda: bool(found.client.board.calls))
    yield found
    table.publication.close()


@pytest.fixture
def served(hall: Hall) -> Iterator[HallServer]:
    server = HallServer(hall.client, (OWN_COMPUTER,), 0, clock=hall.clock)
    yield server
    server.close()


def opened(browser: Browser, served: HallServer, allowed: ViewerPass, screen: Screen, more: str = "") -> Page:
    page = browser.page()
    page.meanwhile = served.refresh
    page.go(f"http://{OWN_COMPUTER.ip}:{served.server.port}/j/{served.codes.draw(allowed)}{more}", screen)
    page.until("document.body?.dataset.link === 'live'")
    return page


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: f"{screen.width}x{screen.height}")
@pytest.mark.parametrize("allowed", [WALL, STEWARD], ids=["wall", "walk"])
def test_no_page_is_wider_than_the_screen_and_everything_that_is_pressed_has_a_name(
    browser: Browser, served: HallServer, allowed: ViewerPass, screen: Screen
) -> None:
    page = opened(browser, served, allowed, screen)
    page.until("document.querySelector('.tile') !== null")
    assert page.js("document.documentElement.scrollWidth") <= screen.width
    nodes = page.send("Accessibility.getFullAXTree")["nodes"]
    parts = [(one["role"]["value"], one.get("name", {}).get("value", "")) for one in nodes if not one.get("ignored")]
    pressed = {"button", "link", "combobox", "textbox", "image"}
    assert [part for part in parts if part[0] in pressed and not part[1]] == []
    assert {"heading", "main", "button"} <= {role for role, _ in parts}
    assert page.messages == []


def test_the_wall_shows_what_its_address_asks_for(browser: Browser, served: HallServer) -> None:
    page = opened(browser, served, WALL, SCREENS[2], "?which=over")
    page.until("document.getElementById('words').textContent !== ''")
    assert page.js("document.querySelectorAll('.tile').length") == 0
    page.js("which.value = 'calls'; which.dispatchEvent(new Event('change'))")
    page.until("document.querySelectorAll('.tile.calling').length === 1")
    assert "waits for 0:" in page.text(".tile")


def test_the_referee_who_walks_takes_the_call_by_their_name(browser: Browser, served: HallServer, hall: Hall) -> None:
    page = opened(browser, served, STEWARD, SCREENS[0])
    page.until("document.querySelector('[data-act=take]') !== null")
    page.js("const field = document.getElementById('name'); field.value = 'Dora'; void 0")
    page.click("[data-act=take]")
    page.until("document.querySelector('.tile').innerText.includes('Dora is coming')")
    page.click("[data-act=done]")
    page.until("document.getElementById('calls').innerText.includes('Nobody calls.')")
    assert hall.client.board.calls == ()
