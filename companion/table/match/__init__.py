"""The running match: acts, corrections and notes over a journal; where it stands, its log, its numbers, its script.

`Match` is the dice game's. `Running` is what every game over a journal shares: give it a `Book`, the rules of that
game; `Timeline` computes the positions. `told` tells a match again from its file alone.
"""

from companion.table.match.books import BOOKS, Book, DeskBook, DiceBook, Taken
from companion.table.match.corrections import corrected
from companion.table.match.holdings import Holding, InReserve, counted, holdings
from companion.table.match.log import TOLD, LogLine, line_of, log_of
from companion.table.match.match import Match
from companion.table.match.pictures import small_jpeg
from companion.table.match.running import Running
from companion.table.match.script import match_script, situation_of
from companion.table.match.statistics import Statistics, TurnTally
from companion.table.match.telling import Telling, told
from companion.table.match.timeline import Timeline

__all__ = [
    "BOOKS",
    "TOLD",
    "Book",
    "DeskBook",
    "DiceBook",
    "Holding",
    "InReserve",
    "LogLine",
    "Match",
    "Running",
    "Statistics",
    "Taken",
    "Telling",
    "Timeline",
    "TurnTally",
    "corrected",
    "counted",
    "holdings",
    "line_of",
    "log_of",
    "match_script",
    "situation_of",
    "small_jpeg",
    "told",
]
