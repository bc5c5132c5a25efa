"""Real USEBIO files scored again: what differs from what they state is known, and explained in docs/formats."""

from collections import Counter
from pathlib import Path

import pytest

from contracts.codes.scoring import METHOD_MISSTATED
from services.scoring.domain.differences.boards import DIFFERENCES
from services.scoring.domain.event.event_state import EventState, Scored
from shared.formats.usebio.reader.parse import parse
from tests.support.fragments import fragment
from tests.support.real_files import needs_real_files, real_files

pytestmark = needs_real_files

FILES = real_files("usebio", "*.xml")

EXPLAINED: dict[str, dict[str, int]] = {
    "cross-imp-pairs-pianola": {"scoring.total-differs": 2},
    "individual-1.1": {"scoring.place-differs": 12, "scoring.percentage-differs": 10},
    "mp-mitchell-adjusted-compscore": {
        "scoring.board-points-differ": 1,
        "scoring.total-differs": 2,
        "scoring.percentage-differs": 2,
    },
}
"""By file: how many findings of which code."""

COUNTED = {*DIFFERENCES, METHOD_MISSTATED.code}


def scored(name: str) -> Scored:
    (path,) = (path for path in FILES if path.stem == name)
    (event,) = parse(path.read_bytes()).events
    facts = {kind: getattr(event.facts, kind) for kind in event.facts.FIELDS if kind != "results"}
    state = EventState(event.event)
    state.apply(fragment(name, results=event.facts.results, scope=event.scope, event=event.event, **facts))
    return state.score()[0]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_what_we_compute_is_what_a_real_file_states_but_for_what_is_explained(path: Path) -> None:
    found = Counter(finding.code for finding in scored(path.stem).findings if finding.code in COUNTED)
    assert found == EXPLAINED.get(path.stem, {})


@pytest.mark.parametrize(
    ("name", "field", "value"),
    [
        ("butler-howell-compscore", "datum", "mean without the best and the worst score, to the nearest 10"),
        ("cross-imp-pairs-pianola", "totals", "per-board"),
        ("mp-howell-1.0-brian", "factoring", "none"),
        ("mp-howell-scorebridge", "rounding", "printed-1"),
        ("multiple-teams-vp-teamsscorer", "match_scoring", "vps"),
        ("multiple-teams-vp-teamsscorer", "vp_scale", None),
        ("two-sections-ebuscore", "field", None),
    ],
)
def test_how_a_real_file_was_scored_is_found(name: str, field: str, value: str | None) -> None:
    assert getattr(scored(name).standings.method, field) == value


def test_matches_of_a_real_file_are_all_in() -> None:
    standings = scored("multiple-teams-vp-teamsscorer").standings
    assert standings.progress.text == "40 of 40 matches"
    assert all(match.agrees for match in standings.matches)
    assert [(ranking.id, len(ranking.rows)) for ranking in standings.rankings] == [("overall", 10), ("pairs", 20)]
