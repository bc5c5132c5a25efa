"""Real game files re-score to what they state; what is special in them is in docs/formats/acblscore.md."""

from collections import Counter, defaultdict
from dataclasses import replace
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path

import pytest

from contracts.facts import Facts, ResultFact, Score, StatedTotal
from contracts.findings import Severity
from kibitz.file_reading import read_bytes, read_file
from kibitz.pipeline import Pipeline
from services.scoring.domain.event.event_state import EventState
from shared.bridge.boards.artificial_scores import Artificial
from shared.bridge.boards.board_line import BoardLine, SideScore
from shared.bridge.boards.matchpoints import FactoringMethod, MatchpointScale, score_board
from shared.bridge.rankings.places import parse_place, rank
from shared.bridge.rankings.totals import acblscore_score, percentage
from shared.bridge.rounding import ACBLSCORE, to_decimal
from shared.formats.acblscore.file.entry_layouts import RANKING
from shared.formats.acblscore.file.game import read_game
from shared.formats.acblscore.file.game_file import GameFile
from shared.formats.acblscore.file.record import Record
from shared.formats.acblscore.reader.parse import parse, rosters_of
from shared.formats.acblscore.reader.sections import groups_of
from shared.formats.acblscore.report import Report
from shared.formats.acblscore.writer.ranks import Listed, links_of
from shared.formats.acblscore.writer.rewrite import Rewritten, rewrite
from shared.formats.acblscore.writer.update import update
from shared.formats.parsed import ParsedEvent
from tests.support.real_files import needs_real_files, real_files

pytestmark = needs_real_files

FILES = real_files("acblscore")
by_name = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)

SMALL = 17_100
"""Bytes of a file that is read many times over."""

EXPLAINED: dict[str, dict[str, int]] = {"test-event-150810": {"acblscore.not-ascii": 1}}
"""By file: how many findings of which code; each is explained in docs/formats/acblscore.md."""

SECOND_RESULT = {("final-session1-171015", "C-1NS"), ("final-session1-171015", "C-1EW")}
"""Totals with a second result on the same boards, which ACBLscore leaves out; see docs/formats/acblscore.md."""

HELD = {
    "averages-170816": [{"participants": 30, "results": 390, "sections": 1}],
    "final-session1-171015": [
        {"participants": 18, "results": 216, "seats": 34},
        {"participants": 18, "results": 216, "seats": 34},
        {"participants": 10, "results": 108, "seats": 18},
    ],
    "final-session2-171015": [
        {"participants": 18, "results": 216, "adjustments": 17},
        {"participants": 18, "results": 216, "adjustments": 17},
        {"participants": 10, "results": 108, "adjustments": 9},
    ],
    "ineligible-pair-170614": [{"participants": 16, "results": 192}, {"participants": 6, "results": 33}],
    "sections-ranked-apart-170602": [
        {"participants": 24, "results": 288, "sections": 2, "adjustments": 1},
        {"participants": 10, "results": 100},
    ],
    "strata-170726": [{"participants": 40, "results": 513, "sections": 2}, {"participants": 12, "results": 144}],
    "strata-by-section-170802": [{"participants": 36, "results": 486, "sections": 2}],
    "howell-170724": [{"participants": 6, "results": 48}],
    "late-plays-170731": [{"participants": 18, "results": 192}],
    "test-event-150810": [{"participants": 18, "results": 243}],
    "three-sections-170724": [{"participants": 50, "results": 600, "sections": 3}],
    "two-events-170831": [{"participants": 32, "results": 416}, {"participants": 12, "results": 125}],
    "web-movement-170728": [{"participants": 34, "results": 442}, {"participants": 8, "results": 96}],
}

FEW_BOARDS = {"ineligible-pair-170614": 11}
"""Boards of events with fewer than sixteen."""


def events(path: Path) -> tuple[ParsedEvent, ...]:
    return parse(path.read_bytes()).events


def side(score: Score, sign: int) -> SideScore:
    if score.kind == "points":
        return sign * score.points
    return Artificial(Fraction(score.percent)) if score.kind == "artificial" else None


def travellers(facts: Facts) -> list[tuple[list[ResultFact], int]]:
    """The results of each board that are compared, and how many there can be: the top of the section and one."""
    sections = {section.id: section for section in facts.sections}
    boards: dict[tuple[str, str], list[ResultFact]] = defaultdict(list)
    for result in facts.results:
        boards[sections[result.section].scored_with or result.section, result.board].append(result)
    return [(results, int(sections[results[0].section].top) + 1) for results in boards.values()]


@by_name
def test_a_real_file_reads_without_an_unexplained_finding(path: Path) -> None:
    findings = parse(path.read_bytes()).findings
    assert [finding for finding in findings if finding.severity is not Severity.INFO] == []
    assert Counter(finding.code for finding in findings) == EXPLAINED.get(path.stem, {})


@by_name
def test_a_real_file_holds_what_was_counted(path: Path) -> None:
    found = events(path)
    for event, counts in zip(found, HELD[path.stem], strict=True):
        assert {name: len(getattr(event.facts, name)) for name in counts} == counts
        known = {participant.id for participant in event.facts.participants}
        assert len(known) == len(event.facts.participants)
        assert {name for r in event.facts.results for name in (r.sides.ns, r.sides.ew)} <= known
        lines = [line for movement in event.facts.movements for line in movement.lines]
        assert {name for line in lines for name in (line.sides.ns, line.sides.ew)} <= known


@by_name
def test_the_match_points_of_every_board_are_those_of_its_scores(path: Path) -> None:
    for event in events(path):
        for results, expected in travellers(event.facts):
            lines = [BoardLine(side(r.ns_score, 1), side(r.ew_score, -1), r.foul_group) for r in results]
            scored = score_board(
                lines,
                expected=expected,
                scale=MatchpointScale.AMERICAN,
                factoring=FactoringMethod.NEUBERG,
                rounding=ACBLSCORE,
            )
            for result, worth in zip(results, scored, strict=True):
                stated = result.stated
                assert worth.ns == (Fraction(stated.ns) if stated and stated.ns is not None else None), result.at
                assert worth.ew == (Fraction(stated.ew) if stated and stated.ew is not None else None), result.at


def session_totals(facts: Facts) -> list[StatedTotal]:
    return [total for total in facts.totals if total.session is not None or not facts.sessions]


@by_name
def test_session_scores_and_percentages_are_those_of_the_boards(path: Path) -> None:
    for event in events(path):
        tops = {section.id: int(section.top) for section in event.facts.sections}
        points: dict[str, dict[str, Fraction]] = defaultdict(dict)
        seconds: set[str] = set()
        for result in event.facts.results:
            for name, worth in (
                (result.sides.ns, result.stated and result.stated.ns),
                (result.sides.ew, result.stated and result.stated.ew),
            ):
                if worth is not None and result.board in points[name]:
                    seconds.add(name)
                elif worth is not None:
                    points[name][result.board] = Fraction(worth)
        assert {(path.stem, name) for name in seconds} == {key for key in SECOND_RESULT if key[1] in points} & {
            (path.stem, name) for name in points
        }
        for total in session_totals(event.facts):
            own = points[total.participant]
            top = tops[total.section]
            full = Fraction(total.maximum)
            score = acblscore_score(sum(own.values()), played=top * len(own), full=full)
            penalties = [fact for fact in event.facts.adjustments if fact.kind == "penalty"]
            score += sum(Fraction(f.amount) for f in penalties if f.participant == total.participant)
            assert sum(own.values()) == Fraction(total.unfactored)
            assert (score, to_decimal(percentage(score, full), 2), len(own)) == (
                Fraction(total.total),
                total.percentage,
                total.boards_played,
            )


@by_name
def test_places_are_those_of_the_scores_in_each_list(path: Path) -> None:
    for event in events(path):
        facts = event.facts
        groups = {section.id: section.ranked_with or section.id for section in facts.sections}
        howell = {movement.section for movement in facts.movements if movement.winners == 1}
        seat = {fact.participant: fact.direction for fact in facts.seats if fact.stage == "start"}
        last = {participant.id for participant in facts.participants if not participant.standing}
        lists: dict[tuple[str, str | None], dict[str, Fraction]] = defaultdict(dict)
        stated = {}
        for total in session_totals(facts):
            direction = None if total.section in howell else seat[total.participant]
            # Who is not eligible is ranked behind everybody else.
            behind = 10_000 if total.participant in last else 0
            lists[groups[total.section], direction][total.participant] = Fraction(total.total) - behind
            stated[total.participant] = total.place or total.section_place
        for values in lists.values():
            for name, place in rank(values).items():
                assert parse_place(stated[name]) == place, (name, stated[name])


def test_the_two_sessions_of_a_final_are_one_event_with_carry_over() -> None:
    first, second = (Path(path) for path in FILES if path.stem.startswith("final-session"))
    one, two = events(first), events(second)
    assert [event.event for event in one] == [event.event for event in two]
    assert len({event.event for event in one}) == 3
    for before, after in zip(one, two, strict=True):
        assert [session.id for session in before.facts.sessions] == ["1"]
        assert [session.id for session in after.facts.sessions] == ["2"]
        known = {p.id: [person.name for person in p.players] for p in before.facts.participants if not p.phantom}
        assert known == {p.id: [person.name for person in p.players] for p in after.facts.participants if not p.phantom}
        scores = {total.participant: total.total for total in session_totals(before.facts)}
        carried = {fact.participant: fact.amount for fact in after.facts.adjustments}
        assert carried == scores
        final = {total.participant: total.total for total in after.facts.totals if total.session is None}
        now = {total.participant: total.total for total in session_totals(after.facts)}
        assert final == {name: scores[name] + now[name] for name in now}
        seats = {seat.participant: seat for seat in before.facts.seats if seat.stage == "next"}
        for start in after.facts.seats:
            said = seats[start.participant]
            assert (said.section, said.table, said.direction) == (start.section, start.table, start.direction)
    merged = Pipeline(read_file(path) for path in (second, first)).events
    assert len(merged) == 3
    for event in merged.values():
        facts = event.score()[1].facts
        assert [session.id for session in facts.sessions] == ["1", "2"]


def test_a_section_that_was_left_in_the_last_round_says_so() -> None:
    (path,) = (path for path in FILES if path.stem == "two-events-170831")
    whole, part = events(path)
    assert (whole.facts.event.results, whole.scope.complete) == ("complete", True)
    assert (part.facts.event.results, part.scope.complete) == ("to_date", True)
    assert part.facts.sections[0].rounds_posted == 4
    open_now = [(r.round, r.board) for r in part.facts.results if r.ns_score.kind == "unknown"]
    assert {number for number, _ in open_now} == {5}


def test_late_plays_and_averages_are_told_apart() -> None:
    kinds: Counter[tuple[str, str | None]] = Counter()
    for path in FILES:
        for event in events(path):
            for result in event.facts.results:
                kinds.update((score.kind, score.text) for score in (result.ns_score, result.ew_score))
    assert {("artificial", text) for text in ("Ave-", "Ave", "Ave+")} <= set(kinds)
    assert kinds["not_played", None] == 20


@by_name
def test_a_real_file_goes_through_the_pipeline(path: Path) -> None:
    read = read_file(path)
    assert read.file.format == "acblscore"
    for event in Pipeline([read]).events.values():
        scored, merged = event.score()
        assert scored.standings.rankings[0].rows
        assert not event.refused
        assert len(merged.boards) >= FEW_BOARDS.get(path.stem, 16)


@by_name
def test_a_real_file_written_without_a_change_is_the_same_bytes(path: Path) -> None:
    data = path.read_bytes()
    done = rewrite(data, {event.event: event.facts for event in events(path)}, datetime(2031, 5, 4, tzinfo=UTC))
    assert done == Rewritten(data)


@by_name
def test_a_real_file_takes_a_result_more_and_gives_it_back(path: Path) -> None:
    data = path.read_bytes()
    event = events(path)[0]
    extra = event.facts.results[0].replace(part=5, round=1)
    wanted = event.facts.replace(results=(*event.facts.results, extra))
    more = parse(rewrite(data, {event.event: wanted}).data)
    assert len(more.events[0].facts.results) == len(event.facts.results) + 1
    assert [finding for finding in more.findings if finding.severity is not Severity.INFO] == []
    assert [len(e.facts.results) for e in more.events[1:]] == [len(e.facts.results) for e in events(path)[1:]]


@by_name
def test_a_changed_score_brings_the_ranks_of_a_real_file_with_it(path: Path) -> None:
    """The worst pair gets a top on every board that it played: totals, places in all strata and links follow."""
    data = path.read_bytes()
    for number, event in enumerate(Pipeline([read_file(path)]).events.values()):
        (fragment,) = event.state.merge.fragments.values()
        facts = fragment.facts
        worst = min((t for t in facts.totals if t.section is not None), key=lambda t: t.total).participant
        results = tuple(_lifted(result, worst) for result in facts.results)
        state = EventState(event.state.event)
        state.apply(fragment.replace(facts=facts.replace(results=results)))
        done = update(data, [state.score()[1]])
        assert {item.what for item in done.losses} <= {"master points", "qualification"}
        again = [*Pipeline([read_bytes(done.data, path.name, path)]).events.values()][number]
        report, merged = again.score()
        assert [f.message for f in report.findings if f.severity is Severity.ERROR] == []
        totals = {t.participant: t for t in merged.facts.totals if t.section is not None}
        assert totals[worst].section_place in ("1", None)
        _check_links(done.data)


def _lifted(result: ResultFact, who: str) -> ResultFact:
    """The result with a slam for somebody, where the result is a score of both sides."""
    points = {result.sides.ns: 1460, result.sides.ew: -1460}.get(who)
    if points is None or result.ns_score.kind != "points" or result.ns_score != result.ew_score:
        return result
    score = Score(kind="points", points=points)
    return result.replace(ns_score=score, ew_score=score)


@by_name
def test_the_lists_of_ranks_that_a_new_file_gets_are_those_of_the_real_one(path: Path) -> None:
    _check_links(path.read_bytes())


def _check_links(data: bytes) -> None:
    game_file = GameFile(data, Report())
    for event in read_game(game_file).events:
        groups = groups_of(event, "ranked", game_file.report)
        everybody, stated, first = [], {}, {}
        for section in event.sections:
            roster = rosters_of(game_file, event)[section.name]
            numbers = {seat: key for key, seat in roster.numbers.seats.items()}
            for seated in section.seated:
                direction, number = numbers.get((seated.table, seated.direction), (0, 0))
                key = (number, section.number, max(direction, 1))
                strats = range(event.details.integer("num_strats"))
                rows = [RANKING.reader.unpack(seated.entry.part_raw("rankings", strat)) for strat in strats]
                rankings = [dict(zip(RANKING.names, row, strict=True)) for row in rows]
                everybody.append(Listed(key, groups[section.number] or section.name, rankings))
                stated |= {(key, strat): links(row, "next_") for strat, row in enumerate(rankings)}
            for index in section.indexes:
                row = dict(zip(index.layout.names, index.values, strict=True))
                first[section.number, index.integer("direction")] = links(row, "first_ranked")
        found = links_of(everybody)
        assert {key: row for key, row in found.rankings.items() if row} == {k: row for k, row in stated.items() if row}
        assert {key: row for key, row in found.first.items() if row} == {key: row for key, row in first.items() if row}


def links(row: dict[str, object], prefix: str) -> dict[str, object]:
    return {name: value for name, value in row.items() if name.startswith(prefix) and value}


@pytest.mark.parametrize("path", [path for path in FILES if path.stat().st_size < SMALL], ids=lambda path: path.stem)
def test_a_length_of_a_real_file_that_is_too_small_but_possible_loses_nothing(path: Path) -> None:
    data = path.read_bytes()
    whole = [replace(event, findings=()) for event in events(path)]
    for block in _blocks(data):
        least, own = block.layout.least - 2, block.layout.size - 2
        stated = block.end - block.offset - 2
        for length in {least, (least + own) // 2, own - 1, own, (own + stated) // 2} - {stated}:
            if least <= length < stated:
                parsed = parse(data[: block.offset] + length.to_bytes(2, "little") + data[block.offset + 2 :])
                found = [replace(event, findings=()) for event in parsed.events]  # that tell of the length
                assert found == whole, (block.name, length)


def _blocks(data: bytes) -> list[Record]:
    """The last of the blocks of each layout."""
    seen: dict[str, Record] = {}

    class Watched(GameFile):
        def block(self, *arguments):
            found = super().block(*arguments)
            if found is not None:
                seen[found.layout.name] = found
            return found

    read_game(Watched(data, Report()))
    return list(seen.values())


def test_a_web_movement_is_told_from_a_mitchell_movement() -> None:
    kinds = {
        section.movement: detail.value
        for path in FILES
        for event in events(path)
        for section in event.facts.sections
        for detail in section.details
        if detail.name == "MOVEMENT_KIND"
    }
    assert kinds == {"W1713.MOV": "web", "H0305.HOW": "Howell", "H0509.HOW": "Howell", None: "Mitchell"}
