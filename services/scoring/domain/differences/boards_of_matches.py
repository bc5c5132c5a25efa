"""What a file states for the boards of its team matches (USEBIO 1.4, 3.3.2), beside what their tables give."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

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
        parts = {fact.sub_match for fact in match.facts}
        for fact in of_match.get((match.session, match.round, match.home, match.away), ()):
            board = boards.parts.get(fact.sub_match, boards.whole).get(fact.board)
            if board is None or (parts and fact.sub_match not in parts) or (len(parts) > 1 and not boards.parts):
                continue
            sides = ((fact.home_points, board.team), (fact.away_points, board.opponents))
            if any(agrees(points, computed) is False for points, computed in sides):
                ours, theirs = (
                    " / ".join("–" if value is None else str(value) for value in values)
                    for values in ((published(points) for _, points in sides), (points for points, _ in sides))
                )
                text = f"is stated as {theirs}, but its tables give {ours}"
                findings.append(
                    codes.POINTS_DIFFER.finding(
                        f"board {fact.board} of {match.home} against {match.away} {text}",
                        place=fact.at,
                        subject=f"board {fact.board}",
                        stated=theirs,
                        computed=ours,
                    )
                )
    return findings
