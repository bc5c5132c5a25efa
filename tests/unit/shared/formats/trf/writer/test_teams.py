"""Records of teams."""

import pytest

from contracts.facts import Facts
from shared.formats.trf.dialects import Dialect
from shared.formats.trf.writer import teams
from shared.formats.trf.writer.lines import Page, numbers_of
from tests.support.trf_documents import facts_of
from tests.support.trf_golden import compare_written
from tests.support.trf_lines import player, team

BASE = (
    "012 x",
    "142 2",
    "352 WB",
    team(1, [1, 2, 3], name="Elms"),
    team(2, [4, 5, 6], name="Oaks"),
    team(3, [7, 8, 9]),
)
MET = (
    player(1, "4 w 1"),
    player(2, "5 b 1"),
    player(4, "1 b 0"),
    player(5, "2 w 0"),
    *(player(n) for n in (3, 6, 7, 8, 9)),
)


def both(*lines: str, dialect: Dialect = Dialect.TRF26) -> tuple[list[str], dict[str, int]]:
    facts: Facts = facts_of(*BASE, *lines)
    page = Page(dialect)
    of_players, of_teams = (numbers_of(facts.participants, kind) for kind in ("player", "team"))
    totals = {t.participant: (t.total, t.game_points, t.place or "") for t in facts.totals if t.kind == "team"}
    teams.rosters(facts, of_players, of_teams, totals, page)
    teams.byes(facts, of_teams, [], page)
    teams.line_ups(facts, of_players, of_teams, page)
    teams.left_over(facts, of_teams, page)
    teams.forfeits(facts, of_teams, page)
    return page.lines[3:] if lines else page.lines, {item.what: item.count for item in page.losses.items()}


@pytest.mark.parametrize("is_draft", [False, True])
def test_a_team_comes_back_in_the_columns_of_its_dialect(is_draft):
    mp = "3" if is_draft else "3.0"
    line = team(4, [10, 11], name="Pines", mp=mp, gp="5.5", rank=2, draft=is_draft)
    facts = facts_of("012 x", line, player(10), player(11))
    page = Page(Dialect.DRAFT_2024 if is_draft else Dialect.TRF26)
    teams.rosters(
        facts, {"10": 10, "11": 11}, {"4": 4}, {"4": (facts.totals[-1].total, facts.totals[-1].game_points, "2")}, page
    )
    assert page.lines == [line]


@pytest.mark.parametrize(
    "record",
    [
        "240 H   1    3",
        "300   1   1   2    1    0    2",
        "320  1.0  2.0   3",
        "330 --   2   1   2",
        "330 +-   2   3   1",
    ],
)
def test_a_record_comes_back_as_it_was(record):
    games = MET
    if record.startswith("300"):
        games = (player(1, "4 w 1"), player(2, "5 b 1"), *MET[2:])
    assert both(*games, record)[0] == [record]


def test_a_line_up_in_the_order_of_the_roster_needs_no_record():
    assert both(*MET, "300   1   1   2    1    2")[0] == []


def test_the_draft_has_byes_in_330_and_forfeits_in_340():
    lines, losses = both(*MET, "240 H   1    3", "330 --   2   1   2", dialect=Dialect.DRAFT_2024)
    assert lines == ["330 H   1   3", "340 --   2   1   2"]
    assert losses == {}


def test_trf16_has_only_rosters():
    lines, losses = both(
        *MET, "240 H   1    3", "330 --   2   1   2", "300   1   1   2    1    0    2", dialect=Dialect.TRF16_XX
    )
    assert lines == []
    rest = losses.pop("nickname, strength, points and rank of teams")
    assert (rest, losses) == (6, {"byes of teams": 1, "line-ups": 1, "forfeited matches": 1})


@pytest.mark.parametrize("dialect", [Dialect.TRF26, Dialect.DRAFT_2024])
def test_groups_of_an_individual_tournament_stay_groups(dialect):
    facts = facts_of(
        "012 x", "082 0", "092 Individual: Swiss", "013 Elms".ljust(36) + "   1    2", player(1), player(2)
    )
    page = Page(dialect)
    teams.rosters(facts, {"1": 1, "2": 2}, {"1": 1}, {}, page)
    assert page.lines == ["013 Elms".ljust(36) + "   1    2"]
    assert page.losses.items() == ()


def test_what_013_has_no_place_for_is_named():
    facts = facts_of("012 x", team(1, [1], mp="3.0", gp="5.5", rank=2), player(1))
    page = Page(Dialect.TRF16_XX)
    teams.rosters(facts, {"1": 1}, {"1": 1}, {"1": (facts.totals[-1].total, None, "2")}, page)
    assert [(item.what, item.count) for item in page.losses.items()] == [
        ("nickname, strength, points and rank of teams", 4)
    ]


def test_what_is_written_of_changed_lines_is_what_the_golden_file_says():
    compare_written("teams", lambda line: line[:3] in ("013", "300", "310", "320", "330", "340"))
