"""Stated totals of more sessions than have come are shown as stated, beside our own of the sessions that have."""

from decimal import Decimal

import pytest

from contracts.facts import Detail, EventFact, SessionFact, StatedTotal
from services.scoring.domain.event.event_state import EventState, Scored
from tests.support.fragments import fragment, pair, result, stated

TOTALS = {"1": 12, "2": 8, "3": 7, "4": 5}


def scored(results: str | None, *sessions: str, count: int = 2) -> Scored:
    lines = [
        result(board, ns, ew, score, session=session, stated=stated(mine, theirs))
        for session in sessions
        for board in ("1", "2")
        for ns, ew, score, mine, theirs in (("1", "2", 420, "2", "0"), ("3", "4", 170, "0", "2"))
    ]
    event = EventFact(
        name="Club pairs",
        kind="pairs",
        board_scoring="match_points",
        results=results,
        details=(Detail(name="SESSION_COUNT", value=str(count)),),
    )
    state = EventState("club-pairs-2026-03-07")
    state.apply(
        fragment(
            "f",
            results=lines,
            events=(event,),
            sessions=tuple(SessionFact(id=session) for session in sessions),
            participants=tuple(map(pair, TOTALS)),
            totals=tuple(
                StatedTotal(participant=name, kind="pair", total=Decimal(total), place=str(place))
                for place, (name, total) in enumerate(TOTALS.items(), 1)
            ),
        )
    )
    return state.score()[0]


@pytest.mark.parametrize(("results", "session"), [("complete", "2"), ("complete", "1"), ("to_date", "2")])
def test_one_session_of_two_is_not_held_against_the_totals_of_both(results: str, session: str) -> None:
    made = scored(results, session)
    stated_list, own = made.standings.rankings
    assert (stated_list.id, [(row.id, row.total) for row in stated_list.rows]) == (
        "overall",
        [(name, Decimal(total)) for name, total in TOTALS.items()],
    )
    assert (own.id, own.title, own.session) == (f"session-{session}", f"Session {session}", session)
    assert {row.id: row.total for row in own.rows} == {"1": 4, "2": 0, "3": 0, "4": 4}
    assert made.standings.differences == 0
    (said,) = (finding for finding in made.every if finding.code == "scoring.not-checked")
    assert said.message.startswith("the stated totals are of 2 sessions, of which 1 has come")


@pytest.mark.parametrize(
    ("results", "sessions", "count"),
    [("complete", ("1", "2"), 2), ("to_date", ("1",), 2), ("session_only", ("2",), 2), (None, ("2",), 2)],
)
def test_totals_of_what_has_come_are_compared(results: str | None, sessions: tuple[str, ...], count: int) -> None:
    made = scored(results, *sessions, count=count)
    assert made.standings.differences > 0
    assert not [finding for finding in made.every if finding.code == "scoring.not-checked"]


def test_two_sessions_of_three_are_ranked_together_beside_the_totals() -> None:
    made = scored("complete", "1", "2", count=3)
    assert [ranking.id for ranking in made.standings.rankings] == ["overall", "session-1-2", "session-1", "session-2"]
    assert made.standings.rankings[1].title == "Sessions 1, 2"
