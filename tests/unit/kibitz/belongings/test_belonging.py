"""What belongs to whom; everything that a server has is in tests/e2e/test_director.py."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256

import pytest
from nats.js.api import RawStreamMsg

from contracts.base import FileRef
from kibitz.belongings.belonging import Belongings, Holding, belongs, joined, of_events, over_before
from shared.bus.wire import MSG_ID

DIGEST = {name: sha256(name.encode()).hexdigest() for name in "abcd"}


def holding(name: str, *events: str) -> Holding:
    return Holding(FileRef(sha256=DIGEST[name], name=name, size=1, format="pbn"), {*events})


HELD = [holding("a", "one"), holding("b", "one", "two"), holding("c", "two", "three"), holding("d", "four")]


def test_an_event_has_all_its_files_and_others_that_these_hold_are_named() -> None:
    of, others = of_events(HELD, ["one"])
    assert of == Belongings(frozenset({"one"}), frozenset({DIGEST["a"], DIGEST["b"]}))
    assert others == {"two"}
    assert of_events(HELD, ["one", "two", "three"])[1] == frozenset()
    assert of_events(HELD, ["unknown"]) == (Belongings(frozenset({"unknown"})), frozenset())


def test_a_file_that_an_archive_has_belongs_to_the_event_although_nothing_says_so_any_more() -> None:
    of, others = of_events(HELD, ["one"], [DIGEST["d"], "gone"])
    assert (of.files, others) == (frozenset({DIGEST["a"], DIGEST["b"], DIGEST["d"], "gone"}), {"two", "four"})


@pytest.mark.parametrize(
    ("newest", "over"),
    [({}, {"one", "two", "three", "four"}), ({"d": 9}, {"one", "two", "three"}), ({"c": 9}, {"four"})],
)
def test_an_event_is_over_when_nothing_came_lately_for_it_or_for_those_it_is_linked_to(
    newest: dict[str, int], over: set[str]
) -> None:
    start = datetime(2031, 10, 3, tzinfo=UTC)
    arrived = {DIGEST[name]: start + timedelta(days=newest.get(name, 0)) for name in "abcd"}
    assert over_before(HELD, arrived, start + timedelta(days=5)) == over
    # An event with a file that nobody keeps outside the bus is not over: nothing could bring it back.
    assert over_before(HELD, arrived, start) == frozenset()
    del arrived[DIGEST["b"]]
    assert over_before(HELD, arrived, start + timedelta(days=50)) == {"four"}


def test_a_file_is_joined_with_whatever_has_to_be_made_again() -> None:
    of = joined(HELD, [DIGEST["a"]])
    assert of == Belongings(frozenset({"one", "two", "three"}), frozenset(DIGEST[name] for name in "abc"))
    assert joined(HELD, ["unknown"]) == Belongings(frozenset(), frozenset({"unknown"}))


def test_what_no_file_makes_again_stays_with_an_event_that_is_made_again() -> None:
    of = replace(OF, stays=OF.events | OF.files)
    for subject, data in (
        ("$KV.QUERIES.event.club", b""),
        ("$KV.GRANTS.1", b'{"events":["club"]}'),
        ("$KV.SECRETS.generation.club", b"1"),
        ("$KV.NOTICES.subscription.1", b'{"event":"club"}'),
    ):
        message = RawStreamMsg(subject=subject, seq=1, data=data)
        assert (belongs(OF, message), belongs(of, message)) == (True, False), subject
    for subject in ("scoring.standings.published.v1.club", f"$KV.FILE_STATUS.{DIGEST['a']}", "$KV.PARKED_SCORING.club"):
        assert belongs(of, RawStreamMsg(subject=subject, seq=1, data=b"")), subject
    assert of.for_good == Belongings()


def test_what_was_written_before_a_moment_belongs_by_how_its_subject_begins() -> None:
    moment = datetime(2031, 10, 3, tzinfo=UTC)
    of = Belongings(before={"$KV.QUERIES.event.": moment})
    for subject, seconds, wanted in (
        ("$KV.QUERIES.event.club", -1, True),
        ("$KV.QUERIES.event.club", 0, False),
        ("$KV.QUERIES.end.club", -1, False),
    ):
        message = RawStreamMsg(subject=subject, seq=1, data=b"", time=moment + timedelta(seconds=seconds))
        assert belongs(of, message) is wanted


OF = Belongings(frozenset({"club"}), frozenset({DIGEST["a"]}))


@pytest.mark.parametrize(
    ("subject", "identity", "data", "wanted"),
    [
        ("scoring.standings.published.v1.club", "", b"", True),
        ("scoring.board.scored.v1.club.1", "", b"", True),
        ("scoring.board.scored.v1.club-2.club1", "", b"", False),
        (f"intake.file.received.v1.pbn.{DIGEST['a']}", "", b"", True),
        (f"intake.file.received.v1.pbn.{DIGEST['b']}", "", b"", False),
        ("parser.file.parsed.v1.pbn", f"parsed:{DIGEST['a']}:", b"", True),
        ("parser.file.parsed.v1.pbn", "parsed:0:club", b"", True),
        ("parser.fragment.parsed.v1.3.other", f"fragment:other:{DIGEST['a'][:12]}.0", b"", True),
        # Standings of another event may look like this one: they are that event's.
        ("scoring.standings.published.v1.other", "", b'{"event":"club"}', False),
        ("$KV.QUERIES.event.club", "", b"", True),
        ("$KV.NOTICES.subscription.1", "", b'{"event":"club"}', True),
        ("$KV.NOTICES.subscription.2", "", b'{"event":"club-2"}', False),
        ("dead.scoring", "dead:x:1", b'{"headers":{"ce-event":"club"}}', True),
        ("dead.parser", "", DIGEST["a"].encode(), True),
    ],
)
def test_a_message_belongs_by_a_whole_name(subject: str, identity: str, data: bytes, wanted: bool) -> None:
    message = RawStreamMsg(subject=subject, seq=1, data=data, headers={MSG_ID: identity})
    assert belongs(OF, message) is wanted
