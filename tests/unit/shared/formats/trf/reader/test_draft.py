"""What is gathered can say where a round stands and whether teams are ranked."""

import pytest

from shared.formats.trf.dialects import Dialect
from shared.formats.trf.reader.draft import Cell, Draft, Player, Team
from shared.formats.trf.report import Report
from tests.support.trf_golden import compare_changes


def test_a_round_stands_ten_columns_after_the_one_before():
    one = Player(4, 1)
    assert str(one.place(1)) == "line 4, column 92-99, 001"
    assert str(one.place(3)) == "line 4, column 112-119, 001"


def test_a_cell_is_found_with_or_without_blanks_before_it():
    one = Player(4, 1, opponents=[2, 0, 4, 0], colours="w b-", results="1  H")
    assert [one.cell(round_) for round_ in (1, 2, 3, 4, 5)] == [
        Cell(1, 2, "w", "1"),
        None,
        Cell(3, 4, "b", None),
        Cell(4, 0, None, "H"),
        None,
    ]
    assert one.cells == [cell for cell in map(one.cell, range(1, 5)) if cell is not None]
    assert (one.last_round, Player(4, 1).last_round) == (4, 0)


@pytest.mark.parametrize(
    ("code", "texts", "ranked"),
    [
        ("310", {"082": ("0", 1)}, True),
        ("013", {}, True),
        ("013", {"082": ("0", 1)}, False),
        ("013", {"092": ("Individual: Swiss-System", 1)}, False),
        (None, {"082": ("9", 1)}, False),
    ],
)
def test_teams_are_ranked_unless_old_records_only_group_players(code, texts, ranked):
    teams = {1: Team(1, 1, code)} if code else {}
    assert Draft(Dialect.TRF26, Report(), texts=texts, teams=teams).is_team_event is ranked


def test_changes_of_rounds_change_what_the_golden_file_says():
    compare_changes("draft", lambda line: line[:3] in ("001", "082", "092"), 12)
