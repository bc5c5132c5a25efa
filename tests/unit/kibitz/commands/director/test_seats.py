"""What a director says of the next seats, as the files that the commands send."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from typer.testing import CliRunner

from kibitz.cli import app
from tests.support.answering import Taking
from tests.support.directing import decisions, directed

run = CliRunner().invoke
ROWS = {"1": {"table": "1", "ns": "3", "ew": "5"}, "2": {"table": "2", "ns": "4", "ew": None}}
LOCKED = {
    "round": 4,
    "locked": True,
    "findings": [
        {"code": "seating.mismatch", "message": "3 meets 5; it would meet 4"},
        {"code": "seating.away", "message": "8 is away"},
    ],
    "exchanges": [{"what": "tables", "first": "1", "second": "2"}],
}
GAMES = {"1": {"table": "1", "white": "7", "black": "2"}}


class Kibitz(Taking):
    """An intake that takes everything, and a scoreboard with seats of round 4 in three events."""

    taken: list[bytes] = []

    def do_GET(self) -> None:
        known = {
            "/v1/events/open/seats": {"meta": {"round": 4}, "rows": ROWS},
            "/v1/events/chess/seats": {"meta": {"round": 4}, "rows": GAMES},
            "/v1/events/locked/seats": {"meta": LOCKED, "rows": ROWS},
            "/v1/events/late/seats": {"meta": {"round": 4, "session": "2"}, "rows": ROWS},
        }
        if self.path.startswith("/v1/files/"):
            self.answer(200, {"state": "scored", "fragments": []})
        elif self.path.endswith("/standings") and "nowhere" not in self.path:
            self.answer(200, {"meta": {}})
        elif self.path in known:
            self.answer(200, known[self.path])
        else:
            self.answer(404, {"message": "unknown"})


@pytest.fixture
def where() -> Iterator[list[str]]:
    with directed(Kibitz, page=False) as options:
        yield options


def decided(*words: str) -> list[Any]:
    return decisions(Kibitz, words)


def refused(*words: str) -> str:
    result = run(app, list(words))
    assert (result.exit_code, Kibitz.taken) == (2, [])
    return " ".join(result.output.split())


def test_a_call_takes_the_published_seats_of_the_round_before_along(where: list[str]) -> None:
    page = ["--page", where[1]]
    (call,) = decided("seat", "start", "open", "5", *where, *page)
    met = [(one.table, one.home, one.away) for one in call.playing]
    assert (call.round, call.early, met) == (5, True, [("1", "3", "5")])
    (games,) = decided("seat", "start", "chess", "5", *where, *page)
    assert [(one.home, one.away) for one in games.playing] == [("7", "2")]


def test_an_early_start_can_lock_the_round_and_choose_the_system_and_is_undone(where: list[str]) -> None:
    page = ["--page", where[1]]
    call, lock, system = decided("seat", "start", "open", "5", "--lock", "--system", "danish", *where, *page)
    assert (call.round, lock.round, lock.locked, system.system) == (5, 5, True, "danish")
    (back,) = decided("seat", "start", "open", "5", "--back", *where, *page)
    assert (back.early, back.playing) == (False, ())


def test_an_early_start_without_seats_of_the_round_before_warns(where: list[str]) -> None:
    result = run(app, ["seat", "start", "open", "7", *where, "--page", where[1]])
    assert result.exit_code == 0
    assert "The seats of round 6 are not published" in " ".join(result.output.split())
    (other,) = decided("seat", "start", "late", "5", "--session", "1", *where, "--page", where[1])
    assert other.playing == ()
    (empty,) = decided("seat", "start", "empty", "5", *where, "--page", where[1])
    assert empty.playing == ()


def test_who_withdraws_is_absent_and_returns_is_said_with_the_round(where: list[str]) -> None:
    (left,) = decided("seat", "withdraw", "open", "7", "--from-round", "3", "--reason", "ill", *where)
    assert (left.participant, left.round, left.lasting, left.present, left.reason) == ("7", 3, True, False, "ill")
    (once,) = decided("seat", "absent", "chess", "7", "--round", "3", "--bye", "H", *where)
    assert (once.round, once.lasting, once.present, once.bye) == (3, False, False, "H")
    (back,) = decided("seat", "return", "open", "7", "--from-round", "5", *where)
    assert (back.round, back.lasting, back.present, back.kind) == (5, True, True, None)
    (again,) = decided("seat", "return", "open", "7", "--round", "3", *where)
    assert (again.round, again.lasting, again.present) == (3, False, True)
    late = ["--kind", "team", "--name", "Late"]
    (new,) = decided("seat", "return", "open", "99", "--from-round", "2", *late, *where)
    assert (new.kind, new.name) == ("team", "Late")


def test_a_system_is_named_with_its_settings_and_taken_back(where: list[str]) -> None:
    (swiss,) = decided("seat", "system", "open", "swiss", "--odd", "short-triple", "--rematch", *where)
    assert (swiss.system, swiss.swiss.odd, swiss.swiss.second_bye_before_rematch) == ("swiss", "short_triple", False)
    (made,) = decided("seat", "system", "open", "howell", "--rounds", "9", *where)
    assert (made.system, made.rounds) == ("howell", 9)
    (files,) = decided("seat", "system", "open", *where)
    assert files.system is None


def test_what_cannot_be_meant_is_said_and_nothing_is_sent(where: list[str]) -> None:
    page = ["--page", where[1]]
    assert "has its seats already" in refused("seat", "start", "open", "4", *where, *page)
    assert "there is no event nowhere" in refused("seat", "start", "nowhere", "4", *where, *page)
    assert "--back does not go with" in refused("seat", "start", "open", "5", "--back", "--lock", *where, *page)
    assert "chance is not a system" in refused("seat", "start", "open", "5", "--system", "chance", *where, *page)
    assert "is not a bye" in refused("seat", "absent", "open", "7", "--round", "3", "--bye", "Q", *where)
    assert "for one round" in refused("seat", "return", "open", "7", *where)
    assert "Give --kind pair, team or player" in refused(
        "seat", "return", "open", "7", "--from-round", "3", "--name", "Late", *where
    )
    assert "is not a system" in refused("seat", "system", "open", "chance", *where)
    assert "two different participants" in refused("seat", "exchange", "open", "4", "7", "7", *where)
    assert "settings of a Swiss" in refused("seat", "system", "open", "howell", "--odd", "bye", *where)


def test_two_participants_or_tables_exchange_their_places_and_back(where: list[str]) -> None:
    (swap,) = decided("seat", "exchange", "open", "4", "7", "12", "--session", "2", "--reason", "siblings", *where)
    assert (swap.what, swap.round, swap.first, swap.second) == ("participants", 4, "7", "12")
    assert (swap.exchanged, swap.session, swap.reason) == (True, "2", "siblings")
    (back,) = decided("seat", "exchange", "open", "4", "A1", "A3", "--tables", "--back", *where)
    assert (back.what, back.first, back.second, back.exchanged) == ("tables", "A1", "A3", False)


def test_locked_seats_are_compared_with_what_would_be_drawn_and_opened(where: list[str]) -> None:
    page = ["--page", where[1]]
    (text,) = [run(app, ["seat", "redraw", "locked", *where, *page]).output]
    assert "The seats of round 4 are locked." in text
    assert "  3 meets 5; it would meet 4" in text
    assert "  exchanged by hand: tables 1 and 2" in text
    assert "8 is away" not in text
    opened = decided("seat", "redraw", "locked", "--take", *where, *page)
    assert [(each.session, each.round, each.locked) for each in opened] == [(None, 4, False), (None, None, False)]
    Kibitz.taken = []
    plain = run(app, ["seat", "redraw", "open", *where, *page]).output
    assert "not locked" in plain
    assert "nobody would meet somebody else" in plain
    assert "not locked" in refused("seat", "redraw", "open", "--take", *where, *page)
    assert "no round has its seats" in refused("seat", "redraw", "empty", *where, *page)
    as_json = run(app, ["seat", "redraw", "locked", "--json", *where, *page]).output
    assert [each["code"] for each in json.loads(as_json)["otherwise"]] == ["seating.mismatch"]


def test_a_round_is_locked_and_unlocked(where: list[str]) -> None:
    (locked,) = decided("seat", "lock", "open", "4", "--reason", "The hall is booked", *where)
    assert (locked.round, locked.locked, locked.reason) == (4, True, "The hall is booked")
    (unlocked,) = decided("seat", "unlock", "open", "--session", "2", *where)
    assert (unlocked.round, unlocked.session, unlocked.locked) == (None, "2", False)
