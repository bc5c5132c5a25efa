"""What standings say of how their event was scored."""

from collections.abc import Sequence
from decimal import Decimal

from contracts.facts import Facts
from contracts.standings import Method
from services.scoring.domain.boards.board_list import Board, BoardKey, published
from services.scoring.domain.boards.imp_methods import ButlerMethod
from services.scoring.domain.boards.line_methods import LineMethod
from services.scoring.domain.matches.match_table import MatchTable
from services.scoring.domain.rankings.scheme import Scheme


def datums_of(boards: Sequence[Board], way: LineMethod | None) -> dict[BoardKey, Decimal | None]:
    """North-South's datum of each board: as the method makes it, else as the file states it."""
    if isinstance(way, ButlerMethod) and way.rule is not None:
        return {board.key: published(way.datum(board.lines)) for board in boards}
    return {board.key: published(board.datum) for board in boards}


def method_of(facts: Facts, scheme: Scheme, way: LineMethod | None, table: MatchTable | None, winners: int) -> Method:
    """How the event was scored, in words, so that anybody can do it again.

    Args:
        facts: of the event.
        scheme: what of it is compared with what.
        way: of scoring the lines of a board; None where they are not compared.
        table: of its matches.
        winners: 1 or 2.
    """
    stated = Method(board_scoring=facts.event.board_scoring or ("imps" if scheme.ranked == "team" else "match_points"))
    described = way.described() if way is not None else stated
    more: dict[str, object] = {"winners": winners, "vp_scale": facts.event.vp_scale}
    if scheme.ranked == "team":
        by_tables = scheme.tables.value if scheme.tables is not None else stated.board_scoring
        more.update(winners=1, board_scoring=by_tables, pairwise=scheme.lines)
    if table is not None:
        more["match_scoring"] = table.method.unit
        named = facts.event.vp_scale if table.method.unit == "vps" else None
        more["vp_scale"] = table.method.scale or named
        more["bye"] = None if table.byes is None else published(table.byes)
    return described.model_copy(update=more)
