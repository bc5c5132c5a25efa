"""Which version brought which element, and what is said of files that use it too early."""

import pytest

from shared.formats.usebio.reader.fields import Shape
from shared.formats.usebio.reader.parse import parse
from shared.formats.usebio.tables import element_versions as module
from shared.formats.usebio.tables.element_versions import NEWEST, SINCE, newer_than, version_of
from shared.formats.usebio.tables.elements import CONTAINERS, PERSON_NAME, SHAPES, TRAVELLER_LINE
from tests.support.golden import compare
from tests.support.usebio_documents import board, codes, document, line, pair, people

TABLES: dict[str, Shape] = {**CONTAINERS, **SHAPES, "PLAYER_NAME": PERSON_NAME, "TRAVELLER_LINE": TRAVELLER_LINE}


@pytest.mark.parametrize("parent", SINCE)
def test_every_name_stands_in_the_tables_of_the_reader(parent: str) -> None:
    table = TABLES[parent]
    assert set(SINCE[parent]) <= table.leaves | set(table.groups) | table.attributes


def test_nothing_is_newer_than_the_newest() -> None:
    assert newer_than(NEWEST) == newer_than((2, 0)) == {}
    assert max(version for names in SINCE.values() for version in names.values()) == NEWEST


def test_what_is_newer_is_listed_by_the_element_that_it_stands_in() -> None:
    assert newer_than((1, 3))["PAIR"] == {"MAX_SCORE": (1, 4)}
    assert newer_than((1, 2))["TRAVELLER_LINE"]["ROUND_NUMBER"] == (1, 3)
    assert "ROUND_NUMBER" not in newer_than((1, 0))["MATCH"]


def newer(inside: str, version: str, **more: str) -> list[tuple[str | None, str | None, str | None]]:
    parsed = parse(document(inside, version=version, **more))
    return [(f.subject, f.stated, f.computed) for f in parsed.findings if f.code == "usebio.newer-than-version"]


EARLY = {
    "an element of the event": ("<VP_SCALE>ABF</VP_SCALE>", "1.3", ("VP_SCALE", "1.3", "1.4")),
    "an element of a line": (board(line(more="<ROUND_NUMBER>2</ROUND_NUMBER>")), "1.2", ("ROUND_NUMBER", "1.2", "1.3")),
    "an element with others inside": (
        board(line(more="<PLAY_DATA format='X'>y</PLAY_DATA>")),
        "1.2",
        ("PLAY_DATA", "1.2", "1.4"),
    ),
    "an element of a participant": (people(pair("1", "<SEATING>1NS</SEATING>")), "1.2", ("SEATING", "1.2", "1.3")),
    "a part of a name": (
        people(pair("1", "<PLAYER><PLAYER_NAME><FIRSTNAME>Ann</FIRSTNAME></PLAYER_NAME></PLAYER>")),
        "1.3",
        ("FIRSTNAME", "1.3", "1.4"),
    ),
    "an attribute": (people("<TEAM TEAM_ID='1' TEAM_NAME='Reds'></TEAM>"), "1.1", ("TEAM_NAME", "1.1", "1.2")),
}


@pytest.mark.parametrize("what", EARLY)
def test_what_came_after_the_declared_version_is_reported(what: str) -> None:
    inside, version, found = EARLY[what]
    assert newer(inside, version) == [found]
    assert newer(inside, "1.4") == []
    assert newer(inside, "today") == []


def test_it_is_reported_once_where_it_first_stands() -> None:
    inside = board(line(), line(more="<TABLE_NUMBER>2</TABLE_NUMBER>"), line(more="<TABLE_NUMBER>3</TABLE_NUMBER>"))
    parsed = parse(document(inside, version="1.2"))
    assert codes(parsed) == ["usebio.newer-than-version"]
    place = parsed.findings[0].place
    assert place is not None
    assert place.path == "/USEBIO/EVENT[1]/BOARD[1]/TRAVELLER_LINE[2]"


def test_an_empty_element_and_one_that_an_old_version_has_elsewhere_say_nothing() -> None:
    assert newer("<VP_SCALE/>", "1.2") == []
    match = "<MATCH><ROUND_NUMBER>1</ROUND_NUMBER><NS_PAIR_NUMBER>1</NS_PAIR_NUMBER></MATCH>"
    assert newer(match, "1.0", event='EVENT_TYPE="SWISS_PAIRS"') == []


@pytest.mark.parametrize(
    ("text", "version"),
    [("1.4", (1, 4)), ("1.10 beta", (1, 10)), ("v1.4", None), ("", None), (None, None), ("1", None)],
)
def test_a_version_is_two_numbers_or_none(text: str | None, version: tuple[int, int] | None) -> None:
    assert version_of(text) == version


def test_the_versions_of_the_elements_are_those_of_the_golden_file() -> None:
    named = {name: value for name, value in vars(module).items() if not name.startswith("__")}
    lines = [f"{name}: {value}" for name, value in named.items() if isinstance(value, tuple | dict)]
    texts = (None, "", "1", "1.0", "1.2", "1.4", "1.5", "2.0", "x", "1.4.1", " 1.3 ")
    lines += [f"{text!r} is {module.version_of(text)}" for text in texts]
    compare("usebio/element-versions", "\n".join([*lines, ""]))
