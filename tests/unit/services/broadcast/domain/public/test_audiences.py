"""Two audiences: what the public sees under a policy, what staff see, and that nobody resumes across a change of it."""

import pytest

from contracts.facts import PublicPolicy
from contracts.feed import EVENTS_CHANNEL, board_channel, boards_channel, standings_channel
from services.broadcast.domain.hub import Hub
from services.broadcast.domain.ledger import Ledger, Part
from tests.support.feed import TurnedClock
from tests.support.published import STORED, as_read, awake, board, board_as_read, standings

EVENT = "open"
STANDINGS, BOARD, BOARDS = standings_channel(EVENT), board_channel(EVENT, "7"), boards_channel(EVENT)
EVERYTHING = PublicPolicy()
HIDDEN = PublicPolicy(places=0, boards="none")
FIRST = PublicPolicy(places=1)


class Evening:
    """An event whose standings and boards are here."""

    def __init__(self):
        self.hub = Hub(TurnedClock())
        self.ledger = Ledger(self.hub, "E1", "S1")
        self.ledger.begin({}, [])
        awake(self.ledger, EVENT)
        self.seq = 0
        self.publish()
        self.ledger.take_board(board_as_read(board(EVENT, "7", 1)), STORED)

    def publish(self, policy=EVERYTHING, seq=None):
        self.seq = seq or self.seq + 1
        message = standings(EVENT, self.seq)
        message = message.replace(standings=message.standings.replace(public=policy))
        self.ledger.take_standings(as_read(message), STORED)

    def rows(self, name):
        public, whole = self.hub.channels[name], self.ledger.audiences.table(name)
        return len(public.rows), len(whole.rows)

    @property
    def leader(self):
        channel = self.hub.channels[EVENTS_CHANNEL]
        return channel.rows[EVENT][channel.columns.index("leader")]


@pytest.fixture
def evening():
    return Evening()


def test_without_a_policy_nothing_is_kept_twice(evening):
    for name in (STANDINGS, BOARD, BOARDS):
        assert evening.ledger.audiences.table(name) is evening.hub.channels[name]
        assert evening.rows(name) == (1, 1)
    assert evening.leader == "Ann & Bob"


def test_what_is_held_back_goes_at_once_and_staff_keep_it(evening):
    evening.publish(HIDDEN)
    assert [evening.rows(name) for name in (STANDINGS, BOARD, BOARDS)] == [(0, 1)] * 3
    assert evening.leader is None
    assert evening.ledger.card(EVENT, "1") is not None


def test_results_that_come_meanwhile_are_for_staff(evening):
    evening.publish(HIDDEN)
    evening.ledger.take_board(board_as_read(board(EVENT, "8", 1)), STORED)
    evening.ledger.take_board(board_as_read(board(EVENT, "7", 2, score="-50")), STORED)
    evening.publish(HIDDEN)
    assert evening.rows(board_channel(EVENT, "8")) == evening.rows(BOARD) == evening.rows(STANDINGS) == (0, 1)
    assert evening.rows(BOARDS) == (0, 2)
    assert evening.ledger.audiences.table(STANDINGS).seq == evening.hub.channels[STANDINGS].seq == 3


def test_a_release_shows_everything_at_once(evening):
    before = {name: dict(evening.hub.channels[name].rows) for name in (STANDINGS, BOARD, BOARDS)}
    evening.publish(HIDDEN)
    evening.publish(seq=evening.seq + 1)
    assert {name: evening.hub.channels[name].rows.keys() for name in before} == {
        name: rows.keys() for name, rows in before.items()
    }
    assert evening.hub.channels[BOARD].rows == before[BOARD]
    assert evening.leader == "Ann & Bob"
    assert evening.ledger.policy(EVENT) is None


def test_nobody_resumes_across_a_change(evening):
    epochs = []
    for policy in (PublicPolicy(), HIDDEN, FIRST, PublicPolicy()):
        evening.publish(policy)
        channels = [evening.hub.channels[name] for name in (STANDINGS, BOARD)]
        epochs.append([channel.epoch for channel in channels])
        assert [channel.fold(1) for channel in channels if policy.withholds] in ([], [None, None])
    assert epochs[0] == epochs[3] == ["E1", "E1"]
    assert len({tuple(each) for each in epochs}) == 3


def test_older_standings_that_are_read_again_show_nothing(evening):
    evening.publish(HIDDEN)
    evening.publish(PublicPolicy(), seq=1)
    evening.ledger.begin_loading(Part(EVENT, False))
    for seq in (1, 2):
        evening.publish(PublicPolicy() if seq == 1 else HIDDEN, seq=seq)
        assert evening.rows(STANDINGS)[0] == 0
        assert evening.hub.channels[STANDINGS].epoch != "E1"


def test_an_event_that_is_loaded_anew_is_under_its_policy_before_its_boards_come(evening):
    evening.publish(HIDDEN)
    for boards in (False, True):
        evening.ledger.evict(Part(EVENT, boards))
    assert evening.ledger.audiences.table(BOARD) is None
    evening.ledger.begin_loading(Part(EVENT, True))
    evening.ledger.take_board(board_as_read(board(EVENT, "7", 1)), STORED)
    evening.ledger.finish_loading(Part(EVENT, True))
    assert [evening.rows(name) for name in (BOARD, BOARDS)] == [(0, 1)] * 2


def test_a_policy_is_known_from_the_list_alone():
    hub = Hub(TurnedClock())
    ledger = Ledger(hub, "E1", "S1")
    ledger.begin({}, [])
    message = standings(EVENT, 4)
    ledger.remember(as_read(message.replace(standings=message.standings.replace(public=HIDDEN))))
    assert ledger.policy(EVENT) == HIDDEN
