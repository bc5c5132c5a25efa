"""The one match that explains why stated totals are not the sums of the stated scores of matches.

Rules kept here:

1. The stated scores of somebody's matches, with penalties, make the stated total. Where they do for most, and one
   match with other scores, with another side, or one match more makes them do for the others as well, that match is
   what is wrong.
2. A match is stated the wrong way round if each side has what the other should have. It has a wrong score if one side's
   score leaves both together with another sum than matches have, or if two who met have other totals. It is another's
   if one has its score too many, and another too few who has no match in its round. It is missing if two who have not
   met in a round both have too few, and together as much as matches give.
3. What both sides have together is what most matches of the event give.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction

from contracts.codes import scoring as codes
from contracts.facts import Facts, MatchFact, StatedTotal
from contracts.findings import Finding, Severity
from services.scoring.domain.boards.board_list import published
from services.scoring.domain.differences.matches import match_name, pair_text

_NEAR = Fraction(1, 100)
_MOST_WRONG = 2
_TRIGGERS = frozenset({codes.TOTAL_DIFFERS.code, codes.PLACE_DIFFERS.code})

_Off = Mapping[str, Fraction]
"""By how much stated totals exceed the sums of the matches, where they do."""


def with_repaired_match(facts: Facts, differences: list[Finding]) -> list[Finding]:
    """Differences from what files state, with the match first that explains them, if there is one."""
    if not facts.matches or not any(f.code in _TRIGGERS and f.severity is not Severity.INFO for f in differences):
        return differences
    found = repaired_match(facts)
    return differences if found is None else [found, *differences]


def repaired_match(facts: Facts) -> Finding | None:
    """The match that makes totals wrong; None where none does, or several would."""
    kind = "pair" if facts.matches[0].kind == "pairs" else "team"
    sessions = {match.session for match in facts.matches}
    for session in dict.fromkeys(total.session for total in facts.totals if total.kind == kind):
        if session not in sessions and session is not None:
            continue
        matches = [match for match in facts.matches if session is None or match.session == session]
        totals = [total for total in facts.totals if total.kind == kind and total.session == session]
        off = _differences(facts, matches, totals)
        if off:
            played = [match for match in matches if match.home_score is not None and match.away_score is not None]
            for candidates in (_exchanged, _one_score, _two_scores, _of_another, _missing):
                found = list(candidates(played, off))
                if found:
                    return found[0] if len(found) == 1 else None
    return None


def _differences(facts: Facts, matches: Sequence[MatchFact], totals: Sequence[StatedTotal]) -> dict[str, Fraction]:
    """Nothing where totals of more than two are not the sums of their matches, or most are not."""
    sums: dict[str, Fraction] = defaultdict(Fraction)
    unknown: set[str] = set()
    for match in matches:
        for name, score in ((match.home, match.home_score), (match.away, match.away_score)):
            if name is not None and score is not None:
                sums[name] += Fraction(score)
            elif name is not None and match.home_score is not None:
                unknown.add(name)
    given: dict[str, Fraction] = defaultdict(Fraction)
    for fact in facts.adjustments:
        given[fact.participant] += Fraction(fact.amount)
    off: dict[str, Fraction] = {}
    compared = 0
    for total in totals:
        name = total.participant
        if total.total is None or name in unknown:
            continue
        compared += 1
        by = [Fraction(total.total) - sums[name] - extra for extra in (Fraction(0), given[name])]
        if all(abs(each) > _NEAR for each in by):
            off[name] = by[0]
    return off if len(off) <= _MOST_WRONG and 2 * len(off) <= compared else {}


def _together(matches: Sequence[MatchFact]) -> Fraction:
    """Rule 3."""
    sums = Counter(_score(match.home_score) + _score(match.away_score) for match in matches)
    return sums.most_common(1)[0][0] if sums else Fraction(0)


def _score(value: Decimal | None) -> Fraction:
    return Fraction(value or 0)


def _of_two(matches: Sequence[MatchFact], off: _Off) -> Iterator[tuple[MatchFact, Fraction, Fraction]]:
    """The matches of the two whose totals are wrong, with what is wrong for home and away."""
    for match in matches:
        if {match.home, match.away} == off.keys():
            yield match, off[match.home], off[match.away or ""]


def _exchanged(matches: Sequence[MatchFact], off: _Off) -> Iterator[Finding]:
    for match, home, away in _of_two(matches, off):
        if home == -away == _score(match.away_score) - _score(match.home_score):
            yield _other_scores(match, (match.away_score, match.home_score), "the other way round")


def _one_score(matches: Sequence[MatchFact], off: _Off) -> Iterator[Finding]:
    usual = _together(matches)
    for match in matches if len(off) == 1 else ():
        scores = [_score(match.home_score), _score(match.away_score)]
        for place, name in enumerate((match.home, match.away)):
            wrong = off.get(name or "")
            if wrong is not None and sum(scores) != usual == sum(scores) + wrong:
                scores[place] += wrong
                yield _other_scores(match, (published(scores[0]), published(scores[1])), "otherwise")


def _two_scores(matches: Sequence[MatchFact], off: _Off) -> Iterator[Finding]:
    for match, home, away in _of_two(matches, off):
        scores = (_score(match.home_score) + home, _score(match.away_score) + away)
        if sum(scores) == _together(matches) and min(scores) >= 0:
            yield _other_scores(match, (published(scores[0]), published(scores[1])), "otherwise")


def _of_another(matches: Sequence[MatchFact], off: _Off) -> Iterator[Finding]:
    rounds: dict[str, set[tuple[str | None, int | None]]] = defaultdict(set)
    for match in matches:
        for name in (match.home, match.away):
            rounds[name or ""].add((match.session, match.round))
    for match in matches if len(off) == 2 else ():
        for name, score in ((match.home, match.home_score), (match.away, match.away_score)):
            if name is None or name not in off:
                continue
            meant = next(iter(off.keys() - {name}))
            free = meant not in (match.home, match.away) and (match.session, match.round) not in rounds[meant]
            if free and off[meant] == -off[name] == _score(score):
                text = f"{match_name(match)}: it is {meant} that played, and not {name}; then both totals are right"
                yield codes.MATCH_MISREPORTED.finding(
                    text, place=match.at, subject=_subject(match), stated=name, computed=meant
                )


def _missing(matches: Sequence[MatchFact], off: _Off) -> Iterator[Finding]:
    have_met = any({match.home, match.away} == off.keys() for match in matches)
    if have_met or min(off.values()) < 0 or sum(off.values()) != _together(matches):
        return
    one, *others = sorted(off)
    if not others:  # a match that gave the other side nothing
        played = Counter(name for match in matches for name in (match.home, match.away))
        if played[one] >= max(played.values()):
            return
    scores = pair_text(tuple(published(off.get(name, Fraction(0))) for name in (one, *(others or [""]))))
    text = f"the match of {one} and {others[0]}" if others else f"a match of {one}"
    text += f" is missing; the stated totals count {scores} for it"
    subject = f"match {one} - {others[0]}" if others else f"team {one}"
    yield codes.MATCH_MISSING.finding(text, subject=subject, computed=scores)


def _other_scores(match: MatchFact, scores: tuple[Decimal | None, Decimal | None], how: str) -> Finding:
    stated, meant = pair_text((match.home_score, match.away_score)), pair_text(scores)
    text = f"{match_name(match)} is stated with {stated}; {how}, with {meant}, the totals of both sides are right"
    return codes.MATCH_MISREPORTED.finding(text, place=match.at, subject=_subject(match), stated=stated, computed=meant)


def _subject(match: MatchFact) -> str:
    return f"match {match.home} - {match.away}"
