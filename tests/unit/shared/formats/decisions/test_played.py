"""What a director writes about one line of a traveller."""

from decimal import Decimal
from typing import Any

import pytest

from contracts.decisions import Awarded
from shared.formats.decisions.awards import UnclearAward
from shared.formats.decisions.played import line_ruling

FOUR_SPADES = {"contract": "4S", "declarer": "N", "tricks": 10, "lead": "HK"}


def ruled(ns: str, ew: str | None = None, line: dict[str, Any] = FOUR_SPADES, vulnerable: str | None = "None") -> Any:
    return line_ruling(ns, ew, line, vulnerable)


def played(text: str, **more: Any) -> tuple[Any, ...]:
    found = ruled(text, **more)
    assert found["ns"] == found["ew"]
    return (found["ns"].points, found["contract"], found["declarer"], found["tricks"], found["lead"])


@pytest.mark.parametrize(
    ("text", "vulnerable", "expected"),
    [
        ("4S+1 by N", "None", (450, "4S", "N", 11, "HK")),
        ("4♠ +1 n", "NS", (650, "4S", "N", 11, "HK")),
        ("4S+1", "None", (450, "4S", "N", 11, "HK")),
        ("4Sx= S lead C10", "None", (590, "4SX", "S", 10, "CT")),
        ("3NTx-2 W", "EW", (500, "3NTX", "W", 7, None)),
        ("3NTx−2 W", "None", (300, "3NTX", "W", 7, None)),
        ("3n by west +1", "None", (-430, "3NT", "W", 10, None)),
        ("2H E 9 tricks", "None", (-140, "2H", "E", 9, None)),
        ("2H E 9", "None", (-140, "2H", "E", 9, None)),
        ("1NT doubled -3, E", "None", (500, "1NTX", "E", 4, None)),
        ("6Cxx= S", "All", (1830, "6CXX", "S", 12, None)),
        ("pass out", "All", (0, "Pass", None, None, None)),
        ("Passed", "None", (0, "Pass", None, None, None)),
    ],
)
def test_the_score_follows_from_the_contract(text: str, vulnerable: str, expected: tuple[Any, ...]) -> None:
    assert played(text, vulnerable=vulnerable) == expected


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("4H+1", "does not say who declared"),
        ("4S by N", "how many tricks"),
        ("4S+4 by N", "of 13 tricks"),
        ("4S-11 by N", "of 13 tricks"),
        ("8S= by N", "is not a contract"),
        ("4S=1 by N", "is not a contract"),
        ("4S+1 by N -1", "is not a contract"),
        ("4S= N lead KK", "is not a lead"),
        ("4S1 N", "is not a contract"),
    ],
)
def test_a_contract_that_is_not_clear_is_refused(text: str, says: str) -> None:
    with pytest.raises(UnclearAward, match=says):
        ruled(text)


def test_a_contract_is_for_both_sides_and_needs_the_vulnerability() -> None:
    with pytest.raises(UnclearAward, match="is for both sides"):
        ruled("4S= N", "420")
    with pytest.raises(UnclearAward, match="Write the points"):
        ruled("4S= N", vulnerable=None)


def test_points_are_those_of_the_contract_where_it_can_give_them() -> None:
    assert played("450") == (450, "4S", "N", 11, "HK")
    assert played("-50") == (-50, "4S", "N", 9, "HK")
    assert ruled("430").keys() == {"ns", "ew"}
    assert ruled("420", "-50").keys() == {"ns", "ew"}
    assert ruled("420", line={}).keys() == {"ns", "ew"}
    assert played("0", line={"contract": "Pass"})[1:] == ("Pass", None, None, None)
    assert ruled("50", line={"contract": "9S", "declarer": "N"}).keys() == {"ns", "ew"}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("455", "no contract gives 455 with nobody vulnerable. Near are 440, 450, 460, 470"),
        ("-20", "Near are -70, -50, 0, 50"),
        ("60", "For per cent write 60%"),
        ("30% 455, 70% 420", "455"),
    ],
)
def test_points_that_no_contract_gives_are_refused_with_those_near(text: str, says: str) -> None:
    with pytest.raises(UnclearAward, match="(?i)" + says):
        ruled(text)
    with pytest.raises(UnclearAward):
        ruled("60%", text)


def test_the_vulnerability_decides_what_is_possible() -> None:
    assert ruled("420")["ns"].points == 420
    with pytest.raises(UnclearAward, match="with everybody vulnerable"):
        ruled("420", vulnerable="All")
    assert ruled("420", vulnerable=None)["ns"].points == 420
    with pytest.raises(UnclearAward, match=r"No contract gives 455\. Near"):
        ruled("455", vulnerable=None)


def test_points_of_another_way_of_scoring_are_taken_if_that_is_said() -> None:
    assert ruled("exactly 455") == {"ns": Awarded(points=455), "ew": Awarded(points=455)}
    assert ruled("60%", "Exactly 455")["ew"] == Awarded(points=455)
    with pytest.raises(UnclearAward):
        ruled("exactly 455", "465")


def test_percentages_and_awards_say_nothing_of_the_contract() -> None:
    percent = {"ns": Awarded(percent=Decimal(60)), "ew": Awarded(percent=Decimal(40))}
    assert ruled("60/40") == ruled("60%/40%") == ruled("60%") == ruled("60 / 40 %") == percent
    assert ruled("average plus").keys() == {"ns", "ew"}
