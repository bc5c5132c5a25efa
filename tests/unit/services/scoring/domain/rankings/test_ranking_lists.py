from decimal import Decimal
from fractions import Fraction
from typing import Any, Literal

import pytest

from contracts.base import Direction
from contracts.facts import (
    AdjustmentFact,
    Detail,
    EventFact,
    LadderFact,
    MovementFact,
    Participant,
    Sides,
    StatedScore,
    StatedTotal,
)
from contracts.standings import Ranking
from services.scoring.domain.rankings.ranking_lists import Field, pairwise_rankings, stated_of, stated_rankings
from services.scoring.domain.rankings.scheme import scheme_of
from services.scoring.domain.rankings.tallies import Tallies
from tests.support.fragments import pair, result
from tests.support.ranked import LINES, computed, facts, total, two_tables

NS, EW = Direction.NS, Direction.EW
Kind = Literal["player", "pair", "team"]


@pytest.mark.parametrize(("stated", "places"), [(1, "1221"), (1, "1331"), (2, "1331"), (2, "1221"), (1, "3113")])
def test_places_of_another_number_of_winners_are_one_fault(stated: Any, places: str) -> None:
    totals = tuple(total(who, place) for who, place in zip(("1", "2", "11", "12"), places, strict=True))
    said = facts(*LINES, event=EventFact(kind="pairs", winners=stated), totals=totals)
    rankings, findings = computed(said, *two_tables(), winners=stated)
    number = 1 if places == "1331" else 2 if places == "1221" else stated
    assert [ranking.id for ranking in rankings] == (["overall"] if number == 1 else ["NS", "EW"])
    assert [f.code for f in findings if "place-" not in f.code] == ["scoring.winners-differ"] * (number != stated)


def test_swiss_pairs_are_ranked_in_one_list() -> None:
    totals = tuple(total(who, place) for who, place in zip(("1", "2", "11", "12"), "1221", strict=True))
    said = facts(*LINES, event=EventFact(kind="swiss_pairs", winners=1), totals=totals)
    assert [ranking.id for ranking in computed(said, *two_tables(), winners=1)[0]] == ["overall"]


def test_the_overall_total_comes_before_that_of_the_only_session() -> None:
    both = facts(*LINES, totals=(total("1", "2", session="1"), total("1", "1"), total("2", "5", session="1")))
    assert {name: one.place for name, one in stated_of(both, None).items()} == {"1": "1", "2": "5"}


def test_totals_of_several_sessions_are_not_totals_of_the_event() -> None:
    several = facts(*LINES, totals=(total("1", "2", session="1"), total("1", "3", session="2"), total("2", "1")))
    assert {name: one.place for name, one in stated_of(several, None).items()} == {"2": "1"}
    assert {name: one.place for name, one in stated_of(several, "2").items()} == {"1": "3"}


def test_totals_of_others_than_those_ranked_are_left_out() -> None:
    mixed = facts(pair("1"), totals=(total("1", "1", kind="player"), total("1", "4")))
    assert stated_of(mixed, None)["1"].place == "4"


def test_the_rankings_of_one_field() -> None:
    (overall,), findings = computed(facts(*LINES), *two_tables())
    assert [(row.id, row.place) for row in overall.rows] == [("1", "1="), ("12", "1="), ("2", "3="), ("11", "3=")]
    assert findings == []


def test_the_rankings_of_two_lines() -> None:
    rankings, _ = computed(facts(*LINES), *two_tables(), winners=2)
    assert [(ranking.id, [row.id for row in ranking.rows]) for ranking in rankings] == [
        ("NS", ["1", "2"]),
        ("EW", ["12", "11"]),
    ]


def test_somebody_who_played_and_is_not_in_the_list_is_ranked_by_number() -> None:
    (overall,), _ = computed(facts(LINES[0]), *two_tables())
    assert {row.id: row.name for row in overall.rows} == {"1": "Ann 1 & Bob 1", "2": "2", "11": "11", "12": "12"}


def test_a_phantom_is_not_ranked_even_when_lines_name_it() -> None:
    phantom = pair("12", phantom=True)
    (overall,), _ = computed(facts(*LINES[:3], phantom), *two_tables())
    assert sorted(row.id for row in overall.rows) == ["1", "11", "2"]


def test_players_of_an_individual_are_ranked_one_by_one() -> None:
    seats = Sides(north="1", south="2", east="3", west="4")
    others = Sides(north="5", south="6", east="7", west="8")
    of = facts(Participant(id="1", kind="player"), event=EventFact(kind="individual"))
    lines = (result("1", "", "", 50, sides=seats), result("1", "", "", 0, sides=others))
    (overall,), _ = computed(of, *lines)
    assert [row.id for row in overall.rows] == ["1", "2", "7", "8", "3", "4", "5", "6"]


def penalty(participant: str, **fields: Any) -> AdjustmentFact:
    return AdjustmentFact(**{"kind": "penalty", "participant": participant, "amount": Decimal(-10), **fields})


def percentages(*adjustments: AdjustmentFact) -> dict[str, tuple[Decimal | None, ...]]:
    """Per cent of pair 1 and pair 11 over all, in session 1 and in session 2."""
    of = facts(*LINES, adjustments=adjustments)
    rankings, _ = computed(of, *two_tables(session="1"), *two_tables(session="2"))
    return {row.id: tuple(_percent(ranking, row.id) for ranking in rankings) for row in rankings[0].rows}


def _percent(ranking: Ranking, who: str) -> Decimal | None:
    return next(row.percentage for row in ranking.rows if row.id == who)


def test_penalties_count_in_their_session_and_add_up() -> None:
    assert percentages()["1"] == (100, 100, 100)
    assert percentages(penalty("1", session="2"))["1"] == (95, 100, 90)
    assert percentages(penalty("1"))["1"] == (90, 90, 90)
    assert percentages(penalty("1", session="no such"))["1"] == (90, 90, 90)
    assert percentages(penalty("1", session="1"), penalty("1", session="2"))["1"] == (90, 90, 90)
    assert percentages(penalty("1", session="1"), penalty("1", session="1", round=2))["1"] == (90, 80, 100)
    assert percentages(penalty("1"))["11"] == (0, 0, 0)


@pytest.mark.parametrize(
    "other", [{"kind": "handicap"}, {"unit": "boards"}, {"participant_kind": "player"}, {"kind": "carry_forward"}]
)
def test_what_is_no_penalty_in_per_cent_of_a_pair_is_not_taken_off(other: dict[str, Any]) -> None:
    assert percentages(penalty("1", **other))["1"] == (100, 100, 100)


def test_each_session_is_compared_with_the_totals_stated_for_it() -> None:
    totals = (
        total("1", percentage=Decimal("99.00")),
        total("1", session="1", percentage=Decimal("100.00")),
        total("1", session="2", percentage=Decimal("98.00")),
    )
    rankings, findings = computed(facts(*LINES, totals=totals), *two_tables(session="1"), *two_tables(session="2"))
    assert [ranking.id for ranking in rankings] == ["overall", "session-1", "session-2"]
    assert [(f.code, f.stated) for f in findings] == [
        ("scoring.percentage-differs", "99.00"),
        ("scoring.percentage-differs", "98.00"),
    ]


def test_places_of_the_event_are_not_held_against_those_of_a_section() -> None:
    sections = tuple(p.replace(section="A" if p.id in ("1", "11") else "B") for p in LINES)
    rankings, findings = computed(facts(*sections, totals=(total("11", "3="),)), *two_tables())
    assert [ranking.id for ranking in rankings] == ["overall", "section-A", "section-B"]
    assert [(row.id, row.place) for row in rankings[1].rows] == [("1", "1"), ("11", "2")]
    assert findings == []


def test_a_line_in_which_nobody_sits_has_no_ranking() -> None:
    rankings, _ = computed(facts(*LINES[:2]), result("1", "1", "", 50, sides=Sides(ns="1")), winners=2)
    assert [ranking.id for ranking in rankings] == ["NS"]


@pytest.mark.parametrize(
    ("event", "unit"),
    [
        (EventFact(board_scoring="butler_imps"), "imps"),
        (EventFact(board_scoring="aggregate"), "points"),
        (EventFact(board_scoring="imps", match_scoring="vps"), "vps"),
        (EventFact(board_scoring="bam", match_scoring="win_loss"), "points"),
    ],
)
def test_what_is_not_scored_again_is_shown_in_its_unit_and_said_to_be_unchecked(event: EventFact, unit: str) -> None:
    of = facts(pair("1"), pair("0", phantom=True), event=event, totals=(total("1", "1", total=Decimal("12.5")),))
    (ranking,), (finding,) = stated_rankings(of, scheme_of(of))
    assert (ranking.unit, [(row.id, row.total) for row in ranking.rows]) == (unit, [("1", Decimal("12.5"))])
    assert finding.code == "scoring.not-checked"
    assert finding.message == "the file has no results, so the ranking is shown as the file states it"


def test_a_ladder_is_ranked_by_its_averages() -> None:
    rungs = (LadderFact(member="12", percentage=Decimal("51.5")), LadderFact(member="7", percentage=Decimal(56)))
    of = facts(ladder=rungs, event=EventFact(kind="ladder"))
    (ranking,), _ = stated_rankings(of, scheme_of(of))
    assert [(row.id, row.place) for row in ranking.rows] == [("7", "1"), ("12", "2")]


def test_pairs_of_teams_are_ranked_by_their_own_points_and_compared_with_their_stated_imps() -> None:
    stated = (
        total("1", pair_imps=Decimal(3), place="9"),
        total("2", pair_imps=Decimal(-3), percentage=Decimal(77)),
        total("11", total=Decimal(20)),
    )
    of = facts(*LINES, Participant(id="1", kind="team"), event=EventFact(kind="teams"), totals=stated)
    tallies = Tallies(topped=False)
    for who, imps in (("1", 3), ("2", -4), ("11", 1), ("12", 0)):
        tallies.tally(who, None).add(Fraction(imps), Fraction(0), ns=True)
    (ranking,), findings = pairwise_rankings(Field(of, "pair", "imps", 1), tallies)
    assert (ranking.id, ranking.unit, [row.id for row in ranking.rows]) == ("pairs", "imps", ["1", "11", "12", "2"])
    assert [(f.subject, f.stated, f.computed) for f in findings] == [("pair 2", "-3", "-4")]


@pytest.mark.parametrize(("percent", "amount", "percentage"), [(True, "-10", "90.00"), (False, "-0.5", "75.00")])
def test_an_adjustment_without_a_unit_is_per_cent_or_match_points(percent: bool, amount: str, percentage: str) -> None:
    # Two of two match points less 10 % are 1.8; less half a match point 1.5.
    def codes(stated: str) -> list[str]:
        totals = (total("1", percentage=Decimal(stated)),)
        of = facts(*LINES, totals=totals, adjustments=(penalty("1", amount=Decimal(amount)),))
        return [finding.code for finding in computed(of, *two_tables(), percent_penalties=percent)[1]]

    assert codes(percentage) == []
    assert codes("80.00") == ["scoring.percentage-differs"]


def test_who_is_of_another_session_alone_is_not_ranked_in_this_one() -> None:
    field = (pair("1", session="A"), pair("2", session="A"), pair("3", session="B"), pair("4"), pair("5", session="B"))
    results = (
        result("1", "1", "2", 110, session="A"),
        result("1", "3", "4", 50, session="B"),
        result("1", "5", "1", 50, session="B"),
        result("1", "4", "2", 100, session="A"),
    )
    rankings, _ = computed(facts(*field), *results)
    listed = {ranking.session: {row.id for row in ranking.rows} for ranking in rankings}
    assert listed[None] == {"1", "2", "3", "4", "5"}
    assert listed["A"] == {"1", "2", "4"}
    assert listed["B"] == {"1", "3", "4", "5"}


def test_places_of_sections_are_compared_in_an_event_of_one_session_alone() -> None:
    sections = (pair("1", section="A"), pair("11", section="A"), pair("2", section="B"), pair("12", section="B"))
    wrong = (StatedTotal(participant="11", kind="pair", section_place="1"),)
    _, once = computed(facts(*sections, totals=wrong), *two_tables())
    assert [(finding.code, finding.stated) for finding in once] == [("scoring.place-differs", "1")]
    _, twice = computed(facts(*sections, totals=wrong), *two_tables(session="1"), *two_tables(session="2"))
    assert twice == []


def test_places_within_sections_are_compared_with_those_of_their_section() -> None:
    names = {"A": ("1", "11", "3", "13"), "B": ("2", "12", "4", "14")}
    sections = [pair(name, section=section) for section, own in names.items() for name in own]
    lines = [result("1", str(n), str(n + 10), 100 * (5 - n)) for n in range(1, 5)]
    right = dict(zip((*names["A"], *names["B"]), "14322341", strict=True))

    def different(**other: str) -> list[tuple[str | None, str | None]]:
        totals = tuple(total(name, place) for name, place in {**right, **other}.items())
        return [(f.subject, f.stated) for f in computed(facts(*sections, totals=totals), *lines)[1]]

    assert different() == []
    assert different(**{"3": "4"}) == [("pair 3", "4")]


def test_a_fine_that_is_in_no_total_is_said_where_totals_are_those_of_the_file() -> None:
    fines = (
        AdjustmentFact(kind="penalty", participant="1", amount=Decimal(-2), unit="vps", counted=False),
        AdjustmentFact(kind="bonus", participant="2", amount=Decimal(1), counted=False),
        AdjustmentFact(kind="penalty", participant="3", amount=Decimal(-1)),
        AdjustmentFact(kind="handicap", participant="3", amount=Decimal(-1), counted=False),
    )
    of = facts(pair("1"), pair("2"), event=EventFact(kind="pairs", board_scoring="hybrid"), adjustments=fines)
    _, (unchecked, *not_applied) = stated_rankings(of, scheme_of(of))
    assert unchecked.message == "the file has no results, so the ranking is shown as the file states it"
    assert [(finding.message, finding.subject, finding.stated) for finding in not_applied] == [
        (
            "penalty of -2 victory points for pair 1 is in no total, since totals are those that the file states",
            "pair 1",
            "-2",
        ),
        ("bonus of 1 points for pair 2 is in no total, since totals are those that the file states", "pair 2", "1"),
    ]


def test_hands_alone_have_no_ranking_and_nothing_to_check() -> None:
    of = facts(event=EventFact(kind="pairs", board_scoring="hybrid"))
    assert stated_rankings(of, scheme_of(of)) == ((), [])


def test_two_winners_that_are_stated_have_a_list_each() -> None:
    event = EventFact(kind="pairs", board_scoring="hybrid", winners=2)
    of = facts(*LINES, event=event, totals=(total("1", "1"), total("11", "1")))
    rankings, _ = stated_rankings(of, scheme_of(of))
    assert [(ranking.id, ranking.title, [row.id for row in ranking.rows]) for ranking in rankings] == [
        (NS, "North-South, as stated", ["1", "2"]),
        (EW, "East-West, as stated", ["11", "12"]),
    ]
    mixed = facts(*LINES, pair("9"), event=event)
    assert [ranking.id for ranking in stated_rankings(mixed, scheme_of(mixed))[0]] == ["overall"]


def test_lines_that_state_another_unit_name_that_of_the_totals() -> None:
    event = EventFact(kind="pairs", board_scoring="other", details=(Detail(name="SCORING_METHOD", value="Patton"),))
    line = result("1", "1", "2", stated=StatedScore(ns=Decimal(3), unit="points"))
    of = facts(pair("1"), event=event, results=(line,))
    (ranking,), _ = stated_rankings(of, scheme_of(of))
    assert ranking.unit == "points"


def test_the_only_session_of_acblscore_is_ranked_by_its_own_winners_where_it_has_totals_of_its_own() -> None:
    totals = (total("1", "1"), total("1", session="1", total=Decimal(1)))
    moves = MovementFact(id="M", kind="pairs", session="1", winners=2)
    of = facts(*LINES, totals=totals, movements=(moves,))
    lines = two_tables(session="1")
    ids = [[ranking.id for ranking in computed(of, *lines, acblscore=own)[0]] for own in (True, False)]
    assert ids == [["overall", "session-1-NS", "session-1-EW"], ["overall"]]
    alone = of.replace(totals=totals[1:])
    assert [ranking.id for ranking in computed(alone, *lines, acblscore=True)[0]] == ["overall"]


def test_the_carry_over_of_acblscore_counts_in_the_event_and_not_in_its_session() -> None:
    totals = (total("1", "1", total=Decimal(4)), total("1", session="1", total=Decimal(1)))
    carried = AdjustmentFact(kind="carry_forward", participant="1", amount=Decimal(3), unit="match_points")
    of = facts(*LINES, totals=totals, adjustments=(carried,))
    rankings, _ = computed(of, *two_tables(session="1"), acblscore=True)
    rows = {ranking.id: {row.id: row.final for row in ranking.rows} for ranking in rankings}
    assert rows["session-1"] != rows["overall"]
    assert rows["session-1"]["1"] == rows["overall"]["12"]
