"""The rounds of an event at the desk."""

import pytest

from contracts.codes.seating import AWAY, MISMATCH_OF_LOCKED, STILL_PLAYING
from contracts.facts import Detail, Meeting
from contracts.feed import seats_channel
from contracts.seating import Exchange, RoundAssignment, SeatAssignment
from services.broadcast.domain.desk.forms.form import Shown
from services.broadcast.domain.desk.pages.rounds import ROUNDS
from services.broadcast.domain.desk.pages.shown import Asked
from services.broadcast.domain.message_tables import seats_table
from tests.unit.services.broadcast.domain.desk.pages.test_files import line
from tests.unit.services.broadcast.domain.pages.test_page import META, ROWS
from tests.unit.services.broadcast.domain.pages.test_rankings import standings

TABLES = (
    SeatAssignment(section="A", table="1", ns="1", ew="12", ns_names="Ann & Bob", first_board="5", last_board="6"),
    SeatAssignment(table="10", white="3", black="2", reason="both have 2 points"),
    SeatAssignment(north="4", south="5", first_board="7", last_board="7"),
)


def shown(*tables, **more):
    seats = RoundAssignment(**{"event": "club", "stage": "round", "rule": "x", "round": 3, "tables": tables, **more})
    channels = {seats_channel("club"): seats_table(seats)}
    return ROUNDS.page(Asked(Shown("club", channels, standings(*ROWS, **META)), {})).values


def test_tables_are_shown_with_who_sits_where_and_why():
    first, second, third = shown(*TABLES)["tables"]
    assert (first["label"], first["boards"]) == ("A1", "5–6")
    assert first["sides"][0] == {"place": "NS", "id": "1", "name": "Ann & Bob"}
    assert [(side["place"], side["id"]) for side in second["sides"]] == [("White", "3"), ("Black", "2")]
    assert (second["label"], second["boards"], second["reason"]) == ("10", "", "both have 2 points")
    assert ([side["place"] for side in third["sides"]], third["boards"], third["label"]) == (["N", "S"], "7", "")


def test_why_is_said_once_where_all_tables_have_the_same_reason():
    skip = [SeatAssignment(table=str(n), ns=str(n), ew=str(n + 10), reason="East-West skip a table") for n in (1, 2, 3)]
    assert shown(*skip)["reason"] == "East-West skip a table"
    assert shown(*skip, TABLES[1])["reason"] == shown(skip[0])["reason"] == ""


def test_everybody_with_a_place_can_be_exchanged_and_everybody_listed_can_be_away():
    values = shown(*TABLES, sitting_out=("9",), byes=(Detail(name="9", value="U"),))
    assert [each["id"] for each in values["seated"]] == ["1", "2", "3", "4", "5", "9", "12"]
    assert {each["id"] for each in values["seated"]} <= {each["id"] for each in values["people"]}
    assert [each["value"] for each in values["seated"]][:2] == ["1\tat table A1 NS", "2\tat table 10 Black"]
    assert "9\tsits out" in [each["value"] for each in values["people"]]
    assert [(each["id"], each["bye"]) for each in values["out"]] == [("9", "pairing-allocated bye")]
    assert values["labels"] == [("A1\twith 1 and 12", "A1"), ("10\twith 3 and 2", "10")]


def test_what_locked_seats_differ_in_stands_apart_from_other_findings():
    findings = (MISMATCH_OF_LOCKED.finding("1 meets 12"), AWAY.finding("7 is away"))
    values = shown(*TABLES, findings=findings, locked=True, exchanges=(Exchange(first="1", second="2"),))
    assert [each["message"] for each in values["otherwise"]] == ["1 meets 12"]
    assert [each["message"] for each in values["findings"]] == ["7 is away"]
    assert (values["locked"], values["round"], values["following"]) == (True, 3, 3)
    assert [each["second"] for each in values["exchanges"]] == ["2"]


def test_without_seats_the_page_asks_for_the_round_after_the_last_that_is_complete():
    event = standings(*ROWS, **{**META, "progress": {"rounds_complete": 4}})
    values = ROUNDS.page(Asked(Shown("club", {}, event), {})).values
    assert (values["round"], values["following"], values["tables"], values["locked"]) == (None, 5, [], False)
    assert ROUNDS.channels("club", {}) == (seats_channel("club"),)


@pytest.mark.parametrize(
    ("progress", "text", "early"),
    [
        ({}, "No seats are known.", 1),
        ({"rounds_complete": 4}, "Nothing says who plays after round 4.", 5),
        ({"rounds_complete": 4, "rounds_begun": 5, "rounds": 5}, "Round 5 is in play.", 6),
        ({"rounds_complete": 5, "rounds_begun": 5, "rounds": 5}, "All 5 rounds are played.", 6),
    ],
)
def test_why_nobody_is_seated_follows_from_how_far_the_event_is(progress, text, early):
    event = standings(*ROWS, **{**META, "progress": progress})
    values = ROUNDS.page(Asked(Shown("club", {}, event), {})).values
    assert values["unseated"].startswith(text)
    assert values["next_early"] == early


def test_an_early_start_can_be_undone_until_its_round_is_complete():
    def made(*sentences, complete=3, verdict="counts"):
        files = [
            line(verdict, "decisions", name="club-early_start.json").replace(sha256=f"{n:064x}", decided=(sentence,))
            for n, sentence in enumerate(sentences)
        ]
        event = standings(*ROWS, **{**META, "progress": {"rounds_complete": complete}})
        return ROUNDS.page(Asked(Shown("club", {}, event), {}, files)).values["early"]

    now = "Round 5 is drawn now, decided by Ada"
    assert (made(), made(now), made(now, complete=5), made(now, verdict="retracted")) == (None, 5, None, None)
    assert made("Round 5 is drawn when the one before it is in, decided by Ada", now) is None


def test_whoever_is_away_stands_with_the_bye_and_what_undoes_it():
    findings = (
        AWAY.finding("9 is away in round 3", subject="9"),
        AWAY.finding("8 is away from round 2 on", subject="8"),
    )
    values = shown(*TABLES, sitting_out=("9", "11"), byes=(Detail(name="9", value="H"),), findings=findings)
    out = [(each["id"], each["bye"], each["away"], each["back"]) for each in values["out"]]
    assert out == [
        ("9", "half-point bye", "9 is away in round 3", "back"),
        ("11", "", "", ""),
        ("8", "", "8 is away from round 2 on", "returned"),
    ]
    assert values["findings"] == []


def test_the_round_in_play_is_shown_beside_one_that_starts_early_and_the_next_free_number_is_offered():
    told = (STILL_PLAYING.finding("round 2: table 4"),)
    values = shown(*TABLES, playing=(Meeting(table="4", home="1", away="2"),), findings=told)
    assert (values["findings"], len(shown(*TABLES, findings=told)["findings"])) == ([], 1)
    (table,) = values["playing"]
    assert (table["label"], [side["id"] for side in table["sides"]]) == ("4", ["1", "2"])
    assert values["free"] == ""
    event = standings()
    assert ROUNDS.page(Asked(Shown("club", {}, event), {})).values["free"] == "1"
