"""Places by points and tie-breaks, for small and for made-up tournaments."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.chess.from_facts import tournament_of
from shared.chess.model import Tournament
from shared.chess.standings import default_order, standings, understood
from shared.chess.tie_breaks.codes import NAMES, OF_TIED_GROUPS, tie_break
from shared.chess.tie_breaks.values import values
from shared.formats.trf.reader.parse import parse
from tests.support.chess import league, places, swiss
from tests.support.chess_tournaments import individual, teams
from tests.support.trf_lines import document

FOUR = swiss("2 w 1, 3 b 1", "1 b 0, 4 w 1", "4 w 1, 1 w 0", "3 b 0, 2 b 0")


def test_those_who_are_equal_share_a_place_and_leave_a_gap():
    assert places(FOUR, "PTS") == {"1": 1, "2": 2, "3": 2, "4": 4}


@pytest.mark.parametrize("score", ["MP", "GP"])
def test_a_player_has_one_score_whatever_a_code_names(score):
    for code in ("PTS", "BH", "SB/C1", "PS"):
        head, _, modifier = code.partition("/")
        named = f"{head}:{score}" + (f"/{modifier}" if modifier else "")
        plain, asked = standings(FOUR, [code]), standings(FOUR, [named])
        assert [(row.index, row.values) for row in asked.rows] == [(row.index, row.values) for row in plain.rows]
        assert asked.codes[0].text == named


def test_each_tie_break_decides_only_what_is_still_tied():
    assert places(FOUR, "PTS", "TPN") == {"1": 1, "2": 2, "3": 3, "4": 4}
    assert places(FOUR, "PTS", "TPN/R") == {"1": 1, "2": 3, "3": 2, "4": 4}
    assert places(FOUR, "TPN/R", "PTS") == {"4": 1, "3": 2, "2": 3, "1": 4}


def test_the_standings_state_edition_and_codes_and_leave_out_what_is_not_computed():
    found = standings(FOUR, ("PTS", "BH/C1", "OTHER_CLUB"))
    assert (found.edition.value, [code.text for code in found.codes]) == (2026, ["PTS", "BH/C1"])
    assert [row.values[0].amount for row in found.rows] == [2, 1, 1, 0]


def test_a_direct_encounter_gives_the_place_among_those_who_were_tied():
    found = standings(swiss("2 w 1, 3 b 0", "1 b 0, 3 w 1", "- U, - U"), ("TPN", "DE"))
    assert [row.values[1].amount for row in found.rows] == [1, 1, 1]
    rows = ("2 w 1, 3 b 0, 4 w 1", "1 b 0, 3 w 1, 4 b =", "4 w 1, 2 b 0, 1 w 1", "3 b 0, 1 b 0, 2 w =")
    tied = standings(swiss(*rows), ("PTS", "DE"))
    assert [(row.index, row.place, row.values[1].amount) for row in tied.rows] == [
        (2, 1, 1),
        (0, 2, 2),
        (1, 3, 1),
        (3, 4, 1),
    ]


def test_without_ratings_a_rating_tie_break_decides_nothing():
    assert places(FOUR, "PTS", "ARO") == places(FOUR, "PTS")


@pytest.mark.parametrize(
    ("table", "first"),
    [
        (FOUR, "BH/C1"),
        (swiss("2 w 1", "1 b 0", type_="Round Robin"), "DE"),
        (league("3 w 1", "4 b 1", "1 b 0", "2 w 0"), "MPvGP"),
    ],
)
def test_there_is_an_order_for_every_kind_of_tournament(table, first):
    assert default_order(table)[:2] == ("PTS", first)
    assert [code.text for code in understood(default_order(table))] == list(default_order(table))
    assert standings(table).rows[0].place == 1


def made(seed: int, size: int, rounds: int, *, is_league: bool) -> Tournament:
    lines = teams(seed, size, rounds, 3) if is_league else individual(seed, size, rounds, unplayed=0.3)
    return tournament_of(parse(document(*lines)).events[0].facts)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000), st.integers(4, 12), st.integers(2, 5), st.booleans())
def test_places_follow_the_values_in_every_made_up_tournament(seed, size, rounds, is_league):
    table = made(seed, size, rounds, is_league=is_league)
    order = ("PTS", "BH/C1", "SB", "DE", "WIN", "BC" if is_league else "PS")
    found = standings(table, order)
    assert [row.place for row in found.rows] == sorted(row.place for row in found.rows)
    assert sorted(row.index for row in found.rows) == list(range(size))
    for one, other in zip(found.rows, found.rows[1:], strict=False):
        ours = [value.amount if at != 3 else None for at, value in enumerate(one.values)]
        theirs = [value.amount if at != 3 else None for at, value in enumerate(other.values)]
        assert ours[:3] >= theirs[:3]  # type: ignore[operator]
        if one.place == other.place:
            assert ours == theirs


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000), st.integers(4, 12), st.integers(2, 5), st.booleans())
def test_every_tie_break_has_a_value_and_an_explanation_that_adds_up(seed, size, rounds, is_league):
    table = made(seed, size, rounds, is_league=is_league)
    for name in sorted(NAMES - OF_TIED_GROUPS):
        for value in values(table, tie_break(name), explain=True).values():
            assert value.amount is None or isinstance(value.amount, Fraction)
            if value.terms and name in ("BH", "FB", "SB", "PS", "KS", "WIN", "BPG"):
                unit = {"SB": table.scale**2, "WIN": 1, "BPG": 1}.get(name, table.scale)
                assert value.amount == Fraction(sum(t.amount for t in value.terms if not t.cut), unit)


@settings(max_examples=25, deadline=None)
@given(
    st.integers(0, 10_000),
    st.integers(4, 10),
    st.integers(2, 4),
    st.sampled_from(["EDE", "EDET", "EDEB", "EDEBT", "EDEBB"]),
)
def test_every_extended_encounter_ends(seed, size, rounds, code):
    table = made(seed, size, rounds, is_league=True)
    assert {row.place for row in standings(table, ("PTS", code)).rows} <= set(range(1, size + 1))


def test_the_stated_points_of_a_made_up_tournament_come_out():
    facts = parse(document(*individual(5, 40, 7))).events[0].facts
    table = tournament_of(facts)
    stated = {total.participant: total.total for total in facts.totals}
    assert {entrant.id: table.exact(table.scores[at][0]) for at, entrant in enumerate(table.entrants)} == stated
