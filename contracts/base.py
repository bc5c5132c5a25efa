"""The base of every message and the value types that all of them share.

Messages are frozen, and a consumer ignores fields that it does not know: a field can be added within a major version,
never removed, renamed or given another meaning.
"""

import re
import unicodedata
import zlib
from datetime import UTC, datetime
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from typing import Annotated, Any, Final, Literal, Self, get_args

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, WithJsonSchema

from contracts.records import Record


class Contract(BaseModel):
    """A frozen value that may cross a process boundary."""

    model_config = ConfigDict(frozen=True, extra="ignore", allow_inf_nan=False, validate_default=False)

    def replace(self, **changes: Any) -> Self:  # noqa: ANN401 - mypy knows the fields by tests/support/mypy_replace.py
        """Return a copy with other values, which are not validated; TypeError for a field that it does not have."""
        if unknown := changes.keys() - type(self).model_fields.keys():
            raise TypeError(f"{type(self).__name__} has no field {', '.join(sorted(unknown))}")
        return self.model_copy(update=changes)


class Excerpt(Contract):
    """What one reader needs of a message or of a model in it; the rest is not decoded.

        class EventStage(Excerpt, title="EventMerged"):
            event: Slug
            applied: int

    The title names the model. Fields have their names and types there, or excerpts of them, or are `Unread`. A whole
    event takes milliseconds to decode, and its stage a tenth of one.
    """


Unread = Any
"""What an excerpt passes on as JSON has it, or looks into by itself: nothing of it is checked."""


def is_excerpt(part: type[BaseModel], whole: type[BaseModel]) -> bool:
    """Whether a model is an excerpt of another."""
    if not issubclass(part, Excerpt) or part.model_config.get("title") != whole.__name__:
        return False
    for name, field in part.model_fields.items():
        own, theirs = field.annotation, getattr(whole.model_fields.get(name), "annotation", None)
        if theirs is not None and own is Unread:
            continue
        if get_args(own)[1:] == get_args(theirs)[1:] == (...,):
            # Tuples of any length: their items may be excerpts.
            own, theirs = get_args(own)[0], get_args(theirs)[0]
        nested = isinstance(own, type) and isinstance(theirs, type) and issubclass(theirs, BaseModel)
        if own != theirs and not (nested and is_excerpt(own, theirs)):  # type: ignore[arg-type]
            return False
    return True


def _aware(value: datetime) -> datetime:
    if value.tzinfo is None:
        raise ValueError("a time on the bus carries its offset from UTC")
    return value


Exact = Annotated[Decimal, Field(max_digits=30, allow_inf_nan=False)]
"""An exact decimal number; a string in JSON, so that no reader turns it into a binary fraction."""

Ratio = Annotated[Fraction, WithJsonSchema({"type": "string", "pattern": r"^-?\d+(/[1-9]\d*)?$"})]
"""An exact number that may have no end as a decimal: "17/3", or "5" where it is whole; a string in JSON."""

Instant = Annotated[datetime, AfterValidator(_aware)]
"""A moment with its offset from UTC (RFC 3339 in JSON)."""

Sha256 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
"""A SHA-256 digest, 64 lower-case hexadecimal digits: the identity of a file."""


SLUG_LENGTH = 96
Slug = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=SLUG_LENGTH)]
"""A readable identity that is safe in a subject, a URL and a file name."""

NAME_LENGTH = 1_024
TEXT_LENGTH = 65_536

Text = Annotated[str, StringConstraints(max_length=TEXT_LENGTH)]
"""Free text from a file; bounded, because nothing from outside is trusted to be short."""

Name = Annotated[str, StringConstraints(max_length=NAME_LENGTH)]
"""A short text from a file: a name, an identifier, a label."""


def _cut(length: int) -> BeforeValidator:
    return BeforeValidator(lambda text: text[:length] if isinstance(text, str) else text)


Shown = Annotated[Name, _cut(NAME_LENGTH)]
"""What Kibitz itself says in a few words. Put together of names, it may come out too long: then it is cut."""

ShownText = Annotated[Text, _cut(TEXT_LENGTH)]
"""What Kibitz itself says in sentences, cut in the same way."""


def slug(text: str) -> str:
    """Turn any text into a `Slug`.

    Accented Latin letters lose their accents, runs of anything else become one hyphen. A text without a single usable
    letter or digit becomes "x" followed by a digest of it, and one that is too long is cut and ends in a checksum of
    what it would have been: so different names stay different.
    """
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii").lower()
    joined = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
    if not joined:
        return f"x{zlib.crc32(text.encode('utf-8', 'surrogatepass')):08x}" if text.strip() else "unknown"
    if len(joined) <= SLUG_LENGTH:
        return joined
    checksum = f"{zlib.crc32(joined.encode('ascii')):08x}"
    return joined[: SLUG_LENGTH - 9].rstrip("-") + "-" + checksum


FileFormat = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9]*([_-][a-z0-9]+)*$", max_length=32)]
"""The name of a format, also a token of subjects; which formats there are, `shared/formats/registry.py` says."""

DECISIONS: Final = "decisions"
"""The format of directors' decisions, Kibitz's own: what such a file says is no result and counts above all others."""

LOCAL_SENDER: Final = "local"
"""How the intake calls a sender without a token: a command or a program of its own machine."""

UNRECOGNISED: Final = "unknown"
"""Stands for the format of a file that has none of those that Kibitz knows."""


class Discipline(StrEnum):
    """Which game an event plays."""

    BRIDGE = "bridge"
    CHESS = "chess"


class Direction(StrEnum):
    """A line of the table: North-South or East-West."""

    NS = "NS"
    EW = "EW"


class Compass(StrEnum):
    """A seat at a bridge table."""

    NORTH = "N"
    EAST = "E"
    SOUTH = "S"
    WEST = "W"

    @property
    def side(self) -> Direction:
        """The side that sits here."""
        return Direction.NS if self in (Compass.NORTH, Compass.SOUTH) else Direction.EW


class Place(Record):
    """Where in its file a statement stands; what does not apply is left out.

    Attributes:
        line: 1 for the first line.
        column: 1 for the first character of the line.
        end_column: the last character of the field, for formats with fixed columns.
        path: XPath of an XML element or attribute, or a tag or record name.
        offset: byte offset from the start of the file, for binary formats.
    """

    line: int | None = None
    column: int | None = None
    end_column: int | None = None
    path: Name | None = None
    offset: int | None = None

    def __str__(self) -> str:
        """Say the place in one line, the way an editor would jump to it."""
        parts = []
        if self.line is not None:
            parts.append(f"line {self.line}")
        if self.column is not None:
            parts.append(f"column {self.column}" + (f"-{self.end_column}" if self.end_column else ""))
        if self.offset is not None:
            parts.append(f"byte 0x{self.offset:x}")
        if self.path:
            parts.append(self.path)
        return ", ".join(parts) or "the whole file"


Boards = Literal["all", "complete", "own", "none"]
"""Which boards the public sees: "complete" each when all tables that play it have; "own" none but by private links."""

ValuesShown = Literal["both", "computed", "stated"]
"""Whose places and scores the public sees: "stated" are the organiser's, which the files state."""


class PublicPolicy(Contract):
    """What the public sees of an event; staff see everything.

    Attributes:
        places: so many places of each ranking; None for all of them, 0 for no ranking.
        until_round: once a later round has begun, the ranking stays as it was after this one, and boards are shown by
            private links alone; rounds count session by session. None for all rounds.
        boards: of which boards travellers and deals are shown.
        delay: minutes by which all but the seats is shown later than it was stored.
        queries: whether players may query a result from their card.
        values: whose places and scores; "both" are those computed, with what the files state where it differs.
    """

    places: int | None = Field(default=None, ge=0, le=10_000)
    until_round: int | None = Field(default=None, ge=1, le=10_000)
    boards: Boards = "all"
    delay: int = Field(default=0, ge=0, le=30)
    queries: bool = True
    values: ValuesShown = "both"

    @property
    def withholds(self) -> bool:
        """Whether anything is kept from the public; what follows from all results together is kept from it then."""
        is_whole = self.places is None and self.until_round is None
        return not is_whole or self.boards != "all" or self.delay > 0

    @property
    def shows_all(self) -> bool:
        """Whether the public sees what staff see."""
        return not self.withholds and self.values == "both"

    def now(self, *, complete: bool, begun: int | None = None) -> Self:
        """The same with no setting left that waits for the event as a whole.

        Args:
            complete: whether all results of the event are in; all boards are complete then. Before that each board
                says so itself (`ScoredBoard.complete`).
            begun: the newest round that has (`Progress.rounds_begun`).
        """
        boards: Boards = "all" if complete and self.boards == "complete" else self.boards
        if self.until_round is None or (begun is not None and begun <= self.until_round):
            return self.replace(boards=boards, until_round=None)
        return self.replace(boards="own" if boards == "own" else "none")


class FileRef(Contract):
    """A file as Kibitz knows it.

    Attributes:
        sha256: digest of the bytes; the same bytes twice are one file.
        name: the last part of the name that the sender gave, never used as a path.
        size: bytes.
        format: recognised from the content.
        sender: who sent it (the name of a token, a watched folder, "bus").
        received_at: when it arrived.
        written_at: the file's own time stamp, where the way it came has one.
        public: the policy of new events when it arrived, which holds for events whose first file it is; None for none.
    """

    sha256: Sha256
    name: Name
    size: int = Field(ge=0)
    format: FileFormat
    sender: Name = ""
    received_at: Instant | None = None
    written_at: Instant | None = None
    event: Slug | None = Field(default=None, description="identity given by the sender, instead of the derived one")
    public: PublicPolicy | None = None

    @property
    def own_time(self) -> datetime | None:
        """Its own time stamp; None without one, or with one later than the arrival: that clock is wrong."""
        if self.written_at is None or (self.received_at is not None and self.written_at > self.received_at):
            return None
        return self.written_at

    @property
    def made_at(self) -> datetime:
        """Its own time, else that of its arrival; the epoch where it says neither."""
        return self.own_time or self.received_at or datetime.fromtimestamp(0, UTC)

    @property
    def arrival(self) -> tuple[bool, datetime, str]:
        """Less came first; a file of decisions is no event's first file while there is another."""
        return (self.format == DECISIONS, self.received_at or datetime.fromtimestamp(0, UTC), self.sha256)
