"""Structures that were read: texts, numbers and times."""

from datetime import UTC, datetime
from decimal import Decimal
from fractions import Fraction

import pytest

from shared.formats.acblscore.file.entry_layouts import PLAYER
from shared.formats.acblscore.file.game_file import GameFile
from shared.formats.acblscore.file.game_layouts import EVENT, MASTER
from shared.formats.acblscore.file.packing import pack
from shared.formats.acblscore.file.record import Record, memory_of
from shared.formats.acblscore.report import Report

START = MASTER.size


def image_of(body: bytes) -> GameFile:
    return GameFile(pack(MASTER, {"len_rest": START - 2}) + body, Report())


def codes(file: GameFile) -> list[str]:
    return [finding.code.removeprefix("acblscore.") for finding in file.report.findings]


def player(raw: bytes) -> tuple[Record, GameFile]:
    file = image_of(raw)
    return Record(file.data, file.report, PLAYER, START, START + PLAYER.size, "player"), file


def test_a_text_ends_where_its_length_says_and_not_at_a_zero():
    raw = bytearray(pack(PLAYER, {"last_name": "Amberley-Fernhil"}))
    found, file = player(bytes(raw))
    assert found.text("last_name") == "Amberley-Fernhil"
    raw[0] = 5
    assert player(bytes(raw))[0].text("last_name") == "Amber"
    assert codes(file) == []


def test_a_text_longer_than_its_room_is_cut_to_it_and_reported():
    raw = bytearray(pack(PLAYER, {"last_name": "Amber", "first_name": "Ada"}))
    raw[0] = 255
    found, file = player(bytes(raw))
    assert found.text("last_name") == "Amber"
    assert codes(file) == ["bad-text"]
    assert file.report.findings[0].place.path == "player: last_name"


def test_characters_beyond_ascii_are_read_and_reported_and_controls_are_left_out():
    found, file = player(pack(PLAYER, {"last_name": "Müller", "first_name": "A\x01da\x7f "}))
    assert (found.text("last_name"), found.text("first_name")) == ("Müller", "Ada")
    assert codes(file) == ["not-ascii"]


def test_numbers_have_the_decimals_of_their_type():
    found, _ = player(pack(PLAYER, {"wins": Decimal("1.5"), "master_points": 321}))
    assert (found.decimal("wins"), found.integer("wins"), found.decimal("master_points")) == (Decimal("1.50"), 150, 321)
    with pytest.raises(TypeError):
        found.integer("last_name")
    with pytest.raises(TypeError):
        found.raw("wins")


def test_a_time_that_cannot_be_is_unknown_and_reported():
    moment = datetime(2031, 5, 4, 21, 30, 10, tzinfo=UTC)
    for value, expected in ((moment, moment), (0, None), (0xFFFF_FFFF, None)):
        file = image_of(pack(EVENT, {"modified": value}))
        assert Record(file.data, file.report, EVENT, START, START + EVENT.size, "event").time("modified") == expected
        assert codes(file) == (["bad-time"] if value == 0xFFFF_FFFF else [])


def test_structures_within_another_are_named_and_have_places_of_their_own():
    values = {"sections": [{"event": 1, "name": "A"}, {}, {"event": 2, "name": "C", "ofs_section": 7}]}
    master = GameFile(pack(MASTER, {"len_rest": START - 2, **values}), Report()).master
    third = master.part("sections", 2)
    assert (third.name, third.text("name"), third.offset) == ("master table, sections 3", "C", 0x13E + 2 * 22)
    assert third.place("ofs_section").offset == 0x13E + 2 * 22 + 4
    assert third.place().path == "master table, sections 3"
    assert third is master.part("sections", 2)
    assert len(master.parts("sections")) == 100
    assert [(number, row.integer("event")) for number, row in master.used("sections", "event")] == [(0, 1), (2, 2)]
    assert [number for number, _ in master.used("sections", "ofs_section")] == [2]
    assert master.part_raw("sections", 1) == bytes(22)
    assert master.part_raw("sections", 2) == third.data[third.offset : third.offset + 22]


def test_a_part_of_which_there_is_one_has_no_number():
    found, _ = player(pack(PLAYER, {"awards_total": {"amount_1": 2}}))
    award = found.part("awards_total")
    assert (award.name, award.decimal("amount_1")) == ("player, awards_total", 2)


def test_a_block_holds_the_fields_before_its_end_and_has_a_rest_behind_its_structure():
    file = image_of(pack(EVENT, {"last_session": 255, "site_factor": Decimal("1.5")}) + b"more")
    whole = Record(file.data, file.report, EVENT, START, START + EVENT.size + 4, "event")
    assert (whole.rest(), whole.flag("last_session"), whole.flag("consolation")) == (b"more", True, False)
    assert whole.real("site_factor") == Fraction(3, 2)
    offset, kind = EVENT.fields["site_factor"]
    for size, held in ((offset + kind.size, True), (offset + kind.size - 1, False)):
        short = Record(file.data, file.report, EVENT, START, START + size, "event")
        assert (short.holds("site_factor"), short.rest()) == (held, b"")


def test_a_structure_takes_more_memory_the_more_fields_and_parts_it_has():
    assert memory_of(PLAYER) == 400 + 50 * len(PLAYER.names) + 700 * 3


def test_a_text_beyond_ascii_may_fill_its_room_to_the_end():
    raw = bytearray(pack(PLAYER, {"last_name": "Ümberley-Fernhil"}))
    for length, expected in ((16, ["not-ascii"]), (17, ["bad-text", "not-ascii"])):
        raw[0] = length
        found, file = player(bytes(raw))
        assert found.text("last_name") == "Ümberley-Fernhil"
        assert codes(file) == expected
