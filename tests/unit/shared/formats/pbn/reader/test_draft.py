"""Names of ours for what has none."""

import pytest

from shared.formats.pbn.reader.draft import UNNUMBERED, game_number


@pytest.mark.parametrize(
    ("name", "number"), [(f"{UNNUMBERED}12", 12), (None, None), ("12", None), ("game", None), ("a game 2", None)]
)
def test_only_names_of_ours_have_the_number_of_a_game(name: str | None, number: int | None) -> None:
    assert game_number(name) == number
