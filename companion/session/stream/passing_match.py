"""A match that is not saved: played over a journal in a folder that goes with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.codec.script import decode_match_opening, feature_game_of
from companion.documents import read_json
from companion.errors import InputError
from companion.session.match import DiceRules, Match
from companion.text import gettext


@contextmanager
def begin_passing_match(script: Path) -> Iterator[Match]:
    """A match that begins with a referee script's situation and is gone when the context ends.

    Raises:
        InputError: the file cannot be read, or is no situation of the dice game; the message names file and place.
    """
    opening = read_json(script)
    if not isinstance(opening, Mapping) or feature_game_of(opening):
        raise InputError(gettext("{script}: expected a dice-game position, as in a referee script.", script=script))
    try:
        begun = decode_match_opening({key: value for key, value in opening.items() if key != "steps"})
        DiceRules(begun)
    except InputError as error:
        raise InputError(f"{script}: {'; '.join(error.sentences)}") from error
    with TemporaryDirectory(prefix="companion-") as folder, Match.begin(Path(folder) / "watch.diceland", begun) as it:
        yield it
