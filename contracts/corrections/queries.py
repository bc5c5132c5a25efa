"""A query: what a player believes about a result, and what the desk answers.

Whoever has the page may ask, so nothing says who did. What was asked is for the desk; the answer is for everybody.
"""

from typing import Annotated, Literal, Self, get_args

from pydantic import Field, StringConstraints

from contracts.base import Contract, Instant, Name, Sha256, Slug

MOST_KEPT = 200
"""Queries of an event; of more, those that were answered first are let go."""

MOST_OPEN = 60
"""Queries of an event that wait for an answer."""

MOST_OPEN_OF_CARD = 5
"""Queries from one card that wait for an answer."""

Verdict = Literal["corrected", "stands", "not_ours"]
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)

PlainText = Annotated[
    str, StringConstraints(strip_whitespace=True, max_length=300, pattern=r"^[^\x00-\x1f\x7f-\x9f<>\u2028\u2029]*$")
]
"""Words of a person: one line, no markup."""

QueryId = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{16}$")]


class TooMany(Exception):
    """So many queries wait that another one cannot be taken."""


class Answer(Contract):
    """What the desk says.

    Attributes:
        text: in words, for everybody who sees the card.
        by: who answered, for the desk.
        decision: the file of the decision that corrected the result.
    """

    verdict: Verdict
    text: PlainText = ""
    at: Instant
    by: Annotated[str, StringConstraints(max_length=64)]
    decision: Sha256 | None = None


class Query(Contract):
    """What somebody believes about a result.

    Attributes:
        card: from which it was asked, as addresses name it.
        name: whose card that is.
        board: id of the traveller; None for a game, or for no line of the card.
        number: of that board.
        round: of a game of chess.
        against: who the opponents were.
        score: what it should be.
    """

    id: QueryId
    card: Name
    name: Name = ""
    board: Slug | None = None
    number: Name | None = None
    round: int | None = Field(default=None, ge=1, le=10_000)
    against: Name = ""
    text: PlainText
    score: Annotated[PlainText, StringConstraints(max_length=20)] = ""
    asked_at: Instant
    answer: Answer | None = None


class Right(Contract):
    """A finding that somebody at the desk has looked at, and that is right as it stands.

    Attributes:
        finding: its digest.
    """

    finding: Sha256
    at: Instant
    by: Annotated[str, StringConstraints(max_length=64)]


class EventQueries(Contract):
    """The queries of an event, in the order in which they were asked.

    Attributes:
        right: findings that somebody at the desk has said are right; the newest last.
    """

    queries: tuple[Query, ...] = Field(default=(), max_length=MOST_KEPT)
    right: tuple[Right, ...] = Field(default=(), max_length=MOST_KEPT)

    @property
    def open(self) -> tuple[Query, ...]:
        """Those that wait for an answer."""
        return tuple(query for query in self.queries if query.answer is None)

    def of_card(self, card: str) -> tuple[Query, ...]:
        """Those that were asked from a card."""
        return tuple(query for query in self.queries if query.card == card)

    def asked(self, query: Query) -> Self:
        """With another query.

        Raises:
            TooMany: so many wait, from this card or in all.
        """
        waiting = self.open
        if len(waiting) >= MOST_OPEN or sum(each.card == query.card for each in waiting) >= MOST_OPEN_OF_CARD:
            raise TooMany
        kept = [*self.queries]
        if len(kept) == MOST_KEPT:
            kept.remove(next(each for each in kept if each.answer is not None))
        return self.replace(queries=(*kept, query))

    def answer_to(self, identity: str) -> Answer | None:
        """The answer to a query, if there is one."""
        return next((query.answer for query in self.queries if query.id == identity), None)

    def answered(self, identity: str, answer: Answer | None) -> Self | None:
        """With the answer to a query, which takes the place of one before; None where there is no such query."""
        if all(query.id != identity for query in self.queries):
            return None
        answered = tuple(query.replace(answer=answer) if query.id == identity else query for query in self.queries)
        return self.replace(queries=answered)

    def accepted(self, right: Right) -> Self:
        """With a finding that is right."""
        return self.replace(right=(*self.doubted(right.finding).right, right)[-MOST_KEPT:])

    def doubted(self, finding: Sha256) -> Self:
        """The same without what was said of a finding."""
        return self.replace(right=tuple(each for each in self.right if each.finding != finding))
