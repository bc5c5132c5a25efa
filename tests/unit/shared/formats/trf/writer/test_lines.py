"""Lines by columns."""

from decimal import Decimal

import pytest

from contracts.facts import Participant
from shared.formats.losses import Losses
from shared.formats.trf.columns import LAYOUTS, PLAYER
from shared.formats.trf.dialects import Dialect
from shared.formats.trf.writer.lines import Page, fixed, numbers_of, points
from tests.support.trf_golden import compare_written


@pytest.mark.parametrize(
    ("value", "text"), [("3", "3.0"), ("0.50", "0.5"), ("10", "10.0"), ("0", "0.0"), ("1.25", "1.25")]
)
def test_points_have_one_decimal_at_least(value, text):
    assert points(Decimal(value)) == text
    assert points(None) == ""


def test_a_line_has_each_field_in_its_columns_and_text_at_their_left():
    line = fixed("001", PLAYER, {"number": "7", "name": "Alder, Ann", "points": "1.5", "fide_id": "1500"}, Losses())
    assert (line[4:8], line[14:24], line[80:84], line[57:68]) == ("   7", "Alder, Ann", " 1.5", "       1500")


def test_what_is_too_wide_is_cut_and_noted():
    losses = Losses()
    assert fixed("013", LAYOUTS[Dialect.TRF26]["013"], {"name": "x" * 40}, losses) == "013 " + "x" * 32
    assert [(item.what, item.count) for item in losses.items()] == [("013 name", 1)]


def test_numbers_follow_in_their_columns_and_zeros_are_blank_unless_they_say_something():
    page = Page(Dialect.TRF26)
    page.record("300", {"round": "8", "team": "21", "opponent": "47"}, [58, 0, 1234], zeros=True)
    page.record("320", {"match_points": "1.0"}, [0, 50])
    assert page.lines == ["300   8  21  47   58    0 1234", "320  1.0           50"]


def test_line_ends_inside_a_text_become_blanks():
    page = Page(Dialect.TRF26)
    page.text("012", "One\r\nTwo")
    assert page.finish() == b"012 One Two\r\n"


def people(*ids: str, kind: str = "player") -> list[Participant]:
    return [Participant(id=each, kind=kind, seed=at) for at, each in enumerate(ids, 1)]


def test_ids_that_are_numbers_stay():
    assert numbers_of(people("12", "7"), "player") == {"12": 12, "7": 7}


def test_other_ids_are_numbered_by_seed():
    assert numbers_of(people("ann", "7", "bo"), "player") == {"ann": 1, "7": 2, "bo": 3}
    assert numbers_of(people("0007", "7"), "player") == {"0007": 1, "7": 2}
    assert numbers_of(people("1000", kind="team"), "team") == {"1000": 1}


def test_only_participants_of_the_kind_are_numbered():
    assert numbers_of([*people("1"), *people("1", kind="team")], "team") == {"1": 1}


def test_what_is_written_of_changed_lines_is_what_the_golden_file_says():
    compare_written("lines", lambda line: line[:3] in ("001", "310", "250"))
