"""What a policy takes out of a table: whatever the table has, nothing that is held back is left."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts.facts import PublicPolicy
from contracts.feed import (
    analysis_channel,
    board_channel,
    boards_channel,
    games_channel,
    matches_channel,
    seats_channel,
)
from services.broadcast.domain import message_tables
from services.broadcast.domain.board_list import BOARD_LIST_COLUMNS
from services.broadcast.domain.channel import TableState
from services.broadcast.domain.message_tables import CATALOGUE_COLUMNS, COUNTS, STANDINGS_COLUMNS
from services.broadcast.domain.public.tables import line_without_play, public_line, public_table, without_news
from tests.support.published import analysis, as_read, board, board_as_read, seats, standings

SECRET = "secret"
STANDINGS, BOARD = "evt.open.standings", board_channel("open", "7")
NO_RANKING, NO_BOARDS = PublicPolicy(places=0), PublicPolicy(boards="none")
RESULTS = [matches_channel("open"), games_channel("open"), boards_channel("open"), BOARD, analysis_channel("open", "7")]

_COLUMNS = st.lists(st.text(max_size=8), max_size=5, unique=True).map(tuple)
_FIELDS = [
    name
    for model in (message_tables.FeedStandings, message_tables.FeedStandingsPublished, message_tables.FeedBoard)
    for name in model.model_fields
]
_KEYS = st.text(max_size=8) | st.sampled_from(_FIELDS)
_SECRETS = st.recursive(
    st.just(SECRET), lambda inner: st.lists(inner, min_size=1, max_size=2) | st.dictionaries(_KEYS, inner, min_size=1)
)
_OPEN = {
    "title", "event", "id", "organiser", "date", "kind", "about", "status", "reassigned_to", "unit", "calculated_at",
    "dealer", "vulnerable", "session", "board", "after_round",
}  # fmt: skip
"""What is said of an event or a board whatever is held back."""

_COUNTS = {"rounds", "rounds_complete", "rounds_over", "rounds_begun", "results", "results_expected", "complete"}
_PARTS = {
    "progress": {*_COUNTS, "text"},
    "method": {"board_scoring", "match_scoring", "vp_scale"},
    "declared": {"corrections_until"},
}


@given(
    st.sampled_from([STANDINGS, *RESULTS, "evt.open.unheard-of"]),
    _COLUMNS,
    st.dictionaries(_KEYS.filter(lambda key: key not in _OPEN), _SECRETS, max_size=6),
    st.integers(0, 3),
)
def test_no_row_and_nothing_that_is_not_allowed_is_left(channel, columns, meta, number):
    columns = (*columns, "rank")
    rows = {f"overall|{key}": (*([SECRET] * (len(columns) - 1)), key + 1) for key in range(number)}
    shown = public_table(channel, TableState(columns, rows, meta), PublicPolicy(places=0, boards="none"))
    assert shown.rows == {}
    left = {key: value for key, value in shown.meta.items() if SECRET in repr(value)}
    assert left.keys() <= _PARTS.keys()
    assert all(value.keys() <= _PARTS[key] for key, value in left.items())


@given(st.integers(1, 4), st.lists(st.none() | st.integers(1, 6), max_size=8))
def test_the_first_places_are_those_and_no_others(places, ranks):
    at = STANDINGS_COLUMNS.index("rank")
    blank = (None,) * len(STANDINGS_COLUMNS)
    rows = {f"all|{key}": (*blank[:at], rank, *blank[at + 1 :]) for key, rank in enumerate(ranks)}
    meta = {"rankings": [{"id": "all"}, {"id": "other"}], "outcome": SECRET}
    shown = public_table(STANDINGS, TableState(STANDINGS_COLUMNS, rows, meta), PublicPolicy(places=places))
    assert sorted(row[at] for row in shown.rows.values()) == sorted(rank for rank in ranks if rank and rank <= places)
    assert shown.meta["rankings"] == ([{"id": "all"}] if shown.rows else [])
    assert "outcome" not in shown.meta


def test_boards_go_apart_from_the_ranking_and_matches_and_games_with_it():
    table = TableState(("score",), {"1": ("420",)}, {})
    shown = {
        policy: [bool(public_table(each, table, policy).rows) for each in RESULTS] for policy in (NO_RANKING, NO_BOARDS)
    }
    assert shown == {NO_RANKING: [False, False, True, True, True], NO_BOARDS: [True, True, False, False, False]}
    assert public_table(BOARD, table, NO_BOARDS).meta == {"withheld": ["boards"]}


def test_standings_without_boards_keep_their_ranking_and_lose_what_is_written_about_results():
    message = as_read(standings("open", 1))
    whole = message_tables.standings_table(message, message_tables.followed(None, message))
    shown = public_table(STANDINGS, whole, NO_BOARDS)
    assert shown.rows == whole.rows
    assert {"sources", "digest", "change", "findings", "differences", "outcome", "verdicts"}.isdisjoint(shown.meta)
    assert shown.meta["progress"] == {"text": "after round 1", "results": 0}
    assert shown.meta["boards"] == []


def test_cards_are_shown_with_the_boards_alone():
    made = message_tables.board_table(board_as_read(board("open", "7", 1)).board)
    dealt = replace(made, meta={**made.meta, "deal": {"north": {"spades": "AKQ"}}})
    assert "deal" not in public_table(BOARD, dealt, NO_BOARDS).meta
    assert "deal" in public_table(BOARD, dealt, NO_RANKING).meta
    analysed = message_tables.analysis_table(analysis("open", "7", 1).analysis)
    assert public_table(RESULTS[-1], analysed, NO_BOARDS).meta.keys() == {"event", "id", "withheld"}


def test_who_sits_where_is_told_and_not_why():
    assignment = seats("open", 1).assignment
    table = assignment.tables[0].replace(reason="62.5 against 61.0")
    shown = public_table(
        seats_channel("open"), message_tables.seats_table(assignment.replace(tables=(table,))), NO_RANKING
    )
    (row,) = shown.rows.values()
    assert dict(zip(shown.columns, row, strict=True)) | {"reason": ""} == dict(zip(shown.columns, row, strict=True))
    assert "2" in row
    assert "62.5" not in repr(shown)


@pytest.mark.parametrize(
    ("policy", "leader"),
    [(NO_RANKING, None), (PublicPolicy(places=1), "Ann"), (PublicPolicy(until_round=2), None), (NO_BOARDS, "Ann")],
)
def test_the_leader_is_named_in_the_list_of_events_where_a_place_is_shown(policy, leader):
    line = tuple("Ann" if name == "leader" else None for name in CATALOGUE_COLUMNS)
    assert public_line(CATALOGUE_COLUMNS, line, policy)[CATALOGUE_COLUMNS.index("leader")] == leader


def test_a_table_of_which_nothing_is_old_enough_says_what_it_is_of():
    message = as_read(standings("open", 1))
    whole = message_tables.standings_table(message, message_tables.followed(None, message))
    shown = public_table(STANDINGS, without_news(whole), PublicPolicy(delay=5))
    assert (shown.rows, shown.meta["title"], shown.meta["withheld"]) == ({}, "open pairs", ["news"])
    assert "round 1" not in repr(shown)


def test_the_line_of_an_event_of_which_nothing_is_old_enough_says_nothing_of_play():
    line = tuple(7 if name in COUNTS else name for name in CATALOGUE_COLUMNS)
    shown = dict(zip(CATALOGUE_COLUMNS, line_without_play(CATALOGUE_COLUMNS, line), strict=True))
    assert {name for name, cell in shown.items() if not cell} == {"leader", "updated", "progress", *COUNTS}
    assert shown["status"] == "live"


def test_the_list_of_boards_is_empty_where_boards_are_held_back():
    table = TableState(BOARD_LIST_COLUMNS, {"7": (None,) * len(BOARD_LIST_COLUMNS)}, {"event": "open"})
    assert public_table(boards_channel("open"), table, NO_BOARDS).rows == {}
    assert replace(table, meta={}).rows == table.rows


def test_of_what_is_not_held_back_all_but_the_values_that_are_not_chosen_is_shown() -> None:
    message = as_read(standings("open", 1))
    whole = message_tables.standings_table(message, message_tables.followed(None, message))
    said = {"differences": 3, "findings": [SECRET], "change": SECRET, "outcome": SECRET}
    policy = PublicPolicy(values="stated", queries=False)
    meta = {**whole.meta, **said, "public": policy.model_dump()}
    shown = public_table(STANDINGS, TableState(whole.columns, whole.rows, meta), policy)
    assert shown.rows.keys() == whole.rows.keys()
    assert shown.meta["withheld"] == []
    assert shown.meta["public"] == {"values": "stated", "queries": False}
    assert SECRET not in repr(shown.meta)
    assert {name: shown.meta[name] for name in ("sources", "progress")} == {
        name: whole.meta[name] for name in ("sources", "progress")
    }
    ours = public_table(STANDINGS, TableState(whole.columns, whole.rows, meta), policy.replace(values="computed"))
    assert ours.meta["method"] == whole.meta["method"]
    assert "detected" not in shown.meta["method"]


def test_the_first_places_are_the_first_of_those_chosen() -> None:
    columns = STANDINGS_COLUMNS
    ranked = [("1", 1, "2"), ("2", 2, "1")]
    rows = {
        f"overall|{place}": tuple(
            {"ranking": "overall", "place": place, "rank": rank, "stated_place": stated}.get(name) for name in columns
        )
        for place, rank, stated in ranked
    }
    shown = public_table(STANDINGS, TableState(columns, rows, {}), PublicPolicy(places=1, values="stated"))
    assert [*shown.rows] == ["overall|2"]


def test_who_leads_by_ours_is_not_named_in_the_list_beside_the_organisers_places() -> None:
    line = tuple("Ann" if name == "leader" else name for name in CATALOGUE_COLUMNS)
    shown = public_line(CATALOGUE_COLUMNS, line, PublicPolicy(values="stated"))
    assert [name for name, cell in zip(CATALOGUE_COLUMNS, shown, strict=True) if cell is None] == ["leader"]
    assert public_line(CATALOGUE_COLUMNS, line, PublicPolicy(values="computed")) == line
