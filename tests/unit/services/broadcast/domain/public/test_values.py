"""Tables with the places and scores that the organiser chose: of those that are not chosen nothing is left."""

import pytest

from contracts.feed import (
    analysis_channel,
    board_channel,
    games_channel,
    matches_channel,
    seats_channel,
    standings_channel,
)
from contracts.standings import AS_STATED
from services.broadcast.domain.cards.bridge import card
from services.broadcast.domain.cards.meetings import meetings
from services.broadcast.domain.channel import TableState
from services.broadcast.domain.message_tables import BOARD_COLUMNS, MATCH_COLUMNS, SEAT_COLUMNS, STANDINGS_COLUMNS
from services.broadcast.domain.public.values import explanation_with_values, matches_with_values, with_values

OURS, THEIRS = "71.25", "52.75"
STANDINGS, MATCHES, BOARD = standings_channel("open"), matches_channel("open"), board_channel("open", "7")
RANKED = {"ranking": "overall", "number": "1", "name": "Ann", "boards": 24}
COMPUTED = {
    **{"place": "1", "rank": 1, "total": OURS, "percentage": OURS, "adjustment": OURS, "carry": OURS, "handicap": OURS},
    **{"final": OURS, "tie_breaks": [f"SB {OURS}"], "agrees": False},
}
STATED = {"stated_place": "2", "stated_total": THEIRS, "stated_percentage": THEIRS}
MATCH = {"home": "1", "away": "2", "boards": 8, "unit": "vps", "home_raw": OURS, "away_raw": OURS, "ruling": OURS}
MATCH |= {"home_score": OURS, "away_score": OURS, "agrees": False}
LINE = {"ns": "1", "ew": "2", "score": "420", "ns_points": OURS, "ew_points": OURS, "ns_percent": OURS}
LINE |= {"ew_percent": OURS, "agrees": False}
OF_MATCH = {"stated_home": THEIRS, "stated_away": THEIRS}
OF_LINE = {"stated_ns": THEIRS, "stated_ew": THEIRS}
META = {"rankings": [{"id": "overall", "title": "Overall"}, {"id": "NS", "title": f"North-South{AS_STATED}"}]}
OF_BOARD = {"id": "7", "board": "7", "unit": "match_points", "top": OURS, "datum": OURS}


def table(columns, *rows, meta=None):
    made = {f"{row.get('ranking', number)}|{number}": tuple(map(row.get, columns)) for number, row in enumerate(rows)}
    return TableState(columns, made, meta or {})


def cells(shown):
    return [dict(zip(shown.columns, row, strict=True)) for row in shown.rows.values()]


WHOLE = {
    STANDINGS: table(STANDINGS_COLUMNS, RANKED | COMPUTED | STATED, RANKED | COMPUTED, meta=META),
    MATCHES: table(MATCH_COLUMNS, MATCH | OF_MATCH, MATCH),
    BOARD: table(BOARD_COLUMNS, LINE | OF_LINE, LINE, meta=OF_BOARD),
}


@pytest.mark.parametrize("channel", WHOLE)
@pytest.mark.parametrize(("values", "kept", "gone"), [("stated", THEIRS, OURS), ("computed", OURS, THEIRS)])
def test_nothing_is_left_of_the_values_that_are_not_chosen(channel, values, kept, gone):
    shown = with_values(channel, WHOLE[channel], values)
    text = repr((shown.rows, shown.meta))
    assert kept in text
    assert gone not in text
    assert [row["agrees"] for row in cells(shown)] == [None, None]
    assert with_values(channel, WHOLE[channel], "both") is WHOLE[channel]


@pytest.mark.parametrize("channel", WHOLE)
def test_where_nothing_of_a_kind_is_stated_it_is_computed(channel):
    whole = WHOLE[channel]
    without = TableState(whole.columns, dict([list(whole.rows.items())[-1]]), dict(whole.meta))
    shown = with_values(channel, without, "stated")
    assert OURS in repr(shown.rows)
    assert shown.meta == whole.meta


def test_the_order_is_that_of_the_stated_places():
    second = RANKED | COMPUTED | STATED
    first = second | {"place": "2", "rank": 2, "stated_place": "1"}
    shown = with_values(STANDINGS, table(STANDINGS_COLUMNS, second, first), "stated")
    assert [(row["place"], row["rank"]) for row in cells(shown)] == [("2", 2), ("1", 1)]


def test_a_ranking_of_which_nothing_is_stated_is_not_shown_beside_one_that_is():
    section = RANKED | COMPUTED | {"ranking": "section-A"}
    shown = with_values(STANDINGS, table(STANDINGS_COLUMNS, RANKED | COMPUTED | STATED, section), "stated")
    assert [row["ranking"] for row in cells(shown)] == ["overall"]


def test_a_ranking_that_is_shown_as_stated_is_none_of_ours():
    as_stated = RANKED | COMPUTED | STATED | {"ranking": "NS"}
    shown = with_values(STANDINGS, table(STANDINGS_COLUMNS, RANKED | COMPUTED, as_stated, meta=META), "computed")
    assert [row["ranking"] for row in cells(shown)] == ["overall"]


def test_why_two_meet_is_not_said_where_it_names_our_scores():
    whole = table(SEAT_COLUMNS, {"ns": "1", "ew": "2", "reason": f"{OURS} against {OURS}"})
    reasons = [
        cells(with_values(seats_channel("open"), whole, values))[0]["reason"] for values in ("stated", "computed")
    ]
    assert reasons == ["", f"{OURS} against {OURS}"]


@pytest.mark.parametrize("channel", [games_channel("open"), analysis_channel("open", "7"), "evt.open.boards"])
def test_results_and_cards_are_nobodys_choice(channel):
    whole = table(("white_points",), {"white_points": "1"})
    assert with_values(channel, whole, "stated") is with_values(channel, whole, "computed") is whole


@pytest.mark.parametrize(("values", "gone"), [("stated", OURS), ("computed", THEIRS)])
def test_cards_and_meetings_follow_the_tables(values, gone):
    matches = [MATCH | OF_MATCH | {"by_board": [{"board": "7", "home": OURS, "away": OURS}]}]
    shown = {channel: with_values(channel, whole, values) for channel, whole in WHOLE.items()}
    own = card("1", shown[STANDINGS], [shown[BOARD]], matches_with_values(matches, values))
    assert own is not None
    assert gone not in repr((own, meetings([shown[BOARD]]), matches_with_values(matches, values)))
    assert matches_with_values(matches, "both") is matches


def test_matches_that_state_nothing_are_computed():
    assert matches_with_values([MATCH], "stated")[0]["home_score"] == OURS


def test_an_explanation_says_nothing_of_what_is_stated():
    lines = [{"points": OURS, "stated": THEIRS, "agrees": False}]
    explanation = {"total": OURS, "stated": {"total": THEIRS}, "sessions": [{"lines": lines}], "agrees": False}
    assert explanation_with_values(explanation) == {"total": OURS, "sessions": [{"lines": [{"points": OURS}]}]}
