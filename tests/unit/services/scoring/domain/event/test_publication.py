import json
from dataclasses import replace

import pytest

from contracts.changes import ChangeCount, EventChange
from contracts.decisions import OfPublic, SetPublic
from contracts.facts import NameShownFact, PublicPolicy, Score, SectionFact, StatusFact
from contracts.messages import BoardScored, StandingsPublished
from contracts.standings import Method, Progress, SectionProgress, Standings, Status
from contracts.standings_changes.tables import follow, tables_of
from services.scoring.domain.event.event_state import EventState
from services.scoring.domain.event.publication import (
    MOST_CHANGES,
    Channel,
    ChannelPublication,
    Ledger,
    Stage,
    StandingsChannel,
    is_moment,
    plan_parts,
    plan_standings,
    reason_of,
    stage_of,
)
from shared.bus.wire import encode
from tests.support.decided import decided
from tests.support.fragments import fragment, result


def publish(ledger: Ledger, state: EventState, applied: int) -> list[ChannelPublication]:
    scored, _ = state.score()
    standings = plan_standings(ledger, scored, applied=applied, cause=("x",), change=EventChange())
    return [standings, *plan_parts(ledger, scored.standings, scored.boards, applied=applied, cause=("x",))]


def carry_out(ledger: Ledger, publications: list[ChannelPublication], stream_seq: int) -> None:
    for publication in publications:
        channel = replace(publication.channel, stream_seq=stream_seq)
        if isinstance(channel, StandingsChannel):
            ledger.standings = channel
        else:
            ledger.parts[publication.part] = channel


def state_with(*lines: tuple[str, str, str, int]) -> EventState:
    state = EventState("club-pairs-2026-03-07")
    state.apply(fragment("a", results=[result(*line) for line in lines]))
    return state


def test_the_first_publication_of_every_channel_is_number_one_on_an_empty_subject() -> None:
    publications = publish(Ledger(), state_with(("1", "1", "2", 420), ("2", "3", "4", 50)), 7)
    assert [(p.subject.split(".")[1], p.expect_last) for p in publications] == [
        ("standings", 0),
        ("board", 0),
        ("board", 0),
    ]
    assert [p.channel.seq for p in publications] == [1, 1, 1]


def test_whether_a_board_is_complete_is_published_only_where_it_is_waited_for_and_when_it_changes() -> None:
    sections = (SectionFact(id="A", tables=2, rounds=2, boards=2, boards_per_round=1),)
    first = [result(*line, section="A") for line in (("1", "1", "3"), ("2", "2", "4"), ("2", "1", "3"))]
    last, late = result("1", "2", "4", section="A"), Score(kind="late")
    ledger, state = Ledger(), EventState("club-pairs-2026-03-07")
    published = []
    evening = (
        fragment("a", results=first, sections=sections),
        decided(SetPublic(decision="public", policy=OfPublic(boards="complete")), minutes=1),
        fragment("b", minutes=2, results=[last]),
        fragment("c", minutes=3, results=[last.replace(ns_score=late, ew_score=late)]),
        decided(SetPublic(decision="public", policy=OfPublic()), minutes=4),
    )
    for number, taken in enumerate(evening):
        state.apply(taken)
        messages = publish(ledger, state, number)
        carry_out(ledger, messages, number + 1)
        boards = [each.message.board for each in messages if isinstance(each.message, BoardScored)]
        published.append([(board.id, board.complete) for board in boards])
    assert published == [
        [("1", None), ("2", None)],
        [("1", False), ("2", True)],
        [("1", True)],
        [("1", False)],
        [("1", None), ("2", None)],
    ]


def test_a_board_that_did_not_change_is_not_published_again() -> None:
    ledger = Ledger()
    state = state_with(("1", "1", "2", 420), ("2", "3", "4", 50))
    carry_out(ledger, publish(ledger, state, 7), 100)
    state.apply(fragment("b", minutes=1, results=[result("1", "1", "2", 450)]))
    publications = publish(ledger, state, 8)
    assert [p.part for p in publications if p.part] == ["1"]
    assert [p.channel.seq for p in publications] == [2, 2]
    assert all(p.expect_last == 100 for p in publications)


def test_verdicts_go_out_with_the_standings_and_are_no_part_of_their_digest() -> None:
    state = EventState("club-pairs-2026-03-07")
    taken = state.take(fragment("a", results=[result("1", "1", "2", 420)]))
    scored, _ = state.score()
    common = {"applied": 7, "cause": ("x",), "change": EventChange()}
    with_them, without = (
        plan_standings(Ledger(), scored, verdicts=verdicts, **common).message  # type: ignore[arg-type]
        for verdicts in (taken.verdicts, ())
    )
    assert isinstance(with_them, StandingsPublished)
    assert isinstance(without, StandingsPublished)
    assert [verdict.verdict for verdict in with_them.verdicts] == ["counts"]
    assert with_them.digest == without.digest


def test_the_standings_come_before_the_boards_and_say_which_fragment_they_include() -> None:
    standings, *boards = publish(Ledger(), state_with(("1", "1", "2", 420)), 7)
    assert standings.subject.startswith("scoring.standings.published.v1.")
    assert standings.message.position.applied == 7  # type: ignore[attr-defined]
    assert [board.part for board in boards] == ["1"]


def test_a_traveller_without_results_any_more_becomes_empty() -> None:
    ledger = Ledger(parts={"9": Channel(3, 50, "old")})
    publications = publish(ledger, state_with(("1", "1", "2", 420)), 7)
    gone = next(p for p in publications if p.part == "9")
    assert gone.message.board.lines == ()  # type: ignore[attr-defined]
    assert (gone.channel.seq, gone.expect_last) == (4, 50)


def test_planning_twice_on_the_same_ledger_gives_the_same_messages() -> None:
    first = publish(Ledger(), state_with(("1", "1", "2", 420)), 7)
    second = publish(Ledger(), state_with(("1", "1", "2", 420)), 7)
    assert [p.message for p in first] == [p.message for p in second]
    assert [p.message.identity for p in first] == [p.message.identity for p in second]


def standings_after(ledger: Ledger, state: EventState, stream_seq: int) -> StandingsPublished:
    planned = publish(ledger, state, stream_seq)
    carry_out(ledger, planned, stream_seq)
    assert isinstance(planned[0].message, StandingsPublished)
    return planned[0].message


def one_more(state: EventState, number: int) -> EventState:
    state.apply(fragment(f"more {number}", minutes=number, results=[result("1", "1", "2", 10 * number)]))
    return state


def test_standings_are_a_change_of_those_before_and_whole_again_after_so_many() -> None:
    ledger, state = Ledger(), state_with(("1", "1", "2", 420), ("1", "3", "4", 50))
    published = [standings_after(ledger, one_more(state, number), number) for number in range(1, MOST_CHANGES + 4)]
    bases = [each.changes.base if each.changes else None for each in published]
    assert bases == [None, *[1] * MOST_CHANGES, None, MOST_CHANGES + 2]
    assert [each.changes.before for each in published if each.changes][1] == published[1].digest
    assert len({each.identity for each in published}) == len(published)


def test_a_process_that_has_not_published_the_standings_before_publishes_whole_ones() -> None:
    ledger, state = Ledger(), state_with(("1", "1", "2", 420), ("1", "3", "4", 50))
    standings_after(ledger, state, 1)
    assert ledger.standings is not None
    as_from_the_bus = Ledger(standings=replace(ledger.standings, tables=None))
    change, whole = (standings_after(each, one_more(state, 2), 2) for each in (ledger, as_from_the_bus))
    assert (change.changes is None, whole.changes is None) == (False, True)
    assert change.digest == whole.digest
    assert change.identity != whole.identity


def test_standings_say_which_names_are_not_shown_in_full_until_that_is_taken_back() -> None:
    ledger, state = Ledger(), state_with(("1", "1", "2", 420), ("1", "3", "4", 50))
    standings_after(ledger, state, 1)
    decided = [("Rosa Baker", "none"), (None, "initials"), ("Rosa Baker", "full")]
    seen = []
    for minutes, (name, naming) in enumerate(decided, 1):
        fact = NameShownFact.model_validate({"name": name, "shown": naming})
        file = fragment(f"names-{minutes}", minutes=minutes, file_format="decisions", events=(), names=[fact])
        state.apply(file)
        published = standings_after(ledger, state, 1 + minutes)
        assert published.changes is None
        seen.append({(each.name, each.shown) for each in published.standings.names})
    assert seen == [{decided[0]}, {*decided[:2]}, {decided[1]}]


@pytest.mark.parametrize("declared", [StatusFact(status="provisional"), StatusFact(status="official")])
def test_standings_of_another_status_are_whole_and_changes_while_it_stays(declared: StatusFact) -> None:
    ledger, state = Ledger(), state_with(("1", "1", "2", 420), ("1", "3", "4", 50))
    standings_after(ledger, state, 1)
    state.apply(fragment("status", minutes=1, file_format="decisions", events=(), statuses=[declared]))
    whole = standings_after(ledger, one_more(state, 2), 2)
    change = standings_after(ledger, one_more(state, 3), 3)
    assert (whole.changes, change.changes is None) == (None, False)
    held = follow(follow(None, json.loads(encode(whole))), json.loads(encode(change)))
    assert held.digest == tables_of(state.score()[0].standings).digest


def test_who_leads_is_the_first_of_the_first_ranking_with_places() -> None:
    state = state_with(("1", "1", "2", 420), ("1", "3", "4", 50))
    assert standings_after(Ledger(), state, 1).leader == "1"


@pytest.mark.parametrize(
    ("counts", "reason"),
    [
        ([ChangeCount(kind="adjustment", added=1)], "penalty"),
        ([ChangeCount(kind="adjustment", taken_back=1), ChangeCount(kind="pair", renumbered=1)], "penalty"),
        ([ChangeCount(kind="result", added=1), ChangeCount(kind="adjustment", altered=1)], "result"),
        ([ChangeCount(kind="game", added=1)], "result"),
        ([ChangeCount(kind="match", added=1)], "result"),
        ([ChangeCount(kind="match", added=5), ChangeCount(kind="result", altered=1)], "correction"),
        ([ChangeCount(kind="game", taken_back=1)], "correction"),
        ([ChangeCount(kind="pair", renumbered=1)], "correction"),
        ([ChangeCount(kind="pairing", taken_back=1)], "correction"),
        ([ChangeCount(kind="pair", added=14), ChangeCount(kind="pairing", added=7)], "publish"),
        ([], "publish"),
    ],
)
def test_the_reason_of_standings_is_what_changed(counts: list[ChangeCount], reason: str) -> None:
    assert reason_of(EventChange(counts=tuple(counts))) == reason


def test_standings_carry_their_change_which_is_no_part_of_their_digest() -> None:
    scored, _ = state_with(("1", "1", "2", 420)).score()
    change = EventChange(counts=(ChangeCount(kind="result", altered=1),), text="altered: 1 result")
    with_it, without = (
        plan_standings(Ledger(), scored, applied=7, cause=("x",), change=each).message
        for each in (change, EventChange())
    )
    assert isinstance(with_it, StandingsPublished)
    assert isinstance(without, StandingsPublished)
    assert (with_it.change, with_it.reason) == (change, "correction")
    assert (without.change, without.reason) == (EventChange(), "publish")
    assert with_it.digest == without.digest


LIVE = Progress(rounds=3, rounds_complete=1, sections=(SectionProgress(rounds_complete=1),))
ADDED = ChangeCount(kind="result", added=1)


def stage(progress: Progress = LIVE, status: Status = Status.LIVE, places: int | None = None) -> Stage:
    method, public = Method(board_scoring="match_points"), PublicPolicy(places=places)
    return stage_of(Standings(event="e", name="E", method=method, progress=progress, status=status, public=public))


@pytest.mark.parametrize(
    ("before", "now", "counts", "moment"),
    [
        (stage(), stage(), [ADDED], False),
        (stage(), stage(), [ADDED, ChangeCount(kind="match", added=2), ChangeCount(kind="game", added=1)], False),
        (None, stage(), [ADDED], True),
        (stage(), stage(LIVE.replace(rounds_complete=2)), [ADDED], True),
        (stage(), stage(LIVE.replace(rounds_over=2)), [ADDED], True),
        (stage(), stage(LIVE.replace(sections=(SectionProgress(rounds_complete=2),))), [ADDED], True),
        (stage(), stage(LIVE.replace(complete=True)), [ADDED], True),
        (stage(status=Status.OFFICIAL), stage(status=Status.OFFICIAL), [ADDED], True),
        (stage(Progress()), stage(Progress()), [ADDED], True),
        (stage(), stage(), [], True),
        (stage(), stage(places=0), [ADDED], True),
        (stage(), stage(), [ChangeCount(kind="result", altered=1)], True),
        (stage(), stage(), [ChangeCount(kind="result", added=3, taken_back=1)], True),
        (stage(), stage(), [ADDED, ChangeCount(kind="pair", added=1)], True),
        (stage(), stage(), [ADDED, ChangeCount(kind="pairing", added=1)], True),
        (stage(), stage(), [ADDED, ChangeCount(kind="adjustment", added=1)], True),
    ],
)
def test_the_whole_event_is_published_unless_results_were_added_within_a_round(
    before: Stage | None, now: Stage, counts: list[ChangeCount], moment: bool
) -> None:
    assert is_moment(before, now, EventChange(counts=tuple(counts))) is moment
