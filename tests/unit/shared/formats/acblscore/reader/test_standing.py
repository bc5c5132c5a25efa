"""Totals, places, adjustments, awards and seats as a file states them."""

from decimal import Decimal

import pytest

from contracts.facts import EventFact, Facts, Participant, StatedTotal
from shared.formats.acblscore.reader.parse import parse
from shared.formats.acblscore.reader.places import place_text
from shared.formats.acblscore.writer.render import render
from tests.support.acblscore_files import Plan, everything, pairs_game
from tests.support.merged import merged


def facts_of(*plans: Plan, **event) -> Facts:
    (found,) = parse(pairs_game(*plans, **event)[0]).events
    return found.facts


def entry(score: str, rank: int = 0, **more) -> dict:
    return {
        "score": Decimal(score),
        "unfactored": Decimal(score),
        "percentage": Decimal(score) * 100 / 12,
        "rankings": [{"rank": rank, **more.pop("ranking", {})}],
        **more,
    }


def plan(*scores: tuple[str, int], name: str = "A", **more) -> Plan:
    return Plan(name=name, entries={(1, t): entry(s, r) for t, (s, r) in enumerate(scores, 1)}, **more)


def places(facts: Facts) -> dict[str, tuple[str | None, str | None]]:
    return {total.participant: (total.place, total.section_place) for total in facts.totals if total.total}


def test_a_total_is_what_the_file_states():
    facts = facts_of(Plan(entries={(1, 1): entry("7.5", 1, adjustment=Decimal("-0.5"))}))
    total = next(total for total in facts.totals if total.participant == "A-1NS")
    assert (total.total, total.maximum, total.percentage) == (Decimal("7.50"), 12, Decimal("62.50"))
    assert (total.unfactored, total.boards_played, total.session) == (Decimal("7.50"), 6, None)
    assert [(a.kind, a.amount, a.unit, a.counted) for a in facts.adjustments] == [
        ("penalty", Decimal("-0.50"), "match_points", True)
    ]


def test_ties_that_the_file_splits_are_put_together_again():
    facts = facts_of(plan(("7.5", 2), ("7.5", 3), ("9", 1)))
    assert places(facts) == {"A-1NS": ("2/3", "2/3"), "A-2NS": ("2/3", "2/3"), "A-3NS": ("1", "1")}


def test_ties_in_a_lower_stratum_are_put_together_too():
    rows = {(1, t): {**entry("7"), "rankings": [{"rank": 4 + t}, {"rank": t}], "strat": 2} for t in (1, 2, 3)}
    facts = facts_of(Plan(entries={**rows, (1, 3): {**rows[1, 3], "score": Decimal(6)}}), num_strats=2)
    assert [total.stratum_place for total in facts.totals if total.total] == ["1/2", "1/2", "3"]


def test_equal_scores_whose_ranks_do_not_follow_each_other_are_no_tie():
    assert places(facts_of(plan(("7.5", 2), ("7.5", 4), ("9", 1))))["A-2NS"] == ("4", "4")


def test_sections_that_are_ranked_together_have_a_place_in_the_event():
    one = plan(("7.5", 2), summary={"ranked_next": 2})
    two = plan(("7.5", 3), name="B", summary={"ranked_previous": 1})
    assert places(facts_of(one, two)) == {"A-1NS": ("2/3", None), "B-1NS": ("2/3", None)}


def test_sections_that_are_ranked_apart_have_a_place_in_the_section():
    assert places(facts_of(plan(("7.5", 1)), plan(("8", 1), name="B"))) == {"A-1NS": (None, "1"), "B-1NS": (None, "1")}


def test_ranks_that_include_a_handicap_tie_by_score_and_handicap():
    rows = {(1, 1): entry("7", 1, handicap=Decimal(2)), (1, 2): entry("8", 2, handicap=Decimal(1))}
    facts = facts_of(Plan(entries=rows), handicap_type=-2)
    assert places(facts)["A-1NS"] == ("1/2", "1/2")
    assert [(a.kind, a.unit, a.counted) for a in facts.adjustments] == [("handicap", "match_points", False)] * 2


def test_places_in_every_stratum_travel_by_name():
    ranks = [{"rank": 4, "section_rank": 4}, {"rank": 2, "overall_rank": 2, "overall_rank_last": 3, "qualified": 1}]
    facts = facts_of(Plan(entries={(1, 1): {**entry("7"), "rankings": ranks, "strat": 2}}), num_strats=2)
    total = next(total for total in facts.totals if total.participant == "A-1NS")
    assert {detail.name: detail.value for detail in total.places} == {
        "STRAT_1_RANK": "4",
        "STRAT_1_SECTION": "4",
        "STRAT_2_RANK": "2",
        "STRAT_2_OVERALL": "2/3",
        "STRAT_2_QUALIFIED": "1",
    }
    assert total.stratum_place == "2"
    assert [award.text for award in facts.awards] == ["stratum 2: 1"]


def test_an_event_of_several_sessions_has_a_total_for_the_session_and_one_for_the_event():
    rows = entry(
        "7",
        1,
        carry_over=Decimal("6.5"),
        final_score=Decimal("13.5"),
        ranking={"overall_rank": 3, "overall_rank_last": 4},
    )
    facts = facts_of(Plan(entries={(1, 1): rows}), num_sessions=2, session=2)
    found = {total.session: total for total in facts.totals if total.total}
    assert (found["2"].total, found["2"].place, found["2"].section_place) == (Decimal("7.00"), None, "1")
    assert (found[None].total, found[None].place) == (Decimal("13.50"), "3/4")
    assert [(a.kind, a.session, a.amount, a.counted) for a in facts.adjustments] == [
        ("carry_forward", "2", Decimal("6.50"), False)
    ]


def test_a_carry_over_makes_an_event_one_of_several_sessions():
    facts = facts_of(Plan(entries={(1, 1): entry("7", carry_over=Decimal(2))}))
    assert [session.id for session in facts.sessions] == ["1"]


@pytest.mark.parametrize(
    ("seat", "expected"),
    [
        ({"next_section": "B", "next_direction": "E", "next_table": 7}, ("B", "7", "EW", False)),
        ({"next_section": "98", "next_direction": " "}, (None, None, None, True)),
    ],
)
def test_seats_of_the_next_session_and_who_resigns(seat, expected):
    facts = facts_of(Plan(entries={(1, 1): seat}), num_sessions=2)
    (found,) = [fact for fact in facts.seats if fact.stage == "next"]
    assert (found.section, found.table, found.direction, found.resigned) == expected
    assert found.session == "1"


def test_everybody_but_a_phantom_has_a_seat_at_the_start():
    facts = facts_of(Plan(section={"phantom": 2}))
    assert [(seat.participant, seat.table, seat.direction) for seat in facts.seats] == [
        ("A-1NS", "1", "NS"),
        ("A-3NS", "3", "NS"),
        ("A-1EW", "1", "EW"),
        ("A-2EW", "2", "EW"),
        ("A-3EW", "3", "EW"),
    ]


def test_a_team_states_its_score_and_its_wins():
    facts = parse(everything()[0]).events[2].facts
    found = [(t.participant, t.session, t.total, t.wins) for t in facts.totals if t.session is not None]
    assert found[0] == ("41", "1", Decimal("12.00"), Decimal("1.00"))


def test_a_team_without_a_score_and_a_rank_states_no_total():
    event = EventFact(name="Harbour Teams", kind="swiss_teams", match_scoring="vps")
    teams = tuple(Participant(id=name, kind="team") for name in "12")
    last = StatedTotal(kind="team", participant="1", total=Decimal(0), place="2")
    written = render(merged(events=(event,), participants=teams, totals=(last,)), values="stated").data
    assert [total.participant for total in parse(written).events[0].facts.totals] == ["1"]


def test_a_place_is_written_as_the_program_prints_it():
    assert (place_text(4, 0), place_text(4, 4), place_text(4, 6)) == ("4", "4", "4/6")


def test_a_final_score_of_a_single_session_is_told_where_it_is_another_one():
    facts = facts_of(
        Plan(entries={(1, 1): entry("7", 1, final_score=Decimal(9)), (1, 2): entry("6", 2, final_score=Decimal(6))})
    )
    details = {total.participant: {d.name: d.value for d in total.details} for total in facts.totals}
    assert details["A-1NS"] == {"FINAL_SCORE": "9.00"}
    assert details["A-2NS"] == {}


def test_a_percentage_beside_imps_is_a_detail():
    raw = bytearray(pairs_game(Plan(entries={(1, 1): entry("6", 1)}))[0])
    raw[0x10C] = 1
    total = next(total for total in parse(bytes(raw)).events[0].facts.totals if total.total)
    assert (total.percentage, total.maximum) == (None, None)
    assert [(detail.name, detail.value) for detail in total.details] == [("PERCENTAGE", "50.00")]


def test_somebody_without_boards_and_score_has_no_total():
    facts = facts_of(
        Plan(entries={(1, 1): {"num_boards_played": 0}, (1, 2): {"num_boards_played": 0, "score": Decimal(5)}})
    )
    assert "A-1NS" not in {total.participant for total in facts.totals}
    assert "A-2NS" in {total.participant for total in facts.totals}


def test_an_entry_that_cannot_be_reached_states_nothing():
    raw = bytearray(pairs_game(Plan(entries={(1, 1): entry("6", 1)}))[0])
    at = parse(bytes(raw)).events[0].facts.participants[0].at.offset
    raw = raw.replace(at.to_bytes(4, "little"), (2**31).to_bytes(4, "little"))
    facts = parse(bytes(raw)).events[0].facts
    assert "A-1NS" in {participant.id for participant in facts.participants}
    assert "A-1NS" not in {fact.participant for fact in (*facts.totals, *facts.seats)}


@pytest.mark.parametrize(("strat", "place"), [(0, None), (1, "1"), (3, None), (4, None)])
def test_the_place_in_the_stratum_is_that_of_the_entrys_own(strat, place):
    facts = facts_of(Plan(entries={(1, 1): {**entry("7", 1), "strat": strat}}))
    assert next(total for total in facts.totals if total.total).stratum_place == place


def test_a_handicap_without_a_type_makes_no_ties():
    rows = {(1, 1): entry("7", 1, handicap=Decimal(2)), (1, 2): entry("8", 2, handicap=Decimal(1))}
    assert places(facts_of(Plan(entries=rows)))["A-1NS"] == ("1", "1")
