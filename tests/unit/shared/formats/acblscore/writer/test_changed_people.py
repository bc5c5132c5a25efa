"""What of somebody is otherwise than a file says."""

from decimal import Decimal

import pytest

from contracts.facts import Detail, Participant
from shared.formats.acblscore.entry_layouts import PAIR
from shared.formats.acblscore.people import person_of
from shared.formats.acblscore.writer.changed_people import changes_of
from shared.formats.losses import Losses
from tests.support.acblscore_files import player
from tests.support.acblscore_records import record

ENTRY, _ = record(PAIR, {"strat": 2, "players": [player(1), player(2)]})
PLAYERS = tuple(person for one in ENTRY.parts("players") if (person := person_of(one)) is not None)
NOW = Participant(id="A-1NS", kind="pair", stratum="2", players=PLAYERS)


def changes(losses: Losses | None = None, **update: object) -> list[tuple[str, object]]:
    wanted = NOW.model_copy(update=update)
    return [(name, value) for _, name, value, _ in changes_of(wanted, NOW, ENTRY, losses or Losses())]


def with_first(**update: object) -> dict[str, object]:
    return {"players": (PLAYERS[0].model_copy(update=update), PLAYERS[1])}


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


def test_what_a_file_cannot_say_is_counted() -> None:
    losses = Losses()
    assert changes(losses, stratum="4", players=(*PLAYERS, PLAYERS[0])) == []
    assert [(item.what, item.count) for item in losses.items()] == [("player", 1), ("stratum", 1)]
