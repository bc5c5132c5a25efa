"""What decisions about seats take from the seats that are published."""

import pytest

from shared.seat_decisions import AlreadySeated, is_drawn_otherwise, opened_locks, pairings, seats_before

TABLES = ({"table": "1", "ns": "3", "ew": "5"}, {"table": "2", "ns": "4", "ew": None}, {"white": "7", "black": "2"})


def test_pairings_are_those_of_tables_at_which_two_sit() -> None:
    assert [(each.table, each.home, each.away) for each in pairings(TABLES)] == [("1", "3", "5"), (None, "7", "2")]


def test_seats_of_the_round_before_are_named_and_others_are_not_known() -> None:
    meta = {"round": 4, "session": "2"}
    assert seats_before(meta, TABLES, 5, None) == seats_before(meta, TABLES, 5, "2") == pairings(TABLES)
    assert seats_before(meta, TABLES, 5, "1") is seats_before(meta, TABLES, 7, None) is None
    assert seats_before({}, (), 1, None) is None


def test_a_round_that_has_seats_is_not_started_early() -> None:
    with pytest.raises(AlreadySeated, match="round 4 has its seats already"):
        seats_before({"round": 4}, TABLES, 4, None)
    assert seats_before({"round": 4}, (), 4, None) is None


def test_every_lock_that_holds_for_a_round_is_opened() -> None:
    opened = opened_locks(4, "2")
    assert {(each.session, each.round) for each in opened} == {("2", 4), ("2", None), (None, 4), (None, None)}
    assert not any(each.locked for each in opened)
    assert (len(opened_locks(4, None)), len(opened_locks(None, None))) == (2, 1)


def test_findings_on_locked_seats_stand_apart_from_others() -> None:
    codes = ("seating.others-would-meet", "seating.mismatch", "seating.away")
    assert [is_drawn_otherwise({"code": code}) for code in codes] == [True, True, False]
