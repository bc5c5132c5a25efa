"""The cards of every Howell of a small size, and what is refused."""

from functools import partial

from services.seating.domain.movements.howell import howell
from tests.support.movement_cards import compare_movements


def test_howells_are_as_the_golden_file_says() -> None:
    sizes = [(pairs, rounds) for pairs in (*range(1, 11), 15, 20, 21, 22) for rounds in (None, 0, 1, 3, 4, 5, 6, 10)]
    makers = {f"{pairs} pairs {rounds}": partial(howell, pairs, rounds) for pairs, rounds in sizes}
    compare_movements("movements-howell", {**makers, "8 pairs, 3 boards": partial(howell, 8, each=3)})
