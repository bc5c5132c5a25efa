"""The tables themselves."""

from collections.abc import Iterable

from shared.formats.usebio.reader.fields import Shape
from shared.formats.usebio.tables import elements
from tests.support.golden import compare


def test_everything_that_may_stand_in_a_container_has_a_table() -> None:
    for tag, inside in elements.PARTS.items():
        assert tag in elements.CONTAINERS
        assert inside <= elements.SHAPES.keys() | elements.CONTAINERS.keys()


def test_no_container_lists_a_part_as_its_own_leaf() -> None:
    for tag, shape in elements.CONTAINERS.items():
        assert not (shape.leaves | shape.groups.keys()) & elements.PARTS[tag]


def test_leaves_that_may_repeat_are_leaves() -> None:
    def check(shape: Shape) -> None:
        assert shape.many <= shape.leaves
        for inner in shape.groups.values():
            if inner is not None:
                check(inner)

    for shape in (*elements.SHAPES.values(), *elements.CONTAINERS.values()):
        check(shape)


def test_every_name_that_a_field_or_detail_is_read_from_is_in_the_table() -> None:
    names = {
        name for group in (elements.EVENT_NAMES, elements.EVENT_NUMBERS) for names in group.values() for name in names
    }
    assert names | elements.EVENT_DETAILS.keys() <= elements.EVENT.leaves
    assert elements.SESSION_DETAILS.keys() <= elements.SESSION.leaves
    assert elements.SECTION_DETAILS.keys() <= elements.SECTION.leaves


def test_points_of_a_line_name_a_side_and_a_unit() -> None:
    assert {side for side, _ in elements.LINE_POINTS.values()} == {"ns", "ew"}
    assert {unit for _, unit in elements.LINE_POINTS.values()} == {
        "match_points",
        "butler_imps",
        "cross_imps",
        "aggregate",
        "imps",
    }
    assert elements.LINE_POINTS.keys() <= elements.TRAVELLER_LINE.leaves


def test_the_tables_are_those_of_the_golden_file() -> None:
    lines = []
    for name, value in vars(elements).items():
        if isinstance(value, Shape):
            lines += [f"{name} {part}: {_names(getattr(value, part))}" for part in ("leaves", "many", "attributes")]
            lines += [f"{name} text {value.text}, groups: {_names(value.groups)}"]
            lines += [
                f"{name} {tag}: {_names(group.leaves)}; {_names(group.many)}; {_names(group.attributes)}; {group.text}"
                for tag, group in value.groups.items()
                if group is not None
            ]
        elif name == "PARTS":
            lines += [f"{name} {tag}: {_names(parts)}" for tag, parts in value.items()]
        elif name in ("CONTAINERS", "SHAPES", "_RESULT_GROUPS"):
            lines.append(f"{name}: {_names(value)}")
        elif name.isupper():
            lines.append(f"{name}: {_names(value) if isinstance(value, frozenset) else value}")
    compare("usebio/tables", "\n".join([*lines, ""]))


def _names(names: Iterable[str]) -> str:
    return " ".join(sorted(names))
