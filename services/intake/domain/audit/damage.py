"""Damages that an audit finds, what can be done about each, and the report of an audit.

Codes are stable: programs and `--accept` rely on them.

| code | what |
|---|---|
| message-lost | a sequence of a stream cannot be read, and nothing was deleted there |
| tail-lost | the newest messages of a stream are gone, and older values may stand in their place |
| file-unread | a file has neither been read nor refused, and no dead letter tells why |
| file-unannounced | later stages know a file whose announcement is gone |
| bytes-damaged | the bytes of a file are gone or do not have its digest |
| original-damaged | in the folder of originals something cannot be read, or is not what was received |
| object-damaged | an object other than a file does not have its digest |
| fragment-missing | a file was read, and one of its fragments is not there |
| verdict-missing | a fragment is neither accepted nor refused |
| standings-behind | the newest standings of an event are missing, or lack accepted fragments |
| event-missing | an event has standings, and its merged state is gone |
| history-lost | positions of a channel are missing; what is newest is right |
| status-missing | where a file stands is not known |
| entry-lost | an entry of a bucket that nothing else tells |
| stream-missing | a stream or bucket cannot be opened |
| not-handled | what an audit sent again was not handled in time, so that nobody knows what is missing still |
| consumer-ahead | a consumer stands behind the end of its stream and would skip what comes |
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from contracts.base import Contract, Instant, Name, Shown, ShownText

LISTED = 100
"""How many damages a report lists."""


class Damage(Contract):
    """One thing that is wrong.

    Attributes:
        code: as in the table above.
        place: the stream or bucket.
        name: what in it: a sequence, a file, an event, a key.
        text: one sentence for a person.
    """

    code: Name
    place: Name
    name: Shown
    text: ShownText

    @property
    def key(self) -> str:
        """The same for the same damage in every audit."""
        return f"{self.code}:{self.place}:{self.name}"


@dataclass(frozen=True)
class Resend:
    """Send a stored message again, so that the stage behind it runs again."""

    stream: str
    seq: int


@dataclass(frozen=True)
class Announce:
    """Announce a file again, which this message names, from its bytes."""

    stream: str
    seq: int


@dataclass(frozen=True)
class Restore:
    """Put the bytes of a file into the object store again."""

    sha256: str


def turn(remedy: "Remedy") -> tuple[int, int, int]:
    """In which order remedies are carried out.

    Whoever is sent a message again needs the bytes; and what was said first is repeated first, because a ruling may be
    about a file before it.
    """
    match remedy:
        case Restore():
            return 1, 0, 0
        case Announce(stream, seq):
            return 2, STAGES.index(stream) if stream in STAGES else len(STAGES), seq
        case Resend(stream, seq):
            return 3, STAGES.index(stream), seq


STAGES = ("INTAKE", "PARSED", "VALIDATED")

Remedy = Resend | Announce | Restore


@dataclass(frozen=True)
class Found:
    """A damage with its remedy; None: it can only be reported."""

    damage: Damage
    remedy: Remedy | None = None


class Report(Contract):
    """What an audit came to.

    Attributes:
        began_at, seconds: when it was, and how long it took.
        messages: that were read, of all streams and buckets.
        found: what was wrong, the first `LISTED`.
        open: what is still wrong and was not accepted, the first `LISTED`.
        found_total, open_total: how many there are of each.
        repaired: how many of them are right again.
        unread: streams and buckets that this user may not read.
    """

    began_at: Instant
    seconds: float
    messages: int
    found: tuple[Damage, ...] = ()
    open: tuple[Damage, ...] = ()
    found_total: int = 0
    open_total: int = 0
    repaired: int = 0
    unread: tuple[Name, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong any more."""
        return not self.open_total


class Memory(Contract):
    """What one audit leaves to the next.

    Attributes:
        last: sequence of the newest message of each stream.
        settled: sequences, by stream and as runs, that are unreadable for ever and whose content was made again.
        dropped: bytes, by stream, that the server says it has lost and that were dealt with.
        unrepaired: losses of what follows from nothing else; later audits may not find them again.
        accepted: keys of damages that the operator has taken note of.
    """

    last: dict[str, int] = {}
    settled: dict[str, tuple[tuple[int, int], ...]] = {}
    dropped: dict[str, int] = {}
    unrepaired: tuple[Damage, ...] = ()
    accepted: tuple[str, ...] = ()


def damage(code: str, place: str, name: object, text: str) -> Damage:
    """A damage; its name is cut to what a report shows."""
    return Damage(code=code, place=place, name=str(name)[:200], text=text)


FOLLOWS = ("PARSED", "VALIDATED", "SCORED", "MERGED", "SEATED", "RENDERINGS", "KV_FILE_STATUS", "OBJ_")
"""How streams begin of which everything follows from the files: where no trail breaks off, none is lost."""


@dataclass(frozen=True)
class Outcome:
    """What is left of losses after a repair: those that are settled, by stream, and those that nothing makes good."""

    settled: frozenset[str]
    unrepaired: tuple[Damage, ...]


def outcome(lost: Sequence[Damage], before: Iterable[Damage], left: Iterable[Damage], *, repaired: bool) -> Outcome:
    """What is left of losses.

    Args:
        lost: what follows from lost messages.
        before: what was wrong else.
        left: what of that is wrong still.
        repaired: whether anything was repaired.
    """
    broken = {damage.key for damage in left}
    announced = {"file-unannounced", "file-unread"}
    again = sum(damage.code in announced and damage.key not in broken for damage in before)
    settled = set()
    for place in {damage.place for damage in lost}:
        gone = sum(damage.place == place and damage.code == "message-lost" for damage in lost)
        if repaired and (place.startswith(FOLLOWS) or (place == "INTAKE" and again >= gone)):
            settled.add(place)
    # An open trail may be what was lost; positions that are missing for ever are said by themselves.
    if any(damage.code not in ("history-lost", "bytes-damaged", "original-damaged") for damage in left):
        settled = {place for place in settled if not place.startswith(FOLLOWS)}
    return Outcome(frozenset(settled), tuple(damage for damage in lost if damage.place not in settled))
