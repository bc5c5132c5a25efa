"""An event written into the game file that it came from."""

from decimal import Decimal
from pathlib import Path

import pytest

from contracts.facts import AdjustmentFact, AwardFact, Detail, Facts, ResultFact, Score
from contracts.messages import EventMerged
from kibitz.file_reading import read_bytes
from kibitz.pipeline import LocalEvent, Pipeline
from services.scoring.domain.event.event_state import EventState
from shared.formats.acblscore.reader.parse import parse
from shared.formats.acblscore.writer.render import render
from shared.formats.acblscore.writer.update import original_of, update
from shared.formats.parsed import Rendered
from shared.formats.usebio.writer.render import render as render_usebio
from tests.support.acblscore_files import MOMENT, Plan, everything, pairs_game
from tests.support.merged import merged
from tests.support.real_files import real_files

WHOLE, _ = everything()
SAID_AGAIN = {"howell-170724", "three-sections-170724"}
"""Real files that USEBIO can say all of that a correction could change; the second has adjusted scores."""


CUP = AwardFact(kind="prize", participant="A-1NS", text="a cup")


def local(data: bytes) -> list[LocalEvent]:
    return list(Pipeline([read_bytes(data, "made-up.ACA", Path("made-up.ACA"))]).events.values())


def scored(data: bytes, event: int = 0) -> EventMerged:
    return local(data)[event].score()[1]


def finished() -> bytes:
    """A file that states what its results give."""
    scores = {
        (board, pair): (points, -points)
        for board in range(1, 15)
        for pair in range(1, 8)
        for points in [(9, 11, 14, -10, 17)[(3 * board + pair) % 5]]
    }
    return render(scored(pairs_game(Plan(tables=7, rounds=7, scores=scores))[0])).data


FINISHED = finished()


def changed(event: EventMerged, **lists: object) -> EventMerged:
    """The event after a correction, scored again."""
    (fragment,) = local(FINISHED)[0].state.merge.fragments.values()
    state = EventState(event.event)
    state.apply(fragment.replace(facts=fragment.facts.replace(**lists)))
    return state.score()[1]


def corrected(facts: Facts, points: int) -> tuple[ResultFact, ...]:
    first, *rest = facts.results
    score = Score(kind="points", points=points)
    return (first.replace(ns_score=score, ew_score=score), *rest)


@pytest.mark.parametrize("data", [WHOLE, FINISHED], ids=["every structure", "finished"])
def test_an_event_without_a_change_is_the_same_bytes(data: bytes) -> None:
    events = [event.score()[1] for event in local(data)]
    done = update(data, events)
    assert done.data == data
    assert done.losses == ()
    assert update(data, events[:1]).data == data


@pytest.mark.slow
@pytest.mark.parametrize("path", real_files("acblscore"), ids=lambda path: path.stem)
def test_a_real_file_without_a_change_is_the_same_bytes(path: Path) -> None:
    data = path.read_bytes()
    assert update(data, [event.score()[1] for event in local(data)]).data == data


@pytest.mark.slow
def test_a_corrected_score_brings_points_and_totals_of_everybody_with_it() -> None:
    before = scored(FINISHED)
    after = changed(before, results=corrected(before.facts, 620))
    done = update(FINISHED, [after])
    assert done.data != FINISHED
    assert len(done.data) == len(FINISHED)
    again = local(done.data)[0]
    report, now = again.score()
    facts = now.facts
    assert facts.results[0].ns_score.points == 620
    assert [r.stated for r in facts.results if r.board == facts.results[0].board] != [
        r.stated for r in before.facts.results if r.board == facts.results[0].board
    ]
    assert report.findings == ()
    assert done.losses == ()
    unfactored = {total.participant: total.unfactored for total in facts.totals}
    points: dict[str, Decimal] = {}
    for result in facts.results:
        assert result.stated is not None
        for name, own in ((result.sides.ns, result.stated.ns), (result.sides.ew, result.stated.ew)):
            points[name or ""] = points.get(name or "", Decimal(0)) + (own or 0)
    assert unfactored == points


def test_a_penalty_is_written_and_counted() -> None:
    before = scored(FINISHED)
    who = before.facts.totals[0].participant
    penalty = AdjustmentFact(kind="penalty", participant=who, amount=Decimal("-2"), unit="match_points", counted=True)
    done = update(FINISHED, [changed(before, adjustments=(penalty,))])
    (event,) = parse(done.data).events
    assert [(f.participant, f.amount) for f in event.facts.adjustments] == [(who, Decimal("-2.00"))]
    total = {t.participant: t.total for t in event.facts.totals}
    assert total[who] == {t.participant: t.total for t in before.facts.totals}[who] - 2


def test_a_name_alone_leaves_points_and_totals_as_the_file_has_them() -> None:
    data = pairs_game(Plan(points={(1, 1): (77, 23)}))[0]
    event = scored(data)
    first, *rest = event.facts.participants
    player = first.players[0].replace(last_name="Zander", name="Ada Zander")
    people = (first.replace(players=(player, first.players[1])), *rest)
    renamed = event.replace(facts=event.facts.replace(participants=people))
    facts = parse(update(data, [renamed]).data).events[0].facts
    assert {p.id: p.players[0].last_name for p in facts.participants}[first.id] == "Zander"
    assert {r.key: r for r in facts.results} == {r.key: r for r in event.facts.results}


def test_stated_values_stay_where_they_are_asked_for() -> None:
    before = scored(FINISHED)
    done = update(FINISHED, [changed(before, results=corrected(before.facts, 620))], values="stated")
    facts = parse(done.data).events[0].facts
    assert {t.key: t for t in facts.totals} == {t.key: t for t in before.facts.totals}
    assert facts.results[0].ns_score.points == 620


def lost(done: Rendered) -> dict[str, str]:
    assert done.losses == tuple(sorted(done.losses, key=lambda loss: (loss.what, loss.why)))
    return {loss.what: loss.why for loss in done.losses}


def test_a_table_that_was_given_is_counted_and_not_written() -> None:
    before = scored(FINISHED)
    event = before.facts.event.replace(imp_bounds=(20, 60))
    done = update(FINISHED, [changed(before, events=(event,))])
    assert done.data == FINISHED
    assert lost(done) == {"IMP bounds of events": "the scale of the file stays as ACBLscore wrote it"}


def test_what_of_a_change_does_not_come_back_is_lost() -> None:
    before = scored(FINISHED)
    first, second, *people = before.facts.participants
    long = second.players[0].replace(last_name="Featherstonehaugh", holding=Decimal("7.5"))
    who = (first.replace(stratum="4"), second.replace(players=(long, *second.players[1:])), *people)
    line, *_ = before.facts.results
    strange = line.replace(part=1, contract="4S", tricks=10)
    penalty = AdjustmentFact(kind="bonus", participant=first.id, amount=Decimal(2), unit="match_points", counted=True)
    lists = {"participants": who, "results": (*before.facts.results, strange.replace(board="77"), strange)}
    done = update(FINISHED, [changed(before, **lists, awards=(CUP,), adjustments=(penalty,))])
    assert lost(done) == {
        "adjustments": "the file has it in another unit, or nobody in it has it",
        "awards": "those of the file stay; they are ACBLscore's to work out",
        "computed board points": "not scored by Kibitz; the stated values are written",
        "contract of results": "a game file has results, not how they came about",
        "holding of players": "the entry has no place for it, or not enough",
        "last name of players": "the entry has no place for it, or not enough",
        "results": "it is of another session, or of a board, section or number that the file does not have",
        "stratum of participants": "a game file has three, by number",
        "tricks of results": "a game file has results, not how they came about",
    }


def test_what_follows_from_what_is_written_is_no_loss() -> None:
    before = scored(FINISHED)
    (section,) = before.facts.sections
    details = (*section.details, Detail(name="STATUS", value="stamped"), Detail(name="COLOUR", value="pink"))
    other = section.replace(rounds_posted=99, details=details)
    done = update(FINISHED, [changed(before, sections=(other,))])
    assert lost(done) == {"detail COLOUR of sections": "the game file has no place for it"}


def test_losses_of_several_events_are_those_of_one_file() -> None:
    events = [event.score()[1] for event in local(WHOLE)]
    cups = [event.replace(facts=event.facts.replace(awards=(*event.facts.awards, CUP))) for event in events]
    (loss,) = update(WHOLE, cups).losses
    assert (loss.count, loss.fields) == (len(events), ("awards",))


def test_an_event_that_came_from_no_game_file_has_no_original() -> None:
    assert original_of(merged()) is None
    source = original_of(scored(WHOLE, 2))
    assert source is not None
    assert source.fragment.endswith(".2")


@pytest.mark.slow
@pytest.mark.parametrize(
    "path", [p for p in real_files("acblscore") if p.stem in SAID_AGAIN], ids=lambda path: path.stem
)
def test_a_file_of_another_format_that_says_the_same_changes_nothing(path: Path) -> None:
    data = path.read_bytes()
    own = read_bytes(data, path.name, path)
    (event,) = Pipeline([own]).events.values()
    document = render_usebio(event.score()[1]).data
    again = read_bytes(document, "same.xml", Path("same.xml"), MOMENT.replace(year=2033))
    (event,) = Pipeline([own, again]).events.values()
    assert len(event.state.merge.fragments) == 2
    assert update(data, [event.score()[1]]).data == data


def test_a_corrected_match_brings_the_totals_of_both_teams_with_it() -> None:
    event = local(WHOLE)[2].score()[1]
    match = next(match for match in event.facts.matches if match.home_score is not None)
    other = match.replace(home_score=match.home_score + 1, away_score=match.away_score - 1)
    facts = event.facts.replace(matches=tuple(other if each is match else each for each in event.facts.matches))
    again = parse(update(WHOLE, [event.replace(facts=facts)], "stated").data).events[2].facts
    assert {m.home_score for m in again.matches if m.round == match.round and m.home == match.home} == {
        other.home_score
    }
