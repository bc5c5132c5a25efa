"""The ranking of a knock-out by rounds reached."""

from decimal import Decimal

from contracts.facts import AdjustmentFact, EventFact, Facts, Participant, StatedTotal
from contracts.findings import Finding
from contracts.standings import ScoredMatch, StandingRow
from services.scoring.domain.rankings.knock_out import knock_out_ranking

ROUNDS = ((1, "A", "B", 44, 20), (1, "C", "D", 20, 44), (2, "A", "D", 9, 8))


def ranked(
    *matches: tuple[int, str, str, int | None, int | None], places: str = "", **facts: object
) -> tuple[tuple[StandingRow, ...], list[Finding]]:
    """Teams A to E with their stated places, in this order; a dot for none."""
    teams = tuple(Participant(id=name, kind="team") for name in "ABCDE")
    totals = tuple(
        StatedTotal(participant=name, kind="team", place=place)
        for name, place in zip("ABCDE", places, strict=False)
        if place != "."
    )
    scored = [
        ScoredMatch(
            round=number,
            home=home,
            away=away,
            unit="imps",
            length=24,
            home_score=None if own is None else Decimal(own),
            away_score=None if their is None else Decimal(their),
            stated_home=None if own is None else Decimal(own),
        )
        for number, home, away, own, their in matches
    ]
    event = EventFact(name="Cup", kind="knockout")
    of = Facts(events=(event,), participants=teams, totals=totals, **facts)  # type: ignore[arg-type]
    (ranking,), findings = knock_out_ranking(of, "team", scored)
    assert ranking.unit == "wins"
    return tuple(ranking.rows), findings


def test_places_go_by_the_round_reached_and_not_by_points() -> None:
    rows, findings = ranked((1, "A", "B", 2, 1), (1, "C", "D", 90, 99), (2, "A", "D", 1, 0))
    shown = [(row.id, row.place, row.total, row.boards) for row in rows]
    assert shown == [("A", "1", 2, 48), ("D", "2", 1, 48), ("B", "3=", 0, 24), ("C", "3=", 0, 24), ("E", None, None, 0)]
    assert findings == []


def test_stated_places_of_a_finished_knock_out_are_compared_and_may_order_those_who_share_one() -> None:
    assert ranked(*ROUNDS, places="1342")[1] == []
    rows, findings = ranked(*ROUNDS, places="2341")
    assert [(each.code, each.subject, each.stated) for each in findings] == [
        ("scoring.place-differs", "team A", "2"),
        ("scoring.place-differs", "team D", "1"),
    ]
    assert {row.id: row.agrees for row in rows} == {"A": False, "B": True, "C": True, "D": False, "E": None}


def test_nobody_has_a_place_before_somebody_has_come_further() -> None:
    rows, _ = ranked((1, "A", "B", None, None), (1, "C", "D", None, None))
    assert {(row.place, row.rank) for row in rows} == {(None, None)}


def test_stated_places_say_nothing_while_nobody_has_won() -> None:
    rows, findings = ranked(*ROUNDS[:2], (2, "A", "D", None, None), places="4321")
    assert [(row.id, row.place, row.agrees) for row in rows[:2]] == [("A", "1=", None), ("D", "1=", None)]
    assert findings == []


def test_a_penalty_outside_matches_counts_for_nothing_and_is_said() -> None:
    fine = AdjustmentFact(
        participant="A", participant_kind="team", kind="penalty", amount=Decimal(-3), unit="imps", counted=False
    )
    assert [each.code for each in ranked(*ROUNDS, adjustments=(fine,))[1]] == ["scoring.adjustment-not-applied"]
