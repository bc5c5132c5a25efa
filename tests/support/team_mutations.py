"""One fact of a team match of a real file changed: what was changed, and where a finding has to point to."""

from decimal import Decimal
from random import Random

from contracts.facts import AdjustmentFact, BoardPointsFact, Facts, MatchFact, ResultFact, StatedTotal
from tests.support.real_mutations import Changed, DoesNotApplyError, Kind, pick, rescored


def _lines(facts: Facts) -> list[int]:
    """The lines of team matches with a score of their own."""
    return [
        number
        for number, line in enumerate(facts.results)
        if line.sides.ns_team and line.ns_score.kind == "points" and line.ns_score == line.ew_score and facts.totals
    ]


def _matches(facts: Facts, field: str = "home_score") -> list[int]:
    return [n for n, match in enumerate(facts.matches) if getattr(match, field) is not None and match.away]


def _with_line(facts: Facts, number: int, line: ResultFact) -> Facts:
    return facts.replace(results=(*facts.results[:number], line, *facts.results[number + 1 :]))


def _with_match(facts: Facts, number: int, *matches: MatchFact) -> Facts:
    return facts.replace(matches=(*facts.matches[:number], *matches, *facts.matches[number + 1 :]))


def another_score_at_a_table(facts: Facts, dice: Random) -> Changed:
    number = pick(dice, _lines(facts))
    line = facts.results[number]
    own = line.ns_score.points or 0
    far = [points for points in (620, 170, -50, -100, -430, 140) if abs(points - own) > 200]
    return _with_line(facts, number, rescored(line, dice.choice(far))), (
        f"board {line.board}",
        line.sides.ns_team or "",
    )


def score_turned_at_a_table(facts: Facts, dice: Random) -> Changed:
    number = pick(dice, [each for each in _lines(facts) if abs(facts.results[each].ns_score.points or 0) > 100])
    line = facts.results[number]
    changed = rescored(line, -(line.ns_score.points or 0))
    return _with_line(facts, number, changed), (f"board {line.board}", line.sides.ns_team or "")


def teams_of_a_line_exchanged(facts: Facts, dice: Random) -> Changed:
    number = pick(dice, _lines(facts))
    line, sides = facts.results[number], facts.results[number].sides
    turned = sides.replace(ns=sides.ew, ew=sides.ns, ns_team=sides.ew_team, ew_team=sides.ns_team)
    return _with_line(facts, number, line.replace(sides=turned)), (f"board {line.board}", sides.ns_team or "")


def line_of_a_match_left_out(facts: Facts, dice: Random) -> Changed:
    number = pick(dice, _lines(facts))
    line = facts.results[number]
    return facts.replace(results=(*facts.results[:number], *facts.results[number + 1 :])), (f"board {line.board}",)


def points_of_a_board(facts: Facts, dice: Random) -> Changed:
    number = pick(dice, [n for n, each in enumerate(facts.board_points) if each.home_points is not None])
    fact: BoardPointsFact = facts.board_points[number]
    wrong = (fact.home_points or Decimal(0)) + 5
    changed = fact.replace(home_points=wrong)
    points = (*facts.board_points[:number], changed, *facts.board_points[number + 1 :])
    return facts.replace(board_points=points), (f"board {fact.board}", fact.home, str(wrong))


def imps_of_a_match(facts: Facts, dice: Random) -> Changed:
    number = pick(dice, _matches(facts, "home_imps"))
    match = facts.matches[number]
    wrong = (match.home_imps or Decimal(0)) + 20
    return _with_match(facts, number, match.replace(home_imps=wrong)), (f"match {match.home} - {match.away}",)


def victory_points_of_the_other_side(facts: Facts, dice: Random) -> Changed:
    number = pick(dice, _matches(facts, "away_score"))
    match = facts.matches[number]
    wrong = (match.away_score or Decimal(0)) + 3
    return _with_match(facts, number, match.replace(away_score=wrong)), (
        f"match {match.home} - {match.away}",
        str(wrong),
    )


def scores_of_a_match_exchanged(facts: Facts, dice: Random) -> Changed:
    every = [n for n in _matches(facts, "away_score") if facts.matches[n].home_score != facts.matches[n].away_score]
    number = pick(dice, every)
    match = facts.matches[number]
    changed = match.replace(home_score=match.away_score, away_score=match.home_score)
    return _with_match(facts, number, changed), (f"match {match.home} - {match.away}",)


def match_left_out(facts: Facts, dice: Random) -> Changed:
    number = pick(dice, [n for n in _matches(facts) if not facts.results and facts.totals])
    match = facts.matches[number]
    return _with_match(facts, number), (match.home,)


def match_of_another_team(facts: Facts, dice: Random) -> Changed:
    number = pick(dice, [n for n in _matches(facts) if not facts.results and facts.totals])
    match = facts.matches[number]
    teams = sorted({each.home for each in facts.matches} - {match.home, match.away})
    other = pick(dice, teams)
    return _with_match(facts, number, match.replace(home=other)), (match.home,)


def _totals(facts: Facts, field: str) -> list[int]:
    return [n for n, each in enumerate(facts.totals) if each.kind == "team" and getattr(each, field) is not None]


def _with_total(facts: Facts, number: int, total: StatedTotal) -> Facts:
    return facts.replace(totals=(*facts.totals[:number], total, *facts.totals[number + 1 :]))


def total_of_a_team(facts: Facts, dice: Random) -> Changed:
    number = pick(dice, _totals(facts, "total"))
    total = facts.totals[number]
    wrong = (total.total or Decimal(0)) + 7
    return _with_total(facts, number, total.replace(total=wrong)), (f"team {total.participant}", str(wrong))


def place_of_a_team(facts: Facts, dice: Random) -> Changed:
    number = pick(dice, _totals(facts, "place"))
    total = facts.totals[number]
    wrong = "1" if total.place != "1" else "5"
    return _with_total(facts, number, total.replace(place=wrong)), (f"team {total.participant}", wrong)


def wins_of_a_team(facts: Facts, dice: Random) -> Changed:
    number = pick(dice, _totals(facts, "wins"))
    total = facts.totals[number]
    wrong = (total.wins or Decimal(0)) + 5
    return _with_total(facts, number, total.replace(wins=wrong)), (f"team {total.participant}", str(wrong))


def _penalty(total: StatedTotal, amount: str) -> AdjustmentFact:
    return AdjustmentFact(
        kind="penalty",
        participant=total.participant,
        participant_kind="team",
        session=total.session,
        amount=Decimal(amount),
        unit="vps",
    )


def penalty_of_a_team_missing(facts: Facts, dice: Random) -> Changed:
    number = pick(dice, _totals(facts, "total"))
    total = facts.totals[number]
    fined = (total.total or Decimal(0)) - 1
    return _with_total(facts, number, total.replace(total=fined)), (f"team {total.participant}", str(fined))


def penalty_of_a_team_too_many(facts: Facts, dice: Random) -> Changed:
    total = facts.totals[pick(dice, _totals(facts, "total"))]
    return facts.replace(adjustments=(*facts.adjustments, _penalty(total, "-1"))), (f"team {total.participant}",)


def penalty_of_another_amount(facts: Facts, dice: Random) -> Changed:
    number = pick(dice, _totals(facts, "total"))
    total = facts.totals[number]
    fined = _with_total(facts, number, total.replace(total=(total.total or Decimal(0)) - 1))
    changed = fined.replace(adjustments=(*facts.adjustments, _penalty(total, "-3")))
    return changed, (f"team {total.participant}", "-3")


def _of_pairs(facts: Facts) -> list[int]:
    """Matches whose lines name pairs of teams."""
    teams = {line.sides.ns_team for line in facts.results if line.sides.ns and line.sides.ns_team}
    listed = any(each.kind == "pair" and each.team for each in facts.participants)
    return [n for n in _matches(facts) if facts.matches[n].home in teams and listed]


def _is_of(line: ResultFact, match: MatchFact) -> bool:
    return line.round == match.round and {line.sides.ns_team, line.sides.ew_team} == {match.home, match.away}


def opponent_of_a_match(facts: Facts, dice: Random) -> Changed:
    number = pick(dice, _of_pairs(facts))
    match = facts.matches[number]
    teams = sorted({each.home for each in facts.matches} - {match.home, match.away or ""})
    other = pick(dice, teams)

    def named(team: str | None) -> str | None:
        return other if team == match.away else team

    results = tuple(
        line.replace(sides=line.sides.replace(ns_team=named(line.sides.ns_team), ew_team=named(line.sides.ew_team)))
        if _is_of(line, match)
        else line
        for line in facts.results
    )
    points = tuple(
        each.replace(away=other)
        if (each.round, each.home, each.away) == (match.round, match.home, match.away)
        else each
        for each in facts.board_points
    )
    changed = _with_match(facts.replace(results=results, board_points=points), number, match.replace(away=other))
    return changed, (f"match of {match.home} and {other}", f"it is {match.away}")


def match_twice(facts: Facts, dice: Random) -> Changed:
    match = facts.matches[pick(dice, _of_pairs(facts))]
    again = [line.replace(part=line.part + 1) for line in facts.results if _is_of(line, match)]
    if len(again) < 3 or match.round is None:
        raise DoesNotApplyError
    return facts.replace(results=(*facts.results, *again)), ("is in the file twice", match.home)


def pair_of_another_team(facts: Facts, dice: Random) -> Changed:
    pairs = {each.id for each in facts.participants if each.kind == "pair" and each.team}
    number = pick(dice, [n for n in _lines(facts) if facts.results[n].sides.ns in pairs])
    line = facts.results[number]
    other = pick(dice, sorted(pairs - {line.sides.ns, line.sides.ew}))
    changed = line.replace(sides=line.sides.replace(ns=other))
    return _with_line(facts, number, changed), (str(line.at), other)


def first_board_of_a_match(facts: Facts, dice: Random) -> Changed:
    every = [n for n in _of_pairs(facts) if (facts.matches[n].first_board or "").isdecimal()]
    number = pick(dice, [n for n in every if int(facts.matches[n].first_board or 0) > 3])
    match = facts.matches[number]
    return _with_match(facts, number, match.replace(first_board="1")), (str(match.at), "1 to")


_CHANGES = (
    opponent_of_a_match,
    match_twice,
    pair_of_another_team,
    first_board_of_a_match,
    another_score_at_a_table,
    score_turned_at_a_table,
    teams_of_a_line_exchanged,
    line_of_a_match_left_out,
    points_of_a_board,
    imps_of_a_match,
    victory_points_of_the_other_side,
    scores_of_a_match_exchanged,
    match_left_out,
    match_of_another_team,
    total_of_a_team,
    place_of_a_team,
    wins_of_a_team,
    penalty_of_a_team_missing,
    penalty_of_a_team_too_many,
    penalty_of_another_amount,
)

TEAM_KINDS: tuple[Kind, ...] = tuple(Kind(change.__name__.replace("_", " "), change) for change in _CHANGES)
