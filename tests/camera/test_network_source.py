"""Cameras on the network, by a real server on this computer: the newest picture always, and back after a silence."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import numpy as np
import pytest

from companion.camera.sources import NetworkSource, cameras, is_network_address
from companion.codec.sources import open_source
from companion.errors import InputError, OperationError
from companion.opencv import cv2
from companion.plain_text import public_address
from tests.patience import PATIENCE_S

BOUNDARY = "picture"


class Telephone:
    """An MJPEG server as telephones have them: each picture is a grey that tells its number."""

    def __init__(self, port: int = 0) -> None:
        self.number, self.hung_up = 0, threading.Event()
        telephone = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
                self.send_header("Content-Type", f"multipart/x-mixed-replace; boundary={BOUNDARY}")
                self.end_headers()
                try:
                    while not telephone.hung_up.wait(0.01):
                        self.wfile.write(telephone.next_part())
                except OSError:
                    pass  # whoever looked has gone

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self._server.daemon_threads = True
        self.port: int = self._server.server_port
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        self._thread.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/video"

    def next_part(self) -> bytes:
        """The next picture as a part of the stream."""
        self.number += 1
        jpeg = cv2.imencode(".jpg", picture_of(self.number))[1].tobytes()
        head = f"--{BOUNDARY}\r\nContent-Type: image/jpeg\r\nContent-Length: {len(jpeg)}\r\n\r\n"
        return head.encode() + jpeg + b"\r\n"

    def hang_up(self) -> None:
        """No more pictures, and nobody answers."""
        self.hung_up.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def picture_of(number: int) -> np.ndarray:
    """Sixteen bits of a number as black and white squares, which JPEG does not blur."""
    bits = [(number >> bit) & 1 for bit in range(16)]
    return np.repeat(np.kron(np.array(bits, np.uint8).reshape(4, 4), np.full((16, 16), 255, np.uint8))[..., None], 3, 2)


def number_of(pixels: np.ndarray) -> int:
    """The number that a picture tells."""
    bits = pixels[8::16, 8::16, 0].ravel() > 127
    return sum(int(bit) << place for place, bit in enumerate(bits))


@pytest.fixture
def telephone() -> Iterator[Telephone]:
    made = Telephone()
    yield made
    if not made.hung_up.is_set():
        made.hang_up()


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """A camera that is gone is looked for at once."""
    monkeypatch.setattr(cameras, "REOPEN_AFTER_S", 0.02)


def read_number(source: NetworkSource) -> int:
    """The number of the next picture that comes."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        pixels = source.read()
        if pixels is not None:
            return number_of(pixels)
    raise AssertionError("waited in vain")


def wait_for_number(telephone: Telephone, number: int) -> None:
    end = time.monotonic() + PATIENCE_S
    while telephone.number < number and time.monotonic() < end:
        time.sleep(0.01)
    assert telephone.number >= number


def test_whoever_reads_late_gets_the_newest_picture_and_none_of_those_before(telephone: Telephone) -> None:
    with closing(open_source(telephone.address)) as source:
        assert isinstance(source, NetworkSource)
        assert source.name == f"127.0.0.1:{telephone.port}"
        first = read_number(source)
        wait_for_number(telephone, first + 60)
        late = read_number(source)
        assert late > first + 30, "a queue would have given the one after the first"
        assert read_number(source) > late, "each picture is given once"
        assert source.trouble == ""
    assert source.over
    assert source.read() is None


@pytest.mark.usefixtures("hasty")
def test_a_phone_that_falls_silent_is_reported_and_comes_back_by_itself(telephone: Telephone) -> None:
    with closing(NetworkSource(telephone.address)) as source:
        read_number(source)
        telephone.hang_up()
        end = time.monotonic() + PATIENCE_S
        while not source.trouble and time.monotonic() < end:
            source.read()
        assert "sends no pictures any more" in source.trouble
        assert source.read() is None
        again = Telephone(telephone.port)
        try:
            assert read_number(source) > 0
            assert source.trouble == ""
        finally:
            again.hang_up()


def test_an_address_at_which_nobody_answers_is_reported_without_its_password(telephone: Telephone) -> None:
    telephone.hang_up()
    with pytest.raises(OperationError, match="gives no pictures: start the camera app there") as refused:
        open_source(f"http://anna:secret@127.0.0.1:{telephone.port}/video")
    assert "secret" not in str(refused.value)
    assert "anna" not in str(refused.value)


@pytest.mark.parametrize("word", ["http://", "rtsp:///live"])
def test_an_address_without_a_host_is_refused(word: str) -> None:
    with pytest.raises(InputError, match="no address of a network camera"):
        open_source(word)


def test_a_network_camera_is_not_given_together_with_pictures() -> None:
    with pytest.raises(InputError, match=r"--source http://camera/video: only pictures"):
        open_source(["http://me:key@camera/video", "a.jpg"])


@pytest.mark.parametrize(
    ("word", "is_one"),
    [("http://a/b", True), ("RTSP://a:554/live", True), ("https://a", True), ("0", False), ("ftp://a/b.mp4", False)],
)
def test_addresses_of_network_cameras_are_distinguished_from_other_words(word: str, is_one: bool) -> None:
    assert is_network_address(word) is is_one


def test_name_and_password_are_left_out_of_an_address() -> None:
    assert public_address("http://me:key@camera:80/video?x=1") == "http://camera:80/video?x=1"
    assert public_address("Logitech BRIO") == "Logitech BRIO"


@pytest.mark.parametrize(
    "address",
    [
        "http://anna:secret@[bad/x",
        "http://anna:secret@",
        "rtsp://anna:sec@ret@[::1/x",
        "http://anna:secret@host\u2100.example/x",
        "ftp://anna:secret@host/x",
        "http:///?user=anna&password=secret",
    ],
)
def test_an_address_that_is_none_is_refused_in_a_sentence_without_its_password(address: str) -> None:
    with pytest.raises(InputError, match="--source") as refusal:
        open_source(address)
    assert "anna" not in str(refusal.value)
    assert "sec" not in str(refusal.value)


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("http://anna:a/b?c d@host:8080/video", "http://host:8080/video"),
        ("rtsp://host/live?user=anna&pwd=secret&channel=1", "rtsp://host/live?user=***&pwd=***&channel=1"),
        ("http://host/video?channel=2", "http://host/video?channel=2"),
        ("C:/users/a@b/film.mp4", "C:/users/a@b/film.mp4"),
        ("Logitech C920", "Logitech C920"),
    ],
)
def test_what_is_shown_of_an_address_tells_cameras_apart_and_no_password(address: str, public: str) -> None:
    assert public_address(address) == public
