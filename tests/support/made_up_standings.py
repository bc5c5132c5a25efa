"""Small standings of any shape, for property tests."""

from decimal import Decimal
from typing import Any

from hypothesis import strategies as st

from contracts.base import Direction
from contracts.standings import (
    ROWS,
    BoardRef,
    Method,
    Progress,
    Ranking,
    ScoredMatch,
    StandingRow,
    Standings,
    StatedRow,
    TieBreakValue,
)

NUMBERS = st.one_of(st.none(), st.sampled_from([Decimal("12.5"), Decimal("12.50"), Decimal(0), Decimal("1E+2")]))


@st.composite
def rankings(draw: st.DrawFn) -> tuple[Ranking, ...]:
    return tuple(draw(ranking(own)) for own in draw(st.lists(st.sampled_from(["NS", "EW"]), unique=True)))


@st.composite
def ranking(draw: st.DrawFn, own: str) -> Ranking:
    ids = draw(st.lists(st.sampled_from(["1", "2", "10", "11", "3", "A7", "é"]), unique=True))
    rows = [
        StandingRow(
            id=number,
            number=number,
            name=draw(st.sampled_from(["Zoë\x1f", 'A "B"', ""])),
            players=draw(st.sampled_from([(), ("Ann", "Bo")])),
            direction=draw(st.sampled_from([None, Direction.NS])),
            place=draw(st.sampled_from([None, "1", "2="])),
            rank=draw(st.sampled_from([None, 1, 2])),
            total=draw(NUMBERS),
            boards=draw(st.sampled_from([0, 3])),
            tie_breaks=draw(st.sampled_from([(), (TieBreakValue(code="SB", value=Decimal("1.50")),)])),
            stated=draw(st.sampled_from([None, StatedRow(total=Decimal(7))])),
            agrees=draw(st.sampled_from([None, True, False])),
        )
        for number in ids
    ]
    return Ranking(id=own, title=own, unit="vps", rows=ROWS.of(rows))


@st.composite
def states(draw: st.DrawFn) -> Standings:
    boards = draw(st.lists(st.sampled_from(["1", "2", "3", "4"]), unique=True))
    matches = draw(st.lists(st.sampled_from(["5", "6", "7"])))
    return standings(
        rankings=draw(rankings()),
        boards=tuple(BoardRef(id=own, board=own) for own in boards),
        matches=tuple(ScoredMatch(home=own, unit="vps", home_score=draw(NUMBERS)) for own in matches),
    )


def standings(**fields: Any) -> Standings:
    return Standings(event="club", name="Club", method=Method(board_scoring="imps"), progress=Progress(), **fields)


def table(*rows: StandingRow) -> Standings:
    return standings(rankings=(Ranking(id="overall", title="Overall", unit="vps", rows=ROWS.of(rows)),))


def row(number: int, place: int, total: int = 0) -> StandingRow:
    name = f"Pair {number}"
    return StandingRow(
        id=str(number), number=str(number), name=name, place=str(place), rank=place, total=Decimal(total), boards=9
    )
