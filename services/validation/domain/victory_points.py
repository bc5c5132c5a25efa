"""Rules about victory points: on the scale that the event names, in the order of the margins, and with the usual sum.

Sources: USEBIO 1.4, section 2.2.2 (VP_SCALE); `shared.bridge.matches.victory_points`. Which matches are asked, is
said in `match_scores`. Rules kept here:

1. Victory points of which neither side has what the named scale gives are an error. Where one side has, the other was
   probably fined, because the document leaves adjustments of a match inside its score.
2. Without a scale that is known, a greater margin still wins no fewer victory points in a match of the same length.
3. The victory points of a void match, or of one that the director spoiled, are those of no margin; scoring says so.
4. Boards without a score may count in the length of a match, and boards of teams of eight twice.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from contracts.codes import validation as codes
from contracts.facts import EventFact
from contracts.findings import Finding
from services.validation.domain.agreement import longest_agreement, systematic
from services.validation.domain.case import Case, Rule
from services.validation.domain.lines import agreed_points, plain
from services.validation.domain.match_play import Both, MatchPlay
from services.validation.domain.match_scores import MATCH_POINTS, asked_matches, shown
from services.validation.domain.points import IMP_UNITS
from shared.bridge.matches.match_awards import ruling_of
from shared.bridge.matches.teams_of_eight import EightMethod, victory_point_boards
from shared.bridge.matches.victory_points import ImpScale, PercentScale, find_scale, given_scale, scale_name

_HALF_SCALES = {"WBF_DISCRETE": "WBF_DISCRETE_HALF", "EBU_SWISS_PAIRS": "EBU_SWISS_PAIRS_HALF"}
_ENOUGH = 4
"""Matches from which on the usual sum of both sides is known."""


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
    for play in asked_matches(case):
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
        sums = play.line_sums(MATCH_POINTS)
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
    """How many boards a match is taken for: longer for teams of eight, by regulation (rule 4)."""
    lengths = play.lengths
    if (event.team_size or 4) > 4 or event.match_scoring in ("ximps", "imp_then_add", "add_then_imp"):
        longer = {victory_point_boards(EightMethod.ADD_THEN_IMP, length) for length in lengths}
        return lengths | {length for length in longer if length is not None}
    return lengths


def _name(event: EventFact) -> str | None:
    """What the scale of the event is called; a table that was given counts, whatever the file names."""
    return event.vp_scale if event.vp_table is None else event.vp_table.name


def _scale(event: EventFact) -> ImpScale | PercentScale | None:
    """The scale that was given for the event, else the one that it names, if its table is known."""
    if event.vp_table is not None:
        return given_scale(event.vp_table)
    return None if event.vp_scale is None else find_scale(scale_name(event.vp_scale))


def victory_points_of_scale(case: Case) -> Iterator[Finding]:
    """Victory points are those of the margin on the scale that the event names (rule 1)."""
    event = case.facts.event
    name = _name(event)
    if name is None:
        return
    won = list(_won(case))
    scale = _scale(event)
    if scale is None or not _fits(scale, event):
        if won:
            yield codes.NOT_CHECKED.finding(
                f"no table of the victory point scale {name} is known for these matches",
                place=event.at,
                subject="the victory points",
                stated=name,
            )
        return
    found = [finding for one in won for finding in _off_the_scale(one, scale, name)]
    if systematic(len(found), len(won)):
        yield codes.VPS_NOT_OF_SCALE.finding(
            f"{len(found)} of {len(won)} matches have other victory points than {name} gives; was it another scale?",
            place=event.at,
            subject="the victory points",
            stated=name,
        )
        return
    yield from found


def _off_the_scale(one: Won, scale: ImpScale | PercentScale, name: str) -> Iterator[Finding]:
    """Rule 1."""
    awards = [award for length in sorted(one.lengths) if (award := _award(scale, one, length)) is not None]
    if not awards or one.vps in awards or ruling_of(*one.vps, Fraction(sum(awards[0]))) is not None:
        return
    one_side = any(one.vps[0] == home or one.vps[1] == away for home, away in awards)
    code = codes.MATCH_UNBALANCED if one_side else codes.VPS_NOT_OF_SCALE
    computed = " or ".join(dict.fromkeys(map(shown, awards)))
    yield code.finding(
        f"{one.play.name} is stated with {shown(one.vps)} victory points; {shown(one.margins)} over"
        f" {shown(map(Fraction, sorted(one.lengths)))} boards is {computed} on {name}",
        place=one.play.match.at,
        subject=f"match {one.play.name}",
        stated=shown(one.vps),
        computed=computed,
    )


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
    """A greater margin wins no fewer victory points, and nobody loses a match that he won (rule 2)."""
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
                f"{one.play.name} is stated with {shown(one.vps)} victory points for {shown(one.margins)}, which is"
                " out of order",
                place=one.play.match.at,
                subject=f"match {one.play.name}",
                stated=shown(one.vps),
            )


def victory_points_balance(case: Case) -> Iterator[Finding]:
    """Both sides of a match share what nearly all matches share; penalties and rulings make exceptions (rule 1)."""
    event = case.facts.event
    scale = _scale(event)
    on_scale = scale is not None and _fits(scale, event)
    known = {id(one.play) for one in _won(case)} if on_scale else frozenset[int]()
    played = [play for play in asked_matches(case) if play.match.unit == "vps" and play.scores is not None]
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
            f"{play.name} is stated with {shown(scores)} victory points, together {plain(Decimal(sum(scores)))}; other"
            f" matches have {plain(Decimal(usual))}",
            place=play.match.at,
            subject=f"match {play.name}",
            stated=shown(scores),
            computed=str(usual),
        )


RULES: tuple[Rule, ...] = (victory_points_of_scale, victory_points_in_order, victory_points_balance)
