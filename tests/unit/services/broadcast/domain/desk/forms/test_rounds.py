"""What the forms of the rounds decide: the same as the command line."""

from collections.abc import Iterator

import pytest

from contracts.decisions import ExchangeSeats, LockRound, SetPresence
from contracts.feed import seats_channel, standings_channel
from contracts.seating import RoundAssignment, SeatAssignment
from services.broadcast.domain.desk.forms.decide import channel_moved, decisions_of
from services.broadcast.domain.desk.forms.form import Shown, Unclear
from services.broadcast.domain.desk.forms.rounds import MOVEMENTS, SYSTEMS
from services.broadcast.domain.message_tables import seats_table
from services.seating.domain import requested_system as seating
from services.seating.domain.movements.catalogue import ENTRANTS
from tests.support.answering import Taking
from tests.support.directing import decisions, directed
from tests.unit.services.broadcast.domain.pages.test_page import META, ROWS
from tests.unit.services.broadcast.domain.pages.test_rankings import standings

TABLES = (SeatAssignment(table="1", ns="3", ew="5"), SeatAssignment(table="2", ns="4", ew="8"))
SEATS = seats_table(RoundAssignment(event="club", stage="round", round=4, rule="swiss", tables=TABLES))


class Kibitz(Taking):
    """An intake that takes everything, and a scoreboard with the same seats."""

    taken: list[bytes] = []

    def do_GET(self) -> None:
        rows = {key: dict(zip(SEATS.columns, row, strict=True)) for key, row in SEATS.rows.items()}
        if self.path.startswith("/v1/files/"):
            self.answer(200, {"state": "scored", "fragments": []})
        elif self.path.endswith("/seats"):
            self.answer(200, {"meta": SEATS.meta, "rows": rows})
        else:
            self.answer(200, {"meta": {}, "rows": {}})


@pytest.fixture
def where() -> Iterator[list[str]]:
    with directed(Kibitz, page=False) as options:
        yield options


def decided(seats=SEATS, **fields):
    tables = {} if seats is None else {seats_channel("club"): seats}
    return list(decisions_of(fields, Shown("club", tables, standings(*ROWS, **META))))


@pytest.mark.parametrize(
    ("words", "fields"),
    [
        ("lock club 4", {"decision": "lock", "round": "4", "session": ""}),
        ("start club 5", {"decision": "early_start", "round": "5"}),
        ("start club 5 --lock", {"decision": "early_start", "round": "5", "lock": "1"}),
        ("start club 5 --back", {"decision": "early_start", "round": "5", "back": "1"}),
        ("exchange club 4 3 8", {"decision": "exchange", "round": "4", "first": "3", "second": "8"}),
        (
            "exchange club 4 1 2 --tables --back",
            {"decision": "exchange", "round": "4", "first": "1", "second": "2", "what": "tables", "back": "1"},
        ),
        (
            "absent club 7 --round 5 --bye H --reason ill",
            {
                "decision": "presence",
                "presence": "absent",
                "participant": "7",
                "round": "5",
                "bye": "H",
                "reason": "ill",
            },
        ),
        (
            "withdraw club 7 --from-round 5 --session 2",
            {"decision": "presence", "presence": "withdrawn", "participant": "7", "round": "5", "session": "2"},
        ),
        (
            "return club 7 --round 5",
            {"decision": "presence", "presence": "back", "participant": "7", "round": "5", "bye": ""},
        ),
        (
            "return club 17 --from-round 5 --kind pair --name Late",
            {
                "decision": "presence",
                "presence": "returned",
                "participant": " 17",
                "round": "5",
                "kind": "pair",
                "name": " Late ",
            },
        ),
        ("system club", {"decision": "system", "system": "", "rounds": ""}),
        ("system club howell --rounds 7", {"decision": "system", "system": "howell", "rounds": " 7", "odd": "bye"}),
        ("system club swiss --odd long-triple", {"decision": "system", "system": "swiss", "odd": "long_triple"}),
        (
            "system club danish --first-round lot --lot hats --tables stay --rematch",
            {
                "decision": "system",
                "system": "danish",
                "odd": "bye",
                "first_round": "lot",
                "lot": " hats ",
                "tables": "stay",
                "second_bye_before_rematch": "false",
            },
        ),
    ],
)
def test_forms_decide_what_the_command_line_does(words: str, fields: dict[str, str], where: list[str]) -> None:
    page = ["--page", where[1]] if words.startswith("start") else []
    assert decided(**fields) == decisions(Kibitz, ["seat", *words.split(), *where, *page])


def test_unlocking_opens_every_lock_that_holds_for_the_seats():
    opened = decided(decision="lock", round="4", session="2", back="1")
    assert {(each.session, each.round) for each in opened} == {("2", 4), ("2", None), (None, 4), (None, None)}
    assert not any(each.locked for each in opened)
    assert len(decided(decision="lock", round="4", back="1")) == 2


def test_a_round_with_seats_is_not_started_early_and_one_without_names_nobody():
    with pytest.raises(Unclear, match="Round 4 has its seats already"):
        decided(decision="early_start", round="4")
    drawn = seats_table(RoundAssignment(event="club", stage="round", round=4, rule="fide-dutch", tables=TABLES))
    with pytest.raises(Unclear, match="drawn from the results of the round before"):
        decided(drawn, decision="early_start", round="5")
    for seats, number in ((SEATS, "9"), (None, "5")):
        (start,) = decided(seats, decision="early_start", round=number)
        assert start.playing == ()


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"decision": "exchange", "round": "4", "first": "3", "second": "3"}, "two different"),
        ({"decision": "exchange", "round": "4", "first": "3"}, "two different"),
        ({"decision": "exchange", "round": "4", "first": "3", "second": "4", "what": "hats"}, "Check what"),
        ({"decision": "exchange", "round": "four", "first": "3", "second": "4"}, "the round as a number"),
        ({"decision": "exchange", "round": "9" * 5000, "first": "3", "second": "4"}, "the round as a number"),
        ({"decision": "lock", "round": "0"}, "the round as a number"),
        ({"decision": "system", "system": "hats"}, "one of the systems"),
        ({"decision": "system", "system": "swiss", "rounds": "7"}, "for a movement"),
        ({"decision": "system", "system": "howell", "rounds": "many"}, "for a movement"),
        ({"decision": "system", "system": "howell", "odd": "long_triple"}, "a Swiss or Danish alone"),
        ({"decision": "system", "system": "swiss", "odd": "hats"}, "Check odd"),
        ({"decision": "presence", "round": "4", "presence": "absent"}, "number of who"),
        ({"decision": "presence", "round": "4", "presence": "asleep", "participant": "3"}, "Choose whether"),
        (
            {"decision": "presence", "round": "4", "presence": "withdrawn", "participant": "3", "bye": "H"},
            "one round without",
        ),
        (
            {"decision": "presence", "round": "4", "presence": "returned", "participant": "3", "kind": "horse"},
            "Check kind",
        ),
    ],
)
def test_what_cannot_be_meant_is_refused_with_what_to_write(fields, text):
    with pytest.raises(Unclear, match=text):
        decided(**fields)


def test_decisions_about_seats_show_there_and_others_in_the_standings():
    lock = LockRound(decision="lock", round=4)
    swap = ExchangeSeats(decision="exchange", round=4, first="1", second="2")
    away = SetPresence(decision="presence", participant="1", round=4, present=False)
    assert {channel_moved("club", (each,)) for each in (lock, swap, away)} == {seats_channel("club")}
    (status,) = decided(decision="status", status="live")
    assert channel_moved("club", (status,)) == standings_channel("club")


def test_every_system_can_be_chosen():
    assert set(SYSTEMS) == set(seating.SYSTEMS)
    assert set(MOVEMENTS) == set(ENTRANTS)


def test_a_late_entry_of_chess_has_a_rating_that_is_a_number() -> None:
    late = {"decision": "presence", "participant": "41", "presence": "returned", "round": "2", "kind": "player"}
    (entered,) = decided(**late, name="Late, Lou", rating=" 2150 ", title="cm")
    assert isinstance(entered, SetPresence)
    assert (entered.rating, entered.title, entered.federation) == (2150, "CM", None)
    for rating in ("high", "0", "-5"):
        with pytest.raises(Unclear, match="Write the rating as a whole number"):
            decided(**late, rating=rating)
    with pytest.raises(Unclear, match="rating, title and federation are of a player"):
        decided(**{**late, "kind": "pair"}, rating="2150")
