"""Boards of teams of eight and of more (EBU White Book; USEBIO 1.4 sections 2.2.4 and 3.3.5).

Four ways to turn the scores of a board into IMPs:

* XIMPS: every table where the team sat North-South against every table where it sat East-West, summed: four
  comparisons for teams of eight. USEBIO's default.
* IMP_THEN_ADD: two matches of four, each with its own two tables, added. USEBIO then gives one match element for
  each sub-match, and each carries the score of the whole match: it must not be added again.
* ADD_THEN_IMP: all scores added and converted once.
* ADD_THEN_MOD_IMP: the same with the EBU's modified table. That table was not found; it is data, and is never
  computed from the ordinary one.

Rulings:

* An assigned score, split or weighted, counts as in teams of four: every outcome is converted and then weighted
  (Law 12C1c).
* Where comparisons are added (XIMPS, IMP_THEN_ADD), an artificial score replaces each comparison that it is part of,
  with 3 IMPs (Law 86A). That this is so for each of the four comparisons follows from XIMPS being their total; no
  source says it of a whole board.
* Where scores are added, an artificial score has no worth in points, and no source says what the board is then
  worth: it has no score.
"""

from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction
from itertools import product

from shared.bridge.boards.board_line import BoardLine, SideScore, components
from shared.bridge.boards.imps import CURRENT, ImpTable, imps
from shared.bridge.matches.board_comparison import BoardMethod, TeamBoard, score_team_board


class EightMethod(StrEnum):
    """How the tables of a board are compared; the values are USEBIO's."""

    XIMPS = "XIMPS"
    IMP_THEN_ADD = "IMP_THEN_ADD"
    ADD_THEN_IMP = "ADD_THEN_IMP"
    ADD_THEN_MOD_IMP = "ADD_THEN_MOD_IMP"


def score_eight_board(
    at_ns: Sequence[BoardLine], at_ew: Sequence[BoardLine], method: EightMethod, *, table: ImpTable | None = None
) -> TeamBoard:
    """Return both teams' IMPs on one board, by the lines of the tables where the first team sat either way.

    For IMP_THEN_ADD the tables of one sub-match have the same place in both. None for ADD_THEN_MOD_IMP without a table,
    where a table has no score, and where no rule gives an artificial score a value.

    Raises:
        ValueError: when the team did not sit as often one way as the other, or not at all.
    """
    if not at_ns or len(at_ns) != len(at_ew):
        raise ValueError(f"a team sits equally often each way, not {len(at_ns)} and {len(at_ew)} times")
    if table is None:
        if method is EightMethod.ADD_THEN_MOD_IMP:
            return TeamBoard(None, None)
        table = CURRENT
    if method in (EightMethod.XIMPS, EightMethod.IMP_THEN_ADD):
        compared = product(at_ns, at_ew) if method is EightMethod.XIMPS else zip(at_ns, at_ew, strict=True)
        return add_boards([score_team_board(*pair, BoardMethod.IMPS, table=table) for pair in compared])
    return TeamBoard(
        _converted_once([*(line.ns for line in at_ns), *(line.ew for line in at_ew)], table),
        _converted_once([*(line.ew for line in at_ns), *(line.ns for line in at_ew)], table),
    )


def add_boards(parts: Sequence[TeamBoard]) -> TeamBoard:
    """Add the comparisons of one board; a team of which one is not known has no sum."""
    return TeamBoard(_sum([part.team for part in parts]), _sum([part.opponents for part in parts]))


def _sum(values: Sequence[Fraction | None]) -> Fraction | None:
    known = [value for value in values if value is not None]
    return sum(known, Fraction(0)) if len(known) == len(values) else None


def _converted_once(scores: Sequence[SideScore], table: ImpTable) -> Fraction | None:
    """Add a team's scores at all tables and convert each sum that rulings leave possible."""
    sums: dict[int, int | Fraction] = {0: 1}
    for score in scores:
        added: dict[int, int | Fraction] = {}
        for so_far, share in sums.items():
            for points, weight in components(score):
                added[so_far + points] = added.get(so_far + points, 0) + share * weight
        sums = added
    if not sums:
        return None  # an artificial or unknown score has no components
    return sum((imps(total, table) * Fraction(share) for total, share in sums.items()), Fraction(0))
