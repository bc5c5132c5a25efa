"""Rulings on matches: void, the director's fault, averages, mismatches, scores, and boards that are taken out."""

from decimal import Decimal
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts.decisions import AnyDecision, RemoveBoard, RuleMatch
from contracts.facts import EventFact, Facts, MatchFact, MatchRulingFact, ResultFact
from services.scoring.domain.event.event_state import EventState
from services.scoring.domain.matches.match_list import matches_of
from services.scoring.domain.matches.match_scores import MatchMethod, Raw
from services.scoring.domain.matches.match_table import MatchTable
from services.scoring.domain.matches.rulings import stated_ruling, with_rulings
from shared.bridge.matches.match_awards import GRADES, MatchAward
from tests.support.decided import decided
from tests.support.fragments import fragment
from tests.support.scored_matches import table_of
from tests.support.team_facts import both, facts, match, teams

SWING = both(1, "1", "2", 620, -50)
"""One board, 12 IMPs for team 1."""


def eight(home: str = "1", away: str = "2", **more: Any) -> list[ResultFact]:
    """Eight boards, 12 IMPs for the home team on the first."""
    flat = [line for board in range(2, 9) for line in both(board, home, away, 50, 50, **more)]
    return [*both(1, home, away, 620, -50, **more), *flat]


def ruling(home_award: str | None, away_award: str | None, **more: Any) -> MatchRulingFact:
    fields: dict[str, Any] = {"home": "1", "away": "2", "home_award": home_award, "away_award": away_award, **more}
    return MatchRulingFact(**fields)


def scored(
    *rulings: MatchRulingFact,
    results: list[ResultFact] | None = None,
    told: tuple[MatchFact, ...] = (),
    scoring: str = "vps",
    **event: Any,
) -> MatchTable:
    return table_of(
        facts(
            matches=told,
            results=eight() if results is None else results,
            participants=teams("1", "2", "3"),
            match_rulings=rulings,
            event={"match_scoring": scoring, "vp_scale": "WBF_DISCRETE", **event},
        )
    )


def test_without_a_ruling_the_boards_count() -> None:
    assert scored().scores == ((14, 6),)
    assert scored().matches[0].ruling is None


@pytest.mark.parametrize(
    ("home", "away", "scores", "words"),
    [
        ("void", "void", (8, 8), "void"),
        ("director fault", "director fault", (12, 12), "director fault"),
        ("average plus", "average minus", (12, 8), "average plus : average minus"),
        ("average", "average", (10, 10), "average"),
        ("mismatch higher", None, (15.5, 6), "mismatch higher : as played"),
        ("mismatch lower", None, (11.75, 6), "mismatch lower : as played"),
    ],
)
def test_an_award_is_worth_its_share_of_the_scale(
    home: str, away: str | None, scores: tuple[float, float], words: str
) -> None:
    found = scored(ruling(home, away))
    assert found.scores == (scores,)
    assert (found.matches[0].ruling, found.findings) == (words, ())


def test_a_ruling_may_name_the_sides_in_either_order_and_say_scores() -> None:
    other = ruling(None, "void", home="2", away="1", home_score=Decimal("9.5"))
    assert scored(other).scores == ((8, Decimal("9.5")),)


def test_a_ruling_is_on_the_match_of_its_round() -> None:
    lines = [*eight(round=1), *eight(round=2, session=None)]
    lines = [line.replace(board=f"{line.round}-{line.board}") for line in lines]
    found = scored(ruling("void", "void", round=2), results=lines)
    assert [(row.round, row.home_score, row.away_score) for row in found.matches] == [(1, 14, 6), (2, 8, 8)]


def test_a_match_that_no_file_has_counts_as_ruled_and_is_said() -> None:
    found = scored(ruling("void", "void", away="3", round=2))
    assert [(row.home, row.away, row.home_score, row.away_score) for row in found.matches] == [
        ("1", "2", 14, 6),
        ("1", "3", 8, 8),
    ]
    (finding,) = found.findings
    assert (finding.code, finding.message) == (
        "decisions.match-unknown",
        "a decision rules on 1 against 3 in round 2, which no file contains; the ruling counts",
    )


def test_a_side_that_no_file_has_gets_nothing() -> None:
    found = scored(ruling("void", "void", away="33"))
    assert len(found.matches) == 1
    assert found.findings[0].message == ("a decision rules on 1 against 33, which no file contains; no file lists 33")


def test_an_award_has_no_worth_where_matches_give_imps() -> None:
    found = scored(ruling("void", "void"), scoring="imps")
    assert found.scores == ((12, -12),)
    assert {finding.code for finding in found.findings} == {"decisions.not-followed"}
    points = scored(ruling(None, None, home_score=Decimal(3), away_score=Decimal(-3)), scoring="imps")
    assert (points.scores, points.findings) == (((3, -3),), ())


def test_an_award_has_no_worth_on_a_scale_that_is_not_known() -> None:
    found = scored(ruling("void", "void"), told=(match("1", "2", ("14", "6")),), vp_scale="SBU")
    assert found.scores == ((14, 6),)
    assert "decisions.not-followed" in {finding.code for finding in found.findings}


def test_a_mismatch_of_a_match_that_was_not_played_has_no_worth() -> None:
    found = scored(ruling("mismatch higher", None, away="3", round=2), results=[])
    assert found.scores == ((None, None),)
    assert found.findings[-1].message == "1 against 3 in round 2: mismatch higher has no value in victory points"


def test_a_removed_board_is_three_imps_for_the_side_not_at_fault() -> None:
    removed = ruling("average minus", "average plus", board="1")
    found = scored(removed, scoring="imps")
    assert found.scores == ((-3, 3),)
    assert [(one.board, one.home) for one in found.matches[0].by_board][-1:] == [("8", 0)]
    assert next(one for one in found.matches[0].by_board if one.board == "1").home == -3


def test_a_board_that_nobody_played_may_be_removed() -> None:
    seven = [line for line in eight() if line.board != "8"]
    told = (match("1", "2", boards=8),)
    found = scored(ruling("average plus", "average plus", board="8"), results=seven, told=told, scoring="imps")
    assert found.scores == ((15, -9),)
    assert (found.matches[0].boards, found.matches[0].length) == (8, 8)


def test_a_removed_board_of_a_match_of_which_less_than_half_was_played_has_no_worth() -> None:
    removed = ruling("average plus", "average minus", board="1")
    found = scored(removed, results=SWING, told=(match("1", "2", boards=8),), scoring="imps")
    assert found.scores == ((None, None),)
    (finding,) = found.findings
    assert finding.code == "decisions.not-followed"
    assert "0 of 8 boards" in finding.message


@pytest.mark.parametrize(("scoring", "plus"), [("pab", Decimal("1.2")), ("bam", Decimal("0.6"))])
def test_where_boards_are_won_a_removed_board_is_a_part_of_its_points(scoring: str, plus: Decimal) -> None:
    removed = ruling("average plus", "average minus", board="1")
    found = scored(removed, scoring=scoring)
    first = next(one for one in found.matches[0].by_board if one.board == "1")
    assert (first.home, first.away) == (plus, plus * 2 / 3)


def test_no_rule_says_what_a_removed_board_of_larger_teams_is_worth() -> None:
    found = scored(ruling("average plus", "average minus", board="1"), scoring="ximps", team_size=8)
    assert "larger teams" in found.findings[0].message


def test_a_board_of_no_match_is_said_and_nothing_is_done() -> None:
    found = scored(ruling("average plus", "average minus", board="1", away="3"))
    assert found.findings[0].message == (
        "a decision rules on board 1 of 1 against 3, which no file contains; the ruling changes nothing"
    )
    assert len(found.matches) == 1


@pytest.mark.parametrize(("stated", "words"), [(("8", "8"), "void"), (("12", "12"), "director fault")])
def test_a_file_states_a_void_match_by_its_score(stated: tuple[str, str], words: str) -> None:
    found = scored(told=(match("1", "2", stated, round=None),))
    (row,) = found.matches
    assert (row.ruling, row.agrees) == (words, True)
    assert found.scores == ((int(stated[0]), int(stated[1])),)
    assert [finding.code for finding in found.findings] == ["scoring.match-ruled"]


@pytest.mark.parametrize("stated", [("8", "12"), ("11", "11"), ("20", "0")])
def test_other_scores_are_no_rulings(stated: tuple[str, str]) -> None:
    found = scored(told=(match("1", "2", stated, round=None),))
    assert [finding.code for finding in found.findings] == ["scoring.match-differs"]


def test_without_a_scale_or_with_boards_that_favour_both_no_score_is_a_ruling() -> None:
    eight_each, usual = (Fraction(8), Fraction(8)), (Fraction(14), Fraction(6))
    known, unknown = MatchMethod("vps", "WBF_DISCRETE"), MatchMethod("vps", "SBU")
    assert stated_ruling(Raw(), eight_each, usual, known) == "void"
    assert stated_ruling(Raw(), eight_each, usual, unknown) is None
    assert stated_ruling(Raw(), (None, None), usual, known) is None
    assert stated_ruling(Raw(), eight_each, (Fraction(13), Fraction(13)), known) is None
    assert stated_ruling(Raw(), eight_each, (None, None), known) is None


def test_a_ruling_that_names_the_round_counts_before_one_that_does_not() -> None:
    both_ways = (ruling("void", "void", round=1), ruling("average", "average"))
    lines = eight(round=1)
    assert scored(*both_ways, results=lines).scores == scored(*both_ways[::-1], results=lines).scores == ((8, 8),)


def test_an_event_without_rulings_keeps_its_matches() -> None:
    of = Facts()
    matches = matches_of(of, "teams")
    assert with_rulings(of, matches)[0] is matches


NAMES = st.sampled_from(["1", "2", "3", "stranger"])
AWARDS = st.sampled_from([None, *(award.value for award in MatchAward)])
AVERAGES = st.sampled_from(sorted(GRADES))


@st.composite
def any_ruling(draw: st.DrawFn) -> MatchRulingFact:
    sides = draw(st.lists(NAMES, min_size=2, max_size=2, unique=True))
    board = draw(st.sampled_from([None, None, "1", "8", "99"]))
    awards = [draw(AWARDS if board is None else AVERAGES) for _ in sides]
    scores = [draw(st.sampled_from([None, Decimal("8.5")])) if award is None else None for award in awards]
    return MatchRulingFact(
        home=sides[0],
        away=sides[1],
        round=draw(st.sampled_from([None, 1, 2])),
        board=board,
        home_award=awards[0],
        away_award=awards[1],
        home_score=scores[0],
        away_score=scores[1],
    )


@given(
    st.lists(any_ruling(), max_size=5, unique_by=lambda fact: fact.key),
    st.sampled_from(["vps", "imps", "pab", "ximps"]),
)
def test_whatever_is_ruled_every_match_has_a_score_or_none_and_says_so(
    rulings: list[MatchRulingFact], scoring: str
) -> None:
    found = scored(*rulings, scoring=scoring)
    there = scored(*rulings[::-1], scoring=scoring)
    assert {row for row in found.scores} == {row for row in there.scores}
    ruled = [row for row in found.matches if row.ruling is not None]
    unknown = [one for one in found.findings if one.code == "decisions.match-unknown"]
    assert len(ruled) + len(unknown) + sum(fact.board is not None for fact in rulings) >= len(rulings) - 1
    if scoring == "vps":
        assert all(0 <= score <= 20 for row in found.scores for score in row if score is not None)


def of_fact(fact: MatchRulingFact) -> AnyDecision:
    """The decision that makes such a fact."""
    where = {"home": fact.home, "away": fact.away, "round": fact.round}
    if fact.board is not None:
        gets = {"home_gets": fact.home_award or "average", "away_gets": fact.away_award or "average"}
        return RemoveBoard.model_validate({"decision": "removed", "board": fact.board, **where, **gets})
    gets = {
        f"{side}_gets": {"award": award} if award else {"score": "8.5"}
        for side, award in (("home", fact.home_award), ("away", fact.away_award))
    }
    return RuleMatch.model_validate({"decision": "match", **where, **gets})


@given(st.lists(st.tuples(any_ruling(), st.integers(0, 3)), max_size=4), st.randoms(use_true_random=False))
def test_rulings_count_the_same_in_whatever_order_their_files_come(
    said: list[tuple[MatchRulingFact, int]], shuffle: Random
) -> None:
    event = EventFact(name="S", kind="swiss_teams", match_scoring="vps", vp_scale="WBF_DISCRETE")
    lines = [*eight(round=1), *both(11, "1", "3", 200, 0, round=2), *both(12, "1", "3", 0, 0, round=2)]
    file = fragment("swiss", results=lines, events=(event,), participants=teams("1", "2", "3"))
    files = [file, *(decided(of_fact(fact), minutes=minute) for fact, minute in said)]

    def outcome() -> tuple[object, ...]:
        state = EventState(file.event)
        for one in files:
            state.apply(one)
        found = state.score()[0]
        return found.standings.rankings, found.standings.matches, sorted(one.message for one in found.findings)

    before = outcome()
    shuffle.shuffle(files)
    assert outcome() == before


def test_matches_that_only_a_ruling_names_stand_among_the_others_by_round_and_sides() -> None:
    rulings = (ruling("void", "void", away="3", round=1), ruling("void", "void", home="2", away="3", round=2))
    of = facts(results=eight(round=2), participants=teams("1", "2", "3"), match_rulings=rulings)
    every, ruled = with_rulings(of, matches_of(of, "teams"))
    assert [(match.round, match.home, match.away) for match in every] == [(1, "1", "3"), (2, "1", "2"), (2, "2", "3")]
    assert {number: (fact.home, fact.away) for number, fact in ruled.whole.items()} == {0: ("1", "3"), 2: ("2", "3")}
