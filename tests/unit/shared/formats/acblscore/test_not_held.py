"""What a new game file has no place for is counted."""

from decimal import Decimal

import pytest

from contracts.facts import (
    AdjustmentFact,
    AwardFact,
    Detail,
    EventFact,
    Facts,
    Participant,
    Person,
    ResultFact,
    Score,
    SeatFact,
    SessionFact,
    Sides,
    Stratum,
)
from shared.formats.acblscore.not_held import count_losses
from shared.formats.losses import Losses


def losses_of(scoring: int = 0, session: str | None = None, **facts) -> dict[str, int]:
    losses = Losses()
    facts.setdefault("events", (EventFact(kind="pairs"),))
    count_losses(Facts(**facts), session, scoring, losses)
    return {item.what: item.count for item in losses.items()}


def test_an_event_of_a_game_file_loses_the_times_at_which_it_was_written():
    details = (Detail(name="FILE_CREATED", value="2031-05-04T12:00:00"), Detail(name="CLUB_SESSION", value="1"))
    event = EventFact(kind="pairs", program="ACBLscore", program_version="8.15", details=details)
    assert losses_of(events=(event,)) == {"time of writing": 1}
    old = event.replace(program_version="7.93", results="to_date")
    assert losses_of(events=(old,)) == {"time of writing": 1, "program version of events": 1, "state of the results": 1}


def test_an_event_of_another_program_loses_its_details_and_the_program():
    event = EventFact(
        kind="pairs", program="Scorer", city="Harrowmere", details=(Detail(name="TITLE", value="Monday"),)
    )
    sessions = (SessionFact(id="1", date="2031-05-05"),)
    assert losses_of(events=(event.replace(start_date="2031-05-04"),), sessions=sessions) == {
        "detail": 1,
        "city of events": 1,
        "start date of events": 1,
        "number of sessions": 1,
        "program": 1,
    }


@pytest.mark.parametrize(
    ("event", "scoring", "lost"),
    [
        (EventFact(kind="pairs", board_scoring="match_points"), 0, set()),
        (EventFact(kind="pairs", board_scoring="imps"), 13, {"scoring of boards (imps)"}),
        (
            EventFact(kind="teams", board_scoring="imps", match_scoring="imps"),
            8,
            {"kind of event (teams)", "scoring of matches (imps)"},
        ),
        (EventFact(kind="swiss_teams", board_scoring="imps", match_scoring="vps"), 7, set()),
        (EventFact(kind="swiss_pairs"), 0, {"kind of event (swiss_pairs)"}),
        (EventFact(kind="pairs", vp_scale="WBF"), 0, {"scale WBF"}),
    ],
)
def test_what_the_program_does_not_score_is_named(event, scoring, lost):
    assert set(losses_of(scoring, events=(event,))) == lost


def test_people_of_other_kinds_and_what_players_have_beside_their_names_are_counted():
    player = Person(name="Ada Archer", club_id="12", rateable=True)
    people = (Participant(id="1", kind="team", name="Gulls"), Participant(id="a", kind="pair", players=(player,)))
    assert losses_of(7, events=(EventFact(kind="swiss_teams"),), participants=people) == {
        "pair": 1,
        "name of participants": 1,
        "club id of players": 1,
        "rateable of players": 1,
    }


def test_strata_and_seats_that_a_game_file_cannot_have_are_counted():
    event = EventFact(kind="pairs", strata=(Stratum(number=1, label="Open"), Stratum(number=2, label="B")))
    people = (Participant(id="1", kind="pair", stratum="Open"), Participant(id="2", kind="pair", stratum="2"))
    seats = (SeatFact(participant="1", kind="team", stage="start"),)
    assert losses_of(events=(event,), participants=people, seats=seats) == {
        "label of strata": 1,
        "seat": 1,
        "stratum": 1,
    }


def test_what_is_of_another_session_or_of_no_match_of_teams_is_counted():
    score = Score(kind="artificial", percent=Decimal(60), text="A6040")
    line = ResultFact(board="1", sides=Sides(ns="1", ew="2"), ns_score=score, ew_score=score, session="1")
    sessions = (SessionFact(id="1"), SessionFact(id="2"))
    assert losses_of(0, "2", sessions=sessions, results=(line,)) == {"result": 1, "session": 1, "words of scores": 2}


def test_adjustments_and_awards_of_nothing_and_other_colours_are_counted():
    penalty = AdjustmentFact(kind="penalty", participant="1", amount=Decimal(0))
    awards = tuple(
        AwardFact(kind="master_points", participant="1", amount=amount, colour=colour)
        for amount, colour in ((None, None), (Decimal(3), "GREEN"), (Decimal(3), "RED"))
    )
    assert losses_of(adjustments=(penalty,), awards=awards) == {"adjustment": 1, "award": 1, "colour of awards": 1}
