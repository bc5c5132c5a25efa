"""Rules about totals of chess: points, places and the records that repeat them, against the results.

Points are worked out by `shared/chess` under the scoring system of the event; a player's line in a team event states
his standard score (TRF-2026, record 001). Nothing is compared while games are still being played.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from operator import itemgetter

from contracts.base import Discipline, Place
from contracts.codes import chess as codes
from contracts.facts import Extension, StatedTotal
from contracts.findings import Finding
from services.validation.domain.case import Case, Rule
from shared.chess.model import GAME, MATCH, Kind
from shared.chess.points import byes_to_come
from shared.formats.trf.columns import Total, field_place
from shared.formats.trf.writer.informative import Informative
from shared.formats.trf.writer.lines import numbers_of

_STANDARD = {"1": 2, "W": 2, "+": 2, "=": 1, "D": 1}
_RECORDS = ("801", "802")


def _is_chess(case: Case) -> bool:
    return case.facts.event.discipline is Discipline.CHESS and bool(case.facts.games or case.facts.matches)


def _text(value: Fraction) -> str:
    """A number of points as people write it."""
    return format((Decimal(value.numerator) / Decimal(value.denominator)).normalize(), "f")


def points_follow_results(case: Case) -> Iterator[Finding]:
    """Stated points are the sum of the results.

    Programs differ in whether a bye of the round to come is in the points already; both are taken.
    """
    if not _is_chess(case):
        return
    table, to_come = case.tournament, byes_to_come(case.facts)
    stated: dict[tuple[str, str], StatedTotal] = {(t.kind, t.participant): t for t in case.facts.totals}
    kind = "team" if table.team else "player"
    for at, entrant in enumerate(table.entrants):
        total = stated.get((kind, entrant.id))
        if total is None or any(turn.kind is Kind.OPEN for turn in entrant.turns):
            continue
        first, second = (table.exact(table.scores[at][which]) for which in (MATCH, GAME))
        if table.team:
            yield from _team(total, first, second)
        elif total.total is not None and Fraction(total.total) not in (first, first + to_come.get(entrant.id, 0)):
            yield _points(total, first)
    if table.team:
        yield from _standard_scores(case, stated)


def _points(total: StatedTotal, computed: Fraction) -> Finding:
    return codes.POINTS_DIFFER.finding(
        f"player {total.participant} has {_text(computed)} points by his results",
        place=field_place(total.at, "points"),
        subject=f"player {total.participant}",
        stated=str(total.total),
        computed=_text(computed),
    )


def _team(total: StatedTotal, match_points: Fraction, game_points: Fraction) -> Iterator[Finding]:
    both: tuple[tuple[str, Total, Decimal | None, Fraction], ...] = (
        ("match", "match_points", total.total, match_points),
        ("game", "game_points", total.game_points, game_points),
    )
    for what, field, said, computed in both:
        if said is not None and Fraction(said) != computed:
            yield codes.TEAM_POINTS_DIFFER.finding(
                f"team {total.participant} has {_text(computed)} {what} points by its boards",
                place=field_place(total.at, field),
                subject=f"team {total.participant}",
                stated=str(said),
                computed=_text(computed),
            )


def _standard_scores(case: Case, stated: Mapping[tuple[str, str], StatedTotal]) -> Iterator[Finding]:
    """Points of players in a team event: what they scored over the board and by forfeit.

    Programs differ in whether a bye of the team is a point of its players; both are taken.
    """
    halves: Counter[str] = Counter()
    with_byes: Counter[str] = Counter()
    is_open: set[str] = set()
    for game in case.facts.games:
        halves[game.player] += _STANDARD.get(game.result or "", 0)
        with_byes[game.player] += {"U": 2, "F": 2, "H": 1}.get(game.result or "", 0)
        if game.result is None:
            is_open.add(game.player)
    for (kind, who), total in stated.items():
        if kind != "player" or total.total is None or who in is_open:
            continue
        taken = (Fraction(halves[who], 2), Fraction(halves[who] + with_byes[who], 2))
        if Fraction(total.total) not in taken:
            yield _points(total, taken[0])


_Claim = tuple[int, Decimal, StatedTotal]
"""A stated place, the points that rank, and the total that states them."""


def places_follow_points(case: Case) -> Iterator[Finding]:
    """More points are never the worse place; ties are broken by rules of the organiser."""
    if not _is_chess(case):
        return
    table = case.tournament
    kind, by_game_points = ("team", table.primary == GAME) if table.team else ("player", False)
    ranked: list[_Claim] = sorted(
        (
            (int(total.place), points, total)
            for total in case.facts.totals
            if total.kind == kind
            and total.place
            and total.place.isdigit()
            and (points := total.game_points if by_game_points else total.total) is not None
        ),
        key=itemgetter(0, 1),
    )
    wrong: list[tuple[_Claim, _Claim]] = []
    least: _Claim | None = None
    for each in ranked:
        if least is None or each[1] < least[1]:
            least = each
        elif each[1] > least[1]:
            wrong.append((least, each))
    if wrong:
        (_, fewer, ahead), (_, higher, behind) = wrong[0]
        more = f"; {len(wrong)} of {len(ranked)} places are not by points" if len(wrong) > 1 else ""
        how = "which is shared with" if ahead.place == behind.place else "behind"
        yield codes.PLACE_AGAINST_POINTS.finding(
            f"{kind} {behind.participant} with {higher} is at place {behind.place}, {how} {kind} "
            f"{ahead.participant} with {fewer}{more}",
            place=field_place(behind.at, "rank"),
            subject=f"{kind} {behind.participant}",
            stated=behind.place,
        )


def summaries_repeat(case: Case) -> Iterator[Finding]:
    """801 and 802 say what 001, 300, 310 and 330 say; blanks and needless decimals do not matter."""
    said = [each for each in case.facts.extensions if each.kind == "record" and each.name in _RECORDS]
    if not said or not _is_chess(case):
        return
    facts = case.facts
    teams = numbers_of(facts.participants, "team")
    totals = {t.participant: (t.total, t.game_points, t.place or "") for t in facts.totals if t.kind == "team"}
    made: dict[tuple[str, str], list[str]] = {}
    for line in Informative(facts, teams, totals).lines():
        words = _words(line)
        made[words[0], words[1]] = words
    for each in said:
        words = _words(each.value)
        if len(words) < 2:
            continue
        ours = made.get((words[0], words[1].lstrip("0")))
        if ours is not None and ours[2:] != words[2:]:
            pairs = enumerate(zip(ours, words, strict=False))
            at = next((n for n, (a, b) in pairs if n > 1 and a != b), min(len(ours), len(words)))
            yield codes.SUMMARY_DIFFERS.finding(
                f"{each.name} of {each.owner}",
                place=_place_of_words(each, at),
                subject=each.owner,
                stated=" ".join(words[at : at + _SHOWN]) or None,
                computed=" ".join(ours[at : at + _SHOWN]) or None,
            )


_SHOWN = 3
"""Words of a record that are shown where it differs: opponent, colour and results of a round."""


def _words(line: str) -> list[str]:
    return [word.removesuffix(".0") for word in line.split()]


def _place_of_words(record: Extension, at: int) -> Place | None:
    """The columns of the words that are shown; the end of the line where it lacks them."""
    if record.at is None:
        return None
    spans = [found.span() for found in re.finditer(r"\S+", record.value)][at : at + _SHOWN]
    first, last = (spans[0][0] + 1, spans[-1][1]) if spans else (len(record.value) + 1,) * 2
    return record.at.replace(column=first, end_column=last, path=record.name)


def rounds_exist(case: Case) -> Iterator[Finding]:
    """What is lent or paired belongs to a round that the tournament has; of lines 001 the reader says so."""
    rounds = case.facts.event.rounds
    if rounds is None or case.facts.event.discipline is not Discipline.CHESS:
        return
    facts = case.facts
    said = [
        *((each.round, each.at) for each in facts.adjustments),
        *((each.round, each.at) for each in facts.seats if each.at is None or each.at.path != "001"),
        *((each.round, each.at) for each in facts.matches),
    ]
    for round_, place in said:
        if round_ is not None and round_ > rounds:
            yield codes.ROUND_BEYOND_END.finding(
                f"round {round_} of {rounds}",
                place=place,
                subject=f"round {round_}",
                stated=str(round_),
                computed=str(rounds),
            )


RULES: tuple[Rule, ...] = (points_follow_results, places_follow_points, summaries_repeat, rounds_exist)
"""Points, places, summaries and rounds."""
