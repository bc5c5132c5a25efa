from dataclasses import dataclass, field
from datetime import timedelta
from decimal import Decimal
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from contracts.facts import PublicPolicy
from contracts.feed import (
    EVENTS_CHANNEL,
    analysis_channel,
    board_channel,
    boards_channel,
    games_channel,
    matches_channel,
    seats_channel,
    standings_channel,
)
from contracts.messages import StandingsPublished
from contracts.standings import Declaration, ScoredGame, ScoredMatch, Standings, Status
from services.broadcast.domain.channel import Channel
from services.broadcast.domain.corrections.period import Period
from services.broadcast.domain.hub import Hub
from services.broadcast.domain.ledger import Ledger, Part
from tests.support.feed import TurnedClock
from tests.support.followed import as_changes
from tests.support.made_up_standings import states
from tests.support.published import (
    STORED,
    analysis,
    as_read,
    awake,
    board,
    board_as_read,
    chess_round,
    round_as_read,
    seats,
    standings,
)


@dataclass
class Broadcast:
    """A ledger over a hub, as one process holds them."""

    first: tuple[tuple[str, int], ...] = ()
    epoch: str = "E1"
    hub: Hub = field(default_factory=lambda: Hub(TurnedClock()))

    def __post_init__(self) -> None:
        self.ledger = Ledger(self.hub, self.epoch, "S1")
        self.ledger.begin(dict(self.first), ())
        awake(self.ledger, "a", "b", "c")

    def take(self, *messages: StandingsPublished) -> "Broadcast":
        for message in messages:
            self.ledger.take_standings(as_read(message), STORED)
        return self

    @property
    def catalogue(self) -> Channel:
        return self.hub.channels[EVENTS_CHANNEL]

    def leaders(self) -> dict[str, object]:
        place = self.catalogue.columns.index("leader")
        return {event: row[place] for event, row in self.catalogue.rows.items()}


def test_an_empty_list_of_events_can_be_followed_from_the_start() -> None:
    broadcast = Broadcast()
    assert (broadcast.catalogue.seq, broadcast.catalogue.epoch, broadcast.catalogue.rows) == (0, "E1", {})


def test_what_comes_of_an_event_is_taken_while_it_is_shown_and_makes_it_known() -> None:
    ledger = Ledger(Hub(TurnedClock()), "B", "S")
    assert not ledger.is_shown("monday")
    assert ledger.is_evicted(standings_channel("monday"))
    ledger.begin_loading(Part("monday", False))
    assert ledger.is_shown("monday")


def test_boards_wait_for_standings_that_say_what_is_public_also_where_seats_tell_of_the_event_first() -> None:
    ledger = Ledger(Hub(TurnedClock()), "B", "S")
    ledger.is_shown("monday")
    assert (ledger.is_evicted("evt.monday.board.7"), ledger.is_evicted(standings_channel("monday"))) == (False, True)
    ledger.take_standings(as_read(standings("monday", 1)), STORED)
    assert ledger.is_evicted("evt.monday.board.7")


def test_standings_go_to_their_own_channel_and_into_the_list_of_events() -> None:
    broadcast = Broadcast().take(standings("a", 1))
    channel = broadcast.hub.channels[standings_channel("a")]
    assert (channel.seq, channel.epoch, channel.ts) == (1, "E1", STORED)
    assert channel.meta["title"] == "a pairs"
    assert (broadcast.catalogue.seq, broadcast.leaders()) == (2, {"a": "Ann & Bob"})
    assert broadcast.catalogue.meta == {"title": "Events"}


def test_matches_have_a_channel_of_their_own_once_there_are_any() -> None:
    broadcast = Broadcast().take(standings("a", 1))
    assert matches_channel("a") not in broadcast.hub.channels
    first = standings("a", 2)
    played = first.standings.replace(matches=(ScoredMatch(round=1, home="1", away="2", unit="vps"),))
    broadcast.take(first.replace(standings=played))
    channel = broadcast.hub.channels[matches_channel("a")]
    assert (channel.seq, list(channel.rows)) == (2, ["|1|1|2|1"])
    broadcast.take(standings("a", 3))
    assert (channel.seq, list(channel.rows)) == (3, [])


def test_the_position_of_the_list_is_the_sum_of_the_positions_of_all_standings_and_of_their_lines() -> None:
    broadcast = Broadcast().take(standings("a", 1), standings("b", 1), standings("a", 2), standings("a", 3))
    assert broadcast.catalogue.seq == 8
    assert [fold is not None for fold in map(broadcast.catalogue.fold, (2, 4, 6))] == [True] * 3


def test_after_a_restart_the_positions_go_on_two_by_two_where_they_were() -> None:
    broadcast = Broadcast((("a", 4), ("b", 2)))
    seen = []
    for message in (standings("a", 5), standings("b", 3), standings("a", 6), standings("c", 1)):
        broadcast.take(message)
        seen.append(broadcast.catalogue.seq)
    assert seen == [14, 16, 18, 20]


def test_an_event_whose_files_were_taken_away_leaves_the_list_and_comes_back_with_them() -> None:
    broadcast = Broadcast().take(standings("a", 1), standings("b", 1))
    gone = standings("b", 2)
    left = gone.standings.replace(sources=(), exports_total=0, rankings=(), reassigned_to=("a",))
    broadcast.take(gone.replace(standings=left))
    assert set(broadcast.catalogue.rows) == {"a"}
    channel = broadcast.hub.channels[standings_channel("b")]
    assert (channel.rows, channel.meta["reassigned_to"]) == ({}, ["a"])
    assert set(broadcast.take(standings("b", 3)).catalogue.rows) == {"a", "b"}


def test_an_event_of_decisions_alone_is_not_in_the_list() -> None:
    message = standings("a", 1)
    (source,) = message.standings.sources
    decided = message.standings.replace(sources=(source.replace(format="decisions"),), exports_total=0)
    assert Broadcast().take(message.replace(standings=decided)).catalogue.rows == {}


def test_a_new_leader_is_seen_in_the_list() -> None:
    broadcast = Broadcast().take(standings("a", 1), standings("b", 1), standings("a", 2, "Cem & Dot"))
    assert broadcast.leaders() == {"a": "Cem & Dot", "b": "Ann & Bob"}


def test_what_comes_twice_or_late_changes_nothing() -> None:
    broadcast = Broadcast().take(standings("a", 1), standings("a", 2, "Cem & Dot"))
    broadcast.take(standings("a", 2, "Cem & Dot"), standings("a", 1))
    assert (broadcast.catalogue.seq, broadcast.leaders()) == (4, {"a": "Cem & Dot"})
    progress: Any = broadcast.hub.channels[standings_channel("a")].meta["progress"]
    assert progress["text"] == "after round 2"


def scores(broadcast: Broadcast, event: str) -> list[object]:
    card: Any = broadcast.ledger.card(event, "1")
    return [line["score"] for line in card["lines"]]


def test_a_traveller_goes_to_its_channel_and_onto_cards_and_an_older_one_does_not_come_back() -> None:
    broadcast = Broadcast()
    for seq, score in ((1, "420"), (2, "450"), (2, "450"), (1, "420")):
        broadcast.ledger.take_board(board_as_read(board("a", "7", seq, score)), STORED)
    channel = broadcast.hub.channels[board_channel("a", "7")]
    assert (channel.seq, channel.epoch) == (2, "E1")
    assert scores(broadcast, "a") == ["450"]
    assert broadcast.catalogue.seq == 0


def test_boards_of_the_same_name_in_two_events_are_two() -> None:
    broadcast = Broadcast()
    broadcast.ledger.take_board(board_as_read(board("a", "7", 5)), STORED)
    broadcast.ledger.take_board(board_as_read(board("b", "7", 1, "50")), STORED)
    assert scores(broadcast, "b") == ["50"]


def test_seats_have_a_numbering_of_their_own() -> None:
    broadcast = Broadcast()
    broadcast.ledger.take_seats(seats("a", 3), STORED)
    channel = broadcast.hub.channels[seats_channel("a")]
    assert (channel.seq, channel.epoch, len(channel.rows)) == (3, "S1", 1)
    assert channel.meta["round"] == 3


def test_another_epoch_starts_every_channel_anew() -> None:
    old = Broadcast().take(standings("a", 1), standings("a", 2), standings("b", 1))
    new = Broadcast(epoch="E2", hub=old.hub).take(standings("a", 1, "Eve & Fay"))
    assert (new.catalogue.epoch, new.catalogue.seq, new.leaders()) == ("E2", 2, {"a": "Eve & Fay"})
    channel = new.hub.channels[standings_channel("a")]
    assert (channel.epoch, channel.seq) == ("E2", 1)


def test_a_ledger_that_begins_again_over_the_same_hub_has_its_cards_again() -> None:
    messages = [standings("a", 1), standings("a", 2)]
    old = Broadcast().take(*messages)
    again = Broadcast(hub=old.hub).take(*messages)
    card = again.ledger.card("a", "1")
    assert card is not None
    assert card["total"] == "2"
    assert again.catalogue.seq == 4


histories = st.lists(st.tuples(st.sampled_from(["a", "b", "c"]), st.sampled_from(["Ann", "Bob", "Cem"])), max_size=14)


def stream(history: list[tuple[str, str]]) -> list[StandingsPublished]:
    """What scoring published, in the order of the stream: each event counts its own messages."""
    counts: dict[str, int] = {}
    messages = []
    for event, leader in history:
        counts[event] = counts.get(event, 0) + 1
        messages.append(standings(event, counts[event], leader))
    return messages


@given(histories, st.randoms(use_true_random=False))
def test_the_position_is_the_same_whatever_the_order_and_repetition_between_events(
    history: list[tuple[str, str]], shuffle: object
) -> None:
    messages = stream(history)
    by_event = {event: [m for m in messages if m.standings.event == event] for event, _ in history}
    order = [event for event, _ in history]
    shuffle.shuffle(order)  # type: ignore[attr-defined]
    other = Broadcast()
    for event in order:
        message = by_event[event].pop(0)
        other.take(message, message)
    straight = Broadcast().take(*messages)
    assert other.catalogue.seq == straight.catalogue.seq == 2 * len(messages)
    assert other.catalogue.rows == straight.catalogue.rows


@given(histories, st.integers(0, 14))
def test_a_restart_that_reads_only_what_is_recent_arrives_at_the_same_position_and_list(
    history: list[tuple[str, str]], forgotten: int
) -> None:
    messages = stream(history)
    straight = Broadcast().take(*messages)
    recent = messages[forgotten:]
    moving = {message.standings.event for message in recent}
    last = {message.standings.event: message for message in messages}
    remembered = [*(message for event, message in last.items() if event not in moving), *recent]
    first: dict[str, int] = {}
    for message in remembered:
        first.setdefault(message.standings.event, message.position.seq - 1)
    restarted = Broadcast(tuple(first.items())).take(*remembered)
    assert restarted.catalogue.seq == straight.catalogue.seq
    assert restarted.catalogue.rows == straight.catalogue.rows
    for event in "abc":
        assert restarted.ledger.card(event, "1") == straight.ledger.card(event, "1")


@given(histories, st.integers(0, 13))
def test_every_replica_shows_the_same_list_at_the_same_position(history: list[tuple[str, str]], at: int) -> None:
    messages = stream(history)[: at + 1]
    one, other = Broadcast(), Broadcast()
    for message in messages:
        one.take(message)
        other.take(message, message)
        assert (one.catalogue.seq, one.catalogue.rows) == (other.catalogue.seq, other.catalogue.rows)


WHITE_WINS = ScoredGame(table=1, white="1", black="2", result="1-0", white_points=Decimal(1), black_points=Decimal(0))
OPEN = ScoredGame(table=1, white="2", black="3")


def test_the_rounds_of_chess_are_one_channel_at_the_sum_of_their_positions() -> None:
    broadcast = Broadcast()
    for message in (chess_round("a", 1, 3, WHITE_WINS), chess_round("a", 2, 1, OPEN)):
        broadcast.ledger.take_round(round_as_read(message), STORED)
    channel = broadcast.hub.channels[games_channel("a")]
    assert (channel.seq, list(channel.rows)) == (4, ["1|1|2", "2|2|3"])
    assert channel.meta == {"event": "a", "rounds": 2}
    drawn = OPEN.replace(result="½-½")
    broadcast.ledger.take_round(round_as_read(chess_round("a", 2, 2, drawn)), STORED)
    broadcast.ledger.take_round(round_as_read(chess_round("a", 2, 1, OPEN)), STORED)
    assert (channel.seq, channel.rows["2|2|3"][channel.columns.index("result")]) == (5, "½-½")
    fold = channel.fold(4)
    assert fold is not None
    assert list(fold.rows) == ["2|2|3"]


def test_a_pairing_that_is_drawn_again_takes_the_old_one_away() -> None:
    broadcast = Broadcast()
    for seq, game in enumerate((OPEN, OPEN.replace(black="4")), 1):
        broadcast.ledger.take_round(round_as_read(chess_round("a", 1, seq, game)), STORED)
    assert list(broadcast.hub.channels[games_channel("a")].rows) == ["1|2|4"]


def test_rounds_are_shown_when_all_of_them_have_been_read() -> None:
    broadcast = Broadcast()
    part = Part("a", True)
    broadcast.ledger.begin_loading(part)
    for number in (2, 1):
        broadcast.ledger.take_round(round_as_read(chess_round("a", number, 7, WHITE_WINS)), STORED)
        assert games_channel("a") not in broadcast.hub.channels
    broadcast.ledger.finish_loading(part)
    channel = broadcast.hub.channels[games_channel("a")]
    assert (channel.seq, len(channel.rows)) == (14, 2)


def test_a_game_that_is_gone_when_the_rounds_are_read_again_is_gone_from_the_channel() -> None:
    broadcast, part = Broadcast(), Part("a", True)
    for seq, games in ((1, (WHITE_WINS, OPEN)), (2, (WHITE_WINS,))):
        broadcast.ledger.begin_loading(part)
        broadcast.ledger.take_round(round_as_read(chess_round("a", 1, seq, *games)), STORED)
        broadcast.ledger.finish_loading(part)
    channel = broadcast.hub.channels[games_channel("a")]
    assert (list(channel.rows), channel.ts) == (["1|1|2"], STORED)


def test_an_analysis_has_a_channel_beside_that_of_its_board() -> None:
    broadcast = Broadcast()
    broadcast.ledger.take_board(board_as_read(board("a", "7", 3)), STORED)
    broadcast.ledger.take_analysis(analysis("a", "7", 1), STORED)
    channel = broadcast.hub.channels[analysis_channel("a", "7")]
    assert (channel.seq, channel.epoch, broadcast.hub.channels[board_channel("a", "7")].seq) == (1, "E1", 3)
    assert channel.rows["N"] == (9, 10, 8, 6, 6)
    assert (channel.columns[0], channel.meta["par"], channel.meta["origin"]) == ("notrump", 420, "computed")


@settings(max_examples=40)
@given(st.lists(states(), min_size=2, max_size=4))
def test_clients_are_sent_the_same_of_changes_as_of_whole_standings(published: list[Standings]) -> None:
    whole = [
        message.replace(standings=each.replace(event="a"))
        for message, each in zip((standings("a", seq) for seq in range(1, 9)), published, strict=False)
    ]
    changes = list(as_changes(whole))
    named = [message.replace(digest=change.digest) for message, change in zip(whole, changes, strict=True)]
    sent = []
    for messages in (named, changes):
        broadcast = Broadcast()
        channel = standings_channel("a")
        steps = []
        for message in messages:
            broadcast.take(message)
            view = broadcast.hub.view(channel)
            delta = view.delta(message.position.seq - 1, proven=True)
            steps.append([view.document(), *(part.data for part in delta or ())])
        matches = broadcast.hub.channels.get(matches_channel("a"))
        sent.append((steps, matches and (matches.rows, matches.meta), broadcast.leaders()))
    assert sent[0] == sent[1]


def test_the_list_of_boards_is_one_channel_at_the_sum_of_the_positions_of_boards_and_analyses() -> None:
    broadcast = Broadcast()
    for name, seq in (("7", 3), ("8", 1)):
        broadcast.ledger.take_board(board_as_read(board("a", name, seq)), STORED)
    channel = broadcast.hub.channels[boards_channel("a")]
    assert (channel.seq, sorted(channel.rows), channel.gaps) == (4, ["7", "8"], 0)
    broadcast.ledger.take_analysis(analysis("a", "7", 1), STORED)
    broadcast.ledger.take_board(board_as_read(board("a", "8", 2, score="-50")), STORED)
    broadcast.ledger.take_board(board_as_read(board("a", "8", 1)), STORED)
    assert (channel.seq, channel.gaps) == (6, 0)
    assert channel.rows["8"][channel.columns.index("low")] == -50
    fold = channel.fold(5)
    assert fold is not None
    assert list(fold.rows) == ["8"]


def test_boards_are_listed_when_all_of_them_have_been_read() -> None:
    broadcast, part = Broadcast(), Part("a", True)
    broadcast.ledger.begin_loading(part)
    for name, seq in (("7", 3), ("8", 1)):
        broadcast.ledger.take_board(board_as_read(board("a", name, seq)), STORED)
        assert boards_channel("a") not in broadcast.hub.channels
    broadcast.ledger.finish_loading(part)
    channel = broadcast.hub.channels[boards_channel("a")]
    assert (channel.seq, channel.ts, sorted(channel.rows)) == (4, STORED, ["7", "8"])


def test_periods_are_known_of_every_event_and_older_standings_do_not_bring_them_back() -> None:
    broadcast = Broadcast()
    until = STORED + timedelta(minutes=30)
    declared = Declaration(at=STORED, corrections_until=until)

    def message(seq: int, status: Status, event: str = "a") -> StandingsPublished:
        made = standings(event, seq)
        own = made.standings.replace(status=status, declared=declared, outcome="ab" * 32)
        return made.replace(standings=own)

    broadcast.take(message(2, Status.PROVISIONAL))
    # One that has not moved lately, as a restart finds it.
    broadcast.ledger.remember(as_read(message(7, Status.PROVISIONAL, "z")), STORED)
    assert broadcast.ledger.periods == dict.fromkeys(("a", "z"), Period(until, "ab" * 32))
    broadcast.take(message(3, Status.OFFICIAL), message(2, Status.PROVISIONAL))
    assert list(broadcast.ledger.periods) == ["z"]


def test_events_are_counted_by_the_age_of_their_newest_standings() -> None:
    broadcast = Broadcast()
    now = broadcast.hub.clock().utc
    for event, ago in (("a", timedelta(0)), ("b", timedelta(minutes=5)), ("c", timedelta(hours=2))):
        broadcast.ledger.take_standings(as_read(standings(event, 1)), now - ago)
    assert broadcast.ledger.ages() == {"5m": 2, "1h": 0, "1d": 1, "older": 0}
    broadcast.ledger.take_standings(as_read(standings("c", 2)), now)
    waits = standings("a", 2)
    waits = waits.replace(standings=waits.standings.replace(public=PublicPolicy(delay=20)))
    broadcast.ledger.take_standings(as_read(waits), now)
    assert broadcast.ledger.ages() == {"5m": 3, "1h": 0, "1d": 0, "older": 0}
