"""Facts that a director decides about an event as a whole: which files count, how final it is, which seats stay."""

from typing import Literal

from contracts.base import Name, Sha256, Slug
from contracts.facts.base import Fact, Key


class RetractionFact(Fact):
    """Whether what a file says counts for this event; False gives it back its say."""

    file: Sha256
    retracted: bool = True
    reason: Name | None = None

    @property
    def key(self) -> Key:
        """The file."""
        return (self.file,)


class MoveFact(Fact):
    """To which event files of this one belong; without `to`, back where they came from.

    Attributes:
        file: one by its bytes.
        name, sender: those that are called so and come from there, those to come as well; without file and name, all.
        of: the event whose files are meant, once the fact was passed on with them; None for the event of its fragment.
    """

    file: Sha256 | None = None
    name: Name | None = None
    sender: Name | None = None
    to: Slug | None = None
    of: Slug | None = None
    reason: Name | None = None

    @property
    def key(self) -> Key:
        """The event, and which of its files."""
        return (self.of, self.file, self.name, self.sender)


class StatusFact(Fact):
    """How final the standings are, as the director declares it.

    Attributes:
        outcome: the digest of places and totals that was declared official (`Standings.outcome`); None for whatever
            they are.
    """

    status: Literal["live", "provisional", "official"]
    outcome: Sha256 | None = None
    reason: Name | None = None


class LockFact(Fact):
    """Whether the seats of a round stay as they were published, whatever is corrected afterwards."""

    session: Name | None = None
    round: int | None = None
    locked: bool = True

    @property
    def key(self) -> Key:
        """Session and round."""
        return (self.session, self.round)
