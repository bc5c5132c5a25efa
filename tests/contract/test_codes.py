"""The catalogue of codes: unique, well formed, with advice, and printed in `docs/findings.md`."""

import importlib
import json
import pkgutil
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

from contracts import codes
from contracts.codes import CATALOGUE, Code
from contracts.codes.code import codes_of
from contracts.findings import Severity

ROOT = Path(__file__).parents[2]
SHARED_ROOM = "parser"
"""Codes that every reader may give; they stand in the room of the intake, which recognises the format."""

GIVERS = ("shared", "services", "kibitz")
"""Where code gives codes."""

ROOMS = sorted(module.name for module in pkgutil.iter_modules(codes.__path__) if module.name != "code")


def tables() -> dict[str, tuple[Code, ...]]:
    return {room: codes_of(vars(importlib.import_module(f"contracts.codes.{room}"))) for room in ROOMS}


def faults(rooms: Mapping[str, Iterable[Code]]) -> list[str]:
    """What is wrong with the tables of codes."""
    found = []
    seen: set[str] = set()
    for room, table in rooms.items():
        for code in table:
            if code.code in seen:
                found.append(f"{code.code}: used twice")
            seen.add(code.code)
            if not re.fullmatch(r"[a-z]+\.[a-z0-9]+(-[a-z0-9]+)*", code.code):
                found.append(f"{code.code}: not room.kebab-case")
            if code.code.split(".")[0] not in {room, SHARED_ROOM}:
                found.append(f"{code.code}: stands in the room {room}")
            if not code.advice.endswith(".") or len(code.advice) < 10:
                found.append(f"{code.code}: no advice in a sentence")
            if "kibitz " in code.advice or "--" in code.advice:
                found.append(f"{code.code}: names a command, and findings reach the public and the desk")
            if not code.title or code.title.endswith(".") or not code.title[0].isupper():
                found.append(f"{code.code}: its title is one line without a full stop")
            if code.rejects and code.severity is not Severity.ERROR:
                found.append(f"{code.code}: rejects, and yet is no error")
    return found


def test_every_code_is_unique_well_formed_and_has_advice() -> None:
    assert faults(tables()) == []


def test_the_catalogue_holds_every_code_of_every_room() -> None:
    assert set(CATALOGUE) == {code.code for table in tables().values() for code in table}


def test_every_text_of_the_catalogue_is_that_of_a_code() -> None:
    texts = (json.loads(path.read_text(encoding="utf-8")) for path in (ROOT / "contracts/codes/data").glob("*.json"))
    assert {name for table in texts for name in table} == set(CATALOGUE)


def test_every_code_is_in_the_documentation() -> None:
    page = (ROOT / "docs/findings.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `([^`]+)`", page, re.MULTILINE)) == set(CATALOGUE)


def test_every_code_is_given_by_somebody() -> None:
    """A name that only its table and tests know is a code that no file ever gets."""
    code = "\n".join(path.read_text("utf-8") for room in GIVERS for path in (ROOT / room).rglob("*.py"))
    named = set(re.findall(r"\b[A-Z][A-Z0-9_]+\b", code))
    modules = [importlib.import_module(f"contracts.codes.{room}") for room in ROOMS]
    names = {name for module in modules for name, value in vars(module).items() if isinstance(value, Code)}
    assert len(names) > 200
    assert names <= named


GOOD = Code("usebio.odd", Severity.ERROR, "Something is odd", "Look at the board.")


@pytest.mark.parametrize(
    ("room", "table", "complaint"),
    [
        ("usebio", (GOOD, GOOD), "used twice"),
        ("usebio", (Code("usebio.Odd_One", Severity.INFO, "Odd", "Look at it."),), "not room.kebab-case"),
        ("usebio", (Code("odd", Severity.INFO, "Odd", "Look at it."),), "not room.kebab-case"),
        ("pbn", (GOOD,), "stands in the room pbn"),
        ("usebio", (Code("usebio.odd", Severity.INFO, "Odd", ""),), "no advice"),
        ("usebio", (Code("usebio.odd", Severity.INFO, "Odd", "To undo it: kibitz seat exchange."),), "names a command"),
        ("usebio", (Code("usebio.odd", Severity.INFO, "odd.", "Look at it."),), "title"),
        ("usebio", (Code("usebio.odd", Severity.INFO, "Odd", "Look at it.", rejects=True),), "yet is no error"),
    ],
)
def test_the_test_of_codes_bites(room: str, table: tuple[Code, ...], complaint: str) -> None:
    assert any(complaint in line for line in faults({room: table}))


def test_a_good_code_passes() -> None:
    assert faults({"usebio": (GOOD,)}) == []
