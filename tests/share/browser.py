"""A real browser for the tests of pages: headless Chromium, spoken to by its DevTools protocol."""

from __future__ import annotations

import base64
import json
import os
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from websockets.sync.client import ClientConnection, connect

from tests.patience import PATIENCE_S

#: What Debian, Ubuntu and others call it.
_NAMES: Final = ("chromium", "chromium-browser", "google-chrome")
_LISTENS: Final = re.compile(r"DevTools listening on (ws://\S+)")
_MOST_BYTES: Final = 64 * 1024 * 1024


def chromium() -> str | None:
    """The browser's program; ``None`` where there is none."""
    return next((found for name in _NAMES if (found := shutil.which(name))), None)


@dataclass(frozen=True)
class Screen:
    """A device's screen: points across and down, and pixels to a point."""

    width: int
    height: int
    scale: float = 2.0
    touch: bool = True

    @property
    def turned(self) -> Screen:
        """The same on its side."""
        return Screen(self.height, self.width, self.scale, self.touch)


PHONE: Final = Screen(390, 844)
SMALL_PHONE: Final = Screen(320, 568)
TABLET: Final = Screen(820, 1180)
STREAM: Final = Screen(1920, 1080, 1.0, touch=False)


#: What the browser answers about a page that leaves for another while it is asked: a guest's table that sends its
#: viewer on to the card. The next page can be asked again.
_LEAVING: Final = ("Inspected target navigated or closed", "Execution context was destroyed", "Cannot find context")


class PageLeavingError(Exception):
    """The page left for another before it answered."""


class Page:
    """One tab. Everything waits until it is so, as long as patience lasts; ``meanwhile`` is done again and again."""

    def __init__(self, connection: ClientConnection, session: str) -> None:
        self._connection, self._session, self._number = connection, session, 0
        self.meanwhile: Callable[[], object] = lambda: None
        self.messages: list[str] = []

    def go(self, address: str, screen: Screen = PHONE) -> None:
        """Open an address on a screen, and wait for the page."""
        metrics = {"width": screen.width, "height": screen.height, "deviceScaleFactor": screen.scale}
        self.send("Emulation.setDeviceMetricsOverride", **metrics, mobile=screen.touch)
        self.send("Emulation.setTouchEmulationEnabled", enabled=screen.touch)
        self.send("Page.navigate", url=address)
        self.until("document.readyState === 'complete' && location.href !== 'about:blank'")

    def prefer(self, **features: str) -> None:
        """What the system prefers, such as ``prefers_color_scheme="light"``."""
        reported = [{"name": name.replace("_", "-"), "value": value} for name, value in features.items()]
        self.send("Emulation.setEmulatedMedia", features=reported)

    def js(self, expression: str) -> Any:
        """The value of an expression in the page."""
        answer = self.send("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def until(self, expression: str) -> Any:
        """Wait until an expression is true; its value."""
        patience = PATIENCE_S
        while patience > 0:
            with suppress(PageLeavingError):
                value = self.js(expression)
                if value:
                    return value
            self.meanwhile()
            time.sleep(0.05)
            patience -= 0.05
        raise AssertionError(f"never true: {expression}; the page says: {self.js('document.body?.innerText')!r}")

    def text(self, selector: str) -> str:
        """What an element says."""
        return str(self.js(f"document.querySelector({json.dumps(selector)})?.innerText ?? ''"))

    def click(self, selector: str) -> None:
        """Tap the first element of that kind."""
        self.until(f"document.querySelector({json.dumps(selector)}) !== null")
        self.js(
            f"document.querySelector({json.dumps(selector)}).dispatchEvent(new MouseEvent('click', {{bubbles: true}}))"
        )

    def picture(self, file: Path) -> Path:
        """A screenshot of what is seen."""
        shown = self.send("Page.captureScreenshot", format="png")
        file.write_bytes(base64.b64decode(shown["data"]))
        return file

    def send(self, method: str, **parameters: Any) -> Mapping[str, Any]:
        """One command of the protocol, and its answer; what the page's console says meanwhile is saved in ``messages``.

        Raises:
            PageLeavingError: the page was asked while it left for another.
        """
        self._number += 1
        self._connection.send(
            json.dumps({"id": self._number, "sessionId": self._session, "method": method, "params": parameters})
        )
        while True:
            answer = json.loads(self._connection.recv(timeout=PATIENCE_S))
            if answer.get("id") == self._number and answer.get("sessionId") == self._session:
                error = answer.get("error", {}).get("message", "")
                if any(leaving in error for leaving in _LEAVING):
                    raise PageLeavingError(error)
                assert "error" not in answer, answer
                result: Mapping[str, Any] = answer.get("result", {})
                return result
            self._note(answer)

    def _note(self, event: Mapping[str, Any]) -> None:
        if event.get("sessionId") != self._session:
            return
        if event.get("method") == "Log.entryAdded":
            self.messages.append(str(event["params"]["entry"]["text"]))
        if event.get("method") == "Runtime.exceptionThrown":
            self.messages.append(json.dumps(event["params"]["exceptionDetails"]))


class Browser:
    """A running browser; every page has cookies of its own, as another phone would."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection, self._number = connection, 0

    def page(self, downloads: Path | None = None) -> Page:
        """A fresh phone; downloads: where it puts what it is to keep."""
        context = self._send("Target.createBrowserContext")["browserContextId"]
        if downloads is not None:
            where = {"behavior": "allow", "downloadPath": str(downloads)}
            self._send("Browser.setDownloadBehavior", browserContextId=context, **where)
        target = self._send("Target.createTarget", url="about:blank", browserContextId=context)["targetId"]
        session = self._send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        page = Page(self._connection, session)
        for domain in ("Page", "Runtime", "Log", "Network"):
            page.send(f"{domain}.enable")
        return page

    def _send(self, method: str, **parameters: Any) -> Any:
        self._number -= 1
        self._connection.send(json.dumps({"id": self._number, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self._connection.recv(timeout=PATIENCE_S))
            if answer.get("id") == self._number:
                assert "error" not in answer, answer
                return answer["result"]


@contextmanager
def running_browser(home: Path) -> Iterator[Browser]:
    """Start the browser with an empty profile; it ends with the context."""
    program = chromium()
    assert program is not None
    root = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    words = [program, "--headless=new", "--remote-debugging-port=0", f"--user-data-dir={home}", "--disable-gpu", *root]
    words += ["--no-first-run", "--disable-background-networking", "--disable-extensions", "--lang=en", "about:blank"]
    with subprocess.Popen(words, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True) as running:
        assert running.stderr is not None
        try:
            lines = iter(running.stderr.readline, "")
            listens = next(found for line in lines if (found := _LISTENS.search(line)))
            with connect(listens[1], max_size=_MOST_BYTES) as connection:
                yield Browser(connection)
        finally:
            running.terminate()
            running.communicate()
