"""Lines of players."""

import pytest

from contracts.facts import SeatFact
from shared.formats.trf.dialects import Dialect
from shared.formats.trf.writer.lines import Page, numbers_of
from shared.formats.trf.writer.players import byes_to_come, cell, players
from tests.support.trf_documents import facts_of
from tests.support.trf_golden import compare_written
from tests.support.trf_lines import placed, player, team

ELMS = "013 Elms".ljust(36) + "   1    2"


def written(*lines: str, dialect: Dialect = Dialect.TRF26) -> tuple[list[str], dict[str, int]]:
    facts = facts_of("012 x", *lines)
    page = Page(dialect)
    totals = {t.participant: (t.total, t.place or "") for t in facts.totals}
    players(facts, numbers_of(facts.participants, "player"), totals, page)
    return page.lines, {item.what: item.count for item in page.losses.items()}


def test_a_line_comes_back_as_it_was():
    lines = [
        player(
            1,
            "2 w 1",
            "- H",
            "2 b",
            name="Alder, Ann",
            points="1.5",
            rank=1,
            rating=2100,
            sex="w",
            title="WIM",
            federation="NOR",
            fide_id="1500",
            birth_date="1990/00/00",
        ),
        player(2, "1 b 0", "", "1 w", name="Birch, Bo", points="0.0", rank=2, birth_date="1991/02/03"),
        player(3, "", "4 w =", name="Cedar, Cy", points="0.5"),
        player(4, "", "3 b =", points="0.5"),
    ]
    assert written("142 3", *lines) == ([line.rstrip() for line in lines], {})


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ((12, "w", "1"), "  12 w 1"),
        ((0, None, "H"), "0000 - H"),
        ((7, None, None), "   7 -  "),
        ((0, None, None), "0000 -  "),
    ],
)
def test_a_round_is_eight_columns(game, text):
    assert cell(*game) == text


def test_byes_of_a_round_that_is_not_paired_yet_are_for_record_240():
    facts = facts_of("012 x", "142 3", player(1, "2 w 1", "- H"), player(2, "1 b 0"))
    page, numbers = Page(Dialect.TRF26), {"1": 1, "2": 2}
    players(facts, numbers, {}, page)
    assert byes_to_come(facts, numbers, {}, page) == [("H", 2, 1)]
    assert "0000" not in page.lines[0]
    old = Page(Dialect.TRF16_XX)
    players(facts, numbers, {}, old)
    assert byes_to_come(facts, numbers, {}, old) == []
    assert old.lines[0].endswith("0000 - H")


def test_byes_of_teams_that_only_group_the_players_are_those_of_the_players():
    facts = facts_of("012 x", "082 0", "142 3", player(1, "2 w 1", "- H"), player(2, "1 b 0"), ELMS)
    assert byes_to_come(facts, {"1": 1, "2": 2}, {}, Page(Dialect.TRF26)) == [("H", 2, 1)]


@pytest.mark.parametrize(("points", "by_record"), [("1.0", [("H", 2, 1), ("F", 3, 1)]), ("1.5", [("F", 3, 1)])])
def test_a_bye_of_the_next_round_that_is_in_the_points_is_not_in_record_240(points, by_record):
    lines = [player(1, "2 w 1", points=points), player(2, "1 b 0"), "240 H   2    1", "240 F   3    1"]
    facts = facts_of("012 x", "142 5", *lines)
    totals = {total.participant: (total.total, "") for total in facts.totals}
    page, numbers = Page(Dialect.TRF26), {"1": 1, "2": 2}
    players(facts, numbers, totals, page)
    assert byes_to_come(facts, numbers, totals, page) == by_record
    assert ("0000 - H" in page.lines[0]) is (by_record[0][0] == "F")


@pytest.mark.parametrize("dialect", [Dialect.TRF16_XX, Dialect.DRAFT_2024])
def test_byes_of_later_rounds_would_count_as_played_where_there_is_no_record_240(dialect):
    byes = ("240 H   2    1", "240 F   3    1", "240 Z   4    1    2")
    lines, losses = written("142 5", player(1, "2 w 1"), player(2, "1 b 0"), *byes, dialect=dialect)
    assert [line[91:].strip() for line in lines] == ["2 w 1  0000 - H", "1 b 0"]
    assert losses == {"byes of later rounds": 3}
    lines, losses = written(player(1, "2 w 1", "- H", "2 b"), player(2, "1 b 0", "", "1 w"), dialect=dialect)
    assert losses == {}


def test_the_final_has_byes_instead_of_results_without_an_opponent():
    rows = [player(1, "2 w 1", "- =", "- 1", "- 0", "- +", "2 w 1"), player(2, "1 b 0", "", "", "", "", "1 b 0")]
    lines, losses = written(*rows)
    assert [lines[0][98 + 10 * at] for at in range(6)] == list("1HFZ+1")
    assert losses == {"results without an opponent": 3}
    assert written(*rows, dialect=Dialect.TRF16_XX) == (rows, {})


def test_a_national_record_follows_the_players_and_is_lost_in_older_dialects():
    national = placed((1, "NOR"), (5, "   1"), (49, "1905"), (54, "OSL"))
    assert written(player(1), national)[0][-1] == national
    assert written(player(1), national, dialect=Dialect.TRF16_XX)[1] == {"national records": 1}


def test_teams_that_are_paired_sit_by_their_rosters():
    lines = ["142 2", "352 WB", *(team(at, (2 * at - 1, 2 * at)) for at in (1, 2)), *(player(n) for n in range(1, 5))]
    facts = facts_of("012 x", *lines)
    seats = tuple(
        SeatFact(participant=who, kind="team", stage="next", round=1, opponent=other, colour=colour)
        for who, other, colour in (("2", "1", "w"), ("1", "2", "b"))
    )
    page = Page(Dialect.TRF26)
    players(facts.replace(seats=seats), numbers_of(facts.participants, "player"), {}, page)
    assert [line[91:97].strip() for line in page.lines] == ["3 b", "4 w", "1 w", "2 b"]
    assert [loss.what for loss in page.losses.items()] == ["line-ups of the next round"]


def test_what_is_written_of_changed_lines_is_what_the_golden_file_says():
    compare_written("players", lambda line: line[:3] in ("001", "ENG", "240"))
