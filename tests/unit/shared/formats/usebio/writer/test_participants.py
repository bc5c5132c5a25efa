"""PARTICIPANTS as written."""

from decimal import Decimal

from contracts.facts import AdjustmentFact, AwardFact, Facts, Participant, Person, SeatFact
from contracts.standings import Ranking, StandingRow
from shared.formats.merged_values import Values
from shared.formats.usebio.writer.markup import Markup
from shared.formats.usebio.writer.participants import Lists
from tests.support.usebio_documents import document, merged, read_one
from tests.support.usebio_expected import WrittenAsExpected


def write(
    *participants: Participant, version: tuple[int, int] = (1, 4), rankings: tuple[Ranking, ...] = (), **facts: object
) -> tuple[list[str], list[str]]:
    """The lines of the list, and what was lost."""
    known = Facts(participants=participants, **facts)
    markup = Markup(version, ())
    event = merged(read_one(document("")), facts=known, rankings=rankings)
    values = Values(event, True, markup.losses)
    Lists(event, values, markup).write([one for one in participants if one.team is None], None)
    text = [part.strip() for part in markup.finish().decode().splitlines()[1:]]
    return text, [loss.what for loss in markup.losses.items()]


def test_an_empty_list_is_not_written() -> None:
    assert write() == ([], [])


def test_our_places_and_totals_are_written() -> None:
    row = StandingRow(
        id="1", number="1", name="", place="2=", total=Decimal("7.504"), percentage=Decimal("62.5"), boards=3
    )
    ranking = Ranking(id="overall", title="", unit="match_points", rows=(row,))
    text, _ = write(Participant(id="1", kind="pair"), rankings=(ranking,))
    assert text[3:7] == [
        "<BOARDS_PLAYED>3</BOARDS_PLAYED>",
        "<PLACE>2=</PLACE>",
        "<TOTAL_SCORE>7.5</TOTAL_SCORE>",
        "<PERCENTAGE>62.5</PERCENTAGE>",
    ]


def test_the_place_in_the_section_comes_from_the_ranking_of_the_section() -> None:
    row = StandingRow(id="1", number="1", name="", place="5")
    overall = Ranking(id="overall", title="", unit="match_points", rows=(row,))
    section = overall.replace(section="A", rows=(row.replace(place="2"),))
    text, _ = write(Participant(id="1", kind="pair"), rankings=(overall, section))
    assert "<PLACE>5</PLACE>" in text
    assert "<SECTION_PLACE>2</SECTION_PLACE>" in text


def test_a_player_of_an_individual_event_has_a_number_and_a_name() -> None:
    person = Person(name="Ada Cobb", rateable=False, holding=Decimal("12.5"))
    text, _ = write(Participant(id="7", kind="player", players=(person,)))
    assert text[1:4] == [
        '<PLAYER RATEABLE="N">',
        "<PLAYER_NUMBER>7</PLAYER_NUMBER>",
        "<PLAYER_NAME>Ada Cobb</PLAYER_NAME>",
    ]
    assert "<MASTER_POINT_TOTAL>12.5</MASTER_POINT_TOTAL>" in text


def test_a_name_in_parts_is_one_text_before_1_4() -> None:
    pair = Participant(id="1", kind="pair", players=(Person(name="Ada Cobb", first_name="Ada", last_name="Cobb"),))
    assert "<FIRSTNAME>Ada</FIRSTNAME>" in write(pair)[0]
    assert "<PLAYER_NAME>Ada Cobb</PLAYER_NAME>" in write(pair, version=(1, 2))[0]


def test_a_team_with_pairs_lists_them_and_not_its_players() -> None:
    team = Participant(id="1", kind="team", name="Reds", members=("1A",), players=(Person(name="X"),))
    pair = Participant(id="1A", kind="pair", team="1", players=(Person(name="Y"),))
    text, _ = write(team, pair)
    assert text[1] == '<TEAM TEAM_ID="1" TEAM_NAME="Reds">'
    assert "<PLAYER_NAME>Y</PLAYER_NAME>" in text
    assert "<PLAYER_NAME>X</PLAYER_NAME>" not in text
    assert "<PLAYER_NAME>X</PLAYER_NAME>" in write(team)[0]


def test_awards_without_colour_are_flat_and_a_players_own_stand_with_him() -> None:
    pair = Participant(id="1", kind="pair", players=(Person(name="A"), Person(name="B")))
    awards = (
        AwardFact(kind="master_points", participant="1", amount=Decimal(5)),
        AwardFact(kind="master_points", participant="1", amount=Decimal(6), colour="RED", person="B"),
        AwardFact(kind="prize", participant="1", text="tea"),
    )
    text, _ = write(pair, awards=awards)
    assert text.index("<MASTER_POINTS_AWARDED>5</MASTER_POINTS_AWARDED>") < text.index("<PRIZE>tea</PRIZE>")
    assert text.index("<PLAYER_NAME>B</PLAYER_NAME>") < text.index("<MASTER_POINT_TYPE>RED</MASTER_POINT_TYPE>")


def test_seats_are_written_as_table_and_direction() -> None:
    seats = (
        SeatFact(participant="1", stage="start", table="3", direction="EW"),
        SeatFact(participant="1", stage="next", text="1NS"),
        SeatFact(participant="1", stage="start", round=4, table="9"),
    )
    text, lost = write(Participant(id="1", kind="pair"), seats=seats)
    assert "<SEATING>3EW</SEATING>" in text
    assert "<CARRY_FORWARD_SEATING>1NS</CARRY_FORWARD_SEATING>" in text
    assert lost == ["seat in a round"]


def test_adjustments_that_usebio_has_no_element_for_are_counted() -> None:
    facts = (
        AdjustmentFact(kind="penalty", participant="1", amount=Decimal(-2), unit="percent"),
        AdjustmentFact(kind="penalty", participant="1", amount=Decimal(-3), unit="percent", round=2),
        AdjustmentFact(kind="free_points", participant="1", amount=Decimal(1), unit="percent"),
        AdjustmentFact(kind="carry_forward", participant="1", amount=Decimal(4)),
    )
    text, lost = write(Participant(id="1", kind="pair"), adjustments=facts)
    assert [part for part in text if "ADJUSTMENT" in part] == ["<ADJUSTMENT>-2</ADJUSTMENT>"]
    assert lost == ["free points adjustment", "penalty adjustment"]


def test_a_pair_says_how_many_boards_it_played_even_when_that_is_not_known() -> None:
    assert "<BOARDS_PLAYED></BOARDS_PLAYED>" in write(Participant(id="1", kind="pair"))[0]
    assert not any("BOARDS_PLAYED" in part for part in write(Participant(id="1", kind="team"))[0])


def test_colours_are_those_of_1_4() -> None:
    awards = tuple(
        AwardFact(kind="master_points", participant="1", amount=Decimal(amount), colour=colour)
        for amount, colour in ((1, "Gold"), (2, "colourless"), (3, "pink"))
    )
    text, lost = write(Participant(id="1", kind="pair"), awards=awards)
    assert [part for part in text if "TYPE" in part] == [
        "<MASTER_POINT_TYPE>GOLD</MASTER_POINT_TYPE>",
        "<MASTER_POINT_TYPE>COLORLESS</MASTER_POINT_TYPE>",
    ]
    assert "<MASTER_POINTS_AWARDED>3</MASTER_POINTS_AWARDED>" in text
    assert lost == ["colour pink"]


def test_a_seat_is_written_once_for_each_stage_the_start_first() -> None:
    seats = tuple(
        SeatFact(participant="1", stage=stage, round=number, text=text)
        for stage, number, text in (("next", None, "2EW"), ("next", 3, "4EW"), ("start", None, "1NS"))
    )
    text, lost = write(Participant(id="1", kind="pair"), seats=seats)
    assert [part for part in text if "SEATING" in part] == [
        "<SEATING>1NS</SEATING>",
        "<CARRY_FORWARD_SEATING>2EW</CARRY_FORWARD_SEATING>",
    ]
    assert lost == ["seat in a round"]


def test_seats_of_a_round_are_those_of_the_earliest_that_is_not_over() -> None:
    seats = tuple(
        SeatFact(participant="1", stage="next", round=number, table=str(number), direction="NS") for number in (5, 4)
    )
    text, lost = write(Participant(id="1", kind="pair"), seats=seats)
    assert [part for part in text if "SEATING" in part] == ["<CARRY_FORWARD_SEATING>4NS</CARRY_FORWARD_SEATING>"]
    assert lost == ["seat in a round"]


def test_a_seat_in_another_section_names_it() -> None:
    seat = SeatFact(participant="1", stage="next", section="B", table="7", direction="EW")
    text, _ = write(Participant(id="1", kind="pair"), seats=(seat,))
    assert "<CARRY_FORWARD_SEATING>B7EW</CARRY_FORWARD_SEATING>" in text


def test_words_that_are_no_table_and_direction_are_written_as_one() -> None:
    seat = SeatFact(participant="1", stage="next", table="5", direction="NS", text="A N 5")
    text, _ = write(Participant(id="1", kind="pair"), seats=(seat,))
    assert "<CARRY_FORWARD_SEATING>5NS</CARRY_FORWARD_SEATING>" in text


def test_who_has_resigned_is_counted() -> None:
    seat = SeatFact(participant="1", stage="next", resigned=True, text="98   0")
    text, lost = write(Participant(id="1", kind="pair"), seats=(seat,))
    assert not [part for part in text if "SEATING" in part]
    assert lost == ["resigned seat"]


def test_amounts_in_another_unit_than_usebio_means_are_brought_to_it() -> None:
    row = StandingRow(
        id="1", number="1", name="", total=Decimal(130), maximum=Decimal(260), percentage=Decimal(50), boards=26
    )
    ranking = Ranking(id="overall", title="", unit="match_points", rows=(row,))
    fine = AdjustmentFact(kind="penalty", participant="1", amount=Decimal(-13), unit="match_points")
    carried = AdjustmentFact(kind="carry_forward", participant="1", amount=Decimal(55), unit="percent")
    text, lost = write(Participant(id="1", kind="pair"), rankings=(ranking,), adjustments=(fine, carried))
    assert "<ADJUSTMENT>-5</ADJUSTMENT>" in text
    assert "<CARRY_FORWARD>143</CARRY_FORWARD>" in text
    assert lost == ["unit of ADJUSTMENT", "unit of CARRY_FORWARD"]


def test_an_amount_that_cannot_be_brought_to_the_unit_is_left_out_and_counted() -> None:
    fine = AdjustmentFact(kind="penalty", participant="1", amount=Decimal(-13), unit="match_points")
    text, lost = write(Participant(id="1", kind="pair"), adjustments=(fine,))
    assert not [part for part in text if "ADJUSTMENT" in part]
    assert lost == ["ADJUSTMENT in match points"]


class TestOddDocuments(WrittenAsExpected):
    """Every odd document."""
