"""What every fact has: a place in its file, and a key."""

from contracts.base import Contract, Name, Place, Text

Key = tuple[str | int | None, ...]
"""What identifies a fact among the facts of its type within one event."""


class Detail(Contract):
    """A named text that Kibitz carries without a rule of its own (`MASTER_POINT_SCALE`, `Site`, `012`)."""

    name: Name
    value: Text


class Fact(Contract):
    """A statement with the place in the file where it stands."""

    at: Place | None = None

    @property
    def key(self) -> Key:
        """What this fact speaks of."""
        return ()
