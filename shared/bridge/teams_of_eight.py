"""Boards of teams of eight and of more (EBU White Book; USEBIO 1.4 sections 2.2.4 and 3.3.5).

Four ways to turn the scores of a board into IMPs:

* XIMPS: every table where the team sat North-South against every table where it sat East-West, summed: four
  comparisons for teams of eight. USEBIO's default.
* IMP_THEN_ADD: two matches of four, each with its own two tables, added. USEBIO then gives one match element for
  each sub-match, and each carries the score of the whole match: it must not be added again.
* ADD_THEN_IMP: all scores added and converted once.
* ADD_THEN_MOD_IMP: the same with the EBU's modified table. That table was not found; it is data, and is never
  computed from the ordinary one.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from shared.bridge.imps import CURRENT, ImpTable, imps


class EightMethod(StrEnum):
    """How the tables of a board are compared; the values are USEBIO's."""

    XIMPS = "XIMPS"
    IMP_THEN_ADD = "IMP_THEN_ADD"
    ADD_THEN_IMP = "ADD_THEN_IMP"
    ADD_THEN_MOD_IMP = "ADD_THEN_MOD_IMP"


def score_eight_board(
    at_ns: Sequence[int],
    at_ew: Sequence[int],
    method: EightMethod,
    *,
    table: ImpTable | None = None,
    cap: int | None = None,
) -> int | None:
    """Return a team's IMPs on one board.

    Args:
        at_ns: North-South's score at each table where the team sat North-South.
        at_ew: North-South's score at each table where the team sat East-West. For IMP_THEN_ADD the tables of one
            sub-match have the same place in both.
        method: how the tables are compared.
        table: the IMP table; today's when None, except for ADD_THEN_MOD_IMP, which has no default.
        cap: the greatest swing of one conversion, in IMPs.

    Returns:
        IMPs from the team's point of view; None for ADD_THEN_MOD_IMP without a table.

    Raises:
        ValueError: when the team did not sit as often one way as the other, or not at all.
    """
    if not at_ns or len(at_ns) != len(at_ew):
        raise ValueError(f"a team sits equally often each way, not {len(at_ns)} and {len(at_ew)} times")
    if table is None:
        if method is EightMethod.ADD_THEN_MOD_IMP:
            return None
        table = CURRENT
    if method is EightMethod.XIMPS:
        return sum(imps(ours - theirs, table, cap) for ours in at_ns for theirs in at_ew)
    if method is EightMethod.IMP_THEN_ADD:
        return sum(imps(ours - theirs, table, cap) for ours, theirs in zip(at_ns, at_ew, strict=True))
    return imps(sum(at_ns) - sum(at_ew), table, cap)


def victory_point_boards(method: EightMethod, boards: int) -> int | None:
    """Return the match length by which the victory points of teams of eight are looked up.

    Two added matches are as long as both together, and the EBU takes the same for added scores; the modified table is
    made for the length itself. For XIMPS no source says, so there is None and the organiser's setting decides.

    Args:
        method: how the boards were scored.
        boards: boards that each table played.
    """
    match method:
        case EightMethod.IMP_THEN_ADD | EightMethod.ADD_THEN_IMP:
            return 2 * boards
        case EightMethod.ADD_THEN_MOD_IMP:
            return boards
        case EightMethod.XIMPS:
            return None
