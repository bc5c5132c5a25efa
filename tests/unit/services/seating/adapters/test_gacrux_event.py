"""The dictionary for gacrux: its shape, and that it draws what gacrux draws from its own reading of the same file."""

from __future__ import annotations

import contextlib
import io
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from importlib.metadata import version
from typing import Any

import pytest
from gacrux.trf2json import trf2json

from services.seating.adapters.gacrux_event import event_of
from services.seating.adapters.gacrux_worker import draw
from services.seating.domain.chess.draw import ColourType, Contestant, DrawRequest, Forbidden, System
from services.seating.domain.chess.draw_request import prepare
from services.seating.domain.chess.pairing_system import Swiss, pairing_system
from shared.chess.from_facts import tournament_of
from shared.chess.model import GAME, Kind, Turn
from shared.formats.trf.reader.parse import parse
from tests.support.chess_tournaments import individual, teams
from tests.support.trf_lines import accelerated, document

ROUNDS = 4


def both_ways(lines: list[str], method: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The answer to our dictionary, and to the one that gacrux makes of the file; one round more than there are."""
    longer = [line.replace(f"142 {ROUNDS}", f"142 {ROUNDS + 3}") for line in lines]
    facts = parse(document(*longer)).events[0].facts
    tournament = tournament_of(facts)
    swiss = pairing_system(facts.event, len(tournament.entrants), ROUNDS + 3, teams=tournament.team)
    assert isinstance(swiss, Swiss)
    request = prepare(facts, tournament, swiss, ROUNDS + 1).request
    with contextlib.redirect_stdout(io.StringIO()):
        theirs = trf2json()
        theirs.parse_file(document(*longer).decode(), 0)
        assert theirs.chessjson["status"]["code"] == 0
    read = theirs.chessjson["event"]["tournaments"][0]
    return draw(event_of(request), request.round, method), draw(read, request.round, method)


def test_the_shape_is_that_of_the_version_that_is_installed() -> None:
    assert version("gacrux") == "1.11.65"


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_players_are_drawn_as_from_the_reader_of_gacrux(seed: int) -> None:
    header = ["192 FIDE_DUTCH_2026", f"152 {'WB'[seed % 2]}"]
    if seed % 2:
        header += [accelerated("", "1.0", 1, 5, 1, 8), "260   1   7    1    2    9"]
    ours, theirs = both_ways(individual(seed, 15 + seed, ROUNDS, header=tuple(header)), "dutch")
    assert ours == theirs
    assert len(ours["pairs"]) == (16 + seed) // 2


@pytest.mark.slow
@pytest.mark.parametrize("code", ["TYPEA_MP_GP", "TYPEB_MP_GP", "TYPEB_GP_MP", "TYPEA_MP", "GP"])
@pytest.mark.parametrize("seed", range(2))
def test_teams_are_drawn_as_from_the_reader_of_gacrux(seed: int, code: str) -> None:
    lines = teams(seed, 11 + seed, ROUNDS, header=("152 B",))
    lines = [line.replace("FIDE_TEAM_TYPEA_MP_GP", f"FIDE_TEAM_{code}") for line in lines]
    ours, theirs = both_ways(lines, "fideteam")
    assert ours == theirs
    assert len(ours["pairs"]) == 6


WON = Turn(Kind.PLAYED, 1, "w", (2, 0), 2)
LOST = Turn(Kind.PLAYED, 0, "b", (0, 0))
BYE = Turn(Kind.PAIRING_BYE, points=(2, 0))
THREE = DrawRequest(
    System.DUTCH, 2, 5, (Contestant("7", 7, (WON,)), Contestant("8", 8, (LOST,)), Contestant("9", 9, (BYE,))), "b"
)


def test_colour_rounds_and_meetings_are_always_stated() -> None:
    event = event_of(THREE)
    assert (event["topColor"], event["topColorExplicit"]) == ("b", True)
    assert (event["numRounds"], event["currentRound"], event["maxMeets"]) == (5, 1, 1)
    assert "accelerated" not in event


def test_a_meeting_comes_once_with_its_points_and_a_bye_without_black() -> None:
    played, bye = event_of(THREE)["gameList"]
    assert played["white"] == {"cid": 1, "result": "W", "score": Decimal(1)}
    assert played["black"] == {"cid": 2, "result": "L", "score": Decimal(0)}
    assert (played["played"], bye["white"]["result"], bye["black"], bye["played"]) == (True, "P", None, True)


def test_who_has_won_without_playing_is_banned_from_the_bye() -> None:
    forfeit = Turn(Kind.FORFEIT_WIN, 1, "w", (1, 0))
    absent = Turn(Kind.FORFEIT_LOSS, 0, "b")
    first, second = (replace(THREE.contestants[0], turns=(forfeit,)), replace(THREE.contestants[1], turns=(absent,)))
    request = replace(THREE, contestants=(first, second, THREE.contestants[2]), forbidden=(Forbidden(2, 3, (0, 1)),))
    assert event_of(request)["prohibited"] == [
        {"competitors": [1, 2], "firstRound": 2, "lastRound": 3},
        {"competitors": [0, 1], "firstRound": 1, "lastRound": 5},
        {"competitors": [0, 3], "firstRound": 1, "lastRound": 5},
    ]


def test_fictitious_points_become_ranges_of_rounds() -> None:
    one, half, none = ((Fraction(number, 2), Fraction(0)) for number in (2, 1, 0))
    lent = replace(THREE.contestants[1], fictitious_points=(one, one, none, half))
    values = event_of(replace(THREE, round=4, contestants=(lent,)))["accelerated"]["values"]
    spans = [(span["firstRound"], span["lastRound"], span["gamePoints"], span["firstCompetitor"]) for span in values]
    assert spans == [(1, 2, Decimal(1), 1), (4, 4, Decimal("0.5"), 1)]


def test_absent_ones_and_points_given_apart_are_said() -> None:
    one = replace(THREE.contestants[0], away="H", point_adjustment=(-1, 0))
    made = event_of(replace(THREE, contestants=(one, *THREE.contestants[1:])))["competitors"][0]
    assert made["present"] is False
    assert [given["points"] for given in made["adjust"]] == [Decimal("-0.5")]


def test_byes_of_teams_with_unusual_game_points_are_adjusted() -> None:
    usual, unusual = (Turn(Kind.HALF_BYE, points=(2, points)) for points in (4, 5))
    request = DrawRequest(
        System.TEAM_SWISS,
        2,
        5,
        (Contestant("1", 1, (usual,)), Contestant("2", 2, (unusual,))),
        "w",
        boards=4,
        primary=GAME,
        colours=ColourType.B,
        secondary=False,
    )
    event = event_of(request)
    assert event["scoreSystem"]["match"]["HG"] == Decimal(2)
    assert "adjust" not in event["competitors"][0]
    assert event["competitors"][1]["adjust"][0]["gpoints"] == Decimal("0.5")
    assert event["pairingSystem"] == ["fideteam", "typeb", "gp"]


def test_a_forfeit_without_colours_comes_once() -> None:
    won, lost = Turn(Kind.FORFEIT_WIN, 1, None, (2, 0)), Turn(Kind.FORFEIT_LOSS, 0)
    request = replace(THREE, contestants=(Contestant("1", 1, (won,)), Contestant("2", 2, (lost,))))
    (game,) = event_of(request)["gameList"]
    assert (game["white"]["cid"], game["black"]["cid"], game["played"]) == (1, 2, False)


def test_competitors_are_numbered_without_gaps_whatever_their_own_numbers() -> None:
    away = replace(THREE.contestants[2], away="Z")
    first, _, third = event_of(replace(THREE, contestants=(*THREE.contestants[:2], away)))["competitors"]
    assert first == {"cid": 1, "rank": 1, "present": True, "random": 1}
    assert third == {"cid": 3, "rank": 3, "present": False, "random": 3}


def test_points_given_to_a_team_name_it_and_both_scores() -> None:
    played = Turn(Kind.PLAYED, 1, "w", (2, 5), 2), Turn(Kind.PLAYED, 0, "b", (0, 3), 0)
    first = Contestant("7", 7, (played[0],), point_adjustment=(1, -2))
    request = DrawRequest(
        System.TEAM_SWISS, 2, 3, (first, Contestant("8", 8, (played[1],))), "w", boards=4, colours=ColourType.NONE
    )
    event = event_of(request)
    assert event["competitors"] == [
        {
            "cid": 1,
            "rank": 1,
            "present": True,
            "random": 1,
            "teamId": 1,
            "cplayers": [],
            "adjust": [{"cid": 1, "round": 0, "pairing": True, "mpoints": Decimal("0.5"), "gpoints": Decimal("-1")}],
        },
        {"cid": 2, "rank": 2, "present": True, "random": 2, "teamId": 2, "cplayers": []},
    ]
    assert event["matchList"] == [
        {
            "id": 100_001,
            "round": 1,
            "played": True,
            "rated": False,
            "white": {"cid": 1, "result": "W", "score": Decimal(1), "gpoints": Decimal("2.5")},
            "black": {"cid": 2, "result": "L", "score": Decimal(0), "gpoints": Decimal("1.5")},
            "games": [1],
        }
    ]
    assert event["gameList"] == [{"id": 1, "round": 0, "board": 0, "played": False}]
    assert (event["teamTournament"], event["teamSize"], event["tournamentNo"]) == (True, 4, 1)
    assert event["pairingSystem"] == ["fideteam", "nocolor", "mp+gp"]


def test_the_score_system_states_what_a_game_and_a_bye_bring() -> None:
    game = event_of(replace(THREE, win=6, draw=2, loss=1))["scoreSystem"]
    assert game["match"] == {}
    assert [game["game"][letter] for letter in "WDLZ"] == [Decimal(3), Decimal(1), Decimal("0.5"), Decimal(0)]
    team = event_of(
        replace(
            THREE,
            system=System.TEAM_SWISS,
            contestants=(Contestant("1", 1, (Turn(Kind.PAIRING_BYE, points=(1, 4)),)), Contestant("2", 2)),
        )
    )["scoreSystem"]
    assert [team["match"][name] for name in ("P", "PG", "FG", "HG", "ZG")] == ["D", 2, 0, 0, 0]
    assert (team["game"]["W"], team["game"]["D"], team["game"]["L"]) == (1, Decimal("0.5"), 0)
    assert team["primary"] == "match"


def test_a_bye_of_a_team_has_no_games() -> None:
    bye = Contestant("1", 1, (Turn(Kind.ZERO_BYE),))
    (match,) = event_of(replace(THREE, system=System.TEAM_SWISS, contestants=(bye,)))["matchList"]
    assert (match["games"], match["white"]["result"], match["black"], match["played"]) == ([], "Z", None, False)


def test_fictitious_points_of_teams_are_match_points_and_game_points() -> None:
    points = ((Fraction(1), Fraction(2)),)
    lent = Contestant("1", 1, (), fictitious_points=points)
    (span,) = event_of(replace(THREE, round=1, system=System.TEAM_SWISS, contestants=(lent,)))["accelerated"]["values"]
    assert (span["matchPoints"], span["gamePoints"], span["lastCompetitor"]) == (1, 2, 1)


@pytest.mark.parametrize(
    ("kind", "banned"),
    [
        (Kind.PAIRING_BYE, True),
        (Kind.FORFEIT_WIN, True),
        (Kind.FULL_BYE, True),
        (Kind.HALF_BYE, False),
        (Kind.ZERO_BYE, False),
        (Kind.FORFEIT_LOSS, False),
    ],
)
def test_rounds_that_ban_from_the_bye(kind: Kind, banned: bool) -> None:
    request = replace(THREE, contestants=(Contestant("1", 1, (Turn(kind, points=(2, 0)),)),))
    assert bool(event_of(request)["prohibited"]) is banned


def test_a_tournament_of_players_has_no_size_of_teams() -> None:
    event = event_of(replace(THREE, boards=4))
    assert (event["teamTournament"], event["teamSize"], event["matchList"]) == (False, 0, [])
