"""What the points of the players show and no record states."""

import pytest

from contracts.facts import Facts
from shared.formats.trf.reader.parse import parse
from tests.support.trf_lines import document, placed, player

FIELD = ("2 w 1", "4 b ="), ("1 b 0", "- U"), ("4 w 0", "- H"), ("3 b 1", "1 w ="), ("- U", "- Z")


def read(points: str, *lines: str, rounds: tuple[tuple[str, ...], ...] = FIELD) -> tuple[Facts, list[str]]:
    stated = zip(rounds, points.split(), strict=True)
    parsed = parse(document(*lines, *(player(at, *row, points=total) for at, (row, total) in enumerate(stated, 1))))
    return parsed.events[0].facts, [f"{each.code} {each.place}" for each in parsed.findings]


def scoring(facts: Facts) -> dict[str, str]:
    return {detail.name: detail.value for detail in facts.event.scoring_system}


@pytest.mark.parametrize(
    ("points", "system"),
    [
        ("1.5 1.0 0.5 1.5 1.0", {}),
        ("4.0 3.0 1.0 4.0 3.0", {"W": "3", "D": "1"}),
        ("3.0 2.0 1.0 3.0 2.0", {"W": "2", "D": "1"}),
        ("4.0 1.0 1.0 4.0 1.0", {"W": "3", "D": "1", "U": "1"}),
        ("1.5 0.5 0.5 1.5 0.5", {"W": "1", "D": "0.5", "U": "0.5"}),
        ("1.5 0.0 0.5 1.5 0.0", {"W": "1", "D": "0.5", "U": "0"}),
        ("9.0 1.0 0.5 1.5 1.0", {}),
        ("4.0 3.0 1.0 9.0 8.0", {}),
        ("1.5 0.5 0.5 1.5 1.0", {}),
    ],
)
def test_points_by_result_follow_from_the_points_of_nearly_all(points, system):
    facts, found = read(points, "012 Elms")
    assert scoring(facts) == system
    assert [each.split()[0] for each in found] == ["trf.points-derived"] * bool(system)


def test_points_by_result_that_are_stated_are_those_of_the_record():
    assert scoring(read("4.0 3.0 1.0 4.0 3.0", "012 Elms", "162  W 2.0")[0]) == {"W": "2"}


def test_a_finding_names_the_first_points_that_show_it():
    assert read("4.0 3.0 1.0 4.0 3.0", "012 Elms")[1] == ["trf.points-derived line 2, column 81-84, 001"]


TEAMS = placed((1, "013"), (5, "Elms"), (37, "   1    2")), placed((1, "013"), (5, "Oaks"), (37, "   3    4"))


def wins(points: str, rounds: tuple[tuple[str, ...], ...]) -> tuple[list[tuple[str, int]], list[str]]:
    facts, found = read(points, "012 Cup", "082 2", "352 WB", *TEAMS, rounds=rounds)
    return [(game.player, game.round) for game in facts.games if game.result == "+"], found


FULL = ("3 w 1", "3 b =", "3 w 1"), ("- -", "4 w 1", "- -"), ("1 b 0", "1 w =", "1 b 0"), ("- -", "2 b 0", "- -")


def test_those_with_the_points_of_a_win_against_nobody_have_won():
    won, found = wins("2.5 2.0 0.5 1.0", (*FULL[:3], ("- -", "2 b 0", "")))
    assert won == [("2", 3), ("4", 1)]
    assert found == ["trf.won-unmarked line 7, column 81-84, 001", "trf.won-unmarked line 9, column 81-84, 001"]


@pytest.mark.parametrize(
    ("points", "rounds"),
    [
        ("2.5 1.0 0.5 0.0", FULL),
        ("2.5 3.0 0.5 0.0", FULL),
        ("2.5 1.5 0.5 0.5", FULL),
        ("2.5 3.0 0.5 2.0", FULL),
        ("2.5 2.0 0.5 1.0", FULL),
        ("2.5 2.0 0.5 1.0", (FULL[0], ("- +", *FULL[1][1:]), *FULL[2:])),
    ],
)
def test_points_that_say_it_of_one_alone_or_in_two_ways_say_nothing(points, rounds):
    assert [each for each in wins(points, rounds)[1] if "won-unmarked" in each] == []
