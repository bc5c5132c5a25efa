"""Made-up events of every kind as PBN: what is written of them is read and written again as it was."""

from pathlib import Path

import pytest

from contracts.facts import EventFact, Participant, Person, SectionFact
from kibitz.file_reading import read_file
from kibitz.pipeline import Pipeline
from services.export.domain.formats import exported
from services.scoring.domain.event.event_state import EventState
from services.seating.domain.movements.catalogue import MovementRequest, make_movement
from shared.formats.format import Values
from tests.support.any_to_any import read_back
from tests.support.fragments import fragment, points
from tests.support.played_movements import results_of, with_sides

FOLDER = Path(__file__).parents[2] / "data/usebio"
OTHERS = ("ladder-1.0", "undeclared-windows-1252")
"""PBN has no ladders, and loses what makes one; the other file is refused."""


@pytest.mark.parametrize("values", ["computed", "stated"])
@pytest.mark.parametrize("path", [p for p in FOLDER.glob("*.xml") if p.stem not in OTHERS], ids=lambda path: path.stem)
def test_an_event_is_written_again_as_it_was(path: Path, values: Values) -> None:
    form = exported()["pbn"]
    (event,) = Pipeline([read_file(path)]).events.values()
    written = form.render(event.score()[1], values)
    (again,) = read_back(written).events.values()
    assert form.render(again.score()[1], values).data == written.data


@pytest.mark.parametrize(
    "movement",
    [
        MovementRequest("mitchell", 9, rover="ns"),
        MovementRequest("mitchell", 9, rover="ew"),
        MovementRequest("web", 13, rounds=3),
    ],
    ids=["rover North-South", "rover East-West", "web with a half table"],
)
@pytest.mark.parametrize("name", ["pbn", "usebio", "acblscore"])
def test_a_session_with_a_rover_or_a_web_is_read_back_with_its_totals(name: str, movement: MovementRequest) -> None:
    plan = with_sides(make_movement(movement).replace(section="A"))
    scores = [points((110, -140, 140, -110, 170)[number % 5]) for number in range(500)]
    played = zip(results_of(plan), scores, strict=False)
    results = [line.replace(ns_score=score, ew_score=score) for line, score in played]
    pairs = tuple(
        Participant(id=pair, kind="pair", number=pair[:-2], section="A", players=(Person(name=f"P{pair}"),) * 2)
        for pair in dict.fromkeys(side for line in results for side in (line.sides.ns, line.sides.ew) if side)
    )
    state, event = EventState("club"), EventFact(name="Club", kind="pairs", board_scoring="match_points", winners=2)
    state.apply(
        fragment(
            "a",
            results=results,
            events=(event,),
            participants=pairs,
            movements=(plan,),
            sections=(SectionFact(id="A", rounds=plan.rounds),),
        )
    )
    merged = state.score()[1]
    written = exported()[name].render(merged, "computed")
    pipeline = read_back(written)
    assert [finding for finding in pipeline.findings() if finding.severity != "info"] == []
    (copy,) = [each.score()[1] for each in pipeline.events.values()]
    percentages = [
        sorted(str(row.percentage) for ranking in event.standings.rankings for row in ranking.rows)
        for event in (merged, copy)
    ]
    assert percentages[0] == percentages[1]
    assert exported()[name].render(copy, "computed").data == written.data
