"""Lines that come and go leave the counts of those that are left."""

from hypothesis import given
from hypothesis import strategies as st

from contracts.facts import EventFact, ResultFact, Score, Sides
from services.scoring.domain.merging.changes import Change, recounted
from services.scoring.domain.progress.event_progress import progress_of
from services.scoring.domain.progress.lines_to_date import LinesToDate

SCORES = [Score(kind="points", points=420), Score(kind="unknown"), Score(kind="late"), Score(kind="not_in_play")]

any_line = st.builds(
    lambda board, at, score, number, section, teams: ResultFact(
        board=str(board),
        round=number,
        table=f"{at}",
        section=section,
        sides=Sides(ns=f"{at}", ew=f"{at + 20}", ns_team=f"{at}" if teams else None),
        ns_score=score,
        ew_score=score,
    ),
    st.integers(1, 4),
    st.integers(1, 3),
    st.sampled_from(SCORES),
    st.sampled_from([None, 1, 2, 3]),
    st.sampled_from(["A", "B"]),
    st.booleans(),
)
any_lines = st.lists(any_line, max_size=24, unique_by=lambda line: line.key)


@given(any_lines, any_lines)
def test_progress_of_lines_that_were_changed_is_that_of_the_lines_that_are_left(
    before: list[ResultFact], after: list[ResultFact]
) -> None:
    old, new = ({line.key: line for line in lines} for lines in (before, after))
    counted = LinesToDate(before)
    counted.change(recounted([Change("results", old.get(key), new.get(key)) for key in old.keys() | new.keys()]))
    event = EventFact(boards_played=4, rounds=3)
    assert progress_of(event, (), after, counted=counted) == progress_of(event, (), after)


def test_nothing_is_left_of_lines_that_have_all_gone() -> None:
    line = ResultFact(
        board="1", round=1, table="1", sides=Sides(ns="1", ew="2"), ns_score=SCORES[0], ew_score=SCORES[0]
    )
    counted = LinesToDate([line])
    counted.change([(line, -1)])
    assert vars(counted) == vars(LinesToDate())
