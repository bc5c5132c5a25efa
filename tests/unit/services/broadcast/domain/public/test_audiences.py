"""Two audiences: what the public sees under a policy, what staff see, and that nobody resumes across a change of it."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

import pytest

from contracts.facts import PublicPolicy
from contracts.feed import (
    EVENTS_CHANNEL,
    analysis_channel,
    board_channel,
    boards_channel,
    seats_channel,
    standings_channel,
)
from contracts.standings import BoardDeal, MatchBoard, ScoredMatch
from services.broadcast.domain.hub import Hub
from services.broadcast.domain.ledger import Ledger, Part
from services.broadcast.domain.message_tables import followed, standings_table
from tests.support.feed import TurnedClock
from tests.support.published import STORED, analysis, as_read, awake, board, board_as_read, seats, standings

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
        self.seq, self.stored = 0, STORED
        self.publish()
        self.ledger.take_board(board_as_read(board(EVENT, "7", 1)), STORED)

    def publish(self, policy=EVERYTHING, seq=None, complete=None, begun=None):
        self.seq = seq or self.seq + 1
        message = standings(EVENT, self.seq)
        progress = message.standings.progress.replace(complete=complete, rounds_begun=begun)
        message = message.replace(standings=message.standings.replace(public=policy, progress=progress))
        self.ledger.take_standings(as_read(message), self.stored)

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
    ledger.remember(as_read(message.replace(standings=message.standings.replace(public=HIDDEN))), STORED)
    assert ledger.policy(EVENT) == HIDDEN


def test_whose_values_are_shown_is_for_the_public_alone_and_nobody_resumes_across_it(evening):
    evening.publish(PublicPolicy(values="computed"))
    public, whole = evening.hub.channels[STANDINGS], evening.ledger.audiences.table(STANDINGS)
    assert evening.rows(STANDINGS) == evening.rows(BOARD) == (1, 1)
    assert public.epoch != whole.epoch
    assert "differences" in whole.meta
    assert "differences" not in public.meta
    # A card is of what the public sees, of boards that are held back as well.
    named = evening.ledger.audiences.named
    assert named(BOARD) is evening.hub.channels[BOARD]
    evening.publish(PublicPolicy(values="computed", boards="none"))
    assert (len(evening.hub.channels[BOARD].rows), len(named(BOARD).rows)) == (0, 1)
    evening.publish()
    assert evening.hub.channels[STANDINGS].epoch == "E1"
    assert named(BOARD) is evening.hub.channels[BOARD]


@pytest.mark.parametrize(("values", "gone"), [("stated", "71.25"), ("computed", "52.75")])
def test_cards_and_private_links_have_the_values_that_are_chosen(evening, values, gone):
    ours, theirs = Decimal("71.25"), Decimal("52.75")
    traveller = board(EVENT, "7", 3)
    line = traveller.board.lines[0].replace(ns_points=ours, ew_points=ours, stated_ns=theirs, stated_ew=theirs)
    evening.ledger.take_board(board_as_read(traveller.replace(board=traveller.board.replace(lines=(line,)))), STORED)
    match = ScoredMatch(
        home="1",
        away="2",
        unit="vps",
        home_score=ours,
        stated_home=theirs,
        by_board=(MatchBoard(board="7", home=ours, away=-ours),),
    )
    message = standings(EVENT, 9)
    public = PublicPolicy.model_validate({"values": values, "boards": "own"})
    message = message.replace(standings=message.standings.replace(matches=(match,), public=public))
    evening.ledger.take_standings(as_read(message), STORED)
    # Boards are not public; their holders see them.
    assert len(evening.hub.channels[BOARD].rows) == 0
    travellers, matches = evening.ledger.travellers(EVENT), evening.ledger.matches(EVENT)
    assert len(travellers[0].rows) == len(matches) == 1
    assert gone not in repr((travellers[0].rows, travellers[0].meta, matches))


LATE = PublicPolicy(delay=5)


def stored_now(evening):
    evening.stored = evening.hub.clock().utc
    return evening


def test_under_a_delay_what_was_public_stays_and_nothing_new_comes_before_its_time(evening):
    evening = stored_now(evening)
    evening.publish(LATE)
    evening.ledger.take_board(board_as_read(board(EVENT, "8", 1)), evening.stored)
    eight = board_channel(EVENT, "8")
    assert [evening.rows(name) for name in (STANDINGS, BOARD, eight)] == [(1, 1), (1, 1), (0, 1)]
    assert "after round 1" in repr(evening.hub.channels[STANDINGS].meta)
    for seconds, shown in ((299, 0), (1, 1)):
        assert "after round 1" in evening.hub.channels[EVENTS_CHANNEL].rows[EVENT]
        assert evening.leader == "Ann & Bob"
        evening.hub.clock.turn(seconds)
        evening.ledger.turn()
        assert evening.rows(eight) == (shown, 1)
    assert "after round 2" in repr(evening.hub.channels[STANDINGS].meta)
    assert "after round 2" in evening.hub.channels[EVENTS_CHANNEL].rows[EVENT]


def test_what_is_hidden_under_a_delay_leaves_the_list_of_events_at_once_and_comes_back_late(evening):
    evening = stored_now(evening)
    evening.publish(LATE)
    evening.publish(LATE.replace(places=0))
    assert evening.leader is None
    evening.publish(LATE)
    assert evening.leader == "Ann & Bob", "who has been public, of round 1"
    evening.hub.clock.turn(300)
    evening.ledger.turn()
    assert "after round 4" in evening.hub.channels[EVENTS_CHANNEL].rows[EVENT]


def test_an_event_whose_lines_are_not_old_enough_is_listed_and_says_nothing_of_play(evening):
    message = standings("new", 1)
    late = as_read(message.replace(standings=message.standings.replace(public=LATE)))
    evening.ledger.take_standings(late, evening.hub.clock().utc)
    channel = evening.hub.channels[EVENTS_CHANNEL]
    assert "after round 1" not in channel.rows["new"]
    evening.hub.clock.turn(300)
    evening.ledger.turn()
    assert "after round 1" in channel.rows["new"]


def test_without_the_delay_everything_is_there_at_once(evening):
    evening = stored_now(evening)
    evening.publish(LATE)
    evening.ledger.take_board(board_as_read(board(EVENT, "7", 2, score="-50")), evening.stored)
    assert "-50" not in repr(evening.hub.channels[BOARD].rows)
    evening.publish()
    assert "-50" in repr(evening.hub.channels[BOARD].rows)
    assert evening.hub.channels[STANDINGS].epoch == "E1"
    assert evening.leader == "Ann & Bob"


def test_what_was_hidden_is_not_shown_by_a_delay_before_it_is_old_enough(evening):
    evening = stored_now(evening)
    evening.publish(HIDDEN)
    evening.publish(LATE)
    assert evening.rows(STANDINGS) == (0, 1)
    assert "after round" not in repr(evening.hub.channels[STANDINGS].meta)


def test_boards_are_shown_when_every_result_is_in(evening):
    complete = PublicPolicy(boards="complete")
    evening.publish(complete)
    assert [evening.rows(name)[0] for name in (STANDINGS, BOARD, BOARDS)] == [1, 0, 0]
    evening.publish(complete, complete=True)
    assert [evening.rows(name)[0] for name in (STANDINGS, BOARD, BOARDS)] == [1, 1, 1]
    assert evening.ledger.policy(EVENT) is None
    evening.publish(complete, complete=False)
    assert evening.rows(BOARD)[0] == 0


WAITING = PublicPolicy(boards="complete")


def take_board(evening, seq, complete, name="7"):
    message = board(EVENT, name, seq)
    message = message.replace(board=message.board.replace(complete=complete, deal=BoardDeal()))
    evening.ledger.take_board(board_as_read(message), evening.stored)


def shown_of_board(evening):
    """Whether the public sees the board, its deal, its analysis, and which lines of the list."""
    public = evening.hub.channels
    about = public[BOARD], public[analysis_channel(EVENT, "7")]
    # What its cards are worth would tell what they are.
    assert ("plays" in about[1].meta) == ("deal" in about[1].meta)
    return [bool(table.rows) for table in about], ["deal" in table.meta for table in about], sorted(public[BOARDS].rows)


CLOSED, OPEN = ([False] * 2, [False] * 2, []), ([True] * 2, [True] * 2, ["7"])


@pytest.mark.parametrize("analysed_first", [True, False])
def test_a_board_that_all_its_tables_have_played_is_shown_alone(evening, analysed_first):
    evening.publish(WAITING)
    evening.ledger.take_analysis(analysis(EVENT, "8", 1), STORED)
    if analysed_first:
        evening.ledger.take_analysis(analysis(EVENT, "7", 1), STORED)
    take_board(evening, 2, complete=True)
    take_board(evening, 1, complete=False, name="8")
    take_board(evening, 1, complete=None, name="9")
    evening.ledger.take_analysis(analysis(EVENT, "7", 1), STORED)
    assert shown_of_board(evening) == OPEN
    assert evening.rows(BOARDS) == (1, 3)
    hidden = [board_channel(EVENT, "8"), board_channel(EVENT, "9"), analysis_channel(EVENT, "8")]
    assert [evening.rows(name)[0] for name in hidden] == [0, 0, 0]
    assert not any("deal" in evening.hub.channels[name].meta for name in hidden)
    assert evening.hub.channels[STANDINGS].meta["withheld"] == ["boards"]


@pytest.mark.parametrize("complete", [False, None])
def test_a_board_that_a_correction_opens_again_is_closed_at_once(evening, complete):
    evening.publish(WAITING)
    evening.ledger.take_analysis(analysis(EVENT, "7", 1), STORED)
    for seq, (now, shown) in enumerate([(False, CLOSED), (True, OPEN), (complete, CLOSED), (True, OPEN)], 2):
        take_board(evening, seq, now)
        assert shown_of_board(evening) == shown
    evening.publish(HIDDEN)
    assert shown_of_board(evening) == CLOSED


def test_under_a_delay_too_a_board_is_closed_at_once(evening):
    evening = stored_now(evening)
    evening.ledger.take_analysis(analysis(EVENT, "7", 1), evening.stored)
    take_board(evening, 2, complete=None)
    evening.publish(WAITING.replace(delay=5))
    take_board(evening, 3, complete=True)
    assert shown_of_board(evening) == OPEN, "what was public before the delay, of a board that is complete"
    take_board(evening, 4, complete=False)
    assert shown_of_board(evening) == CLOSED


def test_a_board_that_says_so_is_nothing_to_other_policies(evening):
    take_board(evening, 2, complete=True)
    evening.ledger.take_analysis(analysis(EVENT, "7", 1), STORED)
    for boards in ("own", "none"):
        evening.publish(PublicPolicy(boards=boards))
        assert shown_of_board(evening) == CLOSED
    evening.publish(WAITING)
    assert shown_of_board(evening) == OPEN


def test_seats_do_not_wait(evening):
    evening = stored_now(evening)
    evening.publish(LATE)
    evening.ledger.take_seats(seats(EVENT, 1), evening.stored)
    assert evening.rows(seats_channel(EVENT)) == (1, 1)


def test_another_choice_of_values_makes_nothing_late_that_was_shown(evening):
    evening.stored = evening.hub.clock().utc
    evening.publish(LATE)
    before = evening.rows(STANDINGS)
    evening.publish(LATE.replace(values="computed"))
    assert evening.rows(STANDINGS) == before == (1, 1)


UNTIL = PublicPolicy(until_round=2)


def totals(evening):
    """The totals that the public sees."""
    channel = evening.hub.channels[STANDINGS]
    return [row[channel.columns.index("total")] for row in channel.rows.values()]


def ranking(total):
    """The ranking after round 2, as scoring answers."""
    message = as_read(standings(EVENT, total))
    meta = {"progress": {"rounds_begun": 2}, "rankings": [{"id": "overall"}]}
    return replace(standings_table(message, followed(None, message)), meta=meta)


def test_until_a_round_everything_is_open_and_then_the_ranking_stays(evening):
    evening.publish(UNTIL, begun=2)
    assert (evening.ledger.policy(EVENT), totals(evening), evening.rows(BOARD)) == (None, ["2"], (1, 1))
    evening.publish(UNTIL, begun=3)
    assert (totals(evening), evening.rows(BOARD), evening.rows(BOARDS)) == (["2"], (0, 1), (0, 1))
    assert evening.hub.channels[STANDINGS].meta["after_round"] == 2
    assert evening.ledger.audiences.table(STANDINGS).rows["overall|1"][7] == "3", "staff see that of now"
    assert evening.leader is None
    evening.publish()
    assert (totals(evening), evening.rows(BOARD), evening.leader) == (["4"], (1, 1), "Ann & Bob")


def test_late_results_of_the_round_come_into_the_ranking_that_stays(evening):
    audiences = evening.ledger.audiences
    evening.publish(UNTIL, begun=2)
    assert audiences.unasked() == []
    evening.publish(UNTIL, begun=3)
    (asked,) = audiences.unasked()
    assert asked == (EVENT, 2, 3, timedelta())
    epoch = evening.hub.channels[STANDINGS].epoch
    audiences.take_ranking(asked, ranking(9))
    assert (totals(evening), audiences.unasked()) == (["9"], [])
    assert evening.hub.channels[STANDINGS].epoch != epoch
    evening.publish(UNTIL, begun=4)
    assert (totals(evening), len(audiences.unasked())) == (["9"], 1)
    evening.publish(PublicPolicy(until_round=1), begun=4)
    audiences.take_ranking(asked, ranking(9))
    assert totals(evening) == [], "an answer for another round"


def test_nothing_is_shown_of_a_later_round_before_scoring_has_answered(evening):
    evening.publish(begun=3)
    evening.publish(UNTIL, begun=3)
    assert totals(evening) == []
    for part in (True, False):
        evening.ledger.evict(Part(EVENT, part))
    awake(evening.ledger, EVENT)
    evening.publish(UNTIL, begun=3)
    assert totals(evening) == []
    (asked,) = evening.ledger.audiences.unasked()
    evening.ledger.audiences.take_ranking(asked, None)
    assert (totals(evening), evening.ledger.audiences.unasked()) == ([], [])


def test_where_results_name_no_round_no_ranking_is_shown(evening):
    evening.publish(UNTIL)
    assert (totals(evening), evening.rows(BOARD)[0]) == ([], 0)


def test_under_a_delay_the_ranking_stays_that_was_shown_and_the_answer_is_as_old(evening):
    both = UNTIL.replace(delay=5)
    evening = stored_now(evening)
    evening.publish(begun=1)
    evening.publish(both, begun=2)
    evening.publish(both, begun=3)
    assert totals(evening) == ["2"], "round 3 has begun, and the end of round 2 waits"
    assert evening.ledger.audiences.unasked() == []
    evening.hub.clock.turn(300)
    evening.ledger.audiences.turn()
    assert totals(evening) == ["2"]
    (asked,) = evening.ledger.audiences.unasked()
    assert asked.delay == timedelta(minutes=5)
    evening.ledger.audiences.take_ranking(asked._replace(delay=timedelta()), ranking(8))
    assert totals(evening) == ["2"], "not as of five minutes ago"
    evening.ledger.audiences.take_ranking(asked, ranking(9))
    assert totals(evening) == ["9"]
