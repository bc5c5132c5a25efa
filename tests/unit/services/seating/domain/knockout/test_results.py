"""The matches of a knock-out, and who has won them."""

from decimal import Decimal

import pytest

from contracts.facts import EventFact, MatchFact, Participant, PresenceFact
from services.scoring.domain.event.event_state import EventState
from services.seating.domain.knockout.bracket import Tie
from services.seating.domain.knockout.results import KnockOut
from tests.support.fragments import fragment


def knock_out(*matches: tuple[int, str, str, int | None, int | None], away: str = "") -> KnockOut:
    """Of four teams, of which some are away in every round."""
    facts = tuple(
        MatchFact(kind="teams", round=number, home=home, away=other, unit="imps", home_score=own, away_score=their)
        for number, home, other, own, their in matches
    )
    state = EventState("cup")
    words = tuple(PresenceFact(participant=name, round=1, present=False) for name in away)
    teams = tuple(Participant(id=name, kind="team") for name in "1234")
    state.apply(
        fragment(
            "cup",
            event="cup",
            events=(EventFact(name="Cup", kind="knockout"),),
            participants=teams,
            matches=facts,
            presences=words,
        ),
        (),
    )
    return KnockOut(state.score()[1])


def test_who_has_more_has_won_and_a_match_to_come_has_no_winner() -> None:
    event = knock_out((1, "1", "4", 20, 12), (1, "2", "3", None, None))
    assert (event.winner(1, "1", "4"), event.winner(1, "4", "1"), event.winner(1, "2", "3")) == ("1", "1", None)
    assert not event.both_lost(1, "2", "3")


def test_one_who_is_away_loses_and_of_two_neither_wins() -> None:
    event = knock_out(away="14")
    assert (event.winner(1, "1", "2"), event.winner(1, "1", "4")) == ("2", None)
    assert (event.winner(1, "3", "4"), event.winner(1, "4", "3"), event.winner(1, "2", "1")) == ("3", "3", "2")
    assert (event.both_lost(1, "1", "4"), event.both_lost(1, "1", "2")) == (True, False)
    walk_over, nobody = Tie(1, 1, "1", "2", winner="2"), Tie(1, 1, "1", "4", empty=True)
    assert (event.is_walk_over(walk_over), event.is_played(walk_over), event.is_played(nobody)) == (True, False, False)


def test_a_match_that_has_a_score_counts_whoever_is_away() -> None:
    event = knock_out((1, "1", "4", 3, 9), away="14")
    assert (event.winner(1, "1", "4"), event.deserted) == ("4", set())
    tied = knock_out((1, "1", "4", 9, 9), away="14")
    assert (tied.winner(1, "1", "4"), [*tied.tied]) == (None, [frozenset("14")])


def test_who_is_seen_in_a_later_round_has_won_whatever_was_said() -> None:
    event = knock_out((1, "1", "4", None, None), (2, "4", "2", None, None), away="14")
    assert event.winner(1, "1", "4") == "4"


@pytest.mark.parametrize(("forfeit", "winner"), [("home", "4"), ("away", "1"), ("both", None)])
def test_the_side_that_forfeits_has_lost(forfeit: str, winner: str | None) -> None:
    event = knock_out((1, "1", "4", None, None))
    event.contests[1, frozenset("14")].facts = [MatchFact(kind="teams", round=1, home="1", away="4", forfeit=forfeit)]
    assert event.winner(1, "1", "4") == winner


def test_matches_of_a_round_are_those_of_the_files_number() -> None:
    event = knock_out((2, "1", "4", 20, 12), (3, "1", "2", None, None))
    assert (event.first, [*event.of_round(2)], [*event.of_round(3)]) == (2, [frozenset("14")], [frozenset("12")])
    assert event.winner(1, "1", "4") == "1"


def test_a_forfeit_in_the_file_decides_a_match_without_a_score() -> None:
    state = EventState("cup")
    match = MatchFact(kind="teams", round=1, home="1", away="4", forfeit="home")
    teams = tuple(Participant(id=name, kind="team") for name in "14")
    cup = (EventFact(name="Cup", kind="knockout"),)
    state.apply(fragment("cup", event="cup", events=cup, participants=teams, matches=(match,)), ())
    assert KnockOut(state.score()[1]).winner(1, "1", "4") == "4"


def test_a_knock_out_of_pairs_has_pairs() -> None:
    state = EventState("cup")
    pairs = tuple(Participant(id=name, kind="pair") for name in "12")
    match = MatchFact(kind="pairs", round=1, home="1", away="2", home_score=Decimal(7), away_score=Decimal(3))
    cup = (EventFact(name="Cup", kind="knockout"),)
    state.apply(fragment("cup", event="cup", events=cup, participants=pairs, matches=(match,)), ())
    event = KnockOut(state.score()[1])
    assert (event.kind, [entrant.id for entrant in event.entrants]) == ("pair", ["1", "2"])
