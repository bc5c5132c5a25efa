"""What the forms of results decide."""

from decimal import Decimal
from typing import Any

import pytest

from contracts.decisions import Awarded, MatchAwarded, RemoveBoard, RuleMatch, SetGame, SetScore, VoidResult
from contracts.facts import Sides
from contracts.feed import board_channel, games_channel, matches_channel, seats_channel
from services.broadcast.domain.channel import TableState
from services.broadcast.domain.desk.forms.decide import decisions_of
from services.broadcast.domain.desk.forms.form import Shown, Unclear
from services.broadcast.domain.desk.forms.results import games_of, line_id
from services.broadcast.domain.message_tables import BOARD_COLUMNS, SEAT_COLUMNS
from tests.unit.services.broadcast.domain.pages.test_rankings import standings
from tests.unit.services.broadcast.domain.pages.test_rounds import games, matches, table

LINE = {"ns": "p1", "ew": "p2", "session": "1"}
AGAIN = {**LINE, "part": 1}


def board(*lines: dict[str, Any]) -> TableState:
    made = table(BOARD_COLUMNS, *lines)
    return TableState(made.columns, made.rows, {"id": "1-7", "board": "7", "session": "1", "vulnerable": "All"})


def seats(number: int, *rows: dict[str, Any]) -> TableState:
    made = table(SEAT_COLUMNS, *rows)
    return TableState(made.columns, made.rows, {"round": number})


def shown(*lines: dict[str, Any], kind: str = "pair", **tables: TableState) -> Shown:
    named = {
        board_channel("club", "1-7"): board(*(lines or (LINE, AGAIN))),
        matches_channel("club"): tables.get("matches"),
        games_channel("club"): tables.get("games"),
        seats_channel("club"): tables.get("seats"),
    }
    own = standings({"rank": 1}, {"rank": 2}, {"rank": 3}, kind=kind)
    return Shown("club", {name: each for name, each in named.items() if each is not None}, own)


def decided(of: Shown, **fields: str) -> Any:
    (decision,) = decisions_of(fields, of)
    return decision


def on_line(line: dict[str, Any] = LINE, **fields: str) -> Any:
    return decided(shown(), board="1-7", line=line_id(line), **fields)


def test_a_line_is_named_as_the_command_line_names_it() -> None:
    wanted = VoidResult(decision="void", session="1", board="7", sides=Sides(ns="p1", ew="p2"))
    assert on_line(decision="void") == wanted
    assert on_line(AGAIN, decision="void") == wanted.replace(part=1)
    assert on_line(decision="void", reason="fouled") == wanted.replace(reason="fouled")


def test_a_score_is_for_both_sides_unless_the_other_gets_its_own() -> None:
    wanted = SetScore(
        decision="score",
        session="1",
        board="7",
        sides=Sides(ns="p1", ew="p2"),
        ns=Awarded(percent=Decimal(60)),
        ew=Awarded(percent=Decimal(40)),
    )
    assert on_line(decision="score", ns_gets="60%", ew_gets=" ") == wanted
    assert on_line(decision="score", ns_gets="60%", ew_gets="60%") == wanted.replace(ew=wanted.ns)
    assert on_line(decision="score", ns_gets="-100").ew == Awarded(points=-100)
    assert on_line(decision="score", ew_gets="40%") == wanted
    with pytest.raises(Unclear, match="North-South get, or East-West"):
        on_line(decision="score", ns_gets=" ")


def test_a_contract_gives_the_score() -> None:
    line = {**LINE, "contract": "4S", "declarer": "N", "tricks": 10}
    of = shown(line)
    for fields in ({"played": "4S+1"}, {"ns_gets": "4S+1 by N"}, {"ew_gets": "650"}):
        made = decided(of, decision="score", board="1-7", line=line_id(line), **fields)
        assert (made.ns, made.ew) == (Awarded(points=650), Awarded(points=650))
        assert (made.contract, made.declarer, made.tricks) == ("4S", "N", 11)


def test_several_tables_and_a_whole_board_are_decided_at_once() -> None:
    ticked = {"table 1": line_id(LINE), "table 2": line_id(AGAIN)}
    both = decisions_of({"decision": "void", "board": "1-7", "reason": "fouled", **ticked}, shown())
    assert [(each.decision, each.part, each.reason) for each in both] == [("void", 0, "fouled"), ("void", 1, "fouled")]
    assert decisions_of({"decision": "void_board", "board": "1-7", "reason": "fouled"}, shown()) == both
    ruled = decisions_of({"decision": "score", "board": "1-7", "ew_gets": "60/40", **ticked}, shown())
    assert [(each.ns.percent, each.ew.percent, each.part) for each in ruled] == [(60, 40, 0), (60, 40, 1)]


def test_a_result_that_no_file_has_is_entered() -> None:
    fields = {"decision": "score", "board": "1-7", "ns_gets": "620"}
    new = decided(shown(), ns=" p3 ", ew="p1", **fields)
    assert (new.session, new.board, new.sides, new.ns) == ("1", "7", Sides(ns="p3", ew="p1"), Awarded(points=620))
    individual = shown({"ns": "p1+p2", "ew": "p8+p9"})
    assert decided(individual, ns="p1 + p3", ew="p2+p1", **fields).sides == Sides(
        north="p1", south="p3", east="p2", west="p1"
    )


@pytest.mark.parametrize(
    ("ns", "ew", "text"),
    [
        ("", "p2", "one number each"),
        ("p3", "p3", "one number each"),
        ("p1+p2", "p3", "one number each"),
        ("p3", "p9", "number p9"),
        ("p1", "p2", "have a line on this board"),
    ],
)
def test_a_result_is_entered_for_two_who_are_here_and_have_none(ns: str, ew: str, text: str) -> None:
    with pytest.raises(Unclear, match=text):
        decided(shown(), decision="score", board="1-7", ns=ns, ew=ew, ns_gets="420")


def test_lines_of_teams_come_from_their_program() -> None:
    teams = shown({**LINE, "ns_team": "X", "ew_team": "Y"})
    with pytest.raises(Unclear, match="scoring program"):
        decided(teams, decision="score", board="1-7", ns="p3", ew="p1", ns_gets="420")


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"decision": "void", "board": "1-7", "line": line_id({"ns": "p9"})}, "the line is not there any more"),
        ({"decision": "void", "board": "1-8", "line": line_id(LINE)}, "the board is not there any more"),
        ({"decision": "void_board"}, "the board is not there any more"),
        ({"decision": "void"}, "the board is not there any more"),
        ({"decision": "score", "board": "1-7", "line": line_id(LINE)}, "or what North-South get"),
        ({"decision": "score", "board": "1-7", "ns_gets": "420"}, "Tick the tables"),
        ({"decision": "void", "board": "1-7"}, "Tick the tables"),
        ({"decision": "void", "board": "1-7", "table 1": "p9"}, "the line is not there any more"),
        (
            {"decision": "score", "board": "1-7", "line": line_id(LINE), "played": "4S= N", "ns_gets": "420"},
            "leave the other fields empty",
        ),
        ({"decision": "score", "board": "1-7", "line": line_id(LINE), "ns_gets": "455"}, "No contract gives 455"),
        ({"decision": "score", "board": "1-7", "line": line_id(LINE), "ns_gets": "much"}, "Much is not points"),
        ({"decision": "match", "match": "1.1.2", "home_gets": "60%"}, "Write a score, or void"),
        ({"decision": "match", "match": "1.1.7", "home_gets": "void"}, "the match is not there any more"),
        ({"decision": "match", "match": "1.3.", "home_gets": "void"}, "the match is not there any more"),
        ({"decision": "removed", "match": "1.1.2", "home_gets": "average"}, "number of the board"),
        ({"decision": "removed", "match": "1.1.2", "home_gets": "void", "removed": "7"}, "Write average plus"),
        ({"decision": "game", "game": "[1]", "result": "1-0"}, "the game is not there any more"),
        ({"decision": "game", "game": '[1, "1", "2"]', "result": "3-0"}, "Write 1-0"),
    ],
)
def test_a_form_that_cannot_be_followed_says_what_to_write(fields: dict[str, str], text: str) -> None:
    played = shown(matches=matches({}, {"home": "3", "away": None}), games=games({}))
    with pytest.raises(Unclear, match=text):
        decided(played, **fields)


def test_a_match_is_ruled_as_the_command_line_rules_it() -> None:
    met = shown(matches=matches({"session": "S", "round": 2}, {"session": "S", "round": 3}))
    rules = RuleMatch(
        decision="match", session="S", round=2, home="1", away="2", home_gets=MatchAwarded(score=Decimal("12.5"))
    )
    assert decided(met, decision="match", match="S-2.1.2", home_gets="12.5", away_gets="") == rules
    void = MatchAwarded(award="void")
    both = rules.replace(round=3, home_gets=void, away_gets=void)
    assert decided(met, decision="match", match="S-3.1.2", home_gets="void") == both


def test_a_board_is_taken_out_of_a_match() -> None:
    met = shown(matches=matches({}))
    fields = {"decision": "removed", "match": "1.1.2", "removed": " 9 ", "home_gets": "average plus"}
    removed = RemoveBoard(
        decision="removed", board="9", round=1, home="1", away="2", home_gets="average plus", away_gets="average minus"
    )
    assert decided(met, **fields) == removed
    assert decided(met, **fields, away_gets="average plus") == removed.replace(away_gets="average plus")


@pytest.mark.parametrize("result", ["1-0", "½-½", "+--", None])
def test_a_game_gets_a_result(result: Any) -> None:
    played = shown(games=games({}, {"white": "3", "black": None}))
    game = decided(played, decision="game", game='[1, "1", "2"]', result=result or "none")
    assert game == SetGame(decision="game", round=1, white="1", black="2", result=result)


def test_games_that_were_chosen_beside_it_are_saved_with_it() -> None:
    played = shown(games=games({}, {"white": "3", "black": "4"}))
    one, two = games_of(played)
    fields = {
        "decision": "game",
        "game": one,
        "result": "1-0",
        f"with {two}": f"½-½ {games_of(played)[two]['result'] or 'none'}",
    }
    both = decisions_of(fields, played)
    assert [(each.white, each.result) for each in both if isinstance(each, SetGame)] == [("1", "1-0"), ("3", "½-½")]
    for other in ({f"with {two}": "½-½ 0-1"}, {"with [9]": "1-0 none"}):
        with pytest.raises(Unclear, match="the game is not there any more"):
            decisions_of({**fields, **other}, played)


def test_one_form_of_all_games_decides_those_that_were_changed() -> None:
    played = shown(games=games({}, {"white": "3", "black": "4"}))
    stand = {f"with {game}": row["result"] or "none" for game, row in games_of(played).items()}
    form = {"decision": "game", **{name: f"{result} {result}" for name, result in stand.items()}}
    with pytest.raises(Unclear, match="Choose another result first"):
        decisions_of(form, played)
    changed = list(stand)[1]
    (game,) = decisions_of({**form, changed: f"½-½ {stand[changed]}"}, played)
    assert game == SetGame(decision="game", round=1, white="3", black="4", result="½-½")
    with pytest.raises(Unclear, match="the game is not there any more"):
        decisions_of({**form, changed: "½-½ +--"}, played)


def test_a_game_that_is_seated_and_in_no_file_can_have_a_result() -> None:
    seated = seats(2, {"table": "1", "white": "p2", "black": "p1"}, {"table": "2", "white": "p3"})
    drawn = shown(kind="player", games=games({}), seats=seated)
    assert [(game["round"], game["white"], game["white_name"]) for game in games_of(drawn).values()] == [
        (1, "1", None),
        (2, "p2", "Pair 2"),
    ]
    game = decided(drawn, decision="game", game='[2, "p2", "p1"]', result="0-1")
    assert (game.round, game.white, game.black, game.result) == (2, "p2", "p1", "0-1")


def test_seats_of_those_who_have_a_game_and_seats_of_teams_are_no_games() -> None:
    seated = seats(
        1,
        {"table": "1", "white": "2", "black": "1"},
        {"table": "2", "white": "2", "black": "p3"},
        {"table": "3", "white": "p2", "black": "p1"},
    )
    assert list(games_of(shown(kind="player", games=games({}), seats=seated))) == ['[1, "1", "2"]', '[1, "p2", "p1"]']
    assert games_of(shown(kind="team", seats=seated)) == {}
