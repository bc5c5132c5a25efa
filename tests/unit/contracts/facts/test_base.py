"""What every fact has: a place in its file, and a key."""

import pytest
from pydantic import ValidationError

from contracts.base import Place
from contracts.facts.base import Detail, FactModel


def test_a_fact_without_a_key_of_its_own_is_the_only_one_of_its_type() -> None:
    assert FactModel().key == FactModel(at=Place(line=3)).key == ()


def test_a_detail_carries_any_text_a_message_can_hold() -> None:
    assert Detail(name="NOTES", value="x" * 65_536).value.endswith("x")
    with pytest.raises(ValidationError):
        Detail.checked({"name": "NOTES", "value": "x" * 65_537})
    with pytest.raises(ValidationError):
        Detail.checked({"name": "x" * 1_025, "value": ""})


def test_a_field_of_a_later_version_is_ignored() -> None:
    assert Detail.checked({"name": "TITLE", "value": "Pairs", "colour": "red"}) == Detail(name="TITLE", value="Pairs")
