"""What is ruled on matches: by the director's decisions, or by a file that states a void match.

Rules kept here:

1. A ruling names both sides, and the round where they met more than once; one that names the round counts before one
   that does not. A match that no file has counts as ruled, if its sides are in the files.
2. A side gets the score that the ruling says, or what its award is worth on the scale of victory points
   (`match_awards`). Where matches give no victory points, or the scale is not known, an award has no worth, and what
   was played counts.
3. A board that is taken out of a match of teams is worth what its sides are awarded, whatever was played on it: 3 IMPs,
   or a part of the board's points. Of larger teams no source says what it is worth.
4. USEBIO has no word for a void match. A file that states 8 for each side of 20, or 12 for each, for boards that give
   something else, is taken to say that the match is void, or that the director spoiled it.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from contracts.codes.decisions import MATCH_UNKNOWN, NOT_FOLLOWED
from contracts.facts import Facts, MatchRulingFact
from contracts.findings import Finding
from services.scoring.domain.matches.match_list import Match
from services.scoring.domain.matches.match_scores import UNSCORED, MatchBoards, MatchMethod, Raw
from services.scoring.domain.merging.key_order import key_order
from services.scoring.domain.rankings.method_words import unit_in_words
from shared.bridge.boards.artificial_scores import GRADE_PERCENT, Grade, matchpoint_value
from shared.bridge.matches.board_comparison import BOARD_TOP, BoardMethod, TeamBoard
from shared.bridge.matches.match_awards import GRADES, MatchAward, match_award, removed_board, ruling_of

Side = tuple[Fraction | None, Fraction | None]


@dataclass(frozen=True)
class Ruled:
    """The rulings on the matches of an event, by the number of the match in their order.

    Attributes:
        whole: on a match as a whole.
        removed: boards that are taken out of a match.
        findings: about rulings on no match of any file.
    """

    whole: Mapping[int, MatchRulingFact] = field(default_factory=dict)
    removed: Mapping[int, Sequence[MatchRulingFact]] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()


def with_rulings(facts: Facts, matches: list[Match]) -> tuple[list[Match], Ruled]:
    """The matches of an event with those that are known from a ruling alone, and the rulings on them (rule 1)."""
    if not facts.match_rulings:
        return matches, Ruled()
    known = {participant.id for participant in facts.participants}
    known |= {side for match in matches for side in (match.home, match.away) if side is not None}
    every, findings = list(matches), []
    closest_last = sorted(facts.match_rulings, key=lambda fact: (fact.session is not None, fact.round is not None))
    for fact in reversed(closest_last):
        if any(_is_on(fact, match) for match in every):
            continue
        strangers = [side for side in (fact.home, fact.away) if side not in known]
        counts = fact.board is None and not strangers
        if counts:
            every.append(Match(fact.session, fact.round, fact.home, fact.away))
        what = (
            "the ruling counts"
            if counts
            else f"no file lists {strangers[0]}"
            if strangers
            else "the ruling changes nothing"
        )
        findings.append(
            MATCH_UNKNOWN.finding(f"a decision rules on {_named(fact)}, which no file contains; {what}", place=fact.at)
        )
    every.sort(key=lambda m: key_order((m.session, m.round, m.home, m.away, m.boards[0] if m.results else "")))
    whole: dict[int, MatchRulingFact] = {}
    removed: dict[int, list[MatchRulingFact]] = defaultdict(list)
    for fact in closest_last:
        number = next((number for number, match in enumerate(every) if _is_on(fact, match)), None)
        if number is not None and fact.board is None:
            whole[number] = fact
        elif number is not None:
            removed[number].append(fact)
    return every, Ruled(whole, removed, tuple(findings))


def without_matches(facts: Facts) -> list[Finding]:
    """That rulings on matches of an event without matches are about nothing."""
    return [
        MATCH_UNKNOWN.finding(
            f"a decision rules on {_named(fact)}, but the event is not played in matches", place=fact.at
        )
        for fact in facts.match_rulings
    ]


def of_lines(removed: Iterable[MatchRulingFact]) -> list[Finding]:
    """That boards of matches of pairs are not taken out of them: a pair gets its average on the line."""
    return [
        NOT_FOLLOWED.finding(f"{_named(fact)}: in a match of pairs the line of the board is ruled on", place=fact.at)
        for fact in removed
    ]


def _is_on(fact: MatchRulingFact, match: Match) -> bool:
    return (
        {fact.home, fact.away} == {match.home, match.away}
        and fact.session in (None, match.session)
        and (fact.round is None or match.round in (None, fact.round))
    )


def _named(fact: MatchRulingFact) -> str:
    board = f"board {fact.board} of " if fact.board is not None else ""
    return f"{board}{fact.home} against {fact.away}{f' in round {fact.round}' if fact.round is not None else ''}"


def _awards(fact: MatchRulingFact, match: Match) -> tuple[str | None, str | None]:
    awards = (fact.home_award, fact.away_award)
    return awards if fact.home == match.home else awards[::-1]


def awarded_percents(fact: MatchRulingFact, match: Match) -> tuple[Fraction | None, ...]:
    """What a ruling on a removed board gives both sides, home first, in per cent."""
    return tuple(None if award is None else GRADE_PERCENT[GRADES[award]] for award in _awards(fact, match))


def _scores(fact: MatchRulingFact, match: Match) -> Side:
    home, away = (None if score is None else Fraction(score) for score in (fact.home_score, fact.away_score))
    return (home, away) if fact.home == match.home else (away, home)


def without_removed(
    match: Match, boards: MatchBoards, removed: Sequence[MatchRulingFact], method: BoardMethod | None, *, larger: bool
) -> tuple[MatchBoards, list[Finding]]:
    """The boards of a match with those that were taken out of it, worth what its sides are awarded (rule 3).

    Args:
        match: between teams.
        boards: as they were played.
        removed: by the director.
        method: how two tables are compared.
        larger: whether teams have more than four players.
    """
    whole = dict(boards.whole)
    for fact in removed:
        whole[fact.board or ""] = UNSCORED
    played = sum(None not in (board.team, board.opponents) for board in whole.values())
    length = max(match.length, len(match.boards), len(whole))
    findings = []
    for fact in removed:
        home, away = (
            None if larger or award is None else _worth(GRADES[award], method, played=played, boards=length)
            for award in _awards(fact, match)
        )
        whole[fact.board or ""] = TeamBoard(home, away)
        if home is None or away is None:
            reason = "of larger teams" if larger else f"of a match of which {played} of {length} boards were played"
            text = f"{_named(fact)}: no rule says what a removed board {reason} is worth"
            findings.append(NOT_FOLLOWED.finding(text, place=fact.at))
    return replace(boards, whole=whole), findings


def _worth(grade: Grade, method: BoardMethod | None, *, played: int, boards: int) -> Fraction | None:
    if method is BoardMethod.IMPS:
        return removed_board(grade, played=played, boards=boards)
    top = BOARD_TOP.get(method) if method is not None else None
    return None if top is None else matchpoint_value(GRADE_PERCENT[grade], top)


def ruled_score(
    match: Match, raw: Raw, played: Side, method: MatchMethod, fact: MatchRulingFact
) -> tuple[Side, str, list[Finding]]:
    """What the sides of a match get by a ruling, the ruling in words, and what of it could not be followed (rule 2).

    Args:
        match: that the ruling is on.
        raw: what its boards add up to.
        played: what they give each side.
        method: what a match gives.
        fact: the ruling.
    """
    maximum = method.maximum(raw)
    scores: list[Fraction | None] = []
    worthless: list[str] = []
    words = []
    for own, award, score in zip(played, _awards(fact, match), _scores(fact, match), strict=True):
        gets = score
        if award is not None:
            gets = None if maximum is None else match_award(MatchAward(award), maximum, own)
            if gets is None and award not in worthless:
                worthless.append(award)
        scores.append(gets if gets is not None else own)
        words.append(award or ("as played" if score is None else f"{score}"))
    findings = [
        NOT_FOLLOWED.finding(f"{_named(fact)}: {award} has no value in {unit_in_words(method.unit)}", place=fact.at)
        for award in worthless
    ]
    return (scores[0], scores[1]), words[0] if words[0] == words[1] else " : ".join(words), findings


def stated_ruling(raw: Raw, stated: Side, played: Side, method: MatchMethod) -> str | None:
    """The ruling that a file states by its scores of a match, whose boards give something else (rule 4); else None.

    Of a match whose boards favour both sides, or neither, the same score for both may be meant otherwise.
    """
    maximum = method.maximum(raw)
    if stated[0] is None or stated[1] is None or maximum is None:
        return None
    if played[0] is None or played[1] is None or played[0] + played[1] != maximum:
        return None
    return ruling_of(stated[0], stated[1], maximum)
