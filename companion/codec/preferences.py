"""Preferences: files that the program keeps for itself, one key for each field of a dataclass of values.

They never stand in the way: what cannot be understood counts as not said. Only what differs from the defaults is saved.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from pydantic import TypeAdapter

from companion.codec.document import decode_leniently
from companion.codec.fields import FORMAT
from companion.documents import has_format, read_json
from companion.errors import InputError

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    _Values = TypeVar("_Values", bound=DataclassInstance)


def read_preferences(defaults: _Values, path: Path) -> _Values:
    """What a file says; the default for what it does not say, or not in a way that is understood."""
    try:
        table = read_json(path)
    except InputError:
        return defaults
    if not has_format(table, FORMAT):
        return defaults
    return decode_leniently(type(defaults), table)


def encode_preferences(values: _Values) -> bytes:
    """The file of preferences: what differs from the defaults."""
    adapter = TypeAdapter(type(values))
    kept = adapter.dump_python(values, mode="json")
    usual = adapter.dump_python(type(values)(), mode="json")
    chosen = {key: value for key, value in kept.items() if value != usual[key]}
    return (json.dumps({"format": FORMAT, **chosen}, indent=1) + "\n").encode()
