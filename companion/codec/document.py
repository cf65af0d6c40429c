"""What all file formats share: strict models, and every problem of a file reported at once with its place and cure.

A format is a `Document`: a frozen pydantic model whose fields are the keys of the file. Its decoder turns it into a
value of the house and its encoder the other way round; both stand in the format's own module. The text itself comes in
through `companion.documents`, which bounds its size, depth and numbers.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from enum import Enum
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, Self, TypeVar, get_type_hints

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    GetCoreSchemaHandler,
    TypeAdapter,
    ValidationError,
    create_model,
)
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails, core_schema

from companion.atomic_write import write_atomic
from companion.documents import has_format, read_json, read_toml
from companion.errors import InputError, OperationError
from companion.limits import Apart
from companion.plain_text import shown
from companion.text import N_, gettext, pgettext

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    _Values = TypeVar("_Values", bound=DataclassInstance)

_Decoded = TypeVar("_Decoded")
_Value = TypeVar("_Value")
_SHOWN: Final = 60


class Document(BaseModel):
    """The keys of a file, or of a table within one. Unknown keys are wrong, and true is no number."""

    model_config = ConfigDict(
        strict=True,
        extra="forbid",
        frozen=True,
        allow_inf_nan=False,
        populate_by_name=True,
        model_title_generator=lambda kind: kind.__name__.removesuffix("Document"),
    )


class LenientDocument(Document):
    """The same for files that newer programs may write more into: unknown keys are passed over."""

    model_config = ConfigDict(extra="ignore")


class ValueDocument(Document, Generic[_Value]):
    """``ValueDocument[Terrain]``: the keys of a frozen value, made from its fields with their limits."""

    value_class: ClassVar[type]

    if not TYPE_CHECKING:

        def __class_getitem__(cls, kind):
            return _document_of(cls, kind)

    @classmethod
    def of(cls, value: _Value) -> Self:
        """The document of a value."""
        return cls(**{name: getattr(value, name) for name in cls.model_fields})

    def to_value(self, **apart: object) -> _Value:
        """The value as the rest of the house sees it; ``apart``: what files have otherwise than the value has it."""
        keys = {field.name: getattr(self, field.name) for field in fields(self.value_class) if field.name not in apart}
        value: _Value = self.value_class(**keys, **apart)
        return value


@cache
def _document_of(base: type[ValueDocument[Any]], kind: type) -> type[ValueDocument[Any]]:
    made = create_model(f"{kind.__name__}Document", __base__=base, __doc__=first_paragraph(kind), **keys_of(kind))
    made.value_class = kind
    return made


def first_paragraph(kind: type) -> str:
    """What a frozen value is, in the words of its class."""
    return inspect.cleandoc(kind.__doc__ or "").partition("\n\n")[0]


def keys_of(kind: type) -> dict[str, Any]:
    """The keys of a frozen value, each with its type, limits and default, as `create_model` takes them."""
    hints = get_type_hints(kind, include_extras=True)
    return {
        field.name: (hints[field.name], _default(field)) for field in fields(kind) if not _is_apart(hints[field.name])
    }


def _is_apart(hint: Any) -> bool:
    return any(isinstance(one, Apart) for one in getattr(hint, "__metadata__", ()))


class AsRow:
    """Of a frozen value that files have as a list: the values of its first fields."""

    def __init__(self, *items: Any) -> None:
        """The types of the items."""
        self._items = items

    def __get_pydantic_core_schema__(self, kind: Any, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        names = [field.name for field in fields(kind)][: len(self._items)]
        row = handler.generate_schema(tuple.__class_getitem__(self._items))
        return core_schema.json_or_python_schema(
            json_schema=core_schema.no_info_after_validator_function(lambda items: kind(*items), row),
            python_schema=core_schema.is_instance_schema(kind),
            serialization=core_schema.plain_serializer_function_ser_schema(
                lambda value: [getattr(value, name) for name in names]
            ),
        )


def _default(field: Field[Any]) -> Any:
    if field.default_factory is not MISSING:
        empty = field.default_factory()
        return FieldInfo(default_factory=lambda: dict(empty) if isinstance(empty, Mapping) else empty)
    return ... if field.default is MISSING else field.default


@dataclass(frozen=True, slots=True)
class FolderContext:
    """For documents that name files beside them: the folder that they lie in."""

    folder: Path


def decode(
    kind: type[_Decoded] | TypeAdapter[_Decoded], table: object, source: str = "", context: object = None
) -> _Decoded:
    """The document that parsed JSON or TOML is; ``context`` is what the document's own checks may ask.

    Raises:
        InputError: with every problem, one a line, each with its place; ``source`` names the file.
    """
    adapter = kind if isinstance(kind, TypeAdapter) else _adapter(kind)
    try:
        # JSON's own mode is strict and still takes lists for tuples and words for enumerations.
        return adapter.validate_json(json.dumps(table, default=dict), context=context)
    except ValidationError as error:
        raise InputError(*_sentences(error, source, table)) from None


_ADAPTERS: Final[dict[type, TypeAdapter[Any]]] = {}


def _adapter(kind: type[_Decoded]) -> TypeAdapter[_Decoded]:
    """Made once for each kind: a journal has thousands of rows."""
    if kind not in _ADAPTERS:
        _ADAPTERS[kind] = TypeAdapter(kind)
    return _ADAPTERS[kind]


def decode_leniently(kind: type[_Decoded], table: object) -> _Decoded:
    """The values of a table that never stand in the way: what makes no sense counts as not given."""
    adapter = _adapter(kind)
    reported = dict(table) if isinstance(table, Mapping) else {}
    try:
        return adapter.validate_json(json.dumps(reported, default=dict), strict=True)
    except ValidationError as error:
        wrong = {one["loc"][0] for one in error.errors(include_url=False) if one["loc"]}
    return adapter.validate_json(
        json.dumps({key: reported[key] for key in reported.keys() - wrong}, default=dict), strict=True
    )


def lenient(kind: type[_Decoded]) -> BeforeValidator:
    """Of a field whose keys never stand in the way of the file: what makes no sense in them counts as not given."""

    def decoded(value: object) -> _Decoded:
        return value if isinstance(value, kind) else decode_leniently(kind, value)

    return BeforeValidator(decoded, json_schema_input_type=kind)


def read_json_document(
    kind: type[_Decoded] | TypeAdapter[_Decoded],
    path: Path,
    what: str = "file",
    *,
    cure: str = "",
    context: object = None,
) -> _Decoded:
    """The document of a JSON file. Raises as `decode`, and InputError where the file cannot be read.

    what: what the file is called where there is none; cure: what to do about one that is wrong; context: as `decode`.
    """
    table = read_json(path, what)
    try:
        return decode(kind, table, str(path), context)
    except InputError as error:
        raise InputError(*error.sentences, *([f"{path}: {cure}"] if cure else [])) from None


def read_toml_document(kind: type[_Decoded] | TypeAdapter[_Decoded], path: Path) -> _Decoded:
    """The document of a TOML file. Raises as `read_json_document`."""
    return decode(kind, read_toml(path), str(path))


def encode(document: Document) -> dict[str, object]:
    """The keys of a document as JSON has them; those that are None are left out."""
    keys: dict[str, object] = document.model_dump(mode="json", by_alias=True, exclude_none=True)
    return keys


def encode_given(document: Document) -> dict[str, object]:
    """The keys of a document that were given, null among them; what was left out stays so."""
    keys: dict[str, object] = document.model_dump(mode="json", by_alias=True, exclude_unset=True)
    return keys


def plain_json(value: object, places: int | None = None) -> object:
    """A value of actions, events or corrections as JSON has it, numbers with so many decimal places."""
    match value:
        case tuple():
            return [plain_json(item, places) for item in value]
        case Enum():
            return value.value
        case Mapping():
            return {key: plain_json(item, places) for key, item in value.items()}
        case float() if places is not None and not value.is_integer():
            return round(value, places) + 0.0
    return given_keys(value) if is_dataclass(value) and not isinstance(value, type) else value


def given_keys(value: DataclassInstance) -> dict[str, Any]:
    """The keys of a frozen value as JSON has them, but for those at their defaults."""
    usual = {
        one.name: one.default if one.default_factory is MISSING else one.default_factory() for one in fields(value)
    }
    given = ((name, getattr(value, name)) for name in usual)
    return {name: plain_json(item) for name, item in given if item != usual[name]}


def encode_json(document: Document, *, indent: int | None = None) -> str:
    """The JSON text of a document; keys that are None are left out."""
    return document.model_dump_json(by_alias=True, exclude_none=True, indent=indent)


def read_preferences(defaults: _Values, path: Path) -> _Values:
    """What a file says that the program keeps for itself; the default for what it does not say, or not in a way that is
    understood: it never stands in the way."""
    try:
        table = read_json(path)
    except InputError:
        return defaults
    return decode_leniently(type(defaults), table) if has_format(table, 1) else defaults


def encode_preferences(values: _Values) -> bytes:
    """The file of preferences: what differs from the defaults."""
    return (json.dumps({"format": 1, **given_keys(values)}, indent=1) + "\n").encode()


def write_text(path: Path, text: str, cure: str) -> None:
    """Write a file whole or not at all.

    Raises:
        OperationError: the place cannot be written; the message says so, with the ``cure``.
    """
    try:
        write_atomic(path, text.encode())
    except OSError as error:
        raise OperationError(
            gettext("{file} cannot be written ({why}); {cure}.", file=path, why=error.strerror, cure=cure)
        ) from None


def _sentences(error: ValidationError, source: str, table: object) -> Iterator[str]:
    """One sentence for each problem: file, place, what is expected, what is there."""
    details = error.errors(include_url=False)
    # Of a value that may be one of several kinds the last kind speaks: what it lacks of the others is no help.
    by_place = {_place(_path(one), table, missing=one["type"] == "missing"): _text(one) for one in details}
    for place, text in by_place.items():
        yield ": ".join(part for part in (source, place, text) if part)


def _path(one: ErrorDetails) -> tuple[int | str, ...]:
    """The keys down to what is wrong; of a table of an unknown kind it is the key that says which."""
    kind = (one["ctx"]["discriminator"].strip("'"),) if one["type"] == "union_tag_invalid" else ()
    return (*one["loc"], *kind)


def _place(path: tuple[int | str, ...], table: object, *, missing: bool) -> str:
    """A path of keys as people read it: ``face['8'].effect[0].corners``; what only tells union members apart is left
    out, and rows that have a name are called by it."""
    message = ""
    for step in path:
        if isinstance(table, Mapping) and step in table:
            table, message = table[step], f"{message}.{_key(step)}" if message else _key(step)
        elif isinstance(table, list | tuple) and isinstance(step, int) and step < len(table):
            table = table[step]
            message += f"[{_name(table) or step}]"
    return f"{message}.{path[-1]}".removeprefix(".") if missing and isinstance(path[-1], str) else message


def _key(step: int | str) -> str:
    """A key as a place names it: people may have written anything there."""
    return step if isinstance(step, str) and step.isprintable() and len(step) <= _SHOWN else shown(step)


def _name(row: object) -> str:
    """What a row of a list calls itself; a step of a script goes by its number."""
    is_thing = isinstance(row, Mapping) and not row.keys() & {"ask", "do"}
    named = (row.get(key) for key in ("key", "id", "piece")) if isinstance(row, Mapping) and is_thing else ()
    return next((repr(name) for name in named if isinstance(name, str) and len(name) <= _SHOWN), "")


#: pydantic's kinds of error -> what is expected, in our words; what is not listed is in pydantic's.
_EXPECTED: Final[Mapping[str, str]] = {
    "missing": N_("codec", "this key is missing"),
    "extra_forbidden": N_("codec", "this key is unknown"),
    "unexpected_keyword_argument": N_("codec", "this key is unknown"),
    "string_type": N_("codec", "expected a text"),
    "string_too_short": N_("codec", "expected a text that is not empty"),
    "string_too_long": N_("codec", "expected a text of at most {max_length} letters"),
    "bool_type": N_("codec", "expected true or false"),
    "int_type": N_("codec", "expected a whole number"),
    "int_from_float": N_("codec", "expected a whole number"),
    "int_parsing_size": N_("codec", "this number is too long"),
    "float_type": N_("codec", "expected a number"),
    "finite_number": N_("codec", "expected a finite number"),
    "greater_than": N_("codec", "expected more than {gt}"),
    "greater_than_equal": N_("codec", "expected {ge} or more"),
    "less_than": N_("codec", "expected less than {lt}"),
    "less_than_equal": N_("codec", "expected {le} or less"),
    "list_type": N_("codec", "expected a list"),
    "tuple_type": N_("codec", "expected a list"),
    "too_short": N_("codec", "expected at least {min_length} items"),
    "too_long": N_("codec", "expected at most {max_length} items"),
    "dict_type": N_("codec", "expected a table of keys"),
    "dataclass_type": N_("codec", "expected a table of keys"),
    "model_type": N_("codec", "expected a table of keys"),
    "literal_error": N_("codec", "expected {expected}"),
    "enum": N_("codec", "expected {expected}"),
    "union_tag_invalid": N_("codec", "expected {expected_tags}"),
    "union_tag_not_found": N_("codec", "expected a table with the key {discriminator}"),
    "none_required": N_("codec", "expected null"),
    "step": N_("codec", "expected a step with either 'ask' or 'do'"),
    "value_error": "{error}",
}
#: To these, what is there adds nothing.
_SAY_IT_ALL: Final = frozenset({"missing", "extra_forbidden", "unexpected_keyword_argument", "value_error"})


def _text(one: ErrorDetails) -> str:
    if one["type"] == "missing" and isinstance(one["loc"][-1], int):
        return gettext("expected more items, got {given}", given=_short(_json(one["input"])))
    limits = {name: f"{value:.9g}" if isinstance(value, float) else value for name, value in one.get("ctx", {}).items()}
    known = _EXPECTED.get(one["type"])
    expected = pgettext("codec", known, **limits) if known else one["msg"]
    given = limits["tag"] if one["type"] == "union_tag_invalid" else one["input"]
    if one["type"] in _SAY_IT_ALL:
        return expected
    return gettext("{expected}, got {given}", expected=expected, given=_short(_json(given)))


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"
