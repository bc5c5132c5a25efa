"""Every kind of ACBLscore event: read, scored, written anew and scored again to what it then states, and converted."""

from decimal import Decimal
from pathlib import Path

import pytest

from contracts.findings import Severity
from contracts.messages import EventMerged
from kibitz.file_reading import read_bytes
from kibitz.pipeline import LocalEvent, Pipeline
from services.export.domain.formats import exported
from services.scoring.domain.event.event_state import EventState
from shared.formats import acblscore
from shared.formats.acblscore.reader.parse import parse
from tests.support.acblscore_files import MOMENT
from tests.support.acblscore_kinds import KINDS, teams

SHOWN_AS_STATED = {"Instant Matchpoints", "pairs board-a-match", "predetermined datum", "method 12"}


def events(data: bytes) -> list[LocalEvent]:
    return list(Pipeline([read_bytes(data, "game.ACA", Path("game.ACA"), MOMENT)]).events.values())


def table(merged: EventMerged) -> dict[tuple[str, str], tuple[Decimal | None, str | None]]:
    return {
        (ranking.id, row.id): (row.total, row.place) for ranking in merged.standings.rankings for row in ranking.rows
    }


@pytest.mark.parametrize("kind", KINDS)
def test_an_event_is_scored_again_to_what_a_new_file_of_it_states(kind: str) -> None:
    for event in events(KINDS[kind]()):
        _, merged = event.score()
        done = acblscore.FORMAT.render(merged)
        (again,) = events(done.data)
        report, whole = again.score()
        assert table(whole) == table(merged)
        errors = [finding.message for finding in report.findings if finding.severity is Severity.ERROR]
        assert errors == []
        codes = {finding.code for finding in report.findings}
        assert ("scoring.not-checked" in codes) == (kind in SHOWN_AS_STATED)
        assert whole.facts.event.board_scoring == merged.facts.event.board_scoring
        assert [len(whole.facts.results), len(whole.facts.matches)] == [
            len(merged.facts.results),
            len(merged.facts.matches),
        ]


@pytest.mark.parametrize("kind", KINDS)
def test_an_event_is_converted_and_what_a_format_cannot_carry_is_reported(kind: str) -> None:
    for event in events(KINDS[kind]()):
        _, merged = event.score()
        for name in ("usebio", "pbn", "json"):
            done = exported()[name].render(merged)
            assert done.data
            assert all(item.count > 0 and item.why for item in done.losses)
            assert done.losses or name != "usebio"


def test_a_match_of_a_bracket_has_its_section_and_its_table() -> None:
    (event,) = parse(teams(18, section="11")).events
    assert {match.table for match in event.facts.matches} == {"11-1", "11-2", "11-3"}
    (again,) = parse(acblscore.FORMAT.render(events(teams(18, section="11"))[0].score()[1]).data).events
    assert {match.table for match in again.facts.matches} == {"11-1", "11-2", "11-3"}


@pytest.mark.parametrize("method", [6, 7])
def test_a_corrected_match_brings_totals_and_ranks_of_teams_with_it(method: int) -> None:
    data = acblscore.FORMAT.render(events(teams(method))[0].score()[1]).data
    (event,) = events(data)
    (fragment,) = event.state.merge.fragments.values()
    facts = fragment.facts
    (lost,) = (match for match in facts.matches if (match.round, match.home, match.away) == (2, "12", "13"))
    wins = {"home_imps": Decimal(30), "home_game_points": Decimal(1), "home_score": Decimal(20 if method == 7 else 1)}
    loses = {"away_imps": Decimal(-30), "away_game_points": Decimal(0), "away_score": Decimal(0)}
    other = lost.replace(**wins, **loses)
    matches = tuple(other if match is lost else match for match in facts.matches)
    state = EventState(event.state.event)
    state.apply(fragment.replace(facts=facts.replace(matches=matches)))
    done = acblscore.FORMAT.update(data, [state.score()[1]])
    assert done.losses == ()
    (again,) = events(done.data)
    report, merged = again.score()
    assert [finding.message for finding in report.findings] == []
    before = {total.participant: total.place for total in facts.totals}
    assert {total.participant: total.place for total in merged.facts.totals} != before
