"""Where one field of a total stands."""

import pytest

from contracts.base import Place
from shared.formats.trf.places import field_place


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
