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
