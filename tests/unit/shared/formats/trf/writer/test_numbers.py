"""Numbers under which participants stand in the file."""

from contracts.facts import Participant
from shared.formats.trf.writer.numbers import numbers_of


def people(*ids: str, kind: str = "player") -> list[Participant]:
    return [Participant(id=each, kind=kind, seed=at) for at, each in enumerate(ids, 1)]


def test_ids_that_are_numbers_stay():
    assert numbers_of(people("12", "7"), "player") == {"12": 12, "7": 7}


def test_other_ids_are_numbered_by_seed():
    assert numbers_of(people("ann", "7", "bo"), "player") == {"ann": 1, "7": 2, "bo": 3}
    assert numbers_of(people("0007", "7"), "player") == {"0007": 1, "7": 2}
    assert numbers_of(people("1000", kind="team"), "team") == {"1000": 1}


def test_only_participants_of_the_kind_are_numbered():
    assert numbers_of([*people("1"), *people("1", kind="team")], "team") == {"1": 1}
