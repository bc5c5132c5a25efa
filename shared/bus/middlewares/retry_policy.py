"""What happens to a message after its handler: a pure decision.

Rule 1: the sender's fault (`InputRejected`) is acknowledged; it is reported by the handler, and never tried again.
Rule 2: what a newer state has overtaken (`Superseded`) is acknowledged.
Rule 3: what cannot be read at all is a dead letter at once: it will not become readable.
Rule 4: a mistake of the code (`MISTAKES`) is tried again after 1 and 5 seconds, then it is a dead letter: the same
message makes it again, and until then its partition, a sixteenth of all events, waits.
Rule 5: everything else is tried again after 1, 5, 15, 60 seconds, then it is a dead letter.
Rule 6: a message that was delivered often and never answered ends its processes; it is a dead letter unseen.
"""

from dataclasses import dataclass

from shared.bus.errors import Unreadable
from shared.errors import InputRejected, Superseded

DELAYS = (1.0, 5.0, 15.0, 60.0)
"""Seconds before the second, third, fourth and fifth delivery."""

MISTAKES = (ArithmeticError, AssertionError, AttributeError, LookupError, NameError, TypeError, ValueError)
"""What wrong code raises about a message; what the world does comes as `OperationFailed`, OSError or errors of NATS."""

MISTAKE_TRIES = 2
"""How many of the delays a mistake has; not none, because another replica, or a state read anew, may not make it."""

UNSEEN_AFTER = len(DELAYS) + 6
"""Deliveries after which a message is not handed to a handler any more."""


@dataclass(frozen=True)
class Ack:
    """Done; `outcome` for the metrics: "ok", "rejected" or "superseded"."""

    outcome: str = "ok"


@dataclass(frozen=True)
class Nak:
    """Again after `delay` seconds."""

    delay: float
    outcome: str = "retried"


@dataclass(frozen=True)
class Dead:
    """A dead letter with this reason, then acknowledged."""

    reason: str
    error: str
    outcome: str = "dead"


Decision = Ack | Nak | Dead


@dataclass(frozen=True)
class Policy:
    """The rules; `delays` are the seconds before each further delivery."""

    delays: tuple[float, ...] = DELAYS

    def before(self, deliveries: int) -> Dead | None:
        """Whether a message is a dead letter before a handler sees it."""
        if deliveries <= UNSEEN_AFTER:
            return None
        reason = f"delivered {deliveries} times and never answered: handling it seems to end the process"
        return Dead(reason, "NeverAnswered")

    def after(self, error: BaseException | None, deliveries: int) -> Decision:
        """What to do with a message whose handler ended so, at this delivery (1 for the first)."""
        if error is None:
            return Ack()
        if isinstance(error, Superseded):
            return Ack("superseded")
        if isinstance(error, InputRejected):
            return Ack("rejected")
        name = type(error).__name__
        text = str(error) or name
        if isinstance(error, Unreadable):
            return Dead(text, name)
        delays = self.delays[:MISTAKE_TRIES] if isinstance(error, MISTAKES) else self.delays
        if deliveries > len(delays):
            return Dead(f"failed {deliveries} times, last with: {text}", name)
        return Nak(delays[max(deliveries, 1) - 1])
