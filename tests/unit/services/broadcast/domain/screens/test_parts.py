"""Parts of a screen, from the tables of the feed."""

import pytest

from contracts.screens.room import Part
from services.broadcast.domain.pages.words import IN_ENGLISH
from services.broadcast.domain.screens.parts import channels_of, shown, surname_first


class Rows:
    def __init__(self, meta, columns, rows):
        self.meta, self.columns, self.rows = meta, columns, rows


SEATS = ("section", "table", "ns", "ew", "ns_names", "ew_names", *["white", "black", "north", "south", "east", "west"])
SEATS += ("first_board", "last_board")


def seat(section, table, ns, ew):
    values = {"section": section, "table": table, "ns": "1", "ew": "2", "ns_names": ns, "ew_names": ew}
    return [values.get(name) for name in SEATS]


TABLES = {
    "evt.pairs.standings": Rows({"title": "Pairs", "progress": {"slow": [{"table": "A7", "round": 3}]}}, [], {}),
    "evt.pairs.seats": Rows(
        {"round": 2},
        SEATS,
        {"a": seat("A", "1", "Rosa Baker & Ana Chen", "Bo Zorn & Li Árva"), "b": seat("B", "1", None, "Kim & Lee")},
    ),
}


def part_of(view, **more):
    return shown(Part(view=view, event="pairs", **more), TABLES, IN_ENGLISH)


def names(**more):
    return [row[0][1] for row in part_of("names", **more).rows]


def test_seats_by_name_list_everybody_by_surname_with_table_and_direction():
    assert [[text for _, text in row] for row in part_of("names").rows][:2] == [["1", "B1 NS"], ["Árva, Li", "A1 EW"]]
    assert sorted(names()) == sorted(["1", "Árva, Li", "Baker, Rosa", "Chen, Ana", "Kim", "Lee", "Zorn, Bo"])


def test_names_are_split_over_screens_by_their_letters_without_losing_anybody():
    assert names(last="B", section="A") == ["Árva, Li", "Baker, Rosa"]
    assert sorted(names(last="K") + names(first="L")) == sorted(names())


def test_a_section_is_shown_alone():
    assert [row[0][1] for row in part_of("seats", section="B").rows] == ["B1"]
    assert [row[0][1] for row in part_of("slow", section="A").rows] == ["A7"]
    assert not part_of("slow", section="B").rows


def test_an_event_that_is_not_there_is_no_fault():
    assert shown(Part(view="seats", event="gone"), {}, IN_ENGLISH).title == "Event not found"
    assert not part_of("standings").rows


def test_the_channels_of_parts_are_named_once():
    parts = [
        Part(view="names", event="pairs"),
        Part(view="seats", event="pairs"),
        Part(view="text", event="pairs", text="Hello"),
    ]
    assert channels_of(parts) == ("evt.pairs.standings", "evt.pairs.seats")


@pytest.mark.parametrize(
    ("person", "listed"), [("Rosa Baker", "Baker, Rosa"), ("Baker, Rosa", "Baker, Rosa"), ("Kim", "Kim")]
)
def test_a_name_is_listed_by_surname(person, listed):
    assert surname_first(person) == listed


def test_a_text_of_an_event_is_shown_without_its_tables():
    assert shown(Part(view="text", event="gone", text="Hello"), {}, IN_ENGLISH).text == "Hello"
