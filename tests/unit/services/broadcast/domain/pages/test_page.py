from datetime import UTC, datetime
from typing import Any

import pytest

from contracts import feed
from contracts.facts import PublicPolicy
from services.broadcast.domain.board_list import BOARD_LIST_COLUMNS
from services.broadcast.domain.channel import TableState
from services.broadcast.domain.message_tables import BOARD_COLUMNS, CATALOGUE_COLUMNS
from services.broadcast.domain.pages import page as pages
from services.broadcast.domain.pages.address import Address
from services.broadcast.domain.pages.page import (
    Asked,
    Page,
    card_wanted,
    page,
    progress_share,
    shown_status,
    wants_meetings,
)
from services.broadcast.domain.public.tables import public_table
from tests.unit.services.broadcast.domain.pages.test_rankings import standings
from tests.unit.services.broadcast.domain.pages.test_rounds import games, matches

NOW = datetime(2031, 10, 4, 21, 0, tzinfo=UTC)
META: dict[str, Any] = {
    "title": "Autumn Pairs",
    "status": "live",
    "progress": {"text": "After round 2", "results": 3, "results_expected": 12},
    "boards": [{"id": "1-7", "board": "7", "session": "1"}, {"id": "2-8", "board": "8"}, {"id": "1-8", "board": "8"}],
}
ROWS = ({"rank": 1, "percentage": "67.18", "name": "Rosa Baker & Uri Hunter"}, {"rank": 2, "percentage": "51"})


def ask(tab: str = "standings", item: str = "", **rest: Any) -> Page:
    """A page of an event with two pairs."""
    tables = {feed.standings_channel("club"): standings(*ROWS, **META)}
    return page(Asked(Address("event", "club", tab, item), tables, NOW, **rest))


def test_a_preview_names_the_event_and_who_leads() -> None:
    made = ask()
    assert made.title == "Autumn Pairs: Rosa Baker & Uri Hunter lead, 67.18\u00a0%"
    assert made.description == "Rosa Baker & Uri Hunter lead, 67.18\u00a0%. After round 2."
    assert (ask("boards").title, ask("boards").description) == ("Boards: Autumn Pairs", made.description)


def test_an_event_that_is_not_there_is_404_with_a_sentence() -> None:
    made = page(Asked(Address("event", "club"), {}, NOW))
    assert (made.status, made.template, made.title) == (404, "missing", "Event not found")


@pytest.mark.parametrize(
    ("tab", "item", "at"),
    [("boards", "7", "e/club/boards/1-7"), ("card", "2", "e/club/card/p2"), ("card", "rosa-baker", "e/club/card/p1")],
)
def test_a_number_or_a_name_leads_to_the_one_address(tab: str, item: str, at: str) -> None:
    moved = ask(tab, item).moved
    assert moved is not None
    assert moved.path == at


def test_a_board_that_was_played_in_several_sessions_is_chosen_from_a_list() -> None:
    made = ask("boards", "8")
    assert (made.moved, made.values["board"]) == (None, None)
    assert [board["id"] for own in made.values["sessions"] for board in own.boards] == ["2-8", "1-8"]
    assert ask("boards", "9").status == ask("card", "nobody").status == 404


@pytest.mark.parametrize(
    ("values", "note", "rounds"),
    [("both", "", True), ("computed", "calculated", True), ("stated", "organiser's", False)],
)
def test_a_page_says_whose_values_it_shows_and_offers_no_rounds_of_the_organisers(
    values: str, note: str, rounds: bool
) -> None:
    table = standings(*ROWS, **{**META, "progress": {"rounds_complete": 2}, "public": {"values": values}})
    made = page(Asked(Address("event", "club"), {feed.standings_channel("club"): table}, NOW))
    assert made.values["rounds"] == rounds
    assert bool(made.values["values"]) == bool(note)
    assert note in made.values["values"]


def test_tabs_are_those_that_suit_the_game() -> None:
    assert [tab for tab, _ in ask().values["tabs"]] == ["standings", "boards", "cross", "card", "seats", "files"]
    chess = standings(*ROWS, **META, method={"board_scoring": "games"})
    made = page(Asked(Address("event", "club"), {feed.standings_channel("club"): chess}, NOW))
    assert [tab for tab, _ in made.values["tabs"]] == ["standings", "games", "cross", "card", "seats", "files"]


def chess_page(item: str = "", **more: Any) -> Page:
    """The standings of three players of chess, the second of whom leads by number."""
    rows = [
        {"rank": 1, "number": n, "name": f"Player {n}", "total": "0", "boards": 0, **more} for n in ("10", "2", "1")
    ]
    table = standings(*rows, **META, method={"board_scoring": "games"})
    return page(Asked(Address("event", "club", "standings", item), {feed.standings_channel("club"): table}, NOW))


def test_chess_has_a_list_by_starting_rank_alone_until_anybody_has_played() -> None:
    waiting, playing, asked = chess_page(), chess_page(boards=1), chess_page("start", boards=1)
    assert [each.id for each in waiting.values["lists"]] == ["start"]
    assert [row["number"] for row in waiting.values["shown"].rankings[0].rows] == ["1", "2", "10"]
    assert "lead" not in waiting.title
    assert [each.id for each in playing.values["lists"]][-1] == "start"
    assert (playing.values["start"], asked.values["start"]) == (False, True)
    assert "start" not in [each.id for each in ask().values["lists"]]


def hands_page(policy: PublicPolicy, complete: frozenset[str] = frozenset(), session: str = "1") -> Page:
    """The hands of a session of one board with a deal, as the public sees them under a policy."""
    name = feed.board_channel("club", "1-7")
    meta: dict[str, Any] = {"board": "7", "session": "1", "dealer": "S", "vulnerable": "All", "unit": "match_points"}
    whole = TableState(BOARD_COLUMNS, {}, {**meta, "top": "12", "deal": {"north": {"spades": "AKT"}}})
    row = {"session": "1", "board": "7", "results": 1, "plays": 0}
    every = {
        feed.standings_channel("club"): standings(*ROWS, **META),
        feed.boards_channel("club"): TableState(BOARD_LIST_COLUMNS, {"1-7": (*map(row.get, BOARD_LIST_COLUMNS),)}, {}),
        name: whole,
    }
    tables = {channel: public_table(channel, table, policy, complete) for channel, table in every.items()}
    return page(Asked(Address("hands", "club", "boards", session), tables, NOW))


def test_hands_to_print_are_those_of_the_session_with_dealer_and_vulnerability() -> None:
    made = hands_page(PublicPolicy())
    assert (made.template, made.title) == ("hands", "Hand records: Autumn Pairs")
    (record,) = made.values["records"]
    assert (record.board, record.facts) == ("7", ["Dealer South", "Both sides vulnerable"])
    assert record.hands["North"][0] == ("S", "A K 10")
    assert hands_page(PublicPolicy(), session="2").values["records"] == []


def test_hands_to_print_obey_what_the_public_may_see_of_boards() -> None:
    assert hands_page(PublicPolicy(boards="none")).values["records"] == []
    waiting = PublicPolicy(boards="complete")
    assert hands_page(waiting).values["records"] == []
    assert [record.board for record in hands_page(waiting, frozenset({"1-7"})).values["records"]] == ["7"]


MET = {"unit": "match_points", "columns": ["left", "right", "boards", "left_points", "right_points", "top"]}


def test_pairs_have_a_cross_table_as_soon_as_it_is_known_who_met_whom() -> None:
    tables = {feed.standings_channel("club"): standings(*ROWS, **META)}
    assert wants_meetings(Address("event", "club", "cross"), tables)
    assert not wants_meetings(Address("event", "club", "boards"), tables)
    assert not wants_meetings(Address("event", "club", "cross"), {})
    assert ask("cross").status == 503
    made = ask("cross", meetings={**MET, "rows": [["p1", "p2", 2, "7", "9", "16"]]})
    assert [head for head, _ in made.values["pairs"].opponents] == ["1", "2"]
    assert ask("cross", meetings={**MET, "rows": []}).values["pairs"] is None


def of_teams(item: str, *, knock_out: bool = False, card: dict[str, Any] | None = None) -> Page:
    """A page of two rounds of matches, or of one of a knock-out."""
    rows = (
        {"home": "p1", "away": "p2", "home_score": "12", "away_score": "8"},
        {"round": 2, "home": "p2", "away": "p1"},
    )
    ranked = standings(*ROWS, **META)
    if knock_out:
        ranked.meta["rankings"] = [{**ranked.meta["rankings"][0], "unit": "wins"}]
    tables = {feed.standings_channel("club"): ranked, feed.matches_channel("club"): matches(*rows[: 2 - knock_out])}
    address = Address("event", "club", "matches", item)
    assert card_wanted(address, tables) == ("p1" if item == "1.p1.p2" else "")
    return page(Asked(address, tables, NOW, card))


def test_matches_are_shown_by_rounds_all_together_or_each_with_its_boards() -> None:
    assert (of_teams("").values["round"].id, of_teams("2").values["round"].id) == ("1", "2")
    assert [*of_teams("cross").values["table"].columns] == [1, 2]
    one = of_teams("1.p1.p2", card={"participant": "p1", "lines": []}).values
    assert (one["match"]["item"], one["made"]) == ("1.p1.p2", None)
    assert of_teams("9.p1.p2").values["round"].id == "1"


def test_a_match_of_chess_that_neither_team_came_to_stands_among_the_others_and_byes_below() -> None:
    met = matches({"table": "1"}, {"table": "2"}, {"away": None}, {"round": 2, "table": "3"})
    tables = {
        feed.standings_channel("club"): standings(*ROWS, **META, method={"board_scoring": "games"}),
        feed.games_channel("club"): games({"table": 2, "board": 1, "white_team": "p1", "black_team": "p2"}),
        feed.matches_channel("club"): met,
    }
    made = page(Asked(Address("event", "club", "games"), tables, NOW)).values
    assert [(table, len(rows)) for table, rows in made["groups"]] == [(1, 0), (2, 1)]
    assert [match["home"] for match in made["free"]] == ["1"]


def test_a_knock_out_has_a_bracket_before_its_rounds() -> None:
    made = of_teams("", knock_out=True).values
    assert (made["shown"], [each.final for each in made["bracket"]]) == ("bracket", [True])
    assert of_teams("1", knock_out=True).values["round"].id == "1"


@pytest.mark.parametrize(
    ("updated", "began", "status"),
    [
        ("2031-10-04T20:59:00+00:00", "2031-10-04", "live"),
        ("2031-10-04T08:00:00+00:00", "2031-10-04", "to_date"),
        (None, "2031-01-04", "to_date"),
        (None, "Easter", "live"),
    ],
)
def test_an_event_of_which_nothing_has_come_for_long_is_not_in_play(
    updated: str | None, began: str, status: str
) -> None:
    assert shown_status("live", updated, began, NOW) == status
    assert shown_status("official", updated, began, NOW) == "official"


def test_what_is_played_is_counted_in_results_else_in_rounds() -> None:
    assert progress_share({"results": 3, "results_expected": 12}) == (3, 12)
    assert progress_share({"rounds": 5, "rounds_complete": 2}) == (2, 5)
    assert progress_share({"complete": True}) == (1, 1)
    assert progress_share({"results": 3}) is None


def test_events_in_play_are_listed_before_the_others_the_newest_first() -> None:
    rows = {
        "a": {"name": "A", "status": "official", "date": "2031-09-01"},
        "b": {"name": "B", "status": "official", "date": "2031-09-08"},
        "c": {"name": "C", "status": "live", "date": "2031-10-04", "updated": "2031-10-04T20:00:00+00:00"},
    }
    table = TableState(CATALOGUE_COLUMNS, {key: tuple(map(row.get, CATALOGUE_COLUMNS)) for key, row in rows.items()})
    made = page(Asked(Address("events"), {feed.EVENTS_CHANNEL: table}, NOW))
    assert [(title, [row["id"] for row in listed]) for title, listed in made.values["groups"]] == [
        ("In play", ["c"]),
        ("September 2031", ["b", "a"]),
    ]
    assert made.description == "3 events, 1 in play"


def test_a_long_ranking_has_several_pages_and_no_more_of_them_than_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "ENTRIES", 2)
    table = standings(*[{**ROWS[0], "participant": f"p{place}", "rank": place} for place in range(1, 6)], **META)
    shown = {}
    for part in (1, 2, 3, 99):
        values = page(
            Asked(Address("event", "club", "standings"), {"evt.club.standings": table}, NOW, part=part)
        ).values
        [ranking] = values["shown"].rankings
        shown[part] = (values["first"], values["last"], values["entries"], [row["rank"] for row in ranking.rows])
    assert shown == {1: (1, 2, 5, [1, 2]), 2: (3, 4, 5, [3, 4]), 3: (5, 5, 5, [5]), 99: (5, 5, 5, [5])}
