"""What pages in the local network allow their viewers: every size, number and rate. Sizes in bytes, times in seconds.

Set for a convention's table: a few dozen phones, a tablet, a stream. What moving a number costs stands beside it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

#: The port where none is named; taken: any that is free. Below 49152, so that no system hands it out by itself.
DEFAULT_PORT: Final = 8377
#: Letters of a join code, drawn from 32: 50 bits. One wrong code a minute and address would find it in no lifetime;
#: more letters make it a chore to type where a phone cannot scan.
CODE_LETTERS: Final = 10
#: Without letters and figures that are taken for each other (Crockford's base 32).
CODE_ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
#: Codes for looking on that hold at the same time: one is drawn each time they are shown.
MOST_CODES: Final = 16


@dataclass(frozen=True, slots=True)
class Limits:
    """What viewers may use up.

    viewers: streams open at once; viewers_each: the same for one address (a family behind one access point has an
    address each; a stream's machine needs three). connections: TCP connections at once, as far as the system lets the
    program open so many files; spare_files: files that it may open besides, for the match, its pictures and the
    window, whoever connects (half of all where that is fewer). connections_each: of one address. turned_away: so many
    who come when all are in use get a sentence; more are hung up on without a word. sessions: viewers of one kind that
    are remembered; the one longest away is forgotten first. rate, burst: requests of an address a second, and at once.
    body, head: bytes of a request. head_s: how long one may take to send a request. idle_s: a connection without a
    request. beat_s: a sign of life on a quiet stream, by which a page knows that what it shows is not old. stalled_s: a
    viewer who takes nothing for so long is let go. kept: lines that one may ask for again (a gesture every 17 s makes
    10,000 in eight hours, of 1.25 kB). wrong_free: wrong codes before
    waiting begins; wrong_most_s: the longest wait. answer_s: how long the window may take to answer. picture: bytes of
    a picture that is handed in, as `companion.session.photographs` takes them; piece: of one piece of it, which has to
    come within head_s; uploads: so many pictures come at once; upload_s: how long one that broke off is kept.
    """

    viewers: int = 1200
    viewers_each: int = 24
    connections: int = 1500
    spare_files: int = 256
    connections_each: int = 48
    turned_away: int = 32
    sessions: int = 2000
    rate: float = 20.0
    burst: float = 120.0
    body: int = 2048
    head: int = 8192
    head_s: float = 10.0
    idle_s: int = 20
    beat_s: float = 5.0
    stalled_s: float = 60.0
    kept: int = 20_000
    wrong_free: int = 4
    wrong_most_s: float = 60.0
    answer_s: float = 5.0
    picture: int = 48 * 1024 * 1024
    piece: int = 1024 * 1024
    uploads: int = 3
    upload_s: float = 300.0


LIMITS: Final = Limits()
