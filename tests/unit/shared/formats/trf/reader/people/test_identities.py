"""Who the players are: what identifies them has a form, ranks have no gap, and a FIDE number is said once."""

import pytest

from contracts.findings import Finding
from shared.formats.trf.reader.parse import parse
from tests.support.trf_lines import document, player


def found(*lines: str) -> list[Finding]:
    report = parse(document("012 Spring Open", *lines)).findings
    return [finding for finding in report if finding.code != "trf.more-like-it"]


@pytest.mark.parametrize(
    ("fields", "column", "stated"),
    [
        ({"title": "GMX"}, "11-13", "GMX"),
        ({"title": "X"}, "11-13", "X"),
        ({"federation": "N"}, "54-56", "N"),
        ({"federation": "N0R"}, "54-56", "N0R"),
        ({"federation": "DEU"}, "54-56", "DEU"),
        ({"fide_id": "15O0012"}, "58-68", "15O0012"),
        ({"rating": "9999"}, "49-52", "9999"),
        ({"rating": "3001"}, "49-52", "3001"),
        ({"rating": "99"}, "49-52", "99"),
    ],
)
def test_a_field_that_identifies_nobody_is_named_with_its_columns(
    fields: dict[str, str], column: str, stated: str
) -> None:
    (finding,) = found(player(1, **fields))
    assert (finding.code, str(finding.place), finding.stated) == (
        "trf.odd-identity",
        f"line 2, column {column}, 001",
        stated,
    )
    assert stated in finding.message


@pytest.mark.parametrize(
    "fields",
    [
        {"title": "WGM"},
        {"title": "m"},
        {"title": "wf"},
        {"title": "ACM"},
        {"federation": "NOR"},
        {"federation": "fid"},
        {"federation": "URS"},
        {"fide_id": "1500015"},
        {"fide_id": "0"},
        {"fide_id": "-"},
        {"federation": "---"},
        {"rating": "3000"},
        {"rating": "100"},
        {"rating": "0"},
        {},
    ],
)
def test_what_fide_gives_is_taken(fields: dict[str, str]) -> None:
    assert found(player(1, **fields)) == []


def test_a_federation_that_fide_does_not_have_is_said_once_for_all_its_players_and_for_the_tournament() -> None:
    players = [player(number, federation=code) for number, code in enumerate(("NRW", "NOR", "nrw", "BAY"), 1)]
    findings = found("032 DEU", *players)
    assert [(finding.code, str(finding.place), finding.message) for finding in findings] == [
        ("trf.odd-identity", "line 2, column 5-7, 032", "FIDE has no federation 'DEU'"),
        ("trf.odd-identity", "line 3, column 54-56, 001", "FIDE has no federation 'NRW' (players 1 and 3)"),
        ("trf.odd-identity", "line 6, column 54-56, 001", "FIDE has no federation 'BAY' (player 4)"),
    ]
    assert found("032 Norway", player(1)) == []


def test_a_number_of_several_players_is_said_once() -> None:
    players = [player(number, fide_id=text) for number, text in enumerate(("77", "78", "077", "", "77"), 1)]
    (finding,) = found(*players)
    assert (finding.code, str(finding.place)) == ("trf.repeated-fide-id", "line 6, column 58-68, 001")
    assert finding.message == "players 1, 3 and 5 have one FIDE number"


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        ((1, 2, 4), "nobody has starting rank 3, but player 4 is the last"),
        ((3,), "nobody has starting rank 1 and 2, but player 3 is the last"),
        ((13, 14), "nobody has starting rank 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 2 more, but player 14 is the last"),
    ],
)
def test_ranks_that_nobody_has_are_named(numbers: tuple[int, ...], message: str) -> None:
    (finding,) = found(*(player(number) for number in numbers))
    assert (finding.code, finding.message) == ("trf.ranks-with-gaps", message)
    assert str(finding.place) == f"line {len(numbers) + 1}, column 5-8, 001"


def test_the_order_of_the_lines_does_not_matter_and_who_was_met_and_is_missing_is_said_as_such() -> None:
    assert found(player(2), player(1)) == []
    codes = [finding.code for finding in found(player(1, "3 w 1"), player(2))]
    assert codes == ["trf.unknown-number"]
    codes = [finding.code for finding in found(player(1, "3 w 1"), player(2), player(5))]
    assert codes == ["trf.unknown-number"]
