"""Every file format and every act and event as it is written down: one frozen type each, decoder beside encoder.

All problems of a file are reported at once, each with its place and cure. Nothing else in the house is to read or write
raw keys (decision 15).
"""

import builtins
import importlib

# PySide6 looks into every module that is imported after it, and so asks half-loaded parts of pydantic for names that
# they import from each other: that fails, in some orders of import. So pydantic is loaded whole, behind its back.
_watched = builtins.__import__
builtins.__import__ = importlib.__import__
try:
    for _part in ("pydantic", "pydantic.fields", "pydantic.types", "pydantic.json_schema", "pydantic.networks"):
        importlib.import_module(_part)
    importlib.import_module("pydantic._internal._validators")
finally:
    builtins.__import__ = _watched
