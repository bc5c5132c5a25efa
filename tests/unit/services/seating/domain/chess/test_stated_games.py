"""The next round as the file pairs it, and the one that is being played."""

from contracts.base import Discipline
from contracts.facts import Detail, EventFact, GameFact, MatchFact, Participant
from contracts.seating import RoundAssignment
from services.seating.domain.chess.stated_games import stated_games
from tests.support.chess_rounds import SWISS, chess_event, players
from tests.support.merged import merged
from tests.support.trf_lines import team


def stated(*lines: str) -> RoundAssignment | None:
    return stated_games(chess_event(*SWISS, *lines))


def shown(found: RoundAssignment | None) -> list[tuple[str | None, str | None, str | None]]:
    assert found is not None
    return [(line.table, line.white, line.black) for line in found.tables]


def test_pairings_of_the_next_round_are_games_without_results() -> None:
    found = stated(*players("3 w 1, 4 b", "4 b =, 3 w", "1 b 0, 2 b", "2 w =, 1 w"))
    assert shown(found) == [("1", "4", "1"), ("2", "2", "3")]
    assert found is not None
    assert (found.rule, found.stage, found.round, found.complete) == ("stated", "round", 2, True)


def test_boards_follow_the_higher_score_then_the_sum_then_the_number() -> None:
    found = stated(*players("4 w 0, 2 b", "5 w =, 1 w", "6 w 1, 4 b", "1 b 1, 3 w", "2 b =, 6 b", "3 b 0, 5 w"))
    assert shown(found) == [("1", "4", "3"), ("2", "2", "1"), ("3", "6", "5")]


def test_who_has_no_opponent_sits_out_with_his_letter() -> None:
    found = stated("240 H   2    4", *players("3 w 1, 2 b", "4 b =, 1 w", "1 b 0, - U", "2 w =", "- Z"))
    assert found is not None
    assert found.sitting_out == ("3", "4", "5")
    assert [(bye.name, bye.value) for bye in found.byes] == [("3", "U"), ("4", "H")]


def test_byes_alone_are_no_pairing() -> None:
    assert stated("240 H   2    4", *players("3 w 1", "4 b =", "1 b 0", "2 w =, - Z")) is None


def test_a_round_in_play_is_shown_until_its_last_result() -> None:
    found = stated(*players("3 w 1, 4 b 1", "4 b =, 3 w", "1 b 0, 2 b", "2 w =, 1 w 0"))
    assert shown(found) == [("1", "4", "1"), ("2", "2", "3")]
    assert stated(*players("3 w 1, 4 b 1", "4 b =, 3 w 1", "1 b 0, 2 b 0", "2 w =, 1 w 0")) is None


def test_one_who_is_named_twice_makes_it_incomplete() -> None:
    found = stated(*players("3 w 1, 4 b", "4 b =, 4 b", "1 b 0, - Z", "2 w =, 1 w"))
    assert found is not None
    assert not found.complete


def test_a_pairing_without_colours_is_incomplete() -> None:
    found = stated(*players("2 -", "1 -"))
    assert shown(found) == [("1", "1", "2")]
    assert found is not None
    assert (found.complete, found.tables[0].reason) == (False, "stated by the file, without colours")


def test_teams_meet_as_teams() -> None:
    lines = [
        "012 League",
        "142 5",
        "352 WB",
        team(1, (1, 2)),
        team(2, (3, 4)),
        team(3, (5, 6)),
        "240 H   1    3",
        *players("3 w", "4 b", "1 b", "2 w", "", ""),
    ]
    found = stated_games(chess_event(*lines))
    assert shown(found) == [("1", "1", "2")]
    assert found is not None
    assert (found.sitting_out, [bye.value for bye in found.byes]) == (("3",), ["H"])


def test_it_is_for_chess_alone() -> None:
    assert stated_games(merged()) is None


def test_matches_of_teams_are_the_pairing_of_their_round_and_byes_have_their_letter() -> None:
    bye = MatchFact(kind="chess_teams", round=1, home="3", details=(Detail(name="bye", value="U"),))
    match = MatchFact(kind="chess_teams", round=1, home="2", away="1")
    later = MatchFact(kind="chess_teams", round=2, home="1", away="3")
    teams = tuple(Participant(id=str(n), kind="team", number=str(n)) for n in (1, 2, 3))
    event = EventFact(name="Cup", discipline=Discipline.CHESS, kind="chess_team_swiss")
    found = stated_games(merged(events=(event,), participants=teams, matches=(bye, match, later)))
    assert shown(found) == [("1", "2", "1")]
    assert found is not None
    assert (found.sitting_out, [(bye.name, bye.value) for bye in found.byes]) == (("3",), [("3", "U")])
    assert found.complete


def test_a_bye_of_the_round_in_play_has_the_letter_of_its_result_and_an_empty_line_has_none() -> None:
    players_ = tuple(Participant(id=str(n), kind="player", number=str(n)) for n in (1, 2, 3, 4))
    games = (
        GameFact(round=1, player="1", opponent="2", colour="w"),
        GameFact(round=1, player="2", opponent="1", colour="b"),
        GameFact(round=1, player="3", result="U"),
        GameFact(round=1, player="4"),
    )
    event = EventFact(name="Open", discipline=Discipline.CHESS)
    found = stated_games(merged(events=(event,), participants=players_, games=games))
    assert shown(found) == [("1", "1", "2")]
    assert found is not None
    assert found.sitting_out == ("3", "4")
    assert [(bye.name, bye.value) for bye in found.byes] == [("3", "U")]


def test_matches_of_teams_at_bridge_are_no_stated_games() -> None:
    people = tuple(Participant(id=number, kind="team") for number in "12")
    match = MatchFact(kind="teams", round=1, home="1", away="2")
    for discipline, tables in ((Discipline.BRIDGE, None), (Discipline.CHESS, [("1", "1", "2")])):
        event = EventFact(kind="teams", discipline=discipline)
        kind = "chess_teams" if discipline is Discipline.CHESS else "teams"
        found = stated_games(merged(events=(event,), participants=people, matches=(match.replace(kind=kind),)))
        assert (found and shown(found)) == tables
