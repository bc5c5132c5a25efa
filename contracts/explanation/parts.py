"""The results that a total is made of, each with its points and the numbers that these follow from."""

from typing import Literal

from contracts.base import Contract, Direction, Exact, Place, Ratio, Shown


class Rule(Contract):
    """A rule that numbers follow from.

    Attributes:
        name: by which lines refer to it.
        text: what it says, in a sentence.
        source: where it stands: a law, a paragraph of a regulation or of a manual.
    """

    name: Shown
    text: Shown
    source: Shown = ""


class Where(Contract):
    """Where a number comes from.

    Attributes:
        file: its name.
        at: the place in it.
    """

    file: Shown
    at: Place | None = None


class Somebody(Contract):
    """A participant by identity, number and name."""

    id: Shown
    number: Shown = ""
    name: Shown = ""


class Comparison(Contract):
    """Another score on the board that the own one was compared with.

    Attributes:
        score: from the own side's point of view.
        times: how many results had it.
        imps: that the own score wins against each of them.
    """

    score: int
    times: Ratio
    imps: int


class Outcome(Contract):
    """One of the results of a weighted ruling, from the own side's point of view, with its share."""

    score: int
    share: Ratio


class TableResult(Contract):
    """A result at a table of a match of teams.

    Attributes:
        side: on which the participant's pair sat there.
        score: from North-South's point of view, as people write it.
        own: from the participant's point of view; None for an award, and for a weighted ruling, which has `outcomes`.
        percent: of an award.
        part: of the match, where files have it in several.
    """

    side: Direction
    score: Shown
    own: Ratio | None = None
    outcomes: tuple[Outcome, ...] = ()
    percent: Ratio | None = None
    part: Shown | None = None
    contract: Shown | None = None
    declarer: Shown | None = None
    tricks: int | None = None
    where: Where | None = None


class ScaleStep(Contract):
    """What a side gets from a margin on, to the next step.

    Attributes:
        least: the margin, or percentage.
        above: only what is more than `least`.
    """

    least: Ratio
    above: bool = False
    points: Ratio


class ExplainedScale(Contract):
    """A scale of victory points for matches of one length.

    Attributes:
        boards: for which it was asked.
        whole: margins are first rounded to whole IMPs, halves away from zero.
        steps: in rising order; the last one that a side reaches is what it gets.
    """

    name: Shown
    boards: int
    whole: bool = False
    steps: tuple[ScaleStep, ...]


class ExplainedLine(Contract):
    """A board that a participant has played, with what it is worth and why.

    Attributes:
        against: who sat the other way.
        score: from North-South's point of view, as people write it.
        points: None for a line without a score.
        top: what beating everybody is worth; None for points without a top.
        rule: name of the rule that the points follow from.
        counted: whether it is part of the total.
        lower, equal: scores in the same group that are lower, and equal without the own one.
        scores, expected: in the group; that the board should have.
        within: match points before factoring.
        percent: of the top, of an award.
        award: that is given by name.
        average_plus, times: of an award in IMPs, those of average plus, and how many comparisons it stands for.
        outcomes: of a weighted ruling that is compared with a datum.
        cap: the most IMPs of a comparison that count.
        average_of: boards of which the side has at least so much for average plus, and at most for average minus: the
            others of the session, or of its match, without awards by name.
        tables: of a match of teams, both results.
        of: of a board of a knock-out that is balanced, what its tables give the participant and what the opponents.
        rounded_to, rounded: the unit to which points are rounded, and how: halves up, halves to the "even" multiple of
            it, or all "cut" towards zero.
        stated: what the file states for the line; `agrees` says whether that is the same.
    """

    board: Shown
    session: Shown | None = None
    section: Shown | None = None
    round: int | None = None
    table: Shown | None = None
    side: Direction | None = None
    against: tuple[Somebody, ...] = ()
    contract: Shown | None = None
    declarer: Shown | None = None
    tricks: int | None = None
    score: Shown = ""
    points: Ratio | None = None
    top: Ratio | None = None
    rule: Shown
    counted: bool = True
    scale: int | None = None
    lower: Ratio | None = None
    equal: Ratio | None = None
    scores: Ratio | None = None
    expected: int | None = None
    within: Ratio | None = None
    percent: Ratio | None = None
    award: Literal["plus", "minus"] | None = None
    average_of: Literal["session", "match"] | None = None
    average_plus: int | None = None
    times: Ratio | None = None
    outcomes: tuple[Outcome, ...] = ()
    cap: int | None = None
    datum: Ratio | None = None
    difference: Ratio | None = None
    comparisons: tuple[Comparison, ...] = ()
    divisor: Ratio | None = None
    rounded_to: Ratio | None = None
    rounded: Literal["even", "cut"] | None = None
    tables: tuple[TableResult, ...] = ()
    of: tuple["ExplainedLine", ...] = ()
    stated: Exact | None = None
    agrees: bool | None = None
    where: Where | None = None


class Given(Contract):
    """Points that come to a total, or to a match, apart from its boards: a penalty, handicap, what was carried forward.

    Attributes:
        kind: "penalty", "bonus", "handicap", "carry_forward", ...
        amount: as it was given, in `unit`.
        of: what a percentage is taken of; None for an amount in points.
        points: what it comes to.
        part: of the total that it goes to.
    """

    kind: Shown
    amount: Exact
    unit: Shown
    of: Ratio | None = None
    points: Ratio
    part: Literal["adjustment", "handicap", "carried"] = "adjustment"
    round: int | None = None
    reason: Shown | None = None
    rule: Shown = ""
    where: Where | None = None


class ExplainedMatch(Contract):
    """A match of a participant, with its boards and what they give.

    Attributes:
        against: None for a bye.
        lines: its boards.
        given: penalties that are part of it.
        sum, opponents_sum: what the boards add up to with those, in `sum_unit`; per cent of match points are of the
            tops of the lines.
        margin: for which the side gets victory points: its sum, or the difference of both.
        scale, looked_up: name of the scale of victory points, and the number of boards that it was asked for.
        score: what counts for the total; `opponents_score` is the other side's.
        rounded_to: the unit to which `sum` is rounded for that; None where it is not.
        ruling: of the director, in words.
        stated: what the file states.
    """

    session: Shown | None = None
    round: int | None = None
    table: Shown | None = None
    against: Somebody | None = None
    lines: tuple[ExplainedLine, ...] = ()
    given: tuple[Given, ...] = ()
    sum: Ratio | None = None
    opponents_sum: Ratio | None = None
    sum_unit: Shown | None = None
    margin: Ratio | None = None
    scale: Shown | None = None
    looked_up: int | None = None
    score: Ratio | None = None
    opponents_score: Ratio | None = None
    rounded_to: Ratio | None = None
    unit: Shown
    rule: Shown
    ruling: Shown | None = None
    stated: Exact | None = None
    agrees: bool | None = None
    where: Where | None = None


class ExplainedGame(Contract):
    """A round of a participant in chess: a game, a match of a team, a bye or an absence.

    Attributes:
        result: what the round was: "won", "drawn", "lost", or a kind of unplayed round.
        points: in the score that ranks.
    """

    round: int
    against: Somebody | None = None
    colour: Literal["w", "b"] | None = None
    result: Shown
    points: Ratio
    where: Where | None = None
