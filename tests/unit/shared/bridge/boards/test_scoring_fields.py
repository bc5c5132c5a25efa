"""What the fields of PBN's Scoring decide."""

import pytest

from contracts.facts import Detail, EventFact
from shared.bridge.boards.scoring_fields import duplicate_scores, old_doubled_undertricks, scoring_fields


def event(scoring: str) -> EventFact:
    return EventFact(details=(Detail(name="Competition", value="Pairs"), Detail(name="Scoring", value=scoring)))


def test_fields_are_those_between_semicolons_in_any_case() -> None:
    assert scoring_fields(event("IMP; Butler-2;;oldMP")) == {"imp", "butler-2", "oldmp"}
    assert scoring_fields(EventFact()) == frozenset()


@pytest.mark.parametrize(
    ("scoring", "old"), [("MP;OldMP", True), ("MP;oldmp", True), ("MP", False), ("MyOldMP", False)]
)
def test_old_undertricks_are_a_field_of_their_own(scoring: str, old: bool) -> None:
    assert old_doubled_undertricks(event(scoring)) is old


@pytest.mark.parametrize(
    ("scoring", "duplicate"), [("Rubber", False), ("Chicago;IMP", False), ("IMP", True), ("", True)]
)
def test_rubber_and_chicago_have_scores_of_their_own(scoring: str, duplicate: bool) -> None:
    assert duplicate_scores(event(scoring)) is duplicate
