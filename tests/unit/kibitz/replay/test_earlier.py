from contracts.facts import SessionFact
from kibitz.replay.earlier import before_round
from services.scoring.domain.event import EventState
from tests.support.fragments import fragment, pair, result

PAIRS = tuple(pair(number) for number in "1234")


def rounds(state: EventState) -> list[tuple[str | None, int | None]]:
    return [(fact.session, fact.round) for fact in state.merge.merged()[0].results]


def played(session: str | None, *numbers: int | None) -> list[object]:
    return [result(f"{session or ''}{n or 9}", "1", "2", 50, round=n, session=session) for n in numbers]


def test_what_was_played_later_is_not_there() -> None:
    state = EventState("club-pairs-2026-03-07")
    state.apply(fragment("a", results=played(None, 1, 2, 3, None), participants=PAIRS))  # type: ignore[arg-type]
    assert rounds(before_round(state, 3)) == [(None, 1), (None, 2), (None, None)]
    assert before_round(state, 1).score()[0].standings.progress.complete is False
    assert len(rounds(state)) == 4


def test_rounds_are_those_of_the_last_session() -> None:
    sessions = tuple(SessionFact(id=name, number=int(name)) for name in "12")
    state = EventState("club-pairs-2026-03-07")
    both = [*played("1", 1, 2), *played("2", 1, 2)]
    state.apply(fragment("a", results=both, sessions=sessions, participants=PAIRS))  # type: ignore[arg-type]
    assert rounds(before_round(state, 2)) == [("1", 1), ("1", 2), ("2", 1)]
