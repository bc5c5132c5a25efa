"""What comes of claims that are laid over each other; the rule as a whole is in test_merge.py."""

import pytest

from contracts.facts import BoardFact, Detail, EventFact
from services.scoring.domain.merging.claims import overlay


def test_each_field_and_each_detail_by_its_name_is_that_of_the_last_that_has_it() -> None:
    older = EventFact(name="Autumn", kind="pairs", details=(Detail(name="a", value="1"), Detail(name="b", value="2")))
    newer = EventFact(name="Autumn Pairs", details=(Detail(name="b", value="3"),))
    laid = overlay((older, newer))
    assert (laid.name, laid.kind) == ("Autumn Pairs", "pairs")  # type: ignore[attr-defined]
    assert [(each.name, each.value) for each in laid.details] == [("a", "1"), ("b", "3")]  # type: ignore[attr-defined]


def test_one_fact_is_what_it_is_and_none_is_nothing() -> None:
    board = BoardFact(board="7")
    assert overlay([board]) is board
    with pytest.raises(ValueError, match="nothing to lay"):
        overlay([])
