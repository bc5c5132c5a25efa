"""Points, places and summaries against the results."""

import re

import pytest

from contracts.findings import Finding
from services.validation.domain import chess_totals
from services.validation.domain.case import Case
from shared.formats.trf.reader.parse import parse
from shared.formats.trf.writer.render import render
from tests.support.chess_tournaments import individual, teams
from tests.support.fragments import fragment, pair
from tests.support.trf_documents import facts_of, merged
from tests.support.trf_lines import accelerated, document, player, team


def found(*lines: str) -> list[Finding]:
    facts = facts_of(*lines)
    case = Case(fragment("f", **{name: getattr(facts, name) for name in facts.FIELDS}))
    return [finding for rule in chess_totals.RULES for finding in rule(case)]


def said(*lines: str) -> list[tuple[str, str | None, str | None]]:
    return [(f.code.removeprefix("chess."), f.stated, f.computed) for f in found("012 x", "142 3", *lines)]


def test_points_are_compared_with_the_results_under_the_scoring_system():
    lines = (player(1, "2 w 1", points="3.0"), player(2, "1 b 0", points="0.0"))
    assert said("162  W 3.0    D 1.0    L 0.0", *lines) == []
    assert said(*lines) == [("points-differ", "3.0", "1")]
    (finding,) = found("012 x", "142 3", *lines)
    assert str(finding.place) == "line 3, column 81-84, 001"


def test_nothing_is_compared_while_a_game_is_being_played():
    lines = (player(1, "2 w 1, 3 b", points="9.0"), player(2, "1 b 0"), player(3, "", "1 w"))
    assert said(player(1, "2 w 1", "3 b", points="9.0"), *lines[1:]) == [("points-differ", "9.0", "1")]
    still = (
        player(1, "4 w", points="9.0"),
        player(2, "3 w 1", points="1.0"),
        player(3, "2 b 0"),
        player(4, "1 b", points="9.0"),
    )
    assert said(*still) == []


TEAMS = (
    player(1, "3 w 1", points="1.0"),
    player(2, "4 b =", points="0.5"),
    player(3, "1 b 0"),
    player(4, "2 w =", points="0.5"),
)


def test_points_may_have_a_bye_of_the_round_to_come_or_not():
    for points in ("1.0", "1.5"):
        assert said(player(1, "2 w 1", "- H", points=points), player(2, "1 b 0")) == []
    assert said(player(1, "2 w 1", "- H", points="2.0"), player(2, "1 b 0")) == [("points-differ", "2.0", "1")]


def test_points_of_teams_are_compared_with_their_boards():
    right = (team(1, [1, 2], mp="2.0", gp="1.5", rank=1), team(2, [3, 4], mp="0.0", gp="0.5", rank=2))
    assert said(*right, *TEAMS) == []
    wrong = (team(1, [1, 2], mp="1.0", gp="2.5", rank=1), right[1])
    assert said(*wrong, *TEAMS) == [("team-points-differ", "1.0", "2"), ("team-points-differ", "2.5", "1.5")]


def test_points_of_players_in_teams_are_their_standard_score_with_or_without_byes():
    base = (team(1, [1]), team(2, [2]), team(3, [3]), "162  W 3.0    D 1.0    L 0.0")
    games = (player(1, "2 w 1", points="1.0"), player(2, "1 b 0"))
    assert said(*base, *games, player(3, "- U", points="1.0")) == []
    assert said(*base, *games, player(3, "- U", points="0.0")) == []
    assert said(*base, *games, player(3, "- U", points="3.0")) == [("points-differ", "3.0", "0")]


def test_places_that_do_not_follow_points_are_reported_once():
    lines = [
        player(1, "2 w 0", rank=1),
        player(2, "1 b 1", points="1.0", rank=2),
        player(3, "4 w 1", points="1.0", rank=3),
        player(4, "3 b 0", rank=4),
    ]
    (finding,) = found("012 x", "142 3", *lines)
    assert finding.code == "chess.place-against-points"
    assert "2 of 4 places" in finding.message
    assert said(player(1, "2 w 1", points="1.0", rank=1), player(2, "1 b 0", rank=2)) == []


@pytest.mark.parametrize(
    ("order", "ranks", "columns"),
    [("PTS:GP", (2, 1), None), ("PTS:GP", (1, 2), "69-71"), ("PTS:MP", (1, 2), None), ("PTS:MP", (2, 1), "69-71")],
)
def test_places_of_teams_follow_the_points_that_rank(order, ranks, columns):
    rows = (team(1, [1], mp="2.0", gp="1.0", rank=ranks[0]), team(2, [2], mp="0.0", gp="2.0", rank=ranks[1]))
    all_found = found("012 x", f"212 {order}", *rows, player(1, "2 w 1", points="1.0"), player(2, "1 b 0"))
    places = [str(f.place) for f in all_found if f.code == "chess.place-against-points"]
    assert [place.partition("column ")[2] for place in places] == ([f"{columns}, 310"] if columns else [])


@pytest.mark.parametrize(("draft", "columns"), [(False, ["55-60", "62-67"]), (True, ["55-58", "60-65"])])
def test_points_of_a_team_have_their_own_columns_in_either_dialect(draft, columns):
    rows = (team(1, [1], mp="9", gp="9.5", rank=1, draft=draft), team(2, [2], mp="0", gp="0.0", rank=2, draft=draft))
    all_found = found("012 x", *rows, player(1, "2 w 1", points="1.0"), player(2, "1 b 0"))
    places = [str(f.place) for f in all_found if f.code == "chess.team-points-differ"]
    assert places == [f"line 2, column {each}, 310" for each in columns]


def test_one_place_for_different_points_is_reported():
    for rows in (("1", "0"), ("0", "1")):
        colours = zip((1, 2), rows, ("w", "b"), strict=True)
        lines = [player(at, f"{3 - at} {colour} {won}", points=f"{won}.0", rank=1) for at, won, colour in colours]
        (finding,) = found("012 x", "142 3", *lines)
        assert finding.code == "chess.place-against-points"
        assert "is at place 1, which is shared with player" in finding.message


def test_summaries_are_compared_word_by_word():
    facts = facts_of(*teams(3, 6, 3, 2))
    lines = render(merged(facts)).data.decode().split("\r\n")
    assert [line[:3] for line in lines].count("801") == 6
    assert found(*lines) == []
    at = next(n for n, line in enumerate(lines) if line.startswith("802   2"))
    start, stop = [word.span() for word in re.finditer(r"\S+", lines[at])][3]
    column, broken = start + 1, f"{lines[at][:start]}{'7':{stop - start}}{lines[at][stop:]}"
    (finding,) = [f for f in found(*lines[:at], broken, *lines[at + 1 :]) if "summary" in f.code]
    assert finding.place is not None
    assert (finding.subject, finding.place.line, finding.place.column) == ("team 2", at + 1, column)
    end = finding.place.end_column or 0
    assert broken[column - 1 : end].split() == ["7", *broken[end - 30 : end].split()[-2:]]
    assert finding.stated
    assert finding.stated.startswith("7 ")


def test_rounds_beyond_the_end_are_reported():
    assert said(player(1), player(2), "240 H   7    1") == [("round-beyond-end", "7", "3")]
    assert said(player(1), player(2), accelerated("", "1.0", 1, 2, 1, 1)) == []
    assert said(player(1, "2 w 1", "", "", "- H", points="1.0"), player(2, "1 b 0")) == []  # trf.more-rounds says it


@pytest.mark.parametrize("seed", range(5))
def test_nothing_is_found_in_made_up_tournaments(seed):
    assert found(*individual(seed, 20, 5, unplayed=0.4)) == []
    written = render(merged(facts_of(*teams(seed, 8, 4, unplayed=0.4)))).data
    facts = parse(written).events[0].facts
    case = Case(fragment("f", **{name: getattr(facts, name) for name in facts.FIELDS}))
    assert [f for rule in chess_totals.RULES for f in rule(case)] == []


def test_an_event_of_bridge_is_left_alone():
    case = Case(fragment("f", participants=(pair("1"),)))
    assert [f for rule in chess_totals.RULES for f in rule(case)] == []


def test_every_rule_takes_an_empty_tournament():
    case = Case(fragment("f", events=facts_of("012 x").events))
    assert [f for rule in chess_totals.RULES for f in rule(case)] == []
    assert document("012 x")
