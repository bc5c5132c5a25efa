"""The explanation of one participant of a made-up event, added up again beside those of everybody else."""

from collections.abc import Sequence
from typing import Any

from contracts.explanation import Explanation
from contracts.facts import EventFact
from services.scoring.domain.event.event_state import EventState
from services.scoring.domain.explanation.explainer import Explainer
from services.scoring.domain.explanation.listing import chosen
from tests.support.fragments import fragment, pair, result
from tests.support.readding import add_up

TABLES = (("1", "2", 420), ("3", "4", 450), ("5", "6", -50), ("7", "8", 420))


def results(boards: Sequence[str] = ("1", "2", "3")) -> list[Any]:
    return [
        result(board, ns, ew, points - 30 * int(board) * (ns == "5"), section="A", round=1)
        for board in boards
        for ns, ew, points in TABLES
    ]


def explained(
    *, of: str = "1", ranking: str | None = None, lines: Sequence[Any] | None = None, event: Any = None, **facts: Any
) -> Explanation:
    """The explanation of a pair, added up again beside that of everybody else."""
    state = EventState("club-pairs-2026-03-07")
    described = event or EventFact(name="Club pairs", kind="pairs", board_scoring="match_points")
    pairs = facts.pop("participants", tuple(pair(f"{number}") for number in range(1, 9)))
    made = fragment(
        "a", results=results() if lines is None else lines, events=(described,), participants=pairs, **facts
    )
    state.apply(made)
    explainer = Explainer(state, state.score()[0])
    for each in explainer:
        add_up(each.model_dump(mode="json", exclude_none=True))
    found = explainer.explain(chosen(explainer.standings, None, of, ranking)[0])
    add_up(found.model_dump(mode="json", exclude_none=True))
    return found
