"""A total, from its sessions to the place."""

from typing import Literal

from contracts.base import Contract, Discipline, Exact, Ratio, Shown, Slug
from contracts.explanation.parts import (
    ExplainedGame,
    ExplainedLine,
    ExplainedMatch,
    ExplainedScale,
    Given,
    Rule,
    Somebody,
)
from contracts.standings import Method, StatedRow, TieBreakValue


class ExplainedSession(Contract):
    """What a participant scored in one session.

    Attributes:
        points: the sum of the lines, matches and games that count.
        possible: the sum of the tops of those lines; None for scores without a top.
        full: the total of a full game to which points are brought, and rounded to hundredths; None where they are not.
        score: `points`, brought to `full`.
        given: what comes to it in this session.
    """

    session: Shown | None = None
    lines: tuple[ExplainedLine, ...] = ()
    matches: tuple[ExplainedMatch, ...] = ()
    games: tuple[ExplainedGame, ...] = ()
    points: Ratio
    possible: Ratio | None = None
    full: Ratio | None = None
    score: Ratio
    given: tuple[Given, ...] = ()


class Rival(Contract):
    """Who stands next to a participant in the ranking, and with what."""

    place: Shown | None = None
    somebody: Somebody
    total: Exact | None = None
    percentage: Exact | None = None
    final: Exact | None = None
    tie_breaks: tuple[TieBreakValue, ...] = ()


class Explanation(Contract):
    """The total of one participant, down to the results and the places in the files where they stand.

    Attributes:
        basis: what the total is made of; for one as "stated", or "wins" of a knock-out, the sessions show what is
            known beside it and are not added up.
        why: how the total follows from the basis, or why it does not, in a sentence.
        ranking: title of the list in which the place is.
        given: what comes to the event as a whole.
        score, possible: the sums over all sessions.
        stretched_to: boards to which a score of fewer is brought (`boards`); None where it is not.
        sit_out: per cent of the average top that each of these boards more counts; None for what the others have.
        value: the exact number that decides the place: `score` and everything given, of `possible` in per cent where
            `by_percentage`.
        total, percentage, final, place: as the standings show them.
        tied, ahead, behind: those with the same place, and those next to them.
        scales: those that its matches were looked up in.
        imp_bounds: the least differences of 1, 2, 3, … IMPs in matches of teams, where they are not those of Law 78B.
        rules: those that are named, once each.
    """

    event: Slug
    name: Shown
    discipline: Discipline = Discipline.BRIDGE
    method: Method
    kind: Literal["player", "pair", "team"]
    participant: Somebody
    ranking: Shown
    basis: Literal["boards", "matches", "games", "wins", "stated"]
    why: Shown
    unit: Shown
    sessions: tuple[ExplainedSession, ...] = ()
    given: tuple[Given, ...] = ()
    score: Ratio | None = None
    possible: Ratio | None = None
    boards: int = 0
    stretched_to: int | None = None
    sit_out: int | None = None
    by_percentage: bool = False
    value: Ratio | None = None
    total: Exact | None = None
    percentage: Exact | None = None
    final: Exact | None = None
    place: Shown | None = None
    tied: tuple[Rival, ...] = ()
    ahead: Rival | None = None
    behind: Rival | None = None
    tie_breaks: tuple[TieBreakValue, ...] = ()
    stated: StatedRow | None = None
    agrees: bool | None = None
    scales: tuple[ExplainedScale, ...] = ()
    imp_bounds: tuple[int, ...] = ()
    rules: tuple[Rule, ...] = ()
