"""Every message says what identifies it, and says the same in every version."""

import json
from datetime import UTC, datetime, timedelta

import pytest

from contracts import messages, registry
from contracts import messages as module
from contracts.facts import AsOf, Facts
from contracts.generate import __main__ as generate
from contracts.messages import Fragment, Message
from tests.support.contract_golden import compare_schemas

EVENT = "riverside-bridge-club-tuesday-pairs-2026-11-17"

EXAMPLES = generate.examples()


def example(kind: type[Message]) -> Message:
    return kind.model_validate_json(json.dumps(EXAMPLES[kind.__name__]))


RECEIVED = example(messages.FileReceived)
assert isinstance(RECEIVED, messages.FileReceived)
SHA = RECEIVED.file.sha256
REJECTED = example(messages.FileRejected)
assert isinstance(REJECTED, messages.FileRejected)
RENDERED = example(messages.FileRendered)
assert isinstance(RENDERED, messages.FileRendered)


def digest(kind: type[Message]) -> str:
    return str(EXAMPLES[kind.__name__]["digest"])[:16]  # type: ignore[index]


IDENTITIES: dict[type[Message], str] = {
    messages.FileReceived: f"received:{SHA}:",
    messages.FileRejected: f"rejected:{REJECTED.file.sha256}:intake:intake.unknown-format",
    messages.FileParsed: f"parsed:{SHA}:",
    messages.FragmentParsed: f"fragment:{EVENT}:{SHA[:12]}.0",
    messages.FragmentAccepted: f"accepted:{EVENT}:{SHA[:12]}.0",
    messages.FragmentRejected: f"refused:{EVENT}:{SHA[:12]}.0",
    messages.StandingsPublished: f"standings:{EVENT}:1:118:{digest(messages.StandingsPublished)}",
    messages.BoardScored: f"board:{EVENT}:7:1:118:{digest(messages.BoardScored)}",
    messages.RoundScored: f"round:harbour-open-2026:3:4:31:{digest(messages.RoundScored)}",
    messages.DealAnalysed: f"deal:{EVENT}:7:1:118:{digest(messages.DealAnalysed)}",
    messages.EventMerged: f"merged:{EVENT}:118",
    messages.EventFolded: f"folded:{EVENT}:118",
    messages.EventDescribed: f"described:{EVENT}:2026-11-17:4711:118",
    messages.RoundAssigned: f"seats:{EVENT}:1:118:{digest(messages.RoundAssigned)}",
    messages.TableChanged: "changed:spring-pairs:standings:20260307T190000000000:815",
    messages.FileRendered: f"rendered:{EVENT}:csv:118:3:{RENDERED.sha256[:16]}",
    messages.DeadLetter: "dead:seating-event-merged:MERGED:57",
}
"""As they stand on the bus; a message published again must have the same, or the server keeps it twice."""


def test_the_identity_of_every_message_is_pinned() -> None:
    assert set(IDENTITIES) == {entry.message for entry in registry.SUBJECTS}


@pytest.mark.parametrize("kind", IDENTITIES, ids=lambda kind: kind.__name__)
def test_a_message_keeps_its_identity(kind: type[Message]) -> None:
    message = example(kind)
    assert message.identity == IDENTITIES[kind]
    assert kind.model_validate_json(message.model_dump_json(exclude_none=True)).identity == message.identity


POSITIONED = (
    messages.StandingsPublished,
    messages.BoardScored,
    messages.RoundScored,
    messages.DealAnalysed,
    messages.RoundAssigned,
)


@pytest.mark.parametrize("kind", POSITIONED)
def test_another_content_at_the_same_position_is_another_message(kind: type[Message]) -> None:
    message = example(kind)
    assert message.replace(digest="f" * 64).identity != message.identity


@pytest.mark.parametrize("kind", POSITIONED)
def test_the_same_content_as_of_another_fragment_is_another_message(kind: type[Message]) -> None:
    message = example(kind)
    later = messages.Position(seq=message.position.seq, applied=message.position.applied + 1)  # type: ignore[attr-defined]
    assert message.replace(position=later).identity != message.identity


def test_a_position_is_found_in_an_identity_that_has_one() -> None:
    found = {kind: messages.Position.seq_in(identity) for kind, identity in IDENTITIES.items()}
    assert {kind: at for kind, at in found.items() if at is not None} == {
        kind: example(kind).position.seq
        for kind in POSITIONED  # type: ignore[attr-defined]
    }
    assert messages.Position.seq_in(f"{IDENTITIES[messages.StandingsPublished]}:change") == 1


@pytest.mark.parametrize("identity", ["", "standings", "standings:club", "board:club:7:x:118:0123", "sha256:0123"])
def test_a_damaged_identity_has_no_position(identity: str) -> None:
    assert messages.Position.seq_in(identity) is None


def test_identities_of_different_kinds_never_meet() -> None:
    prefixes = [identity.split(":", maxsplit=1)[0] for identity in IDENTITIES.values()]
    assert len(set(prefixes)) == len(prefixes)


def test_a_message_class_without_identity_is_noticed() -> None:
    class Whisper(Message):
        """Says nothing that identifies it."""

    with pytest.raises(TypeError, match="Whisper does not say what identifies it"):
        _ = Whisper().identity


def test_an_event_named_by_the_sender_makes_another_message_of_the_same_file() -> None:
    assert isinstance(RECEIVED, messages.FileReceived)
    named = RECEIVED.replace(file=RECEIVED.file.replace(event="spring-pairs"))
    assert named.identity != RECEIVED.identity


def fragment(minute: int, sha: str, ordinal: int = 0) -> Fragment:
    assert isinstance(RECEIVED, messages.FileReceived)
    return Fragment(
        id=f"{sha[:12]}.{ordinal}",
        event=EVENT,
        file=RECEIVED.file.replace(sha256=sha),
        ordinal=ordinal,
        as_of=AsOf(at=datetime(2026, 11, 17, 20, minute, tzinfo=UTC), source="stated"),
        facts=Facts(),
    )


def test_of_two_files_that_state_the_same_moment_the_newer_one_wins() -> None:
    def of_file(sha: str, received: int, written: int | None) -> Fragment:
        at = datetime(2026, 11, 17, 20, tzinfo=UTC)
        file = fragment(30, sha).file.replace(
            received_at=at + timedelta(minutes=received),
            written_at=None if written is None else at + timedelta(minutes=written),
        )
        return fragment(30, sha).replace(file=file)

    assert of_file("0" * 64, 9, None).order > of_file("f" * 64, 8, None).order
    assert of_file("0" * 64, 9, 7).order > of_file("f" * 64, 10, 6).order
    assert of_file("0" * 64, 9, 99).order > of_file("f" * 64, 8, 7).order  # a time stamp of the future is not believed


def test_the_later_fragment_wins_and_equal_moments_are_told_apart_by_file_and_number() -> None:
    early, late = fragment(1, "f" * 64), fragment(2, "0" * 64)
    assert late.order > early.order
    same = [fragment(1, "a" * 64), fragment(1, "b" * 64), fragment(1, "b" * 64, 1), fragment(1, "b" * 64, 10)]
    assert sorted(same, key=lambda one: one.order) == same
    assert len({one.order for one in same}) == len(same)


def test_a_fragment_is_of_the_event_that_it_came_to_first() -> None:
    plain = fragment(0, SHA)
    assert plain.origin == EVENT
    assert plain.replace(route=("first", "second")).origin == "first"


def test_the_fields_of_every_class_are_those_of_the_golden_file() -> None:
    compare_schemas(module)
