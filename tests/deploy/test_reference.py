"""The pages of commands, settings and HTTP are those of the code, and say something about each."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

import pytest
from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict

from deploy.reference import COMMANDS, HTTP, SETTINGS, interface, out_of_date, pages, setting_rows


@pytest.fixture(scope="module")
def made() -> Mapping[str, str]:
    return pages()


def test_the_pages_are_up_to_date(made: Mapping[str, str]) -> None:
    assert out_of_date(made) == [], "run `make docs`"


def test_a_page_that_differs_or_is_missing_is_named(made: Mapping[str, str], tmp_path: Path) -> None:
    (tmp_path / COMMANDS).parent.mkdir(parents=True)
    (tmp_path / COMMANDS).write_text(made[COMMANDS], encoding="utf-8")
    assert out_of_date(made, tmp_path) == [SETTINGS, HTTP]
    (tmp_path / COMMANDS).write_text(made[COMMANDS] + "\n", encoding="utf-8")
    assert out_of_date(made, tmp_path) == [COMMANDS, SETTINGS, HTTP]


def test_every_command_option_and_setting_has_a_meaning(made: Mapping[str, str]) -> None:
    options = [line for line in made[COMMANDS].splitlines() if line.startswith("| `")]
    settings = [line for line in made[SETTINGS].splitlines() if line.startswith("| `")]
    assert len(options) > 300
    assert len(settings) > 60
    assert [line for line in options if not line.split(" | ")[1].strip()] == []
    assert [line for line in settings if line.endswith("|  |")] == []


def test_both_interfaces_are_listed_with_the_addresses_of_every_part_of_them(made: Mapping[str, str]) -> None:
    addresses = re.findall(r"^### (\w+ /\S*)$", made[HTTP], re.MULTILINE)
    assert {
        "GET /v1/events/{event}/standings",
        "GET /v1/events/{event}/cards/{participant}",
        "GET /v1/screens/{screen}",
        "PUT /v1/files/{name}",
        "GET /v1/folders",
    } <= set(addresses)


def test_what_every_address_may_answer_is_said_once_and_what_one_answers_beside_it() -> None:
    refused = {"401": {"description": "No token", "content": {"application/json": {}}}}
    found = {"description": "A table", "content": {"application/json": {"schema": {"$ref": "#/x/Table"}}}}
    taken = {"name": "top", "in": "query", "description": "so many", "schema": {"type": "integer", "minimum": 1}}
    described = {
        "info": {"description": "Tables."},
        "paths": {
            "/v1/a": {"get": {"summary": "One", "parameters": [taken], "responses": {"200": found, **refused}}},
            "/v1/b": {"get": {"summary": "Two", "responses": {"200": found, **refused}}},
            "/c": {"get": {"summary": "Three", "security": [], "responses": {"200": found}}},
        },
    }
    text = "\n".join(interface("Page", described))
    assert text.count("| 401 | No token |") == text.count("No token") == 1
    assert text.count("| 200 | `Table` | A table |") == 3
    assert "| `top` | query | so many (whole number, ≥ 1) |" in text


class Outer(BaseSettings):
    """Settings of a test.

    Attributes:
        word, other: a text that
            goes on.
    """

    model_config = SettingsConfigDict(env_prefix="KIBITZ_TEST_")

    word: str = "a|b"
    other: SecretStr = SecretStr("")
    kind: Literal["x", "y"] = Field(default="x", description="One of two.")
    number: int | None = Field(default=None, ge=1)
    on: bool = False


def test_a_setting_is_a_row_with_type_default_bounds_and_meaning() -> None:
    assert list(setting_rows(Outer)) == [
        "| `KIBITZ_TEST_WORD` | text | `a|b` | a text that goes on. |".replace("a|b", "a\\|b"),
        "| `KIBITZ_TEST_OTHER` | secret |  | a text that goes on. |",
        "| `KIBITZ_TEST_KIND` | `x`, `y` | `x` | One of two. |",
        "| `KIBITZ_TEST_NUMBER` | whole number, ≥ 1 |  |  |",
        "| `KIBITZ_TEST_ON` | true or false | `false` |  |",
    ]
