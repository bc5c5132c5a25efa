"""Places within the lists of an event."""

from decimal import Decimal

import pytest

from shared.formats.acblscore.reader.parse import parse
from shared.formats.acblscore.reader.places import Terms, place_text
from tests.support.acblscore_files import Plan, pairs_game


def places(kind: int, ranks: tuple[int, ...], handicaps: tuple[str, ...], percentages: tuple[int, ...]) -> list[str]:
    """The places of North-South pairs that all have 12 match points."""
    entries = {
        (1, table): {"score": 12, "percentage": percent, "handicap": Decimal(handicap), "rankings": [{"rank": rank}]}
        for table, (rank, handicap, percent) in enumerate(zip(ranks, handicaps, percentages, strict=True), 1)
    }
    (event,) = parse(pairs_game(Plan(entries=entries), handicap_type=kind)[0]).events
    return [total.section_place for total in event.facts.totals if total.participant.endswith("NS")]


@pytest.mark.parametrize(
    ("kind", "ranks", "handicaps", "found"),
    [
        (0, (1, 2, 3), ("0", "0", "0"), ["1/3", "1/3", "1/3"]),
        (-2, (3, 2, 1), ("1", "2", "3"), ["3", "2", "1"]),
        (-2, (1, 2, 3), ("4", "2", "2"), ["1", "2/3", "2/3"]),
        (-1, (1, 2, 3), ("2.5", "1", "1"), ["1", "2/3", "2/3"]),
        (2, (3, 2, 1), ("1", "2", "3"), ["3", "2", "1"]),
        (2, (1, 2, 3), ("1", "2", "3"), ["1/3", "1/3", "1/3"]),
    ],
)
def test_ties_are_of_the_score_that_ranks_are_made_with(kind, ranks, handicaps, found) -> None:
    assert places(kind, ranks, handicaps, (50, 50, 50)) == found


def test_a_handicap_in_per_cent_is_added_to_the_percentage() -> None:
    assert places(-1, (1, 2, 3), ("2", "3", "1"), (52, 51, 50)) == ["1/2", "1/2", "3"]


def test_a_place_is_shown_as_the_program_prints_it() -> None:
    assert (place_text(4, 0), place_text(4, 4), place_text(4, 6)) == ("4", "4", "4/6")


def terms(**ranked: str | None) -> Terms:
    return Terms("pair", None, "match_points", 0, ranked, frozenset())


def test_sections_are_one_list_where_all_are_ranked_together_or_there_is_one():
    assert terms(A="A", B="A").one_list
    assert terms(A=None).one_list
    assert not terms(A=None, B=None).one_list
    assert not terms(A="A", B="A", C=None).one_list


def test_a_section_is_alone_where_no_other_is_of_its_group():
    both = terms(A="A", B="A", C=None, D="D")
    assert [both.is_alone(section) for section in "ABCDE"] == [False, False, True, True, True]
