"""The analysis of a deal as a message says it."""

import json

import pytest
from pydantic import ValidationError

from contracts import analysis as module
from contracts.analysis import DealAnalysis, DeclarerTricks
from contracts.generate import __main__ as generate
from tests.support.contract_golden import compare_schemas


def test_a_seat_wins_nought_to_thirteen_tricks() -> None:
    row = {"declarer": "N", "notrump": 0, "spades": 13, "hearts": 7, "diamonds": 8, "clubs": 5}
    assert DeclarerTricks.model_validate(row).spades == 13
    with pytest.raises(ValidationError):
        DeclarerTricks.model_validate({**row, "clubs": 14})


def test_the_example_has_a_row_for_each_seat_and_says_the_same_after_a_journey() -> None:
    document = generate.examples()["DealAnalysed"]["analysis"]  # type: ignore[index]
    analysis = DealAnalysis.model_validate_json(json.dumps(document))
    assert [row.declarer.value for row in analysis.tricks] == ["N", "E", "S", "W"]
    assert DealAnalysis.model_validate_json(analysis.model_dump_json(exclude_none=True)) == analysis


def test_the_fields_of_every_class_are_those_of_the_golden_file() -> None:
    compare_schemas(module)
