"""The event as CSV."""

import csv
import io
from decimal import Decimal
from typing import Any

import pytest

from contracts.base import Compass, Direction
from contracts.facts import Detail
from contracts.messages import EventMerged
from contracts.seating import RoundAssignment, SeatAssignment
from contracts.standings import (
    Method,
    Progress,
    Ranking,
    ScoredBoard,
    ScoredMatch,
    StandingRow,
    Standings,
    StatedRow,
    TieBreakValue,
    TravellerLine,
)
from services.export.domain.csv_file import (
    RESULT_COLUMNS,
    SEAT_COLUMNS,
    STANDINGS_COLUMNS,
    render_matches,
    render_results,
    render_seats,
    render_standings,
)
from shared.formats.parsed import Rendered
from tests.support.merged import merged


def event(*rows: StandingRow, boards: tuple[ScoredBoard, ...] = ()) -> EventMerged:
    rankings = (Ranking(id="overall", title="Overall", unit="match_points", rows=rows),) if rows else ()
    standings = Standings(
        event="made-up-pairs",
        name="Made-up pairs",
        method=Method(board_scoring="match_points"),
        progress=Progress(),
        rankings=rankings,
    )
    return merged(standings=standings).replace(boards=boards)


def row(**fields: Any) -> StandingRow:
    return StandingRow(**{"id": "7", "number": "7", "name": "Ann Low & Bob High", **fields})


def lines(rendered: Rendered) -> list[dict[str, str]]:
    assert rendered.media_type == "text/csv; charset=utf-8"
    return list(csv.DictReader(io.StringIO(rendered.data.decode("utf-8-sig"), newline="")))


def only(rendered: Rendered) -> dict[str, str]:
    (line,) = lines(rendered)
    return line


def test_a_spreadsheet_knows_the_encoding_and_the_line_ends() -> None:
    data = render_standings(event(row(name="Zoë Łuk"))).data
    assert data.startswith(b"\xef\xbb\xbfranking,place,")
    assert data.endswith(b"\r\n")
    assert data.count(b"\r\n") == data.count(b"\n") == 2


def test_standings_have_ours_and_the_files_values_side_by_side() -> None:
    stated = StatedRow(place="3", total=Decimal(31), percentage=Decimal(52))
    ours = row(
        place="2=",
        total=Decimal("31.5"),
        maximum=Decimal(60),
        percentage=Decimal("52.5"),
        boards=5,
        direction=Direction.NS,
        agrees=False,
        stated=stated,
    )
    line = only(render_standings(event(ours)))
    assert list(line) == list(STANDINGS_COLUMNS)
    assert (line["place"], line["total"], line["percentage"]) == ("2=", "31.5", "52.5")
    assert (line["stated_place"], line["stated_total"], line["stated_percentage"]) == ("3", "31", "52")
    assert (line["direction"], line["boards"], line["agrees"]) == ("NS", "5", "no")


def test_with_stated_values_the_files_places_come_first_and_ours_never_fill_a_gap() -> None:
    ours = {"place": "2", "total": Decimal(30), "percentage": Decimal(50)}
    stated, silent = lines(
        render_standings(event(row(**ours, stated=StatedRow(place="3", total=Decimal(29))), row(**ours)), "stated")
    )
    assert (stated["place"], stated["total"], stated["percentage"]) == ("3", "29", "")
    assert (silent["place"], silent["total"], silent["percentage"]) == ("", "", "")


def test_what_is_unknown_is_blank_and_not_0() -> None:
    line = only(render_standings(event(row())))
    assert all(line[name] == "" for name in ("place", "total", "percentage", "adjustment", "wins", "agrees"))
    assert line["boards"] == "0"


@pytest.mark.parametrize(
    "name", ["=HYPERLINK(1)", "@SUM(A1)", "+A1", "-A1", "\t=1", "=5", "@5", "\n=1", "-", "--1", "＝1", "　＝1", " =1"]
)
def test_a_name_that_a_spreadsheet_would_run_gets_an_apostrophe(name: str) -> None:
    assert only(render_standings(event(row(name=name))))["name"] == f"'{name}"


@pytest.mark.parametrize("control", ["\x00", "\x07", "\x1b", "\x7f", "\x9b", "\u202e", "\u2028", "\u2069"])
def test_what_a_terminal_obeys_becomes_a_blank(control: str) -> None:
    assert only(render_standings(event(row(name=f"Ann{control}[31mLow"))))["name"] == "Ann [31mLow"
    assert only(render_standings(event(row(name=f"{control}=1"))))["name"] == "' =1"


@pytest.mark.parametrize("place", ["=3", "3=", "1"])
def test_a_place_that_starts_like_a_formula_is_kept_readable(place: str) -> None:
    assert only(render_standings(event(row(place=place))))["place"].lstrip("'") == place


@pytest.mark.parametrize("name", ['Ann "Ace" Low', "Low, Ann", "Ann\nBob", "'quoted'", "A=B"])
def test_any_other_name_comes_back_as_it_was(name: str) -> None:
    assert only(render_standings(event(row(name=name))))["name"] == name


def test_numbers_are_never_written_with_an_exponent() -> None:
    assert only(render_standings(event(row(total=Decimal("1E+2")))))["total"] == "100"


def board(**line: Any) -> ScoredBoard:
    return ScoredBoard(
        event="made-up-pairs",
        id="7",
        session="1",
        board="7",
        dealer=Compass.SOUTH,
        vulnerable="All",
        unit="match_points",
        lines=(TravellerLine(**line),),
    )


def test_results_name_every_field_of_a_line_with_its_board() -> None:
    played = board(
        section="A",
        round=2,
        table="3",
        ns="1",
        ew="12",
        ns_names="Ann & Bob",
        contract="4SX",
        declarer="N",
        lead="HT",
        tricks=9,
        score="-200",
        ns_points=Decimal(3),
        ew_points=Decimal(9),
        stated_ns=Decimal(4),
        agrees=False,
    )
    line = only(render_results(event(boards=(played,))))
    assert list(line) == list(RESULT_COLUMNS)
    assert (line["session"], line["board"], line["dealer"], line["vulnerable"]) == ("1", "7", "S", "All")
    assert (line["section"], line["round"], line["table"], line["ns"], line["ew"]) == ("A", "2", "3", "1", "12")
    assert (line["contract"], line["declarer"], line["lead"], line["tricks"]) == ("4SX", "N", "HT", "9")
    assert (line["ns_points"], line["ew_points"], line["stated_ns"], line["stated_ew"]) == ("3", "9", "4", "")


def test_a_negative_score_stays_a_number() -> None:
    assert only(render_results(event(boards=(board(score="-200", ew_score="+50"),))))["score"] == "-200"


def test_each_table_says_what_it_leaves_out() -> None:
    whole = event(row(), boards=(board(), board()))
    assert [(loss.what, loss.count) for loss in render_standings(whole).losses] == [("travellers", 2)]
    assert [(loss.what, loss.count) for loss in render_results(whole).losses] == [("standings", 1)]
    assert render_standings(event()).losses == render_results(event()).losses == ()


def test_the_same_event_gives_the_same_bytes_under_a_name_of_its_own() -> None:
    whole = event(row(), boards=(board(),))
    assert render_standings(whole) == render_standings(whole)
    assert (render_standings(whole).name, render_results(whole).name) == (
        "made-up-pairs.csv",
        "made-up-pairs-results.csv",
    )


def test_matches_are_a_table_of_their_own() -> None:
    match = ScoredMatch(
        round=2,
        home="1",
        away="7",
        home_name="The Lanterns",
        boards=8,
        home_raw=Decimal(11),
        away_raw=Decimal(-11),
        home_score=Decimal("14.2"),
        away_score=Decimal("5.8"),
        unit="vps",
        agrees=True,
    )
    whole = event(row())
    played = whole.standings.replace(matches=(match,))
    rendered = render_matches(whole.replace(standings=played))
    line = only(rendered)
    assert (line["home_name"], line["home_raw"], line["away_raw"]) == ("The Lanterns", "11", "-11")
    assert (line["home_score"], line["agrees"], line["stated_home"]) == ("14.2", "yes", "")
    assert rendered.name == "made-up-pairs-matches.csv"
    assert [loss.what for loss in rendered.losses] == ["standings"]


def test_tie_breaks_of_chess_stand_in_one_cell() -> None:
    values = (TieBreakValue(code="SB", value=Decimal("12.5")), TieBreakValue(code="TPR"))
    assert only(render_standings(event(row(tie_breaks=values))))["tie_breaks"] == "SB 12.5; TPR –"


SEATS = RoundAssignment(
    event="made-up-pairs",
    session="1",
    stage="round",
    round=3,
    rule="swiss",
    sitting_out=("9",),
    tables=(SeatAssignment(table="1", ns="4", ew="7", first_board="9", last_board="16", reason="1st meets 2nd"),),
    byes=(Detail(name="9", value="U"),),
)


def cells(rendered: Rendered) -> list[list[str]]:
    return list(csv.reader(io.StringIO(rendered.data.decode("utf-8-sig"), newline="")))


def test_seats_have_a_line_for_each_table_and_for_who_sits_out() -> None:
    rendered = render_seats(merged(), "computed", SEATS)
    lines = [dict(zip(SEAT_COLUMNS, row, strict=True)) for row in cells(rendered)[1:]]
    assert [(row["round"], row["table"], row["ns"], row["ew"], row["first_board"]) for row in lines] == [
        ("3", "1", "4", "7", "9"),
        ("3", "", "", "", ""),
    ]
    assert (lines[1]["sitting_out"], lines[1]["bye"]) == ("9", "U")


def test_an_event_without_seats_has_a_heading_alone() -> None:
    assert len(cells(render_seats(merged()))) == 1


def test_seats_of_a_stage_are_named_by_it() -> None:
    of_stage = SEATS.replace(round=None, stage="next")
    assert cells(render_seats(merged(), "computed", of_stage))[1][:3] == ["1", "next", "swiss"]


def test_tables_without_seats_say_that_they_have_none() -> None:
    for render in (render_standings, render_results, render_matches):
        assert "seats that follow" in {loss.what for loss in render(merged(), "computed", SEATS).losses}


def test_seats_fill_every_column_of_their_table() -> None:
    four = SeatAssignment(
        table="2",
        section="B",
        north="1",
        south="2",
        east="3",
        west="4",
        white="5",
        black="6",
        ns_names="Ann & Bob",
        ew_names="Cy & Di",
        first_board="1",
        last_board="2",
        reason="next",
        ns="7",
        ew="8",
    )
    heading, seated, out, bye = cells(
        render_seats(merged(), "computed", SEATS.replace(tables=(four,), sitting_out=("10", "9")))
    )
    assert dict(zip(heading, seated, strict=True)) == {
        "session": "1",
        "round": "3",
        "rule": "swiss",
        **four.model_dump(),
        "sitting_out": "",
        "bye": "",
    }
    blank = [""] * len(SeatAssignment.model_fields)
    assert (out, bye) == (["1", "3", "swiss", *blank, "10", ""], ["1", "3", "swiss", *blank, "9", "U"])


def test_what_a_table_leaves_out_is_said_with_where_it_is() -> None:
    whole = event(row(), boards=(board(),))
    said = {
        render.__name__: [(loss.what, loss.count, loss.why) for loss in render(whole, "computed", SEATS).losses]
        for render in (render_standings, render_results, render_matches, render_seats)
    }
    follow = ("seats that follow", 1, "the table has no columns for them; see seats-csv")
    assert said == {
        "render_standings": [("travellers", 1, "a table of standings has no boards; see results-csv"), follow],
        "render_results": [("standings", 1, "a table of results has no totals; see csv"), follow],
        "render_matches": [("standings", 1, "it has no totals; see csv"), follow],
        "render_seats": [("standings", 1, "a table of seats has no totals; see csv")],
    }


def test_standings_fill_every_column_of_their_table() -> None:
    filled = row(
        place="1",
        section="A",
        direction=Direction.EW,
        total=Decimal("60.5"),
        maximum=Decimal(100),
        percentage=Decimal("60.50"),
        adjustment=Decimal(-2),
        handicap=Decimal(3),
        carry_forward=Decimal(4),
        final=Decimal("65.5"),
        boards=24,
        wins=Decimal("2.5"),
        agrees=True,
        stated=StatedRow(place="2", total=Decimal(60), percentage=Decimal(60)),
    )
    assert only(render_standings(event(filled))) == {
        "ranking": "overall",
        "place": "1",
        "number": "7",
        "name": "Ann Low & Bob High",
        "section": "A",
        "direction": "EW",
        "total": "60.5",
        "maximum": "100",
        "percentage": "60.50",
        "adjustment": "-2",
        "handicap": "3",
        "carry_forward": "4",
        "final": "65.5",
        "tie_breaks": "",
        "boards": "24",
        "wins": "2.5",
        "stated_place": "2",
        "stated_total": "60",
        "stated_percentage": "60",
        "agrees": "yes",
    }
