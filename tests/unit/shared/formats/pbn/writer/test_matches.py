"""Matches of teams and pairs in a table, and what comes back of them."""

from decimal import Decimal
from typing import Any

from contracts.facts import Detail, EventFact, Facts, MatchFact, Participant, Person, ResultFact, Sides, total_points
from shared.formats.pbn import FORMAT
from shared.formats.pbn.reader.parse import parse
from shared.formats.pbn.writer.render import render
from tests.support.merged import merged

TEAMS = (
    Participant(id="1", kind="team", name="Larks", players=(Person(name="Nora van North"), Person(name="Sam"))),
    Participant(id="2", kind="team", name="Owls", members=("2A", "2B")),
    Participant(id="2A", kind="pair", team="2", players=(Person(name="Eva East"), Person(name="Wim West"))),
    Participant(id="2B", kind="pair", team="2", players=(Person(name="Una Under"),)),
    Participant(id="3", kind="team", members=("31", "+x")),
    Participant(id="31", kind="player", team="3", players=(Person(name="Lea Lake", national_id="31"),)),
    Participant(id="+x", kind="player", team="3"),
)
MATCH = MatchFact(
    kind="teams",
    round=1,
    table="4",
    home="1",
    away="2",
    first_board="1",
    last_board="8",
    boards=8,
    home_score=Decimal("12.5"),
    away_score=Decimal("7.5"),
    unit="vps",
    home_imps=Decimal(21),
    away_imps=Decimal(13),
    away_line_up=("2A", "2B"),
)


def back(*matches: MatchFact, kind: str = "teams", participants: Any = TEAMS, **more: Any) -> tuple[Facts, set[str]]:
    """What is read of an event that was written; written again it is the same."""
    scoring = "match_points" if kind == "swiss_pairs" else "imps"
    events = (EventFact(name="Cup", kind=kind, board_scoring=scoring),)
    event = merged(events=events, participants=participants, matches=matches, **more)
    written = FORMAT.render(event, "stated")
    parsed = parse(written.data)
    assert parsed.findings == ()
    (found,) = parsed.events
    facts = {name: getattr(found.facts, name) for name in Facts.FIELDS if getattr(found.facts, name)}
    assert render(merged(**facts), values="stated").data == written.data
    return found.facts, {loss.what for loss in written.losses}


def test_teams_come_back_with_matches_scores_and_line_ups() -> None:
    bye = MatchFact(kind="teams", round=1, home="3", home_score=Decimal(12), unit="vps")
    to_come = MatchFact(kind="teams", round=2, home="3", away="2")
    facts, lost = back(MATCH, bye, to_come)
    assert lost == set()
    assert {match.replace(at=None) for match in facts.matches} == {MATCH, bye, to_come}
    assert {each.replace(at=None, members=()) for each in facts.participants} == {
        each.replace(members=()) for each in TEAMS
    }
    assert {each.id: set(each.members) for each in facts.participants if each.members} == {
        "2": {"2A", "2B"},
        "3": {"31", "+x"},
    }
    assert facts.totals == ()
    assert facts.event.match_scoring == "vps"


def test_matches_in_imps_and_in_parts_come_back() -> None:
    imps = MatchFact(
        kind="teams", round=3, home="1", away="3", home_score=Decimal(40), away_score=Decimal(9), unit="imps"
    )
    parts = [MATCH.replace(sub_match=part, first_board=first) for part, first in (("a", "1"), ("b", "5"))]
    unnamed = MatchFact(kind="teams", round=4, home="1", away="3", home_score=Decimal(2), away_score=Decimal(1))
    facts, _ = back(imps, *parts, unnamed)
    assert {match.replace(at=None) for match in facts.matches} == {imps, *parts, unnamed}


def test_games_of_a_match_are_those_of_the_table() -> None:
    sides = (Sides(ew="2A", ns_team="1", ew_team="2"), Sides(ns_team="2", ew_team="1"))
    results = [
        ResultFact(board="7", round=1, table="4", sides=each, ns_score=total_points(420), ew_score=total_points(420))
        for each in sides
    ]
    facts, _ = back(MATCH, results=tuple(results))
    assert [match.replace(at=None) for match in facts.matches] == [MATCH], "not the one board that was played"
    assert {(each.sides.ns_team, each.sides.ew_team) for each in facts.results} == {("1", "2"), ("2", "1")}


def test_matches_of_pairs_make_an_event_of_matches() -> None:
    met = MATCH.replace(kind="pairs", home_imps=None, away_imps=None, away_line_up=())
    facts, lost = back(
        met, kind="swiss_pairs", participants=(Participant(id="1", kind="pair"), Participant(id="2", kind="pair"))
    )
    assert ([match.replace(at=None) for match in facts.matches], facts.event.kind, lost) == (
        [met],
        "swiss_pairs",
        set(),
    )


def test_a_knock_out_is_one_when_it_comes_back() -> None:
    facts, _ = back(MATCH, kind="knockout")
    assert facts.event.kind == "knockout"


def test_line_ups_without_room_in_a_row_lose_rooms_seats_and_names() -> None:
    told = "|".join(f"1,O,N,{number},Surname,Name" for number in ("31", "32", "33", "34"))
    details = tuple(Detail(name=f"LineupDetails_{side}", value=told) for side in ("Home", "Away"))
    long = MATCH.replace(home_line_up=("31", "32", "33", "34"), away_line_up=("31", "32", "33", "34"), details=details)
    facts, lost = back(long)
    assert lost == {"seats of line-ups"}
    assert (facts.matches[0].home_line_up, facts.matches[0].details) == (long.home_line_up, ())
    short = MATCH.replace(away_line_up=(), home_line_up=("31",), details=(details[0].replace(value=told[:22]),))
    facts, lost = back(short)
    assert (lost, facts.matches[0].replace(at=None)) == (set(), short)


def test_what_the_table_of_matches_does_not_hold_is_lost() -> None:
    other = MATCH.replace(division="A", forfeit="home", away_imps=None, details=(Detail(name="NOTES", value="late"),))
    _, lost = back(other)
    assert lost == {"division of matches", "forfeit of matches", "IMPs of a match", "details of matches"}
