"""An event of match points as ACBLscore scores it, for a new game file.

A game file names no way of factoring or rounding: whoever reads it scores it as its program does. So what was
match-pointed otherwise is scored anew before it is written, and what was stated is replaced.

Rules kept here, as the program's own files have them (docs/formats/acblscore.md):

1. A better score wins 1, an equal one ½. Every board has the same top, that of the board with the most scores among the
   sections that are scored together; Neuberg's formula brings the others to it. Points have two decimals.
2. The total of a session is the sum of the points, brought to its full number of boards: the most that anybody played.
   It has two decimals. A penalty is added to it, and the percentage is that of the sum. A second result on one board
   is left out.
3. Penalties, handicaps and what is brought over, from an earlier session too, keep their part of the full total.
4. Places are those within the sections that are ranked together, of one direction where the movement has two winners.
5. Sections of which a board was scored together are scored together, and those of one ranking are ranked together.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from typing import Literal

from contracts.facts import AdjustmentFact, Facts, ResultFact, Score, SectionFact, StatedScore, StatedTotal
from contracts.messages import EventMerged
from contracts.standings import StandingRow
from shared.bridge.boards.artificial_scores import Artificial
from shared.bridge.boards.board_line import BoardLine, SideScore
from shared.bridge.boards.matchpoints import FactoringMethod, MatchpointScale, score_board
from shared.bridge.line_players import players_of
from shared.bridge.rankings.places import rank
from shared.bridge.rankings.totals import acblscore_score, percentage
from shared.bridge.rounding import ACBLSCORE, to_decimal
from shared.formats.acblscore.scores import read_score
from shared.formats.acblscore.writer.people import ADJUSTMENTS, Fields
from shared.formats.acblscore.writer.results import row_of
from shared.formats.acblscore.writer.seating import people_of
from shared.formats.losses import Losses
from shared.formats.merged_values import Values

Kind = Literal["player", "pair"]


@dataclass
class _Tally:
    """What somebody has in a session."""

    points: Fraction = Fraction(0)
    boards: set[str] = field(default_factory=set)


def scored_otherwise(merged: EventMerged) -> bool:
    """Whether an event of pairs or individuals is match-pointed, and not as the program does it."""
    method = merged.standings.method
    return (
        method.board_scoring == "match_points"
        and method.rounding != "acblscore"
        and any(any(players_of(result.sides)[0]) for result in merged.facts.results)
    )


def scored_anew(
    merged: EventMerged, session: str | None, directions: Mapping[str, Mapping[str, int]], losses: Losses
) -> Facts:
    """The facts of an event that is scored otherwise, with the program's points, totals and places in a session.

    `directions` are those of the people of each section, by its name; 0 where its movement has one winner.
    """
    facts = merged.facts
    kind: Kind = "player" if facts.event.kind == "individual" else "pair"
    method = merged.standings.method
    ours = ", ".join(filter(None, (method.scale, method.factoring, method.rounding)))
    losses.add(
        f"method of scoring ({ours})" if ours else "method of scoring",
        "a game file is scored by the rules of ACBLscore: 1-½-0, two decimals",
    )
    groups = groups_of(merged, session, list(directions))
    results, tops = _scored(facts.results, session, groups, individual=kind == "player")
    tallies = _tallies((each for each in results if each.session == session), individual=kind == "player")
    boards = max((len(tally.boards) for tally in tallies.values()), default=0)
    rows = Values(merged, True, Losses())
    totals: list[StatedTotal] = []
    adjustments = [fact for fact in facts.adjustments if fact.kind not in ADJUSTMENTS]
    for name, people in directions.items():
        top = tops.get(groups[name], 0)
        without = (rows.row(kind, participant, session) for participant in people.keys() - tallies.keys())
        losses.add(
            "total",
            "it has no results to be scored",
            sum(r is not None and r.total is not None for r in without),
            of=("totals",),
        )
        for participant in people.keys() & tallies.keys():
            given = _given(rows, kind, participant, session, top * boards, losses)
            adjustments += given
            whose = StatedTotal(kind=kind, participant=participant, session=session, section=name or None)
            totals.append(_with_total(whose, tallies[participant], top, boards, given))
    ranked = ranked_of(merged, session, list(directions))
    of_person = {
        participant: (ranked[name], direction)
        for name, people in directions.items()
        for participant, direction in people.items()
    }
    not_eligible = {person.id for person in facts.participants if person.kind == kind and not person.standing}
    return facts.replace(
        sections=_sections(facts, session, groups, ranked, tops),
        results=tuple(results),
        totals=tuple(_placed(totals, of_person, not_eligible)),
        adjustments=tuple(adjustments),
    )


def groups_of(merged: EventMerged, session: str | None, names: Sequence[str]) -> dict[str, str]:
    """The first of the sections that each is scored together with (rule 5)."""
    groups = {name: name for name in names}
    for board in merged.boards:
        if board.session == session:
            together = {groups[name] for line in board.lines if (name := line.section or "") in groups}
            first = min(together, key=names.index, default="")
            groups = {name: first if group in together else group for name, group in groups.items()}
    return groups


def ranked_of(merged: EventMerged, session: str | None, names: Sequence[str]) -> dict[str, str]:
    """The section that each is ranked with, as its file says or by the rankings that there are (rule 5)."""
    stated = {fact.id: fact.ranked_with for fact in merged.facts.sections if fact.session == session}
    together = any(ranking.section is None for ranking in merged.standings.rankings)
    return {name: stated.get(name) or (names[0] if together else name) for name in names}


def _sections(
    facts: Facts, session: str | None, groups: Mapping[str, str], ranked: Mapping[str, str], tops: Mapping[str, int]
) -> tuple[SectionFact, ...]:
    """Sections of the session with their groups and top; what another program had as the full total is left out."""
    known = {fact.id: fact for fact in facts.sections if fact.session == session}
    several = len(groups) > 1
    changed = [
        known.get(name, SectionFact(session=session, id=name)).replace(
            scored_with=group if several else None,
            ranked_with=ranked[name] if several else None,
            top=Decimal(tops.get(group, 0)),
            details=tuple(d for d in known[name].details if d.name != "FULL_SCORE") if name in known else (),
        )
        for name, group in groups.items()
    ]
    return (*(fact for fact in facts.sections if fact.session != session), *changed)


def _scored(
    results: Iterable[ResultFact], session: str | None, groups: Mapping[str, str], *, individual: bool
) -> tuple[list[ResultFact], dict[str, int]]:
    """Results with the points of rule 1, and the top of each group of sections."""
    every = list(results)
    boards: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    lines: dict[int, BoardLine] = {}
    for number, result in enumerate(every):
        if result.session != session:
            continue
        every[number] = result.replace(stated=None)
        line = _line(result, individual=individual)
        group = groups.get(result.section or "")
        if line is not None and line.scored and group is not None:
            lines[number] = line
            boards[group][result.board].append(number)
    tops = {group: max(map(len, own.values())) - 1 for group, own in boards.items()}
    for group, own in boards.items():
        for numbers in own.values():
            scored = score_board(
                [lines[number] for number in numbers],
                expected=tops[group] + 1,
                scale=MatchpointScale.AMERICAN,
                factoring=FactoringMethod.NEUBERG,
                rounding=ACBLSCORE,
            )
            for number, worth in zip(numbers, scored, strict=True):
                stated = StatedScore(ns=_cents(worth.ns), ew=_cents(worth.ew), unit="match_points")
                every[number] = every[number].replace(stated=stated)
    return every, tops


def _line(result: ResultFact, *, individual: bool) -> BoardLine | None:
    """A result as the file will have it; None for one that it has no score for."""
    row = row_of(result, individual=individual, losses=Losses())
    if row is None:
        return None
    ns, ew = ("north_score", "east_score") if individual else ("ns_score", "ew_score")
    read = [read_score(int(row[name]), ns=name == ns) for name in (ns, ew)]
    scores = [_side(each[0], sign) if each is not None else None for each, sign in zip(read, (1, -1), strict=True)]
    return BoardLine(scores[0], scores[1], result.foul_group)


def _side(score: Score, sign: int) -> SideScore:
    if score.kind == "points" and score.points is not None:
        return sign * score.points
    return Artificial(Fraction(score.percent)) if score.percent is not None else None


def _tallies(results: Iterable[ResultFact], *, individual: bool) -> dict[str, _Tally]:
    """What everybody has; of several results of somebody on one board the first counts (rule 2)."""
    tallies: dict[str, _Tally] = defaultdict(_Tally)
    for result in results:
        if result.stated is None:
            continue
        for number, name in enumerate(people_of(result.sides, individual)):
            points = (result.stated.ns, result.stated.ew)[number % 2]
            if name is not None and points is not None and result.board not in tallies[name].boards:
                tallies[name].boards.add(result.board)
                tallies[name].points += Fraction(points)
    return tallies


def _with_total(
    whose: StatedTotal, tally: _Tally, top: int, boards: int, given: Iterable[AdjustmentFact]
) -> StatedTotal:
    """Rule 2."""
    full = top * boards
    score = acblscore_score(tally.points, played=top * len(tally.boards), full=full)
    score += sum(Fraction(fact.amount) for fact in given if fact.kind == "penalty")
    share = percentage(score, full)
    return whose.replace(
        total=to_decimal(score, 2),
        unfactored=to_decimal(tally.points, 2),
        maximum=Decimal(full),
        percentage=None if share is None else to_decimal(share, 2),
        boards_played=len(tally.boards),
    )


def _given(
    rows: Values, kind: Kind, participant: str, session: str | None, full: int, losses: Losses
) -> list[AdjustmentFact]:
    """Rule 3."""
    row, overall = rows.row(kind, participant, session), rows.row(kind, participant, None)
    if row is None or not row.maximum:
        without = row is not None and any((row.adjustment, row.handicap, row.carry_forward))
        losses.add("adjustment", "nothing says of which full total it is a part", int(without), of=("adjustments",))
        return []
    earlier = _points(overall) - _points(row) if overall is not None and session is not None else Fraction(0)
    amounts = {
        "penalty": Fraction(row.adjustment or 0) / Fraction(row.maximum),
        "handicap": _share(row, row.handicap),
        "carry_forward": _share(row, row.carry_forward) + earlier / Fraction(row.maximum),
    }
    return [
        AdjustmentFact(
            kind=name,
            participant=participant,
            participant_kind=kind,
            session=session,
            amount=to_decimal(share * full, 2),
            unit="match_points",
            counted=name == "penalty",
        )
        for name, share in amounts.items()
        if share
    ]


def _points(row: StandingRow) -> Fraction:
    return Fraction(row.total or 0)


def _share(row: StandingRow, amount: Decimal | None) -> Fraction:
    """The part of the full total that something is, which is in per cent where there is a percentage."""
    if not amount or not row.maximum:
        return Fraction(0)
    return Fraction(amount) / (100 if row.percentage is not None else Fraction(row.maximum))


def _placed(
    totals: Iterable[StatedTotal], keys: Mapping[str, tuple[str, int]], not_eligible: set[str]
) -> Iterator[StatedTotal]:
    """Rule 4."""
    lists: dict[tuple[str, int], list[StatedTotal]] = defaultdict(list)
    for total in totals:
        if total.participant in not_eligible:
            yield total
        else:
            lists[keys[total.participant]].append(total)
    for those in lists.values():
        places = rank({total.participant: Fraction(total.total or 0) for total in those})
        for total in sorted(those, key=lambda each: each.participant):
            place = str(places[total.participant])
            yield total.replace(place=place, section_place=place)


def with_lines(entry: Fields, participant: str, results: Iterable[ResultFact], losses: Losses) -> Fields:
    """The entry of a Swiss pair by IMPs, whose total is the sum of its lines: a game file has no matches of pairs."""
    points = [
        worth
        for result in results
        if result.stated is not None
        for name, worth in ((result.sides.ns, result.stated.ns), (result.sides.ew, result.stated.ew))
        if name == participant and worth is not None
    ]
    if not points or "score" not in entry:
        return entry
    left = {name for name in ADJUSTMENTS.values() if entry.get(name)}
    losses.add("adjustment", "it is of the score of matches", len(left), of=("adjustments",))
    total = sum(points, Decimal(0))
    sums = {"score": total, "unfactored": total, "final_score": total}
    return {name: value for name, value in entry.items() if name not in left} | sums


def _cents(points: Fraction | None) -> Decimal | None:
    return None if points is None else to_decimal(points, 2)
