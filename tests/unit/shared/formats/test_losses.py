"""What a writer could not carry."""

from decimal import Decimal

from contracts.facts import Facts, Participant, Person
from shared.formats.losses import Losses, lose_fields_of


def test_losses_of_a_kind_are_counted_and_listed_by_name():
    losses = Losses()
    for what, count in (("weighted score", 1), ("auction", 3), ("weighted score", 2), ("nothing", 0)):
        losses.add(what, "no field for it", count)
    assert [(item.what, item.count, item.why) for item in losses.items()] == [
        ("auction", 3, "no field for it"),
        ("weighted score", 3, "no field for it"),
    ]


def test_values_of_fields_without_a_place_are_counted_by_their_list():
    pair = Participant(id="1", kind="pair", phantom=True, players=(Person(holding=Decimal(3)), Person()))
    facts = Facts(participants=(pair, Participant(id="2", kind="pair")))
    losses = Losses()
    lose_fields_of(facts, {"participants": ("phantom", "stratum", "players.holding")}, losses, "no tag")
    assert [(item.what, item.count) for item in losses.items()] == [
        ("holding of players", 1),
        ("phantom of participants", 1),
    ]
