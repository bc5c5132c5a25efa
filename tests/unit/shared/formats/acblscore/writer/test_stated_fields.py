"""Details back into the fields that they came from."""

from decimal import Decimal

from contracts.facts import Detail
from shared.formats.acblscore.file.game_layouts import EVENT
from shared.formats.acblscore.file.packing import pack
from shared.formats.acblscore.reader.details import details_of
from shared.formats.acblscore.writer.stated_fields import fields_of, packed
from shared.formats.losses import Losses
from tests.support.acblscore_records import record


def test_what_became_a_detail_becomes_the_field_again():
    values = {
        "rating": 20,
        "director": "Ada Amber",
        "p_factor": Decimal("80.5"),
        "game_fee": Decimal("1.25"),
        "life_master_1": -1,
    }
    event, _ = record(EVENT, values)
    assert pack(EVENT, fields_of(details_of(event), EVENT)) == pack(EVENT, values)


def test_other_details_and_what_does_not_fit_are_left_out():
    words = {"RATING": "300", "NOTES": "x", "DIRECTOR": "x" * 17, "LEVEL": "unit", "UNKNOWN_007B": "1", "OFS_MEMO": "9"}
    details = [Detail(name=name, value=value) for name, value in {**words, "X_LEVEL": "2 unit"}.items()]
    assert fields_of(details, EVENT) == {}
    assert fields_of(details, EVENT, "X_") == {"level": Decimal(2)}


def test_values_that_do_not_fit_are_counted_and_the_others_written():
    losses = Losses()
    raw = packed(EVENT, {"rating": 20, "top": 70_000, "session": -1}, losses)
    assert raw == pack(EVENT, {"rating": 20})
    assert [(item.what, item.count) for item in losses.items()] == [("session of events", 1), ("top of events", 1)]
