"""Details and extensions: nothing is dropped."""

import base64
from datetime import UTC, datetime
from decimal import Decimal

from shared.formats.acblscore.file.entry_layouts import INDEX, PLAYER
from shared.formats.acblscore.file.game import RAW, read_game
from shared.formats.acblscore.file.game_file import GameFile
from shared.formats.acblscore.file.game_layouts import EVENT
from shared.formats.acblscore.reader.details import decimal_text, details_of, of_file, raw_block, unknown_of
from shared.formats.acblscore.report import Report
from shared.formats.report import TEXT_LENGTH
from tests.support.acblscore_files import everything
from tests.support.acblscore_records import record


def test_every_documented_field_that_is_not_empty_becomes_a_detail():
    values = {
        "name": "Pairs",
        "rating": 20,
        "game_fee": Decimal("1.25"),
        "p_factor": Decimal("80.5"),
        "ofs_memo": 7,
        "modified": datetime(2031, 5, 4, 21, 30, 10, tzinfo=UTC),
        "handicap_type": -2,
    }
    event, _ = record(EVENT, values)
    assert {detail.name: detail.value for detail in details_of(event, ("name",))} == {
        "RATING": "20 NAP Club Level",
        "GAME_FEE": "1.25",
        "P_FACTOR": "80.5",
        "HANDICAP_TYPE": "-2",
        "MODIFIED": "2031-05-04T21:30:10",
    }


def test_a_number_that_stands_for_no_word_stays_a_number():
    event, _ = record(EVENT, {"rating": 200})
    assert [detail.value for detail in details_of(event, prefix="X_")] == ["200"]


def test_a_real_has_the_digits_that_it_can_tell_apart():
    for value, text in ((Decimal("0.7"), "0.7"), (Decimal("-123456.5"), "-123456.5"), (Decimal("1e9"), "1000000000")):
        assert decimal_text(record(EVENT, {"table_fee": value})[0], "table_fee") == text
    assert decimal_text(record(EVENT, {})[0], "table_fee") == ""


def test_unknown_bytes_and_bytes_behind_a_structure_are_kept_in_base64():
    player, _ = record(PLAYER, {"unknown_006c": b"\1\2"}, b"tail")
    found = {
        extension.name: base64.b64decode(extension.value) for extension in unknown_of(player, "pair A-1, player 1")
    }
    assert found == {"unknown_006c": b"\1\2\0\0\0", "rest": b"tail"}
    index, _ = record(INDEX, {}, b"entries")
    assert unknown_of(index, "index", entries=True) == []


def test_a_raw_block_is_kept_in_pieces_that_a_message_carries():
    block, _ = record(RAW, {}, bytes(range(256)) * 300)
    pieces = raw_block(block, "table")
    assert [piece.index for piece in pieces] == [0, 1]
    assert all(len(piece.value) <= TEXT_LENGTH for piece in pieces)
    assert b"".join(base64.b64decode(piece.value) for piece in pieces) == bytes(range(256)) * 300


def test_the_file_keeps_its_raw_tables_and_lists_its_free_blocks():
    game = read_game(GameFile(everything()[0], Report()))
    found = {(extension.owner, extension.name): extension.value for extension in of_file(game)}
    first, second = game.free
    assert found["file", "free blocks"] == f"0x{first.offset:x}+22 0x{second.offset:x}+42"
    assert base64.b64decode(found["Instant Matchpoint table", "block"]) == b"\7" * 90


def test_details_and_unknown_bytes_take_memory_each():
    event, report = record(EVENT, {"name": "Pairs", "rating": 20, "top": 3, EVENT.gaps[0]: b"\1"})
    assert len(details_of(event)) == 3
    assert report.memory == 3 * 420
    assert len(unknown_of(event, "event 1")) == 1
    assert report.memory == 3 * 420 + 1_100


def test_a_real_number_has_as_many_digits_as_40_bits_can_tell_apart():
    for value, text in (
        ("0.1", "0.1"),
        ("0.75", "0.75"),
        ("1234.5", "1234.5"),
        ("0", ""),
        ("3.14159265359", "3.1415926536"),
    ):
        event, _ = record(EVENT, {"game_fee": Decimal(value)})
        assert decimal_text(event, "game_fee") == text
