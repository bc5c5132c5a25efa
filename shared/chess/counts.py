"""Tie-breaks from a participant's own results: C.07 article 7, and Koya (9.2), which looks at opponents' totals.

Each function gives the terms of one participant: (round, opponent, amount), in 1/scale of a point or as a plain count.
"""

from __future__ import annotations

from shared.chess.model import GAME, VOLUNTARY, Kind, Tournament
from shared.chess.terms import Term
from shared.chess.tie_break import TieBreak


def _by_boards(tournament: Tournament, code: TieBreak) -> bool:
    """Whether the boards of a team count: with :GP, and without either where game points rank (article 13)."""
    return tournament.team and (tournament.primary if code.score is None else code.score) == GAME


def wins(tournament: Tournament, index: int, code: TieBreak) -> list[Term]:
    """WIN (7.1): rounds that brought as many points as a win, played or not; of a team by game points, its boards."""
    found = []
    for round_, turn in enumerate(tournament.entrants[index].turns, 1):
        if _by_boards(tournament, code):
            count = sum(board.points == tournament.game_win for board in turn.boards)
        else:
            count = int(turn.points[0] == tournament.win[0] or (turn.played and turn.standard == 2))
        if count:
            found.append(Term(round_, turn.opponent, count))
    return found


def won(tournament: Tournament, index: int, code: TieBreak) -> list[Term]:
    """WON (7.2): games won over the board."""
    return _played(tournament, index, code, black=False, only_won=True)


def black_games(tournament: Tournament, index: int, code: TieBreak) -> list[Term]:
    """BPG (7.3): games played with Black."""
    return _played(tournament, index, code, black=True, only_won=False)


def black_wins(tournament: Tournament, index: int, code: TieBreak) -> list[Term]:
    """BWG (7.4): games won with Black over the board."""
    return _played(tournament, index, code, black=True, only_won=True)


def _played(tournament: Tournament, index: int, code: TieBreak, *, black: bool, only_won: bool) -> list[Term]:
    found = []
    for round_, turn in enumerate(tournament.entrants[index].turns, 1):
        if not turn.played:
            continue
        if _by_boards(tournament, code):
            count = sum(
                board.played and (not black or board.colour == "b") and (not only_won or board.won)
                for board in turn.boards
            )
        else:
            count = int((not black or turn.colour == "b") and (not only_won or turn.standard == 2))
        if count:
            found.append(Term(round_, turn.opponent, count))
    return found


def progressive(tournament: Tournament, index: int, code: TieBreak) -> list[Term]:
    """PS (7.5): the sum of the scores after each round; /Cn leaves out the first n rounds."""
    which, so_far, found = tournament.primary if code.score is None else code.score, 0, []
    for round_, turn in enumerate(tournament.entrants[index].turns, 1):
        so_far += turn.points[which]
        found.append(Term(round_, turn.opponent, so_far, cut=round_ <= code.cut_low))
    return found


def elected(tournament: Tournament, index: int, _code: TieBreak) -> list[Term]:
    """REP (7.6): rounds that were not unplayed by one's own will."""
    return [
        Term(round_, turn.opponent, 1)
        for round_, turn in enumerate(tournament.entrants[index].turns, 1)
        if turn.kind not in VOLUNTARY and turn.kind is not Kind.OPEN
    ]


def standard_points(tournament: Tournament, index: int, code: TieBreak) -> list[Term]:
    """STD (7.7): 1 for more points than a draw brings, a half for as many, in half points; :GP board by board."""
    found = []
    for round_, turn in enumerate(tournament.entrants[index].turns, 1):
        if _by_boards(tournament, code):
            halves = sum(_halves(board.points, tournament.game_draw) for board in turn.boards)
        elif turn.played:
            halves = turn.standard
        else:
            halves = _halves(turn.points[0], tournament.draw[0])
        if halves:
            found.append(Term(round_, turn.opponent, halves))
    return found


def _halves(points: int, draw: int) -> int:
    return 2 if points > draw else 1 if points == draw else 0


def koya(tournament: Tournament, index: int, code: TieBreak) -> list[Term]:
    """KS (9.2): points against opponents with at least half of the most that can be scored, moved by /L half points."""
    which = tournament.primary if code.score is None else code.score
    rounds = tournament.rounds_in
    if tournament.pre_determined and tournament.entrants and rounds % len(tournament.entrants) == 0:
        rounds -= rounds // len(tournament.entrants)  # an odd field: everybody sits out once in each cycle
    limit = tournament.win[which] * rounds + code.limit * tournament.scale  # twice the limit
    return [
        Term(round_, turn.opponent, turn.points[which], cut=2 * tournament.scores[turn.opponent][which] < limit)
        for round_, turn in enumerate(tournament.entrants[index].turns, 1)
        if turn.opponent >= 0
    ]
