"""Every file followed from its bytes through parsed and accepted to published standings, and where a trail breaks off.

Rules kept here:

1. Messages are told apart by their identity alone (`ce-id`), so that most bodies need not be decoded. Of each a number
   of eight bytes is kept: an audit of a season's million messages holds some hundred megabytes less.
2. What a consumer has not yet answered is under way and not missing. `floors` says up to which sequence of its stream
   everything was handled before the following streams were read.
3. What became a dead letter is not missing: it is reported there.
4. A fragment that a director moved is passed on by scoring, which says so to nobody: where messages of VALIDATED are
   lost and no verdict is missing, the decisions are sent again.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from hashlib import blake2b

from contracts.base import DECISIONS
from contracts.messages import DeadLetter, FileParsed, FileReceived, Position
from contracts.packing import unpacked
from services.intake.domain.audit.damage import Announce, Found, Remedy, Resend, Restore, damage

BEHIND = timedelta(minutes=1)
"""How much later than its cause a message is published at most, where it matters which are gone."""


@dataclass(frozen=True)
class Sighting:
    """A message of a stream as the audit sees it; `identity` is its `ce-id`, `body` the object with its body."""

    stream: str
    seq: int
    time: datetime
    subject: str
    identity: str
    body: tuple[str, str] | None = None


@dataclass(frozen=True)
class Place:
    """Where a message is, and when it was stored."""

    seq: int
    time: datetime


@dataclass
class Trail:
    """What was seen of all files and events; names are numbers (`_number`) of identities without their kind.

    Attributes:
        files: by file and event, where it was announced.
        digests: by file, where it was announced last.
        large: by digest, announcements whose bytes lie in the object store.
        damaged: likewise those whose own bytes are not the file.
        refused: by file, where a parser refused it.
        turned_away: files that the intake itself refused.
        parsed: by file and event, where it is said that it was read.
        promised: by event and fragment, the file and event that it is of.
        fragments: by event and fragment, where it is.
        verdicts: events and fragments that were accepted or refused.
        events: by event, its newest accepted fragment.
        decided: sequences in VALIDATED of what directors decided.
        dead: stream and sequence of what could not be processed.
        statuses: by file, the entry that tells where it stands.
        merged: events whose merged state is there.
        channels: by subject, first and last position and how many there are.
        bodies: by object, stream, subject and identity of the message whose body lies there.
    """

    files: dict[int, Place] = field(default_factory=dict)
    digests: dict[int, int] = field(default_factory=dict)
    large: dict[str, int] = field(default_factory=dict)
    damaged: dict[str, int] = field(default_factory=dict)
    refused: dict[int, int] = field(default_factory=dict)
    turned_away: set[int] = field(default_factory=set)
    parsed: dict[int, int] = field(default_factory=dict)
    promised: dict[int, int] = field(default_factory=dict)
    fragments: dict[int, int] = field(default_factory=dict)
    verdicts: set[int] = field(default_factory=set)
    events: dict[str, Place] = field(default_factory=dict)
    decided: list[int] = field(default_factory=list)
    dead: set[tuple[str, int]] = field(default_factory=set)
    statuses: dict[int, int] = field(default_factory=dict)
    merged: set[str] = field(default_factory=set)
    channels: dict[str, tuple[int, int, int]] = field(default_factory=dict)
    bodies: dict[tuple[str, str], Sighting] = field(default_factory=dict)
    _decisions: set[str] = field(default_factory=set)

    def see(self, message: Sighting) -> None:
        """Note a message of the bus."""
        kind, _, rest = message.identity.partition(":")
        tokens = message.subject.split(".")
        if message.body is not None:
            self.bodies[message.body] = message
        match message.stream, kind:
            case "INTAKE", "received":
                self.files[_number(rest)] = Place(message.seq, message.time)
                self.digests[_number(tokens[5])] = message.seq
                if tokens[4] == DECISIONS:
                    self._decisions.add(tokens[5][:12])
            case "INTAKE", "rejected":
                sha256, stage, *_ = rest.split(":")
                if stage == "parser":
                    self.refused[_number(sha256)] = message.seq
                else:
                    self.turned_away.add(_number(sha256))
            case "PARSED", "parsed":
                self.parsed[_number(rest)] = message.seq
            case "PARSED", "fragment":
                self.fragments[_number(rest)] = message.seq
            case "VALIDATED", "refused":
                self.verdicts.add(_number(rest))
            case "VALIDATED", _:
                self._accepted(message, rest)
            case "MERGED", "merged":
                self.merged.add(tokens[4])
            case (("SCORED" | "SEATED"), _):
                self._channel(message)

    def see_file(self, seq: int, received: FileReceived) -> None:
        """Look at the bytes that an announcement has, or note that they lie in the object store."""
        file = received.file
        if received.content is None:
            self.large[file.sha256] = seq
            return
        try:
            unpacked(received.content, file.size, file.sha256)
        except ValueError:
            self.damaged[file.sha256] = seq

    def see_parsed(self, message: FileParsed) -> None:
        """Note which fragments a file gave."""
        name = _number(message.identity.partition(":")[2])
        for event, fragment in zip(message.events, message.fragments, strict=True):
            self.promised[_number(f"{event}:{fragment}")] = name

    def see_dead(self, letter: DeadLetter) -> None:
        """Note what could not be processed."""
        self.dead.add((letter.stream, letter.sequence))

    def see_status(self, sha256: str, seq: int) -> None:
        """Note that it is known where a file stands."""
        self.statuses[_number(sha256)] = seq

    def _accepted(self, message: Sighting, rest: str) -> None:
        self.verdicts.add(_number(rest))
        event, name, *_ = (*rest.split(":"), "")
        self.events[message.subject.split(".")[5]] = Place(message.seq, message.time)
        if event and name.partition(".")[0] in self._decisions:
            self.decided.append(message.seq)

    def _channel(self, message: Sighting) -> None:
        at = Position.seq_in(message.identity)
        if at is not None:
            first, last, count = self.channels.get(message.subject, (at, at - 1, 0))
            # One that was published again has the position of one that was lost.
            self.channels[message.subject] = (first, max(last, at), count + (at > last))

    def broken(self, floors: Mapping[str, int], ends: Mapping[str, int]) -> Iterator[Found]:
        """Where trails of files break off.

        Args:
            floors: by stream, up to where everything was handled before the first stream was read.
            ends: by stream, what was the last sequence then.
        """
        yield from self._unread(floors["INTAKE"])
        yield from self._unannounced(ends)
        yield from self._unknown(floors["INTAKE"], ends["KV_FILE_STATUS"])
        for name, of in self.promised.items():
            if name not in self.fragments:
                seq, place = self.parsed[of], self.files.get(of)
                text = f"The file that message {seq} of PARSED is about has a fragment that is not there"
                again = Resend("INTAKE", place.seq) if place is not None else Announce("PARSED", seq)
                yield Found(damage("fragment-missing", "PARSED", seq, text), again)
        for name, seq in self.fragments.items():
            if name not in self.verdicts and seq <= floors["PARSED"] and ("PARSED", seq) not in self.dead:
                text = f"Fragment {seq} of PARSED is neither accepted nor refused"
                yield Found(damage("verdict-missing", "VALIDATED", seq, text), Resend("PARSED", seq))

    def _unread(self, floor: int) -> Iterator[Found]:
        refused = {self.digests[name] for name in self.refused if name in self.digests}
        for name, place in self.files.items():
            handled = name in self.parsed or place.seq in refused or ("INTAKE", place.seq) in self.dead
            if not handled and place.seq <= floor:
                text = f"File {place.seq} of INTAKE has neither been read nor refused"
                yield Found(damage("file-unread", "PARSED", place.seq, text), Resend("INTAKE", place.seq))

    def _unannounced(self, ends: Mapping[str, int]) -> Iterator[Found]:
        """Files that later stages know, each by one of them."""
        witnesses = {
            **{("PARSED", seq): name in self.files for name, seq in self.parsed.items()},
            **{("INTAKE", seq): name in self.digests for name, seq in self.refused.items()},
        }
        for (stream, seq), announced in witnesses.items():
            if not announced and seq <= ends[stream]:
                text = f"The file that message {seq} of {stream} is about is not announced any more"
                yield Found(damage("file-unannounced", "INTAKE", f"{stream} {seq}", text), Announce(stream, seq))

    def _unknown(self, floor: int, end: int) -> Iterator[Found]:
        """Files of which it is not known where they stand, and those of which nothing else is known."""
        for name, seq in self.digests.items():
            if name not in self.statuses and seq <= floor:
                text = f"It is not known where file {seq} of INTAKE stands"
                yield Found(damage("status-missing", "KV_FILE_STATUS", seq, text), Resend("INTAKE", seq))
        for name, seq in self.statuses.items():
            if name not in self.digests and name not in self.turned_away and seq <= end:
                text = f"A file whose status is known, entry {seq} of FILE_STATUS, is not announced any more"
                witness = Announce("KV_FILE_STATUS", seq)
                yield Found(damage("file-unannounced", "INTAKE", f"KV_FILE_STATUS {seq}", text), witness)

    def unpublished(self, published: Mapping[str, int], floor: int) -> Iterator[Found]:
        """Events whose newest standings are missing or lack what was accepted, and whose merged state is gone.

        `published` is, by event, the last accepted fragment that its newest standings include.
        """
        for event, place in self.events.items():
            newest = published.get(event)
            if place.seq <= floor and (newest is None or newest < place.seq):
                text = f"The newest standings of {event} lack an accepted fragment"
                yield Found(damage("standings-behind", "SCORED", event, text), Resend("VALIDATED", place.seq))
            if place.seq <= floor and newest is not None and event not in self.merged:
                text = f"The merged state of {event} is gone"
                yield Found(damage("event-missing", "MERGED", event, text), Resend("VALIDATED", place.seq))

    def gaps(self) -> Iterator[Found]:
        """Channels of which a message in the middle is gone: its readers begin anew."""
        for subject, (first, last, count) in self.channels.items():
            if missing := last - first + 1 - count:
                stream = "SEATED" if subject.startswith("seating.") else "SCORED"
                text = f"{missing} of the messages {first} to {last} of {subject} are gone"
                yield Found(damage("history-lost", stream, subject, text))

    def later_than(self, since: datetime, *, why: str, place: str) -> Iterator[Found]:
        """Everything that may have published what a stream has lost that was stored after a moment."""
        for event, newest in self.events.items():
            if newest.time >= since - BEHIND:
                text = f"{why}; {event} is published again"
                yield Found(damage("tail-lost", place, event, text), Resend("VALIDATED", newest.seq))

    def without_body(self, bodies: Iterable[tuple[str, str]]) -> Iterator[Found]:
        """Messages whose bodies are gone or damaged; what no message refers to any more is nobody's loss."""
        for bucket, name in bodies:
            message = self.bodies.get((bucket, name))
            if message is None:
                continue
            remedy = self._stage_before(message)
            text = f"The body of message {message.seq} of {message.stream} is gone or damaged"
            yield Found(damage("object-damaged", f"OBJ_{bucket}", name, text), remedy)

    def _stage_before(self, message: Sighting) -> Remedy | None:
        name = _number(message.identity.partition(":")[2])
        match message.stream:
            case "VALIDATED" if name in self.fragments:
                return Resend("PARSED", self.fragments[name])
            case "PARSED" if (place := self.files.get(self.promised.get(name, name))) is not None:
                return Resend("INTAKE", place.seq)
            case "SCORED" | "MERGED" | "SEATED" | "RENDERINGS":
                return self.event_again(message.subject)
        return None

    def event_again(self, subject: str) -> Resend | None:
        """Have everything of the event of a subject published again; None for a subject of no event."""
        event = next((token for token in subject.split(".")[4:] if token in self.events), None)
        return Resend("VALIDATED", self.events[event].seq) if event is not None else None

    def noted_later_than(self, since: datetime) -> Iterator[Found]:
        """Files whose status may be an older one, after the newest entries were lost."""
        for place in self.files.values():
            if place.time >= since - BEHIND:
                text = f"The status of file {place.seq} of INTAKE may be an older one"
                yield Found(damage("tail-lost", "KV_FILE_STATUS", place.seq, text), Resend("INTAKE", place.seq))


def without_bytes(trail: Trail, whole: Iterable[str]) -> Iterator[Found]:
    """Files whose bytes are gone or have another digest; `whole` names the objects of FILES that are right."""
    right = frozenset(whole)
    for sha256, seq in trail.large.items():
        if sha256 not in right:
            text = f"The bytes of file {sha256[:12]}, {seq} of INTAKE, are gone or damaged"
            yield Found(damage("bytes-damaged", "OBJ_FILES", sha256, text), Restore(sha256))
    for sha256, seq in trail.damaged.items():
        text = f"The bytes in message {seq} of INTAKE are not file {sha256[:12]}"
        yield Found(damage("bytes-damaged", "INTAKE", sha256, text), Announce("INTAKE", seq))


def _number(identity: str) -> int:
    return int.from_bytes(blake2b(identity.encode(), digest_size=8).digest())
