"""The one door for JSON and TOML: what no document may be is refused at once, with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.documents import DocumentError, has_format, parse_json, parse_toml, read_json, read_toml
from companion.errors import InputError
from companion.journal.storage import decode_content
from companion.plain_text import shown

_DEEP = 10**5


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[" * _DEEP, "nests more than 32"),
        ("[" * _DEEP + "]" * _DEEP, "nests more than 32"),
        ('{"a":' * 40 + "1" + "}" * 40, "nests more than 32"),
        ('{"a": {"b": [0, ' + "1" * 5000 + "]}}", r"a\.b\[1\]: expected a finite number"),
        ('{"a": {"b": [0, ' + "1" * 400 + "]}}", r"a\.b\[1\]: expected a finite number"),
        ('{"a": -1e400}', "a: expected a finite number"),
        ('{"a": 1e16}', "a: expected a finite number"),
        ('{"a": [NaN]}', r"a\[0\]: expected a finite number"),
        ('{"a": -Infinity}', "a: expected a finite number"),
        ('{"a": 1, "b": 2, "a": 3}', "key 'a' is given twice"),
        ('{"a": "\\ud800"}', "half a letter"),
        ('{"a": "' + "x" * 1_000_001 + '"}', "a text of 1000001 characters is too long"),
        ('{"a": 1,\n "b": }', "is not JSON .* in line 2, column 7"),
        (b'{"a": "\xff"}', r"not text in UTF-8 \(line 1\)"),
        (b" " * (16 * 2**20 + 1), "is larger than 16 MB"),
        ("", "is not JSON"),
    ],
)
def test_json_that_no_document_is_says_where(text: bytes | str, message: str) -> None:
    with pytest.raises(DocumentError, match=message):
        parse_json(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a = " + "[" * _DEEP, "nests more than 32"),
        ("a = " + "{a = " * _DEEP, "nests more than 32"),
        ("a = " + "[" * 40 + "]" * 40, "nests more than 32"),
        ("b = 1\n" + "a." * _DEEP + "a = 1", "a key of more than 32 parts in line 2"),
        ("[" + "'a' . " * _DEEP + "a]", "a key of more than 32 parts in line 1"),
        ("b = {" + "a." * _DEEP + "a = 1}", "a key of more than 32 parts in line 1"),
        ("a = 1\nb = " + "1" * 5000, "a number too long in line 2"),
        ("[a]\nb = [0, " + "1" * 300 + "]", r"a\.b\[1\]: expected a finite number"),
        ("a = 0x" + "f" * 5000, "a: expected a finite number"),
        ("[a]\nb = nan", r"a\.b: expected a finite number"),
        ("[a]\nb = 2002-01-01", r"a\.b: .* not a date"),
        ("a = 1\na = 2", "is not TOML"),
        (b"a = '\xff'", "not text in UTF-8"),
    ],
)
def test_toml_that_no_document_is_says_where(text: bytes | str, message: str) -> None:
    with pytest.raises(DocumentError, match=message):
        parse_toml(text)


def test_what_documents_do_say_is_read() -> None:
    assert parse_json('\ufeff{"a": [1, 2.5, true, null, "é"]}'.encode()) == {"a": [1, 2.5, True, None, "é"]}
    assert parse_toml("a.b = 'x.y.z'\nc = [1.5, -2]\n# " + "." * 1000) == {"a": {"b": "x.y.z"}, "c": [1.5, -2]}
    assert parse_toml("a = '" + "word. " * 1000 + "'") == {"a": "word. " * 1000}


@pytest.mark.parametrize("read", [read_json, read_toml])
def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, read: object) -> None:
    assert callable(read)
    (tmp_path / "bad").write_text("[" * _DEEP)
    for name, message in (("gone", "gone: there is no such file"), (".", "is a folder; a file"), ("bad", "bad: ")):
        with pytest.raises(InputError, match=message):
            read(tmp_path / name)
    with pytest.raises(InputError, match="cannot be read"):
        read(tmp_path / ("x" * 5000))
    with pytest.raises(InputError, match="no file can have such a name"):
        read(tmp_path / "\0")


def test_true_is_no_format() -> None:
    assert has_format({"format": 1}, 1)
    others: tuple[object, ...] = ({"format": True}, {"format": 2}, {}, [], None)
    assert not any(has_format(table, 1) for table in others)


def test_messages_quote_values_on_one_line() -> None:
    assert shown("\x1b[2J\n") == r"'\x1b[2J\n'"
    assert shown(10**4999) == "a number too long"
    assert len(shown("x" * 5000)) == 60


def test_a_row_of_a_journal_comes_by_the_same_door() -> None:
    with pytest.raises(ValueError, match="nests more than 32"):
        decode_content('{"a": ' + "[" * _DEEP)
