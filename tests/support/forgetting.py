"""An event as the service keeps it: what newer versions have replaced is forgotten, the rest written down and read."""

from random import Random

from contracts.findings import Finding
from contracts.messages import EventFolded, Fragment
from services.scoring.domain.event.event_state import EventState, Taken
from services.scoring.domain.event.folding import folded, forget_history, needs_history, unfolded
from shared.bus.wire import decode, encode


class Forgetful:
    """Takes fragments in as an `EventState` does.

    Attributes:
        forgot: how often something had been forgotten when a fragment came.
        again: how often the event was folded anew because a fragment needed its history.
    """

    def __init__(self, event: str, dice: Random) -> None:
        """Begin without any fragment; `dice` say after which of them the event is written down and read again."""
        self.state, self._dice = EventState(event), dice
        self._came: list[tuple[Fragment, tuple[Finding, ...]]] = []
        self.forgot = self.again = 0

    def take(self, fragment: Fragment, findings: tuple[Finding, ...] = ()) -> Taken:
        """Take a fragment in."""
        self.forgot += self.state.forgotten is not None
        if needs_history(self.state, fragment):
            self.again += 1
            self.state = EventState(fragment.event)
            self.state.apply_all(self._came)
            self.state.mark_published()
        taken = self.state.take(fragment, findings)
        self._came.append((fragment, findings))
        forget_history(self.state)
        if self._dice.random() < 0.5:
            self.state.score()
        if self._dice.random() < 0.5 and (known := folded(self.state, len(self._came))) is not None:
            self.state = unfolded(decode(EventFolded, encode(known)))
            self.state.mark_published()
        return taken
