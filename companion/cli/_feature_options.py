"""Options that features add to commands of the core.

``offers`` of such a feature (`companion.features`) has `OPTION` (as it is typed), `OPTION_OF` (the commands that take
it), ``add_option(parser)`` and ``read_option(options)``: what is wished for, or nothing. Where ``companion watch`` is
among the commands it also has ``follow(wish, match)``, a `companion.session.stream.StreamFollower`.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping
from types import ModuleType
from typing import TYPE_CHECKING

from companion.errors import InputError
from companion.features import offering
from companion.text import gettext

if TYPE_CHECKING:
    from companion.session.match import Match
    from companion.session.stream import StreamFollower


def add_feature_options(command: str, parser: argparse.ArgumentParser) -> None:
    """Add them to a command."""
    for offers in _offering_to(command).values():
        offers.add_option(parser)


def feature_wishes(command: str, options: argparse.Namespace) -> dict[str, object]:
    """Feature -> what the words of a command wish of it, where they do.

    Raises:
        InputError: the words mean nothing.
        OperationError: it cannot be had.
    """
    wishes = {feature: offers.read_option(options) for feature, offers in _offering_to(command).items()}
    return {feature: wish for feature, wish in wishes.items() if wish is not None}


def followers_of(wishes: Mapping[str, object], match: Match | None) -> Iterator[StreamFollower]:
    """What follows the stream of a watched table, begun one after the other; wishes: by feature."""
    for feature, wish in wishes.items():
        follow: Callable[[object, Match | None], StreamFollower] = offering("follow")[feature].follow
        yield follow(wish, match)


def check_pictures_come(wishes: Mapping[str, object]) -> None:
    """Where a phone in the hand is the camera, something has to take in its pictures.

    Raises:
        InputError: nothing was wished for that does.
    """
    takers = offering("TAKES_PICTURES")
    if wishes.keys() & takers.keys():
        return
    option = next((option_named(feature) for feature in takers), None)
    if option is None:
        raise InputError(gettext("A phone in the hand hands in its pictures on a page; this program has none."))
    problem = gettext(
        "A phone in the hand hands in its pictures on a page: add {option}, which shows a code to scan.", option=option
    )
    raise InputError(problem)


def option_named(feature: str) -> str:
    """The option by which a feature is wished for, as it is typed."""
    option: str = offering("OPTION")[feature].OPTION
    return option


def _offering_to(command: str) -> dict[str, ModuleType]:
    return {feature: offers for feature, offers in offering("OPTION").items() if command in offers.OPTION_OF}
