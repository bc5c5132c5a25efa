"""Who has won the matches of a knock-out, and how far everybody has come."""

from decimal import Decimal

import pytest

from contracts.facts import Detail, Facts, MatchFact, Participant
from contracts.standings import ScoredMatch
from shared.bridge.matches.knock_out import Contest, Contests, Progress


def met(number: int, home: str, away: str | None, own: int | None = None, their: int | None = None) -> ScoredMatch:
    scores = tuple(None if score is None else Decimal(score) for score in (own, their))
    return ScoredMatch(
        round=number,
        home=home,
        away=away,
        home_score=scores[0],
        away_score=scores[1],
        stated_home=scores[0],
        unit="imps",
    )


def contests(*matches: ScoredMatch, facts: Facts | None = None) -> Contests:
    return Contests(facts or Facts(), matches)


def test_points_are_added_over_all_parts_and_unknown_if_a_part_has_none() -> None:
    half = ScoredMatch(round=1, home="1", away="2", home_score=Decimal(30), away_score=Decimal(10), unit="imps")
    other = ScoredMatch(round=1, home="2", away="1", home_score=Decimal(25), unit="imps")
    contest = Contest(1, [half, other])
    assert (contest.points("1"), contest.points("2")) == (30, 35)
    raw = ScoredMatch(round=1, home="1", away="2", home_raw=Decimal(3), away_raw=Decimal(2), unit="imps")
    assert Contest(1, [half.replace(away_score=None), raw]).points("2") == 2
    assert Contest(1, [raw.replace(home_score=Decimal(9))]).points("1") == 3
    assert Contest(1, [half, ScoredMatch(round=1, home="1", away="2", unit="imps")]).points("1") is None


def test_the_winner_of_the_final_has_come_furthest_and_losers_of_a_round_equally_far() -> None:
    of = contests(met(1, "A", "B", 20, 12), met(1, "C", "D", 3, 9), met(2, "A", "D", 8, 7))
    out = Progress(1, alive=False)
    assert of.progress() == {"A": Progress(3, alive=True), "D": Progress(2, alive=False), "B": out, "C": out}


def test_a_match_that_is_not_over_or_is_tied_leaves_both_alive() -> None:
    of = contests(met(1, "A", "B"), met(1, "C", "D", 7, 7))
    assert set(of.progress().values()) == {Progress(1, alive=True)}
    assert [*of.tied] == [frozenset("CD")]


def test_a_bye_is_a_round_that_was_reached() -> None:
    assert contests(met(1, "A", None), met(1, "B", "C", 9, 1)).progress()["A"] == Progress(2, alive=True)
    lost = contests(met(1, "A", None), met(2, "A", "B", 1, 9))
    assert lost.progress()["A"] == Progress(2, alive=False)


def test_a_match_between_two_who_have_lost_orders_them_and_nobody_else() -> None:
    semifinals = (met(1, "A", "B", 20, 12), met(1, "C", "D", 3, 9))
    of = contests(*semifinals, met(2, "A", "D", 8, 7), met(2, "B", "C", 1, 2)).progress()
    assert sorted(of, key=lambda name: of[name], reverse=True) == ["A", "D", "C", "B"]
    assert of["C"] == Progress(1, alive=False, play_offs=1)


def test_of_three_who_meet_in_a_round_those_who_play_on_have_not_lost() -> None:
    three = (met(1, "A", "B", 9, 1), met(1, "B", "C", 9, 1), met(1, "A", "C", 1, 9))
    of = contests(*three, met(2, "A", "B", 5, 0)).progress()
    assert of == {"A": Progress(3, alive=True), "B": Progress(2, alive=False), "C": Progress(1, alive=False)}


@pytest.mark.parametrize(("last", "winner"), [("A", "B"), ("B", "A")])
def test_a_game_file_says_whose_last_round_it_was(last: str, winner: str) -> None:
    team = Participant(id=last, kind="team", details=(Detail(name="LAST_ROUND", value="1"),))
    facts = Facts(participants=(team,), matches=(MatchFact(kind="teams", round=1, home="A", away="B"),))
    assert contests(met(1, "A", "B", 5, 5), facts=facts).winner_of(1, frozenset("AB")) == winner
