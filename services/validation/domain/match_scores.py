"""Rules about the scores of matches: sums of boards, victory points, and what both sides have together.

Sources: USEBIO 1.4, sections 2.2.2 (VP_SCALE), 2.2.4, 3.2.1 and 3.3.1; `shared.bridge.victory_points`. Rules kept here:

1. A match is asked only where all of its boards are there and certainly its own. Half matches, byes and forfeits have
   scores that no board gives: a match without boards is only compared with other reports of itself.
2. The document leaves adjustments of a match inside its score, so a sum that differs is a suspicion. Victory points of
   which neither side has what the named scale gives are an error; where one side has, the other was fined.
3. IMPs of a match are written as a margin for each side, as a margin for the winner alone, or as what each side won.
4. Without a scale that is known, a greater margin still wins no fewer victory points in a match of the same length.
5. A handicap moves margins by what no field states; then nothing is said.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from contracts.codes import validation as codes
from contracts.facts import EventFact
from contracts.findings import Finding
from services.validation.domain.agreement import longest_agreement
from services.validation.domain.case import Case, Rule
from services.validation.domain.lines import agreed_points, plain
from services.validation.domain.match_play import Both, MatchPlay, Meeting, meeting_of_match
from services.validation.domain.points import IMP_UNITS, last_place
from shared.bridge.teams_of_eight import EightMethod, victory_point_boards
from shared.bridge.victory_points import ImpScale, PercentScale, find_scale

_MATCH_POINTS = frozenset({"match_points"})
_HALF_SCALES = {"WBF_DISCRETE": "WBF_DISCRETE_HALF", "EBU_SWISS_PAIRS": "EBU_SWISS_PAIRS_HALF"}
_ENOUGH = 4
"""Matches from which on the usual sum of both sides is known."""


def _asked(case: Case) -> list[MatchPlay]:
    """The matches whose score comes from their boards (rules 1 and 5)."""
    if any(fact.kind == "handicap" and fact.amount != 0 for fact in case.facts.adjustments):
        return []
    return [play for play in case.matches if play.apart and play.whole and play.match.forfeit is None]


def _shown(values: Iterable[Fraction | Decimal | None]) -> str:
    return "/".join("?" if value is None else plain(value) for value in values)


def sums_of_boards(case: Case) -> Iterator[Finding]:
    """The score of a match in IMPs or points is the sum of its boards, or the percentage of its match points."""
    for play in _asked(case):
        match = play.match
        if match.kind == "pairs":
            yield from _sum_of_lines(play)
            continue
        sums = play.sums()
        if sums is None or match.unit not in ("imps", "points", "vps") or match.home_score is None:
            continue
        stated = [(match.home_imps, match.away_imps)] if match.home_imps is not None else []
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
    gross = (sum((value for value in won if value > 0), Fraction(0)),
             -sum((value for value in won if value < 0), Fraction(0)))  # fmt: skip
    return [sums, (max(home, Fraction(0)), max(away, Fraction(0))), gross]


def _sum_of_lines(play: MatchPlay) -> Iterator[Finding]:
    """Swiss pairs: total IMPs of both sides, or their percentage."""
    match, scores = play.match, play.scores
    if scores is None or match.unit not in ("imps", "percent"):
        return
    sums = play.line_sums(IMP_UNITS if match.unit == "imps" else _MATCH_POINTS)
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
        f"{play.name} is stated as {_shown(stated)}; its boards add up to {_shown(computed)}", place=play.match.at,
        subject=f"match {play.name}", stated=_shown(stated), computed=_shown(computed),
    )  # fmt: skip


@dataclass(frozen=True)
class Won:
    """A match with victory points for both sides and the margin that they stand for.

    Attributes:
        margins: IMPs by which each side won, or each side's percentage.
        lengths: how many boards may have counted.
    """

    play: MatchPlay
    margins: Both
    lengths: frozenset[int]
    vps: tuple[Decimal, Decimal]


def _won(case: Case) -> Iterator[Won]:
    event = case.facts.event
    for play in _asked(case):
        scores = play.scores
        if play.match.unit == "vps" and scores is not None and not play.uneven:
            margins = _margins(play, event)
            if margins is not None:
                yield Won(play, margins, _lengths(play, event), scores)


def _margins(play: MatchPlay, event: EventFact) -> Both | None:
    match = play.match
    if match.kind == "pairs":
        if event.board_scoring not in (None, "match_points"):
            return play.line_sums(IMP_UNITS)
        sums = play.line_sums(_MATCH_POINTS)
        if sums is None or not sum(sums) or any(agreed_points(line) is None for line in play.lines):
            return None
        return 100 * sums[0] / sum(sums), 100 * sums[1] / sum(sums)
    if event.board_scoring not in (None, "imps"):
        return None
    if match.home_imps is not None and match.away_imps is not None:
        margin = Fraction(match.home_imps - match.away_imps)
        return margin, -margin
    return play.sums()


def _lengths(play: MatchPlay, event: EventFact) -> frozenset[int]:
    """How many boards a match is taken for: longer for teams of eight, by regulation."""
    lengths = play.lengths
    if (event.team_size or 4) > 4 or event.match_scoring in ("ximps", "imp_then_add", "add_then_imp"):
        longer = {victory_point_boards(EightMethod.ADD_THEN_IMP, length) for length in lengths}
        return lengths | {length for length in longer if length is not None}
    return lengths


def _scale(event: EventFact) -> ImpScale | PercentScale | None:
    """The scale that the event names, if its table is known."""
    return None if event.vp_scale is None else find_scale("_".join(event.vp_scale.upper().replace("-", " ").split()))


def victory_points_of_scale(case: Case) -> Iterator[Finding]:
    """Victory points are those of the margin on the scale that the event names (rule 2)."""
    event = case.facts.event
    if event.vp_scale is None:
        return
    won = list(_won(case))
    scale = _scale(event)
    if scale is None or not _fits(scale, event):
        if won:
            yield codes.NOT_CHECKED.finding(
                f"no table of the victory point scale {event.vp_scale} is known for these matches", place=event.at,
                subject="the victory points", stated=event.vp_scale,
            )  # fmt: skip
        return
    for one in won:
        awards = [award for length in sorted(one.lengths) if (award := _award(scale, one, length)) is not None]
        if not awards or any(one.vps == award for award in awards):
            continue
        one_side = any(one.vps[0] == home or one.vps[1] == away for home, away in awards)
        code = codes.MATCH_UNBALANCED if one_side else codes.VPS_NOT_OF_SCALE
        computed = " or ".join(dict.fromkeys(map(_shown, awards)))
        yield code.finding(
            f"{one.play.name} is stated with {_shown(one.vps)} victory points; {_shown(one.margins)} over"
            f" {_shown(map(Fraction, sorted(one.lengths)))} boards is {computed} on {event.vp_scale}",
            place=one.play.match.at, subject=f"match {one.play.name}", stated=_shown(one.vps), computed=computed,
        )  # fmt: skip


def _fits(scale: ImpScale | PercentScale, event: EventFact) -> bool:
    """Whether a scale is for what is compared; cross-IMPs are brought to a teams scale in ways that nothing names."""
    percent = event.kind == "swiss_pairs" and event.board_scoring in (None, "match_points")
    return isinstance(scale, PercentScale) == percent and (percent or event.kind != "swiss_pairs")


def _award(scale: ImpScale | PercentScale, one: Won, length: int) -> tuple[Decimal, Decimal] | None:
    """Both sides' victory points; a match that divides half of what the scale does is on the scale of half matches."""
    award = _on(scale, one, length)
    if award is not None and 2 * sum(one.vps) == sum(award):
        half = find_scale(_HALF_SCALES.get(scale.name, ""))
        return None if half is None else _on(half, one, length)
    return award


def _on(scale: ImpScale | PercentScale, one: Won, length: int) -> tuple[Decimal, Decimal] | None:
    if isinstance(scale, ImpScale):
        return scale.award(one.margins[0], length)
    home, away = (scale.award(percent, length) for percent in one.margins)
    return None if home is None or away is None else (home, away)


def victory_points_in_order(case: Case) -> Iterator[Finding]:
    """A greater margin wins no fewer victory points, and nobody loses a match that he won (rule 4)."""
    event = case.facts.event
    scale = _scale(event)
    if scale is not None and _fits(scale, event):
        return
    groups: dict[tuple[frozenset[int], bool], list[Won]] = {}
    for one in _won(case):
        groups.setdefault((one.lengths, sum(one.vps) == 10), []).append(one)
    for group in groups.values():
        margins = sorted({margin for one in group for margin in one.margins}, reverse=True)
        rank = {margin: number for number, margin in enumerate(margins)}
        statements = [(rank[one.margins[side]], one.vps[side], True) for one in group for side in (0, 1)]
        agreeing = longest_agreement(statements)
        wrong = sorted({number // 2 for number in range(len(statements)) if number not in agreeing})
        if len(wrong) > max(1, len(group) // 4):
            continue
        for number in wrong:
            one = group[number]
            yield codes.VPS_OUT_OF_ORDER.finding(
                f"{one.play.name} is stated with {_shown(one.vps)} victory points for {_shown(one.margins)}, which is"
                " out of order", place=one.play.match.at, subject=f"match {one.play.name}", stated=_shown(one.vps),
            )  # fmt: skip


def victory_points_balance(case: Case) -> Iterator[Finding]:
    """Both sides of a match share what nearly all matches share; penalties and rulings make exceptions (rule 2)."""
    event = case.facts.event
    scale = _scale(event)
    on_scale = scale is not None and _fits(scale, event)
    known = {id(one.play) for one in _won(case)} if on_scale else frozenset[int]()
    played = [play for play in _asked(case) if play.match.unit == "vps" and play.scores is not None]
    sums = Counter(sum(play.scores) for play in played if play.scores is not None)
    if not sums:
        return
    usual, count = sums.most_common(1)[0]
    best = max(max(play.scores) for play in played if play.scores is not None)
    if count < _ENOUGH or 4 * count < 3 * len(played):
        return
    for play in played:
        scores = play.scores
        if (
            id(play) in known
            or scores is None
            or play.uneven
            or sum(scores) in (usual, usual / 2)
            or max(scores) == best
        ):
            continue  # on scales like 25-0 a great win costs the loser more than it gives the winner
        yield codes.MATCH_UNBALANCED.finding(
            f"{play.name} is stated with {_shown(scores)} victory points, together {plain(Decimal(sum(scores)))}; other"
            f" matches have {plain(Decimal(usual))}",
            place=play.match.at, subject=f"match {play.name}", stated=_shown(scores), computed=str(usual),
        )  # fmt: skip


def reports_agree(case: Case) -> Iterator[Finding]:
    """A match that both sides report has one score."""
    told: dict[tuple[Meeting, str | None, str], MatchPlay] = {}
    for play in case.matches:
        match, meeting = play.match, meeting_of_match(play.match)
        if meeting is None or match.round is None or match.away is None:
            continue
        other = told.get((meeting, match.first_board, match.away))
        told.setdefault((meeting, match.first_board, match.home), play)
        if other is None or play.scores is None or other.scores is None or play.scores == other.scores[::-1]:
            continue
        yield codes.MATCH_CONTRADICTED.finding(
            f"{play.name} is stated as {_shown(play.scores)}, and from the other side as {_shown(other.scores)}",
            place=match.at, subject=f"match {play.name}", stated=_shown(play.scores),
            computed=_shown(other.scores[::-1]),
        )  # fmt: skip


RULES: tuple[Rule, ...] = (
    sums_of_boards, victory_points_of_scale, victory_points_in_order, victory_points_balance, reports_agree,
)  # fmt: skip
