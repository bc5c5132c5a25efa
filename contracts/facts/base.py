"""What every fact has: a place in its file, and a key."""

from typing import Any, ClassVar, Protocol, Self

from contracts.base import Contract, Name, Place, Text
from contracts.records import Record

Key = tuple[str | int | None, ...]
"""What identifies a fact among the facts of its type within one event."""


class Detail(Record):
    """A named text that Kibitz carries without a rule of its own (`MASTER_POINT_SCALE`, `Site`, `012`)."""

    name: Name
    value: Text


SIDES = tuple(f"sides.{seat}" for seat in ("ns", "ew", "north", "south", "east", "west", "ns_team", "ew_team"))
"""Who sat where, for keys of facts about one table."""


class Fact(Protocol):
    """A statement with the place in the file where it stands."""

    @property
    def at(self) -> Place | None:
        """Where it stands."""

    @property
    def key(self) -> Key:
        """What it speaks of."""

    def replace(self, **changes: Any) -> Self:  # noqa: ANN401 - as of contracts and records
        """A copy in which these fields have other values."""

    def given(self) -> dict[str, Any]:
        """The fields that have a value, by name."""


class FactModel(Contract):
    """A fact that is checked when it is made.

    Attributes:
        KEY: an attrgetter of the fields that identify a fact among those of its class; None where there is one at most.
    """

    KEY: ClassVar[Any] = None

    at: Place | None = None

    @property
    def key(self) -> Key:
        """What this fact speaks of."""
        key: Key = () if self.KEY is None else self.KEY(self)
        return key

    def given(self) -> dict[str, Any]:
        """The fields that have a value, by name."""
        return {name: value for name, value in self.__dict__.items() if value is not None}


class FactRecord(Record):
    """A fact of which a file has thousands: a record, of which the reader answers for what it is made of."""

    KEY: ClassVar[Any] = None

    @property
    def key(self) -> Key:
        """What this fact speaks of."""
        key: Key = self.KEY(self)
        return key
