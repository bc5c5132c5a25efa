"""Stated scores of matches, held against what their boards give."""

from collections.abc import Sequence
from decimal import Decimal

from contracts.codes import scoring as codes
from contracts.facts import MatchFact
from contracts.findings import Finding
from contracts.standings import ScoredMatch
from services.scoring.domain.matches.match_list import Match
from services.scoring.domain.matches.rulings import Side

_UNITS = {"vps": "VPs", "imps": "IMPs", "percent": "%"}
"""How people write units."""


def match_name(match: Match | MatchFact) -> str:
    """What findings call a match."""
    name = f"match {match.home} against {match.away or 'nobody'}"
    return name if match.round is None else f"{name} in round {match.round}"


def pair_text(values: Sequence[Decimal | None]) -> str:
    """Values of both sides, home first, as findings write them."""
    return " : ".join("–" if value is None else f"{value}" for value in values)


def ruled_in_file(match: Match, stated: tuple[Decimal | None, Decimal | None], words: str) -> Finding:
    """That the scores that a file states of a match are those of a ruling."""
    return codes.MATCH_RULED.finding(
        f"{match_name(match)} is stated as {pair_text(stated)}, the score of a match with the ruling {words}; that"
        " counts, and not its boards",
        place=match.fact.at if match.fact is not None else None,
        subject=f"match {match.home} - {match.away}",
        stated=pair_text(stated),
    )


def match_differs(
    row: ScoredMatch, match: Match, counted: tuple[Decimal | None, Decimal | None], computed: Side
) -> Finding:
    """That a match is stated otherwise than its boards give, which is `computed`; `counted` is what counts."""
    stated = pair_text((row.stated_home, row.stated_away))
    unit, raw_unit = (_UNITS.get(name, name) for name in (row.unit, row.raw_unit or ""))
    given = f"{match_name(match)} is stated as {stated} {unit}"
    boards, add_up = ("its only board", "comes to") if row.boards == 1 else (f"its {row.boards} boards", "add up to")
    margin = f"{pair_text((row.home_raw, row.away_raw))} {raw_unit}"
    if row.raw_unit == "percent" and not row.home_raw and not row.away_raw:
        message = (
            f"{given}, but no other table has a score on {boards}, so there are no match points to compare it by; send"
            " the results of the other tables"
        )
    elif None in computed:
        message = f"{given} for {margin}; matches won by more or by less have scores that do not go with it"
    elif row.unit == row.raw_unit:
        message = f"{given}, but {boards} {add_up} {pair_text(counted)} {unit}"
    else:
        message = f"{given}, but {boards} {add_up} {margin}, which is {pair_text(counted)} {unit}"
    return codes.MATCH_DIFFERS.finding(
        message,
        place=match.fact.at if match.fact is not None else None,
        subject=f"match {match.home} - {match.away}",
        stated=stated,
        computed=None if None in computed else pair_text(counted),
    )
