"""One fact of a real file changed, in some forty ways: what was changed, and where a finding has to point to.

Facts of bridge are changed after reading, lines of TRF before it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from random import Random
from typing import Any

from contracts.base import Compass
from contracts.facts import DealFact, Facts, ResultFact, Score, StatedScore, StatedTotal

Wanted = tuple[str, ...]
"""Texts that one finding has to have among its place, subject, message, stated and computed value."""

Changed = tuple[Facts, Wanted]


class DoesNotApplyError(Exception):
    """The file has nothing that can be changed in this way."""


@dataclass(frozen=True)
class Kind:
    """One way to change a fact of bridge, in files of these formats."""

    name: str
    change: Callable[[Facts, Random], Changed]
    formats: tuple[str, ...] = ("usebio", "pbn", "acblscore")


def lines_of(facts: Facts) -> list[int]:
    """The lines of pairs with a score of their own and stated points."""
    return [
        number
        for number, line in enumerate(facts.results)
        if line.ns_score.kind == "points" and line.ns_score == line.ew_score and line.stated and line.sides.ns
    ]


def pick(dice: Random, those: Sequence[Any]) -> Any:
    if not those:
        raise DoesNotApplyError
    return dice.choice(those)


def _with_line(facts: Facts, number: int, *lines: ResultFact) -> Facts:
    return facts.replace(results=(*facts.results[:number], *lines, *facts.results[number + 1 :]))


def _score(points: int) -> Score:
    return Score(kind="points", points=points)


def rescored(line: ResultFact, points: int) -> ResultFact:
    """Without contract and tricks, which would give it away."""
    score = _score(points)
    return line.replace(ns_score=score, ew_score=score, contract=None, tricks=None, declarer=None, lead=None)


def _points(line: ResultFact) -> int:
    return line.ns_score.points or 0


def _others(facts: Facts, line: ResultFact) -> list[int]:
    """The scores of the other lines of a board, each once."""
    same = (other for other in facts.results if other.board == line.board and other.section == line.section)
    return sorted({other.ns_score.points for other in same if other.ns_score.points is not None})


def another_score(facts: Facts, dice: Random) -> Changed:
    number = pick(dice, lines_of(facts))
    line = facts.results[number]
    ranked = _others(facts, line)
    # A score that changes places with its neighbour alone may be wrong in either of the two lines.
    far = [points for points in ranked if abs(ranked.index(points) - ranked.index(_points(line))) > 2]
    return _with_line(facts, number, rescored(line, pick(dice, far))), (str(line.at),)


def score_of_the_other_side(facts: Facts, dice: Random) -> Changed:
    number = pick(dice, [each for each in lines_of(facts) if abs(_points(facts.results[each])) > 200])
    line = facts.results[number]
    return _with_line(facts, number, rescored(line, -_points(line))), (str(line.at),)


def scores_exchanged(facts: Facts, dice: Random) -> Changed:
    number = pick(dice, lines_of(facts))
    line = facts.results[number]
    same = [
        other
        for other in lines_of(facts)
        if facts.results[other].board == line.board
        and facts.results[other].section == line.section
        and abs(_points(facts.results[other]) - _points(line)) > 150
    ]
    other = facts.results[other_number := pick(dice, same)]
    changed = _with_line(facts, number, rescored(line, _points(other)))
    return _with_line(changed, other_number, rescored(other, _points(line))), (
        f"board {line.board}",
        line.sides.ns or "",
    )


def turned(facts: Facts, dice: Random) -> Changed:
    number = pick(dice, lines_of(facts))
    line = facts.results[number]
    sides, stated = line.sides, line.stated
    if stated is None or stated.ns is None or stated.ns == stated.ew:
        raise DoesNotApplyError
    changed = line.replace(sides=sides.replace(ns=sides.ew, ew=sides.ns))
    return _with_line(facts, number, changed), (str(line.at),)


def left_out(facts: Facts, dice: Random) -> Changed:
    number = pick(dice, lines_of(facts))
    line = facts.results[number]
    return _with_line(facts, number), (f"board {line.board}",)


def board_left_out(facts: Facts, dice: Random) -> Changed:
    if facts.matches or not facts.totals:
        raise DoesNotApplyError
    numbers = sorted({int(line.board) for line in facts.results if line.board.isdecimal()})
    board = str(pick(dice, numbers[1:-1] if len(numbers) >= 6 else ()))
    return facts.replace(results=tuple(line for line in facts.results if line.board != board)), (
        f"board {board} is missing",
    )


def line_twice(facts: Facts, dice: Random) -> Changed:
    number = pick(dice, lines_of(facts))
    line = facts.results[number]
    again = line.replace(part=line.part + 1)
    return _with_line(facts, number, line, again), (str(line.at),)


def another_opponent(facts: Facts, dice: Random) -> Changed:
    number = pick(dice, lines_of(facts))
    line = facts.results[number]
    own = (line.sides.ns, line.sides.ew)
    names = sorted({other.sides.ew for other in facts.results if other.sides.ew and other.sides.ew not in own})
    changed = line.replace(sides=line.sides.replace(ew=pick(dice, names)))
    return _with_line(facts, number, changed), (str(line.at),)


def unknown_pair(facts: Facts, dice: Random) -> Changed:
    number = pick(dice, lines_of(facts))
    line = facts.results[number]
    changed = line.replace(sides=line.sides.replace(ns="987"))
    return _with_line(facts, number, changed), (str(line.at), "987")


def another_board(facts: Facts, dice: Random) -> Changed:
    number = pick(dice, lines_of(facts))
    line = facts.results[number]
    boards = sorted({other.board for other in facts.results} - {line.board})
    return _with_line(facts, number, line.replace(board=pick(dice, boards))), (str(line.at),)


def not_in_tens(facts: Facts, dice: Random) -> Changed:
    number = pick(dice, lines_of(facts))
    line = facts.results[number]
    changed = line.replace(ns_score=(score := _score(_points(line) + 3)), ew_score=score)
    return _with_line(facts, number, changed), (str(line.at), str(_points(line) + 3))


def impossible_score(facts: Facts, dice: Random) -> Changed:
    number = pick(dice, lines_of(facts))
    line = facts.results[number]
    return _with_line(facts, number, rescored(line, 1010)), (str(line.at),)


def _of_contracts(facts: Facts) -> list[int]:
    found = (each for each in lines_of(facts) if facts.results[each].contract and facts.results[each].declarer)
    return [each for each in found if facts.results[each].tricks is not None]


def another_trick(facts: Facts, dice: Random) -> Changed:
    number = pick(dice, _of_contracts(facts))
    line = facts.results[number]
    tricks = ((line.tricks or 0) + 5) % 14
    return _with_line(facts, number, line.replace(tricks=tricks)), (str(line.at),)


def another_declarer(facts: Facts, dice: Random) -> Changed:
    number = pick(dice, _of_contracts(facts))
    line = facts.results[number]
    declarer = {"N": "E", "S": "W", "E": "N", "W": "S"}.get((line.declarer or " ")[0])
    if declarer is None:
        raise DoesNotApplyError
    return _with_line(facts, number, line.replace(declarer=declarer)), (str(line.at),)


def unreadable_contract(facts: Facts, dice: Random) -> Changed:
    number = pick(dice, _of_contracts(facts))
    line = facts.results[number]
    return _with_line(facts, number, line.replace(contract="9Z")), (str(line.at), "9Z")


def unreadable_lead(facts: Facts, dice: Random) -> Changed:
    number = pick(dice, lines_of(facts))
    line = facts.results[number]
    return _with_line(facts, number, line.replace(lead="1Z")), (str(line.at), "1Z")


def another_point(facts: Facts, dice: Random) -> Changed:
    number = pick(dice, lines_of(facts))
    line = facts.results[number]
    stated = line.stated
    if stated is None or stated.ns is None:
        raise DoesNotApplyError
    return _with_line(facts, number, line.replace(stated=stated.replace(ns=stated.ns + 3))), (str(line.at),)


def awarded_otherwise(facts: Facts, dice: Random) -> Changed:
    number = pick(dice, lines_of(facts))
    line = facts.results[number]
    scores = {
        "ns_score": Score(kind="artificial", percent=Decimal(60)),
        "ew_score": Score(kind="artificial", percent=Decimal(40)),
    }
    return _with_line(facts, number, line.replace(contract=None, tricks=None, **scores)), (str(line.at),)


def _totals(facts: Facts, *fields: str) -> list[int]:
    return [
        number
        for number, total in enumerate(facts.totals)
        if total.kind == "pair" and all(getattr(total, name) is not None for name in fields)
    ]


def _with_total(facts: Facts, number: int, total: StatedTotal) -> Facts:
    return facts.replace(totals=(*facts.totals[:number], total, *facts.totals[number + 1 :]))


def _about(total: StatedTotal) -> str:
    return f"pair {total.participant}"


def another_total(facts: Facts, dice: Random) -> Changed:
    number = pick(dice, _totals(facts, "total"))
    total = facts.totals[number]
    wrong = (total.total or Decimal(0)) + 7
    return _with_total(facts, number, total.replace(total=wrong)), (_about(total), str(wrong))


def another_percentage(facts: Facts, dice: Random) -> Changed:
    number = pick(dice, _totals(facts, "percentage"))
    total = facts.totals[number]
    wrong = (total.percentage or Decimal(0)) + 3
    return _with_total(facts, number, total.replace(percentage=wrong)), (_about(total), str(wrong))


def another_place(facts: Facts, dice: Random) -> Changed:
    number = pick(dice, _totals(facts, "place", "total"))
    total = facts.totals[number]
    own = (total.place or "").rstrip("=")
    wrong = str(int(own) + 3 if own.isdecimal() and int(own) < 4 else 1)
    return _with_total(facts, number, total.replace(place=wrong)), (_about(total), wrong)


def another_unfactored(facts: Facts, dice: Random) -> Changed:
    number = pick(dice, _totals(facts, "unfactored"))
    total = facts.totals[number]
    wrong = (total.unfactored or Decimal(0)) + 5
    return _with_total(facts, number, total.replace(unfactored=wrong)), (_about(total), str(wrong))


def other_boards_played(facts: Facts, dice: Random) -> Changed:
    number = pick(dice, _totals(facts, "boards_played"))
    total = facts.totals[number]
    wrong = (total.boards_played or 0) + 3
    return _with_total(facts, number, total.replace(boards_played=wrong)), (_about(total), str(wrong))


def another_award(facts: Facts, dice: Random) -> Changed:
    ranked = {participant.id for participant in facts.participants if participant.standing}
    places = [n for n, total in enumerate(facts.totals) if total.places and total.participant in ranked]
    number = pick(dice, places)
    total = facts.totals[number]
    at = dice.randrange(len(total.places))
    own = total.places[at]
    if own.name.endswith("QUALIFIED"):
        raise DoesNotApplyError
    wrong = (
        str(int(own.value.split("/")[0].rstrip("=")) + 4) if own.value.split("/")[0].rstrip("=").isdecimal() else "9"
    )
    places_now = (*total.places[:at], own.replace(value=wrong), *total.places[at + 1 :])
    return _with_total(facts, number, total.replace(places=places_now)), (_about(total), wrong)


def one_side_only(facts: Facts, dice: Random) -> Changed:
    number = pick(dice, lines_of(facts))
    line = facts.results[number]
    others = [points for points in _others(facts, line) if abs(points - _points(line)) > 100]
    return _with_line(facts, number, line.replace(ew_score=_score(pick(dice, others)))), (str(line.at),)


def adjustment_left_out(facts: Facts, dice: Random) -> Changed:
    given = [
        n
        for n, each in enumerate(facts.adjustments)
        if each.kind == "penalty" and each.amount and each.participant_kind == "pair"
    ]
    number = pick(dice, given)
    fact = facts.adjustments[number]
    kept = (*facts.adjustments[:number], *facts.adjustments[number + 1 :])
    return facts.replace(adjustments=kept), (f"pair {fact.participant}",)


def card_dealt_twice(facts: Facts, dice: Random) -> Changed:
    number = pick(dice, [n for n, deal in enumerate(facts.deals) if deal.north and deal.east])
    deal = facts.deals[number]
    assert deal.north is not None
    assert deal.east is not None
    spades = (deal.north.spades or "") or "A"
    changed = deal.replace(east=deal.east.replace(spades=spades[0] + (deal.east.spades or "")))
    deals = (*facts.deals[:number], changed, *facts.deals[number + 1 :])
    return facts.replace(deals=deals), (f"board {deal.board}",)


def match_score(facts: Facts, dice: Random) -> Changed:
    number = pick(dice, [n for n, match in enumerate(facts.matches) if match.home_score is not None and match.away])
    match = facts.matches[number]
    assert match.home_score is not None
    changed = match.replace(home_score=match.home_score + 3)
    matches = (*facts.matches[:number], changed, *facts.matches[number + 1 :])
    return facts.replace(matches=matches), (match.home, str(match.home_score + 3))


def another_datum(facts: Facts, dice: Random) -> Changed:
    number = pick(dice, [n for n, each in enumerate(facts.boards) if each.datum is not None])
    board = facts.boards[number]
    wrong = (board.datum or Decimal(0)) + 70
    boards = (*facts.boards[:number], board.replace(datum=wrong), *facts.boards[number + 1 :])
    return facts.replace(boards=boards), (f"board {board.board}", str(wrong))


def another_percentage_of_a_line(facts: Facts, dice: Random) -> Changed:
    number = pick(dice, [n for n in lines_of(facts) if _stated(facts.results[n]).ns_percent is not None])
    line = facts.results[number]
    stated = _stated(line)
    wrong = (stated.ns_percent or Decimal(0)) + 11
    return _with_line(facts, number, line.replace(stated=stated.replace(ns_percent=wrong))), (str(line.at),)


def _stated(line: ResultFact) -> StatedScore:
    return line.stated or StatedScore()


def _with_deal(facts: Facts, number: int, deal: DealFact) -> Facts:
    return facts.replace(deals=(*facts.deals[:number], deal, *facts.deals[number + 1 :]))


def _numbered(facts: Facts, field: str) -> list[int]:
    """Deals of boards with a number of the cycle, of which the file says this."""
    return [n for n, deal in enumerate(facts.deals) if deal.board.isdecimal() and getattr(deal, field) is not None]


def another_dealer(facts: Facts, dice: Random) -> Changed:
    number = pick(dice, _numbered(facts, "dealer"))
    deal = facts.deals[number]
    wrong = next(each for each in Compass if each is not deal.dealer)
    return _with_deal(facts, number, deal.replace(dealer=wrong)), (f"board {deal.board}",)


def another_vulnerability(facts: Facts, dice: Random) -> Changed:
    number = pick(dice, _numbered(facts, "vulnerable"))
    deal = facts.deals[number]
    wrong = "All" if deal.vulnerable != "All" else "None"
    return _with_deal(facts, number, deal.replace(vulnerable=wrong)), (f"board {deal.board}",)


def another_round(facts: Facts, dice: Random) -> Changed:
    number = pick(dice, [n for n in lines_of(facts) if (facts.results[n].round or 0) > 1])
    line = facts.results[number]
    return _with_line(facts, number, line.replace(round=(line.round or 0) - 1)), (f"board {line.board}",)


def another_number_of_winners(facts: Facts, dice: Random) -> Changed:
    """Only where so many are placed that most places would be others."""
    placed = [total for total in facts.totals if total.place is not None and total.kind == "pair"]
    number = facts.event.winners
    if number is None or len(placed) < 16:
        raise DoesNotApplyError
    wrong = (f"the file states {'two winners' if number == 1 else 'one winner'}",)
    return facts.replace(events=tuple(event.replace(winners=3 - number) for event in facts.events)), wrong


def pairs_exchanged(facts: Facts, dice: Random) -> Changed:
    """Two pairs of one direction, on one board."""
    if not facts.totals or facts.matches:
        raise DoesNotApplyError
    number = pick(dice, lines_of(facts))
    line = facts.results[number]
    points = _stated(line).ns
    others = [
        n
        for n in lines_of(facts)
        if (facts.results[n].board, facts.results[n].section) == (line.board, line.section)
        and _stated(facts.results[n]).ns not in (points, None)
    ]
    other = facts.results[second := pick(dice, others)]
    changed = _with_line(facts, number, line.replace(sides=line.sides.replace(ns=other.sides.ns)))
    changed = _with_line(changed, second, other.replace(sides=other.sides.replace(ns=line.sides.ns)))
    return changed, (f"board {line.board}", line.sides.ns or "", other.sides.ns or "")


def _numbers(facts: Facts) -> list[int]:
    if facts.matches or not facts.totals or len({line.session for line in facts.results}) > 1:
        raise DoesNotApplyError
    return sorted({int(line.board) for line in facts.results if line.board.isdecimal()})


def _renumbered(facts: Facts, numbers: dict[str, str]) -> Facts:
    results = tuple(line.replace(board=numbers.get(line.board, line.board)) for line in facts.results)
    return facts.replace(results=results)


def board_renumbered(facts: Facts, dice: Random) -> Changed:
    """Where most pairs play both boards."""
    numbers = _numbers(facts)
    board, as_ = (str(each) for each in dice.sample(numbers[1:-1], 2)) if len(numbers) >= 8 else pick(dice, ())
    names = [{line.sides.ns for line in facts.results if line.board == each} for each in (board, as_)]
    if None in names[0] or 4 * len(names[0] & names[1]) < 3 * len(names[0] | names[1]):
        raise DoesNotApplyError
    places = {line.at.line or line.at.offset for line in facts.results if line.board == board and line.at}
    others = {line.at.line or line.at.offset for line in facts.results if line.board != board and line.at}
    if any(min(places) < other < max(places) for other in others):
        raise DoesNotApplyError  # not board by board
    return _renumbered(facts, {board: as_}), (f"board {as_} is board {board}",)


def boards_exchanged(facts: Facts, dice: Random) -> Changed:
    """Of other vulnerabilities, with leads and deals that tell."""
    numbers = _numbers(facts)
    if len(numbers) < 8 or not facts.deals or not any(line.lead and line.declarer for line in facts.results):
        raise DoesNotApplyError
    first = pick(dice, [number for number in numbers[:-1] if number + 1 in numbers])
    one, other = str(first), str(first + 1)
    return _renumbered(facts, {one: other, other: one}), ("the results of boards ", "are exchanged", one, other)


def last_board_left_out(facts: Facts, dice: Random) -> Changed:
    numbers = _numbers(facts)
    met = [
        {line.board for line in facts.results if line.sides.ns == ns and line.sides.ew == ew} for ns, ew in _met(facts)
    ]
    sizes = {len(boards) for boards in met if boards}
    if len(numbers) < 6 or len(sizes) != 1 or sizes == {1} or (None, None) in _met(facts):
        raise DoesNotApplyError
    board = str(numbers[-1])
    return facts.replace(results=tuple(line for line in facts.results if line.board != board)), (
        f"board {board} is missing",
    )


def _met(facts: Facts) -> set[tuple[str | None, str | None]]:
    return {(line.sides.ns, line.sides.ew) for line in facts.results}


def _participant(facts: Facts, dice: Random, **to: object) -> tuple[Facts, str]:
    """Somebody who is first in a list of places, so that others are behind."""
    placed = {total.participant for total in facts.totals if total.places and total.place == "1"}
    ids = [n for n, each in enumerate(facts.participants) if each.id in placed and each.standing and each.stratum]
    number = pick(dice, ids)
    own = facts.participants[number]
    if to.get("stratum") == own.stratum:
        raise DoesNotApplyError
    people = (*facts.participants[:number], own.replace(**to), *facts.participants[number + 1 :])
    return facts.replace(participants=people), f"{own.kind} {own.id}"


def another_stratum(facts: Facts, dice: Random) -> Changed:
    changed, subject = _participant(facts, dice, stratum=dice.choice("123"))
    return changed, (subject, "stratum")


def not_eligible(facts: Facts, dice: Random) -> Changed:
    changed, subject = _participant(facts, dice, standing=False)
    return changed, (subject, "not eligible")


def _exchanged(facts: Facts, dice: Random, field: str) -> Changed:
    numbers = _totals(facts, field)
    number = pick(dice, numbers)
    total = facts.totals[number]
    others = [
        n
        for n in numbers
        if facts.totals[n].session == total.session
        and abs((getattr(facts.totals[n], field) or 0) - (getattr(total, field) or 0)) > 1
    ]
    other = facts.totals[second := pick(dice, others)]
    changed = _with_total(facts, number, total.replace(**{field: getattr(other, field)}))
    changed = _with_total(changed, second, other.replace(**{field: getattr(total, field)}))
    return changed, (_about(total), _about(other), "exchanged")


def totals_exchanged(facts: Facts, dice: Random) -> Changed:
    return _exchanged(facts, dice, "total")


def percentages_exchanged(facts: Facts, dice: Random) -> Changed:
    return _exchanged(facts, dice, "percentage")


def place_skipped(facts: Facts, dice: Random) -> Changed:
    """All places from one on are one higher, in an event of one list."""
    placed = {
        n: int(facts.totals[n].place or "")
        for n in _totals(facts, "place")
        if (facts.totals[n].place or "").isdecimal()
    }
    if sorted(placed.values()) != [*range(1, len(placed) + 1)] or len(placed) < 6:
        raise DoesNotApplyError
    first = dice.randrange(2, len(placed) - 3)
    for number, place in placed.items():
        if place >= first:
            facts = _with_total(facts, number, facts.totals[number].replace(place=str(place + 1)))
    return facts, (str(first), "are as many places off")


_ANYWHERE = (
    pairs_exchanged,
    board_renumbered,
    boards_exchanged,
    last_board_left_out,
    another_stratum,
    not_eligible,
    totals_exchanged,
    percentages_exchanged,
    place_skipped,
    another_score,
    score_of_the_other_side,
    scores_exchanged,
    turned,
    left_out,
    board_left_out,
    line_twice,
    another_opponent,
    unknown_pair,
    another_board,
    not_in_tens,
    impossible_score,
    another_trick,
    another_declarer,
    unreadable_contract,
    unreadable_lead,
    another_point,
    awarded_otherwise,
    another_total,
    another_percentage,
    another_place,
    another_unfactored,
    other_boards_played,
    another_award,
    one_side_only,
    adjustment_left_out,
    match_score,
    another_datum,
    another_percentage_of_a_line,
    another_dealer,
    another_vulnerability,
    another_round,
    another_number_of_winners,
)

KINDS: tuple[Kind, ...] = (
    *(Kind(change.__name__.replace("_", " "), change) for change in _ANYWHERE),
    # Of PBN the reader looks at the deals, before they are facts.
    Kind("card dealt twice", card_dealt_twice, ("usebio", "acblscore")),
)
