"""Rules about the scores of matches: sums of their boards, and what both sides report.

Sources: USEBIO 1.4, sections 2.2.4, 3.2.1 and 3.3.1. Rules kept here:

1. A match is asked only where all of its boards are there and certainly its own. Half matches, byes and forfeits have
   scores that no board gives: a match without boards is only compared with other reports of itself.
2. The document leaves adjustments of a match inside its score, so a sum that differs is a suspicion.
3. IMPs of a match are written as a margin for each side, as a margin for the winner alone, or as what each side won.
4. A handicap moves margins by what no field states; then nothing is said.
"""

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction

from contracts.codes import validation as codes
from contracts.findings import Finding
from services.validation.domain.agreement import systematic
from services.validation.domain.case import Case, Rule
from services.validation.domain.lines import plain
from services.validation.domain.match_play import Both, MatchPlay, Meeting, meeting_of_match
from services.validation.domain.points import IMP_UNITS, last_place

MATCH_POINTS = frozenset({"match_points"})


def asked_matches(case: Case) -> list[MatchPlay]:
    """The matches whose score comes from their boards (rules 1 and 4)."""
    if any(fact.kind == "handicap" and fact.amount != 0 for fact in case.facts.adjustments):
        return []
    return [play for play in case.matches if play.apart and play.whole and play.match.forfeit is None]


def shown(values: Iterable[Fraction | Decimal | None]) -> str:
    """Values of both sides, home first, as findings write them."""
    return "/".join("?" if value is None else plain(value) for value in values)


def sums_of_boards(case: Case) -> Iterator[Finding]:
    """The score of a match in IMPs or points is the sum of its boards, or the percentage of its match points."""
    asked = asked_matches(case)
    found = [
        finding
        for play in asked
        for finding in (_sum_of_lines(play) if play.match.kind == "pairs" else _sum_of_points(play))
    ]
    if systematic(len(found), len(asked)):
        first = found[0]
        yield codes.MATCH_SUM.finding(
            f"{len(found)} of {len(asked)} matches are not stated with the sum of their boards; are the scores in"
            f" another unit than the event names?",
            place=first.place,
            subject="the matches",
            stated=str(len(found)),
        )
        return
    yield from found


def _sum_of_points(play: MatchPlay) -> Iterator[Finding]:
    """Teams: IMPs, or points where boards are not scored by IMPs."""
    match, sums = play.match, play.sums()
    if sums is None or match.unit not in ("imps", "points", "vps"):
        return
    stated = [(match.home_imps, match.away_imps)]
    if match.unit != "vps":
        stated.append((match.home_score, match.away_score))
    accepted = _forms(play, sums)
    one_sided = match.unit == "points" and any(points.away_points is None for points in play.points)
    for home, away in dict.fromkeys(stated):
        if home is not None and not any(
            home == of_home and (away is None or one_sided or away == of_away) for of_home, of_away in accepted
        ):
            yield _not_sum(play, (home, away), sums)


def _forms(play: MatchPlay, sums: Both) -> list[Both]:
    """The ways in which the score of a match is written (rule 3)."""
    home, away = sums
    won = [Fraction(points.home_points) for points in play.points if points.home_points is not None]
    gross = (
        sum((value for value in won if value > 0), Fraction(0)),
        -sum((value for value in won if value < 0), Fraction(0)),
    )
    return [sums, (max(home, Fraction(0)), max(away, Fraction(0))), gross]


def _sum_of_lines(play: MatchPlay) -> Iterator[Finding]:
    """Swiss pairs: total IMPs of both sides, or their percentage."""
    match, scores = play.match, play.scores
    if scores is None or match.unit not in ("imps", "percent"):
        return
    sums = play.line_sums(IMP_UNITS if match.unit == "imps" else MATCH_POINTS)
    if sums is None or (match.unit == "percent" and (play.uneven or not sum(sums))):
        return
    printed = [value for line in play.lines if line.stated for value in (line.stated.ns, line.stated.ew) if value]
    tolerance = Fraction(last_place(scores) or (1 if match.unit == "percent" else 0))
    if match.unit == "percent":
        expected = (100 * sums[0] / sum(sums), 100 * sums[1] / sum(sums))
    else:
        expected = sums
        tolerance += len(play.lines) * Fraction(last_place(printed)) / 2
    if any(abs(Fraction(score) - value) > tolerance for score, value in zip(scores, expected, strict=True)):
        yield _not_sum(play, scores, expected)


def _not_sum(play: MatchPlay, stated: Sequence[Decimal | None], computed: Both) -> Finding:
    return codes.MATCH_SUM.finding(
        f"{play.name} is stated as {shown(stated)}; its boards add up to {shown(computed)}",
        place=play.match.at,
        subject=f"match {play.name}",
        stated=shown(stated),
        computed=shown(computed),
    )


def reports_agree(case: Case) -> Iterator[Finding]:
    """A match that both sides report has one score."""
    told: dict[tuple[Meeting, str | None, str], MatchPlay] = {}
    for play in case.matches:
        match, meeting = play.match, meeting_of_match(play.match)
        if meeting is None or match.round is None or match.away is None:
            continue
        if match.first_board is None:
            continue  # two halves of a match may be told from one side each
        other = told.get((meeting, match.first_board, match.away))
        told.setdefault((meeting, match.first_board, match.home), play)
        if other is None or play.scores is None or other.scores is None or play.scores == other.scores[::-1]:
            continue
        yield codes.MATCH_CONTRADICTED.finding(
            f"{play.name} is stated as {shown(play.scores)}, and from the other side as {shown(other.scores)}",
            place=match.at,
            subject=f"match {play.name}",
            stated=shown(play.scores),
            computed=shown(other.scores[::-1]),
        )


RULES: tuple[Rule, ...] = (sums_of_boards, reports_agree)
