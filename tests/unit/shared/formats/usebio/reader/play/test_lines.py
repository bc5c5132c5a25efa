"""TRAVELLER_LINE."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts.facts import Detail, ResultFact
from shared.errors import FormatError
from shared.formats.usebio.reader import document_reader
from shared.formats.usebio.reader.parse import parse
from shared.formats.usebio.tables.elements import TRAVELLER_LINE
from tests.support.objects import as_object
from tests.support.usebio_documents import board, codes, document, line, pair, people, read_one
from tests.support.usebio_expected import ReadAsExpected


def result(inside: str, **how: str) -> ResultFact:
    (found,) = read_one(document(board(f"<TRAVELLER_LINE>{inside}</TRAVELLER_LINE>"), **how)).facts.results
    return found


SIDES = "<NS_PAIR_NUMBER>3</NS_PAIR_NUMBER><EW_PAIR_NUMBER>14</EW_PAIR_NUMBER>"


def test_a_full_line_is_read_as_written() -> None:
    found = result(
        SIDES + "<CONTRACT>5D*</CONTRACT><PLAYED_BY>South</PLAYED_BY><LEAD>10H</LEAD><TRICKS>10</TRICKS>"
        "<SCORE>-100</SCORE><NS_MATCH_POINTS>4.7</NS_MATCH_POINTS><EW_MATCH_POINTS>9.3</EW_MATCH_POINTS>"
        "<ROUND_NUMBER>3</ROUND_NUMBER><TABLE_NUMBER>Blue5</TABLE_NUMBER>"
    )
    assert (found.contract, found.declarer, found.lead, found.tricks) == ("5D*", "S", "10H", 10)
    assert (found.ns_score.points, found.ew_score.points) == (-100, -100)
    assert (str(found.stated.ns), str(found.stated.ew), found.stated.unit) == ("4.7", "9.3", "match_points")
    assert (found.round, found.table, found.board) == (3, "Blue5", "1")
    assert (found.sides.ns, found.sides.ew) == ("3", "14")


@pytest.mark.parametrize(
    ("tag", "unit"),
    [
        ("MATCH", "match_points"),
        ("BUTLER", "butler_imps"),
        ("CROSS_IMP", "cross_imps"),
        ("CROSS_IMPS", "cross_imps"),
        ("AGGREGATE", "aggregate"),
    ],
)
def test_every_unit_of_points_is_read(tag: str, unit: str) -> None:
    found = result(f"{SIDES}<SCORE>50</SCORE><NS_{tag}_POINTS>-1.5</NS_{tag}_POINTS>")
    assert (str(found.stated.ns), found.stated.ew, found.stated.unit) == ("-1.5", None, unit)


@pytest.mark.parametrize(
    ("scoring", "unit"),
    [("CROSS_IMPS", "cross_imps"), ("BUTLER", "butler_imps"), ("MATCH_POINTS", "butler_imps"), (None, "butler_imps")],
)
def test_imps_are_those_by_which_the_event_is_scored(scoring: str | None, unit: str) -> None:
    method = f"<BOARD_SCORING_METHOD>{scoring}</BOARD_SCORING_METHOD>" if scoring else ""
    imps = "<SCORE>50</SCORE><NS_IMPS>-1.5</NS_IMPS><EW_IMPS>1.5</EW_IMPS>"
    read = read_one(document(method + board(f"<TRAVELLER_LINE>{SIDES}{imps}</TRAVELLER_LINE>")))
    (found,) = read.facts.results
    assert (str(found.stated.ns), str(found.stated.ew), found.stated.unit) == ("-1.5", "1.5", unit)
    assert not read.facts.extensions


def test_imps_beside_other_points_are_called_as_1_4_does_where_that_is_free() -> None:
    points = "<NS_MATCH_POINTS>11</NS_MATCH_POINTS><NS_IMPS>6</NS_IMPS>"
    assert result(SIDES + points).details == (Detail(name="NS_BUTLER_POINTS", value="6"),)
    more = "<NS_BUTLER_POINTS>5</NS_BUTLER_POINTS>"
    names = {(detail.name, detail.value) for detail in result(SIDES + points + more).details}
    assert names == {("NS_BUTLER_POINTS", "5"), ("NS_IMPS", "6")}


def test_points_in_a_second_unit_are_kept_as_details() -> None:
    found = result(f"{SIDES}<NS_CROSS_IMP_POINTS>3</NS_CROSS_IMP_POINTS><NS_MATCH_POINTS>7</NS_MATCH_POINTS>")
    assert (found.stated.unit, str(found.stated.ns)) == ("match_points", "7")
    assert found.details == (Detail(name="NS_CROSS_IMP_POINTS", value="3"),)


def test_a_percentage_alone_is_that_of_north_south() -> None:
    found = result(f"{SIDES}<SCORE>50</SCORE><PERCENTAGE>52.71</PERCENTAGE>")
    assert (str(found.stated.ns_percent), found.stated.unit) == ("52.71", None)


def test_a_missing_score_is_unknown() -> None:
    assert result(SIDES).ns_score.kind == "unknown"
    assert result(SIDES + "<SCORE/>").ns_score.kind == "unknown"


def test_four_players_sit_down_in_an_individual_event() -> None:
    seats = "".join(f"<{seat}_PLAYER_NUMBER>{number}</{seat}_PLAYER_NUMBER>" for number, seat in enumerate("NSEW", 1))
    sides = result(seats + "<SCORE>50</SCORE>", event='EVENT_TYPE="INDIVIDUAL"').sides
    assert (sides.north, sides.south, sides.east, sides.west, sides.ns) == ("1", "2", "3", "4", None)


def test_an_arrow_switched_line_keeps_its_numbers() -> None:
    found = result(SIDES + "<SCORE>50</SCORE><ARROW_SWITCHED>Y</ARROW_SWITCHED>")
    assert (found.arrow_switched, found.sides.ns) == (True, "3")


@pytest.mark.parametrize(
    ("inside", "detail"),
    [
        ("<TRICKS>+1</TRICKS>", Detail(name="TRICKS", value="+1")),
        ("<TRICKS>=</TRICKS>", Detail(name="TRICKS", value="=")),
        ("<ROUND_NUMBER>last</ROUND_NUMBER>", Detail(name="ROUND_NUMBER", value="last")),
        ("<ARROW_SWITCHED>perhaps</ARROW_SWITCHED>", Detail(name="ARROW_SWITCHED", value="perhaps")),
        ("<NOTES>slow</NOTES>", Detail(name="NOTES", value="slow")),
        ("<DIRECTION>NS</DIRECTION>", Detail(name="DIRECTION", value="NS")),
    ],
)
def test_what_has_no_field_is_a_detail(inside: str, detail: Detail) -> None:
    found = result(SIDES + "<SCORE>50</SCORE>" + inside)
    assert found.details == (detail,)
    assert found.tricks is None


def test_a_line_that_does_not_say_who_played_is_reported_and_kept() -> None:
    parsed = parse(document(board("<TRAVELLER_LINE><SCORE>50</SCORE></TRAVELLER_LINE>")))
    assert codes(parsed) == ["usebio.missing-required"]
    assert parsed.events[0].facts.results[0].ns_score.points == 50


def test_the_same_sides_twice_on_a_board_are_two_results() -> None:
    results = read_one(document(board(line("50"), line("100")))).facts.results
    assert [found.part for found in results] == [0, 1]
    assert len({found.key for found in results}) == 2


def test_an_overlong_text_is_cut_and_the_line_counts() -> None:
    parsed = parse(document(board(line("50", more=f"<CONTRACT>{'4' * 5000}</CONTRACT>"))))
    (found,) = parsed.events[0].facts.results
    assert (len(found.contract), found.ns_score.points, found.part) == (1024, 50, 0)
    assert codes(parsed) == ["usebio.text-cut"]


def test_an_overlong_text_in_an_unusual_line_is_cut_too() -> None:
    parsed = parse(document(board(line("50", more=f"<LEAD x='1'>{'4' * 5000}</LEAD>"))))
    assert len(parsed.events[0].facts.results[0].lead) == 1024


@pytest.mark.parametrize("odd", ["<SCORE x='1'>50</SCORE>", "<SCORE>50<!-- c --></SCORE>", "<SCORE>50</SCORE><X/>"])
def test_an_unusual_line_reads_as_the_usual_one(odd: str) -> None:
    usual = result(SIDES + "<SCORE>50</SCORE>")
    assert result(SIDES + odd).replace(at=usual.at) == usual


VALUES = st.one_of(st.none(), st.sampled_from(["0", "7", "-1.5", "x", "A6040", "Ave", " 3 ", "1NS"]))


@given(
    st.dictionaries(
        st.sampled_from(
            [
                "CONTRACT",
                "LEAD",
                "TRICKS",
                "SCORE",
                "NS_MATCH_POINTS",
                "NS_BUTLER_POINTS",
                "PERCENTAGE",
                "ROUND_NUMBER",
                "TABLE_NUMBER",
                "NOTES",
            ]
        ),
        VALUES,
    )
)
def test_the_short_way_and_the_way_by_the_table_agree(values: dict[str, str | None]) -> None:
    inside = SIDES + "".join(f"<{tag}>{text or ''}</{tag}>" for tag, text in values.items())
    short, long = result(inside), result(inside + "<!-- c -->")
    assert long.replace(at=short.at) == short


@pytest.mark.parametrize(
    "odd", ["", "<TRICKS>+1</TRICKS>", "<NS_MATCH_POINTS>x</NS_MATCH_POINTS>", "<NOTES>late</NOTES>"]
)
def test_an_odd_line_changes_nothing_in_those_before_and_after_it(odd: str) -> None:
    plain = (
        "<TRICKS>9</TRICKS><NS_MATCH_POINTS>4</NS_MATCH_POINTS><ROUND_NUMBER>2</ROUND_NUMBER><PLAYED_BY>n</PLAYED_BY>"
    )
    lines = [line("110", ns="1", ew="2", more=plain), line("-50", ns="3", ew="4", more=odd), line("400", more=plain)]
    together = read_one(document(board(*lines))).facts.results
    apart = [read_one(document(board(each))).facts.results[0] for each in lines]
    assert [each.part for each in together] == [0, 0, 1]
    assert [each.replace(at=other.at, part=0) for each, other in zip(together, apart, strict=True)] == apart


def test_an_overlong_text_does_not_have_the_rest_of_its_line_reported_twice() -> None:
    long = f"<CONTRACT>{'4' * 5000}</CONTRACT><ROUND_NUMBER>last</ROUND_NUMBER><NOTES>{'slow ' * 360}</NOTES>"
    parsed = parse(document(board(line("fifty", more=long))))
    assert sorted(codes(parsed)) == ["usebio.bad-number", "usebio.bad-score", "usebio.text-cut"]
    assert [len(detail.value) for detail in parsed.events[0].facts.results[0].details] == [1799, 4]


WRITTEN = st.one_of(
    st.sampled_from(
        ["", "7", "13", "-3", "4S*", "N", "West", "A6040", "A50", "Ave+", "PASS", "late", "8.5", "+1", "Y"]
    ),
    st.text(st.characters(categories=["L", "N", "P", "Zs"], exclude_characters="<>&"), max_size=30),
    st.integers(1000, 1100).map(lambda length: "4" * length),
)
TAGS = sorted(TRAVELLER_LINE.leaves)


@given(st.lists(st.dictionaries(st.sampled_from(TAGS), WRITTEN, max_size=14), max_size=4), st.booleans())
def test_what_is_made_of_a_line_is_what_validation_makes_of_the_same_fields(
    lines: list[dict[str, str]], unusual: bool
) -> None:
    texts = ("".join(f"<{tag}>{text}</{tag}>" for tag, text in values.items()) for values in lines)
    comment = "<!-- by the table -->" if unusual else ""
    results = read_one(document(board(*(line("50", more=text + comment) for text in texts)))).facts.results
    assert len(results) == len(lines)
    for found in results:
        assert ResultFact.checked(as_object(found)) == found


@pytest.mark.parametrize(
    ("scoring", "unit", "ns"),
    [
        ("BUTLER_IMPS", "butler_imps", "3"),
        ("CROSS_IMPS", "cross_imps", "2.5"),
        ("MATCH_POINTS", "match_points", "14"),
        ("HYBRID", "match_points", "14"),
    ],
)
def test_of_points_in_several_units_those_of_the_events_scoring_count(scoring: str, unit: str, ns: str) -> None:
    points = "".join(
        f"<{side}_{name}>{value}</{side}_{name}>"
        for name, value in (("MATCH_POINTS", "14"), ("BUTLER_POINTS", "3"), ("CROSS_IMP_POINTS", "2.5"))
        for side in ("NS", "EW")
    )
    head = f"<BOARD_SCORING_METHOD>{scoring}</BOARD_SCORING_METHOD>"
    (found,) = read_one(document(head + board(line(more=points)))).facts.results
    assert found.stated is not None
    assert (found.stated.unit, found.stated.ns) == (unit, Decimal(ns))
    assert len(found.details) == 4


def test_players_named_beside_the_pairs_of_a_line_are_details() -> None:
    (found,) = read_one(document(board(line(more="<N_PLAYER_NUMBER>31</N_PLAYER_NUMBER>")))).facts.results
    assert (found.sides.ns, found.sides.north) == ("1", None)
    assert [(detail.name, detail.value) for detail in found.details] == [("N_PLAYER_NUMBER", "31")]


def test_points_in_both_spellings_are_both_there() -> None:
    points = "<NS_CROSS_IMP_POINTS>1.5</NS_CROSS_IMP_POINTS><NS_CROSS_IMPS_POINTS>2</NS_CROSS_IMPS_POINTS>"
    (found,) = read_one(document(board(line(more=points)))).facts.results
    assert str(found.stated.ns) == "1.5"
    assert [(detail.name, detail.value) for detail in found.details] == [("NS_CROSS_IMPS_POINTS", "2")]


@pytest.mark.parametrize(
    ("inside", "points"),
    [
        ("<NS_AGGREGATE_POINTS>650</NS_AGGREGATE_POINTS><EW_AGGREGATE_POINTS>-650</EW_AGGREGATE_POINTS>", 650),
        ("<NS_AGGREGATE_POINTS>0</NS_AGGREGATE_POINTS><EW_AGGREGATE_POINTS>0</EW_AGGREGATE_POINTS>", 0),
        ("<NS_AGGREGATE_POINTS>200</NS_AGGREGATE_POINTS><EW_AGGREGATE_POINTS>-50</EW_AGGREGATE_POINTS>", None),
        ("<NS_AGGREGATE_POINTS>2.5</NS_AGGREGATE_POINTS><EW_AGGREGATE_POINTS>-2.5</EW_AGGREGATE_POINTS>", None),
        ("<NS_CROSS_IMP_POINTS>6</NS_CROSS_IMP_POINTS><EW_CROSS_IMP_POINTS>-6</EW_CROSS_IMP_POINTS>", None),
        ("<NS_AGGREGATE_POINTS>200</NS_AGGREGATE_POINTS><SCORE>A6040</SCORE>", None),
    ],
)
def test_aggregate_points_are_the_score_of_a_line_without_one(inside: str, points: int | None) -> None:
    assert result(SIDES + inside).ns_score.points == points


def teams_line(inside: str) -> bytes:
    lists = people(
        f"<TEAM TEAM_ID='A'>{pair('A1')}{pair('A2')}</TEAM>", f"<TEAM TEAM_ID='B'>{pair('B1')}{pair('B2')}</TEAM>"
    )
    played = board(f"<TRAVELLER_LINE>{inside}<SCORE>50</SCORE></TRAVELLER_LINE>")
    match = f"<MATCH><TEAM>A</TEAM><OPPOSING_TEAM>B</OPPOSING_TEAM>{played}</MATCH>"
    return document(lists + match, event='EVENT_TYPE="SWISS_TEAMS"')


@pytest.mark.parametrize(("ns", "ew", "team"), [("A1", "B2", "A"), ("B2", "A1", "B"), ("A2", "", "A"), ("", "A2", "B")])
def test_without_a_direction_the_pairs_say_how_their_teams_sat(ns: str, ew: str, team: str) -> None:
    parsed = parse(teams_line(f"<NS_PAIR_NUMBER>{ns}</NS_PAIR_NUMBER><EW_PAIR_NUMBER>{ew}</EW_PAIR_NUMBER>"))
    assert (parsed.events[0].facts.results[0].sides.ns_team, codes(parsed)) == (team, [])


def test_a_line_that_does_not_say_how_its_team_sat_is_reported() -> None:
    parsed = parse(teams_line(""))
    assert parsed.events[0].facts.results[0].sides.ns_team == "A"
    assert codes(parsed) == ["usebio.missing-required"]


def test_points_that_are_no_numbers_are_kept_as_details_and_reported_each_time() -> None:
    odd = "<NS_MATCH_POINTS>all</NS_MATCH_POINTS><EW_MATCH_POINTS>0</EW_MATCH_POINTS><PERCENTAGE>?</PERCENTAGE>"
    parsed = parse(document(board(line(more=odd), line(more=odd, ns="3", ew="4"))))
    for result_ in parsed.events[0].facts.results:
        assert (result_.stated.ns, result_.stated.ew, result_.stated.ns_percent) == (None, 0, None)
        assert [(one.name, one.value) for one in result_.details] == [("NS_MATCH_POINTS", "all"), ("PERCENTAGE", "?")]
    assert codes(parsed) == ["usebio.bad-number"] * 4


def test_lines_that_state_the_same_points_share_them() -> None:
    points = "<NS_MATCH_POINTS>2</NS_MATCH_POINTS><EW_MATCH_POINTS>0</EW_MATCH_POINTS>"
    first, second = read_one(document(board(line(more=points), line("50", ns="3", ew="4", more=points)))).facts.results
    assert first.stated is second.stated


@pytest.mark.parametrize(
    ("played", "counts"),
    [
        (line("110"), True),
        (line("0"), True),
        (line("A6040"), False),
        ("<TRAVELLER_LINE><SCORE>110</SCORE></TRAVELLER_LINE>", False),
    ],
)
def test_a_line_of_somebody_with_points_makes_room_for_another_part(
    monkeypatch: pytest.MonkeyPatch, played: str, *, counts: bool
) -> None:
    monkeypatch.setattr(document_reader, "MOST_PARTS", 2)
    data = document(board(played) + people(pair("1")))
    if counts:
        assert len(read_one(data).facts.participants) >= 1
    else:
        with pytest.raises(FormatError, match="3 parts and hardly a result"):
            parse(data)


def test_an_element_within_a_text_of_a_line_is_kept() -> None:
    event = read_one(document(board(f"<TRAVELLER_LINE>{SIDES}<SCORE>110<X>y</X></SCORE></TRAVELLER_LINE>")))
    assert [(fact.kind, fact.name) for fact in event.facts.extensions] == [("element", "X")]
    assert event.facts.results[0].ns_score.points == 110


@pytest.mark.parametrize("tag", TAGS)
def test_a_blank_text_of_a_line_says_nothing(tag: str) -> None:
    usual, blank = (
        parse(document(board(f"<TRAVELLER_LINE>{SIDES}{more}</TRAVELLER_LINE>"))) for more in ("", f"<{tag}> </{tag}>")
    )
    assert codes(blank) == codes(usual) == []
    assert blank.events[0].facts.results == usual.events[0].facts.results


class TestOddDocuments(ReadAsExpected):
    parts = ("results",)


@pytest.mark.parametrize("score", ["", "<SCORE>0</SCORE>", "<SCORE></SCORE>"])
@pytest.mark.parametrize(
    ("contract", "kind", "percent"),
    [("A6040", "artificial", 60), ("Adjusted", "artificial", None), ("NP", "not_played", None)],
)
def test_what_stands_in_place_of_the_contract_is_the_score(
    score: str, contract: str, kind: str, percent: int | None
) -> None:
    found = result(f"{SIDES}<CONTRACT>{contract}</CONTRACT>{score}")
    assert (found.contract, found.ns_score.kind, found.ns_score.percent) == (contract, kind, percent)


def test_a_score_counts_beside_what_stands_in_place_of_the_contract() -> None:
    assert result(f"{SIDES}<CONTRACT>A6040</CONTRACT><SCORE>420</SCORE>").ns_score.points == 420
    assert result(f"{SIDES}<CONTRACT>PASS</CONTRACT><SCORE>0</SCORE>").ns_score.points == 0
    assert result(f"{SIDES}<CONTRACT>Amended</CONTRACT><SCORE>0</SCORE>").ns_score.points == 0


def test_a_hyphen_is_no_number_of_tricks_and_no_fault() -> None:
    data = document(board(f"<TRAVELLER_LINE>{SIDES}<TRICKS>-</TRICKS><SCORE>0</SCORE></TRAVELLER_LINE>"))
    assert "usebio.bad-number" not in codes(parse(data))
    assert read_one(data).facts.results[0].tricks is None


def test_of_two_lines_without_a_direction_the_second_is_east_west() -> None:
    lines = "<TRAVELLER_LINE><SCORE>420</SCORE></TRAVELLER_LINE><TRAVELLER_LINE><SCORE>-50</SCORE></TRAVELLER_LINE>"
    boards = f"{board(lines, number='1')}{board(lines, number='2')}"
    match = f"<MATCH><TEAM>7</TEAM><OPPOSING_TEAM>8</OPPOSING_TEAM>{boards}</MATCH>"
    read = read_one(document(match, event='EVENT_TYPE="TEAMS"')).facts.results
    assert [found.sides.ns_team for found in read] == ["7", "8", "7", "8"]
