"""What every fact has: a place in its file, and a key."""

from typing import Any, ClassVar

from contracts.base import Contract, Name, Place, Text

Key = tuple[str | int | None, ...]
"""What identifies a fact among the facts of its type within one event."""


class Detail(Contract):
    """A named text that Kibitz carries without a rule of its own (`MASTER_POINT_SCALE`, `Site`, `012`)."""

    name: Name
    value: Text


SIDES = tuple(f"sides.{seat}" for seat in ("ns", "ew", "north", "south", "east", "west", "ns_team", "ew_team"))
"""Who sat where, for keys of facts about one table."""


class Fact(Contract):
    """A statement with the place in the file where it stands.

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
