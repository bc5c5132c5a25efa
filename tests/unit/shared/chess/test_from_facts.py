"""From facts to a tournament."""

from fractions import Fraction

import pytest

from contracts.facts import Detail, EventFact, Facts, GameFact, MatchFact, Participant, PresenceFact
from shared.chess.from_facts import tournament_of
from shared.chess.model import GAME, MATCH, Edition, Kind
from shared.formats.trf.reader.parse import parse
from tests.support.against_gacrux import compare_with_gacrux
from tests.support.chess import league, swiss
from tests.support.chess_golden import compare_tournaments
from tests.support.trf_lines import abnormal, document, player, team


def kinds(row: str) -> list[Kind]:
    return [turn.kind for turn in swiss(row, "1 b 0").entrants[0].turns]


@pytest.mark.parametrize(
    ("cell", "kind"),
    [
        ("2 w 1", Kind.PLAYED),
        ("2 w L", Kind.PLAYED),
        ("2 w +", Kind.FORFEIT_WIN),
        ("2 w -", Kind.FORFEIT_LOSS),
        ("- -", Kind.ZERO_BYE),
        ("- U", Kind.PAIRING_BYE),
        ("- F", Kind.FULL_BYE),
        ("- H", Kind.HALF_BYE),
        ("- Z", Kind.ZERO_BYE),
        ("2 w Z", Kind.ZERO_BYE),
        ("2 w", Kind.OPEN),
        ("- =", Kind.HALF_BYE),
        ("- 1", Kind.FULL_BYE),
        ("- 0", Kind.ZERO_BYE),
        ("- +", Kind.FORFEIT_WIN),
    ],
)
def test_each_result_is_a_kind_of_round(cell, kind):
    assert kinds(cell) == [kind]


def test_a_round_of_which_nothing_is_said_is_an_absence():
    assert [turn.kind for turn in swiss("2 w 1, 2 b 1", "1 b 0").entrants[1].turns] == [Kind.PLAYED, Kind.ZERO_BYE]


def test_points_numbers_ratings_and_the_edition_come_along():
    rows = ("2 w 1, - U", "1 b 0, 3 w =", "- Z, 2 b =")
    table = swiss(*rows, header=["162  W 3.0    D 1.0    P 2.0"], ratings=(2000, "", 1800), start="2025/01/01")
    assert table.scores == ((10, 0), (2, 0), (2, 0))
    assert (table.scale, table.win, table.draw, table.edition) == (2, (6, 0), (2, 0), Edition.C07_2024)
    assert [(each.id, each.number, each.rating) for each in table.entrants] == [
        ("1", 1, 2000),
        ("2", 2, None),
        ("3", 3, 1800),
    ]


def test_points_given_count_once_their_round_is_in():
    lines = (
        "012 x",
        "142 5",
        abnormal("", "", "1.0", 1, 1),
        abnormal("", "", "0.5", 4, 1),
        player(1, "2 w 1"),
        player(2, "1 b 0"),
    )
    table = tournament_of(parse(document(*lines)).events[0].facts)
    assert table.exact(table.scores[0][MATCH]) == 2


def test_a_match_has_points_by_its_boards():
    table = league("3 w 1", "4 b =", "1 b 0", "2 w =", rounds=1)
    ours, theirs = (entrant.turns[0] for entrant in table.entrants)
    assert (ours.points, theirs.points, ours.opponent, ours.colour) == ((4, 3), (0, 1), 1, "w")
    assert [(board.number, board.points, board.played) for board in ours.boards] == [(1, 2, True), (2, 1, True)]
    assert (table.win, table.draw, table.boards) == ((4, 4), (2, 2), 2)


def test_a_forfeited_match_brings_the_points_of_a_win_on_every_board():
    table = league("- +", "- +", "", "", rounds=1, records=["330 +-   1   1   2"])
    ours, theirs = (entrant.turns[0] for entrant in table.entrants)
    assert (ours.kind, ours.points, theirs.kind, theirs.points) == (Kind.FORFEIT_WIN, (4, 4), Kind.FORFEIT_LOSS, (0, 0))


def test_a_match_that_one_side_forfeits_on_every_board_is_forfeited():
    table = league("3 w +", "4 b +", "1 b -", "2 w -", rounds=1)
    assert [entrant.turns[0].kind for entrant in table.entrants] == [Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS]


def test_one_forfeited_board_is_part_of_a_match_that_was_played():
    table = league("3 w +", "4 b 0", "1 b -", "2 w 1", rounds=1)
    assert [entrant.turns[0].points for entrant in table.entrants] == [(2, 2), (2, 2)]
    assert [board.played for board in table.entrants[0].turns[0].boards] == [False, True]


def test_a_match_with_a_game_still_being_played_is_open():
    table = league("3 w", "4 b =", "1 b", "2 w =", rounds=1)
    assert [entrant.turns[0].kind for entrant in table.entrants] == [Kind.OPEN, Kind.OPEN]
    assert table.entrants[0].turns[0].points == (0, 1)


def test_a_team_left_over_shares_its_game_points_over_the_boards():
    table = league("- U", "- U", "", "", "7 w 1", "8 b 1", "5 b 0", "6 w 0", rounds=1, records=["320  1.0  1.5 001"])
    turn = table.entrants[0].turns[0]
    assert (turn.kind, turn.points, [board.points for board in turn.boards]) == (Kind.PAIRING_BYE, (2, 3), [2, 1])
    assert table.entrants[1].turns[0].kind is Kind.ZERO_BYE


@pytest.mark.parametrize(
    ("type_", "order", "primary"),
    [
        ("FIDE_TEAM_TYPEA_MP_GP", "", MATCH),
        ("FIDE_TEAM_TYPEA_GP_MP", "", GAME),
        ("FIDE_TEAM_BAKU", "", MATCH),
        ("FIDE_TEAM_TYPEA_GP_MP", "MPTS", MATCH),
        ("FIDE_TEAM_BAKU", "GPTS", GAME),
    ],
)
def test_game_points_rank_when_the_type_or_the_order_says_so(type_, order, primary):
    lines = (
        "012 x",
        f"192 {type_}",
        f"212 {order}",
        team(1, [1]),
        team(2, [2]),
        player(1, "2 w 1"),
        player(2, "1 b 0"),
    )
    assert tournament_of(parse(document(*lines)).events[0].facts).primary == primary


def test_an_event_without_games_is_a_tournament_without_rounds():
    table = tournament_of(parse(document("012 x", player(1), player(2))).events[0].facts)
    assert (table.rounds_in, table.scores) == (0, ((0, 0), (0, 0)))
    assert table.exact(1) == Fraction(1, 2)


def told(*lines: str, words: tuple[PresenceFact, ...]):
    facts = parse(document(*lines)).events[0].facts
    return tournament_of(facts.replace(presences=words))


def absent(who: str, round: int, bye: str | None, **more) -> PresenceFact:
    return PresenceFact(participant=who, round=round, lasting=False, present=False, bye=bye, **more)


def test_a_bye_by_the_word_of_the_director_counts_where_files_say_nothing():
    lines = (
        player(1, "2 w 1", "- F"),
        player(2, "1 b 0"),
        player(3),
        player(4, "5 w 1", "5 b 1"),
        player(5, "4 b 0", "4 w 0"),
    )
    words = (absent("2", 2, "H"), absent("1", 2, "H"), absent("3", 1, "F"), absent("3", 2, None), absent("9", 1, "H"))
    table = told("012 Open", *lines, words=words)
    found = {entrant.id: [turn.kind for turn in entrant.turns] for entrant in table.entrants}
    assert found["1"] == [Kind.PLAYED, Kind.FULL_BYE]
    assert found["2"] == [Kind.PLAYED, Kind.HALF_BYE]
    assert found["3"] == [Kind.FULL_BYE, Kind.ZERO_BYE]
    assert table.scores[:3] == ((4, 0), (1, 0), (2, 0))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2_000, 2_030))
def test_points_of_made_up_tournaments_are_those_of_gacrux(seed):
    compare_with_gacrux(
        seed, lambda code: code in ("PTS", "PTS:MP", "PTS:GP", "STD", "REP", "WIN", "WON", "BPG", "TPN")
    )


def test_changes_of_any_line_change_the_tournament_as_the_golden_file_says():
    compare_tournaments("from-facts", lambda line: True)


def bye_of(value: str | None) -> Kind:
    teams = tuple(Participant(id=number, kind="team") for number in "12")
    details = (Detail(name="board", value="F"), *([] if value is None else [Detail(name="bye", value=value)]))
    match = MatchFact(kind="chess_teams", round=1, home="1", details=details)
    facts = Facts(events=(EventFact(kind="teams"),), participants=teams, matches=(match,))
    return tournament_of(facts).entrants[0].turns[0].kind


def test_a_bye_of_a_team_whose_letter_is_not_known_brings_nothing():
    assert [bye_of(letter) for letter in ("F", "H", "U", "Z")] == [
        Kind.FULL_BYE,
        Kind.HALF_BYE,
        Kind.PAIRING_BYE,
        Kind.ZERO_BYE,
    ]
    assert bye_of("x") is bye_of("+") is bye_of(None) is Kind.ZERO_BYE


def test_participants_without_a_seed_are_ordered_by_the_numbers_of_their_ids():
    who = (("10", None), ("9", None), ("b", 3), ("a", 3), ("x", None), ("²", None))
    people = tuple(Participant(id=number, kind="player", seed=seed) for number, seed in who)
    table = tournament_of(Facts(events=(EventFact(kind="individual"),), participants=people))
    assert [(each.id, each.number) for each in table.entrants] == [
        ("x", 0),
        ("²", 0),
        ("a", 3),
        ("b", 3),
        ("9", 9),
        ("10", 10),
    ]


def test_a_late_entry_is_seeded_by_rating_where_that_is_the_order():
    def order(*ratings, late):
        listed = [(str(n), n, rating) for n, rating in enumerate(ratings, 1)]
        who = [*listed, *((str(9 + n), None, rating) for n, rating in enumerate(late))]
        people = tuple(Participant(id=own, kind="player", seed=seed, rating=rating) for own, seed, rating in who)
        entrants = tournament_of(Facts(events=(EventFact(kind="individual"),), participants=people)).entrants
        return [each.id for each in entrants]

    assert order(2400, 2200, 1800, late=(2200, 2300)) == ["1", "10", "2", "9", "3"]
    assert order(2400, 2200, 1800, late=(None,)) == ["1", "2", "3", "9"]
    assert order(1800, 2400, 2200, late=(2300,)) == ["1", "2", "3", "9"]
    assert order(2400, 2200, None, late=(1500, None)) == ["1", "2", "9", "3", "10"]


def test_games_of_nobody_in_the_list_and_of_no_round_are_left_out():
    people = tuple(Participant(id=number, kind="player") for number in "12")
    games = (
        GameFact(round=0, player="1", opponent="2", colour="w", result="1"),
        GameFact(round=1, player="9", opponent="2", colour="w", result="1"),
        GameFact(round=1, player="2", opponent="9", colour="b", result="1"),
        GameFact(round=1, player="1", opponent="9", colour="w", result="-"),
    )
    table = tournament_of(Facts(events=(EventFact(kind="individual"),), participants=people, games=games))
    assert [[(turn.kind, turn.opponent) for turn in entrant.turns] for entrant in table.entrants] == [
        [(Kind.ZERO_BYE, -1)],
        [(Kind.PLAYED, -1)],
    ]
    assert (table.rounds, table.rounds_in) == (1, 1)


def test_a_tournament_has_at_least_the_rounds_that_are_in():
    assert [swiss("2 w 1, 2 b 1", "1 b 0, 1 w 0", rounds=rounds).rounds for rounds in (1, 2, 3)] == [2, 2, 3]


def test_a_team_that_is_not_in_the_list_has_no_turns_and_its_opponent_met_nobody_known():
    teams = tuple(Participant(id=number, kind="team") for number in "12")
    match = MatchFact(kind="chess_teams", round=1, home="9", away="2", home_line_up=("7",), away_line_up=("8",))
    games = (GameFact(round=1, player="8", opponent="7", colour="b", result="1"),)
    facts = Facts(events=(EventFact(kind="teams"),), participants=teams, matches=(match,), games=games)
    turns = [entrant.turns[0] for entrant in tournament_of(facts).entrants]
    assert [(turn.kind, turn.opponent, turn.points) for turn in turns] == [
        (Kind.ZERO_BYE, -1, (0, 0)),
        (Kind.PLAYED, -1, (4, 2)),
    ]


@pytest.mark.parametrize(
    ("points", "boards"), [("0.0", [0, 0]), ("0.5", [0, 1]), ("1.0", [1, 1]), ("1.5", [2, 1]), ("2.0", [2, 2])]
)
def test_game_points_of_a_bye_fill_the_boards_from_the_top(points, boards):
    table = league(
        "- U", "- U", "", "", "7 w 1", "8 b 1", "5 b 0", "6 w 0", rounds=1, records=[f"320  1.0  {points} 001"]
    )
    assert [board.points for board in table.entrants[0].turns[0].boards] == boards
