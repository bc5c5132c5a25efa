"""801 and 802."""

from decimal import Decimal

from shared.formats.trf.dialects import Dialect
from shared.formats.trf.writer.informative import Informative
from tests.support.trf_documents import facts_of
from tests.support.trf_golden import compare_written
from tests.support.trf_lines import player, team

LINES = (
    "012 x", "142 4", "352 WB", team(1, [1, 2, 3], name="Elms", mp="5.0", gp="5.0", rank=1),
    team(2, [4, 5, 6], name="Oaks"),
    team(3, [7, 8, 9]), team(4, [10, 11, 12]), "300   1   1   2    3    1", "330 -+   2   3   1", "240 H   3    1",
    "320  1.0  2.0           2",
    player(1, "5 b 0", "- +", "- H", "7 w ="), player(2, "", "- +", "- H", "8 b +"), player(3, "4 w 1", "- -", "- H"),
    player(4, "3 b 0", "", "- U"), player(5, "1 w 1", "", "- U"), player(6, "", "", "- U"),
    player(7, "10 w 1", "", "10 w 1", "1 b ="),
    player(8, "11 b 1", "", "11 b 1", "2 w -"), player(9), player(10, "7 b 0", "", "7 b 0"),
    player(11, "8 w 0", "", "8 w 0"),
    player(12),
)  # fmt: skip


def written(dialect: Dialect = Dialect.TRF26) -> list[str]:
    facts = facts_of(*LINES)
    totals = {t.participant: (t.total, t.game_points, t.place or "") for t in facts.totals if t.kind == "team"}
    return Informative(facts, {"1": 1, "2": 2, "3": 3, "4": 4}, totals, dialect).lines()


def test_801_says_opponent_colour_results_and_places_in_the_roster():
    assert written()[0] == "801 1 ELM   5    5.0  2 w 10 31  3 b ++ 12      HH     3 w =+ 12"
    assert written()[1].split()[:3] == ["801", "2", "ELM"]


def test_802_says_opponent_or_bye_colour_game_points_and_forfeit():
    lines = written()
    assert lines[4] == "802   1 ELM      5      5.0   2 w  1.0     3 b  2.0f  HPB    1.0     3 w  1.5"
    assert "PAB    2.0" in lines[5]


def test_match_points_with_a_decimal_have_it_behind_their_units():
    facts = facts_of(*LINES)
    halves = {"1": (Decimal("12.5"), Decimal(5), ""), "2": (Decimal(12), Decimal(5), ""), "3": (None, None, "")}
    lines = Informative(facts, {"1": 1, "2": 2, "3": 3, "4": 4}, halves).lines()[4:7]
    assert [line[14:27] for line in lines] == ["  12.5    5.0", "  12      5.0", "             "]


def test_a_roster_of_more_than_35_has_no_801():
    facts = facts_of("012 x", team(1, range(1, 40)), *(player(n) for n in range(1, 40)))
    assert [line[:3] for line in Informative(facts, {"1": 1}, {}).lines()] == ["802"]


def columns(line: str, *bounds: tuple[int, int]) -> list[str]:
    """What stands in columns, counted from 1, both ends included."""
    return [line.ljust(200)[first - 1 : last] for first, last in bounds]


def test_columns_of_801_are_those_of_the_drafts_table_with_the_widths_of_the_tournament():
    line, t, m, g, b = written(Dialect.DRAFT_2024)[0], 1, 1, 3, 2  # 4 teams; 4 rounds of 2 match points, of 2 boards
    assert columns(
        line,
        (1, 3),
        (5, 4 + t),
        (7 + t, 11 + t),
        (13 + t, 12 + t + m),
        (14 + t + m, 13 + t + m + g),
        (16 + t + m + g, 15 + 2 * t + m + g),
        (17 + 2 * t + m + g,) * 2,
        (19 + 2 * t + m + g, 18 + 2 * t + m + g + b),
        (20 + 2 * t + m + g + b, 19 + 2 * t + m + g + 2 * b),
        (22 + m + g + 2 * (t + b), 21 + m + g + 3 * t + 2 * b),
    ) == ["801", "1", "ELM  ", "5", "5.0", "2", "w", "10", "31", "3"]


def test_columns_of_802_are_those_of_each_dialect():
    for dialect, first, scores in (
        (Dialect.DRAFT_2024, 28, ["   5", "   5.0"]),
        (Dialect.TRF26, 29, ["   5  ", "   5.0"]),
    ):
        line = written(dialect)[4]
        bounds = ((16, 19), (21, 26)) if dialect is Dialect.DRAFT_2024 else ((15, 20), (22, 27))
        assert columns(line, (5, 7), (9, 13), *bounds) == ["  1", "ELM  ", *scores]
        for round_, expected in enumerate(
            (["  2", "w", " 1.0", " "], ["  3", "b", " 2.0", "f"], ["HPB", " ", " 1.0", " "])
        ):
            at = first + 13 * round_
            assert columns(line, (at, at + 2), (at + 4,) * 2, (at + 6, at + 9), (at + 10,) * 2) == expected


def test_what_is_written_of_changed_lines_is_what_the_golden_file_says():
    compare_written("informative", lambda line: line[:3] in ("001", "300", "310", "330", "340", "362"))
