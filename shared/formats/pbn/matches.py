"""Team matches: which team sat where, and the match that a game belongs to (4.1.7, 4.4.3, 4.4.8).

The document does not say where the teams sit. As rooms are used, the home team sits North-South in the open room and
East-West in the closed one. Without rooms, the first game of a board at a table counts as the open room, the second as
the closed one.
"""

from __future__ import annotations

from contracts.facts import MatchFact, ResultFact
from shared.formats.pbn.draft import Draft, Met, Where
from shared.formats.pbn.games import ReadGame
from shared.formats.report import NAME_LENGTH

Teams = tuple[str | None, str | None]
"""The team that sat North-South, and the one that sat East-West."""


def seats_of_teams(game: ReadGame, draft: Draft, where: Where) -> Teams | None:
    """The teams of a game by their seats; None where it names none."""
    home, visit = game.fields.stated("HomeTeam"), game.fields.stated("VisitTeam")
    if home is None and visit is None:
        return None
    closed = (where.room or "").casefold() == "closed"
    if where.room is None:
        key = (where.session, where.section, where.round_text, where.table, where.board, home, visit)
        count = draft.rooms.get(key, 0)
        draft.rooms[key] = count + 1
        closed = count % 2 == 1
    ns, ew = (visit, home) if closed else (home, visit)
    return (ns[:NAME_LENGTH] if ns else None, ew[:NAME_LENGTH] if ew else None)


def note_match(game: ReadGame, where: Where, result: ResultFact, draft: Draft) -> None:
    """Count a board towards the match of two teams."""
    home, visit = game.fields.stated("HomeTeam"), game.fields.stated("VisitTeam")
    if home is None or visit is None:
        return
    key = (where.session, where.section, where.round_text, where.table, *sorted((home, visit)))
    known = draft.matches.get(key)
    if known is None:
        fact = MatchFact(
            at=result.at,
            session=where.session,
            section=where.section,
            kind="teams",
            round=where.round,
            table=where.table,
            home=home[:NAME_LENGTH],
            away=visit[:NAME_LENGTH],
            sub_match=where.round_text if where.round is None else None,
        )
        known = draft.matches[key] = Met(fact, where, {})
    known.boards[where.board] = None


def match_fact(met: Met) -> MatchFact:
    """A match with the boards that it has; the first and the last where all have numbers."""
    boards = list(met.boards)
    if all(board.isascii() and board.isdigit() for board in boards):
        boards.sort(key=int)
    update = {"first_board": boards[0], "last_board": boards[-1], "boards": len(boards)}
    return met.fact.model_copy(update=update)
