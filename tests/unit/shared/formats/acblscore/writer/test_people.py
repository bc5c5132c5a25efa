"""Entries of a new file."""

from decimal import Decimal

import pytest

from contracts.facts import (
    AdjustmentFact,
    AwardFact,
    Detail,
    Facts,
    Participant,
    Person,
    ResultFact,
    Score,
    SeatFact,
    Sides,
    StatedTotal,
)
from shared.formats.acblscore.file.entry_layouts import PAIR, PLAYER
from shared.formats.acblscore.file.packing import pack
from shared.formats.acblscore.reader.people import person_of
from shared.formats.acblscore.writer.people import (
    Entries,
    changes_of,
    fitting,
    full_of,
    ids_of,
    in_sections,
    inside_of,
    present_of,
)
from shared.formats.losses import Losses
from shared.formats.merged_values import Values
from tests.support.acblscore_files import player
from tests.support.acblscore_records import record
from tests.support.merged import merged


def entry(participant: Participant, session: str | None = None, **facts) -> tuple[dict, list[str]]:
    event, losses = merged(participants=(participant,), **facts), Losses()
    entries = Entries(event.facts, session, Values(event, False, losses), losses)
    fields = entries.of(participant.id, participant.kind, participant, "A")
    pack(PAIR, {name: value for name, value in fields.items() if name in PAIR.fields or name in PAIR.parts})
    return fields, [item.what for item in losses.items()]


PERSON = Person(
    name="Ada Amber",
    national_id="5550001",
    holding=Decimal("812.5"),
    details=(
        Detail(name="RANK", value="Life Master"),
        Detail(name="CITY", value="Nowhere"),
        Detail(name="DATABASE_KEY", value="258"),
    ),
)


def test_an_entry_has_totals_adjustments_and_players():
    pair = Participant(id="1", kind="pair", stratum="2", standing=False, players=(PERSON,))
    total = StatedTotal(
        participant="1",
        kind="pair",
        total=Decimal("70.5"),
        percentage=Decimal("58.75"),
        place="2",
        boards_played=24,
        unfactored=Decimal(65),
    )
    penalty = AdjustmentFact(kind="penalty", participant="1", amount=Decimal("-1.5"))
    carried = AdjustmentFact(kind="carry_forward", participant="1", amount=Decimal(60))
    fields, lost = entry(pair, totals=(total,), adjustments=(penalty, carried))
    assert (fields["score"], fields["percentage"], fields["unfactored"]) == (Decimal("70.50"), Decimal("58.75"), 65)
    assert (fields["adjustment"], fields["carry_over"], fields["final_score"]) == (
        Decimal("-1.5"),
        60,
        Decimal("130.50"),
    )
    assert (fields["strat"], fields["not_eligible"], fields["num_boards_played"]) == (2, 10, 24)
    assert fields["rankings"][0] == {"rank": 2}
    (player,) = fields["players"]
    assert (player["first_name"], player["last_name"], player["number"]) == ("Ada", "Amber", "5550001")
    assert (player["master_points"], player["rank"], player["city"]) == (812, "G", "Nowhere")
    assert player["database_key"] == b"\3\0\1\2"
    assert lost == []


def test_seats_of_the_next_session_and_resignations():
    pair = Participant(id="1", kind="pair")
    go = SeatFact(participant="1", session="1", stage="next", section="B", table="12", direction="EW")
    fields, _ = entry(pair, "1", seats=(go,))
    assert (fields["next_section"], fields["next_direction"], fields["next_table"]) == ("B", "E", 12)
    fields, _ = entry(pair, "1", seats=(go.replace(resigned=True),))
    assert fields["next_section"] == "98"


def test_what_an_entry_cannot_say_is_counted():
    pair = Participant(id="1", kind="pair")
    bonus = AdjustmentFact(kind="free_points", participant="1", amount=Decimal(1))
    assert entry(pair, adjustments=(bonus,))[1] == ["adjustment"]


def test_a_text_is_cut_to_its_field_and_strange_characters_are_marked():
    losses = Losses()
    assert fitting("Ödön", PLAYER, "last_name", losses) == "Ödön"
    assert losses.items() == ()
    assert fitting("名 of a rather long family", PLAYER, "last_name", losses) == "? of a rather lo"
    assert fitting(None, PLAYER, "last_name", losses) == ""
    assert [(item.what, item.count) for item in losses.items()] == [("last name of players", 1)]


def test_participants_are_found_by_kind():
    people = (Participant(id="1", kind="pair"), Participant(id="1", kind="team"))
    assert ids_of(people, "team") == {"1": people[1]}


PEOPLE = {name: Participant(id=name, kind="pair", section="A") for name in ("1", "2", "3")}
SCORE = Score(kind="points", points=420)
LINE = ResultFact(board="1", sides=Sides(ns="1", ew="9"), ns_score=SCORE, ew_score=SCORE)


def total(name: str, maximum: str | None, session: str | None = "2") -> StatedTotal:
    return StatedTotal(participant=name, kind="pair", session=session, maximum=Decimal(maximum) if maximum else None)


def test_those_with_a_seat_or_a_total_of_the_session_have_a_part_in_it():
    seats = (
        SeatFact(participant="1", stage="start", session="2"),
        SeatFact(participant="3", stage="start", session="1"),
    )
    facts = Facts(seats=seats, totals=(total("2", "100"),))
    assert present_of(facts, "2", "pair") == {"1", "2"}
    assert present_of(facts, None, "pair") is None
    assert present_of(Facts(), "2", "pair") is None


def test_inside_a_section_are_those_listed_and_present_and_those_with_results():
    found = inside_of(PEOPLE, [LINE], "A", alone=False, present=frozenset({"2"}))
    assert set(found) == {"1", "2", "9"}
    assert found["9"] is None
    assert set(inside_of(PEOPLE, [], "B", alone=False, present=None)) == set()
    assert set(inside_of(PEOPLE, [], "B", alone=True, present=None)) == {"1", "2", "3"}


def test_the_full_total_is_what_all_state():
    facts = Facts(totals=(total("1", "216"), total("2", "216"), total("7", "100"), total("1", "189", "1")))
    assert full_of(facts, "2", PEOPLE) == 216
    assert full_of(Facts(totals=(total("1", "216"), total("2", "189"))), "2", PEOPLE) is None
    assert full_of(Facts(totals=(total("1", "216.5"),)), "2", PEOPLE) is None


ENTRY, _ = record(PAIR, {"strat": 2, "players": [player(1), player(2)]})
PLAYERS = tuple(person for one in ENTRY.parts("players") if (person := person_of(one)) is not None)
NOW = Participant(id="A-1NS", kind="pair", stratum="2", players=PLAYERS)


def changes(**update: object) -> list[tuple[str, object]]:
    wanted = NOW.replace(**update)
    return [(name, value) for _, name, value in changes_of(wanted, NOW, ENTRY)]


def with_first(**update: object) -> dict[str, object]:
    return {"players": (PLAYERS[0].replace(**update), PLAYERS[1])}


def test_what_is_the_same_is_not_written() -> None:
    assert changes() == []
    assert changes(**with_first(details=())) == []


@pytest.mark.parametrize(
    ("update", "found"),
    [
        (with_first(last_name="Yarrow"), [("last_name", "Yarrow")]),
        (with_first(first_name=None, last_name=None, name="Ida Ash"), [("first_name", "Ida"), ("last_name", "Ash")]),
        (with_first(holding=Decimal(70_000)), [("master_points", 65_535)]),
        (with_first(details=(Detail(name="CITY", value="Harbour"),)), [("city", "Harbour")]),
        ({"stratum": "3"}, [("strat", 3)]),
        ({"override_stratum": "1"}, [("strat", 1)]),
        ({"stratum": None}, []),
        ({"standing": False}, [("not_eligible", 10)]),
    ],
)
def test_a_change_goes_into_its_field(update: dict[str, object], found: list[tuple[str, object]]) -> None:
    assert changes(**update) == found


def test_what_a_file_cannot_say_is_left_as_it_is() -> None:
    assert changes(stratum="4", players=(*PLAYERS, PLAYERS[0])) == []


def test_a_team_has_wins_and_neither_percentage_nor_boards():
    total = StatedTotal(participant="1", kind="team", total=Decimal(60), wins=Decimal("3.5"), percentage=Decimal(50))
    fields, _ = entry(Participant(id="1", kind="team"), totals=(total,))
    assert (fields["score"], fields["unfactored"]) == (60, Decimal("3.50"))
    assert not {"percentage", "num_boards_played"} & fields.keys()


def test_master_points_of_a_player_come_before_those_of_the_pair():
    own = AwardFact(
        kind="master_points", participant="1", participant_kind="pair", amount=Decimal("0.75"), colour="RED"
    )
    hers = own.replace(person="5550001", amount=Decimal("1.25"))
    fields, _ = entry(Participant(id="1", kind="pair", players=(PERSON, Person(name="Bo Birch"))), awards=(own, hers))
    assert fields["awards_total"]["amount_1"] == Decimal("0.75")
    assert [player["awards_total"]["amount_1"] for player in fields["players"]] == [Decimal("1.25"), Decimal("0.75")]


@pytest.mark.parametrize(
    ("ranked", "place", "section_place", "rank"),
    [
        ("event", "2", "5", 2),
        ("event", None, "5", 5),
        ("section", "2", "5", 5),
        ("section", "2", None, 2),
        (None, "2", "5", 0),
    ],
)
def test_the_rank_is_the_place_among_those_who_are_ranked_together(ranked, place, section_place, rank):
    total = StatedTotal(participant="1", kind="pair", total=Decimal(60), place=place, section_place=section_place)
    event, losses = merged(participants=(Participant(id="1", kind="pair"),), totals=(total,)), Losses()
    entries = Entries(event.facts, None, Values(event, False, losses), losses)
    assert entries.of("1", "pair", event.facts.participants[0], "A", ranked)["rankings"][0]["rank"] == rank


@pytest.mark.parametrize(
    ("key", "raw"), [("16777215", b"\3\xff\xff\xff"), ("16777216", b""), ("x", b""), ("1", b"\3\0\0\1")]
)
def test_the_key_of_a_player_has_three_bytes(key, raw):
    person = Person(name="Ada Amber", details=(Detail(name="DATABASE_KEY", value=key),))
    fields, _ = entry(Participant(id="1", kind="pair", players=(person,)))
    assert fields["players"][0]["database_key"] == raw
    assert "rank" not in fields["players"][0]


@pytest.mark.parametrize(("boards", "written"), [(255, 255), (256, 255), (None, 0)])
def test_boards_played_are_counted_up_to_a_byte(boards, written):
    total = StatedTotal(participant="1", kind="pair", total=Decimal(60), boards_played=boards)
    fields, _ = entry(Participant(id="1", kind="pair"), totals=(total,))
    assert fields["num_boards_played"] == written


@pytest.mark.parametrize(
    ("stratum", "override", "strat"), [("3", None, 3), ("4", None, 0), ("1", "2", 2), (None, None, 0)]
)
def test_a_game_file_has_three_strata(stratum, override, strat):
    fields, _ = entry(Participant(id="1", kind="pair", stratum=stratum, override_stratum=override))
    assert (fields["strat"], fields["not_eligible"]) == (strat, 0)


def test_who_is_in_no_section_over_all_is_in_that_of_a_seat_or_total_of_the_session():
    people = {
        name: Participant(id=name, kind="pair", section=section)
        for name, section in (("1", None), ("2", "B"), ("3", None))
    }
    seats = (SeatFact(participant="1", stage="start", session="2", section="A", table="1"),)
    totals = (StatedTotal(participant="3", kind="pair", session="1", section="C"),)
    placed = in_sections(people, Facts(seats=seats, totals=totals), "2")
    assert {name: person.section for name, person in placed.items()} == {"1": "A", "2": "B", "3": None}
