"""The option --share: which words it takes, and how a port that is taken is said before any window opens."""

from __future__ import annotations

import argparse
import socket

import pytest

from companion.cli import main
from companion.share.offers import add_option, read_option
from companion.web import DEFAULT_PORT
from tests.share.conftest import HOST


@pytest.mark.parametrize("command", ["play", "ogre-card"])
@pytest.mark.parametrize("word", ["http", "-1", "65536", "8377.5", "²", ""])
def test_what_is_no_port_is_one_sentence(command: str, word: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, f"--share={word}"]) == 2
    message = capsys.readouterr()
    assert message.out == ""
    assert "--share" in message.err
    assert message.err.count("\n") == 1


@pytest.mark.parametrize("command", ["play", "ogre-card"])
def test_a_port_that_is_taken_is_one_sentence_with_a_cure(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server((HOST, 0)) as taken:
        port = taken.getsockname()[1]
        assert main([command, "--share", str(port)]) == 1
    assert f"Port {port} cannot be opened" in capsys.readouterr().err


def test_pictures_are_no_match(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--source", "a.jpg", "--share", "0"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize(("words", "port"), [((), None), (("--share", "0"), 0), (("--share", "8400"), 8400)])
def test_without_the_option_nothing_is_wished_for(words: tuple[str, ...], port: int | None) -> None:
    parser = argparse.ArgumentParser()
    add_option(parser)
    wish = read_option(parser.parse_args(words))
    assert (None if wish is None else wish.port) == port


def test_without_a_port_it_is_the_usual_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.web.check_port", lambda _port: None)
    parser = argparse.ArgumentParser()
    add_option(parser)
    wish = read_option(parser.parse_args(["--share"]))
    assert wish is not None
    assert wish.port == DEFAULT_PORT
