"""What files leave open: each choice has its default first, and is offered only where it can make a difference."""

from collections import Counter
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import pytest

from contracts.facts import (
    AdjustmentFact,
    Detail,
    EventFact,
    Facts,
    MatchFact,
    ResultFact,
    ScaleChart,
    ScaleTable,
    Score,
    StatedScore,
    StatedTotal,
)
from services.scoring.domain.boards.board_scores import BoardScores
from services.scoring.domain.boards.imp_methods import (
    ACBL_AVERAGE,
    ACBL_DATUM,
    ACBL_TOTAL,
    AGGREGATE,
    CROSS_IMPS,
    STANDARD,
    ButlerMethod,
    CrossImpMethod,
)
from services.scoring.domain.boards.line_methods import ACBL, ACBL_DOUBLE, EBU, LineMethod
from services.scoring.domain.matches.match_list import Match
from services.scoring.domain.matches.match_scores import MatchMethod, Raw
from services.scoring.domain.matches.played_matches import PlayedMatches
from services.scoring.domain.method.candidates import (
    LINE_METHODS,
    MULTIPLES,
    award_candidates,
    bye_candidates,
    field_candidates,
    inferred_method,
    line_candidates,
    match_candidates,
    match_rounding_candidates,
    ruling_candidates,
    sit_out_candidates,
    total_candidates,
)
from services.scoring.domain.method.event_scores import BridgeEvent, EventScores, score_event
from services.scoring.domain.method.scoring_method import ScoringMethod
from services.scoring.domain.method.search import best
from services.scoring.domain.rankings.scheme import COMPARED, UNITS, Scheme, scheme_of
from shared.bridge.boards.butler import DROP_BEST_AND_WORST
from shared.bridge.boards.matchpoints import FactoringMethod
from shared.bridge.matches.teams_of_eight import EightMethod
from shared.bridge.rounding import EXACT, RoundingFamily
from tests.support.fragments import pair, result
from tests.support.scored_matches import boards_of
from tests.support.team_facts import both, facts, match, teams

PLUS, MINUS = (Score(kind="average", percent=Decimal(percent)) for percent in (60, 40))


def event(of: Facts) -> BridgeEvent:
    return BridgeEvent(of, boards_of(of.results), BoardScores(), scheme_of(of))


def pairs(*lines: ResultFact, scoring: str = "match_points", **more: object) -> BridgeEvent:
    participants = tuple(pair(f"{number}") for number in range(1, 5))
    of = Facts(events=(EventFact(kind="pairs", board_scoring=scoring),), results=lines, participants=participants)
    return event(of.replace(**more))


def scored(of: BridgeEvent, lines: LineMethod | None, matches: MatchMethod | None = None) -> EventScores:
    return score_event(of, ScoringMethod(of.scheme, lines, matches=matches))


LINES = (result("1", "1", "2", 50), result("1", "3", "4", 100))
STATED = StatedScore(ns=Decimal("1.5"))


def tried(scoring: str, *details: Detail, acbl: bool = False) -> list[LineMethod]:
    """The methods for lines that are tried where an event of pairs is scored so."""
    of = pairs(*LINES)
    event_fact = EventFact(kind="pairs", board_scoring=scoring, details=details)
    return line_candidates(
        BridgeEvent(
            of.facts.replace(events=(event_fact,)),
            of.boards,
            of.cache,
            Scheme("pair", scoring or None),
            acbl_match_points=acbl,
        )
    )


def named(field: str) -> Detail:
    return Detail(name="Scoring", value=field)


@pytest.mark.parametrize(
    ("scoring", "acbl", "method"),
    [
        ("match_points", False, EBU),
        ("match_points", True, ACBL),
        ("butler_imps", False, ButlerMethod(STANDARD)),
        ("cross_imps", True, CrossImpMethod()),
        ("aggregate", False, AGGREGATE[0]),
    ],
)
def test_the_method_that_is_usual_for_lines_comes_first(scoring: str, acbl: bool, method: LineMethod) -> None:
    assert tried(scoring, acbl=acbl)[0] == method


def test_nothing_is_tried_where_lines_are_not_compared() -> None:
    assert tried("hybrid") == tried("") == []


def test_every_scoring_that_compares_lines_has_methods_and_a_unit() -> None:
    assert LINE_METHODS.keys() == COMPARED <= UNITS.keys()


@pytest.mark.parametrize("scoring", ["match_points", "butler_imps", "cross_imps"])
def test_what_the_scoring_of_pbn_names_is_tried_first_and_the_others_after_it(scoring: str) -> None:
    for name in ("mp1", "mp2", "butler-2", "mean", "median", "cross", "cross1", "cross2"):
        assert sorted(map(repr, tried(scoring, named(name)))) == sorted(map(repr, LINE_METHODS[scoring]))


def test_the_field_that_says_more_decides() -> None:
    method = tried("butler_imps", named("IMP;Butler;Mean;Butler-2"))[0]
    assert isinstance(method, ButlerMethod)
    assert method.rule is not None
    assert method.rule.trim == DROP_BEST_AND_WORST


def test_the_method_that_a_game_file_names_decides_where_it_states_no_points() -> None:
    assert tried("match_points", named("Double Matchpoints (European)"), acbl=True) == [ACBL_DOUBLE]
    assert tried("match_points", named("Matchpoints"), acbl=True) == [ACBL]
    assert tried("cross_imps", named("Total IMPs"), acbl=True)[0] == ACBL_TOTAL
    assert tried("cross_imps", named("Average IMPs"), acbl=True)[0] == ACBL_AVERAGE
    assert tried("butler_imps", named("IMPs with computed datum"), acbl=True)[0] == ACBL_DATUM


def test_only_match_points_have_a_single_method_at_the_acbl() -> None:
    assert len(tried("match_points")) == len(LINE_METHODS["match_points"])
    assert len(tried("butler_imps", acbl=True)) == len(LINE_METHODS["butler_imps"])


@pytest.mark.parametrize(
    ("stated", "cap"), [("1", 1), ("15", 15), ("23", 23), ("24", None), ("0", None), ("1000", None), ("many", None)]
)
def test_the_greatest_swing_that_a_game_file_states_counts_in_every_method(stated: str, cap: int | None) -> None:
    methods = tried("imps", Detail(name="MOST_IMPS", value=stated))
    assert {method.cap for method in methods if isinstance(method, ButlerMethod | CrossImpMethod)} == {cap}


@pytest.mark.parametrize(
    ("lines", "stated", "candidates"),
    [(EBU, None, [True]), (EBU, STATED, [False, True]), (ACBL, None, [False]), (CROSS_IMPS[0], STATED, [False])],
)
def test_awards_follow_the_law_unless_points_are_stated_for_them(
    lines: LineMethod, stated: StatedScore | None, candidates: list[bool]
) -> None:
    award = result("2", "1", "2", ns_score=PLUS, ew_score=MINUS, stated=stated)
    assert award_candidates(pairs(*LINES, award), lines) == candidates


def test_points_that_are_stated_for_other_lines_say_nothing_of_awards() -> None:
    award = result("2", "1", "2", ns_score=PLUS, ew_score=MINUS)
    assert award_candidates(pairs(LINES[0].replace(stated=STATED), award), EBU) == [True]


def test_sections_are_offered_where_there_are_several_and_lines_are_compared() -> None:
    two = [LINES[0].replace(section="A"), LINES[1].replace(section="B")]
    one = [line.replace(section="A") for line in LINES]
    for lines, method, offered in ((two, EBU, 1), (one, EBU, 0), (two, None, 0)):
        of = pairs(*lines)
        candidates = list(field_candidates(of, scored(of, method)))
        assert len(candidates) == offered
        assert all(candidate.apart == "section" and candidate.detected for candidate in candidates)


def test_totals_of_match_points_may_be_stretched_and_of_points_as_printed() -> None:
    of = pairs(*(line.replace(stated=STATED) for line in LINES))
    candidates = list(total_candidates(of, scored(of, EBU)))
    choices = [(candidate.stretched, candidate.total_rounding is not None) for candidate in candidates]
    assert choices == [(False, False), (False, True), (True, False), (True, True)]
    assert [candidate.detected for candidate in candidates] == [False, True, False, True]
    assert {candidate.factored for candidate in candidates} == {None}


def test_totals_may_be_factored_where_lines_are_not() -> None:
    of = pairs(*LINES)
    plain = replace(EBU, factoring=FactoringMethod.NONE)
    candidates = list(total_candidates(of, scored(of, plain)))
    ways = [None, FactoringMethod.NEUBERG_EBU, FactoringMethod.NEUBERG]
    assert list(dict.fromkeys(candidate.factored for candidate in candidates)) == ways
    assert [candidate.detected for candidate in candidates] == [
        candidate.factored is not None for candidate in candidates
    ]
    factored = next(candidate for candidate in candidates if candidate.factored)
    assert (factored.shown_lines, factored.total_lines) == (plain, EBU)


def test_points_may_be_rounded_to_whole_ones_or_cut_where_enough_boards_state_no_more_decimals() -> None:
    def of(*points: str) -> BridgeEvent:
        return pairs(
            *(
                result(f"{board}", ns, ew, 50 * board, stated=StatedScore(ns=Decimal(value), ew=Decimal(0)))
                for board, value in enumerate(points, 1)
                for ns, ew in (("1", "2"), ("3", "4"))
            )
        )

    def printed(event: BridgeEvent) -> Counter[str]:
        return Counter(
            method.rounding.name
            for method in line_candidates(event)
            if method.rounding.name.startswith(("printed", "cut"))
        )

    whole, tenths = printed(of("2", "1", "0", "2")), printed(of("2", "1", "0.5", "2"))
    assert whole.keys() == {"printed-0", "printed-0-even", "cut-0"}
    assert tenths.keys() == {"cut-1"}
    assert {*whole.values()} == {*tenths.values()}
    assert tenths["cut-1"] > 5
    assert not printed(of("2", "1", "0"))
    assert not printed(of("2", "1", "0.125", "2"))
    rounded = replace(EBU, rounding=RoundingFamily("printed-0", Fraction(1)))
    shown = ScoringMethod(of("2").scheme, rounded, total_rounding=EXACT)
    assert (shown.shown_lines, shown.total_lines) == (rounded, EBU)


def test_boards_that_were_not_played_count_only_where_most_of_their_totals_are_wrong() -> None:
    lines = (*LINES, result("1", "5", "6", 60), result("2", "1", "2", 50))
    for wrong, candidates in (("3456", [50, 60]), ("345", [50, 60]), ("34", []), ("", []), (None, [])):
        own = {"1": 4, "2": 2, "3": 4, "4": 0, "5": 2, "6": 2}
        totals = [
            StatedTotal(participant=name, kind="pair", total=Decimal(points + (name in wrong)))
            for name, points in own.items()
            if wrong is not None
        ]
        of = pairs(*lines, totals=tuple(totals), participants=tuple(map(pair, own)))
        assert [each.sit_out for each in sit_out_candidates(of, scored(of, EBU))] == candidates


def test_a_ruling_may_be_what_is_stated_for_it() -> None:
    award = Score(kind="artificial", percent=Decimal(50))
    ruled = LINES[0].replace(ns_score=award, ew_score=award)
    stated = StatedScore(ns=Decimal(1), ew=Decimal(1), unit="match_points")
    for line, open_ in ((ruled, False), (LINES[0].replace(stated=stated), False), (ruled.replace(stated=stated), True)):
        of = pairs(line, *LINES[1:])
        candidates = list(ruling_candidates(of, scored(of, EBU)))
        assert [candidate.rulings for candidate in candidates] == ["scored lines", "all lines"] * open_


def test_totals_of_imps_may_be_stretched_and_of_points_as_printed() -> None:
    of = pairs(*(line.replace(stated=STATED) for line in LINES), scoring="cross_imps")
    candidates = list(total_candidates(of, scored(of, CROSS_IMPS[0])))
    choices = [(candidate.stretched, candidate.total_rounding is not None) for candidate in candidates]
    assert choices == [(False, False), (False, True), (True, False), (True, True)]


def test_penalties_without_a_unit_are_open_where_match_points_are_scored() -> None:
    penalty = AdjustmentFact(kind="penalty", participant="1", participant_kind="pair", amount=Decimal(-1), unit=None)
    for unit, scoring, open_ in (
        (None, "match_points", True),
        ("percent", "match_points", False),
        (None, "cross_imps", False),
    ):
        of = pairs(*LINES, scoring=scoring, adjustments=(penalty.replace(unit=unit),))
        candidates = total_candidates(of, scored(of, EBU if scoring == "match_points" else CROSS_IMPS[0]))
        assert (False in {candidate.percent_penalties for candidate in candidates}) is open_


@pytest.mark.parametrize(("counted", "open_"), [(None, True), (False, False)])
def test_whether_totals_contain_a_carry_forward_is_open_where_the_file_does_not_say(
    counted: bool | None, open_: bool
) -> None:
    carried = AdjustmentFact(kind="carry_forward", participant="1", amount=Decimal(1), counted=counted)
    of = pairs(*LINES, scoring="match_points", adjustments=(carried,))
    candidates = total_candidates(of, scored(of, EBU))
    assert (True in {candidate.carried_counts for candidate in candidates}) is open_


def test_nothing_is_open_about_totals_that_are_not_added_up() -> None:
    of = pairs(*LINES, scoring="hybrid")
    assert list(total_candidates(of, scored(of, None))) == []


def test_teams_have_no_points_of_lines_to_round_and_byes_are_open_where_they_are_worth_something() -> None:
    of = event(
        facts(
            participants=teams("1", "2", "3"),
            matches=[match("1", "2"), match("3", None)],
            results=both(1, "1", "2", 420, 50),
            event={"match_scoring": "vps"},
        )
    )
    by_scale = match_candidates(of.scheme, halves=False)[0]
    assert by_scale.scale == "WBF_DISCRETE"
    scores = scored(of, None, by_scale)
    assert list(match_rounding_candidates(of, scores)) == []
    assert [candidate.byes for candidate in bye_candidates(of, scores)] == [True, False]
    assert list(bye_candidates(of, scored(of, None, MatchMethod("imps")))) == []


TEAMS = Scheme(ranked="team", lines=None, matches="teams", match_scoring="vps", total_unit="vps")


def stated_match(home: str | None, away: str | None) -> Match:
    scores = {"home_score": home and Decimal(home), "away_score": away and Decimal(away)}
    return Match(None, 1, "1", "2", (MatchFact(kind="teams", home="1", away="2", **scores),))


def raw(margin: int, boards: int = 8) -> Raw:
    return Raw(margin, -margin, boards=boards, length=boards)  # type: ignore[arg-type]


def fit(scheme: Scheme, matches: list[Match], raws: list[Raw]) -> tuple[MatchMethod, bool]:
    """The method that is taken, and whether it is another than the first candidate."""
    played = PlayedMatches(scheme, matches, raws, [], {}, {}, {}, [], [])
    candidates = match_candidates(scheme, halves=False)
    method = best(candidates, played.misses)
    return inferred_method(scheme, played, method) or (method, method != candidates[0])


def test_the_scale_that_gives_what_is_stated_is_found() -> None:
    # 10 IMPs over 8 boards are 14-6 in whole points and 13.78-6.22 in the continuous scale (WBF 2013).
    for stated, scale in ((("14", "6"), "WBF_DISCRETE"), (("13.78", "6.22"), "WBF_CONTINUOUS")):
        method, detected = fit(TEAMS, [stated_match(*stated)], [raw(10)])
        assert (method.scale, detected) == (scale, scale != "WBF_DISCRETE")


def test_a_scale_that_no_table_has_is_read_from_the_matches() -> None:
    matches = [stated_match("11", "9"), stated_match("13", "7"), stated_match("15", "5"), stated_match("18", "2")]
    method, detected = fit(TEAMS, matches, [raw(margin) for margin in (1, 2, 3, 4)])
    assert (method.scale, detected) == (None, True)
    assert method.score(raw(3)) == (15, 5)


def test_nothing_stated_keeps_the_standard_method() -> None:
    method, detected = fit(TEAMS, [stated_match(None, None)], [raw(10)])
    assert (method, detected) == (MatchMethod("vps", "WBF_DISCRETE", halves=False), False)


def test_larger_teams_are_looked_up_first_as_the_rule_says() -> None:
    rule = {EightMethod.IMP_THEN_ADD: 2, EightMethod.ADD_THEN_IMP: 2, EightMethod.ADD_THEN_MOD_IMP: 1}
    assert {eight: MULTIPLES[eight][0] for eight in rule} == rule


def test_an_unknown_scale_of_which_nothing_is_stated_was_not_found() -> None:
    named = Scheme(**{**vars(TEAMS), "vp_scale": "BBO VP20"})
    method, detected = fit(named, [stated_match(None, None)], [raw(10)])
    assert (method.scale, detected) == (None, False)


@pytest.mark.parametrize("scoring", ["bam", "pab", "aggregate"])
def test_points_of_boards_that_are_not_imps_are_looked_up_in_no_scale_for_imps(scoring: str) -> None:
    of = facts(event={"board_scoring": scoring, "match_scoring": "vps", "vp_scale": "WBF_DISCRETE"}, kind="teams")
    method, _ = fit(scheme_of(of), [], [])
    assert (method.unit, method.scale) == ("vps", None)
    assert method.score(Raw(Fraction(3), Fraction(1), boards=2, length=2)) == (None, None)


def test_a_given_scale_is_looked_up_by_the_difference_where_boards_are_won() -> None:
    rows = ((0, Decimal(10), Decimal(10)), (2, Decimal(14), Decimal(6)))
    table = ScaleTable(name="Club", unit="imps", charts=(ScaleChart(boards=(1, 8), rows=rows),))
    of = facts(event={"board_scoring": "pab", "match_scoring": "vps", "vp_table": table}, kind="teams")
    method, _ = fit(scheme_of(of), [], [])
    assert method.score(Raw(Fraction(3), Fraction(1), boards=2, length=2)) == (14, 6)
    assert method.score(Raw(Fraction(2), Fraction(2), boards=2, length=2)) == (10, 10)


def test_cross_imps_are_tried_first_at_the_size_of_a_team_match() -> None:
    scheme = Scheme(ranked="pair", lines="cross_imps", matches="pairs", match_scoring="vps", unit="imps")
    assert [method.probst for method in match_candidates(scheme, halves=False)][:2] == [True, False]
    assert not any(method.probst for method in match_candidates(TEAMS, halves=False))


def test_matches_of_pairs_may_add_up_points_as_printed() -> None:
    lines = [
        result(str(board), home, away, score, round=1, stated=StatedScore(ns=Decimal("1.5"), ew=Decimal("0.5")))
        for board in (1, 2)
        for home, away, score in (("1", "2", 50), ("3", "4", 100))
    ]
    event_ = EventFact(kind="swiss_pairs", board_scoring="match_points", match_scoring="vps")
    participants = tuple(pair(f"{number}") for number in range(1, 5))
    of = event(Facts(events=(event_,), results=tuple(lines), participants=participants))
    methods = list(match_rounding_candidates(of, scored(of, EBU, MatchMethod("vps", "EBU_SWISS_PAIRS"))))
    assert [method.match_rounding is None for method in methods] == [True, False]
    (only,) = match_rounding_candidates(of, scored(of, None, MatchMethod("vps", "EBU_SWISS_PAIRS")))
    assert only.match_rounding is None


def test_points_of_acblscore_are_added_up_as_they_are() -> None:
    of = pairs(*(line.replace(stated=STATED) for line in LINES))
    assert [candidate.total_rounding for candidate in total_candidates(of, scored(of, ACBL))] == [None]


@pytest.mark.parametrize(
    ("scheme", "units"),
    [
        (Scheme("team", None, match_scoring="imps"), ["imps", "imps"]),
        (Scheme("team", None, total_unit="imps"), ["imps", "imps", "vps", "vps", "vps", "vps"]),
        (Scheme("team", None, total_unit="points"), ["points"]),
        (Scheme("pair", None, matches="pairs", unit="match_points", total_unit="vps"), ["percent"]),
        (Scheme("pair", None, matches="pairs", unit="match_points", match_scoring="vps"), ["vps"]),
    ],
)
def test_a_match_gives_what_the_scheme_leaves_open(scheme: Scheme, units: list[str]) -> None:
    assert [method.unit for method in match_candidates(scheme, halves=False)] == units


@pytest.mark.parametrize(
    ("named", "scales"),
    [(None, ["EBU_SWISS_PAIRS"]), ("WBF_DISCRETE", ["EBU_SWISS_PAIRS"]), ("EBU_SWISS_PAIRS", ["EBU_SWISS_PAIRS"])],
)
def test_percentages_are_looked_up_in_a_scale_of_percentages(named: str | None, scales: list[str]) -> None:
    scheme = Scheme("pair", None, matches="pairs", unit="match_points", match_scoring="vps", vp_scale=named)
    assert [method.scale for method in match_candidates(scheme, halves=False)] == scales


def test_half_matches_are_looked_up_in_a_chart_of_their_own_first() -> None:
    scheme = Scheme("team", None, matches="teams", match_scoring="vps", vp_scale="WBF_DISCRETE")
    assert [method.halves for method in match_candidates(scheme, halves=True)] == [True, False]
    assert [method.halves for method in match_candidates(scheme, halves=False)] == [False]


@pytest.mark.parametrize(("wrong", "inferred"), [(1, False), (2, True)])
def test_a_scale_that_gives_all_but_one_match_is_not_read_from_the_matches(wrong: int, inferred: bool) -> None:
    matches = [stated_match("14", "6")] * (9 - wrong) + [stated_match("13", "7")] * wrong
    played = PlayedMatches(TEAMS, matches, [raw(10)] * 9, [], {}, {}, {}, [], [])
    method = MatchMethod("vps", "WBF_DISCRETE", halves=False)
    assert (inferred_method(TEAMS, played, method) is not None) is inferred
    assert inferred_method(TEAMS, played, MatchMethod("imps")) is None
    named = Scheme(**{**vars(TEAMS), "vp_scale": "WBF_DISCRETE"})
    assert inferred_method(named, played, method) is None
