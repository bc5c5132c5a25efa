"""The table of columns is consistent, and says where the documents put each field."""

import pytest

from contracts.base import Place
from shared.formats.trf.columns import BOTH_WAYS, FIRST_DATE, FIRST_ROUND, LAYOUTS, PLAYER, ROUND_STEP, field_place
from shared.formats.trf.dialects import Dialect

ALL = [
    pytest.param(layout, id=f"{dialect.value}-{code}")
    for dialect in (Dialect.DRAFT_2024, Dialect.TRF26)
    for code, layout in LAYOUTS[dialect].items()
]


@pytest.mark.parametrize("layout", ALL)
def test_fields_follow_one_another_with_a_blank_between_numbers(layout):
    at = 3
    for entry in layout.fields:
        assert at < entry.first <= entry.last
        at = entry.last
    if layout.repeat:
        assert layout.repeat.first > at
        assert layout.repeat.step > layout.repeat.width


def test_the_records_of_both_are_laid_out_differently():
    for code in BOTH_WAYS:
        assert LAYOUTS[Dialect.DRAFT_2024][code] != LAYOUTS[Dialect.TRF26][code]


@pytest.mark.parametrize(
    ("dialect", "code", "name", "first", "last"),
    [
        (Dialect.DRAFT_2024, "310", "match_points", 55, 58),
        (Dialect.TRF26, "310", "match_points", 55, 60),
        (Dialect.DRAFT_2024, "310", "rank", 67, 69),
        (Dialect.TRF26, "310", "rank", 69, 71),
        (Dialect.DRAFT_2024, "250", "first", 21, 24),
        (Dialect.TRF26, "250", "first", 23, 26),
        (Dialect.DRAFT_2024, "299", "round", 18, 20),
        (Dialect.TRF26, "299", "round", 20, 22),
        (Dialect.DRAFT_2024, "340", "white", 12, 14),
        (Dialect.TRF26, "330", "white", 12, 14),
        (Dialect.TRF26, "300", "opponent", 13, 15),
    ],
)
def test_a_field_stands_where_its_document_says(dialect, code, name, first, last):
    (found,) = [entry for entry in LAYOUTS[dialect][code].fields if entry.name == name]
    assert (found.first, found.last) == (first, last)


@pytest.mark.parametrize(
    ("dialect", "code", "columns"),
    [
        (Dialect.DRAFT_2024, "310", [72, 77, 82]),
        (Dialect.TRF26, "310", [74, 79, 84]),
        (Dialect.DRAFT_2024, "320", [13, 17, 21]),
        (Dialect.TRF26, "320", [15, 19, 23]),
        (Dialect.DRAFT_2024, "330", [11, 15, 19]),
        (Dialect.TRF26, "240", [11, 16, 21]),
        (Dialect.TRF26, "013", [37, 42, 47]),
        (Dialect.TRF26, "300", [17, 22, 27]),
        (Dialect.TRF26, "260", [13, 18, 23]),
        (Dialect.DRAFT_2024, "299", [22, 27, 32]),
        (Dialect.TRF26, "299", [24, 29, 34]),
    ],
)
def test_the_numbers_that_follow_stand_where_their_document_says(dialect, code, columns):
    assert [column for column, _ in LAYOUTS[dialect][code].numbers(" " * 200)][:3] == columns


def test_a_short_line_has_empty_fields():
    assert {entry.of("001    7") for entry in PLAYER.fields} == {"7", ""}


@pytest.mark.parametrize(
    ("code", "columns", "field", "expected"),
    [
        ("001", (81, 89), "points", (81, 84)),
        ("001", (81, 89), "rank", (86, 89)),
        ("310", (55, 71), "match_points", (55, 60)),
        ("310", (55, 71), "game_points", (62, 67)),
        ("310", (55, 71), "rank", (69, 71)),
        ("310", (55, 69), "match_points", (55, 58)),
        ("310", (55, 69), "game_points", (60, 65)),
        ("310", (55, 69), "rank", (67, 69)),
        ("001", (81, 89), "match_points", (81, 89)),
        ("310", (5, 7), "rank", (5, 7)),
        ("TOTAL", (81, 89), "rank", (81, 89)),
    ],
)
def test_a_field_has_its_own_columns_and_a_record_without_it_stays_whole(code, columns, field, expected):
    place = Place(line=7, column=columns[0], end_column=columns[1], path=code)
    assert field_place(place, field) == Place(line=7, column=expected[0], end_column=expected[1], path=code)


def test_a_place_that_is_not_known_or_has_no_columns_stays_as_it_is():
    assert field_place(None, "points") is None
    assert field_place(Place(line=3, path="//PAIR"), "points") == Place(line=3, path="//PAIR")


SPANS = {
    "001": "5-8 10-10 11-13 15-47 49-52 54-56 58-68 70-79 81-84 86-89",
    "013": "5-36, 37-40 42-45",
    "300": "5-7 9-11 13-15, 17-20 22-25",
    "XXA": "5-8, 10-13 15-18",
}
DRAFT_SPANS = SPANS | {
    "250": "5-6 8-11 13-15 17-19 21-24 26-29",
    "299": "5-5 7-9 11-15 18-20, 22-25 27-30",
    "310": "5-7 9-40 42-46 48-53 55-58 60-65 67-69, 72-75 77-80",
    "320": "5-6 8-11, 13-15 17-19",
    "330": "5-5 7-9, 11-13 15-17",
    "340": "5-6 8-10 12-14 16-18",
}
FINAL_SPANS = SPANS | {
    "240": "5-5 7-9, 11-14 16-19",
    "250": "5-8 10-13 15-17 19-21 23-26 28-31",
    "260": "5-7 9-11, 13-16 18-21",
    "299": "5-5 7-11 13-17 20-22, 24-27 29-32",
    "310": "5-7 9-40 42-46 48-53 55-60 62-67 69-71, 74-77 79-82",
    "320": "5-8 10-13, 15-17 19-21",
    "330": "5-6 8-10 12-14 16-18",
}
"""Columns as the documents list them; behind a comma the first two of the numbers that repeat."""


@pytest.mark.parametrize(("dialect", "spans"), [(Dialect.DRAFT_2024, DRAFT_SPANS), (Dialect.TRF26, FINAL_SPANS)])
def test_every_record_has_the_columns_of_its_document(dialect, spans):
    laid_out = {}
    for code, layout in LAYOUTS[dialect].items():
        laid_out[code] = " ".join(f"{entry.first}-{entry.last}" for entry in layout.fields)
        if layout.repeat:
            repeat = layout.repeat
            starts = (repeat.first, repeat.first + repeat.step)
            laid_out[code] += ", " + " ".join(f"{start}-{start + repeat.width - 1}" for start in starts)
    assert laid_out == spans


def test_rounds_and_their_dates_start_in_column_92_and_stand_ten_columns_apart():
    assert (FIRST_ROUND, ROUND_STEP, FIRST_DATE) == (92, 10, 92)


def test_the_numbers_that_follow_are_cut_out_by_their_columns_and_end_with_the_line():
    line = "1234567890" * 9
    assert LAYOUTS[Dialect.TRF26]["310"].numbers(line[:80]) == [(74, "4567"), (79, "90")]
    assert LAYOUTS[Dialect.TRF26]["310"].numbers(line[:79]) == [(74, "4567"), (79, "9")]
    assert LAYOUTS[Dialect.TRF26]["310"].numbers(line[:78]) == [(74, "4567")]
    assert LAYOUTS[Dialect.TRF26]["310"].numbers(line[:73]) == []
    assert PLAYER.numbers(line) == []
