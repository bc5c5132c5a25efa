"""Two players state one game; what they say must agree."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contracts.codes import chess as codes
from contracts.facts import AdjustmentFact, EventFact, GameFact
from contracts.findings import Finding
from services.validation.domain.case import Case
from services.validation.domain.chess import games
from tests.support.chess_tournaments import individual, teams
from tests.support.fragments import fragment
from tests.support.trf_documents import facts_of
from tests.support.trf_lines import player


def found(*lines: str) -> list[Finding]:
    facts = facts_of(*lines)
    case = Case(fragment("f", **{name: getattr(facts, name) for name in facts.FIELDS}))
    return [finding for rule in games.RULES for finding in rule(case)]


def said(*rows: str, header: tuple[str, ...] = ("092 Swiss",)) -> list[tuple[str, str]]:
    cells = [[cell.strip() for cell in row.split(",")] if row else [] for row in rows]
    lines = [player(number, *row) for number, row in enumerate(cells, 1)]
    findings = found("012 x", "142 9", *header, *lines)
    return [(finding.code.removeprefix("chess."), str(finding.place)) for finding in findings]


@pytest.mark.parametrize(
    ("rows", "code", "place"),
    [
        (("2 w 1", "3 b 0", "2 w 1"), "opponents-disagree", "line 4, column 92-99, 001"),
        (("2 w 1", "1 w 0"), "colours-disagree", "line 5, column 92-99, 001"),
        (("2 w 1", "1 b 1"), "results-disagree", "line 5, column 92-99, 001"),
        (("2 w +", "1 b 0"), "results-disagree", "line 5, column 92-99, 001"),
        (("2 w W", "1 b 0"), "results-disagree", "line 5, column 92-99, 001"),
        (("2 w 1", "1 b"), "result-one-sided", "line 5, column 92-99, 001"),
        (("2 w", "1 b 0"), "result-one-sided", "line 4, column 92-99, 001"),
        (("1 w 1", "- U"), "own-opponent", "line 4, column 92-99, 001"),
        (("2 w 1", "", "2 w 1"), "named-twice", "line 6, column 92-99, 001"),
        (("2 w 1", "1 b 0", "2 w 1"), "opponents-disagree", "line 6, column 92-99, 001"),
        (("2 w Z", "3 w 1", "2 b 0"), "bye-with-opponent", "line 4, column 92-99, 001"),
        (("- 1", "3 w 1", "2 b 0"), "result-without-opponent", "line 4, column 92-99, 001"),
        (("- +", "3 w 1", "2 b 0"), "result-without-opponent", "line 4, column 92-99, 001"),
        (
            ("2 w 1, - U, - U", "1 b 0, 3 w 1, 3 b 1", "- H, 2 b 0, 2 w 0"),
            "second-pairing-bye",
            "line 4, column 112-119, 001",
        ),
        (("- F, - U", "3 w 1, 3 b 0", "2 b 0, 2 w 1"), "second-pairing-bye", "line 4, column 102-109, 001"),
        (("2 w +, - U", "1 b -, 3 w 1", "- H, 2 b 0"), "second-pairing-bye", "line 4, column 102-109, 001"),
        (("2 w 1", "1 b 0", "- U", "- U"), "pairing-byes-of-round", "line 7, column 92-99, 001"),
        (("2 w 1, 2 b 1", "1 b 0, 1 w 0"), "met-twice", "line 4, column 102-109, 001"),
    ],
)
def test_a_contradiction_is_found_at_its_place(rows, code, place):
    assert (code, place) in said(*rows)


@pytest.mark.parametrize(
    "rows",
    [
        ("2 w 1", "1 b 0"),
        ("2 w 0", "1 b 0"),
        ("2 w =", "1 b 0"),
        ("2 w -", "1 b -"),
        ("2 w", "1 b"),
        ("2 - +", "1 - -"),
    ],
)
def test_results_that_can_be_are_not_reported(rows):
    assert said(*rows) == []


def test_a_forfeited_game_may_be_paired_again_and_a_round_robin_may_be_double():
    assert said("2 w +, 2 b 1", "1 b -, 1 w 0") == []
    assert said("2 w 1, 2 b 1", "1 b 0, 1 w 0", header=("092 Round Robin",)) == []


@pytest.mark.parametrize("seed", range(5))
def test_nothing_is_found_in_made_up_tournaments_but_second_meetings(seed):
    known = {codes.MET_TWICE.code, codes.SECOND_PAIRING_BYE.code}
    assert {finding.code for finding in found(*individual(seed, 20, 5, unplayed=0.4))} <= known
    assert found(*teams(seed, 8, 4, unplayed=0.4)) == []


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(st.integers(0, 1_000), st.data())
def test_one_changed_result_of_a_game_is_found_at_its_place(seed, data):
    facts = facts_of(*individual(seed, 12, 5, unplayed=0.0))
    played = [at for at, game in enumerate(facts.games) if game.opponent is not None]
    at = data.draw(st.sampled_from(played))
    game = facts.games[at]
    other = {"1": "D", "=": "1", "0": "D", "W": "D", "D": "W", "L": "D"}[game.result]
    played_games = (*facts.games[:at], game.replace(result=other), *facts.games[at + 1 :])
    case = Case(fragment("f", events=facts.events, participants=facts.participants, games=played_games))
    (finding,) = [f for f in games.opponents_agree(case)]
    theirs = next(g for g in facts.games if (g.round, g.player) == (game.round, game.opponent))
    assert finding.code == codes.RESULTS_DISAGREE.code
    assert finding.place in (game.at, theirs.at)


def test_who_names_one_of_two_that_name_each_other_is_the_only_one_found():
    assert said("2 w 1", "1 b 0", "2 w 1", "3 b 0") == [("opponents-disagree", "line 6, column 92-99, 001")]


def messages(*rows: str) -> list[str]:
    cells = [[cell.strip() for cell in row.split(",")] if row else [] for row in rows]
    return [f.message for f in found("012 x", "142 9", "092 Swiss", *(player(n, *r) for n, r in enumerate(cells, 1)))]


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (("1 w 1",), "player 1 in round 1 is listed as his own opponent"),
        (("2 w 1", "1 w 0"), "player 2 in round 1 and his opponent, player 1, both have white"),
        (("2 w 1", "1 b 1"), "player 2 in round 1 has result 1, but his opponent, player 1, has 1"),
        (("- U, - U", "3 w 1, 3 b 0", "2 b 0, 2 w 1"), "player 1 in round 2 has the bye, but had it before in round 1"),
        (
            ("- F, - U", "3 w 1, 3 b 0", "2 b 0, 2 w 1"),
            "player 1 in round 2 has the bye, but had F (points without a game) in round 1",
        ),
        (("2 w 1", "1 b 0", "- U", "- U"), "player 4 in round 1 has the bye, but so has player 3"),
        (("- +", "3 w 1", "2 b 0"), "player 1 in round 1 has result + but no opponent"),
        (("2 w 1, 2 b 1", "1 b 0, 1 w 0"), "players 1 and 2 met in rounds 1 and 2"),
        (("9 w 1", "9 b 0"), "players 1 and 2 both name player 9 as opponent in round 1"),
    ],
)
def test_findings_say_who_in_which_round_and_what(rows: tuple[str, ...], message: str) -> None:
    assert message in messages(*rows)


def test_what_is_lent_for_a_round_after_the_last_is_pointed_out():
    event = EventFact(discipline="chess", rounds=3)
    points = [
        AdjustmentFact(kind="acceleration", participant="1", participant_kind="player", amount=1, round=number)
        for number in (3, 4, None)
    ]
    case = Case(fragment("f", events=(event,), adjustments=tuple(points)))
    (finding,) = games.rounds_exist(case)
    assert (finding.message, finding.subject, finding.stated, finding.computed) == (
        "this record is about round 4, but the tournament has 3 rounds",
        "round 4",
        "4",
        "3",
    )
    bridge = fragment("f", events=(EventFact(rounds=3),), adjustments=tuple(points))
    assert list(games.rounds_exist(Case(bridge))) == []


def opponents(*pairs: tuple[str, str]) -> list[str]:
    named = tuple(GameFact(round=1, player=player_, opponent=opponent) for player_, opponent in pairs)
    return [f.message for f in games.opponents_agree(Case(fragment("f", games=named)))]


def test_an_opponent_who_names_somebody_without_a_line_disagrees():
    assert opponents(("1", "2"), ("2", "9")) == ["player 1 in round 1 has opponent 2, whose opponent is 9"]


def test_of_a_chain_of_names_everybody_disagrees():
    assert opponents(("5", "1"), ("1", "2"), ("2", "3"), ("3", "4")) == [
        "player 5 in round 1 has opponent 1, whose opponent is 2",
        "player 1 in round 1 has opponent 2, whose opponent is 3",
        "player 2 in round 1 has opponent 3, whose opponent is 4",
    ]


@pytest.mark.parametrize(("colour", "opponent", "wrong"), [("w", None, 1), (None, "2", 1), (None, None, 0)])
def test_a_bye_has_neither_a_colour_nor_an_opponent(colour, opponent, wrong):
    bye = GameFact(round=1, player="1", colour=colour, opponent=opponent, result="U")
    assert len(list(games.byes_alone(Case(fragment("f", games=(bye,)))))) == wrong
