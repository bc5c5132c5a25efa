"""What standings change of an event: participant by participant and line by line."""

from typing import Literal

from pydantic import Field

from contracts.base import Contract, Name, Sha256, Shown, ShownText


class NamedFile(Contract):
    """A file by its digest and its name."""

    file: Sha256
    name: Shown


class ChangedField(Contract):
    """What an entry of a participant says otherwise than before.

    Attributes:
        name: as a director calls it ("name", "people", "section"); "entry" for what has no values that people read.
        before, after: what it was and what it is; None for nothing.
    """

    name: Shown
    before: Shown | None = None
    after: Shown | None = None


class ChangedParticipant(Contract):
    """Somebody who was added, altered, renumbered or taken back.

    Attributes:
        id: the number, of one who was taken back the one before.
        was: the number before, of one who was renumbered.
        name: as it is shown now, of one who was taken back as it was.
        fields: what was altered of one who was altered.
    """

    change: Literal["added", "altered", "renumbered", "taken_back"]
    kind: Literal["player", "pair", "team"]
    id: Name
    was: Name | None = None
    name: Shown | None = None
    fields: tuple[ChangedField, ...] = ()


class ChangedLine(Contract):
    """A result, game, match, pairing or adjustment that was added, altered or taken back.

    Attributes:
        kind: "pairing" is that of a game or match without a result.
        subject: which it is, by the numbers as they are now, or were when it was taken back ("board 7, 3 against 12").
        before, after: what it was and what it is; None for nothing.
    """

    change: Literal["added", "altered", "taken_back"]
    kind: Literal["result", "game", "match", "pairing", "adjustment"]
    subject: Shown
    before: Shown | None = None
    after: Shown | None = None


class ChangeCount(Contract):
    """How many of a kind were changed in which way."""

    kind: Literal["player", "pair", "team", "result", "game", "match", "pairing", "adjustment"]
    added: int = Field(default=0, ge=0)
    altered: int = Field(default=0, ge=0)
    renumbered: int = Field(default=0, ge=0)
    taken_back: int = Field(default=0, ge=0)


class EventChange(Contract):
    """What became different in an event, and by which file.

    Attributes:
        by: the file that came; None where nothing did.
        counts: of everything that changed, in the order of the kinds.
        participants, lines: the first of them, what was taken back first and what was added last.
        text: the same for a director; empty when nothing changed.
    """

    by: NamedFile | None = None
    counts: tuple[ChangeCount, ...] = ()
    participants: tuple[ChangedParticipant, ...] = ()
    lines: tuple[ChangedLine, ...] = ()
    text: ShownText = ""
