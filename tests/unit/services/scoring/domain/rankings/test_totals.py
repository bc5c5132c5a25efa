from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts.base import Direction
from contracts.base import Place as Where
from contracts.codes import scoring as codes
from contracts.facts import Participant, Person, StatedTotal
from contracts.findings import Finding
from contracts.standings import Ranking, StandingRow
from contracts.tables import written
from services.scoring.domain.rankings.adjustments import Adjustments, Amount
from services.scoring.domain.rankings.tallies import Tallies
from services.scoring.domain.rankings.totals import RankingPlan, make_ranking, name_of, plan_rankings
from tests.support.fragments import pair, result
from tests.support.objects import as_object
from tests.support.tallied import penalties, tallied, two_tables

NS, EW = Direction.NS, Direction.EW
OVERALL = RankingPlan("overall", "Overall", (None,))


def ranked(
    participants: Sequence[Participant],
    tallies: Tallies,
    plan: RankingPlan = OVERALL,
    adjustments: Adjustments | None = None,
    stated: Sequence[StatedTotal] = (),
) -> tuple[Ranking, list[Finding]]:
    by_participant = {total.participant: total for total in stated}
    return make_ranking(plan, participants, tallies, adjustments or Adjustments(), by_participant)


def places(ranking: Ranking) -> list[tuple[str, str | None]]:
    return [(row.id, row.place) for row in ranking.rows]


def total(participant: str, **fields: Any) -> StatedTotal:
    return StatedTotal(participant=participant, kind="pair", **fields)


def pairs(*numbers: str, **more: Any) -> list[Participant]:
    return [pair(number, **more) for number in numbers]


FOUR = pairs("1", "2", "3", "4")


def ids(plans: Sequence[RankingPlan]) -> list[str]:
    return [plan.id for plan in plans]


def test_one_field_in_one_session_has_one_ranking() -> None:
    (plan,) = plan_rankings(FOUR, [None], 1)
    assert (plan.id, plan.title, plan.sessions, plan.direction) == ("overall", "Overall", (None,), None)


def test_two_winners_have_a_ranking_for_each_line() -> None:
    plans = plan_rankings(FOUR, [None], 2)
    assert [(plan.id, plan.title, plan.direction) for plan in plans] == [
        ("NS", "North-South", NS),
        ("EW", "East-West", EW),
    ]


def test_several_sections_have_rankings_of_their_own_in_the_order_of_people() -> None:
    sections = [pair(str(n), section=section) for n, section in enumerate(["10", "2", "A", None])]
    assert ids(plan_rankings(sections, [None], 1)) == ["overall", "section-2", "section-10", "section-A"]
    assert ids(plan_rankings(sections[:1], [None], 1)) == ["overall"]


def test_several_sessions_have_rankings_of_their_own() -> None:
    plans = plan_rankings(FOUR, ["1", "2"], 1)
    assert [(plan.id, plan.title, plan.sessions, plan.session) for plan in plans] == [
        ("overall", "Overall", ("1", "2"), None),
        ("session-1", "Session 1", ("1",), "1"),
        ("session-2", "Session 2", ("2",), "2"),
    ]


def test_two_winners_double_every_ranking_and_no_two_have_the_same_name() -> None:
    sections = [pair("1", section="A"), pair("2", section="B")]
    plans = plan_rankings(sections, [None, "1"], 2)
    assert ids(plans) == [
        "NS",
        "EW",
        "section-A-NS",
        "section-A-EW",
        "section-B-NS",
        "section-B-EW",
        "session-0-NS",
        "session-0-EW",
        "session-1-NS",
        "session-1-EW",
    ]
    assert plans[2].title == "Section A North-South"
    assert plans[6].title == "Session North-South"


@pytest.mark.parametrize(
    ("participant", "name"),
    [
        (pair("7"), "Ann 7 & Bob 7"),
        (pair("7", name="The Lanterns"), "The Lanterns"),
        (Participant(id="7", kind="pair", players=(Person(name="Ann"), Person())), "Ann"),
        (Participant(id="7", kind="pair", players=(Person(), Person(name="Bob"))), "Bob"),
        (Participant(id="p7", kind="pair", number="7NS"), "7NS"),
        (Participant(id="7", kind="pair"), "7"),
    ],
)
def test_somebody_is_shown_by_the_best_name_that_is_known(participant: Participant, name: str) -> None:
    assert name_of(participant) == name


def test_places_are_by_percentage_and_ties_share() -> None:
    ranking, findings = ranked(FOUR, tallied(*two_tables()))
    assert places(ranking) == [("1", "1="), ("4", "1="), ("2", "3="), ("3", "3=")]
    assert [row.rank for row in ranking.rows] == [1, 1, 3, 3]
    assert findings == []


def test_a_row_says_what_it_rests_on() -> None:
    tallies = tallied(*two_tables("1"), *two_tables("2"), result("3", "1", "4", 50), result("3", "3", "2", 50))
    penalty = penalties({("1", None): Fraction(-5)})
    one = pair("1", section="A", direction=NS).replace(number="1NS")
    plan = RankingPlan("section-A", "Section A", (None,), section="A")
    ranking, _ = ranked([one], tallies, plan, penalty)
    (row,) = ranking.rows
    assert (row.number, row.name, row.players) == ("1NS", "Ann 1 & Bob 1", ("Ann 1", "Bob 1"))
    assert (row.section, row.direction) == ("A", NS)
    assert (row.total, row.maximum, row.adjustment, row.boards) == (Decimal("4.7"), 6, Decimal("-0.3"), 3)
    assert str(row.percentage) == "78.33"
    assert (row.stated, row.agrees) == (None, None)
    assert (ranking.unit, ranking.section, ranking.title) == ("match_points", "A", "Section A")


def test_somebody_without_a_board_comes_last_without_a_place() -> None:
    ranking, _ = ranked(pairs("0", "1", "2"), tallied(*two_tables()))
    row = ranking.rows[-1]
    assert (row.id, row.place, row.rank, row.total, row.percentage, row.boards) == ("0", None, None, None, None, 0)


def test_somebody_without_standing_plays_and_is_not_placed() -> None:
    guests = [pair("1", standing=False), pair("2"), pair("3"), pair("4")]
    ranking, _ = ranked(guests, tallied(*two_tables()))
    assert places(ranking) == [("4", "1"), ("2", "2="), ("3", "2="), ("1", None)]
    assert ranking.rows[-1].percentage == 100


def test_a_ranking_of_a_line_has_those_who_sat_there() -> None:
    ranking, _ = ranked(FOUR, tallied(*two_tables()), RankingPlan("EW", "East-West", (None,), direction=EW))
    assert places(ranking) == [("4", "1"), ("2", "2")]
    assert {row.direction for row in ranking.rows} == {EW}


def test_a_ranking_of_a_section_has_its_members() -> None:
    mixed = [pair("1", section="A"), pair("2", section="B"), pair("4", section="A")]
    ranking, _ = ranked(mixed, tallied(*two_tables()), RankingPlan("section-A", "A", (None,), section="A"))
    assert places(ranking) == [("1", "1="), ("4", "1=")]


def test_stated_totals_that_are_right_agree_however_they_are_printed() -> None:
    stated = [
        total("1", percentage=Decimal("100.00"), total=Decimal(2), place="1="),
        total("2", percentage=Decimal(0), place="=3"),
        total("3", place="3/4"),
        total("4"),
    ]
    ranking, findings = ranked(FOUR, tallied(*two_tables()), stated=stated)
    assert [row.agrees for row in ranking.rows] == [True] * 4
    assert findings == []
    first = ranking.rows[0].stated
    assert first is not None
    assert (first.place, first.total, str(first.percentage)) == ("1=", 2, "100.00")


@pytest.mark.parametrize(
    ("fields", "code", "said", "computed"),
    [
        ({"percentage": Decimal("99.99")}, codes.PERCENTAGE_DIFFERS, "99.99", "100.00"),
        ({"total": Decimal("2.5")}, codes.TOTAL_DIFFERS, "2.5", "2"),
        ({"place": "3"}, codes.PLACE_DIFFERS, "3", "1="),
        ({"place": "5="}, codes.PLACE_DIFFERS, "5=", "1="),
    ],
)
def test_a_stated_value_that_is_wrong_is_a_finding_at_its_place(
    fields: dict[str, Any], code: Any, said: str, computed: str
) -> None:
    where = Where(line=12)
    ranking, (finding,) = ranked(FOUR, tallied(*two_tables()), stated=[total("1", at=where, **fields)])
    assert (finding.code, finding.stated, finding.computed) == (code.code, said, computed)
    assert (finding.place, finding.subject) == (where, "pair 1")
    assert ranking.rows[0].agrees is False


def test_a_place_within_the_tie_is_an_order_that_the_file_chose() -> None:
    ranking, (finding,) = ranked(FOUR, tallied(*two_tables()), stated=[total("1", place="2")])
    assert (finding.code, finding.computed) == (codes.TIE_SPLIT.code, "1=")
    assert ranking.rows[0].agrees is True


def test_a_penalty_that_the_file_counts_belongs_to_the_stated_total() -> None:
    penalty = penalties({("1", None): Fraction(-5)})
    right = total("1", percentage=Decimal("95.00"), total=Decimal("1.9"))
    assert ranked(FOUR, tallied(*two_tables()), adjustments=penalty, stated=[right])[1] == []


def test_a_percentage_that_stands_in_the_place_of_the_total_is_not_held_against_it() -> None:
    repeated = total("1", percentage=Decimal("100.00"), total=Decimal("100.00"))
    assert ranked(FOUR, tallied(*two_tables()), stated=[repeated])[1] == []
    assert len(ranked(FOUR, tallied(*two_tables()), stated=[total("1", total=Decimal(100))])[1]) == 1


@pytest.mark.parametrize("text", ["", "-", "winner", None])
def test_a_place_that_says_nothing_is_not_compared(text: str | None) -> None:
    assert ranked(FOUR, tallied(*two_tables()), stated=[total("1", place=text)])[1] == []


def test_nothing_is_compared_before_a_board_is_played() -> None:
    ranking, findings = ranked(
        pairs("9"), tallied(*two_tables()), stated=[total("9", percentage=Decimal(50), place="1")]
    )
    assert (findings, ranking.rows[0].agrees) == ([], None)
    assert ranking.rows[0].stated is not None


def nearly_equal() -> Tallies:
    """Pair 1 has 50.002 %, pair 2 exactly 50: the same as printed."""
    tallies = Tallies()
    for who, score in (("1", Fraction(50_002, 1000)), ("2", Fraction(50)), ("3", Fraction(40))):
        tallies.tally(who, None).add(score, Fraction(100), ns=True)
    return tallies


def test_a_tie_at_print_is_told_from_a_wrong_place() -> None:
    stated = [total("1", place="1="), total("2", place="1="), total("3", place="2")]
    ranking, findings = ranked(pairs("1", "2", "3"), nearly_equal(), stated=stated)
    assert places(ranking) == [("1", "1"), ("2", "2"), ("3", "3")]
    assert [(f.code, f.subject) for f in findings] == [
        (codes.TIE_AT_PRINT.code, "pair 2"),
        (codes.PLACE_DIFFERS.code, "pair 3"),
    ]
    assert [row.agrees for row in ranking.rows] == [True, True, False]


scores = st.lists(
    st.tuples(
        st.integers(1, 6),
        st.integers(11, 16),
        st.integers(1, 4),
        st.sampled_from([-50, 0, 50, 420]),
        st.sampled_from(["1", "2"]),
    ),
    max_size=24,
    unique_by=lambda played: (played[0], played[2], played[4]),
)


@given(scores)
def test_places_fall_with_percentages_and_everybody_is_listed_once(
    played: list[tuple[int, int, int, int, str]],
) -> None:
    tallies = tallied(*(result(str(b), str(n), str(e), s) for n, e, b, s, _ in played))
    everybody = pairs(*(str(n) for n in range(1, 17)))
    ranking, _ = ranked(everybody, tallies)
    assert sorted(row.id for row in ranking.rows) == sorted(p.id for p in everybody)
    placed = [row for row in ranking.rows if row.rank is not None]
    assert placed == list(ranking.rows[: len(placed)])
    assert [row.rank for row in placed] == sorted(row.rank or 0 for row in placed)
    assert [row.percentage for row in placed] == sorted((row.percentage or 0 for row in placed), reverse=True)


def test_totals_are_stretched_to_the_most_boards_of_anybody_also_within_a_section() -> None:
    tallies = Tallies(topped=False)
    for participant, section_boards in (("1", 4), ("2", 2), ("3", 2)):
        for _ in range(section_boards):
            tallies.tally(participant, None).add(Fraction(3), Fraction(0), ns=True)
    field = [pair("1", section="A"), pair("2", section="B"), pair("3", section="B")]
    plan = RankingPlan("section-B", "Section B", (None,), section="B")
    ranking, _ = make_ranking(plan, field, tallies, Adjustments(), {}, "imps", stretched=True)
    assert [(row.id, row.total, row.boards) for row in ranking.rows] == [("2", 12, 2), ("3", 12, 2)]
    plain, _ = make_ranking(plan, field, tallies, Adjustments(), {}, "imps")
    assert [row.total for row in plain.rows] == [6, 6]


def test_handicap_and_carry_forward_decide_the_place_and_are_shown_beside_the_total() -> None:
    amounts = {
        ("2", None): [Amount("handicap", Fraction(5), percent=True, counted=False)],
        ("3", None): [Amount("carried", Fraction(3), percent=False, counted=False)],
    }
    ranking, _ = ranked(FOUR, tallied(*two_tables()), adjustments=Adjustments(amounts))
    rows = {row.id: row for row in ranking.rows}
    assert [row.id for row in ranking.rows] == ["3", "1", "4", "2"]
    assert (rows["2"].percentage, rows["2"].handicap, rows["2"].final) == (0, 5, 5)
    assert (rows["3"].total, rows["3"].carry_forward, rows["3"].final) == (0, 150, 150)
    assert (rows["1"].handicap, rows["1"].carry_forward, rows["1"].final) == (None, None, None)


@pytest.mark.parametrize(("counted", "codes_found"), [(False, []), (True, ["scoring.percentage-differs"])])
def test_a_handicap_is_in_the_stated_total_only_where_the_file_says_so(counted: bool, codes_found: list[str]) -> None:
    amounts = {("1", None): [Amount("handicap", Fraction(-4), percent=True, counted=counted)]}
    stated = [total("1", percentage=Decimal("100.00"))]
    _, findings = ranked(FOUR, tallied(*two_tables()), adjustments=Adjustments(amounts), stated=stated)
    assert [finding.code for finding in findings] == codes_found


def test_sessions_with_winners_of_their_own_are_ranked_even_when_there_is_one() -> None:
    assert ids(plan_rankings(FOUR, ["1"], 1, {"1": 2})) == ["overall", "session-1-NS", "session-1-EW"]
    assert ids(plan_rankings(FOUR, ["1", "2"], 1, {"2": 2})) == ["overall", "session-1", "session-2-NS", "session-2-EW"]


def test_places_by_full_totals_are_by_points_and_percentages_are_of_them() -> None:
    full = {("1", None): Fraction(10), ("2", None): Fraction(5), ("3", None): Fraction(5), ("4", None): Fraction(20)}
    ranking, _ = make_ranking(OVERALL, FOUR, tallied(*two_tables()), Adjustments(), {}, full=full)
    assert [(row.id, row.place, row.total, str(row.percentage)) for row in ranking.rows[:2]] == [
        ("4", "1", 20, "100.00"),
        ("1", "2", 10, "100.00"),
    ]


@pytest.mark.parametrize(("before", "after"), [("Ada", 'Ada "Ace"'), ('Ada "Ace"', "Ada"), ("Ada\\\\Bo", "Bo\\n")])
def test_names_of_others_than_before_are_written_as_json(before: str, after: str) -> None:
    tallies = tallied(*two_tables())
    for name in (before, after):
        ranking, _ = ranked([FOUR[0].replace(players=(Person(name=name),)), *FOUR[1:]], tallies)
        assert Ranking.model_validate_json(written(ranking)) == ranking
        assert name in [row.name for row in ranking.rows]


def test_rows_made_without_validation_are_what_validation_makes() -> None:
    long = [Person(name="Ada " + "Amber" * 200), Person(name="Bo " + "Birch" * 200)]
    four = [
        Participant(id="1", kind="pair", number="A1", section="A", players=tuple(long)),
        *FOUR[1:3],
        FOUR[3].replace(standing=False),
    ]
    stated = [total("1", total=Decimal(7), percentage=Decimal("58.33"), place="1=", wins=Decimal("0.5")), total("2")]
    boards = tallied(*two_tables())
    for adjustments in (Adjustments(), penalties({("1", None): Fraction(-5)})):
        ranking, _ = ranked(four, boards, adjustments=adjustments, stated=stated)
        assert len(ranking.rows) == 4
        for row in ranking.rows:
            assert StandingRow.checked(as_object(row)) == row


def test_totals_of_more_boards_than_have_come_in_are_not_compared_and_one_finding_says_so() -> None:
    stated = [total(name, boards_played=4, percentage=Decimal(77)) for name in ("1", "2", "3", "4")]
    stated[3] = total("4", boards_played=1, percentage=Decimal(77))
    ranking, (finding,) = ranked(FOUR, tallied(*two_tables()), stated=stated)
    assert (finding.code, finding.subject, finding.stated) == (codes.NOT_CHECKED.code, "the totals", "4")
    assert {row.agrees for row in ranking.rows} == {None}
    assert all(row.stated is not None for row in ranking.rows)


def test_totals_that_agree_are_compared_however_their_file_counts_boards() -> None:
    rows = ranked(FOUR, tallied(*two_tables()))[0].rows
    right = [total(row.id, boards_played=row.boards + 2, percentage=row.percentage) for row in rows]
    wrong = right[0].replace(percentage=Decimal(77))
    ranking, found = ranked(FOUR, tallied(*two_tables()), stated=[wrong, *right[1:]])
    assert [finding.code for finding in found] == [codes.PERCENTAGE_DIFFERS.code]
    assert [row.agrees for row in ranking.rows] == [False, True, True, True]


def test_totals_are_compared_where_their_boards_are_in() -> None:
    boards = ranked(FOUR, tallied(*two_tables()))[0].rows[0].boards
    stated = [total(name, boards_played=boards, percentage=Decimal(77)) for name in ("1", "2", "3")]
    _, found = ranked(FOUR, tallied(*two_tables()), stated=stated)
    assert {finding.code for finding in found} == {codes.PERCENTAGE_DIFFERS.code}


@pytest.mark.parametrize(
    ("participant", "plan", "listed"),
    [
        (pair("1"), OVERALL, True),
        (pair("1"), RankingPlan("x", "x", (None,), only=frozenset("2")), False),
        (pair("1"), RankingPlan("x", "x", (None,), only=frozenset("1")), True),
        (pair("1", section="A"), RankingPlan("x", "x", (None,), section="B"), False),
        (pair("1", section="A"), RankingPlan("x", "x", (None,), section="A"), True),
        (pair("1", session="2"), RankingPlan("x", "x", ("1",), session="1"), False),
        (pair("1", session="1"), RankingPlan("x", "x", ("1",), session="1"), True),
        (pair("1"), RankingPlan("x", "x", ("1",), session="1"), True),
        (pair("1", direction=EW), RankingPlan("x", "x", (None,), direction=NS), False),
    ],
)
def test_a_ranking_lists_those_whom_its_plan_is_about(
    participant: Participant, plan: RankingPlan, listed: bool
) -> None:
    ranking, _ = ranked([participant], tallied(*two_tables()), plan)
    assert [row.id for row in ranking.rows] == (["1"] if listed else [])


def test_somebody_of_another_session_who_played_in_this_one_or_is_stated_in_it_is_ranked_there() -> None:
    plan = RankingPlan("session-1", "Session 1", ("1",), session="1")
    visitor = pair("1", session="2")
    here = tallied(*two_tables(session="1"))
    assert places(ranked([visitor], here, plan)[0]) == [("1", "1")]
    assert places(ranked([visitor], Tallies(), plan)[0]) == []
    assert places(ranked([visitor], Tallies(), plan, stated=[total("1", place="1")])[0]) == [("1", None)]


def test_a_row_has_the_wins_and_the_values_that_are_stated() -> None:
    stated = total("1", wins=Decimal(3), total=Decimal(2), percentage=Decimal(100), place="1")
    (row,) = ranked([pair("1")], tallied(*two_tables()), stated=[stated])[0].rows
    assert row.wins == 3
    assert row.stated is not None
    assert (row.stated.place, row.stated.total, row.stated.percentage) == ("1", 2, 100)
    assert row.agrees is True
    (bare,) = ranked([pair("1")], tallied(*two_tables()))[0].rows
    assert (bare.wins, bare.stated, bare.agrees) == (None, None, None)


def test_a_ranking_in_which_nobody_has_moved_is_kept() -> None:
    tallies = tallied(*two_tables("1"), *two_tables("2"))
    before, _ = ranked(FOUR, tallies)
    again, _ = ranked(FOUR, tallies)
    assert again is before
    renamed = [FOUR[0].replace(name="Zoe"), *FOUR[1:]]
    after, _ = ranked(renamed, tallies)
    assert [row.name == "Zoe" for row in after.rows] == [row.id == "1" for row in after.rows]
    assert [row == old for row, old in zip(after.rows, before.rows, strict=True)] == [r.id != "1" for r in after.rows]
