"""Strategies of Hypothesis for pairs events such as USEBIO 1.4 can carry."""

from decimal import Decimal

from hypothesis import strategies as st

from contracts.base import Direction
from contracts.facts import (
    AdjustmentFact,
    AwardFact,
    BoardFact,
    EventFact,
    Facts,
    Label,
    Organiser,
    Participant,
    Person,
    ResultFact,
    Score,
    SeatFact,
    Sides,
    StatedScore,
    StatedTotal,
)

TEXT = st.text(st.sampled_from("abcXYZ äöß& <>\"'½-/.,日"), min_size=1, max_size=12).map(str.strip).filter(bool)
SMALL = st.decimals(-500, 500, places=2)
PERCENT = st.decimals(0, 100, places=2)
PLACE = st.from_regex(r"[1-9][0-9]?=?", fullmatch=True)


def maybe(strategy: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    return st.one_of(st.none(), strategy)


@st.composite
def score(draw: st.DrawFn) -> Score | tuple[Score, Score]:
    kind = draw(st.sampled_from(["points", "artificial", "unknown"]))
    if kind == "points":
        points = Score(kind="points", points=draw(st.integers(-760, 760)) * 10)
        return points, points
    if kind == "unknown":
        return Score(kind="unknown"), Score(kind="unknown")
    text = draw(st.sampled_from(["A6040", "A5050", "A6060", "A7030"]))
    ns, ew = (Score(kind="artificial", percent=Decimal(part), text=text) for part in (text[1:3], text[3:]))
    return ns, ew


@st.composite
def events(draw: st.DrawFn) -> Facts:
    numbers = draw(st.lists(st.integers(1, 40).map(str), min_size=2, max_size=6, unique=True))
    pairs = tuple(
        Participant(
            id=number,
            kind="pair",
            direction=draw(maybe(st.sampled_from(list(Direction)))),
            players=tuple(
                Person(name=draw(TEXT), national_id=draw(maybe(TEXT)), rateable=draw(maybe(st.booleans())))
                for _ in range(draw(st.integers(1, 3)))
            ),
            labels=tuple(Label(name=name, value=draw(TEXT)) for name in draw(st.sets(TEXT, max_size=2))),
        )
        for number in numbers
    )
    boards = draw(
        st.lists(st.integers(1, 40).map(str), max_size=4, unique=True).map(lambda found: sorted(found, key=int))
    )
    results = []
    for board in boards:
        for ns, ew in draw(
            st.sets(
                st.tuples(st.sampled_from(numbers), st.sampled_from(numbers)).filter(lambda met: met[0] != met[1]),
                min_size=1,
                max_size=3,
            )
        ):
            here, there = draw(score())
            stated = StatedScore(ns=draw(SMALL), ew=draw(SMALL), unit="match_points") if draw(st.booleans()) else None
            results.append(
                ResultFact(
                    board=board,
                    sides=Sides(ns=ns, ew=ew),
                    ns_score=here,
                    ew_score=there,
                    stated=stated,
                    contract=draw(maybe(TEXT)),
                    declarer=draw(maybe(st.sampled_from("NESW"))),
                    lead=draw(maybe(TEXT)),
                    tricks=draw(maybe(st.integers(0, 13))),
                    round=draw(maybe(st.integers(1, 20))),
                    table=draw(maybe(TEXT)),
                    arrow_switched=draw(maybe(st.booleans())),
                )
            )
    some = st.sampled_from(numbers)
    return Facts(
        events=(
            EventFact(
                name=draw(TEXT),
                kind="pairs",
                board_scoring="match_points",
                winners=draw(maybe(st.sampled_from([1, 2]))),
                boards_played=draw(maybe(st.integers(0, 99))),
                organiser=Organiser(name=draw(TEXT), id=draw(maybe(TEXT))),
                external_id=draw(maybe(TEXT)),
                start_date=draw(st.dates().map(str)),
                city=draw(maybe(TEXT)),
                results=draw(maybe(st.sampled_from(["complete", "to_date"]))),
            ),
        ),
        participants=pairs,
        boards=tuple(BoardFact(board=board, datum=draw(SMALL)) for board in boards if draw(st.booleans())),
        results=tuple(results),
        totals=tuple(
            StatedTotal(participant=number, kind="pair", place=draw(maybe(PLACE)), percentage=draw(PERCENT))
            for number in draw(st.sets(some))
        ),
        adjustments=tuple(
            AdjustmentFact(kind=kind, participant=number, amount=draw(SMALL), unit="percent", counted=kind == "penalty")
            for number in draw(st.sets(some, max_size=2))
            for kind in draw(st.sets(st.sampled_from(["penalty", "handicap", "carry_forward"])))
        ),
        awards=tuple(
            AwardFact(kind="master_points", participant=number, amount=draw(SMALL), colour="BLACK")
            for number in draw(st.sets(some, max_size=2))
        ),
        seats=tuple(
            SeatFact(participant=number, stage="next", table="7", direction="NS", text="7NS")
            for number in draw(st.sets(some, max_size=2))
        ),
    )


EVENTS = events()
