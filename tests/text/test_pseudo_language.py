"""No sentence bypasses the catalogue: in a language that puts every translated word into brackets, words that stand
outside of them are names, or were never given to a translator."""

from __future__ import annotations

import gettext
import random
import re
from collections.abc import Iterable
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from companion.catalogue import load_dice
from companion.resources import Bundled, bundled
from companion.rules import Position, Profile, Scenario, Table, actions, apply, legal_actions
from companion.session.inference import describe_actions, find_discrepancies, instructions
from companion.session.match_setup import MatchPlan, find_problems
from companion.text import translation
from companion.ui.ogre_card import open_card
from tests.rules.random_play import play, random_position
from tests.session.inference.conftest import seen_of


class _Pseudo(gettext.NullTranslations):
    def gettext(self, message: str) -> str:
        """Every run of words in brackets; places and what fills them stay outside."""
        return re.sub(r"(\{[^}]*\}|%\d)|([^{}%]+)", lambda found: found[1] or f"⟦{found[2]}⟧", message)

    def pgettext(self, context: str, message: str) -> str:
        """The same in any context."""
        return self.gettext(message)


@pytest.fixture(autouse=True)
def _pseudo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(translation, "messages", _Pseudo)


def untranslated(said: str, names: Iterable[str]) -> list[str]:
    """Words outside the brackets that are no names."""
    left = re.sub(r"⟦[^⟦⟧]*⟧", " ", said)
    for name in sorted(names, key=len, reverse=True):
        left = left.replace(name, " ")
    return re.findall(r"[A-Za-z]{3,}", left)


def names_in(position: Position) -> set[str]:
    pieces, posts = position.pieces.values(), position.posts.values()
    labels = {name for piece in pieces for name in (piece.id, piece.label, piece.die.label, piece.die.id)}
    effects = {effect.label for piece in pieces for face in piece.die.faces for effect in face.effects}
    return labels | effects | {player.id for player in position.players} | {post.label for post in posts}


def test_what_stands_outside_the_brackets_is_seen() -> None:
    assert translation.phrase("{piece} is in play.", piece="Tank") == "Tank⟦ is in play.⟧"
    assert untranslated("Tank⟦ is in play.⟧ in hand", ["Tank"]) == ["hand"]
