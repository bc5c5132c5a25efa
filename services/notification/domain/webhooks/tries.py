"""What an answer of a target means, and when it is tried again.

1. 2xx is acceptance, 410 the end of the target until somebody asks for a replay.
2. A refusal (3xx, 4xx) will hardly become an acceptance: after `MOST_REFUSALS` tries the change is given up, and the
   next one has its turn. 408, 425 and 429 are no refusals.
3. Everything else may pass: it is tried until the change is older than `GIVEN_UP_AFTER`.
4. The pause grows four times with each try up to the longest, drawn from its upper half, so that targets of one host
   are not called together. `Retry-After` is respected, up to an hour.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import Literal, NamedTuple

MOST_REFUSALS = 6
GIVEN_UP_AFTER = timedelta(days=1)
FIRST_PAUSE = 1.0
LONGEST_WAIT = 3600.0
NOT_REFUSALS = frozenset({408, 425, 429})

Outcome = Literal["accepted", "gone", "given up", "again"]


class Answer(NamedTuple):
    """What came of a try.

    Attributes:
        status: of HTTP; 0 where there was no answer.
        text: in words.
        wait: seconds for which the target wants to be left alone.
    """

    status: int
    text: str
    wait: float = 0.0


def outcome(answer: Answer, tries: int, age: timedelta) -> Outcome:
    """What to do after so many tries, this one included, of a change so old."""
    if 200 <= answer.status < 300:
        return "accepted"
    if answer.status == 410:
        return "gone"
    refused = 300 <= answer.status < 500 and answer.status not in NOT_REFUSALS
    if age > GIVEN_UP_AFTER or (refused and tries >= MOST_REFUSALS):
        return "given up"
    return "again"


def pause(tries: int, wait: float, longest: float, draw: Callable[[float, float], float]) -> float:
    """Seconds until the next try."""
    most = min(longest, FIRST_PAUSE * 4.0 ** min(tries - 1, 20))
    return max(draw(most / 2, most), min(wait, LONGEST_WAIT))
