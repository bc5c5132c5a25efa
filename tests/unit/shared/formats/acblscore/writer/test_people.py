"""Entries of a new file."""

from decimal import Decimal

from contracts.facts import AdjustmentFact, Detail, Participant, Person, SeatFact, StatedTotal
from shared.formats.acblscore.entry_layouts import PAIR, PLAYER
from shared.formats.acblscore.packing import pack
from shared.formats.acblscore.writer.people import Entries, fitting, ids_of
from shared.formats.losses import Losses
from shared.formats.merged_values import Values
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
    assert [(item.what, item.count) for item in losses.items()] == [("player's last name", 1)]


def test_participants_are_found_by_kind():
    people = (Participant(id="1", kind="pair"), Participant(id="1", kind="team"))
    assert ids_of(people, "team") == {"1": people[1]}
