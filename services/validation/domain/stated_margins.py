"""Rules about matches of which a file states the IMPs and no boards: by the victory point table that it brings along.

ACBLscore keeps no boards of team matches, but for each match IMPs, victory points and wins, and the steps of its scale
(`shared.formats.acblscore.reader.team_matches`). A table that a director gives counts in their place. Rules kept here:

1. Victory points are those of the greatest step that the margin reaches. Where one side has them, the other was
   probably fined.
2. Who has more IMPs has won: one win, and three quarters where the margin is a winning tie of former days; equal IMPs
   are half a win for both.
3. A handicap moves margins by what no field states; then nothing is said.
"""

from collections.abc import Callable, Iterator
from decimal import Decimal

from contracts.codes import validation as codes
from contracts.codes.code import Code
from contracts.facts import MatchFact
from contracts.findings import Finding
from services.validation.domain.agreement import systematic
from services.validation.domain.case import Case, Rule
from services.validation.domain.match_scores import shown
from shared.bridge.matches.victory_points import ImpChart, ImpScale, given_scale
from shared.formats.acblscore.reader.team_matches import steps_of

LONGEST = 255
"""Boards of a match; the table of a file is for all its matches."""

_WINS = {1: ("1", "0.75"), 0: ("0.5",), -1: ("0", "0.25")}
"""Wins of a side by the sign of its margin (rule 2)."""


def own_chart(case: Case) -> ImpChart | None:
    """The table of the file; None without one, or with one whose margins do not rise from 0."""
    text = next((detail.value for detail in case.facts.event.details if detail.name == "VP_SCALE_STEPS"), "")
    steps = steps_of(text)
    margins = tuple(margin for margin, _, _ in steps)
    if not steps or margins[0] != 0 or list(margins) != sorted(set(margins)):
        return None
    return ImpChart(0, LONGEST, margins, tuple((winner, loser) for _, winner, loser in steps))


def _with_margins(case: Case) -> list[tuple[MatchFact, int]]:
    """Matches with IMPs of both sides that agree, and the home side's margin."""
    if any(fact.kind == "handicap" and fact.amount != 0 for fact in case.facts.adjustments):
        return []
    return [
        (match, int(match.home_imps))
        for match in case.facts.matches
        if match.kind == "teams" and match.home_imps is not None and match.away_imps == -match.home_imps
    ]


def _told(
    matches: list[tuple[MatchFact, int]], check: Callable[[MatchFact, int], tuple[Code, str, str] | None]
) -> Iterator[Finding]:
    """A finding for each match, or one for all where most are otherwise."""
    found = [(match, imps, wrong) for match, imps in matches if (wrong := check(match, imps)) is not None]
    if systematic(len(found), len(matches)):
        match, _, (code, stated, computed) = found[0]
        message = f"{len(found)} of {len(matches)} matches are stated otherwise than the file's own table gives"
        yield code.finding(message, place=match.at, subject="the matches", stated=stated, computed=computed)
        return
    for match, imps, (code, stated, computed) in found:
        name = f"{match.home} against {match.away}" + (f" in round {match.round}" if match.round is not None else "")
        message = f"{name} is stated with {stated}; {imps} IMPs give {computed}"
        yield code.finding(message, place=match.at, subject=f"match {name}", stated=stated, computed=computed)


def victory_points_of_own_table(case: Case) -> Iterator[Finding]:
    """Victory points are those of the margin in the table that was given, else in that of the file (rule 1)."""
    given, chart = given_scale(case.facts.event.vp_table), own_chart(case)

    def award_of(match: MatchFact, imps: int) -> tuple[Decimal, Decimal] | None:
        if isinstance(given, ImpScale):
            return given.award(imps, match.boards or 0)
        return None if chart is None else chart.award(imps)

    def check(match: MatchFact, imps: int) -> tuple[Code, str, str] | None:
        stated, award = (match.home_score, match.away_score), award_of(match, imps)
        if award is None or stated == award or None in stated:
            return None
        one_side = stated[0] == award[0] or stated[1] == award[1]
        return codes.MATCH_UNBALANCED if one_side else codes.VPS_NOT_OF_SCALE, shown(stated), shown(award)

    yield from _told([(match, imps) for match, imps in _with_margins(case) if match.unit == "vps"], check)


def wins_of_margins(case: Case) -> Iterator[Finding]:
    """The wins of a match follow from its IMPs (rule 2)."""

    def check(match: MatchFact, imps: int) -> tuple[Code, str, str] | None:
        stated = (match.home_game_points, match.away_game_points)
        sign = (imps > 0) - (imps < 0)
        accepted = list(zip(map(Decimal, _WINS[sign]), map(Decimal, _WINS[-sign]), strict=True))
        if stated in accepted or None in stated or not any(stated):
            return None
        return codes.WINS_NOT_OF_MATCHES, shown(stated), " or ".join(map(shown, accepted))

    yield from _told(_with_margins(case), check)


RULES: tuple[Rule, ...] = (victory_points_of_own_table, wins_of_margins)
