"""Totals, percentages and places of the participants of an event, beside what its files state.

A ranking is kept to date column by column: what a participant has is worked out anew when it has moved.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from decimal import Decimal
from functools import lru_cache
from itertools import accumulate, compress, repeat
from operator import not_
from types import MappingProxyType
from typing import Any

from contracts.base import NAME_LENGTH, Direction
from contracts.facts import Participant, StatedTotal
from contracts.findings import Finding
from contracts.standings import ROWS, Ranking, StandingRow
from contracts.tables import Arranged, Table
from services.scoring.domain.boards.board_list import hundredths, published
from services.scoring.domain.differences.rankings import ABOUT_TIES, compare_row, habits_of, totals_ahead
from services.scoring.domain.merging.key_order import key_order
from services.scoring.domain.rankings.adjustments import NO_ADJUSTMENT, Adjustments
from services.scoring.domain.rankings.tallies import FullTotals, ParticipantScore, Tallies
from shared.bridge.rankings.places import Ranks, place_of, rank
from shared.bridge.rankings.totals import percentage
from shared.bridge.rounding import decimal_of, to_decimal


@dataclass(frozen=True)
class RankingPlan:
    """Which participants and sessions a ranking is about.

    Attributes:
        only: the participants; None for all of them.
    """

    id: str
    title: str
    sessions: tuple[str | None, ...]
    session: str | None = None
    section: str | None = None
    direction: Direction | None = None
    only: frozenset[str] | None = None


def plan_rankings(
    participants: Sequence[Participant],
    sessions: Sequence[str | None],
    winners: int,
    of_sessions: Mapping[str | None, int] = MappingProxyType({}),
) -> tuple[RankingPlan, ...]:
    """Which rankings an event has: overall, by section and by session, for both lines where there are two winners.

    Args:
        participants: of the event.
        sessions: with a score.
        winners: of the event.
        of_sessions: winners of those sessions that are ranked in any case, also when there is no other one.
    """
    lines = _lines(winners)
    words = {Direction.NS: "North-South", Direction.EW: "East-West", None: ""}
    every = tuple(sessions)
    plans = [RankingPlan(line or "overall", words[line] or "Overall", every, direction=line) for line in lines]
    sections = sorted({p.section for p in participants if p.section}, key=lambda s: key_order((s,)))
    if len(sections) > 1:
        plans.extend(
            RankingPlan(
                "-".join(["section", section, *([line] if line else [])]),
                f"Section {section} {words[line]}".strip(),
                every,
                section=section,
                direction=line,
            )
            for section in sections
            for line in lines
        )
    ranked = [session for session in sessions if len(sessions) > 1 or session in of_sessions]
    if ranked:
        plans.extend(
            RankingPlan(
                "-".join(["session", session or "0", *([line] if line else [])]),
                " ".join(filter(None, ("Session", session, words[line]))),
                (session,),
                session=session,
                direction=line,
            )
            for session in ranked
            for line in _lines(of_sessions.get(session, winners))
        )
    return tuple(plans)


def _lines(winners: int) -> tuple[Direction | None, ...]:
    return (Direction.NS, Direction.EW) if winners == 2 else (None,)


def name_of(participant: Participant) -> str:
    """How a participant is shown: by name, else by number."""
    return participant.shown_name or participant.number or participant.id


_SCORED = ("total", "maximum", "percentage")
_ADDED = ("adjustment", "handicap", "carry_forward", "final")
"""Columns that follow from the score of a participant, and those of what comes to it; kept as they are written."""

_Compared = tuple[tuple[object, ...], list[Finding]]
"""What a comparison was made of, and what is stated otherwise."""


@dataclass
class RankingToDate:
    """A ranking as it was made last, by participant.

    Attributes:
        plan: who is ranked; the same object as long as it is the same plan.
        frame: what all of it follows from, apart from the plan, those who are ranked and the scores.
        moved: who has another score since.
        recounted: who has another number of scores since it was looked at who is ranked.
        listed: who is ranked, by id.
        made: the ranking, and what is stated otherwise.
    """

    plan: RankingPlan
    frame: tuple[object, ...] = ()
    moved: set[str] = field(default_factory=set)
    recounted: set[str] = field(default_factory=set)
    listed: Mapping[str, Participant] = field(default_factory=dict)
    scores: dict[str, ParticipantScore] = field(default_factory=dict)
    made: tuple[Ranking, list[Finding]] | None = None
    _ranks: Ranks[str] = field(default_factory=lambda: Ranks(()))
    _numbers: dict[str, int] = field(default_factory=dict)
    _columns: dict[str, list[Any]] = field(default_factory=dict)
    _written: dict[str, list[str]] = field(default_factory=dict)
    _compared: dict[str, _Compared] = field(default_factory=dict)
    _verbatim: list[str] = field(default_factory=list)
    _without: set[str] = field(default_factory=set)
    _of: tuple[Sequence[Participant], RankingPlan | None, Set[str] | None] = ((), None, None)
    _by_id: Mapping[str, Participant] = field(default_factory=dict)
    _everybody: Sequence[Participant] = ()

    def everybody(
        self,
        plan: RankingPlan,
        participants: Sequence[Participant],
        tallies: Tallies,
        stated: Mapping[str, StatedTotal],
    ) -> Sequence[Participant]:
        """Who is ranked; looked at again are those who have another number of scores, if all else is the same."""
        of = (participants, plan, stated.keys() if plan.session is not None else None)
        recounted, self.recounted = self.recounted, set()
        if of == self._of and not any(
            _is_listed(self._by_id[name], plan, tallies, stated) != (name in self.listed)
            for name in recounted & self._by_id.keys()
        ):
            return self._everybody
        if participants is not self._of[0]:
            self._by_id = {p.id: p for p in participants}
        self._of = of
        return [p for p in participants if _is_listed(p, plan, tallies, stated)]

    def begin(self, plan: RankingPlan, frame: tuple[object, ...], listed: Sequence[Participant]) -> None:
        """Begin anew unless what all of it follows from is the same."""
        if plan == self.plan and frame == self.frame and listed == self._everybody:
            return
        self.plan, self.frame, self._everybody, self.made = plan, frame, listed, None
        self.listed = {p.id: p for p in listed}
        self._without = {p.id for p in listed if not p.standing}
        self._ranks, self._numbers = Ranks(self.listed), {name: number for number, name in enumerate(self.listed)}
        self._columns, self._written = {**_who(listed, plan.direction), "boards": [0] * len(listed)}, {}
        self._verbatim = [n for n in ("id", "number", "name") if n in self._columns and _is_verbatim(self._columns[n])]
        self._compared = {name: own for name, own in self._compared.items() if name in self.listed}
        self.moved = set(self.listed)

    def score(self, score_of: Callable[[str], ParticipantScore]) -> None:
        """Score those who have moved."""
        moved = self._take_moved()
        for name in moved:
            score = self.scores[name] = score_of(name)
            self._ranks.put(name, score.value if self.listed[name].standing else None)
        scores = [self.scores[name] for name in moved]
        self._put(moved, [score.boards for score in scores], list(zip(*map(_written_score, scores), strict=True)))

    def add_up(self, tallies: Tallies) -> None:
        """Score those who have moved, where nothing comes to the scores of their boards; in whole numbers."""
        moved = self._take_moved()
        below, topped = tallies.measure.below, tallies.topped
        scores, points, tops, boards = tallies.sums(moved, self.plan.sessions)
        ranked = [bool(count) and (not topped or top > 0) for count, top in zip(scores, tops, strict=True)]
        ratios = zip(map(self._numbers.__getitem__, moved), points, tops if topped else repeat(below), strict=False)
        self._ranks.put_ratios(compress(ratios, ranked))
        maxima = {top: _hundredths(top, below) if top > 0 else "" for top in set(tops)}
        totals = list(map(str, points)) if below == 1 else [_hundredths(number, below) for number in points]
        percentages = [
            _percent((20_000 * number + top) // (2 * top)) if top > 0 else ""
            for number, top in zip(points, tops, strict=True)
        ]
        written = [totals, list(map(maxima.__getitem__, tops)), percentages]
        unranked = list(compress(moved, map(not_, ranked)))
        if unranked:
            written = [[text if is_ else "" for text, is_ in zip(texts, ranked, strict=True)] for texts in written]
        self._put(moved, boards, written)
        for name in (*unranked, *self._without.intersection(moved)):
            self._ranks.put(name, None)

    def _take_moved(self) -> Collection[str]:
        """Who has moved; everybody, where most have."""
        moved, self.moved = self.moved & self.listed.keys(), set()
        return self.listed if 2 * len(moved) > len(self.listed) else moved

    def _put(self, names: Collection[str], boards: Sequence[int], written: Iterable[Sequence[str]]) -> None:
        """Put how many boards some have, and what follows from their scores, into the columns."""
        numbers = list(map(self._numbers.__getitem__, names))
        if boards != [self._columns["boards"][number] for number in numbers]:
            self._put_in(numbers, self._columns, "boards", boards)
        for name, texts in zip((*_SCORED, *_ADDED), written, strict=False):
            self._put_in(numbers, self._written, name, texts)

    def _put_in(self, numbers: Sequence[int], columns: dict[str, list[Any]], name: str, values: Sequence[Any]) -> None:
        """Put values into a copy of a column: the rankings before have the column as it was."""
        if len(numbers) == len(self.listed):
            if columns.get(name) != values:
                columns[name] = list(values)
            return
        column = columns[name] = columns[name].copy() if name in columns else [""] * len(self.listed)
        for number, value in zip(numbers, values, strict=True):
            column[number] = value

    def place(self, stated: Mapping[str, StatedTotal]) -> tuple[Table[StandingRow], list[Finding]]:
        """The rows, and what is stated otherwise."""
        order, shared = self._ranks.order()
        ranks, texts = _placed(shared)
        if unranked := len(self.listed) - len(order):
            order += sorted(set(range(len(self.listed))).difference(order))
            ranks, texts = [*ranks, *[None] * unranked], [*texts, *[None] * unranked]
        columns = {**self._columns, **(self._stated(stated, order, ranks, shared) if stated else {})}
        lists = Arranged(columns, order, {"place": texts, "rank": ranks})
        findings = [found for name in lists["id"] for found in self._compared[name][1]] if stated else []
        written = {**self._written, **{name: columns[name] for name in self._verbatim}}
        places = [text or "" for text in texts] if unranked else texts
        return ROWS.arranged(lists, Arranged(written, order, {"place": places})), findings

    def _stated(
        self,
        stated: Mapping[str, StatedTotal],
        order: Sequence[int],
        ranks: Sequence[int | None],
        shared: Sequence[int],
    ) -> dict[str, list[Any]]:
        """What is stated, and whether it is what was computed."""
        values = {n: self.scores[n].value if who.standing else None for n, who in self.listed.items()}
        printed = rank({name: published(value) for name, value in values.items()})
        habits = habits_of(stated.values())
        places = {first: place_of(first, number) for first, number in zip(_firsts(shared), shared, strict=True)}
        names = list(self.listed)
        columns: dict[str, list[Any]] = {name: [None] * len(names) for name in _STATED}
        for number, first in zip(order, ranks, strict=True):
            name = names[number]
            total, score = stated.get(name), self.scores[name]
            place = places[first] if first is not None else None
            made_of = (self.listed[name], score, place, printed[name], total, habits)
            compared = total is not None and score.value is not None
            if (kept := self._compared.get(name)) is None or kept[0] != made_of:
                differs = compare_row(*made_of) if total is not None and compared else []  # type: ignore[arg-type]
                kept = self._compared[name] = (made_of, differs)
            if total is not None:
                agrees = not any(found.code not in ABOUT_TIES for found in kept[1]) if compared else None
                cells = (total.wins, total.place, total.total, total.percentage, agrees)
                for column, value in zip(columns.values(), cells, strict=True):
                    column[number] = value
        return columns


def _written(value: Decimal | None) -> str:
    return "" if value is None else str(value)


@lru_cache(maxsize=65_536)
def _hundredths(points: int, below: int) -> str:
    return str(hundredths((200 * points + below) // (2 * below)))


@lru_cache(maxsize=16_384)
def _percent(units: int) -> str:
    return str(decimal_of(units, 2))


_STATED = ("wins", "stated_place", "stated_total", "stated_percentage", "agrees")


def _firsts(shared: Sequence[int]) -> list[int]:
    return list(accumulate(shared, initial=1))[:-1]


def _placed(shared: Sequence[int]) -> tuple[list[int | None], list[Any]]:
    """Of everybody who is ranked, best first: the place as a number, and as it is shown."""
    count = sum(shared)
    ranks, texts = list[int | None](range(1, count + 1)), _shown(count).copy()
    if len(shared) < count:
        for first, shared_by in zip(_firsts(shared), shared, strict=True):
            if shared_by > 1:
                tied = slice(first - 1, first - 1 + shared_by)
                ranks[tied], texts[tied] = [first] * shared_by, [f"{first}="] * shared_by
    return ranks, texts


@lru_cache(maxsize=64)
def _shown(count: int) -> list[str]:
    return list(map(str, range(1, count + 1)))


def _written_score(score: ParticipantScore) -> tuple[str, ...]:
    """The columns of a score."""
    scored, added = score.value is not None, score.adjustments
    total = score.score if added is NO_ADJUSTMENT else score.score + added.adjustment
    # Where nothing comes to it, the percentage is what decides the place.
    decides = scored and added is NO_ADJUSTMENT and score.possible.numerator > 0 and not score.by_points
    percent = score.value if decides else percentage(total, score.possible)
    if score.by_points and (added.handicap or added.carried):
        # What decides is points that were scored elsewhere, too, of which nobody knows how many there could be.
        percent = None
    values = (
        published(total) if scored else None,
        published(score.possible) if scored and score.possible else None,
        to_decimal(percent, 2) if percent is not None else None,
        published(added.adjustment) if added.adjustment else None,
        published(score.of(added.handicap)) if added.handicap else None,
        published(score.of(added.carried)) if added.carried else None,
        published(score.value) if added.handicap or added.carried else None,
    )
    return tuple(map(_written, values))


def _who(listed: Sequence[Participant], direction: Direction | None) -> dict[str, list[Any]]:
    """The columns that say who is ranked, as far as they say anything."""
    columns: dict[str, list[Any]] = {
        "id": [p.id for p in listed],
        "number": [p.number or p.id for p in listed],
        "name": [name_of(p)[:NAME_LENGTH] for p in listed],
        "players": [tuple([person.name or "" for person in p.players]) for p in listed],
        "section": [p.section for p in listed],
        "direction": [direction or p.direction for p in listed],
    }
    return {name: column for name, column in columns.items() if name == "id" or any(column)}


def _is_verbatim(column: Sequence[str]) -> bool:
    """Whether texts are there, and written in JSON as they are."""
    whole = "".join(column)
    return all(column) and whole.isprintable() and '"' not in whole and "\\" not in whole


def make_ranking(
    plan: RankingPlan,
    participants: Sequence[Participant],
    tallies: Tallies,
    adjustments: Adjustments,
    stated: Mapping[str, StatedTotal],
    unit: str = "match_points",
    *,
    stretched: bool = False,
    sit_out: int | None = None,
    full: FullTotals | None = None,
) -> tuple[Ranking, list[Finding]]:
    """Rank the participants of a plan and compare each with what is stated for it.

    Args:
        plan: who is ranked, over which sessions.
        participants: of the event, in the order of their ids.
        tallies: what they scored; the rows of those who have not moved since the last ranking are the same objects.
        adjustments: what comes to it.
        stated: totals by participant.
        unit: of the totals.
        stretched: totals are scaled to the full number of boards.
        sit_out: see `ParticipantScore.stretched`.
        full: what sessions are brought to, where totals are ACBLscore's.
    """
    to_date: RankingToDate = tallies.rankings.setdefault((plan.id, stretched), RankingToDate(plan))
    listed = to_date.everybody(plan, participants, tallies, stated)
    overall, most = plan.session is None, tallies.most_boards(plan.sessions) if stretched else 0

    def score_of(name: str) -> ParticipantScore:
        score = tallies.score_of(name, plan.sessions, adjustments, overall=overall, full=full)
        return score.stretched(most, sit_out) if stretched else score

    frame = (unit, adjustments.by, stated, full, most, sit_out, tallies.measure.below)
    to_date.begin(plan, frame, listed)
    if to_date.made is not None and not to_date.moved:
        return to_date.made
    if adjustments.by or stated or full is not None or stretched:
        to_date.score(score_of)
    else:
        to_date.add_up(tallies)
    table, findings = to_date.place(stated)
    compared = [(stated[p.id], to_date.scores[p.id].boards) for p in listed if p.id in stated] if stated else []
    ahead = totals_ahead(table, compared) if stated else None
    if ahead is not None:
        table = ROWS.of_lists({name: column for name, column in table.lists.items() if name != "agrees"})
        findings = [ahead]
    ranking = Ranking(
        kind=listed[0].kind if listed else None,
        id=plan.id,
        title=plan.title,
        unit=unit,
        session=plan.session,
        section=plan.section,
        direction=plan.direction,
        rows=table,
    )
    to_date.made = (ranking, findings)
    return ranking, findings


def _is_listed(
    participant: Participant, plan: RankingPlan, tallies: Tallies, stated: Mapping[str, StatedTotal]
) -> bool:
    """Whether a ranking is about a participant.

    A ranking of a session leaves out those of another session who have nothing in this one.
    """
    if plan.only is not None and participant.id not in plan.only:
        return False
    if plan.section is not None and participant.section != plan.section:
        return False
    if plan.direction is not None and tallies.direction(participant, plan.session) != plan.direction:
        return False
    if plan.session is None or participant.session in (None, plan.session):
        return True
    return participant.id in stated or plan.session in tallies.by.get(participant.id, {})
