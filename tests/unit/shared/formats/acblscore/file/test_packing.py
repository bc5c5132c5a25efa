"""Structures back into bytes."""

from datetime import UTC, datetime
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.formats.acblscore.file.entry_layouts import PAIR, PLAYER
from shared.formats.acblscore.file.fields import real48
from shared.formats.acblscore.file.game_layouts import EVENT, MASTER
from shared.formats.acblscore.file.packing import DoesNotFit, pack, real48_bytes, stamp
from shared.formats.acblscore.file.record import Record
from shared.formats.acblscore.report import Report


def record(layout, raw: bytes) -> Record:
    data = bytes(MASTER.size) + raw
    return Record(data, Report(), layout, MASTER.size, len(data), layout.name)


def test_what_is_packed_is_read_again():
    moment = datetime(2031, 5, 4, 21, 30, 10, tzinfo=UTC)
    values = {
        "name": "Harbour Pairs",
        "modified": moment,
        "game_fee": Decimal("0.5"),
        "tie_break_spread": Decimal("0.01"),
        "life_master_2": -1,
        "strats": [{"letter": "A", "award_factor": Decimal("1.2345")}, {"letter": "B"}],
    }
    found = record(EVENT, pack(EVENT, values))
    assert (found.text("name"), found.time("modified")) == ("Harbour Pairs", moment)
    assert found.real("game_fee") == Fraction(1, 2)
    assert (found.decimal("tie_break_spread"), found.integer("life_master_2")) == (Decimal("0.01"), -1)
    assert [strat.text("letter") for strat in found.parts("strats")] == ["A", "B", ""]
    assert found.part("strats").decimal("award_factor") == Decimal("1.2345")


@given(st.binary(min_size=PAIR.size, max_size=PAIR.size))
def test_a_structure_packed_over_its_own_bytes_stays_as_it_was(raw):
    assert pack(PAIR, {}, raw) == raw
    found = record(PAIR, raw)
    numbers = {
        name: Decimal(found.integer(name)).scaleb(-kind.digits)
        for name, (_, kind) in PAIR.fields.items()
        if kind.sort == "number"
    }
    assert pack(PAIR, numbers, raw) == raw


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("last_name", "A name of seventeen"),
        ("last_name", "名"),
        ("master_points", 65_536),
        ("master_points", -1),
        ("database_key", b"12345"),
    ],
)
def test_what_does_not_fit_is_refused(name, value):
    with pytest.raises(DoesNotFit):
        pack(PLAYER, {name: value})


def test_too_many_rows_and_unknown_fields_are_refused():
    with pytest.raises(DoesNotFit):
        pack(PAIR, {"players": [{}, {}, {}]})
    with pytest.raises(KeyError):
        pack(PAIR, {"colour": 1})
    with pytest.raises(TypeError):
        pack(PAIR, {"players": 3})
    with pytest.raises(TypeError):
        pack(PAIR, {"id": [1]})


@pytest.mark.parametrize("year", [1979, 2108])
def test_years_that_have_no_stamp_are_refused(year):
    with pytest.raises(DoesNotFit):
        stamp(datetime(year, 1, 1, tzinfo=UTC))


@given(st.binary(min_size=6, max_size=6))
def test_a_pascal_real_comes_back_bit_by_bit(raw):
    value = real48(raw)
    assert real48_bytes(value) == (raw if raw[0] else bytes(6))


def test_numbers_beyond_a_pascal_real_are_refused_or_0():
    with pytest.raises(DoesNotFit):
        real48_bytes(Fraction(2) ** 200)
    assert real48_bytes(Fraction(1, 2**200)) == bytes(6)


def test_bytes_are_filled_up_with_zeros_and_too_many_are_refused():
    assert pack(PLAYER, {"database_key": b"\3\1"})[0x3E:0x42] == b"\3\1\0\0"
    with pytest.raises(DoesNotFit, match="5 bytes in a field of 4"):
        pack(PLAYER, {"database_key": bytes(5)})


def test_nothing_is_0_and_a_text_is_no_number():
    assert pack(PLAYER, {"wins": None}) == bytes(PLAYER.size)
    with pytest.raises(TypeError, match="'x' is no number"):
        pack(PLAYER, {"wins": "x"})


def test_a_real_number_near_a_power_of_two_is_rounded_up_to_it():
    assert real48(real48_bytes(2 - Fraction(1, 1 << 60))) == 2
    assert real48_bytes(Fraction(1, 1 << 200)) == bytes(6)


def test_the_smallest_real_number_is_written_and_half_of_it_is_0():
    assert real48_bytes(Fraction(1, 1 << 128)) == bytes([1, 0, 0, 0, 0, 0])
    assert real48_bytes(Fraction(1, 1 << 129)) == bytes(6)


def test_the_largest_real_number_is_written_and_its_double_is_refused():
    assert real48_bytes(Fraction(1 << 126)) == bytes([0xFF, 0, 0, 0, 0, 0])
    with pytest.raises(DoesNotFit, match="too large for a real number"):
        real48_bytes(Fraction(1 << 127))


def test_a_text_fills_its_field_and_a_longer_one_is_refused():
    assert pack(PLAYER, {"last_name": "x" * 16})[:18] == b"\x10" + b"x" * 16 + b"\0"
    with pytest.raises(DoesNotFit, match="17 characters in a room of 16"):
        pack(PLAYER, {"last_name": "x" * 17})


def test_a_row_of_structures_is_filled_and_one_more_is_refused():
    rows = [{"section_rank": number} for number in range(1, 5)]
    assert [pack(PAIR, {"rankings": rows[:3]})[0x5E + 20 * number] for number in range(3)] == [1, 2, 3]
    with pytest.raises(DoesNotFit, match="has room for 3, not 4"):
        pack(PAIR, {"rankings": rows})


@pytest.mark.parametrize(
    ("name", "value"), [("last_name", {}), ("last_name", []), ("awards_total", "x"), ("awards_total", 3)]
)
def test_a_field_is_a_single_value_and_a_part_a_structure(name, value):
    with pytest.raises(TypeError):
        pack(PLAYER, {name: value})


def test_a_time_is_written_to_two_seconds_in_every_part():
    assert stamp(datetime(1980, 1, 1, tzinfo=UTC)) == 0x00210000
    assert stamp(datetime(2107, 12, 31, 23, 59, 59, tzinfo=UTC)) == 0xFF9FBF7D
    assert stamp(datetime(2031, 5, 4, 21, 30, 11, tzinfo=UTC)) == (51 << 9 | 5 << 5 | 4) << 16 | 21 << 11 | 30 << 5 | 5
