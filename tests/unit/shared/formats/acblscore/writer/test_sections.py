"""Sections of a new file."""

from datetime import UTC, datetime
from decimal import Decimal

import pytest

from contracts.facts import (
    Detail,
    MovementFact,
    MovementLine,
    Participant,
    ResultFact,
    Score,
    SectionFact,
    Sides,
    StatedScore,
)
from shared.formats.acblscore.file.game_file import GameFile
from shared.formats.acblscore.file.game_layouts import SECTION
from shared.formats.acblscore.file.record import Record
from shared.formats.acblscore.report import Report
from shared.formats.acblscore.writer.blocks import Blocks
from shared.formats.acblscore.writer.seating import Seating, seating_of
from shared.formats.acblscore.writer.sections import NewSection, link, strats_of, write_section
from shared.formats.losses import Losses

WHEN = datetime(2031, 5, 4, tzinfo=UTC)


def line(number: int, table: int, board: int, ns: int, ew: int, kind: str = "points") -> ResultFact:
    score = Score(kind=kind, points=50 if kind == "points" else None)
    return ResultFact(
        round=number,
        table=str(table),
        board=str(board),
        sides=Sides(ns=str(ns), ew=str(ew)),
        ns_score=score,
        ew_score=score,
        stated=StatedScore(ns=Decimal(1), ew=Decimal(1)),
    )


def write(*results: ResultFact, fact: SectionFact | None = None) -> tuple[Record, dict, Losses]:
    blocks = Blocks()
    losses = blocks.losses
    names = dict.fromkeys(name for r in results for name in (r.sides.ns, r.sides.ew) if name)
    people = {name: Participant(id=name, kind="pair") for name in names}
    seating = seating_of(people, results, None, starts={}, individual=False, losses=losses)
    fields = {name: {"num_boards_played": 4} for name in people}
    section = NewSection(1, "A", fact, seating, list(results), fields, frozenset({"2"}), Decimal(3))
    summary = write_section(section, blocks, WHEN)
    file = GameFile(bytes(blocks.data), Report())
    offset = summary["ofs_section"]
    return Record(file.data, file.report, SECTION, offset, offset + SECTION.size, "section A"), summary, losses


def test_a_section_counts_its_tables_rounds_and_boards():
    details, summary, losses = write(line(1, 1, 1, 1, 2), line(1, 2, 2, 3, 4), line(2, 1, 2, 1, 4), line(2, 2, 1, 3, 2))
    assert [details.integer(name) for name in ("num_tables", "num_rounds", "num_boards", "top")] == [2, 2, 2, 3]
    assert (details.integer("full_score"), details.integer("phantom"), details.time("modified")) == (12, -2, WHEN)
    assert (summary["status"], summary["num_rounds_posted"], summary["num_rounds"]) == (3, 2, 2)
    assert losses.items() == ()


def test_a_round_with_a_blank_is_not_posted_and_a_late_play_is_pending():
    _, summary, _ = write(line(1, 1, 1, 1, 2), line(2, 1, 2, 1, 4, "unknown"), line(2, 2, 1, 3, 2))
    assert (summary["status"], summary["num_rounds_posted"]) == (1, 1)
    _, summary, _ = write(line(1, 1, 1, 1, 2, "late"))
    assert summary["status"] == 7


def test_what_the_section_stated_comes_back():
    words = {"POSTING": "travellers", "FULL_SCORE": "99", "FLAGS": "2", "STRAT_2_RANK_DEPTH_1": "-1", "BAROMETER": "1"}
    said = tuple(Detail(name=name, value=value) for name, value in words.items())
    fact = SectionFact(id="A", top=Decimal(7), boards_per_round=3, movement="W0909.MOV", details=said)
    details, summary, _ = write(line(1, 1, 1, 1, 2), fact=fact)
    assert (details.integer("top"), details.integer("full_score"), details.integer("barometer")) == (7, 99, 1)
    assert (details.text("movement_file"), details.integer("posting_method")) == ("W0909.MOV", 1)
    assert details.part("strats", 1).integer("rank_depth_1") == -1
    assert (summary["num_rounds_posted"], summary["flags"]) == (0, 2)
    assert strats_of(said)[1] == {"rank_depth_1": Decimal(-1)}


def test_what_does_not_fit_is_counted():
    _, _, losses = write(line(1, 1, 256, 1, 2), *(line(1, 1, 1, 1, 2) for _ in range(257)), line(30, 1, 2, 1, 2))
    assert sorted((item.what, item.count) for item in losses.items()) == [("meeting", 1), ("result", 1), ("result", 2)]


def test_ranks_are_linked_over_the_sections_that_are_ranked_together():
    def section(number: int, *ranks: int) -> NewSection:
        people = {f"{number}-{n}": {"rankings": [{"rank": rank}]} for n, rank in enumerate(ranks, 1)}
        numbers = {name: (1, n) for n, name in enumerate(people, 1)}
        seating = Seating(howell=False, individual=False, numbers=numbers)
        return NewSection(number, "AB"[number - 1], None, seating, [], people, frozenset(), None)

    first, second = section(1, 1, 3), section(2, 2)
    link([first, second], ["A", "A"], (), Losses())
    following = {name: fields["rankings"][0] for each in (first, second) for name, fields in each.people.items()}
    assert (following["1-1"]["next_in_section"], following["1-1"]["next_in_section_section"]) == (1, 2)
    assert (following["2-1"]["next_in_section"], following["2-1"]["next_in_section_section"]) == (2, 1)
    assert "next_in_section" not in following["1-2"]
    assert first.first[1]["first_ranked_1"] == 1
    assert (first.first[2], second.first[1]) == ({}, {})


def test_a_howell_section_lists_the_seat_of_each_number():
    details, _, _ = write(line(1, 1, 1, 1, 2), line(1, 2, 2, 3, 4), line(2, 1, 2, 4, 1), line(2, 2, 1, 2, 3))
    raw = details.raw("numbers")
    assert details.flag("howell")
    assert [tuple(raw[80 + 2 * n : 82 + 2 * n]) for n in range(4)] == [(1, 1), (1, 2), (2, 1), (2, 2)]


def test_a_section_without_meetings_has_no_movement():
    details, summary, _ = write(line(0, 1, 1, 1, 2))
    assert (details.integer("ofs_movement"), details.integer("num_rounds")) == (0, 0)
    assert summary["num_rounds_posted"] == 0


@pytest.mark.parametrize(("full", "shown"), [("65535", 65_535), ("65536", 0)])
def test_a_full_score_beyond_its_field_is_0_in_the_summary(full, shown):
    fact = SectionFact(id="A", details=(Detail(name="FULL_SCORE", value=full),))
    _, summary, _ = write(line(1, 1, 1, 1, 2), fact=fact)
    assert summary["full_score"] == shown


@pytest.mark.parametrize(("board", "first"), [("255", 255), ("256", 0)])
def test_the_first_board_of_a_meeting_is_written_as_far_as_a_byte_holds_it(board, first):
    blocks = Blocks()
    people = {name: Participant(id=name, kind="pair") for name in "12"}
    sides = Sides(ns="1", ew="2")
    lines = (MovementLine(round=1, table="1", sides=sides, first_board=board),)
    movement = MovementFact(id="A", kind="pairs", lines=lines)
    seating = seating_of(people, [], movement, starts={}, individual=False, losses=blocks.losses)
    section = NewSection(1, "A", None, seating, [], {}, frozenset(), None)
    offset = write_section(section, blocks, WHEN)["ofs_section"]
    movement_at = Record(bytes(blocks.data), Report(), SECTION, offset, offset + SECTION.size, "A").integer(
        "ofs_movement"
    )
    assert blocks.data[movement_at + 9] == first


@pytest.mark.parametrize(("table", "written"), [(254, 254), (255, 255), (256, 255), (300, 255)])
def test_a_table_of_more_than_one_byte_is_the_last_one_that_a_byte_holds(table: int, written: int):
    people = {"1": {}, "2": {}}
    for howell, places in ((False, (160, 161)), (True, (80, 82))):
        seating = Seating(howell=howell, individual=False, numbers={"1": (1, 1), "2": (2, 1)})
        if howell:
            seating.numbers.update({"1": (0, 1), "2": (0, 2)})
        seating.seats.update({"1": (table, 1), "2": (table, 2)})
        blocks = Blocks()
        summary = write_section(NewSection(1, "A", None, seating, [], people, frozenset(), Decimal(1)), blocks, WHEN)
        file = GameFile(bytes(blocks.data), Report())
        offset = summary["ofs_section"]
        raw = Record(file.data, file.report, SECTION, offset, offset + SECTION.size, "A").raw("numbers")
        assert [raw[place] for place in places] == [written] * 2


def test_results_of_a_round_that_has_not_begun_are_left_to_the_movement():
    details, summary, losses = write(line(1, 1, 1, 1, 2), line(2, 2, 1, 3, 2, "unknown"))
    assert (details.integer("num_boards"), summary["num_rounds_posted"], losses.items()) == (1, 1, ())
    without = line(2, 2, 1, 3, 2, "unknown").replace(round=None, table=None)
    _, _, losses = write(line(1, 1, 1, 1, 2), without)
    assert [(item.what, item.count) for item in losses.items()] == [("result", 1)]


def test_travellers_are_posted_when_the_program_says_so():
    said = (Detail(name="POSTING", value="travellers"), Detail(name="STATUS", value="scored"))
    _, summary, _ = write(line(1, 1, 1, 1, 2), fact=SectionFact(id="A", details=said))
    assert summary["status"] == 1
