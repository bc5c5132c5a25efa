"""What scoring publishes of a made-up event in play: real standings, message after message, most of them changes."""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from contracts.base import Direction
from contracts.facts import Participant, Person, ResultFact
from contracts.messages import StandingsPublished
from kibitz.replay.made_up import FIRST, LAST, Size, meeting
from services.scoring.domain.event.event_change import event_change
from services.scoring.domain.event.event_state import EventState
from services.scoring.domain.event.publication import Ledger, plan_standings
from tests.support.fragments import fragment, result

EVENT = "in-play"
ROUNDS, BOARDS = 13, 2
SCORES = (420, 450, -50, 170, 400, 620, -100, 110, 140, -110, -140, 50, 100, 430, 460)

PLAYED = 6
"""Rounds that are over before the first message."""


def field(pairs: int) -> tuple[Participant, ...]:
    """The pairs of two lines of a Mitchell movement."""
    return tuple(
        Participant(
            id=f"{number}{line}",
            kind="pair",
            direction=line,
            players=tuple(
                Person(name=f"{FIRST[(7 * number + k) % len(FIRST)]} {LAST[(3 * number + k) % len(LAST)]}")
                for k in range(2)
            ),
        )
        for line in Direction
        for number in range(1, pairs // 2 + 1)
    )


def rounds(pairs: int) -> list[list[ResultFact]]:
    """The results of each round, table after table."""
    size, chance = Size(pairs // 2, ROUNDS, BOARDS), random.Random(pairs)
    return [
        [
            result(str(board), f"{table}{Direction.NS}", f"{ew}{Direction.EW}", chance.choice(SCORES), round=number)
            for table in range(1, size.tables + 1)
            for ew, of_set in [meeting(size, number, table)]
            for board in range(of_set * BOARDS + 1, (of_set + 1) * BOARDS + 1)
        ]
        for number in range(1, ROUNDS + 1)
    ]


def standings(pairs: int, *, by_round: bool = False) -> Iterator[StandingsPublished]:
    """The standings after the sixth round, and then after each further result, or after each further round.

    Args:
        pairs: how many play, by match points.
        by_round: a whole round at once.
    """
    played = rounds(pairs)
    later = played[PLAYED:] if by_round else [[fact] for each in played[PLAYED:] for fact in each]
    state, ledger = EventState(EVENT), Ledger()
    for seq, facts in enumerate([list(chain(*played[:PLAYED])), *later], start=1):
        part = fragment(f"{pairs} {seq}", minutes=seq, event=EVENT, results=facts, participants=field(pairs))
        changes = state.apply(part)
        scored, _ = state.score()
        change = event_change(changes, state.merge, part.file)
        planned = plan_standings(ledger, scored, applied=seq, cause=(), change=change)
        # As if it were published to an empty stream.
        ledger.standings = replace(planned.channel, stream_seq=seq)
        yield planned.message
