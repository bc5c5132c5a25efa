from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from contracts.base import Place
from contracts.facts import Facts, MatchFact, MatchRulingFact, Participant, ResultFact, ScaleChart, ScaleTable, Score
from contracts.standings import ScoredMatch
from services.scoring.domain.matches.match_list import Match
from services.scoring.domain.matches.match_scores import MatchMethod, Raw
from services.scoring.domain.matches.match_table import MatchTable, bye_score, scored_match
from shared.bridge.boards.matchpoints import LineMatchpoints
from tests.support.fragments import result
from tests.support.scored_matches import boards_of, table_of
from tests.support.team_facts import both, facts, match, table, teams


def scored(
    *told: MatchFact, results: list[ResultFact] | None = None, scoring: str | None = "imps", **event: Any
) -> MatchTable:
    return table_of(
        facts(
            matches=told, results=results or [], participants=teams("1", "2"), event={"match_scoring": scoring, **event}
        )
    )


TWELVE = both(1, "1", "2", 620, -50)
"""One board, 12 IMPs for team 1."""


def test_a_match_is_published_with_names_margin_score_and_what_is_stated() -> None:
    told = match("1", "2", ("12", "-12"), session="S", section="A", table="5", round=4)
    (row,) = scored(told, results=[r.replace(session="S") for r in TWELVE]).matches
    assert (row.session, row.section, row.table, row.round) == ("S", "A", "5", 4)
    assert (row.home_name, row.away_name, row.boards, row.length) == ("Team 1", "Team 2", 1, 1)
    assert (row.home_raw, row.away_raw, row.home_score, row.away_score) == (12, -12, 12, -12)
    assert (row.stated_home, row.stated_away, row.agrees, row.unit) == (12, -12, True, "imps")


def test_a_match_that_states_something_else_is_a_finding_with_both() -> None:
    found = scored(match("1", "2", ("11", "-12"), at=Place(line=40)), results=TWELVE)
    (finding,) = found.findings
    assert (finding.code, finding.subject, finding.place) == ("scoring.match-differs", "match 1 - 2", Place(line=40))
    assert (finding.stated, finding.computed) == ("11 : -12", "12 : -12")
    assert "round 1" in finding.message
    assert found.matches[0].agrees is False
    assert found.scores == ((12, -12),)


def test_one_side_may_be_stated_alone() -> None:
    alone = match("1", "2", home_score=Decimal(12))
    assert scored(alone, results=TWELVE).matches[0].agrees is True


def test_a_match_of_which_boards_are_missing_keeps_what_is_stated() -> None:
    told = match("1", "2", ("30", "-30"), boards=2)
    found = scored(told, results=TWELVE)
    assert (found.matches[0].home_score, found.matches[0].agrees, found.findings) == (30, None, ())
    assert found.scores == ((30, -30),)


def test_without_a_stated_score_it_counts_to_date() -> None:
    found = scored(match("1", "2", boards=2), results=TWELVE)
    assert (found.scores, found.counted) == (((12, -12),), (1,))
    assert (found.matches[0].boards, found.matches[0].length) == (1, 2)


def test_a_match_without_boards_counts_as_stated_over_its_length() -> None:
    found = scored(match("1", "2", ("17", "3"), boards=8), scoring="vps")
    assert (found.scores, found.counted, found.findings) == (((17, 3),), (8,), ())
    bye = scored(match("1", None, home_score=Decimal(12)), scoring="vps")
    assert (bye.scores, bye.counted) == (((12, None),), (0,))


def test_a_match_of_no_boards_and_no_score_counts_for_nothing() -> None:
    assert scored(match("1", "2")).scores == ((None, None),)


def test_what_each_side_won_is_found_where_files_state_that() -> None:
    lines = TWELVE + both(2, "1", "2", 90, 150)
    net = scored(match("1", "2", ("10", "-10")), results=lines)
    won = scored(match("1", "2", ("12", "2")), results=lines)
    assert (net.method.won, net.matches[0].agrees) == (False, True)
    assert (won.method.won, won.matches[0].agrees) == (True, True)


def test_rulings_that_favour_both_teams_count_for_both() -> None:
    both_plus = {name: Score(kind="artificial", percent=Decimal(60)) for name in ("ns_score", "ew_score")}
    lines = [*TWELVE, table(2, "1", "2", None, **both_plus), table(2, "2", "1", 50)]
    found = scored(match("1", "2", ("15", "-9")), results=lines)
    assert (found.findings, found.scores) == ((), ((15, -9),))


def test_lines_get_what_their_own_side_won_on_the_board() -> None:
    found = scored(match("1", "2"), results=TWELVE)
    assert [(found.points[line.key].ns, found.points[line.key].ew) for line in TWELVE] == [(12, -12), (-12, 12)]


def test_lines_of_larger_teams_have_no_points_of_their_own() -> None:
    lines = [*TWELVE, *both(1, "1", "2", 50, 50, part=1)]
    assert scored(match("1", "2"), results=lines, scoring="ximps", team_size=8).points == {}


def test_a_scale_without_a_chart_for_the_length_leaves_what_is_stated() -> None:
    told = match("1", "2", ("20", "0"))
    found = scored(told, results=TWELVE, scoring="vps", vp_scale="ACBL20")
    assert [finding.code for finding in found.findings] == ["scoring.scale-unknown"]
    assert (found.matches[0].home_score, found.matches[0].agrees, found.scores) == (20, None, ((20, 0),))


@pytest.mark.parametrize("board_scoring", ["hybrid", "other", "unheard_of"])
def test_boards_by_a_method_without_a_rule_are_said_not_to_be_checked(board_scoring: str) -> None:
    found = scored(match("1", "2", ("12", "3")), results=TWELVE, board_scoring=board_scoring)
    assert [finding.code for finding in found.findings] == ["scoring.not-checked"]
    assert found.scores == ((12, 3),)


def test_a_match_without_results_says_nothing_about_methods() -> None:
    assert scored(match("1", "2", ("12", "3")), board_scoring="hybrid").findings == ()


def pairs_facts(scoring: str, stated: tuple[str, str], unit: str | None = None, **event: Any) -> Facts:
    lines = [result(str(n), "1", "2", 50, round=1) for n in range(1, 6)]
    told = match("1", "2", stated, kind="pairs", unit=unit)
    pairs = tuple(Participant(id=name, kind="pair") for name in "12")
    return facts(
        kind="swiss_pairs", event={"board_scoring": scoring, **event}, matches=[told], results=lines, participants=pairs
    )


def worth(of: Facts, ns: Fraction | int, top: int) -> dict[Any, LineMatchpoints]:
    points = LineMatchpoints(Fraction(ns), Fraction(top - ns), Fraction(top), Fraction(top))
    return {line.key: points for line in of.results}


def test_swiss_pairs_by_match_points_give_victory_points_by_percentage() -> None:
    # Five boards: above 59.45 % and up to 61.62 % are 16.
    of = pairs_facts("match_points", ("16", "4"))
    found = table_of(of, worth(of, 6, 10))
    assert (found.method.unit, found.method.scale, found.findings) == ("vps", "EBU_SWISS_PAIRS", ())
    assert found.matches[0].home_raw == 60


def test_a_scale_of_imps_does_not_apply_to_percentages() -> None:
    of = pairs_facts("match_points", ("16", "4"), vp_scale="WBF_DISCRETE")
    assert table_of(of, worth(of, 6, 10)).method.scale == "EBU_SWISS_PAIRS"


def test_swiss_pairs_by_imps_give_imps_unless_they_say_otherwise() -> None:
    of = pairs_facts("butler_imps", ("10", "-10"))
    found = table_of(of, worth(of, 2, 0))
    assert (found.method.unit, found.findings) == ("imps", ())
    # Five boards and 10 IMPs are 15 on the discrete scale.
    of = pairs_facts("butler_imps", ("15", "5"), unit="vps")
    assert table_of(of, worth(of, 2, 0)).method.unit == "vps"


def test_swiss_pairs_by_percentage() -> None:
    of = pairs_facts("match_points", ("60", "40"), match_scoring="percentage")
    found = table_of(of, worth(of, 6, 10))
    assert (found.method.unit, found.findings, found.scores) == ("percent", (), ((60, 40),))


OWN = ScaleTable(
    name="SBU",
    unit="imps",
    charts=(ScaleChart(boards=(1, 8), rows=((0, Decimal(10), Decimal(10)), (12, Decimal("17.5"), Decimal("2.5")))),),
)


def test_the_scale_that_the_director_gives_counts_whatever_the_file_calls_it() -> None:
    told = match("1", "2", ("17.5", "2.5"))
    for name in ("SBU", "WBF_DISCRETE", None):
        found = scored(told, results=TWELVE, scoring="vps", vp_scale=name, vp_table=OWN)
        assert (found.scores, found.matches[0].agrees, found.findings) == (((Fraction("17.5"), 2.5),), True, ())
        assert found.method.scale == "SBU"


def test_a_match_that_is_longer_than_the_given_scale_has_no_victory_points() -> None:
    found = scored(match("1", "2", boards=9), results=[*TWELVE], scoring="vps", vp_table=OWN)
    assert found.scores == ((None, None),)


def test_a_scale_for_percentages_is_none_for_teams() -> None:
    percent = OWN.replace(
        unit="percent", middle=2, charts=(ScaleChart(boards=(1, 8), up_to=(Decimal(55), Decimal(60))),)
    )
    found = scored(match("1", "2", ("15", "5")), results=TWELVE, scoring="vps", vp_table=percent, vp_scale="ACBL20")
    assert found.method.scale == "ACBL20"


def test_modified_imps_are_those_of_the_given_table() -> None:
    # Both tables of both halves are 670 to team 1, 1,340 together.
    results = [line.replace(part=part) for part in (0, 1) for line in TWELVE]
    event = {"team_size": 8, "board_scoring": "imps", "scoring": "add_then_mod_imp"}
    told = match("1", "2", ("2", "-2"), unit="imps")
    assert scored(told, results=results, **event).matches[0].boards == 0
    found = scored(told, results=results, imp_bounds=(100, 1000), **event)
    assert (found.matches[0].home_raw, found.matches[0].agrees, found.findings) == (2, True, ())


def test_a_given_table_turns_two_tables_into_imps_too() -> None:
    assert scored(match("1", "2"), results=TWELVE, imp_bounds=(100, 600)).scores == ((2, -2),)


def test_a_scale_may_be_named_in_small_letters_and_with_blanks() -> None:
    found = scored(match("1", "2", ("13.78", "6.22"), boards=1), results=TWELVE, scoring="vps", vp_scale="WBF Discrete")
    assert found.method.scale == "WBF_DISCRETE"


VPS = MatchMethod("vps", "WBF_DISCRETE")


def bye_row(told: MatchFact, method: MatchMethod = VPS, *, byes: bool = True) -> ScoredMatch:
    of = Match(told.session, told.round, told.home, told.away, (told,))
    return scored_match(of, Raw(), method, names={}, raw_unit="imps", byes=byes)[0]


@pytest.mark.parametrize(("scale", "worth"), [("WBF_DISCRETE", 12), ("WBF_CONTINUOUS", 12), ("ACBL30", 18)])
def test_a_bye_that_no_file_scores_is_worth_average_plus(scale: str, worth: int) -> None:
    assert bye_row(match("1", None), MatchMethod("vps", scale)).home_score == worth


def test_a_bye_counts_as_its_file_states_it() -> None:
    assert bye_row(match("1", None, home_score=Decimal(10))).home_score == 10


@pytest.mark.parametrize("method", [MatchMethod("imps"), MatchMethod("vps", "SBU"), MatchMethod("vps")])
def test_without_a_known_scale_a_bye_has_no_worth(method: MatchMethod) -> None:
    assert bye_row(match("1", None), method).home_score is None


def test_byes_may_be_left_out() -> None:
    assert bye_row(match("1", None), byes=False).home_score is None


def test_only_a_bye_without_a_score_is_worth_something_by_rule() -> None:
    assert bye_score(Match(None, 1, "1", None), Raw(), VPS) == Fraction(12)
    assert bye_score(Match(None, 1, "1", "2"), Raw(), VPS) is None
    stated = match("1", None, home_score=Decimal(10))
    assert bye_score(Match(None, 1, "1", None, (stated,)), Raw(), VPS) is None


def test_what_counts_is_tallied_for_both_sides_and_lines_get_what_they_won() -> None:
    told = (match("1", "2", ("12", "-12")), match("3", None, round=2))
    found = scored(*told, results=TWELVE)
    tallies = found.tallies()
    assert {name: tally[None].score for name, tally in tallies.by.items()} == {"1": 12, "2": -12}
    assert tallies.by["1"][None].boards == 1
    board = boards_of(tuple(TWELVE))[0]
    own = found.line_points([board], {board.key: tuple(LineMatchpoints(None, None, ZERO, ZERO) for _ in TWELVE)})
    assert [(line.ns, line.ew) for line in own[board.key]] == [(12, -12), (-12, 12)]
    other = boards_of((result("9", "7", "8"),))[0]
    nothing = (LineMatchpoints(Fraction(1), Fraction(2), ZERO, ZERO),)
    assert found.line_points([other], {other.key: nothing}) == {other.key: nothing}


ZERO = Fraction(0)


def ruled(boards: int = 1, stated: tuple[str, str] | None = None, **ruling: Any) -> MatchTable:
    event = {"match_scoring": "vps", "vp_scale": "WBF_DISCRETE"}
    return table_of(
        facts(
            matches=[match("1", "2", stated, boards=boards)],
            results=TWELVE,
            participants=teams("1", "2"),
            event=event,
            match_rulings=[MatchRulingFact(home="1", away="2", **ruling)],
        )
    )


def test_a_ruling_counts_whatever_was_played_or_stated() -> None:
    table_ = ruled(home_score=Decimal(3), away_score=Decimal(4))
    assert table_.scores == ((3, 4),)
    (row,) = table_.matches
    assert (row.ruling, row.agrees, row.home_score) == ("3 : 4", None, 3)


def test_a_side_that_is_not_ruled_on_keeps_what_was_played_or_else_stated() -> None:
    played = ruled(home_score=Decimal(3))
    assert played.scores[0][1] is not None
    assert played.matches[0].ruling == "3 : as played"
    kept = ruled(boards=8, stated=("15", "5"), home_score=Decimal(3))
    assert kept.scores == ((3, 5),)


def test_a_file_that_states_a_void_match_is_followed() -> None:
    void = scored(match("1", "2", ("8", "8")), results=TWELVE, scoring="vps", vp_scale="WBF_DISCRETE")
    (row,) = void.matches
    assert (row.home_score, row.away_score, row.agrees) == (8, 8, True)
    (finding,) = void.findings
    assert finding.code == "scoring.match-ruled"
    assert finding.message.startswith("match 1 against 2 in round 1 is stated as 8 : 8, the score of a match with")


def test_artificial_scores_that_no_rule_values_are_said() -> None:
    plus = Score(kind="artificial", percent=Decimal(60))
    minus = Score(kind="artificial", percent=Decimal(40))
    lines = [line.replace(ns_score=plus, ew_score=minus) for line in both(5, "1", "2", 0, 0)]
    lines += both(6, "1", "2", 50, 50)
    found = scored(match("1", "2"), results=lines, scoring="aggregate", board_scoring="aggregate")
    (finding,) = [finding for finding in found.findings if "artificial" in finding.message]
    assert "scores on board 5 of 1 against 2 have no known value" in finding.message
    assert finding.subject == "board 5"


def test_a_ruling_on_one_side_leaves_the_other_what_its_file_states() -> None:
    told = match("1", "2", ("14", "6"), boards=8)
    for awards, scores in ((("void", None), (8, 6)), ((None, "void"), (14, 8))):
        ruling = MatchRulingFact(home="1", away="2", round=1, home_award=awards[0], away_award=awards[1])
        of = facts(
            matches=[told],
            participants=teams("1", "2"),
            match_rulings=[ruling],
            event={"match_scoring": "vps", "vp_scale": "WBF_DISCRETE"},
        )
        assert table_of(of).scores == (scores,)
