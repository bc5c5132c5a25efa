"""What the clients share with the contracts is the same there."""

import re
from typing import get_type_hints

from contracts.feed import SUBPROTOCOL, CloseCode
from contracts.feed.rows import ROWS
from contracts.generate import client_types
from kibitz_client import codes, rows


def test_rows_have_the_same_columns_of_the_same_types() -> None:
    for row in ROWS.values():
        made = getattr(rows, row.__name__)
        assert get_type_hints(made, include_extras=True) == get_type_hints(row, include_extras=True)
        assert list(made.__annotations__) == list(row.__annotations__)
        assert (made.__doc__ or "").split() == (row.__doc__ or "").split()


def test_codes_are_the_same_numbers() -> None:
    assert {code.name: code.value for code in codes.CloseCode} == {code.name: code.value for code in CloseCode}
    assert codes.SUBPROTOCOL == SUBPROTOCOL


def test_typescript_has_the_same_columns_and_codes() -> None:
    text = client_types.typescript_rows()
    for row in ROWS.values():
        [fields] = re.findall(rf"^export type {row.__name__} = {{\n(.*?)^}};", text, re.M | re.S)
        assert re.findall(r"^  (\w+)\??: ", fields, re.M) == list(row.__annotations__)
    assert "  place: string | null;" in text
    assert "  tie_breaks: string[] | null;" in text
    codes_text = client_types.typescript_codes()
    assert dict(re.findall(r"^  (\w+): (\d+),", codes_text, re.M)) == {code.name: str(code.value) for code in CloseCode}
    assert f'"{SUBPROTOCOL}"' in codes_text


def test_the_files_say_that_they_are_made() -> None:
    for text in (client_types.python_codes(), client_types.python_rows()):
        assert client_types.MADE in text
        compile(text, "made.py", "exec")
    for text in (client_types.typescript_codes(), client_types.typescript_rows()):
        assert client_types.MADE in text
