import hashlib
import re
from collections import Counter
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contracts.codes.intake import UNKNOWN_FORMAT
from contracts.decisions import Decisions, ReassignFiles, TakeFile, UseScale
from contracts.facts import AsOf, ScaleChart, ScaleTable
from contracts.findings import Finding
from contracts.messages import Fragment
from contracts.questions import Refusal
from kibitz import pipeline
from kibitz.file_reading import FileRead, read_bytes, read_file
from kibitz.pipeline import LocalEvent, Pipeline, linked, seats_of, structure_of
from kibitz.replay.cut import cut
from kibitz.replay.made_up import Size, made_up_file
from services.validation.domain.check import Verdict
from shared.formats import registry
from shared.formats.decisions.reader import written
from tests.support.acblscore_files import everything
from tests.support.chess_rounds import SWISS, players
from tests.support.chess_variety import of_seed
from tests.support.decided import ruling
from tests.support.trf_lines import document
from tests.support.usebio_documents import board, line, pair, people
from tests.support.usebio_documents import document as usebio_document

EVENING = datetime(2026, 3, 7, 22, 0, tzinfo=UTC)
WHERE = Path("evening.xml")


@pytest.fixture(scope="module")
def evening() -> bytes:
    return made_up_file(Size(4, 3, 2), AsOf(at=EVENING, source="stated"))


def read(data: bytes, name: str = "evening.xml") -> FileRead:
    return read_bytes(data, name, WHERE, EVENING)


def test_a_file_of_another_format_is_said_to_be_none_for_the_schema(tmp_path: Path) -> None:
    path = tmp_path / "hands.pbn"
    path.write_bytes(b'[Event "x"]\n[Board "1"]\n')
    (finding,) = structure_of(read_file(path))
    assert finding.code == "usebio.schema-not-applied"
    assert "PBN" in finding.message
    assert finding.file == hashlib.sha256(path.read_bytes()).hexdigest()


def test_what_other_values_require_is_asked_of_files_of_1_4_alone(tmp_path: Path) -> None:
    path = tmp_path / "teams.xml"
    for version, wanted in (("1.4", True), ("1.2", False)):
        path.write_bytes(usebio_document("", version=version, event='EVENT_TYPE="TEAMS"'))
        found = [finding.code for finding in structure_of(read_file(path))]
        assert ("usebio.required-by-value" in found) is wanted


def test_one_file_is_one_event_that_can_be_scored(evening: bytes) -> None:
    (event,) = Pipeline([read(evening)]).events.values()
    scored, merged = event.score()
    assert scored.standings.name == "Lanternlight Pairs"
    assert len(merged.facts.results) == 24
    assert scored.standings.differences == 0


def test_the_same_file_twice_is_one(evening: bytes) -> None:
    once, twice = Pipeline([read(evening)]).events, Pipeline([read(evening), read(evening)]).events
    assert list(once) == list(twice)
    assert [event.score()[0].standings for event in once.values()] == [
        event.score()[0].standings for event in twice.values()
    ]


def test_the_parts_of_an_evening_in_any_order_end_in_the_same_standings(evening: bytes) -> None:
    parts = [read(part.data, part.name) for part in cut(evening, "evening.xml", EVENING)]
    assert len(parts) == 3
    (forward,), (backward,) = Pipeline(parts).events.values(), Pipeline(reversed(parts)).events.values()
    assert forward.score()[0].standings == backward.score()[0].standings
    assert [source.name for source in forward.score()[1].sources] == ["evening.xml"]


def test_a_file_that_was_rejected_makes_no_event(evening: bytes) -> None:
    assert Pipeline([read(b"nothing")]).events == {}
    assert len(Pipeline([read(b"nothing"), read(evening)]).events) == 1


def test_an_event_of_which_everything_is_refused_is_none(evening: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    reason = UNKNOWN_FORMAT.finding("not to be scored")

    def refuse(fragment: Fragment, found: tuple[Finding, ...] = ()) -> Verdict:
        return Verdict((reason,), reason)

    monkeypatch.setattr(pipeline, "check", refuse)
    refused = Pipeline([read(evening), read(b"nothing")])
    placed = reason.replace(file=refused.files[0].file.sha256)
    assert (refused.events, refused.refused_findings()) == ({}, [placed])
    assert [finding.code for finding in refused.file_findings()] == [UNKNOWN_FORMAT.code, reason.code]
    assert refused.file_findings()[-1] == placed
    assert [file.path for file in refused.rejected] == [WHERE]


def test_what_is_refused_is_kept_beside_what_is_scored(evening: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    reason = UNKNOWN_FORMAT.finding("not to be scored")
    parts = [read(part.data, part.name) for part in cut(evening, "evening.xml", EVENING)]
    refused = parts[0].fragments[0].fragment.id
    accept = pipeline.check

    def refuse_first(fragment: Fragment, found: tuple[Finding, ...] = ()) -> Verdict:
        return Verdict((reason,), reason) if fragment.id == refused else accept(fragment, found)

    monkeypatch.setattr(pipeline, "check", refuse_first)
    whole = Pipeline(parts)
    (event,) = whole.events.values()
    assert event.refused == [reason]
    assert reason in event.findings
    assert whole.refused_findings() == []
    assert [finding.message for finding in whole.findings()].count(reason.message) == 1
    assert refused not in event.state.merge.fragments


def test_a_finished_event_without_seats_or_movement_has_no_next_round(evening: bytes) -> None:
    (event,) = Pipeline([read(evening)]).events.values()
    assert seats_of(event.score()[1]) is None


@pytest.fixture(scope="module")
def two_flights(evening: bytes) -> bytes:
    """Two events in one file; something unknown in the club and in the second event."""
    start, end = evening.index(b"<EVENT "), evening.index(b"</EVENT>") + len(b"</EVENT>")
    one = evening[start:end]
    other = one.replace(b"Lanternlight Pairs", b"Lanternlight Juniors").replace(b"</EVENT>", b"<WEATHER/></EVENT>")
    assert one.count(b"Lanternlight Pairs") == 1
    club = evening[:start].replace(b"</CLUB>", b"<MOTTO/></CLUB>")
    return club + one + other + evening[end:]


def test_what_is_found_in_one_event_of_a_file_stands_in_its_standings_alone(two_flights: bytes) -> None:
    file = read(two_flights)
    seniors, juniors = (event.score()[0].standings for event in Pipeline([file]).events.values())
    assert (seniors.name, juniors.name) == ("Lanternlight Pairs", "Lanternlight Juniors")
    assert "usebio.unknown-element" not in {finding.code for finding in seniors.findings}
    (found,) = (finding for finding in juniors.findings if finding.code == "usebio.unknown-element")
    assert found.place is not None
    assert found.place.path == "/USEBIO/EVENT[2]/WEATHER[1]"


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10_000), st.data())
def test_a_damaged_chess_tournament_is_checked_and_scored_or_refused(seed, data):
    whole = bytearray(of_seed(seed))
    for _ in range(data.draw(st.integers(1, 8))):
        at = data.draw(st.integers(0, len(whole) - 1))
        if data.draw(st.booleans()):
            whole[at] = data.draw(st.sampled_from(b" 0123456789wb-=+1HUFZ\n"))
        else:
            del whole[at : at + data.draw(st.integers(1, 30))]
    file = read_bytes(bytes(whole), "damaged.trf", Path("damaged.trf"))
    assert (file.parsed is None) is (file.rejected is not None)
    for event in Pipeline([file]).events.values():
        scored, _ = event.score()
        (ranking,) = scored.standings.rankings
        assert [row.rank for row in ranking.rows] == sorted(row.rank or 0 for row in ranking.rows)


@pytest.mark.slow
def test_the_next_round_of_a_chess_event_is_drawn() -> None:
    file = read(document(*SWISS, *players("3 w 1", "4 b =", "1 b 0", "2 w =")), "open.trf")
    ((_, event),) = Pipeline([file]).events.items()
    seats = seats_of(event.score()[1])
    assert seats is not None
    assert (seats.rule, seats.round, len(seats.tables)) == ("fide-dutch", 2, 2)


def test_files_of_decisions_link_and_split_events(evening: bytes) -> None:
    other = evening.replace(b"Lanternlight Pairs", b"Copperbell Pairs")
    first, second = read(evening), read(other, "other.xml")
    (home,), (away,) = Pipeline([first]).events, Pipeline([second]).events
    assert home != away
    link = linked(home, away, EVENING)
    assert set(Pipeline([link, first, second]).events) == {home}
    assert set(Pipeline([second, link]).events) == {home}
    move = ReassignFiles(decision="reassign", file=first.file.sha256, to="apart")
    split = read(written(Decisions(event=home, at=EVENING, decisions=(move,))), "split.json")
    apart = Pipeline([first, second, link, split]).events
    assert set(apart) == {home, "apart"}
    assert {source.file for source in apart["apart"].score()[0].standings.sources} == {first.file.sha256}


def sent(data: bytes, name: str, minutes: int) -> FileRead:
    """A file that arrives so many minutes after the end of the evening."""
    return read_bytes(data, name, WHERE, EVENING + timedelta(minutes=minutes))


def take(file: FileRead, minutes: int, *, taken: bool = True) -> FileRead:
    """The director's decision that a file is the whole truth, or is not any more."""
    decision = TakeFile(decision="take", file=file.file.sha256, taken=taken)
    at, event = EVENING + timedelta(minutes=minutes), file.fragments[0].fragment.event
    return sent(written(Decisions(event=event, at=at, decisions=(decision,))), "take.json", minutes)


def scores(*files: FileRead) -> list[str | None]:
    (event,) = Pipeline(files).events.values()
    return [line.score for board in event.score()[0].boards for line in board.lines]


def test_a_held_file_counts_while_the_director_takes_it(evening: bytes) -> None:
    """Somebody has exchanged the sides: every score has the wrong sign."""
    changed = re.sub(rb"<SCORE>(-?)", lambda sign: b"<SCORE>" if sign[1] else b"<SCORE>-", evening)
    first, held = sent(evening, "first.xml", 0), sent(changed, "changed.xml", 5)
    before, after = scores(first), scores(held)
    assert all(old != new for old, new in zip(before, after, strict=True))
    assert scores(first, held) == before
    taken, back = take(held, 6), take(held, 7, taken=False)
    for files in ((first, held, taken), (taken, held, first), (held, taken, first)):
        assert scores(*files) == after
    for files in ((first, held, taken, back), (back, taken, held, first)):
        assert scores(*files) == before


@pytest.mark.slow
def test_a_corrected_file_with_an_older_time_stamp_counts_once_it_is_taken(evening: bytes) -> None:
    corrected = sent(re.sub(rb"<SCORE>[^<]*", b"<SCORE>7600", evening, count=1), "corrected.xml", -60)
    first = sent(evening, "first.xml", 0)
    assert "7600" not in scores(first, corrected)
    for files in ((first, corrected, take(corrected, 6)), (take(corrected, 6), corrected, first)):
        assert scores(*files) == scores(corrected)
        assert scores(*files).count("7600") == 1
    assert "7600" not in scores(first, corrected, take(corrected, 6), take(corrected, 7, taken=False))


def test_findings_go_with_the_files_that_are_moved(evening: bytes) -> None:
    (home,) = Pipeline([read(evening)]).events
    found = Counter(finding.code for finding in Pipeline([read(evening)]).findings())
    moved = Pipeline([read(evening), linked("elsewhere", home, EVENING)]).findings()
    assert Counter(finding.code for finding in moved) == found + Counter({"decisions.decided": 1})


def test_a_file_is_checked_with_the_scale_that_a_decision_beside_it_gives() -> None:
    inside = "<BOARD_SCORING_METHOD>IMPS</BOARD_SCORING_METHOD><MATCH_SCORING_METHOD>VPS</MATCH_SCORING_METHOD>"
    inside += (
        "<VP_SCALE>SBU</VP_SCALE><MATCH><ROUND_NUMBER>1</ROUND_NUMBER><TEAM>1</TEAM><OPPOSING_TEAM>2</OPPOSING_TEAM>"
    )
    inside += "<TEAM_SCORE>19</TEAM_SCORE><OPPOSING_TEAM_SCORE>1</OPPOSING_TEAM_SCORE>"
    sides = [("NS", 420), ("EW", -50)]
    lines = "".join(f"<TRAVELLER_LINE><DIRECTION>{d}</DIRECTION><SCORE>{s}</SCORE></TRAVELLER_LINE>" for d, s in sides)
    inside += f"<BOARD><BOARD_NUMBER>1</BOARD_NUMBER><IMPS>10</IMPS>{lines}</BOARD></MATCH>"
    results = read(usebio_document(inside, event='EVENT_TYPE="TEAMS"'))
    assert "scoring.scale-unknown" in {finding.code for finding in Pipeline([results]).findings()}
    name = results.fragments[0].fragment.event
    for points, right in (("19", True), ("18", False)):
        rows = ((0, Decimal(10), Decimal(10)), (10, Decimal(points), 20 - Decimal(points)))
        table = ScaleTable(name="SBU", unit="imps", charts=(ScaleChart(boards=(1, 4), rows=rows),))
        given = ruling(UseScale(decision="scale", table=table), event=name)
        for files in ([results, read(given, "scale.json")], [read(given, "scale.json"), results]):
            found = {finding.code for finding in Pipeline(files).findings()}
            assert "scoring.scale-unknown" not in found
            assert ("scoring.match-differs" in found) is not right


def test_who_is_listed_in_another_file_of_the_event_is_no_stranger_in_this_one() -> None:
    results = read(usebio_document(people(pair("1"), pair("2")) + board(line(), line(ns="3", ew="4"))), "results.xml")
    late = read(usebio_document(people(pair("3"), pair("4"))), "late.xml")
    assert "scoring.unknown-participant" in {finding.code for finding in Pipeline([results]).findings()}
    for files in ([results, late], [late, results]):
        assert "scoring.unknown-participant" not in {finding.code for finding in Pipeline(files).findings()}


def test_an_event_goes_back_to_a_round_and_to_no_other(evening: bytes) -> None:
    (event,) = Pipeline([read(evening)]).events.values()
    earlier = event.after_round(1, None)
    assert isinstance(earlier, LocalEvent)
    assert earlier.score()[0].standings.progress.results < event.score()[0].standings.progress.results
    assert isinstance(event.after_round(99, None), Refusal)


def test_files_that_cannot_be_read_are_listed(evening: bytes) -> None:
    letter = read(b"Dear all,", "letter.txt")
    assert Pipeline([read(evening), letter]).rejected == [letter]


def test_an_export_writes_each_event_or_changes_the_file_that_all_came_from(tmp_path: Path) -> None:
    path = tmp_path / "game.ACA"
    path.write_bytes(everything()[0])
    pipeline = Pipeline([read_file(path)])
    merged = [event.score()[1] for event in pipeline.events.values()]
    form = registry.by_name("acblscore")
    ((event, changed),) = pipeline.export(merged, form, None, "stated", seats=False, anew=False)
    assert (event, changed.data) == (None, path.read_bytes())
    documents = pipeline.export(merged, registry.by_name("usebio"), None, "stated", seats=False, anew=False)
    assert [event for event, _ in documents] == merged
