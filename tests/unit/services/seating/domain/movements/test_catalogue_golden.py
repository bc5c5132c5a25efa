"""The cards of what the catalogue makes, and what it refuses."""

from functools import partial
from typing import Any

from services.seating.domain.movements.catalogue import ENTRANTS, MovementRequest, make_movement
from tests.support.movement_cards import compare_movements


def test_the_catalogue_is_as_the_golden_file_says() -> None:
    options: tuple[dict[str, Any], ...] = (
        {},
        {"rounds": 3},
        {"each": 3, "rounds": 3},
        {"winners": 1},
        {"arrow_switch": True},
        {"rover": "ns"},
        {"rover": "ew", "winners": 1},
        {"rover": "ew", "arrow_switch": True},
        {"style": "share-and-relay"},
        {"skip_after": 2},
    )
    makers = {
        f"{name} {size} {more}": partial(make_movement, MovementRequest(name, size, **more))
        for name in (*ENTRANTS, "swiss")
        for size in (5, 8, 9, 10, 11, 20)
        for more in options
    }
    makers["american-whist 5 in four rounds"] = partial(make_movement, MovementRequest("american-whist", 5, rounds=4))
    compare_movements("movements-catalogue", makers)
