"""What a writer could not carry."""

from shared.formats.losses import Losses


def test_losses_of_a_kind_are_counted_and_listed_by_name():
    losses = Losses()
    for what, count in (("weighted score", 1), ("auction", 3), ("weighted score", 2), ("nothing", 0)):
        losses.add(what, "no field for it", count)
    assert [(item.what, item.count, item.why) for item in losses.items()] == [
        ("auction", 3, "no field for it"),
        ("weighted score", 3, "no field for it"),
    ]
