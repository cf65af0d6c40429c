"""Who may read what: join codes, drawn at random and gone with the match, and the viewers who came in by them.

Owned by the server's thread, but for drawing codes, which a lock keeps in order.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from threading import Lock
from time import monotonic
from typing import Final

from companion.web.tuning import CODE_ALPHABET, CODE_LETTERS, LIMITS, MOST_CODES, Limits

#: What people write for a letter that looks like a figure.
_MEANT: Final = str.maketrans({"O": "0", "I": "1", "L": "1", "-": "", " ": ""})
_TOKEN_BYTES: Final = 24
#: Addresses whose wrong codes are remembered; the one longest away is forgotten first.
_MOST_ADDRESSES: Final = 1024


class ViewerRole(StrEnum):
    """What a viewer may see and ask for."""

    SPECTATOR = "spectator"
    CARD = "card"
    REFEREE = "referee"
    #: A referee of a hall, one of several.
    STEWARD = "steward"


#: Of these only one viewer holds the code that was shown last; it is spent when it is used.
ONE_READER: Final = frozenset({ViewerRole.CARD, ViewerRole.REFEREE})


@dataclass(frozen=True, slots=True)
class ViewerPass:
    """What a code or a viewer stands for; player: whose cards, "" for nobody's."""

    role: ViewerRole
    player: str = ""


class JoinCodes:
    """The codes that hold now."""

    def __init__(self) -> None:
        self._codes: OrderedDict[str, ViewerPass] = OrderedDict()
        self._lock = Lock()

    def draw(self, wanted: ViewerPass) -> str:
        """A new code. Of a card and of the referee's desk the code before it is void from now on."""
        code = "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LETTERS))
        with self._lock:
            if wanted.role in ONE_READER:
                self._forget(wanted)
            self._codes[code] = wanted
            spectators = [one for one, held in self._codes.items() if held.role is ViewerRole.SPECTATOR]
            for old in spectators[:-MOST_CODES]:
                del self._codes[old]
        return code

    def redeem(self, code: str, *, once: bool = True) -> ViewerPass | None:
        """What a code stands for; ``None`` where it is none. A code for one viewer is spent by it; where it is not to
        be taken ``once``, as in the address of a stream, it counts as none."""
        # A code as somebody may have typed it; at most twice as long as any is.
        meant = code[: 2 * CODE_LETTERS].upper().translate(_MEANT)
        with self._lock:
            found = next((one for one in self._codes if secrets.compare_digest(one.encode(), meant.encode())), None)
            if found is None:
                return None
            allowed = self._codes[found]
            if allowed.role in ONE_READER:
                if not once:
                    return None
                del self._codes[found]
        return allowed

    def _forget(self, wanted: ViewerPass) -> None:
        for code in [one for one, held in self._codes.items() if held == wanted]:
            del self._codes[code]


def readable_code(code: str) -> str:
    """A code as it is shown: in two groups."""
    half = len(code) // 2
    return f"{code[:half]}-{code[half:]}"


class WrongCodes:
    """Makes whoever tries codes wait: twice as long after each wrong one."""

    def __init__(self, limits: Limits = LIMITS, clock: Callable[[], float] = monotonic) -> None:
        self._limits, self._clock = limits, clock
        self._wrong: OrderedDict[str, tuple[int, float]] = OrderedDict()

    def wait_s(self, address: str) -> float:
        """How long an address has to wait before it may try again; 0: not at all."""
        _, until = self._wrong.get(address, (0, 0.0))
        return max(0.0, until - self._clock())

    def count(self, address: str) -> None:
        """One more wrong code from an address."""
        wrong = self._wrong.pop(address, (0, 0.0))[0] + 1
        beyond = wrong - self._limits.wrong_free
        wait = 0.0 if beyond < 0 else min(self._limits.wrong_most_s, 2.0 ** min(beyond, 30))
        self._wrong[address] = wrong, self._clock() + wait
        while len(self._wrong) > _MOST_ADDRESSES:
            self._wrong.popitem(last=False)


class Viewers:
    """Who came in: the secret that a browser keeps in its cookie -> what it may do."""

    def __init__(self, limits: Limits = LIMITS) -> None:
        self._limits = limits
        self._passes: OrderedDict[str, ViewerPass] = OrderedDict()

    def admit(self, allowed: ViewerPass) -> str:
        """Let a viewer in; the secret. Of a card and of the desk whoever held it before only looks on from now."""
        if allowed.role in ONE_READER:
            for token in [one for one, held in self._passes.items() if held == allowed]:
                self._passes[token] = ViewerPass(ViewerRole.SPECTATOR)
        token = secrets.token_urlsafe(_TOKEN_BYTES)
        self._passes[token] = allowed
        alike = [one for one, held in self._passes.items() if held.role is ViewerRole.SPECTATOR]
        for old in alike[: -self._limits.sessions]:
            del self._passes[old]
        return token

    def has(self, role: ViewerRole) -> bool:
        """Whether anybody of that kind came in; may be asked from any thread."""
        return any(held.role is role for held in tuple(self._passes.values()))

    def known(self, token: str) -> ViewerPass | None:
        """What a viewer may do; ``None`` where nobody came in by that secret."""
        allowed = self._passes.get(token)
        if allowed is not None:
            self._passes.move_to_end(token)
        return allowed
