"""The cards of individual movements of every small size, and what is refused."""

from functools import partial

from services.seating.domain.movements.individual import rainbow, whist
from tests.support.movement_cards import compare_movements


def test_individual_movements_are_as_the_golden_file_says() -> None:
    makers = {
        f"whist {players} {rounds}": partial(whist, players, rounds)
        for players in (3, 4, 5, 8, 9, 12, 13, 16, 17, 20, 21, 24)
        for rounds in (None, 0, 1, players - 1, players, players + 1)
    }
    makers |= {
        f"rainbow {players} {rounds}": partial(rainbow, players, rounds, each=1)
        for players in (4, 16, 20, 21, 24, 28, 36, 44)
        for rounds in (None, 0, 1, players // 4, players // 4 + 1)
    }
    compare_movements("movements-individual", makers)
