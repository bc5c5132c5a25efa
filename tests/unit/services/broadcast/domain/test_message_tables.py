import json
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts.base import Contract, Direction, Excerpt, is_excerpt
from contracts.changes import ChangeCount, ChangedField, ChangedLine, ChangedParticipant, EventChange, NamedFile
from contracts.facts import Detail
from contracts.findings import Finding, Severity
from contracts.messages import BoardScored, FileVerdict, LooksLike, Position, StandingsPublished
from contracts.seating import Exchange, RoundAssignment, SeatAssignment
from contracts.standings import (
    BoardRef,
    Method,
    Progress,
    Ranking,
    ScoredBoard,
    ScoredMatch,
    Source,
    StandingRow,
    Standings,
    StatedRow,
    TieBreakValue,
    TravellerLine,
)
from services.broadcast.domain import message_tables
from services.broadcast.domain.channel import Row, TableState, check_rows
from services.broadcast.domain.message_tables import (
    BOARD_COLUMNS,
    CATALOGUE_COLUMNS,
    MATCH_COLUMNS,
    SEAT_COLUMNS,
    STANDINGS_COLUMNS,
    FeedBoardScored,
    FeedStandingsPublished,
    analysis_table,
    seats_table,
)
from shared.bus.errors import Unreadable
from shared.bus.wire import decode, encode
from tests.support.made_up_pairs import MadeUpPairs
from tests.support.published import analysis, as_read, board_as_read, table_of

EVENING = datetime(2031, 10, 3, 22, 5, tzinfo=UTC)
LEADER = StandingRow(
    id="1NS",
    number="1",
    name="Ann & Bob",
    section="A",
    direction=Direction.NS,
    place="1=",
    rank=1,
    total=Decimal("4.50"),
    percentage=Decimal("75.00"),
    boards=3,
    adjustment=Decimal("-0.3"),
    stated=StatedRow(place="2", total=Decimal("4.4"), percentage=Decimal("73.30")),
    agrees=False,
)
LAST = StandingRow(id="9", number="9", name="Cem & Dot")


def published(*rankings: Ranking, **fields: Any) -> StandingsPublished:
    fields = {
        "event": "club-night",
        "name": "Club night",
        "method": Method(board_scoring="match_points"),
        "progress": Progress(),
        **fields,
    }
    return StandingsPublished(
        standings=Standings(rankings=rankings, **fields),
        position=Position(seq=3, applied=7),
        digest="ab" * 32,
        calculated_at=EVENING,
    )


def matches_table(message: StandingsPublished) -> TableState:
    read = as_read(message)
    return message_tables.matches_table(read, message_tables.followed(None, read))


def catalogue_row(message: StandingsPublished) -> Row:
    return message_tables.catalogue_row(as_read(message))


def board_table(board: ScoredBoard) -> TableState:
    message = BoardScored(board=board, position=Position(seq=1, applied=1), digest="ab" * 32)
    return message_tables.board_table(board_as_read(message).board)


def overall(*rows: StandingRow, **fields: Any) -> Ranking:
    return Ranking(**{"id": "overall", "title": "Overall", "unit": "imps", "rows": rows, **fields})


def cells(columns: tuple[str, ...], row: Row) -> dict[str, Any]:
    return dict(zip(columns, row, strict=True))


def test_each_line_of_a_ranking_is_a_row_with_its_decimals_as_text() -> None:
    table = table_of(published(overall(LEADER, LAST)))
    assert list(table.rows) == ["overall|1NS", "overall|9"]
    assert cells(table.columns, table.rows["overall|1NS"]) == {
        "ranking": "overall",
        "number": "1",
        "name": "Ann & Bob",
        "section": "A",
        "direction": "NS",
        "place": "1=",
        "rank": 1,
        "total": "4.50",
        "percentage": "75.00",
        "boards": 3,
        "adjustment": "-0.3",
        "carry": None,
        "handicap": None,
        "final": None,
        "title": None,
        "rating": None,
        "federation": None,
        "tie_breaks": None,
        "agrees": False,
        "stated_place": "2",
        "stated_total": "4.4",
        "stated_percentage": "73.30",
    }


def test_files_that_the_message_put_aside_are_in_the_meta_without_the_words_for_the_director() -> None:
    def verdict(word: str, number: int, **more: Any) -> FileVerdict:
        fields = {
            "file": f"{number:064x}",
            "name": f"{number}.xml",
            "verdict": word,
            "text": "the clock of hall",
            **more,
        }
        return FileVerdict.model_validate({"fragment": f"{number}.0", **fields})

    by = NamedFile(file="cd" * 32, name="new.xml")
    older = verdict("older", 1, by=by, lines=44, repeated=41, altered=3)
    meta = table_of(published().replace(verdicts=(older, verdict("counts", 2)))).meta
    assert meta["verdicts"] == [
        {
            "file": f"{1:064x}",
            "name": "1.xml",
            "verdict": "older",
            "by": {"file": "cd" * 32, "name": "new.xml"},
            "lines": 44,
            "repeated": 41,
            "altered": 3,
        }
    ]
    many = tuple(verdict("retracted", number) for number in range(25))
    shown: Any = table_of(published().replace(verdicts=many)).meta["verdicts"]
    assert [each["name"] for each in shown] == [f"{number}.xml" for number in range(5, 25)]


def test_the_meta_says_what_moved_and_why_without_the_lines_that_were_added() -> None:
    by = NamedFile(file="cd" * 32, name="new.xml")
    people = [
        ChangedParticipant(change="renumbered", kind="pair", id="50", was="10", name="Ann & Bo"),
        ChangedParticipant(
            change="altered", kind="pair", id="3", fields=(ChangedField(name="section", before="A", after="B"),)
        ),
        ChangedParticipant(change="added", kind="pair", id="9"),
    ]
    lines = [
        ChangedLine(change="taken_back", kind="result", subject="board 7, 3 against 12", before="420"),
        ChangedLine(change="added", kind="result", subject="board 8, 3 against 12", after="50"),
    ]
    counts = (ChangeCount(kind="result", added=1, taken_back=1),)
    change = EventChange(by=by, counts=counts, participants=tuple(people), lines=tuple(lines), text="in words")
    alike = LooksLike(event="other", why="hands", text="hands of other")
    meta = table_of(published().replace(change=change, looks_like=(alike,))).meta
    assert meta["change"] == {
        "by": {"file": "cd" * 32, "name": "new.xml"},
        "counts": [{"kind": "result", "added": 1, "taken_back": 1}],
        "participants": [
            {"change": "renumbered", "kind": "pair", "id": "50", "was": "10", "name": "Ann & Bo"},
            {
                "change": "altered",
                "kind": "pair",
                "id": "3",
                "fields": [{"name": "section", "before": "A", "after": "B"}],
            },
        ],
        "lines": [{"change": "taken_back", "kind": "result", "subject": "board 7, 3 against 12", "before": "420"}],
        "text": "in words",
    }
    assert meta["looks_like"] == [{"event": "other", "why": "hands", "text": "hands of other", "advice": ""}]
    assert table_of(published()).meta["change"] == {}


def test_tie_breaks_of_chess_are_written_with_their_codes() -> None:
    values = (TieBreakValue(code="SB", value=Decimal("12.50")), TieBreakValue(code="TPR"))
    row = LAST.replace(tie_breaks=values)
    table = table_of(published(overall(row)))
    assert cells(STANDINGS_COLUMNS, table.rows["overall|9"])["tie_breaks"] == ["SB 12.50", "TPR –"]
    exact(table)


def test_what_is_not_known_is_null_and_never_nought() -> None:
    row = cells(STANDINGS_COLUMNS, table_of(published(overall(LAST))).rows["overall|9"])
    assert {name for name, value in row.items() if value is not None} == {"ranking", "number", "name", "boards"}


@pytest.mark.parametrize(
    ("value", "text"), [("1E+2", "100"), ("0E-2", "0.00"), ("1E-7", "0.0000001"), ("12.50", "12.50")]
)
def test_a_decimal_is_never_written_with_an_exponent(value: str, text: str) -> None:
    row = LAST.replace(total=Decimal(value))
    assert cells(STANDINGS_COLUMNS, table_of(published(overall(row))).rows["overall|9"])["total"] == text


def test_one_pair_in_two_rankings_is_two_rows() -> None:
    rankings = (overall(LEADER), overall(LEADER, id="section-A", section="A"))
    assert list(table_of(published(*rankings)).rows) == ["overall|1NS", "section-A|1NS"]


def test_the_meta_of_standings_says_what_is_true_of_all_of_them() -> None:
    source = Source(fragment="ab.0", file="ab" * 32, name="x.xml", format="usebio", as_of=EVENING, scope="round 3")
    meta = table_of(
        published(
            overall(LEADER),
            organiser="Lantern Club",
            date="2031-10-03",
            kind="pairs",
            sources=(source,),
            boards=(BoardRef(id="2-7", board="7", session="2"), BoardRef(id="8", board="8")),
            differences=2,
            progress=Progress(rounds=9, text="after round 3"),
            findings_total=5,
        )
    ).meta
    assert (meta["title"], meta["organiser"], meta["date"], meta["kind"]) == (
        "Club night",
        "Lantern Club",
        "2031-10-03",
        "pairs",
    )
    assert (meta["status"], meta["unit"], meta["differences"], meta["findings_total"]) == ("live", "imps", 2, 5)
    assert meta["rankings"] == [{"id": "overall", "title": "Overall", "unit": "imps"}]
    assert meta["boards"] == [{"id": "2-7", "board": "7", "session": "2"}, {"id": "8", "board": "8"}]
    assert meta["progress"] == {
        "rounds": 9,
        "boards": 0,
        "results": 0,
        "sections": [],
        "slow": [],
        "slow_total": 0,
        "text": "after round 3",
    }
    assert (meta["calculated_at"], meta["digest"]) == ("2031-10-03T22:05:00+00:00", "ab" * 32)


def test_without_a_ranking_the_unit_is_that_of_the_boards() -> None:
    assert table_of(published()).meta["unit"] == "match_points"


def test_sources_are_listed_with_their_number_and_findings_are_for_staff() -> None:
    sources = tuple(
        Source(fragment=f"{n}", file="ab" * 32, name="x", format="pbn", as_of=EVENING, scope="x") for n in range(20)
    )
    findings = tuple(Finding(code="x.y", severity=Severity.INFO, message=str(n)) for n in range(80))
    meta: Any = table_of(published(sources=sources, sources_total=50, findings=findings)).meta
    assert [source["fragment"] for source in meta["sources"]] == [str(n) for n in range(20)]
    assert meta["sources_total"] == 50
    assert "findings" not in meta


def test_a_match_keeps_its_row_when_others_come_before_it() -> None:
    late = ScoredMatch(round=2, home="1", away="3", home_score=Decimal("12.5"), away_score=Decimal("7.5"), unit="vps")
    early = ScoredMatch(round=1, home="1", away="2", unit="vps")
    again = early.replace(boards=4)
    before, after = matches_table(published(matches=(late,))), matches_table(published(matches=(early, again, late)))
    assert list(before.rows) == ["|2|1|3|1"]
    assert list(after.rows) == ["|1|1|2|1", "|1|1|2|2", "|2|1|3|1"]
    row = cells(MATCH_COLUMNS, after.rows["|2|1|3|1"])
    assert (row["home_score"], row["away_score"], row["stated_home"]) == ("12.5", "7.5", None)
    exact(after)


def test_standings_say_how_many_matches_there_are() -> None:
    match = ScoredMatch(home="1", unit="vps")
    assert table_of(published(matches=(match,))).meta["matches"] == 1
    assert matches_table(published(matches=(match,))).rows.keys() == {"||1||1"}


def test_the_lines_of_a_traveller_are_numbered_from_the_best() -> None:
    lines = (
        TravellerLine(ns="1", ew="2", score="420", ns_points=Decimal("2"), ns_percent=Decimal("100"), tricks=10),
        TravellerLine(ns="3", ew="4", score="-50", ns_points=Decimal("0.5"), agrees=True),
    )
    table = board_table(ScoredBoard(event="e", id="2-7", session="2", board="7", unit="match_points", lines=lines))
    assert list(table.rows) == ["1", "2"]
    first, second = (cells(table.columns, row) for row in table.rows.values())
    assert (first["ns"], first["score"], first["ns_points"], first["ns_percent"], first["tricks"]) == (
        "1",
        "420",
        "2",
        "100",
        10,
    )
    assert (second["ns_points"], second["agrees"], second["ew_points"]) == ("0.5", True, None)
    assert table.meta == {"event": "e", "id": "2-7", "session": "2", "board": "7", "unit": "match_points"}


def test_a_board_without_results_any_more_is_an_empty_table() -> None:
    assert board_table(ScoredBoard(event="e", id="7", board="7", unit="match_points")).rows == {}


def test_seats_are_numbered_as_they_are_given() -> None:
    tables = (
        SeatAssignment(table="1", ns="1", ew="2", first_board="7", last_board="9", reason="movement"),
        SeatAssignment(table="2", white="3", black="4"),
    )
    table = seats_table(RoundAssignment(event="e", stage="round", round=3, rule="movement", tables=tables))
    first, second = (cells(table.columns, row) for row in table.rows.values())
    assert (list(table.rows), first["ns"], first["first_board"], first["north"]) == (["1", "2"], "1", "7", None)
    assert (second["white"], second["black"], second["ns"]) == ("3", "4", None)
    assert (table.meta["round"], table.meta["rule"], "tables" in table.meta) == (3, "movement", False)


def test_the_reason_of_a_table_that_the_director_has_changed_is_what_was_changed():
    line = SeatAssignment(
        table="1", ns="3", ew="2", reason="the next in rank order", by_hand="by hand: 3 in place of 1"
    )
    swap = Exchange(first="1", second="3")
    seats = RoundAssignment(event="e", stage="round", round=3, rule="swiss", tables=(line,), exchanges=(swap,))
    table = seats_table(seats)
    assert cells(table.columns, table.rows["1"])["reason"] == "by hand: 3 in place of 1"
    assert table.meta["exchanges"] == [{"what": "participants", "first": "1", "second": "3"}]


def test_an_event_in_the_list_shows_who_leads_and_how_far_it_is() -> None:
    message = published(overall(LAST), overall(LEADER, id="NS"), kind="pairs")
    progress = Progress(text="after round 3", rounds_complete=3, results=36, results_expected=84, complete=False)
    message = message.replace(standings=message.standings.replace(progress=progress))
    message = message.replace(leader="Ann & Bob")
    assert cells(CATALOGUE_COLUMNS, catalogue_row(message)) == {
        "name": "Club night",
        "organiser": None,
        "date": None,
        "kind": "pairs",
        "status": "live",
        "progress": "after round 3",
        "rounds": None,
        "rounds_complete": 3,
        "results": 36,
        "results_expected": 84,
        "complete": False,
        "leader": "Ann & Bob",
        "updated": "2031-10-03T22:05:00+00:00",
    }


def test_before_the_first_result_nobody_leads() -> None:
    assert cells(CATALOGUE_COLUMNS, catalogue_row(published(overall(LAST))))["leader"] is None


def exact(table: TableState) -> None:
    """Every reader sees the same table: cells are cells, and no fraction is anywhere."""
    check_rows(table.rows, table.columns)
    json.dumps(dict(table.meta), allow_nan=False)
    assert not list(_fractions(list(table.meta.values())))


def _fractions(value: Any) -> Any:
    if isinstance(value, float):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from _fractions(part)
    elif isinstance(value, list):
        for part in value:
            yield from _fractions(part)


def test_a_whole_event_is_tables_without_a_fraction() -> None:
    pairs = MadeUpPairs(tables=7, rounds=7)
    pairs.play(3, tables=4)
    message = StandingsPublished(
        standings=pairs.standings(), position=Position(seq=1, applied=1), digest="ab" * 32, calculated_at=EVENING
    )
    exact(table_of(message))
    exact(seats_table(pairs.seats()))
    for board in pairs.boards():
        exact(board_table(board))
    check_rows({"e": catalogue_row(message)}, CATALOGUE_COLUMNS)


numbers = st.none() | st.decimals(-10_000, 10_000, allow_nan=False, allow_infinity=False, places=4)


@given(numbers, numbers, st.none() | st.booleans())
def test_any_numbers_become_text_that_says_the_same(
    one: Decimal | None, other: Decimal | None, agrees: bool | None
) -> None:
    row = LAST.replace(total=one, percentage=other, agrees=agrees)
    shown = cells(STANDINGS_COLUMNS, table_of(published(overall(row))).rows["overall|9"])
    assert (None if shown["total"] is None else Decimal(shown["total"])) == one
    assert (None if shown["percentage"] is None else Decimal(shown["percentage"])) == other
    line = TravellerLine(ns_points=one, stated_ew=other, agrees=agrees)
    table = board_table(ScoredBoard(event="e", id="7", board="7", unit="imps", lines=(line,)))
    exact(table)
    told = cells(BOARD_COLUMNS, table.rows["1"])
    assert (None if told["ns_points"] is None else Decimal(told["ns_points"])) == one


def test_the_columns_of_seats_are_fields_of_a_seat() -> None:
    assert set(SEAT_COLUMNS) <= set(SeatAssignment.model_fields)


def test_what_a_file_states_of_an_analysis_is_not_told_with_the_traveller() -> None:
    stated = (Detail(name="N NT", value="9"),)
    board = ScoredBoard(event="e", id="7", board="7", unit="imps", double_dummy=stated)
    assert "double_dummy" not in board_table(board).meta


def test_an_analysis_is_a_row_for_each_declarer_under_the_denominations() -> None:
    table = analysis_table(analysis("e", "7", 1).analysis)
    assert table.columns == ("notrump", "spades", "hearts", "diamonds", "clubs")
    assert set(table.rows) == {"N", "E", "S", "W"}
    assert table.meta["par_contracts"] == [{"contract": "4S", "declarers": ["N", "S"], "tricks": 10}]
    exact(table)


def test_an_event_of_nothing_but_decisions_has_no_files() -> None:
    def of(total: int, exports: int) -> bool:
        message = published(overall(LEADER), sources_total=total, exports_total=exports)
        return message_tables.has_files(as_read(message).standings)

    assert [of(0, 0), of(1, 0), of(1, 1), of(2, 1)] == [False, False, True, True]


@pytest.mark.parametrize(
    ("part", "whole"), [(FeedStandingsPublished, StandingsPublished), (FeedBoardScored, BoardScored)]
)
def test_the_feed_reads_parts_of_messages_of_the_bus(part: type[Excerpt], whole: type[Contract]) -> None:
    assert is_excerpt(part, whole)
    example = whole.model_validate_json((Path("contracts/examples") / f"{whole.__name__}.json").read_bytes())
    assert decode(part, encode(example))
    with pytest.raises(Unreadable, match="position"):
        decode(part, encode(example).replace(b'"position"', b'"place"'))


def test_only_travellers_with_auction_or_play_have_columns_for_them() -> None:
    line = TravellerLine(ns="1", ew="2", score="420")
    plain = board_of(line)
    assert plain.columns == BOARD_COLUMNS
    played = board_of(line.replace(calls=("1S", "Pass"), cards=("HA",), claimed=10), line)
    told = [cells(played.columns, row) for row in played.rows.values()]
    assert [(each["calls"], each["cards"], each["claimed"], each["broken_off"]) for each in told] == [
        (["1S", "Pass"], ["HA"], 10, None),
        ([], [], None, None),
    ]
    check_rows(played.rows, played.columns)


def board_of(*lines: TravellerLine) -> TableState:
    board = ScoredBoard(event="a", id="7", board="7", unit="match_points", lines=lines)
    message = BoardScored(board=board, position=Position(seq=1, applied=1), digest="0" * 64)
    return message_tables.board_table(board_as_read(message).board)
