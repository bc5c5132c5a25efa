from decimal import Decimal
from typing import Any

from contracts.facts import LockFact
from contracts.seating import RoundAssignment, SeatAssignment
from contracts.standings import Method, Progress, Ranking, StandingRow, Standings
from services.seating.domain.locks import locked_seats

LOCK = (LockFact(round=4),)


def seats(*meetings: tuple[str, str], **more: Any) -> RoundAssignment:
    tables = tuple(SeatAssignment(table=str(n), ns=ns, ew=ew) for n, (ns, ew) in enumerate(meetings, 1))
    fields: dict[str, Any] = {"event": "open", "stage": "round", "round": 4, "rule": "swiss", "tables": tables, **more}
    return RoundAssignment(**fields)


def standings(unit: str = "vps", complete: int = 3, **totals: int) -> Standings:
    rows = tuple(StandingRow(id=one, number=one, name=one, total=Decimal(value)) for one, value in totals.items())
    return Standings(
        event="open",
        name="Open",
        method=Method(board_scoring="imps"),
        progress=Progress(rounds_complete=complete),
        rankings=(Ranking(id="overall", title="x", unit=unit, rows=rows),),
    )


VPS = standings(a=60, b=54, c=50, d=40)
BEFORE = seats(("a", "b"), ("c", "d"))
AFTER = seats(("a", "c"), ("b", "d"))


def test_a_correction_leaves_locked_seats_and_names_who_would_have_met() -> None:
    stays = locked_seats(LOCK, VPS, BEFORE, AFTER)
    assert stays is not None
    assert (stays.locked, stays.tables) == (True, BEFORE.tables)
    assert {f.subject: (f.stated, f.computed) for f in stays.findings} == {
        "a": ("b", "c"),
        "c": ("d", "a"),
        "b": ("a", "d"),
        "d": ("c", "b"),
    }


def test_an_opponent_more_than_five_victory_points_away_is_a_mismatch() -> None:
    stays = locked_seats(LOCK, VPS, BEFORE, AFTER)
    assert stays is not None
    codes = {f.subject: f.code.removeprefix("seating.") for f in stays.findings}
    assert codes == {"a": "others-would-meet", "b": "mismatch", "c": "mismatch", "d": "others-would-meet"}
    of_b = next(f.message for f in stays.findings if f.subject == "b")
    assert "20 VPs" in of_b
    assert "if b is not at fault, 10 VPs of this match become 12.5" in of_b
    of_c = next(f.message for f in stays.findings if f.subject == "c")
    assert "if c is at fault, 10 VPs of this match become 8.75" in of_c


def test_other_totals_than_victory_points_have_no_mismatch() -> None:
    stays = locked_seats(LOCK, standings("imps", a=600, b=54, c=50, d=40), BEFORE, AFTER)
    assert stays is not None
    assert {f.code for f in stays.findings} == {"seating.others-would-meet"}


def test_seats_that_are_still_right_have_nothing_to_say() -> None:
    stays = locked_seats(LOCK, VPS, BEFORE, seats(("a", "b"), ("c", "d")))
    assert stays is not None
    assert stays.findings == ()
    assert locked_seats(LOCK, VPS, BEFORE, None) is not None


def test_a_lock_holds_for_its_own_round_and_session_alone() -> None:
    assert locked_seats((LockFact(round=3),), VPS, BEFORE, AFTER) is None
    assert locked_seats((LockFact(round=4, session="2"),), VPS, BEFORE, AFTER) is None
    assert locked_seats((LockFact(),), VPS, BEFORE, AFTER) is not None
    assert locked_seats(LOCK, VPS, None, AFTER) is None


def test_a_lock_ends_with_its_round() -> None:
    assert locked_seats(LOCK, VPS, BEFORE, seats(("a", "d"), round=5)) is None
    assert locked_seats(LOCK, standings(complete=4), BEFORE, None) is None


def test_a_lock_that_was_taken_back_is_none() -> None:
    assert locked_seats((LockFact(round=4, locked=False), LockFact(round=5)), VPS, BEFORE, AFTER) is None


def test_the_finding_says_what_the_match_is_worth_in_the_one_case_that_changes_it() -> None:
    stays = locked_seats(LOCK, VPS, BEFORE, AFTER)
    assert stays is not None
    assert [finding.message for finding in stays.findings] == [
        "a meets b; by the corrected standings it would meet c, whose total differs by 4 VPs",
        "b meets a; by the corrected standings it would meet d, whose total differs by 20 VPs"
        "; if b is not at fault, 10 VPs of this match become 12.5 (EBU)",
        "c meets d; by the corrected standings it would meet a, whose total differs by 20 VPs"
        "; if c is at fault, 10 VPs of this match become 8.75 (EBU)",
        "d meets c; by the corrected standings it would meet b, whose total differs by 4 VPs",
    ]


def test_individuals_and_empty_tables_have_no_opponents_to_compare() -> None:
    four = RoundAssignment(
        event="open",
        stage="round",
        round=4,
        rule="movement",
        tables=(SeatAssignment(table="1", north="a", south="b", east="c", west="d"), SeatAssignment(ns="a")),
    )
    stays = locked_seats(LOCK, VPS, four, four.replace(tables=four.tables[:1]))
    assert stays is not None
    assert stays.findings == ()
    colours = RoundAssignment(
        event="open", stage="round", round=4, rule="stated", tables=(SeatAssignment(white="a", black="b"),)
    )
    changed = locked_seats(LOCK, VPS, colours, colours.replace(tables=(SeatAssignment(white="a", black="c"),)))
    assert changed is not None
    assert {finding.subject for finding in changed.findings} == {"a", "b", "c"}


def test_a_difference_of_totals_is_rounded_to_two_places() -> None:
    rows = tuple(
        row.replace(total=(row.total or 0) + Decimal("0.333") * (row.id == "c")) for row in VPS.rankings[0].rows
    )
    finer = VPS.replace(rankings=(VPS.rankings[0].replace(rows=rows),))
    stays = locked_seats(LOCK, finer, BEFORE, AFTER)
    assert stays is not None
    assert stays.findings[0].message.endswith("whose total differs by 3.67 VPs")
