"""The cards of Mitchells and webs of every small size, and what is refused."""

from functools import partial

from services.seating.domain.movements.mitchell import arrow_switched, mitchell, switches, web
from tests.support.movement_cards import compare_movements


def test_mitchells_are_as_the_golden_file_says() -> None:
    styles = (None, "plain", "skip", "share-and-relay")
    makers = {
        f"{tables} tables {style} {rounds}": partial(mitchell, tables, rounds, style=style)  # type: ignore[arg-type]
        for tables in (1, 2, 3, 4, 5, 6, 8, 200, 201)
        for style in styles
        for rounds in (None, 0, 1, tables // 2, tables // 2 + 1, tables - 1, tables, tables + 1)
        if tables < 9 or rounds == 1
    }
    makers |= {
        f"8 tables skip after {after} of {rounds}": partial(mitchell, 8, rounds, skip_after=after)
        for rounds in (5, 7)
        for after in range(6)
    }
    makers |= {
        f"{tables} tables one winner each {each}": partial(mitchell, tables, each=each, winners=1)
        for tables in (3, 4)
        for each in (0, 1, 3)
    }
    compare_movements("movements-mitchell", makers)


def test_webs_are_as_the_golden_file_says() -> None:
    sizes = [(tables, rounds) for tables in range(3, 12) for rounds in range(1, 8)]
    compare_movements("movements-web", {f"{n} tables {r} rounds": partial(web, n, r, each=1) for n, r in sizes})


def test_arrow_switches_are_as_the_golden_file_says() -> None:
    whole = {
        f"{tables} tables {rounds}": partial(arrow_switched, mitchell(tables, rounds, winners=winners))  # type: ignore[arg-type]
        for tables, rounds, winners in ((3, None, 1), (3, 1, 1), (13, None, 1), (5, None, 2))
    }
    whole["chosen rounds"] = partial(arrow_switched, mitchell(5, winners=1), (1, 4))
    compare_movements("movements-arrow-switched", whole)
    numbers = (0, 1, 2, 11, 12, 18, 19, 23, 24, 31, 32)
    assert [switches(number) for number in numbers] == [0, 0, 1, 1, 2, 2, 2, 2, 3, 3, 4]
