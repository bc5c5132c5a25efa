"""What the public sees of an undecided event: the policy of new events that came with its first file.

Whatever the order in which files come, and whatever becomes of the first one, or of files that are moved.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from itertools import permutations
from random import Random

import pytest

from contracts.base import FileRef
from contracts.decisions import OfPublic, ReassignFiles, RetractFile, SetPublic
from contracts.facts import PublicPolicy
from contracts.messages import Fragment
from contracts.standings import Standings
from services.scoring.domain.event.event_state import EventState
from services.scoring.domain.event.folding import folded, forget_history, unfolded
from services.scoring.domain.event.standings_status import publicity
from services.scoring.domain.merging.merge import MergeState
from tests.support.decided import decided
from tests.unit.services.scoring.domain.merging.test_event_assignment import events_after, game, move

NOON = datetime.fromisoformat("2026-03-07T12:00:00+00:00")
ALL, HIDDEN, FIRST = PublicPolicy(), PublicPolicy(places=0, boards="none"), PublicPolicy(places=3)


def came(name: str, minute: int, public: PublicPolicy | None = None, event: str = "a") -> Fragment:
    """A file of one result that came in this minute, with this policy of new events."""
    one = game(name, event, minute)
    received_at = NOON + timedelta(minutes=minute)
    return one.replace(file=one.file.replace(received_at=received_at, public=public))


def public(policy: PublicPolicy, event: str = "a", minutes: int = 30) -> Fragment:
    chosen = OfPublic.model_validate(policy.model_dump())
    return decided(SetPublic(decision="public", policy=chosen), event=event, minutes=minutes)


def standings(events: Mapping[str, EventState], event: str = "a") -> Standings:
    return events[event].score()[0].standings


def seen(*arriving: Fragment, event: str = "a") -> PublicPolicy:
    """What the public sees in the end; the same in every order of arrival."""
    (policy,) = {standings(events_after(order), event).public for order in permutations(arriving)}
    return policy


def test_the_first_file_that_came_says_it_whatever_comes_later() -> None:
    assert seen(came("x", 1, HIDDEN), came("y", 2), came("z", 3, FIRST)) == HIDDEN
    assert seen(came("x", 1), came("y", 2, HIDDEN)) == ALL, "an event that is there stays as it is"
    assert standings(events_after([came("x", 1, HIDDEN)])).public_of_new
    assert not standings(events_after([came("x", 1)])).public_of_new


def test_a_decision_counts_and_when_it_is_undone_the_first_file_does() -> None:
    release = public(ALL)
    assert seen(came("x", 1, HIDDEN), release) == ALL
    assert not standings(events_after([came("x", 1, HIDDEN), release])).public_of_new
    undone = decided(RetractFile(decision="retract", file=release.file.sha256), event="a", minutes=40)
    assert seen(came("x", 1, HIDDEN), release, undone) == HIDDEN


def test_a_file_of_decisions_is_first_only_where_there_is_no_other() -> None:
    rename = public(FIRST, event="b")
    early = rename.replace(event="a", file=rename.file.replace(received_at=NOON, public=HIDDEN), facts=game("x").facts)
    assert seen(early, came("y", 2)) == ALL
    assert seen(early) == HIDDEN


def test_the_first_file_stays_the_first_when_it_is_replaced_or_retracted() -> None:
    first, second = came("x", 1, HIDDEN), came("x2", 2)
    gone = decided(RetractFile(decision="retract", file=first.file.sha256), event="a", minutes=40)
    assert seen(first, second, gone) == HIDDEN


def test_an_event_that_was_written_down_says_the_same() -> None:
    state = EventState("a")
    for minute in range(1, 12):
        state.apply(came(f"x{minute}", minute, HIDDEN if minute == 1 else None))
    forget_history(state)
    known = folded(state, 11)
    assert known is not None
    again = unfolded(type(known).model_validate_json(known.model_dump_json()))
    assert again.score()[0].standings.public == HIDDEN


def split(minutes: int, file: Fragment, of: str = "a", to: str = "b") -> Fragment:
    return move(of, to, minutes, file)


def test_what_is_split_off_a_hidden_event_is_hidden() -> None:
    first, second = came("x", 1, HIDDEN), came("y", 2)
    assert seen(first, second, split(10, second), event="b") == HIDDEN
    assert seen(first, second, split(10, second)) == HIDDEN
    released = public(ALL, "b")
    assert seen(first, second, split(10, second), released, event="b") == ALL


def test_the_first_file_is_so_for_its_event_when_it_is_moved_away() -> None:
    first, second = came("x", 1, HIDDEN), came("y", 2)
    assert seen(first, second, split(10, first)) == HIDDEN
    assert seen(first, second, split(10, first), event="b") == HIDDEN


def test_an_event_that_takes_in_files_of_a_hidden_one_is_hidden_and_one_of_shown_ones_is_not() -> None:
    hidden, shown = came("x", 2, HIDDEN, "a"), came("y", 1, None, "b")
    assert seen(hidden, shown, move("a", "b", 10), event="b") == HIDDEN
    assert seen(hidden, shown, move("b", "a", 10), event="a") == HIDDEN
    assert seen(came("x", 1, None, "a"), came("z", 3, HIDDEN, "a"), shown, move("a", "b", 10), event="b") == ALL


def test_what_goes_on_through_a_hidden_event_is_hidden() -> None:
    through, own = came("x", 1, None, "a"), came("y", 2, HIDDEN, "b")
    on = split(11, through, of="b", to="c")
    assert seen(through, own, move("a", "b", 10), on, event="c") == HIDDEN


def test_files_that_come_again_and_overtake_each_other_end_alike() -> None:
    files = [came(f"x{number}", number, HIDDEN if number in (1, 4) else None) for number in range(6)]
    by_name = decided(ReassignFiles(decision="reassign", name="x5.xml", sender="", to="b"), event="a", minutes=9)
    arriving = [*files, split(10, files[3]), by_name, move("b", "c", 11), came("c", 7, FIRST, "c")]
    ends = {
        tuple(standings(events, event).public for event in ("a", "c"))
        for events in (events_after(arriving, Random(seed)) for seed in range(40))
    }
    assert ends == {(ALL, FIRST)}


@pytest.mark.parametrize("received_at", [None, NOON])
def test_of_files_that_came_at_the_same_time_the_digest_says_which_is_first(received_at: datetime | None) -> None:
    files = [
        FileRef(sha256=digit * 64, name="x", size=1, format="usebio", received_at=received_at, public=policy)
        for digit, policy in (("1", FIRST), ("2", HIDDEN))
    ]
    assert publicity(MergeState(), files) == publicity(MergeState(), files[::-1]) == (FIRST, True)
    assert publicity(MergeState(), []) == (ALL, False)
