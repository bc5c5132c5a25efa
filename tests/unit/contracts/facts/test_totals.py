"""What facts about totals speak of."""

from decimal import Decimal

import pytest
from pydantic import ValidationError

from contracts.facts.totals import AdjustmentFact, AwardFact, LadderFact, StatedTotal


def test_a_total_of_a_session_is_not_that_of_the_event() -> None:
    total = StatedTotal(participant="7", kind="pair", total=Decimal("31.5"), place="3=")
    assert total.key == total.replace(total=Decimal(30), place="4", section="A").key
    for of in ({"session": "1"}, {"participant": "8"}, {"kind": "team"}):
        assert total.replace(**of).key != total.key


def test_a_place_is_kept_as_it_is_written() -> None:
    assert StatedTotal(participant="7", kind="pair", place="=3").place == "=3"


def test_an_amount_of_another_reason_is_the_same_adjustment_and_of_another_kind_another() -> None:
    penalty = AdjustmentFact(kind="penalty", participant="7", amount=Decimal("-2.5"), round=1)
    assert penalty.key == penalty.replace(amount=Decimal(-5), reason="slow play", unit="percent").key
    for of in (
        {"kind": "handicap"},
        {"participant": "8"},
        {"participant_kind": "team"},
        {"session": "1"},
        {"round": 2},
    ):
        assert penalty.replace(**of).key != penalty.key


def test_an_adjustment_has_an_amount() -> None:
    with pytest.raises(ValidationError):
        AdjustmentFact(kind="penalty", participant="7")  # type: ignore[call-arg]


def test_whether_a_total_includes_an_adjustment_is_unknown_until_the_file_says() -> None:
    assert AdjustmentFact(kind="handicap", participant="7", amount=Decimal(1)).counted is None


def test_awards_of_two_colours_or_two_people_are_two_awards() -> None:
    award = AwardFact(kind="master_points", participant="7", colour="BLACK", amount=Decimal("1.05"))
    assert award.key == award.replace(amount=Decimal(2), text="first").key
    for of in ({"colour": "GREEN"}, {"person": "Ann Low"}, {"kind": "prize"}, {"participant": "8"}, {"session": "1"}):
        assert award.replace(**of).key != award.key


def test_a_member_has_one_line_of_a_ladder_in_a_session() -> None:
    line = LadderFact(member="1234", percentage=Decimal("55.1"))
    assert line.key == line.replace(percentage=None).key
    assert line.key != line.replace(session="1").key
    assert line.key != line.replace(member="1235").key
