"""The cards of movements with a pair too many or too few."""

from functools import partial

from services.seating.domain.movements.howell import howell
from services.seating.domain.movements.mitchell import mitchell
from services.seating.domain.movements.rover_and_phantom import with_rover, without
from services.seating.domain.movements.teams import head_to_head
from tests.support.movement_cards import compare_movements


def test_rovers_and_phantoms_are_as_the_golden_file_says() -> None:
    makers = {
        f"rover of {tables} tables {rounds} {side}": partial(with_rover, mitchell(tables, rounds), "99", side=side)
        for tables in (2, 3, 4, 5, 6, 7, 8, 9, 13)
        for rounds in (None, 1, 2)
        for side in ("ns", "ew")
        if rounds is None or rounds <= tables // 2
    }
    named = mitchell(5).replace(name=None)
    makers["rover of a movement without a name"] = partial(with_rover, named, "6")
    makers |= {
        f"{plan.name} without {who} {side} after {after}": partial(without, plan, who, side=side, after=after)
        for plan in (mitchell(3), howell(6), head_to_head(4))
        for who, side, after in (("1", None, 0), ("2", "ns", 0), ("2", "ew", 1), ("3", None, 2), ("9", None, 0))
    }
    compare_movements("movements-rover-and-phantom", makers)
