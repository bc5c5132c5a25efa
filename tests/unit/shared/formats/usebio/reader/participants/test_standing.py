"""What lists of participants state."""

from decimal import Decimal

import pytest

from contracts.base import Direction
from contracts.facts import Label
from shared.formats.usebio.reader.parse import parse
from tests.support.usebio_documents import board, codes, document, fixture, line, pair, people, read_one
from tests.support.usebio_expected import ReadAsExpected

FACTS = read_one(fixture("pairs-two-sessions-1.4.xml")).facts


def test_totals_of_event_and_session_are_kept_apart() -> None:
    first = {total.session: total for total in FACTS.totals if total.participant == "1"}
    assert first.keys() == {None, "SAT"}
    overall = first[None]
    assert (overall.place, overall.total, overall.maximum, overall.percentage) == ("1", 6, 8, Decimal("75.00"))
    assert (overall.boards_played, overall.wins, overall.stratum_place) == (4, 2, "1=")
    assert (first["SAT"].percentage, first["SAT"].section_place) == (100, "1")


@pytest.mark.parametrize("place", ["3=", "=3", "12"])
def test_a_place_stays_as_it_is_written(place: str) -> None:
    (total,) = read_one(document(people(pair("1", f"<PLACE>{place}</PLACE>")))).facts.totals
    assert total.place == place


def percentages(*texts: str, scoring: str = "CROSS_IMPS") -> tuple[list[str], list[tuple[object, object]]]:
    head = f"<BOARD_SCORING_METHOD>{scoring}</BOARD_SCORING_METHOD>"
    listed = (pair(f"{n}", f"<PERCENTAGE>{text}</PERCENTAGE>") for n, text in enumerate(texts, 1))
    parsed = parse(document(head + people(*listed)))
    return codes(parsed), [(total.total, total.percentage) for total in parsed.events[0].facts.totals]


def test_imps_that_are_no_percentages_are_totals() -> None:
    assert percentages("12.5", "-12.5") == (
        ["usebio.percentage-is-total"],
        [(Decimal("12.5"), None), (Decimal("-12.5"), None)],
    )
    assert percentages("55", "45") == ([], [(None, 55), (None, 45)])
    assert percentages("55", "-45", scoring="MATCH_POINTS") == ([], [(None, 55), (None, -45)])


def test_a_hyphen_is_no_number_and_no_fault() -> None:
    assert percentages("-", "N/A") == ([], [(None, None), (None, None)])


def test_a_participant_about_whom_nothing_is_stated_has_no_total() -> None:
    facts = read_one(document(people(pair("1", "<TOTAL_SCORE></TOTAL_SCORE><PLACE/>")))).facts
    assert (len(facts.participants), facts.totals, facts.adjustments) == (1, (), ())


@pytest.mark.parametrize(
    ("version", "handicap", "adjustment", "carried"),
    [("1.0", True, True, None), ("1.1", True, True, False), ("1.3", True, True, False), ("1.4", False, True, False)],
)
def test_what_the_totals_include_depends_on_the_version(
    version: str, handicap: bool, adjustment: bool, carried: bool | None
) -> None:
    inside = "<HANDICAP>2</HANDICAP><ADJUSTMENT>-1</ADJUSTMENT><CARRY_FORWARD>5</CARRY_FORWARD>"
    facts = read_one(document(people(pair("1", inside)), version=version)).facts
    assert {fact.kind: fact.counted for fact in facts.adjustments} == {
        "handicap": handicap,
        "penalty": adjustment,
        "carry_forward": carried,
    }
    assert [fact.amount for fact in facts.adjustments] == [-1, 2, 5]


@pytest.mark.parametrize(
    ("event", "version", "more", "unit"),
    [
        ("PAIRS", "1.4", "", "percent"),
        ("PAIRS", "1.2", "<PERCENTAGE>50</PERCENTAGE>", None),
        ("PAIRS", "1.2", "<TOTAL_SCORE>50</TOTAL_SCORE>", None),
        ("BUTLER_PAIRS", "1.2", "", "imps"),
        ("SWISS_PAIRS", "1.2", "", "vps"),
        ("AGGREGATE", "1.2", "", "points"),
    ],
)
def test_the_unit_of_an_adjustment_is_that_of_the_totals(event: str, version: str, more: str, unit: str | None) -> None:
    inside = people(pair("1", f"<ADJUSTMENT>-5</ADJUSTMENT>{more}"))
    (fact,) = read_one(document(inside, version=version, event=f'EVENT_TYPE="{event}"')).facts.adjustments
    assert fact.unit == unit


def test_a_stated_nought_is_a_statement() -> None:
    (fact,) = read_one(document(people(pair("1", "<ADJUSTMENT>0.00</ADJUSTMENT>")))).facts.adjustments
    assert fact.amount == 0


def test_awards_are_flat_or_wrapped_and_may_be_a_players_own() -> None:
    awards = [(fact.participant, fact.person, fact.kind, fact.amount, fact.colour, fact.text) for fact in FACTS.awards]
    assert awards == [
        ("1", None, "master_points", 200, "BLACK", None),
        ("1", None, "master_points", 101, "GREEN", None),
        ("1", None, "prize", None, None, "Two teapots"),
        ("1", None, "qualification", None, None, "SF2"),
        ("2", None, "master_points", 44, "GREEN", None),
        ("1", "N-101", "master_points", 12, "GREEN", None),
    ]


def test_a_colour_beside_a_flat_award_counts_before_that_of_the_event() -> None:
    facts = read_one(fixture("pairs-1.0.xml")).facts
    assert [(fact.participant, fact.colour) for fact in facts.awards] == [("1", "BLACK"), ("2", "RED")]


@pytest.mark.parametrize(
    ("text", "table", "direction"),
    [
        ("1NS", "1", "NS"),
        ("12 EW", "12", "EW"),
        ("A3-ns", "A3", "NS"),
        ("7N", "7", "N"),
        ("4", "4", None),
        ("EW", None, "EW"),
    ],
)
def test_a_seat_is_a_table_and_a_direction(text: str, table: str | None, direction: str | None) -> None:
    (seat,) = read_one(document(people(pair("1", f"<SEATING>{text}</SEATING>")))).facts.seats
    assert (seat.stage, seat.table, seat.direction, seat.text) == ("start", table, direction, text)


def test_seats_at_the_start_and_for_the_next_stage_are_told_apart() -> None:
    assert [(seat.stage, seat.session, seat.text) for seat in FACTS.seats] == [
        ("start", "SAT", "1NS"),
        ("next", "SAT", "2EW"),
    ]


def test_a_pair_without_standing_is_one_whose_players_all_are() -> None:
    assert [participant.standing for participant in FACTS.participants] == [True, True, False, True]


def test_labels_and_strata_belong_to_the_participant() -> None:
    first = FACTS.participants[0]
    assert first.labels == (Label(name="FLIGHT", value="B"), Label(name="CATEGORY", value="Mixed"))
    assert (first.stratum, first.override_stratum) == ("2", "1")


def test_a_team_knows_its_pairs_and_they_their_team() -> None:
    facts = read_one(fixture("teams-1.4.xml")).facts
    ids = {(participant.kind, participant.id): participant for participant in facts.participants}
    assert ids["team", "1"].members == ("1A", "1B")
    assert (ids["team", "1"].name, ids["pair", "1A"].team, ids["pair", "1A"].direction) == (
        "Fontaine",
        "1",
        Direction.NS,
    )
    assert [person.name for person in ids["team", "3"].players] == ["R One", "R Two"]
    assert [total.pair_imps for total in facts.totals if total.participant == "1A"] == [Decimal("6.33")]


def test_what_is_no_number_is_reported_with_its_place() -> None:
    parsed = parse(document(people(pair("1", "\n<TOTAL_SCORE>many</TOTAL_SCORE>")) + board(line())))
    (finding,) = parsed.findings
    assert codes(parsed) == ["usebio.bad-number"]
    assert (finding.place.line, finding.place.path) == (2, "/USEBIO/EVENT[1]/PARTICIPANTS[1]/PAIR[1]/TOTAL_SCORE")


def test_what_is_no_number_is_kept_as_it_stands() -> None:
    said = "<TOTAL_SCORE>m &amp; n</TOTAL_SCORE><ADJUSTMENT>-1</ADJUSTMENT><ADJUSTMENT>some</ADJUSTMENT>"
    said += "<ADJUSTMENT>-2</ADJUSTMENT><DIRECTION>up</DIRECTION><BOARDS_PLAYED>all</BOARDS_PLAYED>"
    said += "<MASTER_POINTS><MASTER_POINTS_AWARDED>few</MASTER_POINTS_AWARDED></MASTER_POINTS>"
    said += "<PLAYER><PLAYER_NAME>A</PLAYER_NAME><MASTER_POINT_TOTAL>x</MASTER_POINT_TOTAL></PLAYER>"
    parsed = parse(document(people(pair("1", said)) + board(line())))
    facts = parsed.events[0].facts
    kept = [(one.owner.rpartition("/PAIR")[2], one.value) for one in facts.extensions]
    assert sorted(kept) == [
        ("[PAIR_NUMBER='1']", "<ADJUSTMENT>some</ADJUSTMENT>"),
        ("[PAIR_NUMBER='1']", "<BOARDS_PLAYED>all</BOARDS_PLAYED>"),
        ("[PAIR_NUMBER='1']", "<DIRECTION>up</DIRECTION>"),
        ("[PAIR_NUMBER='1']", "<TOTAL_SCORE>m &amp; n</TOTAL_SCORE>"),
        ("[PAIR_NUMBER='1']/MASTER_POINTS[1]", "<MASTER_POINTS_AWARDED>few</MASTER_POINTS_AWARDED>"),
        ("[PAIR_NUMBER='1']/PLAYER[1]", "<MASTER_POINT_TOTAL>x</MASTER_POINT_TOTAL>"),
    ]
    assert [fact.amount for fact in facts.adjustments] == [-1, -2]
    assert sorted(codes(parsed)) == ["usebio.bad-number"] * 5 + ["usebio.bad-value"]


def seats_of(instruction: str, *texts: str) -> list[tuple[str | None, ...]]:
    carried = (f"<CARRY_FORWARD_SEATING>{text}</CARRY_FORWARD_SEATING>" for text in texts)
    inside = people(*(pair(str(number), text) for number, text in enumerate(carried, 1)))
    section = f'<SECTION SECTION_ID="A">{inside}</SECTION><SECTION SECTION_ID="B"/>'
    seats = read_one(document(instruction + section)).facts.seats
    return [(seat.stage, str(seat.round), seat.section, seat.table, seat.direction) for seat in seats]


def test_carried_seats_are_of_the_round_that_the_instruction_names() -> None:
    assert seats_of('<?kibitz-in-play next-round="5"?>', "7EW") == [("next", "5", "A", "7", "EW")]
    assert seats_of("", "7EW") == [("next", "None", "A", "7", "EW")]


def test_a_section_before_the_table_is_that_of_the_seat() -> None:
    assert seats_of("", "B7EW", "C7EW") == [("next", "None", "B", "7", "EW"), ("next", "None", "A", "C7", "EW")]


@pytest.mark.parametrize(
    ("version", "more", "unit"),
    [
        ("1.4", "<TOTAL_SCORE>50</TOTAL_SCORE><PERCENTAGE>50</PERCENTAGE>", "match_points"),
        ("1.4", "<PERCENTAGE>50</PERCENTAGE>", "percent"),
        ("1.2", "<TOTAL_SCORE>50</TOTAL_SCORE>", "match_points"),
        ("1.4", "", "percent"),
        ("1.2", "", None),
    ],
)
def test_what_is_carried_forward_is_in_the_unit_of_the_total(version: str, more: str, unit: str | None) -> None:
    data = document(people(pair("1", f"<CARRY_FORWARD>120</CARRY_FORWARD>{more}")), version=version)
    (fact,) = read_one(data).facts.adjustments
    assert fact.unit == unit


def test_a_second_list_that_repeats_an_adjustment_is_not_reported() -> None:
    adjusted = people(pair("1", "<ADJUSTMENT>-3</ADJUSTMENT>"))
    parsed = parse(document(adjusted + adjusted))
    assert [fact.amount for fact in parsed.events[0].facts.adjustments] == [-3]
    assert "usebio.adjustment-differs" not in codes(parsed)


class TestOddDocuments(ReadAsExpected):
    parts = ("participants", "totals", "adjustments", "awards", "seats")
