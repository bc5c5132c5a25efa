"""What a file states for the boards of its team matches (USEBIO 1.4, 3.3.2), beside what their tables give."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from decimal import Decimal
from fractions import Fraction

from contracts.codes import scoring as codes
from contracts.facts import BoardPointsFact
from contracts.findings import Finding
from services.scoring.domain.boards.board_list import published
from services.scoring.domain.boards.line_methods import agrees
from services.scoring.domain.matches.match_list import Match
from services.scoring.domain.matches.match_scores import MatchBoards


def compare_boards(
    stated: Iterable[BoardPointsFact], matches: Sequence[Match], compared: Sequence[MatchBoards]
) -> list[Finding]:
    """One finding for each board whose stated points are not those of its tables.

    Of a match that is told in parts, each states the points of its own tables.

    Args:
        stated: what files say of boards of matches.
        matches: between teams.
        compared: for each match its boards as scored.
    """
    of_match: dict[tuple[str | None, int | None, str, str | None], list[BoardPointsFact]] = defaultdict(list)
    for fact in stated:
        of_match[fact.session, fact.round, fact.home, fact.away].append(fact)
    findings = []
    for match, boards in zip(matches, compared, strict=False):
        told = {fact.sub_match for fact in match.facts}
        for fact in of_match.get((match.session, match.round, match.home, match.away), ()):
            board = boards.parts.get(fact.sub_match, boards.whole).get(fact.board)
            if board is None or (told and fact.sub_match not in told) or (len(told) > 1 and not boards.parts):
                continue
            sides = ((fact.home_points, board.team), (fact.away_points, board.opponents))
            if any(agrees(said, ours) is False for said, ours in sides):
                findings.append(_differs(match, fact, sides))
    return findings


def _differs(match: Match, fact: BoardPointsFact, sides: Sequence[tuple[Decimal | None, Fraction | None]]) -> Finding:
    said, ours = (
        " / ".join("–" if value is None else str(value) for value in values)
        for values in ((stated for stated, _ in sides), (published(points) for _, points in sides))
    )
    return codes.POINTS_DIFFER.finding(
        f"board {fact.board} of {match.home} against {match.away} is stated as {said}, but its tables give {ours}",
        place=fact.at,
        subject=f"board {fact.board}",
        stated=said,
        computed=ours,
    )
