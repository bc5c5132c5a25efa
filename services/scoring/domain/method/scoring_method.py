"""How a whole event of bridge is scored, as one value, and in the words in which it is published."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from contracts.facts import EventFact
from contracts.standings import Method
from services.scoring.domain.boards.adjusted_averages import Rulings
from services.scoring.domain.boards.board_list import published
from services.scoring.domain.boards.line_methods import LineMethod
from services.scoring.domain.boards.sections import Apart
from services.scoring.domain.matches.match_scores import MatchMethod
from services.scoring.domain.rankings.scheme import Scheme
from shared.bridge.boards.matchpoints import FactoringMethod
from shared.bridge.rounding import EXACT, HUNDREDTHS, RoundingFamily


@dataclass(frozen=True)
class ScoringMethod:
    """Every choice that files may leave open, made; a part of an event can be scored by the method of the whole.

    Attributes:
        scheme: what is compared with what, as the files state it.
        lines: scores the lines of a board against each other; None where that is done by no method.
        apart: lines are compared within each section or round, and not across the field.
        own_averages: average plus and minus follow the pair's average on its other boards (Law 12C2c).
        matches: what a match gives; None where there are no matches.
        match_rounding: points of boards are rounded so before a match adds them up.
        total_rounding: the same for totals; `EXACT` adds up exact points where lines show rounded ones.
        score_rounding: scores of matches are rounded so before totals add them up.
        factored: totals add up points that are factored so, although those of lines are not.
        rulings: lines without scores that can be compared are worth the points that are stated for them, of this top.
        stretched: totals are scaled to the full number of boards.
        sit_out: per cent of the top that boards not played count in them; None for the own average.
        byes: a bye without a stated score is worth something.
        percent_penalties: adjustments without a unit are per cent where match points are scored.
        carried_counts: stated totals contain what is carried forward where the file does not say.
        detected: what the files state asked for another method than the standard one.
    """

    scheme: Scheme
    lines: LineMethod | None = None
    apart: Apart | None = None
    own_averages: bool = False
    matches: MatchMethod | None = None
    match_rounding: RoundingFamily | None = None
    total_rounding: RoundingFamily | None = None
    score_rounding: RoundingFamily = HUNDREDTHS
    factored: FactoringMethod | None = None
    rulings: Rulings | None = None
    stretched: bool = False
    sit_out: int | None = None
    byes: bool = True
    percent_penalties: bool = True
    carried_counts: bool = False
    detected: bool = False

    @property
    def match_lines(self) -> LineMethod | None:
        """The method for lines whose points matches add up."""
        return _rounded(self.lines, self.match_rounding)

    @property
    def shown_lines(self) -> LineMethod | None:
        """The method for lines whose points travellers show."""
        return self.lines if self.total_rounding == EXACT else _rounded(self.lines, self.total_rounding)

    @property
    def total_lines(self) -> LineMethod | None:
        """The method for lines whose points totals add up: the same, unless totals alone are factored, or exact."""
        added = _rounded(self.lines, self.total_rounding)
        return added if self.factored is None else replace(added, factoring=self.factored)  # type: ignore[type-var]

    def described(self, event: EventFact, winners: Literal[1, 2], *, bye: Fraction | None, awards: bool) -> Method:
        """The method in words, so that anybody can score the event again.

        Args:
            event: what the files state of it.
            winners: 1 or 2.
            bye: what a bye without a stated score is worth.
            awards: whether an award follows the other boards of its pair.
        """
        teams = self.scheme.ranked == "team"
        stated = event.board_scoring or ("imps" if teams else "match_points")
        method = self.total_lines.described() if self.total_lines is not None else Method(board_scoring=stated)
        vp_scale = event.vp_scale
        if teams:
            tables = self.scheme.tables
            method = method.replace(board_scoring=tables.value if tables else stated, pairwise=self.scheme.lines)
        if self.matches is not None:
            vp_scale = self.matches.scale or (vp_scale if self.matches.unit == "vps" else None)
            method = method.replace(match_scoring=self.matches.unit, bye=published(bye))
        totals = "per-board" if self.stretched and not teams else None
        if self.sit_out is not None:
            totals = f"sit-out-{self.sit_out}"
        of_pairs = self.scheme.matches == "pairs" and self.scheme.total == "matches"
        if self.score_rounding != HUNDREDTHS or (of_pairs and self.scheme.match_scoring != "vps"):
            totals = f"matches-{self.score_rounding.name}"
        return method.replace(
            field=self.apart,
            winners=1 if teams else winners,
            vp_scale=vp_scale,
            detected=self.detected,
            totals=totals,
            awards="own average" if awards else None,
        )


def _rounded(lines: LineMethod | None, rounding: RoundingFamily | None) -> LineMethod | None:
    if lines is None or rounding is None:
        return lines
    return replace(lines, rounding=rounding)  # type: ignore[type-var]
