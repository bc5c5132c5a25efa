"""What the director has said of the next seats: rounds that are called, and who is away.

Rules kept here:

1. A round that was called is seated as if the one before it were over. Who met whom there is what files say, and where
   they do not speak of a table yet, the seats that the call names.
2. A match of such a round that is not in counts as played against that opponent, with the score to date.
3. Whoever is away by the director's word is listed with the seats.
"""

from collections.abc import Iterable, Iterator, Sequence

from contracts.codes import seating as codes
from contracts.facts import EarlyStartFact
from contracts.findings import Finding
from contracts.messages import EventMerged
from shared.natural_order import natural
from shared.presence import Presence

LISTED = 40
"""Tables that are named; the others are counted."""


def rounds_over(merged: EventMerged) -> int:
    """How many rounds are over: complete, or with the next one called."""
    progress = merged.standings.progress
    return progress.rounds_over if progress.rounds_over is not None else progress.rounds_complete or 0


def calls_of(merged: EventMerged) -> tuple[EarlyStartFact, ...]:
    """The calls of an event that hold."""
    return tuple(start for start in merged.facts.early_starts if start.early)


def still_playing(tables: Sequence[tuple[int, str]]) -> Iterator[Finding]:
    """A finding for each table that is still playing.

    Args:
        tables: the round and what to call the table, in order.
    """
    for number, table in tables[:LISTED]:
        yield codes.STILL_PLAYING.finding(f"round {number}: {table}", subject=table)
    if len(tables) > LISTED:
        yield codes.STILL_PLAYING.finding(f"and {len(tables) - LISTED} more")


def away_findings(merged: EventMerged, session: str | None, number: int, of: Iterable[str]) -> Iterator[Finding]:
    """Who of some is away in a round by the director's word, and until when.

    Args:
        merged: the event.
        session: of the round.
        number: of the round.
        of: those who are seated by the rule that asks.
    """
    words = Presence(merged.facts).away(session, number)
    for who in sorted(words.keys() & set(of), key=natural):
        word = words[who]
        when = f"from round {word.round} on" if word.lasting else f"in round {number}"
        yield codes.AWAY.finding(f"{who} is away {when}", subject=who)
