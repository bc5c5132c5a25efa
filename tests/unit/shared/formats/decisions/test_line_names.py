from typing import Any

import pytest

from contracts.facts import Sides
from shared.formats.decisions.line_names import line_fields


@pytest.mark.parametrize(
    ("line", "sides"),
    [
        ({"ns": "3", "ew": "5"}, Sides(ns="3", ew="5")),
        ({"ns": "3", "ew": "5", "ns_team": "X", "ew_team": "Y"}, Sides(ns="3", ew="5", ns_team="X", ew_team="Y")),
        ({"ns": "3", "ew": "5", "ns_team": "X", "teams_of_pairs": True}, Sides(ns="3", ew="5")),
        ({"ns": "1+2", "ew": "3+4"}, Sides(north="1", south="2", east="3", west="4")),
        ({"ns": None, "ew": None, "ns_team": "X", "ew_team": "Y"}, Sides(ns_team="X", ew_team="Y")),
    ],
)
def test_sides_are_named_as_the_file_names_them(line: dict[str, Any], sides: Sides) -> None:
    assert line_fields("7", line) == {"session": None, "board": "7", "sides": sides, "part": 0}


def test_a_line_has_its_session_and_its_part() -> None:
    fields = line_fields("7", {"ns": "3", "ew": "5", "session": "2", "part": 1})
    assert (fields["session"], fields["part"]) == ("2", 1)
