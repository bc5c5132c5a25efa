"""Why PGN does not hold what the facts of an event say."""

from shared.formats.pgn.not_held import WHYS
from tests.support.fact_paths import unknown_paths


def test_every_reason_is_of_a_field_of_facts() -> None:
    assert unknown_paths(WHYS) == []
