"""What every mistake changes, in events of pairs, players and teams that name each participant everywhere."""

from collections.abc import Iterator
from datetime import UTC, datetime
from decimal import Decimal
from random import Random
from typing import Literal

import pytest

from contracts.facts import (
    AdjustmentFact,
    AsOf,
    AuctionFact,
    AwardFact,
    BoardFact,
    BoardPointsFact,
    DealFact,
    Facts,
    GameFact,
    MatchFact,
    MovementFact,
    MovementLine,
    Participant,
    Person,
    PlayFact,
    SeatFact,
    Sides,
    StatedTotal,
)
from kibitz.replay.made_up import Size, made_up_facts
from kibitz.replay.mistakes import FACTS, MISTAKES, OLD_PART, SLOW_CLOCK, draw_mistake, renumbered, with_mistake
from tests.support.golden import compare, leaves
from tests.support.objects import as_object

EVENING = made_up_facts(Size(4, 3, 1), AsOf(at=datetime(2026, 3, 7, 22, 0, tzinfo=UTC), source="stated"))
Kind = Literal["pair", "player", "team"]
SIDES = {
    "pair": ("ns", "ew", "north", "ns_team"),
    "player": ("north", "south", "east", "west", "ns"),
    "team": ("ns_team", "ew_team", "ew"),
}


def listed(kind: Kind) -> tuple[Participant, ...]:
    """Six of a kind and a phantom, with the members of two of them, and one of another kind with the same number."""
    whole = kind != "player"
    own = tuple(
        Participant(
            id=f"N{number}",
            kind=kind,
            number=str(number) if number != 3 else None,
            session="1",
            section="A",
            members=(f"N{number}-1", f"N{number}-2") if whole else (),
            players=(Person(name=f"Ada {number}"),),
            phantom=number == 9,
        )
        for number in (1, 2, 3, 4, 5, 6, 9)
    )
    parts = tuple(
        Participant(id=f"N{number}-{part}", kind="player", team=f"N{number}" if kind == "team" else None)
        for number in (1, 4)
        for part in ((1, 2) if whole else ())
    )
    return (*own, *parts, Participant(id="N1", kind="pair" if kind == "team" else "team", members=("N1", "X2")))


def everywhere(kind: Kind) -> Facts:
    """An event in which every type of fact names participants 1 to 4, those of another kind with the same number."""
    other: Kind = "pair" if kind != "pair" else "team"
    meetings = (("N1", "N2"), ("N3", "N1"), ("N4", "N2"))
    sides = [Sides(**dict(zip(SIDES[kind], pair * 3, strict=False))) for pair in meetings]
    return EVENING.replace(
        participants=listed(kind),
        boards=tuple(BoardFact(board=str(board)) for board in range(1, 5)),
        deals=tuple(DealFact(board=str(board)) for board in range(1, 5)),
        results=tuple(
            result.replace(sides=at)
            for result, at in zip(EVENING.results[:6], [*sides, *sides[1:], sides[0]], strict=False)
        ),
        auctions=tuple(AuctionFact(board=str(board), sides=at) for board, at in enumerate(sides, 1)),
        plays=tuple(PlayFact(board=str(board), sides=at) for board, at in enumerate(sides, 1)),
        movements=tuple(
            MovementFact(id=f"m{number}", kind="pairs", lines=(MovementLine(round=1, table="1", sides=at),))
            for number, at in enumerate(sides, 1)
        ),
        matches=tuple(
            MatchFact(
                kind="pairs" if kind == "pair" else "teams",
                round=number,
                home=home,
                away=away,
                home_line_up=(home, away),
                away_line_up=(away,),
                sitting_out=(home,),
            )
            for number, (home, away) in enumerate(meetings, 1)
        ),
        board_points=tuple(
            BoardPointsFact(round=number, home=home, away=away, board=str(number))
            for number, (home, away) in enumerate(meetings, 1)
        ),
        games=tuple(
            GameFact(round=number, player=player, opponent=opponent, result=result)
            for number, (home, away) in enumerate(meetings, 1)
            for player, opponent, result in ((home, away, "1"), (away, home, "0"), ("N5", None, "U"))
        ),
        seats=tuple(
            SeatFact(participant=home, opponent=away, kind=of, stage="next", round=number)
            for of in (kind, other)
            for number, (home, away) in enumerate(meetings, 1)
        ),
        adjustments=tuple(
            AdjustmentFact(kind="penalty", participant=home, participant_kind=of, amount=Decimal(-1))
            for of in (kind, other)
            for home, _ in meetings
        ),
        totals=tuple(StatedTotal(participant=home, kind=of) for of in (kind, other) for home, _ in meetings),
        awards=tuple(
            AwardFact(kind="prize", participant=home, participant_kind=of)
            for of in (kind, other)
            for home, _ in meetings
        ),
    )


EVENTS = {kind: everywhere(kind) for kind in ("pair", "player", "team")}  # type: ignore[arg-type]


def lines_of(facts: Facts) -> list[str]:
    """A line for each fact."""
    return [
        f"{name}: " + ", ".join(f"{key} {value}" for key, value in leaves(as_object(fact), ""))
        for name in facts.FIELDS
        for fact in getattr(facts, name)
    ]


def difference(before: Facts, after: Facts) -> Iterator[str]:
    """The facts that went and came."""
    old, new = lines_of(before), lines_of(after)
    yield from (f"  - {line}" for line in old if line not in new)
    yield from (f"  + {line}" for line in new if line not in old)


@pytest.mark.parametrize("kind", EVENTS)
def test_every_mistake_changes_what_the_golden_file_has(kind: str) -> None:
    lines = []
    for name, mistake in MISTAKES.items():
        for seed in (1, 2):
            lines += [f"{name}, seed {seed}", *difference(EVENTS[kind], mistake(EVENTS[kind], Random(seed)))]
    compare(f"replay/mistakes-{kind}", "\n".join([*lines, ""]))


@pytest.mark.parametrize("kind", EVENTS)
def test_a_new_number_is_everywhere_as_the_golden_file_has_it(kind: str) -> None:
    changed = difference(EVENTS[kind], renumbered(EVENTS[kind], kind, "N1", "N9"))
    compare(f"replay/renumbered-{kind}", "\n".join([*changed, ""]))


def test_a_seed_draws_the_same_mistakes_wherever_it_is_played() -> None:
    drawn = [with_mistake(EVENING, Random(seed))[1] for seed in range(6)]
    assert [list(MISTAKES).index(str(name)) for name in drawn] == [0, 6, 3, 7, 7, 5]
    kinds = [draw_mistake(Random(seed)) for seed in range(12)]
    assert [(FACTS, SLOW_CLOCK, OLD_PART).index(kind) for kind in kinds] == [0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]
