"""Boards of matches that are scored by several methods at once (USEBIO 1.4, 2.2.3: hybrid, as in Pachabo events).

How the methods are put together is a scale that no source gives; what a match gives stays as stated. What a file states
for a board follows from its tables all the same, and is compared with them:

1. IMPS are those of the tables.
2. TEAM_POINTS are 2-1-0 or 1-½-0 for the board, whichever gives more of them; points of which neither gives most are
   of another kind, and are not compared.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from contracts.facts import Facts, Key
from contracts.findings import Finding
from services.scoring.domain.differences.boards_of_matches import compare_boards
from services.scoring.domain.matches.match_list import Match
from services.scoring.domain.matches.match_scores import MatchBoards, match_boards
from services.scoring.domain.rankings.scheme import Scheme
from shared.bridge.boards.board_line import BoardLine
from shared.bridge.matches.board_comparison import BoardMethod


def compare_hybrid(
    facts: Facts, scheme: Scheme, matches: Sequence[Match], lines: Mapping[Key, BoardLine], teams: dict[str, str]
) -> list[Finding]:
    """One finding for each stated value of a board that is not that of its tables."""
    if facts.event.board_scoring != "hybrid" or not facts.board_points or scheme.larger:
        return []

    def scored(method: BoardMethod) -> list[MatchBoards]:
        return [match_boards(match, replace(scheme, tables=method), lines, teams) for match in matches]

    imps = [
        fact.replace(home_points=fact.home_imps, away_points=fact.away_imps, unit="imps")
        if fact.unit != "imps"
        else fact
        for fact in facts.board_points
        if fact.unit == "imps" or fact.home_imps is not None or fact.away_imps is not None
    ]
    points = [fact for fact in facts.board_points if fact.unit != "imps" and fact.home_points is not None]
    methods = (BoardMethod.PAB, BoardMethod.BAM)
    fewest = min((compare_boards(points, matches, scored(method)) for method in methods), key=len)
    wrong_imps = compare_boards(imps, matches, scored(BoardMethod.IMPS))
    return [*wrong_imps, *(fewest if 2 * len(fewest) < len(points) else ())]
