"""Tie-breaks from a participant's own results: C.07 article 7, and Koya (9.2), which looks at opponents' totals.

The counts of games say what each turn counts, so that their sum and the terms of it come from one rule; the others give
the terms themselves: (round, opponent, amount), in 1/scale of a point.
"""

from collections.abc import Callable, Sequence

from shared.chess.model import GAME, VOLUNTARY, Kind, Tournament, Turn
from shared.chess.tie_breaks.codes import TieBreak
from shared.chess.tie_breaks.terms import Term

Counts = Callable[[Sequence[Turn]], list[int]]
"""What each turn of a participant counts."""


def _by_boards(tournament: Tournament, code: TieBreak) -> bool:
    """Whether the boards of a team count: with :GP, and without either where game points rank (article 13)."""
    return tournament.team and (tournament.primary if code.score is None else code.score) == GAME


def wins(tournament: Tournament, code: TieBreak) -> Counts:
    """WIN (7.1): rounds that brought as many points as a win, played or not; of a team by game points, its boards."""
    if _by_boards(tournament, code):
        game_win = tournament.game_win
        return lambda turns: [sum(board.points == game_win for board in turn.boards) for turn in turns]
    win, played = tournament.win[0], Kind.PLAYED
    return lambda turns: [
        points[0] == win or (kind is played and standard == 2) for kind, _, _, points, standard, _ in turns
    ]


def won(tournament: Tournament, code: TieBreak) -> Counts:
    """WON (7.2): games won over the board."""
    if _by_boards(tournament, code):
        return _boards(lambda _, won: won)
    return lambda turns: [turn.kind is Kind.PLAYED and turn.standard == 2 for turn in turns]


def black_games(tournament: Tournament, code: TieBreak) -> Counts:
    """BPG (7.3): games played with Black."""
    if _by_boards(tournament, code):
        return _boards(lambda colour, _: colour == "b")
    played = Kind.PLAYED
    return lambda turns: [kind is played and colour == "b" for kind, _, colour, _, _, _ in turns]


def black_wins(tournament: Tournament, code: TieBreak) -> Counts:
    """BWG (7.4): games won with Black over the board."""
    if _by_boards(tournament, code):
        return _boards(lambda colour, won: colour == "b" and won)
    return lambda turns: [turn.kind is Kind.PLAYED and turn.colour == "b" and turn.standard == 2 for turn in turns]


def _boards(counts: Callable[[str | None, bool], bool]) -> Counts:
    """The boards of a played match that count by their colour and by whether they were won."""
    return lambda turns: [
        turn.kind is Kind.PLAYED and sum(board.played and counts(board.colour, board.won) for board in turn.boards)
        for turn in turns
    ]


def elected(_tournament: Tournament, _code: TieBreak) -> Counts:
    """REP (7.6): rounds that were not unplayed by one's own will."""
    return lambda turns: [turn.kind not in VOLUNTARY and turn.kind is not Kind.OPEN for turn in turns]


def standard_points(tournament: Tournament, code: TieBreak) -> Counts:
    """STD (7.7): 1 for more points than a draw brings, a half for as many, in half points; :GP board by board."""
    if _by_boards(tournament, code):
        game_draw = tournament.game_draw
        return lambda turns: [sum(_halves(board.points, game_draw) for board in turn.boards) for turn in turns]
    draw = tournament.draw[0]
    return lambda turns: [turn.standard if turn.played else _halves(turn.points[0], draw) for turn in turns]


def _halves(points: int, draw: int) -> int:
    return 2 if points > draw else 1 if points == draw else 0


def terms(turns: Sequence[Turn], counts: Counts) -> list[Term]:
    """What a count was summed from: the turns that count something."""
    return [
        Term(round_, turn.opponent, int(count))
        for round_, (turn, count) in enumerate(zip(turns, counts(turns), strict=True), 1)
        if count
    ]


def scored(tournament: Tournament, index: int, which: int) -> list[Term]:
    """PTS and MPvGP: what each round brought of one score; round 0 for points given apart from any round."""
    entrant = tournament.entrants[index]
    terms = [
        Term(round_, turn.opponent, turn.points[which])
        for round_, turn in enumerate(entrant.turns, 1)
        if turn.points[which]
    ]
    return [*terms, Term(0, -1, entrant.point_adjustment[which])] if entrant.point_adjustment[which] else terms


def progressive(tournament: Tournament, index: int, code: TieBreak) -> list[Term]:
    """PS (7.5): the sum of the scores after each round; /Cn leaves out the first n rounds."""
    which, so_far, terms = tournament.primary if code.score is None else code.score, 0, []
    for round_, turn in enumerate(tournament.entrants[index].turns, 1):
        so_far += turn.points[which]
        terms.append(Term(round_, turn.opponent, so_far, cut=round_ <= code.cut_low))
    return terms


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
