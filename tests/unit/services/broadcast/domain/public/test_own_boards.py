"""Who holds a private link, and which boards it opens."""

import pytest

from contracts.facts import PublicPolicy
from contracts.standings import TravellerLine
from services.broadcast.domain.channel import TableState
from services.broadcast.domain.public.own_boards import holder_of, is_open, key_of, participants_of, played_boards
from tests.support.published import standings, table_of

SECRET, EVENT = b"secret", "open"


def board(ident: str, *lines: TravellerLine) -> TableState:
    columns = TravellerLine.FIELDS
    rows = {str(n): tuple(getattr(line, name) for name in columns) for n, line in enumerate(lines, 1)}
    return TableState(columns, rows, {"id": ident})


def test_a_key_opens_for_its_holder_alone_and_until_the_next_generation() -> None:
    people = ["1", "2", "12"]
    keys = [key_of(SECRET, EVENT, 0, each) for each in people]
    assert [holder_of(key, SECRET, EVENT, 0, people) for key in keys] == people
    assert len({*keys}) == 3
    assert min(map(len, keys)) == 32
    for other in (("other", 0, SECRET), (EVENT, 1, SECRET), (EVENT, 0, b"another")):
        event, generation, secret = other
        assert holder_of(keys[0], secret, event, generation, people) is None
    for wrong in ("", "1", keys[0][:-1], f"{keys[0]}=", "é" * 32, keys[0].swapcase()):
        assert holder_of(wrong, SECRET, EVENT, 0, people) is None


def test_a_pair_has_played_what_it_has_a_score_on() -> None:
    line = TravellerLine(ns="1", ew="2", score="420")
    boards = [
        board("1", line, TravellerLine(ns="3", ew="4", score="A6040")),
        board("2", TravellerLine(ns="1", ew="2", score=""), TravellerLine(ns="3", ew="4", score="-50")),
        board("3", TravellerLine(ns="11", ew="21", score="PASS")),
    ]
    assert [played_boards(who, boards) for who in ("1", "3", "11", "5")] == [{"1"}, {"1", "2"}, {"3"}, set()]


def test_an_individual_has_played_with_every_partner() -> None:
    boards = [board("1", TravellerLine(ns="1+2", ew="3+4", score="420")), board("2", TravellerLine(ns="1", score=""))]
    assert [played_boards(who, boards) for who in ("2", "4", "1+2", "5")] == [{"1"}, {"1"}, set(), set()]


def test_a_team_has_played_a_board_when_both_its_tables_have() -> None:
    there = TravellerLine(ns="11", ew="22", ns_team="A", ew_team="B", score="420")
    here = TravellerLine(ns="21", ew="12", ns_team="B", ew_team="A", score="-50")
    boards = [board("1", there), board("2", there, here), board("3", there, here.replace(score=""))]
    assert [played_boards(who, boards) for who in ("A", "B", "11", "21")] == [{"2"}, {"2"}, {"1", "2", "3"}, {"2"}]


@pytest.mark.parametrize(("boards", "opens"), [("all", True), ("own", True), ("none", False)])
def test_a_link_opens_where_the_organiser_lets_it(boards: str, opens: bool) -> None:
    assert is_open(PublicPolicy.model_validate({"boards": boards})) == opens
    assert is_open(None)


def test_everybody_who_is_ranked_has_a_link() -> None:
    assert participants_of(None) == []
    (one,) = participants_of(table_of(standings(EVENT, 1)))
    assert one == {"id": "1", "number": "1", "name": "Ann & Bob"}
