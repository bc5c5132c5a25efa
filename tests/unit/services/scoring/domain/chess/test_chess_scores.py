from collections.abc import Sequence
from decimal import Decimal

import pytest

from contracts.base import Discipline
from contracts.codes import scoring as codes
from contracts.facts import EventFact, Facts, GameFact, Participant, Person, SeatFact, StatedTotal
from contracts.standings import StandingRow
from contracts.tables import Arranged, Lists, Table
from services.scoring.domain.chess.chess_scores import ChessScores
from services.scoring.domain.event.event_state import EventState
from tests.support.fragments import fragment
from tests.support.trf_documents import facts_of
from tests.support.trf_lines import player, team

NAMES = {"1": "Ada Stone", "2": "Ben Field", "3": "Cy Marsh", "4": "Di Brook"}
PLAYERS = tuple(
    Participant(id=number, kind="player", number=number, players=(Person(name=name),)) for number, name in NAMES.items()
)


def game(number: int, white: str, black: str, result: str) -> tuple[GameFact, GameFact]:
    other = {"1": "0", "0": "1", "=": "="}[result]
    return (
        GameFact(round=number, player=white, opponent=black, colour="w", result=result),
        GameFact(round=number, player=black, opponent=white, colour="b", result=other),
    )


def facts(*totals: StatedTotal, **event: object) -> Facts:
    """Three rounds of four players: 2½, 2, 1 and ½ points."""
    games = (
        *game(1, "1", "2", "="),
        *game(1, "3", "4", "1"),
        *game(2, "1", "3", "1"),
        *game(2, "2", "4", "="),
        *game(3, "1", "4", "1"),
        *game(3, "2", "3", "1"),
    )
    return Facts(
        events=(EventFact(name="Marsh Cup", discipline=Discipline.CHESS, kind="individual", **event),),  # type: ignore[arg-type]
        participants=PLAYERS,
        games=games,
        totals=totals,
    )


def total(player: str, points: str, place: str) -> StatedTotal:
    return StatedTotal(participant=player, kind="player", total=Decimal(points), place=place)


def test_players_are_ranked_by_points_with_their_tie_breaks() -> None:
    (ranking,), method, findings = ChessScores().score(facts(tie_breaks=("PTS", "SB", "WIN")))
    assert [(row.name, row.place, row.total, row.boards) for row in ranking.rows] == [
        ("Ada Stone", "1", Decimal("2.5"), 3),
        ("Ben Field", "2", Decimal(2), 3),
        ("Cy Marsh", "3", Decimal(1), 3),
        ("Di Brook", "4", Decimal("0.5"), 3),
    ]
    # Ada drew with 2 points and beat 1 and ½: 1 + 1 + ½.
    assert [(value.code, value.value) for value in ranking.rows[0].tie_breaks] == [("SB", Decimal("2.5")), ("WIN", 2)]
    assert (ranking.kind, ranking.unit, method.board_scoring, method.tie_breaks) == (
        "player",
        "points",
        "games",
        ("PTS", "SB", "WIN"),
    )
    assert findings == []


def test_stated_points_and_places_that_are_wrong_are_findings() -> None:
    right, wrong = total("1", "2.5", "1"), total("2", "1.5", "3")
    (ranking,), _, findings = ChessScores().score(facts(right, wrong, tie_breaks=("PTS", "SB")))
    assert [(f.code, f.stated, f.computed) for f in findings] == [
        (codes.TOTAL_DIFFERS.code, "1.5", "2"),
        (codes.PLACE_DIFFERS.code, "3", "2"),
    ]
    assert [row.agrees for row in ranking.rows] == [True, False, None, None]


def test_starting_numbers_in_the_place_of_ranks_are_said_once() -> None:
    games = (*game(1, "4", "1", "1"), *game(1, "2", "3", "="))
    level = facts().replace(
        games=games,
        totals=tuple(total(p, points, p) for p, points in zip("1234", ("0.0", "0.5", "0.5", "1.0"), strict=True)),
    )
    _, _, findings = ChessScores().score(level)
    assert [finding.code for finding in findings] == [codes.PLACES_OF_ANOTHER_ORDER.code]


def test_where_no_tie_break_is_stated_every_order_of_equal_points_is_right() -> None:
    games = (*game(1, "1", "2", "="), *game(1, "3", "4", "="))
    level = facts().replace(games=games, totals=tuple(total(p, "0.5", p) for p in "1234"))
    _, _, findings = ChessScores().score(level)
    assert findings == []


def test_a_tie_break_that_is_not_known_decides_nothing_and_is_left_to_the_reader_to_say() -> None:
    _, method, findings = ChessScores().score(facts(tie_breaks=("PTS", "LUCK")))
    assert (method.tie_breaks, findings) == (("PTS",), [])


TWO_TEAMS = (
    team(1, [1, 2], mp="2.0", gp="1.5", rank=1),
    team(2, [3, 4], mp="0.0", gp="0.5", rank=2),
    player(1, "3 w 1", points="1.0"),
    player(2, "4 b =", points="0.5"),
    player(3, "1 b 0"),
    player(4, "2 w =", points="0.5"),
)


def test_game_points_that_decide_a_place_are_among_the_tie_breaks_and_what_ranks_is_not() -> None:
    (ranking,), _, _ = ChessScores().score(facts_of("012 Fen League", "142 1", "212 MPTS,GPTS,MPvGP", *TWO_TEAMS))
    values = [[(each.code, each.value) for each in row.tie_breaks] for row in ranking.rows]
    assert values == [
        [("GPTS", Decimal("1.5")), ("MPvGP", Decimal("1.5"))],
        [("GPTS", Decimal("0.5")), ("MPvGP", Decimal("0.5"))],
    ]


@pytest.mark.parametrize(
    ("mp", "gp", "points", "wrong"),
    [
        ("0.0", "0.0", "0.0", []),
        ("1.0", "2.0", "1.0", []),
        ("2.0", "2.0", "1.0", ["match points"]),
        ("1.0", "1.5", "0.0", ["game points"]),
        ("1.0", "2.0", "2.0", ["points"]),
    ],
)
def test_a_team_may_have_the_points_of_its_bye_to_come(mp: str, gp: str, points: str, wrong: list[str]) -> None:
    third = (team(3, [5, 6], mp=mp, gp=gp, rank=3), player(5, "- Z", "- U", points=points), player(6, "- Z", "- U"))
    _, _, findings = ChessScores().score(facts_of("012 Fen League", "142 3", *TWO_TEAMS, *third))
    found = [finding for finding in findings if finding.code == codes.TOTAL_DIFFERS.code]
    assert [finding.message.partition(" with ")[2].split(" ", 1)[1].split(",")[0] for finding in found] == wrong


def test_a_modifier_that_a_tie_break_does_not_have_is_said_to_be_left_out() -> None:
    _, method, (finding,) = ChessScores().score(facts(tie_breaks=("PTS", "WIN/C1")))
    assert (finding.code, method.tie_breaks) == (codes.NOT_CHECKED.code, ("PTS", "WIN/C1"))
    assert "no modifier /C1" in finding.message


def test_where_game_points_rank_teams_it_is_game_points_that_are_compared() -> None:
    lines = (
        "012 Fen League",
        "142 1",
        "212 PTS:GP,MPvGP",
        team(1, [1, 2], mp="0.0", gp="1.0", rank=2),
        team(2, [3, 4], mp="2.0", gp="1.5", rank=1),
        player(1, "3 w 0"),
        player(2, "4 b =", points="0.5"),
        player(3, "1 b 1", points="1.0"),
        player(4, "2 w =", points="0.5"),
    )
    (ranking,), _, (finding,) = ChessScores().score(facts_of(*lines))
    assert [(row.total, row.stated and row.stated.total, row.agrees) for row in ranking.rows] == [
        (Decimal("1.5"), Decimal("1.5"), True),
        (Decimal("0.5"), Decimal("1.0"), False),
    ]
    assert (finding.code, finding.stated, finding.computed) == (codes.TOTAL_DIFFERS.code, "1.0", "0.5")
    assert str(finding.place) == "line 4, column 62-67, 310"


def test_points_may_hold_a_bye_of_the_round_to_come() -> None:
    coming = SeatFact(participant="4", kind="player", stage="next", round=4, text="U")
    for points, agreed in (("0.5", True), ("1.5", True), ("2.5", False)):
        (ranking,), _, findings = ChessScores().score(facts(total("4", points, "4")).replace(seats=(coming,)))
        assert (ranking.rows[3].agrees, [f.code for f in findings]) == (
            agreed,
            [] if agreed else [codes.TOTAL_DIFFERS.code],
        )


def test_a_chess_event_goes_through_the_fold() -> None:
    state = EventState("marsh-cup")
    whole = facts()
    state.apply(
        fragment("one", events=whole.events, participants=whole.participants, games=whole.games, event="marsh-cup")
    )
    scored, merged = state.score()
    assert [row.place for row in scored.standings.rankings[0].rows] == ["1", "2", "3", "4"]
    assert (scored.boards, scored.standings.method.edition) == ((), "2026")
    assert len(merged.facts.games) == 12


def test_standings_after_a_result_are_those_of_the_whole() -> None:
    scores = ChessScores()
    before = facts(total("2", "1.5", "3"), tie_breaks=("PTS", "SB"))
    scores.score(before)
    games = tuple(
        game.replace(result={"1": "0", "4": "1"}[game.player]) if game.round == 3 and game.player in "14" else game
        for game in before.games
    )
    for after in (
        before.replace(games=games),
        before,
        facts(tie_breaks=("SB", "WIN")),
        facts(total("2", "2", "2"), tie_breaks=("SB", "BPG")),
    ):
        assert scores.score(after) == ChessScores().score(after)


def columns_of(rows: Sequence[StandingRow]) -> Lists:
    """The columns of a table as they are held, one that has not changed as the same list."""
    assert isinstance(rows, Table)
    assert rows.held is not None
    assert isinstance(rows.held[0], Arranged)
    return rows.held[0].columns


def test_a_file_sent_again_with_one_more_result_leaves_the_other_lines_as_they_are() -> None:
    whole = facts(tie_breaks=("PTS", "WIN"))
    again = tuple(game.replace() for game in whole.games)
    changed = tuple(
        game.replace(result={"2": "=", "3": "="}[game.player]) if game.round == 3 and game.player in "23" else game
        for game in again
    )
    state = EventState("marsh-cup")
    state.apply(fragment("one", minutes=0, events=whole.events, participants=whole.participants, games=whole.games))
    before = state.score()[0].standings.rankings[0].rows
    state.apply(fragment("two", minutes=1, events=whole.events, participants=whole.participants, games=changed))
    after = state.score()[0].standings.rankings[0].rows
    columns = [columns_of(table) for table in (before, after)]
    assert {name for name in columns[1] if columns[1][name] is columns[0][name]} == {"id", "number", "name", "boards"}
    first, second = ({row.id: row for row in table} for table in (before, after))
    assert (second["1"], second["4"]) == (first["1"], first["4"])
    assert (first["2"].total, second["2"].total) == (Decimal(2), Decimal("1.5"))
