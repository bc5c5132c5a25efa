from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

from pydantic import JsonValue

from contracts.base import slug
from contracts.messages import BoardScored, Position, StandingsPublished
from contracts.standings import Method, Progress, Ranking, ScoredBoard, StandingRow, Standings, TravellerLine
from services.broadcast.domain import message_tables
from services.broadcast.domain.cards.bridge import card as card_of
from services.broadcast.domain.channel import TableState
from tests.support.made_up_pairs import MadeUpPairs
from tests.support.published import board_as_read, table_of

SPLIT = TravellerLine(
    round=3,
    table="4",
    ns="1",
    ew="12",
    ns_names="Ann & Bob",
    ew_names="Cem & Dot",
    contract="4S",
    declarer="N",
    lead="HK",
    tricks=10,
    score="420",
    ew_score="-50",
    ns_points=Decimal("10.50"),
    ew_points=Decimal("7"),
    ns_percent=Decimal("75.00"),
    ew_percent=Decimal("50"),
    stated_ns=Decimal("10.5"),
    agrees=True,
)


def board(number: str, *lines: TravellerLine, session: str | None = None, **more: Any) -> ScoredBoard:
    name = slug(f"{session}-{number}" if session else number)
    return ScoredBoard(event="e", id=name, session=session, board=number, unit="match_points", lines=lines, **more)


@dataclass
class Tables:
    """The tables of an event."""

    standings: TableState | None
    boards: list[TableState]

    def card(self, participant: str) -> dict[str, JsonValue] | None:
        return card_of(participant, self.standings, self.boards)


def tables(*boards: ScoredBoard, rows: tuple[StandingRow, ...] = ()) -> Tables:
    ranking = Ranking(id="overall", title="Overall", unit="match_points", rows=rows)
    standings = Standings(
        event="e", name="E", method=Method(board_scoring="match_points"), progress=Progress(), rankings=(ranking,)
    )
    place: dict[str, Any] = {"position": Position(seq=1, applied=1), "digest": "0" * 64}
    message = StandingsPublished(standings=standings, calculated_at=datetime(2031, 10, 3, tzinfo=UTC), **place)
    read = [board_as_read(BoardScored(board=one, **place)).board for one in boards]
    return Tables(table_of(message) if rows else None, [*map(message_tables.board_table, read)])


def lines(card: dict[str, Any] | None) -> list[dict[str, Any]]:
    assert card is not None
    found: list[dict[str, Any]] = card["lines"]
    return found


def test_boards_stand_in_the_order_of_session_and_number_and_empty_ones_are_left_out() -> None:
    ordered = tables(
        board("10", SPLIT),
        board("2", SPLIT),
        board("A", SPLIT),
        board("3"),
        board("1", SPLIT, session="10"),
        board("1", SPLIT, session="2"),
    ).card("1")
    assert [line["id"] for line in lines(ordered)] == ["2-1", "10-1", "2", "10", "a"]


def test_a_pair_sees_its_boards_from_its_own_side() -> None:
    (line,) = lines(tables(board("7", SPLIT, vulnerable="All")).card("1"))
    assert line == {
        "board": "7",
        "id": "7",
        "session": None,
        "round": 3,
        "table": "4",
        "direction": "NS",
        "opponents": "Cem & Dot",
        "opponents_number": "12",
        "opponents_team": None,
        "own_team": None,
        "own": "1",
        "own_names": "Ann & Bob",
        "unit": "match_points",
        "contract": "4S",
        "declarer": "N",
        "lead": "HK",
        "tricks": 10,
        "score": "420",
        "points": "10.50",
        "percent": "75.00",
        "stated": "10.5",
        "agrees": True,
        "vulnerable": "All",
        "match_points": None,
        "match_points_against": None,
    }


def test_its_opponents_see_their_own_points_and_their_own_score_of_a_split_ruling() -> None:
    (line,) = lines(tables(board("7", SPLIT)).card("12"))
    assert (line["direction"], line["opponents"], line["opponents_number"]) == ("EW", "Ann & Bob", "1")
    assert (line["score"], line["points"], line["percent"], line["stated"]) == ("-50", "7", "50", None)


def test_where_nothing_is_split_both_sides_see_the_one_score() -> None:
    plain = SPLIT.replace(ew_score=None)
    assert lines(tables(board("7", plain)).card("12"))[0]["score"] == "420"


def test_a_card_has_a_line_for_each_board_in_order_and_no_other_pairs() -> None:
    other = SPLIT.replace(ns="12", ew="1")
    stranger = SPLIT.replace(ns="2", ew="3")
    card = tables(board("10", stranger, other), board("9", SPLIT)).card("1")
    assert [(line["board"], line["direction"]) for line in lines(card)] == [("9", "NS"), ("10", "EW")]


def test_a_number_that_is_part_of_another_is_another() -> None:
    assert tables(board("7", SPLIT)).card("2") is None


def test_each_individual_of_a_side_has_a_card_of_his_own() -> None:
    seats = SPLIT.replace(ns="1+2", ew="3+14")
    individuals = tables(board("7", seats))
    assert [line["direction"] for line in lines(individuals.card("2"))] == ["NS"]
    assert [line["direction"] for line in lines(individuals.card("14"))] == ["EW"]
    assert lines(individuals.card("14"))[0]["opponents_number"] == "1+2"
    assert individuals.card("4") is None


TABLES = (
    SPLIT.replace(ns="1-1", ew="7-2", ns_team="T1", ew_team="T7"),
    SPLIT.replace(ns="7-1", ew="1-2", ns_team="T7", ew_team="T1"),
)


def test_a_team_sees_the_boards_of_both_its_pairs_and_who_sat_there() -> None:
    both = lines(tables(board("7", *TABLES)).card("T1"))
    assert [(line["direction"], line["own"], line["opponents_team"]) for line in both] == [
        ("NS", "1-1", "T7"),
        ("EW", "1-2", "T7"),
    ]
    assert [line["own"] for line in lines(tables(board("7", *TABLES)).card("1-2"))] == ["1-2"]


MATCH = {
    "session": None,
    "round": 3,
    "home": "T7",
    "away": "T1",
    "by_board": [{"board": "7", "home": "-5", "away": "5"}],
}


def test_a_board_of_a_match_says_what_it_gives_the_team_in_the_match() -> None:
    made = tables(board("7", *TABLES), board("8", *TABLES))

    def given(participant: str, *matches: dict[str, Any]) -> list[Any]:
        return [
            (line["match_points"], line["match_points_against"])
            for line in lines(card_of(participant, None, made.boards, matches))
        ]

    unknown = [(None, None)] * 2
    assert given("T1", MATCH) == [("5", "-5")] * 2 + unknown
    assert given("T7", MATCH) == [("-5", "5")] * 2 + unknown
    assert given("T1", {**MATCH, "round": 2}) == unknown * 2
    assert given("T1", MATCH, MATCH) == unknown * 2, "two teams that met twice on a board"


def test_a_team_of_which_no_pairs_are_known_has_a_card_too() -> None:
    bare = SPLIT.replace(ns=None, ew=None, ns_team="T1", ns_names="The Lanterns")
    (line,) = lines(tables(board("7", bare)).card("T1"))
    assert (line["own"], line["own_names"], line["opponents_number"], line["opponents_team"]) == (
        None,
        "The Lanterns",
        None,
        None,
    )
    assert tables(board("7", bare)).card("T7") is None


def test_the_name_of_two_individuals_is_not_that_of_one_of_them() -> None:
    card = tables(board("7", SPLIT.replace(ns="1+2"))).card("2")
    assert card is not None
    assert card["name"] is None


def test_the_head_of_a_card_is_from_the_standings() -> None:
    row = StandingRow(
        id="1", number="1NS", name="The Lanterns", place="2=", total=Decimal("21.50"), percentage=Decimal("61.30")
    )
    card = tables(board("7", SPLIT), rows=(row,)).card("1")
    assert card is not None
    head = {name: value for name, value in card.items() if name != "lines"}
    assert head == {
        "participant": "1",
        "number": "1NS",
        "name": "The Lanterns",
        "place": "2=",
        "total": "21.50",
        "percentage": "61.30",
    }


def test_without_standings_the_traveller_says_who_it_is() -> None:
    card = tables(board("7", SPLIT)).card("12")
    assert card is not None
    assert (card["name"], card["number"], card["place"], card["total"]) == ("Cem & Dot", "12", None, None)


def test_somebody_in_the_standings_who_has_not_played_has_an_empty_card() -> None:
    card = tables(rows=(StandingRow(id="1", number="1", name="Ann & Bob"),)).card("1")
    assert lines(card) == []


def test_nobody_has_no_card() -> None:
    assert tables().card("1") is None
    assert tables(board("7", TravellerLine(ew="12"))).card("") is None


def test_both_sides_of_an_event_find_every_line_twice_and_each_point_once() -> None:
    pairs = MadeUpPairs(tables=5, rounds=5)
    pairs.play(3)
    boards = pairs.boards()
    whole = tables(*boards)
    cards = [lines(whole.card(name)) for name in pairs.names]
    assert sum(len(card) for card in cards) == 2 * sum(len(one.lines) for one in boards)
    shown = sum(Decimal(line["points"]) for card in cards for line in card)
    assert shown == sum((line.ns_points or 0) + (line.ew_points or 0) for one in boards for line in one.lines)
