"""What happens to a message after its handler: a pure decision.

Rule 1: the sender's fault (`InputRejected`) is acknowledged; it is reported by the handler, and never tried again.
Rule 2: what a newer state has overtaken (`Superseded`) is acknowledged.
Rule 3: what cannot be read at all is a dead letter at once: it will not become readable.
Rule 4: a mistake of the code (`MISTAKES`) is tried again after 1 and 5 seconds, then it is a dead letter: the same
message makes it again, and until then its event waits.
Rule 5: what the server does not store (`NotStored`) is tried again after 1 second and then every 5, however often: a
full disk is no fault of the message, and there may be room at any time.
Rule 6: everything else is tried again after 1, 5, 15, 60 seconds, then it is a dead letter.
Rule 7: a message that so many processes had and never answered ends its processes; it is a dead letter unseen. It is
set aside before (`parking.py`), so that it is known who had it.
Rule 8: a message whose event waits for another try of an earlier one (`SetAside`) is acknowledged; see `parking.py`.
"""

import traceback
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from shared.bus.errors import NotStored, SetAside, Unreadable
from shared.errors import InputRejected, OperationFailed, Superseded

DELAYS = (1.0, 5.0, 15.0, 60.0)
"""Seconds before the second, third, fourth and fifth delivery."""

MISTAKES = (ArithmeticError, AssertionError, AttributeError, LookupError, NameError, TypeError, ValueError)
"""What wrong code raises about a message; what the world does comes as `OperationFailed`, OSError or errors of NATS."""

MISTAKE_TRIES = 2
"""How many of the delays a mistake has; not none, because another replica, or a state read anew, may not make it."""

UNSTORED_DELAYS = 2
"""How many of the delays there are for what is not stored; the last one for ever."""

MOST_UNANSWERED = 4
"""Processes that had a message and never answered: two held it, two tried it alone, when it was set aside."""

Outcome = Literal["ok", "rejected", "superseded", "parked", "retried", "dead"]

DONE: tuple[tuple[type[Exception], Outcome], ...] = (
    (Superseded, "superseded"),
    (SetAside, "parked"),
    (InputRejected, "rejected"),
)
"""Errors with which a message is done with."""


@dataclass(frozen=True)
class Decision:
    """What becomes of a message, in one word for the metrics.

    It is delivered again after `delay` seconds, or becomes a dead letter for this `reason`, or is done with.
    """

    outcome: Outcome
    delay: float | None = None
    reason: str = ""


class NeverAnswered(OperationFailed):
    """Nothing was ever answered of a message that was delivered again and again."""


def before_handling(unanswered: int) -> None:
    """Refuse a message that no handler is to see any more, with NeverAnswered."""
    if unanswered >= MOST_UNANSWERED:
        raise NeverAnswered(f"{unanswered} processes had it and never answered: handling it seems to end the process")


def described(error: BaseException) -> str:
    """An error in words; of a mistake also where in the code it was made."""
    text = str(error) or type(error).__name__
    frames = traceback.extract_tb(error.__traceback__)
    if isinstance(error, MISTAKES) and frames:
        text += f" (at {'/'.join(Path(frames[-1].filename).parts[-2:])}:{frames[-1].lineno})"
    return text


def after_handling(error: BaseException | None, deliveries: int, delays: tuple[float, ...] = DELAYS) -> Decision:
    """What to do with a message whose handler ended so, at this delivery (1 for the first)."""
    if error is None:
        return Decision("ok")
    for kind, outcome in DONE:
        if isinstance(error, kind):
            return Decision(outcome)
    text = described(error)
    if isinstance(error, Unreadable | NeverAnswered):
        return Decision("dead", reason=text)
    if isinstance(error, MISTAKES):
        delays = delays[:MISTAKE_TRIES]
    if isinstance(error, NotStored) and delays:
        return Decision("retried", delays[min(max(deliveries, 1), UNSTORED_DELAYS, len(delays)) - 1])
    if deliveries > len(delays):
        return Decision("dead", reason=f"failed {deliveries} times, last with: {text}")
    return Decision("retried", delays[max(deliveries, 1) - 1])
