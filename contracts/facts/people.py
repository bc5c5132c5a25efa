"""Facts about who takes part."""

from operator import attrgetter
from typing import Literal

from contracts.base import NAME_LENGTH, Direction, Exact, Name, Place
from contracts.facts.base import Detail, FactRecord
from contracts.records import Record


class Person(Record):
    """A human or robot player."""

    id: Name | None = None
    name: Name | None = None
    first_name: Name | None = None
    last_name: Name | None = None
    title: Name | None = None
    sex: Name | None = None
    birth_date: Name | None = None
    federation: Name | None = None
    national_id: Name | None = None
    club_id: Name | None = None
    rating: Exact | None = None
    holding: Exact | None = None
    status: Name | None = None
    rateable: bool | None = None
    details: tuple[Detail, ...] = ()


class Label(Record):
    """A category of a participant, such as FLIGHT = B."""

    name: Name
    value: Name


class Participant(FactRecord):
    """Who is ranked or sits down: a player, a pair or a team.

    Attributes:
        id: unique within the event; how results, seats and totals name it.
        number: as it is shown to people ("7", "7NS"); the id when None.
        team: id of the team that a pair or player belongs to.
        members: ids of the pairs or players of a team, in registration order.
        standing: False for one who plays without being ranked.
    """

    at: Place | None = None
    id: Name
    kind: Literal["player", "pair", "team"]
    number: Name | None = None
    name: Name | None = None
    nickname: Name | None = None
    session: Name | None = None
    section: Name | None = None
    direction: Direction | None = None
    team: Name | None = None
    members: tuple[Name, ...] = ()
    players: tuple[Person, ...] = ()
    stratum: Name | None = None
    override_stratum: Name | None = None
    labels: tuple[Label, ...] = ()
    standing: bool = True
    phantom: bool = False
    seed: int | None = None
    rating: Exact | None = None
    details: tuple[Detail, ...] = ()

    # A team "1" and a pair "1" are two participants.
    KEY = attrgetter("kind", "id")

    @property
    def shown_name(self) -> str:
        """Its own name, else its players', as far as a name may be long; empty when nobody is named."""
        return self.name or " & ".join(person.name for person in self.players if person.name)[:NAME_LENGTH]
