"""Results that are changed, added or taken out."""

from decimal import Decimal

import pytest

from contracts.facts import Detail, Facts, ResultFact, Score, Sides, StatedScore
from shared.formats.acblscore.file.game import read_game
from shared.formats.acblscore.file.game_file import GameFile
from shared.formats.acblscore.reader.parse import parse
from shared.formats.acblscore.report import Report
from shared.formats.acblscore.writer.results import row_of
from shared.formats.acblscore.writer.rewrite import Rewritten, rewrite
from shared.formats.losses import Losses
from tests.support.acblscore_files import Plan, everything, pairs_game, shorten

POINTS = {(board, table): (100, 100) for board in range(1, 7) for table in range(1, 4)}


def points(value: int) -> dict[str, Score]:
    return {"ns_score": Score(kind="points", points=value), "ew_score": Score(kind="points", points=value)}


def edited(data: bytes, results: list[ResultFact]) -> tuple[Facts, Rewritten]:
    (now,) = parse(data).events
    done = rewrite(data, {now.event: now.facts.replace(results=tuple(results))})
    (again,) = parse(done.data).events
    return again.facts, done


def summary(data: bytes) -> tuple[int, int]:
    section = read_game(GameFile(data, Report())).events[0].sections[0]
    return section.summary.integer("status"), section.summary.integer("num_rounds_posted")


def test_a_changed_score_with_its_points_is_read_again():
    data = pairs_game()[0]
    results = list(parse(data).events[0].facts.results)
    stated = StatedScore(ns=Decimal("2.00"), ew=Decimal("0.00"), unit="match_points")
    results[3] = results[3].replace(**points(-110), foul_group=2, stated=stated)
    facts, done = edited(data, results)
    assert facts.results == tuple(results)
    assert (len(done.data), done.losses) == (len(data), ())
    assert summary(done.data) == (3, 3)


def test_a_changed_score_without_points_leaves_the_section_unscored():
    data = pairs_game()[0]
    results = list(parse(data).events[0].facts.results)
    results[0] = results[0].replace(**points(90), stated=None)
    _, done = edited(data, results)
    assert summary(done.data) == (2, 3)


def test_a_result_taken_out_reopens_its_round():
    data = pairs_game()[0]
    results = [r for r in parse(data).events[0].facts.results if (r.board, r.sides.ns) != ("3", "A-2NS")]
    facts, done = edited(data, results)
    assert summary(done.data) == (1, 0)
    (gone,) = [r for r in facts.results if (r.board, r.sides.ns) == ("3", "A-2NS")]
    assert gone.ns_score.kind == "unknown"
    assert facts.sections[0].rounds_posted == 0


def test_a_late_play_is_pending():
    data = pairs_game()[0]
    results = list(parse(data).events[0].facts.results)
    late = Score(kind="late")
    results[0] = results[0].replace(ns_score=late, ew_score=late, stated=None)
    _, done = edited(data, results)
    assert summary(done.data)[0] & 4


def test_a_new_result_goes_into_an_empty_place():
    full = pairs_game()[0]
    results = list(parse(full).events[0].facts.results)
    raw = bytearray(full)
    raw[results[0].at.offset : results[0].at.offset + 18] = bytes(4) + b"\xe7\3" + bytes(6) + b"\xe7\3" + bytes(4)
    facts, done = edited(bytes(raw), results)
    assert [r.replace(at=None) for r in facts.results] == [r.replace(at=None) for r in results]
    assert (len(done.data), done.losses) == (len(full), ())


def test_a_new_result_on_a_full_board_moves_its_table_and_frees_the_old_one():
    data = pairs_game()[0]
    results = list(parse(data).events[0].facts.results)
    extra = results[0].replace(part=1, round=3, **points(170))
    facts, done = edited(data, [*results, extra])
    found = [r for r in facts.results if r.key == extra.key]
    assert [(r.round, r.ns_score.points) for r in found] == [(3, 170)]
    assert len(facts.results) == len(results) + 1
    game = read_game(GameFile(done.data, Report()))
    assert [block.end - block.offset for block in game.free] == [60]
    assert game.events[0].sections[0].boards[0].row.integer("num_results") == 4
    assert parse(done.data).findings == ()


@pytest.mark.parametrize(
    "change",
    [
        {"section": "Q"},
        {"board": "77"},
        {"sides": Sides(ns="A-9NS", ew="A-1EW")},
        {"ns_score": Score(kind="points", points=425)},
        {"ns_score": Score(kind="weighted")},
    ],
)
def test_what_cannot_be_written_is_left_out(change):
    data = pairs_game()[0]
    results = list(parse(data).events[0].facts.results)
    extra = results[0].replace(part=1, **change)
    facts, done = edited(data, [*results, extra])
    assert done.data == data
    assert facts.results == tuple(results)


def test_a_board_with_a_traveller_is_marked_as_entered():
    scores = {(1, table): (999, 999) for table in range(1, 4)}
    data = pairs_game(Plan(scores=scores, section={"posting_method": 1}, summary={"status": 1}))[0]
    (now,) = parse(data).events
    sides = Sides(ns="A-1NS", ew="A-1EW")
    new = ResultFact(section="A", round=1, table="1", board="1", sides=sides, **points(50))
    facts, done = edited(data, [*now.facts.results, new])
    # The meeting has its place in the file already, without a score; the result of a full table gets one of its own.
    assert [r.ns_score.points for r in facts.results if r.board == "1" and r.ns_score.kind == "points"] == [50]
    section = read_game(GameFile(done.data, Report())).events[0].sections[0]
    assert section.boards[0].row.integer("traveller_entered") == 1
    assert section.details.integer("num_boards_posted") == len(section.boards)


def test_individuals_have_four_rows_of_scores():
    data = everything()[0]
    event = parse(data).events[1]
    results = list(event.facts.results)
    results[0] = results[0].replace(**points(-50))
    done = rewrite(data, {event.event: event.facts.replace(results=tuple(results))})
    assert parse(done.data).events[1].facts.results == tuple(results)
    assert set(row_of(results[0], individual=True, losses=Losses())) >= {"north_score", "west_points"}


LINE = ResultFact(board="1", round=1, table="1", sides=Sides(ns="1", ew="2"), **points(420))


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"round": 255, "table": "255"}, (255, 255)),
        ({"round": 256, "table": "256"}, (255, 0)),
        ({"round": None, "table": None}, (0, 0)),
        ({"table": "T1"}, (1, 0)),
        ({"table": "0001"}, (1, 0)),
        ({"table": "001"}, (1, 1)),
    ],
)
def test_rounds_and_tables_are_written_as_far_as_a_byte_holds_them(change, where):
    row = row_of(LINE.replace(**change), individual=False, losses=Losses())
    assert (row["round"], row["table"]) == where


def test_a_pair_has_its_own_score_and_points():
    stated = StatedScore(ns=Decimal(3), unit="match_points")
    row = row_of(LINE.replace(stated=stated), individual=False, losses=Losses())
    assert row == {"round": 1, "table": 1, "ns_score": 42, "ew_score": -42, "ns_points": 3, "ew_points": 0}


def test_partners_have_the_score_of_their_side_unless_a_detail_says_otherwise():
    details = (
        Detail(name="SOUTH_SCORE", value="-5"),
        Detail(name="WEST_POINTS", value="150"),
        Detail(name="X", value="y"),
    )
    row = row_of(LINE.replace(details=details), individual=True, losses=Losses())
    assert [row[f"{seat}_score"] for seat in ("north", "east", "south", "west")] == [42, -42, -5, -42]
    assert (row["west_points"], row["east_points"]) == (Decimal("1.50"), 0)
    late = Score(kind="late")
    row = row_of(LINE.replace(details=details, ns_score=late, ew_score=late), individual=True, losses=Losses())
    assert (row["south_score"], row["west_points"]) == (900, 0)


def test_a_result_of_four_has_no_place_on_a_board_of_pairs():
    data = everything()[0]
    event = parse(data).events[1]
    results = list(event.facts.results)
    extra = results[0].replace(part=1, sides=Sides(ns="I-1", ew="I-2"))
    done = rewrite(data, {event.event: event.facts.replace(results=(*results, extra))})
    assert done.data == data


def test_a_section_of_an_older_version_has_no_number_of_boards_posted():
    scores = {(1, table): (999, 999) for table in range(1, 4)}
    raw = bytearray(pairs_game(Plan(scores=scores, section={"posting_method": 1}, summary={"status": 1}))[0])
    section = int.from_bytes(raw[0x13E + 4 : 0x13E + 8], "little")
    shorten(raw, section, 0x34)
    (now,) = parse(bytes(raw)).events
    new = ResultFact(section="A", round=1, table="1", board="1", sides=Sides(ns="A-1NS", ew="A-1EW"), **points(50))
    facts, done = edited(bytes(raw), [*now.facts.results, new])
    assert "50" in {str(result.ns_score.points) for result in facts.results}
    assert done.data[section + 0x34 : section + 0x38] == raw[section + 0x34 : section + 0x38]


def test_a_result_that_is_still_to_come_is_not_in_play():
    unknown = Score(kind="unknown")
    row = row_of(LINE.replace(ns_score=unknown, ew_score=unknown), individual=False, losses=Losses())
    assert (row["ns_score"], row["ew_score"]) == (999, 999)


@pytest.mark.parametrize(
    ("kinds", "counted"),
    [
        (("late", "late", "late"), 0),
        (("not_played", "points", "points"), 2),
        (("points", "late", "not_played"), 1),
        (("points", "points", "points"), 3),
    ],
)
def test_a_board_counts_the_results_that_have_a_score(kinds: tuple[str, ...], counted: int) -> None:
    data = pairs_game()[0]
    results = list(parse(data).events[0].facts.results)
    places = [index for index, result in enumerate(results) if result.board == "1"]
    for index, kind in zip(places, kinds, strict=True):
        score = Score(kind=kind, points=170) if kind == "points" else Score(kind=kind)
        results[index] = results[index].replace(ns_score=score, ew_score=score, stated=None)
    _, done = edited(data, results)
    (first, *_) = read_game(GameFile(done.data, Report())).events[0].sections[0].boards
    assert first.row.integer("num_results") == counted


@pytest.mark.parametrize(
    ("table", "round", "row"),
    [("255", 255, (255, 255)), ("256", 256, (0, 255)), ("0", 1, (0, 1)), ("A2", None, (0, 0)), (None, 3, (0, 3))],
)
def test_a_table_or_round_beyond_a_byte_is_not_written(
    table: str | None, round: int | None, row: tuple[int, int]
) -> None:
    result = ResultFact(board="1", table=table, round=round, sides=Sides(ns="A-1NS", ew="A-1EW"), **points(50))
    values = row_of(result, individual=False, losses=Losses())
    assert values is not None
    assert (values["table"], values["round"]) == row
