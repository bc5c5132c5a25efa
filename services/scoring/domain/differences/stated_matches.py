"""What files state of matches, held against other statements where no boards of ours say what is right.

Rules kept here:

1. The margin of a match is the sum of its boards: of those that were scored, else of the points that are stated for
   each of them. Where both sides have the IMPs that they won, it is what one has more. A match whose boards have scores
   is held against these elsewhere, victory points and all.
2. Without scores the stated margin gives the victory points: on the scale that a director gives, else on the steps
   that the file brings along (ACBLscore), else on the scale that it names. Where one side has what the scale gives, the
   other was probably fined.
3. Where the scale is not known, whoever has more IMPs has no fewer victory points, and a greater margin wins no fewer
   than a smaller one in a match as long.
4. Without margins, both sides together have what nearly all matches have.
5. Who has more IMPs has won: one win, three quarters where the margin was a winning tie of former days; equal IMPs are
   half a win for both.
6. A handicap moves margins by what no field states; then nothing is said. What is carried forward may be in a margin.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from contracts.codes import scoring as codes
from contracts.codes.code import Code
from contracts.facts import BoardPointsFact, EventFact, Facts, MatchFact
from contracts.findings import Finding
from contracts.standings import ScoredMatch
from services.scoring.domain.differences.agreement import longest_agreement, systematic
from services.scoring.domain.differences.matches import match_name, pair_text
from shared.bridge.matches.match_awards import ruling_of
from shared.bridge.matches.victory_points import ImpChart, ImpScale, find_scale, given_scale, scale_name
from shared.formats.acblscore.reader.team_matches import steps_of
from shared.formats.pbn.reader.team_tables import WHOLE_MATCH, added, match_parts

_LONGEST = 255
"""Boards of a match; the steps of a file are for all its matches."""
_ENOUGH = 4
"""Matches from which on the usual sum of both sides is known."""
_WINS = {1: ("1", "0.75"), 0: ("0.5",), -1: ("0", "0.25")}
"""Wins of a side by the sign of its margin (rule 5)."""

Scale = Callable[[int, int], tuple[Decimal, Decimal] | None]
"""From a margin and a number of boards to the victory points of both sides."""

Wrong = tuple[Code, str, str, str | None]
"""What a match is said to be wrong in: code, reason, what is stated, and what it should be, if that is known."""


@dataclass(frozen=True)
class _Match:
    """A match with a stated score.

    Attributes:
        scored: whether all of its boards have scores.
        margin: of the home side in IMPs, as it is stated or as the stated boards add up.
        boards: what its boards give the home side together; None where not all are known.
        carried: what the sides carry forward, in IMPs: home, and home before away.
    """

    fact: MatchFact
    scored: bool
    margin: Decimal | None
    boards: Decimal | None
    length: int
    carried: tuple[Decimal, ...] = ()


def compare_stated_matches(facts: Facts, scored: Sequence[ScoredMatch]) -> list[Finding]:
    """Where statements about matches contradict each other."""
    if any(fact.kind == "handicap" and fact.amount != 0 for fact in facts.adjustments):
        return []
    matches = list(_matches(facts, scored))
    without_boards = [match for match in matches if not match.scored]
    return [
        *_together("the sum of their boards", matches, _margin),
        *_victory_points(facts.event, [match for match in without_boards if match.fact.unit == "vps"]),
        *_together("the wins of their IMPs", without_boards, _wins),
    ]


def _matches(facts: Facts, scored: Sequence[ScoredMatch]) -> Iterator[_Match]:
    by_name = {(row.session, row.round, row.home, row.away): row for row in scored}
    stated: dict[tuple[str | None, int | None, str, str | None], list[BoardPointsFact]] = defaultdict(list)
    for points in facts.board_points:
        stated[points.session, points.round, points.home, points.away].append(points)
    forward: dict[str, Decimal] = defaultdict(Decimal)
    for given in facts.adjustments:
        if given.kind == "carry_forward" and given.unit in ("imps", None):
            forward[given.participant] += given.amount
    reports = Counter((fact.session, fact.round, fact.home, fact.away) for fact in facts.matches)
    for fact in facts.matches:
        name = (fact.session, fact.round, fact.home, fact.away)
        if fact.away is None or fact.forfeit is not None or reports[name] > 1 or fact.kind not in ("teams", "pairs"):
            continue
        row = by_name.get(name)
        is_scored = row is not None and row.boards > 0
        boards = row.home_raw if row is not None and row.boards and row.boards == row.length else None
        own = stated[name]
        if not is_scored and own and len(own) == (fact.boards or len(own)) and _in_imps(facts.event):
            values = [points.home_points for points in own if points.unit == "imps"]
            known = [value for value in values if value is not None]
            boards = sum(known, Decimal(0)) if len(known) == len(own) else None
        claimed = _stated_margin(fact)
        margin = claimed if claimed is not None else boards
        home, away = forward[fact.home], forward[fact.away]
        length = (row.length if row else None) or fact.boards or len(own)
        yield _Match(fact, is_scored, margin, boards, length, (home, home - away))


def _stated_margin(fact: MatchFact) -> Decimal | None:
    """The IMPs of the home side: as its net margin, else those of both sides subtracted (rule 1)."""
    home, away = fact.home_imps, fact.away_imps
    return home if home is None or away is None or home < 0 or away < 0 else home - away


def _in_imps(event: EventFact) -> bool:
    return event.board_scoring in (None, "imps")


def _together(what: str, matches: Sequence[_Match], check: Callable[[_Match], Wrong | None]) -> Iterator[Finding]:
    """A finding for each match, or one for all where most are otherwise."""
    wrong = [(match, reason) for match in matches if (reason := check(match)) is not None]
    if systematic(len(wrong), len(matches)):
        match, (code, _, stated, computed) = wrong[0]
        message = f"{len(wrong)} of {len(matches)} matches are not stated with {what}; first {match_name(match.fact)}"
        yield code.finding(message, place=match.fact.at, subject="the matches", stated=stated, computed=computed)
        return
    for match, (code, why, stated, computed) in wrong:
        yield _finding(code, match.fact, f"is stated with {stated}{why}", stated, computed)


def _finding(code: Code, fact: MatchFact, text: str, stated: str, computed: str | None = None) -> Finding:
    subject = f"match {fact.home} - {fact.away}"
    return code.finding(f"{match_name(fact)} {text}", place=fact.at, subject=subject, stated=stated, computed=computed)


def _margin(match: _Match) -> Wrong | None:
    """Rule 1; IMPs are also written for the winner alone, and for each part of a match (PBN)."""
    details = next((detail.value for detail in match.fact.details if detail.name == "MatchDetails"), None)
    own, parts = (match.fact.home_imps, match.fact.away_imps), [p for p in match_parts(details) if p[0] != WHOLE_MATCH]
    if None not in own and len(parts) > 1 and (sums := added(parts)) not in ((None, None), own):
        return (
            codes.MARGIN_DIFFERS,
            f" IMPs, but its parts add up to {pair_text(sums)}",
            pair_text(own),
            pair_text(sums),
        )
    stated, boards = _stated_margin(match.fact), match.boards
    if not match.scored and match.fact.unit in ("imps", "points") and stated is None:
        stated = match.fact.home_score
    if stated is None or boards is None or stated in (boards, max(boards, Decimal(0))):
        return None
    if stated - boards in match.carried:
        return None
    return codes.MARGIN_DIFFERS, f" IMPs, but its boards add up to {boards}", str(stated), str(boards)


def _wins(match: _Match) -> Wrong | None:
    """Rule 5."""
    stated, margin = (match.fact.home_game_points, match.fact.away_game_points), match.margin
    if None in stated or not any(stated) or margin is None:
        return None
    sign = (margin > 0) - (margin < 0)
    accepted = list(zip(map(Decimal, _WINS[sign]), map(Decimal, _WINS[-sign]), strict=True))
    if stated in accepted:
        return None
    computed = " or ".join(map(pair_text, accepted))
    return codes.WINS_DIFFER, f" wins; a margin of {margin} IMPs gives {computed}", pair_text(stated), computed


def _victory_points(event: EventFact, matches: Sequence[_Match]) -> Iterator[Finding]:
    scale = _scale_of(event)

    def check(match: _Match) -> Wrong | None:
        """Rule 2."""
        stated, margin = (match.fact.home_score, match.fact.away_score), match.margin
        award = None if margin is None or scale is None else scale(int(margin), match.length)
        if award is None or stated == award or stated[0] is None or stated[1] is None:
            return None
        both = sum(award)
        if 2 * (stated[0] + stated[1]) == both or ruling_of(stated[0], stated[1], Fraction(both)) is not None:
            return None  # a half match, or one that was ruled on
        code = codes.MATCH_UNBALANCED if stated[0] == award[0] or stated[1] == award[1] else codes.MATCH_DIFFERS
        why = f" victory points; a margin of {margin} IMPs gives {pair_text(award)}"
        return code, why, pair_text(stated), pair_text(award)

    with_margins = [match for match in matches if match.margin is not None]
    if scale is not None and with_margins:
        yield from _together("the victory points of their margins", with_margins, check)
    else:
        yield from _together("more victory points for the side with more IMPs", with_margins, _turned)
        yield from _out_of_order([match for match in with_margins if _turned(match) is None])
        yield from _unbalanced(matches)


def _turned(match: _Match) -> Wrong | None:
    """Rule 3: of a match, whatever others are stated with."""
    home, away, margin = match.fact.home_score, match.fact.away_score, match.margin
    if home is None or away is None or margin is None or (home - away) * margin >= 0:
        return None
    stated = pair_text((home, away))
    return (
        codes.MATCH_OUT_OF_ORDER,
        f" victory points, but it was won by the other side, by {abs(margin)} IMPs",
        stated,
        None,
    )


def _scale_of(event: EventFact) -> Scale | None:
    """By what margins in IMPs and the boards of a match give victory points (rule 2)."""
    if not _in_imps(event):
        return None
    given = given_scale(event.vp_table)
    if given is not None:
        return given.award if isinstance(given, ImpScale) else None
    text = next((detail.value for detail in event.details if detail.name == "VP_SCALE_STEPS"), "")
    steps = steps_of(text)
    margins = tuple(margin for margin, _, _ in steps)
    if steps and margins[0] == 0 and list(margins) == sorted(set(margins)):
        chart = ImpChart(0, _LONGEST, margins, tuple((winner, loser) for _, winner, loser in steps))
        return lambda margin, _: chart.award(margin)
    named = find_scale(scale_name(event.vp_scale)) if event.vp_scale is not None else None
    return named.award if isinstance(named, ImpScale) else None


def _out_of_order(matches: Sequence[_Match]) -> Iterator[Finding]:
    """Rule 3."""
    groups: dict[int, list[_Match]] = defaultdict(list)
    for match in matches:
        if None not in (match.fact.home_score, match.fact.away_score):
            groups[match.length].append(match)
    for group in groups.values():
        sides = [
            (sign * match.margin, score)
            for match in group
            for sign, score in ((1, match.fact.home_score), (-1, match.fact.away_score))
            if match.margin is not None and score is not None
        ]
        ranks = {margin: n for n, margin in enumerate(sorted({margin for margin, _ in sides}, reverse=True))}
        agreeing = longest_agreement([(ranks[margin], score, True) for margin, score in sides])
        wrong = sorted({number // 2 for number in range(len(sides)) if number not in agreeing})
        if len(wrong) > max(1, len(group) // 4):
            continue
        for number in wrong:
            fact, margin = group[number].fact, group[number].margin
            stated = pair_text((fact.home_score, fact.away_score))
            text = f"is stated with {stated} victory points for a margin of {margin} IMPs; matches won by more or by"
            yield _finding(codes.MATCH_OUT_OF_ORDER, fact, f"{text} less have scores that do not go with it", stated)


def _unbalanced(matches: Iterable[_Match]) -> Iterator[Finding]:
    """Rule 4; on scales like 25-0 a great win costs the loser more than it gives the winner."""
    played = [
        (match.fact, home, away)
        for match in matches
        if (home := match.fact.home_score) is not None and (away := match.fact.away_score) is not None
    ]
    sums = Counter(home + away for _, home, away in played)
    if not sums:
        return
    usual, count = sums.most_common(1)[0]
    best = max(max(home, away) for _, home, away in played)
    if count < _ENOUGH or 4 * count < 3 * len(played):
        return
    for fact, home, away in played:
        if home + away not in (usual, usual / 2) and max(home, away) != best:
            stated = pair_text((home, away))
            text = f"is stated with {stated} victory points, {home + away} together; other matches have {usual}"
            yield _finding(codes.MATCH_UNBALANCED, fact, text, stated, str(usual))
