"""A match as it is published: what its boards give, what is ruled or stated instead, and where the two differ."""

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction

from contracts.facts import MatchRulingFact
from contracts.findings import Finding
from contracts.standings import MatchBoard, PartBoard, ScoredMatch
from services.scoring.domain.boards.board_list import published
from services.scoring.domain.differences.matches import match_differs, ruled_in_file
from services.scoring.domain.matches.candidate_methods import agreed_with, missed_by
from services.scoring.domain.matches.match_list import Match
from services.scoring.domain.matches.match_scores import MatchBoards, MatchMethod, Raw
from services.scoring.domain.matches.rulings import ruled_score, stated_ruling
from shared.bridge.matches.board_comparison import TeamBoard
from shared.bridge.matches.match_awards import bye


def scored_match(
    match: Match,
    raw: Raw,
    method: MatchMethod,
    *,
    names: Mapping[str, str],
    raw_unit: str,
    boards: MatchBoards | None = None,
    ruling: MatchRulingFact | None = None,
    byes: bool = True,
) -> tuple[ScoredMatch, list[Finding]]:
    """A match as it is published, and findings where it states something else than its boards give, or is ruled upon.

    A match of which boards are missing keeps what is stated; without that, it counts to date. A bye without a score is
    worth what `match_awards` says, where a scale of victory points is known.

    Args:
        match: as files tell of it.
        raw: what its boards add up to.
        method: what a match gives for that.
        names: of the participants, by id.
        raw_unit: of what the boards add up to.
        boards: of a match of teams, scored.
        ruling: of the director, on the match as a whole.
        byes: whether a bye without a score is worth something.
    """
    fact = match.fact
    computed = method.score(raw)
    stated = (fact.home_score, fact.away_score) if fact else (None, None)
    agreed = agreed_with(match, computed) if raw.complete else None
    if method.inferred is not None and raw.complete and missed_by(match, computed):
        agreed = False
    counts = computed if raw.complete or stated == (None, None) else (None, None)
    words: str | None = None
    findings: list[Finding] = []
    if ruling is not None:
        played = tuple(
            ours if ours is not None else _exact(theirs) for ours, theirs in zip(counts, stated, strict=True)
        )
        counts, words, findings = ruled_score(match, raw, (played[0], played[1]), method, ruling)
        agreed = None
    elif agreed is False and (words := stated_ruling(raw, (_exact(stated[0]), _exact(stated[1])), computed, method)):
        counts, agreed = (None, None), True
        findings = [ruled_in_file(match, stated, words)]
    elif byes and match.away is None and stated == (None, None):
        counts = (bye_score(match, raw, method), None)
    home, away = (published(c) if c is not None else s for c, s in zip(counts, stated, strict=True))
    row = ScoredMatch(
        session=match.session,
        section=fact.section if fact else None,
        round=match.round,
        table=fact.table if fact else None,
        home=match.home,
        away=match.away,
        home_name=names.get(match.home, ""),
        away_name=names.get(match.away or "", ""),
        boards=raw.boards,
        cancelled=raw.cancelled,
        length=match.length or None,
        raw_unit=raw_unit,
        home_raw=published(raw.home),
        away_raw=published(raw.away),
        home_score=home,
        away_score=away,
        unit=method.unit,
        stated_home=stated[0],
        stated_away=stated[1],
        agrees=agreed,
        ruling=words,
        by_board=() if boards is None else _by_board(boards),
    )
    if agreed is False and fact is not None:
        findings.append(match_differs(row, match, (home, away), computed))
    return row, findings


def _exact(value: Decimal | None) -> Fraction | None:
    return None if value is None else Fraction(value)


def bye_score(match: Match, raw: Raw, method: MatchMethod) -> Fraction | None:
    """What a bye is worth that no file gives a score for; None for a match, and where no scale says it."""
    if match.away is not None or (match.fact is not None and match.fact.home_score is not None):
        return None
    maximum = method.maximum(raw)
    return None if maximum is None else bye(maximum)


def _by_board(boards: MatchBoards) -> tuple[MatchBoard, ...]:
    """The boards that both sides have a score on."""

    def sides(found: TeamBoard) -> dict[str, Decimal] | None:
        home, away = published(found.team), published(found.opponents)
        return None if home is None or away is None else {"home": home, "away": away}

    return tuple(
        MatchBoard(
            board=board,
            **won,
            parts=tuple(
                PartBoard(sub_match=name, **of_part)
                for name, part in boards.parts.items()
                if board in part and (of_part := sides(part[board])) is not None
            ),
        )
        for board, found in boards.whole.items()
        if (won := sides(found)) is not None
    )
