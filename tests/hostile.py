"""Valid documents spoiled at random: in what they say, and in how it is written down."""

from __future__ import annotations

import copy
import json
import random
from typing import Any, Final

#: Stands for a number of 5000 digits, which Python itself refuses to write down.
_DIGITS: Final = "<5000 digits>"
#: What nobody writes, and every reader must survive. A text may be a key, a name of a file or a number of digits.
HOSTILE: Final[tuple[Any, ...]] = (
    None, True, False, 0, -1, 1, 2, 99, 0.5, -5, 1e308, -1e308, 1e-300, 10**9, 2 * 10**9, -(10**9), 10**399,
    float("nan"), float("inf"), float("-inf"), "", " ", "x", "8", "III", "play", "hand", "\x1b[2J", "\0", "../../x",
    "٠١٠٢", "½", "é" * 200, "x" * 5000, [], [[]], {}, [{}], {"piece": []}, {"": None}, [1, "2"], ["1", "2"], [True, 1],
    _DIGITS, [1e300, -1e300], [0, 0], [[0, 0], [0, 0], [0, 0]], "near", "off",
)  # fmt: skip
_KEYS: Final = ("x", "", "id", "leaning_on", "level", "x" * 300)
_DEEP: Final = 10**5


def spoiled_text(document: Any, chance: random.Random, *, toml: bool = False) -> bytes:
    """A document as a file's bytes, with one to three things wrong with it."""
    spoiled = copy.deepcopy(document)
    for _ in range(chance.randint(1, 2)):
        spoiled = spoiled_once(spoiled, chance)
    content = (toml_of(spoiled) if toml else json.dumps(spoiled)).replace(json.dumps(_DIGITS), "7" * 5000).encode()
    return _torn(content, chance) if chance.random() < 0.15 else content


def spoiled_once(document: Any, chance: random.Random) -> Any:
    """The document with one thing changed, left out, added, given twice, or put where another belongs."""
    places = list(_places(document))
    if not places:
        return copy.deepcopy(chance.choice(HOSTILE))
    holder, key = chance.choice(places)
    match chance.randrange(6):
        case 0 if isinstance(holder, dict):
            del holder[key]
        case 1 if isinstance(holder, list):
            holder.insert(chance.randrange(len(holder) + 1), copy.deepcopy(holder[key]))
        case 2:
            other, there = chance.choice(places)
            holder[key] = copy.deepcopy(other[there])
        case 3 if isinstance(holder, dict):
            holder[chance.choice(_KEYS)] = copy.deepcopy(chance.choice(HOSTILE))
        case 4 if isinstance(holder, list):
            del holder[key]
        case _:
            holder[key] = copy.deepcopy(chance.choice(HOSTILE))
    return document


def toml_of(document: Any) -> str:
    """A document as TOML, inner tables written on one line. What TOML cannot say is written as JSON says it."""
    if not isinstance(document, dict):
        return _inline(document)
    return "\n".join(f"{json.dumps(key)} = {_inline(value)}" for key, value in document.items())


def _inline(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {_inline(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return f"[{', '.join(map(_inline, value))}]"
    if isinstance(value, float):
        return repr(value)
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _places(value: Any) -> list[tuple[Any, Any]]:
    """Every place within a document: what holds it, and its key or index there."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    return [place for key in keys for place in ((value, key), *_places(value[key]))]


def _torn(content: bytes, chance: random.Random) -> bytes:
    """Bytes cut, flipped, doubled, or with something put in between."""
    at = chance.randrange(len(content) + 1)
    match chance.randrange(5):
        case 0:
            return content[:at]
        case 1:
            return content[:at] + bytes([chance.randrange(256)]) + content[at + 1 :]
        case 2:
            return content[:at] + content[at // 2 :]
        case 3:
            opening = chance.choice((b"[", b'{"a":', b"a.", b"[[", b"{a="))
            return content[:at] + opening * _DEEP + content[at:]
        case _:
            number = chance.choice((b"1" * 5000, b"1" * 400, b"1e999", b"-", b"\xff", b"\\ud800", b"NaN", b"nan"))
            return content[:at] + number + content[at:]
