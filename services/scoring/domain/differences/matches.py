"""Stated scores of matches, held against what their boards give."""

from collections.abc import Sequence
from decimal import Decimal

from contracts.codes import scoring as codes
from contracts.findings import Finding
from contracts.standings import ScoredMatch
from services.scoring.domain.matches.match_list import Match
from services.scoring.domain.matches.rulings import Side


def _where(match: Match) -> str:
    return f"round {match.round}: " if match.round is not None else ""


def ruled_in_file(match: Match, stated: tuple[Decimal | None, Decimal | None], words: str) -> Finding:
    """That the scores that a file states of a match are those of a ruling."""
    return codes.MATCH_RULED.finding(
        f"{_where(match)}{match.home} against {match.away} is stated as {_pair(stated)}, the score of a match with the"
        f" ruling {words}; that counts, and not its boards",
        place=match.fact.at if match.fact is not None else None,
        subject=f"match {match.home} - {match.away}",
        stated=_pair(stated),
    )


def match_differs(
    row: ScoredMatch, match: Match, counted: tuple[Decimal | None, Decimal | None], computed: Side
) -> Finding:
    """That a match is stated otherwise than its boards give.

    Args:
        row: the match as it is published.
        match: as files tell of it.
        counted: the scores that count.
        computed: what its boards give.
    """
    stated = _pair((row.stated_home, row.stated_away))
    given = f"{_where(match)}{match.home} against {match.away} is stated as {stated}"
    margin = _pair((row.home_raw, row.away_raw))
    if None in computed:
        message = f"{given}, which does not fit between the matches of smaller and of greater margins than {margin}"
    else:
        message = f"{given}, its {row.boards} boards ({margin}) give {_pair(counted)} {row.unit}"
    return codes.MATCH_DIFFERS.finding(
        message,
        place=match.fact.at if match.fact is not None else None,
        subject=f"match {match.home} - {match.away}",
        stated=stated,
        computed=None if None in computed else _pair(counted),
    )


def _pair(values: Sequence[Decimal | None]) -> str:
    return " : ".join("–" if value is None else f"{value}" for value in values)
