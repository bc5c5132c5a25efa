"""Standings after a round, which a page shows instead of those of now; said as the scripts say it."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from services.broadcast.domain.cards.bridge import Table
from services.broadcast.domain.pages.words import Words


class Earlier(NamedTuple):
    """What an address asks for with `?after=3&session=A`.

    Attributes:
        session: of the round, where it is named.
        table: as of `standings_channel`; without one the standings of now are shown.
        why: there is no table, in the server's words.
    """

    round: int
    session: str
    table: Table | None
    why: str = ""

    def shown(self, words: Words) -> Mapping[str, Any]:
        """For the template: the round as the list of rounds has it, and what is said of the table, if there is one."""
        given = {"n": self.round, "session": self.session}
        if self.session:
            choice = words.t("After round {n} of session {session}", **given)
            note = words.t(
                "These are the standings after round {n} of session {session}, with later corrections.", **given
            )
        else:
            choice = words.t("After round {n}", **given)
            note = words.t("These are the standings after round {n}, with later corrections.", **given)
        return {**given, "choice": choice, "note": note if self.table else "", "why": self.why}
