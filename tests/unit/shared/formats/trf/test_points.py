"""Points that no game gave."""

import pytest

from shared.errors import FormatError
from shared.formats.trf.points import adjustments_of
from shared.formats.trf.progress import Progress
from shared.formats.trf.reader import read
from shared.formats.trf.report import Report
from tests.support.trf_lines import abnormal, accelerated, document, player


def test_a_later_range_replaces_an_earlier_one_and_given_points_add_up():
    draft = read(
        document(
            player(1),
            player(2),
            accelerated("", "1.0", 1, 2, 1, 2),
            accelerated("", "0.5", 2, 2, 2, 2),
            abnormal("", "", "1.0", 1, 1),
            abnormal("", "", "0.5", 1, 1),
        ),
        Report(),
    )
    found = {(a.kind, a.participant, a.round): str(a.amount) for a in adjustments_of(draft, 5, Progress(0, 0))}
    assert found == {
        ("acceleration", "1", 1): "1.0",
        ("acceleration", "2", 1): "1.0",
        ("acceleration", "1", 2): "1.0",
        ("acceleration", "2", 2): "0.5",
        ("free_points", "1", 1): "1.5",
    }


def test_points_of_rounds_to_come_are_lent_also_where_nothing_says_how_many_there_are():
    draft = read(
        document(player(1), accelerated("", "1.0", 1, 4, 1, 1), accelerated("", "1.0", 98, 120, 1, 1)), Report()
    )
    found = adjustments_of(draft, None, Progress(2, 0))
    assert [each.round for each in found] == [1, 2, 3, 4, 98, 99]


def test_points_for_everybody_in_every_round_are_given_to_each_once():
    draft = read(document(player(1), player(2), abnormal("", "", "1.0", 0)), Report())
    assert [(a.participant, a.round) for a in adjustments_of(draft, 5, Progress(0, 0))] == [("1", None), ("2", None)]


def test_ranges_that_repeat_each_other_without_end_are_refused():
    lines = [accelerated("", "1.0", 1, 99, 1, 9999)] * 300
    draft = read(document(*(player(n) for n in range(1, 11)), *lines), Report())
    with pytest.raises(FormatError) as error:
        adjustments_of(draft, None, Progress(0, 0))
    assert error.value.code.code == "trf.too-large"


def test_ranges_that_a_tournament_cannot_have_are_reported_at_their_lines():
    draft = read(
        document(
            player(1),
            player(2),
            accelerated("", "1.0", 2, 1, 1, 2),
            accelerated("", "1.0", 1, 2, 2, 1),
            accelerated("", "1.0", 1, 9, 1, 1),
            accelerated("", "0.5", 2, 2, 1, 2),
            accelerated("", "", 1, 1, 1, 1),
            accelerated("1.0", "1.0", 6, 6, 2, 2),
        ),
        Report(),
    )
    adjustments_of(draft, 5, Progress(0, 0))
    assert [(str(f.place), f.message) for f in draft.report.findings if f.code == "trf.acceleration-range"] == [
        ("line 3, column 19-21, 250", "it begins at 2"),
        ("line 4, column 28-31, 250", "it begins at 2"),
        ("line 5, column 1-31, 250", "round 9 of 5"),
        ("line 6, column 1-31, 250", "line 5 gives 1 points for round 2 already"),
        ("line 7, column 1-31, 250", "no points are given"),
        ("line 8, column 1-31, 250", "players have no match points"),
        ("line 8, column 1-31, 250", "round 6 of 5"),
    ]
