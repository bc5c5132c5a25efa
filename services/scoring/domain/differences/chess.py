"""Stated points and places of chess, held against those of the games; and records that repeat results.

Points are worked out under the scoring system of the event; a player's line in a team event states his standard score
(TRF-2026, record 001). Of somebody whose game has no result yet they are not compared.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from decimal import Decimal
from fractions import Fraction
from itertools import chain

from contracts.base import Place
from contracts.codes import scoring as codes
from contracts.facts import Extension, Facts, StatedTotal
from contracts.findings import Finding
from services.scoring.domain.boards.board_list import published
from services.scoring.domain.boards.line_methods import agrees
from shared.chess.model import GAME, MATCH, Kind, Tournament
from shared.chess.points import Points, byes_to_come, points_of, team_byes_to_come
from shared.formats.trf.columns import Total, field_place
from shared.formats.trf.writer.informative import Informative
from shared.formats.trf.writer.lines import numbers_of

_STANDARD = {"1": 2, "W": 2, "+": 2, "=": 1, "D": 1}
_BYES = ("U", "F", "H")
_RECORDS = ("801", "802")

Places = tuple[int, int]
"""The first and the last place that somebody may have."""


def place_finding(total: StatedTotal, subject: str, places: Places) -> Finding:
    """A place that is stated and cannot be."""
    place = str(places[0]) if places[0] == places[1] else f"{places[0]} to {places[1]}"
    text = f"{subject} is stated in place {total.place}, but by points and tie-breaks it is in place {place}"
    at = field_place(total.at, "rank")
    return codes.PLACE_DIFFERS.finding(text, place=at, subject=subject, stated=total.place, computed=place)


FEWEST = 4
"""Places that differ from which on they may be one difference."""

MANY = 50
"""Places that differ from which on they are one in any case: nobody corrects so many one by one."""


def one_order(differing: int, first: Finding, claims: Iterable[tuple[int, Places]], tie_breaks: str) -> Finding | None:
    """One finding for places that are stated in another order than that of points and tie-breaks, if they are.

    Where a third of all places are not even among those of their points, the column holds something else than the
    standings: starting numbers, as a rule. Where a third of the places among those level on points differ and none
    else, the program has broken ties otherwise. Else `MANY` are those of an earlier standing, or follow from a few
    results.

    Args:
        differing: how many are stated in a place that cannot be theirs; several at least.
        first: what is said of the first of them.
        claims: each stated place, with the first and the last one of those who have as many points.
        tie_breaks: what decides among these; "" where none is stated.
    """
    stated = list(claims)
    outside = sum([not groups[0] <= place <= groups[1] for place, groups in stated])
    tied = sum([groups[0] < groups[1] for _, groups in stated])
    if 3 * outside > len(stated):
        text = f"the stated places are not the order of the points: {outside} of {len(stated)} are those of others"
        return codes.PLACES_OF_ANOTHER_ORDER.finding(text, place=first.place, subject="the places")
    if not outside and 3 * differing > tied:
        text = f"{differing} of {tied} places among those level on points are not those that {tie_breaks} give"
        return codes.TIES_BROKEN_OTHERWISE.finding(
            f"{text}; the first: {first.message}", place=first.place, subject="the places"
        )
    if differing > MANY:
        text = f"{differing} of {len(stated)} stated places do not follow from points and tie-breaks; the first:"
        return first.replace(message=f"{text} {first.message}", subject="the places")
    return None


_WORDS: dict[Total, str] = {"points": "points", "match_points": "match points", "game_points": "game points"}


def points_finding(total: StatedTotal, subject: str, field: Total, stated: Decimal, computed: Fraction) -> Finding:
    """Points that are stated in a field and that the games do not give."""
    text = f"{subject} is stated with {stated} {_WORDS[field]}, but the games give {published(computed)}"
    return codes.TOTAL_DIFFERS.finding(
        text, place=field_place(total.at, field), subject=subject, stated=str(stated), computed=str(published(computed))
    )


def compare_team_event(facts: Facts, tournament: Tournament) -> list[Finding]:
    """What is stated otherwise in an event of teams, beside the score that ranks and the place."""
    if not tournament.team:
        return []
    other = MATCH if tournament.primary == GAME else GAME
    return [*_team_points(facts, tournament, other), *_standard_scores(facts), *_summaries(facts)]


def wrong_points(facts: Facts, tournament: Tournament) -> set[str]:
    """The players and teams of whom other points are stated than their games give."""
    if tournament.team:
        scores = chain.from_iterable(_team_points(facts, tournament, which) for which in (MATCH, GAME))
        return {finding.subject or "" for finding in (*scores, *_standard_scores(facts))}
    stated = {total.participant: total.total for total in facts.totals if total.kind == "player" and not total.session}
    to_come = byes_to_come(facts)
    exact = ((each.id, tournament.exact(each.total[MATCH])) for each in tournament.entrants)
    return {
        f"player {player}"
        for player, points in exact
        if (claim := stated.get(player)) is not None
        and not (agrees(claim, points) or agrees(claim, points + to_come.get(player, 0)))
    }


def _team_points(facts: Facts, tournament: Tournament, other: int) -> Iterator[Finding]:
    """Match points or game points of teams."""
    stated = {total.participant: total for total in facts.totals if total.kind == "team"}
    to_come = team_byes_to_come(facts, tournament.boards)
    field: Total = "match_points" if other == MATCH else "game_points"
    for at, entrant in enumerate(tournament.entrants):
        total = stated.get(entrant.id)
        if total is None or any(turn.kind is Kind.OPEN for turn in entrant.turns):
            continue
        claim = total.total if other == MATCH else total.game_points
        computed = tournament.exact(tournament.scores[at][other])
        coming = to_come[entrant.id][other] if entrant.id in to_come else 0
        if claim is not None and Fraction(claim) not in (computed, computed + coming):
            yield points_finding(total, f"team {entrant.id}", field, claim, computed)


def _standard_scores(facts: Facts) -> Iterator[Finding]:
    """Points of players in a team event: what they scored over the board and by forfeit.

    Programs differ in whether a bye of the team is a point of its players, or what a record gives; all are taken.
    """
    halves: Counter[str] = Counter()
    byes: dict[str, Counter[str]] = defaultdict(Counter)
    unfinished: set[str] = set()
    for game in facts.games:
        halves[game.player] += _STANDARD.get(game.result or "", 0)
        if game.result is None:
            unfinished.add(game.player)
        elif game.result in _BYES:
            byes[game.player][game.result] += 1
    for seat in facts.seats:
        if seat.kind == "player" and seat.text in _BYES:
            byes[seat.participant][seat.text] += 1
    stated = points_of(facts.event.scoring_system).stated
    of_byes = Points({letter: stated[letter] for letter in _BYES if letter in stated})
    for total in facts.totals:
        player = total.participant
        if total.kind != "player" or total.total is None or player in unfinished:
            continue
        standard, free = Fraction(halves[player], 2), byes[player].items()
        with_byes = [
            standard + sum([points(letter) * count for letter, count in free])
            for points in (Points({}).game, of_byes.game)
        ]
        if Fraction(total.total) not in (standard, *with_byes):
            yield points_finding(total, f"player {player}", "points", total.total, standard)


def _summaries(facts: Facts) -> Iterator[Finding]:
    """801 and 802 say what 001, 300, 310 and 330 say; blanks and needless decimals do not matter."""
    records = [each for each in facts.extensions if each.kind == "record" and each.name in _RECORDS]
    if not records:
        return
    teams = numbers_of(facts.participants, "team")
    totals = {t.participant: (t.total, t.game_points, t.place or "") for t in facts.totals if t.kind == "team"}
    made: dict[tuple[str, str], list[str]] = {}
    for line in Informative(facts, teams, totals).lines():
        words = _words(line)
        made[words[0], words[1]] = words
    for each in records:
        words = _words(each.value)
        if len(words) < 2:
            continue
        ours = made.get((words[0], words[1].lstrip("0")))
        if ours is not None and ours[2:] != words[2:]:
            pairs = enumerate(zip(ours, words, strict=False))
            at = next((n for n, (a, b) in pairs if n > 1 and a != b), min(len(ours), len(words)))
            stated, computed = (" ".join(side[at : at + _SHOWN]) or None for side in (words, ours))
            text = f"record {each.name} of {each.owner} has {stated or 'nothing'}, but the other records give"
            text += f" {computed or 'nothing'}"
            place = _place_of_words(each, at)
            yield codes.SUMMARY_DIFFERS.finding(text, place=place, subject=each.owner, stated=stated, computed=computed)


_SHOWN = 3
"""Words of a record that are shown where it differs: opponent, colour and results of a round."""


def _words(line: str) -> list[str]:
    return [word.removesuffix(".0") for word in line.split()]


def _place_of_words(record: Extension, at: int) -> Place | None:
    """The columns of the words that are shown; the end of the line where it lacks them."""
    if record.at is None:
        return None
    spans = [word.span() for word in re.finditer(r"\S+", record.value)][at : at + _SHOWN]
    first, last = (spans[0][0] + 1, spans[-1][1]) if spans else (len(record.value) + 1,) * 2
    return record.at.replace(column=first, end_column=last, path=record.name)
