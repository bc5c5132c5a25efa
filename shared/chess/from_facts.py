"""From the facts of an event to a tournament that can be scored.

1. The rounds that are in are those of the games and matches; in a round without a statement a participant is absent.
2. H, F, U and Z are byes even if an opponent stands beside them; a forfeit loss without an opponent is an absence. A
   result without an opponent is how files before TRF16 write a bye that brings the same points.
3. A match in which no board was played and one side forfeited every board is a forfeit, even if no record says so.
4. Pairings and byes that were announced, and byes by the director's decision, count once their round has begun
   (`begun_rounds`).
5. A late entry by the director's decision is seeded by rating, behind those with the same, until a file gives it a
   pairing number (C.04.2 article 2); its number only names it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction

from contracts.facts import Facts, GameFact, MatchFact, Participant
from shared.chess.begun_rounds import number_of, with_begun_rounds
from shared.chess.known_pairings import is_pre_determined, type_of
from shared.chess.model import GAME, MATCH, Board, Entrant, Kind, Tournament, Turn, edition_of
from shared.chess.points import Points, points_of

_BYES = {"U": Kind.PAIRING_BYE, "F": Kind.FULL_BYE, "H": Kind.HALF_BYE, "Z": Kind.ZERO_BYE}
_STANDARD = {"1": 2, "W": 2, "=": 1, "D": 1, "0": 0, "L": 0}
_AGAINST_NOBODY = {"1": "F", "W": "F", "=": "H", "D": "H", "0": "Z", "L": "Z", "-": "Z"}
_ADJUSTMENTS = {"free_points": MATCH, "free_game_points": GAME}
_new = tuple.__new__

_Statement = tuple[str | None, str | None, bool | None]
"""Result, colour, and whether the opponent takes part; None for nobody."""

_Outcome = tuple[Kind, str | None, tuple[int, int], int, str, bool]
"""Kind, colour, points, standard points, the letter that record 299 may make an exception of, whether it is a bye."""


def tournament_of(facts: Facts) -> Tournament:
    """The tournament that the facts of one event make."""
    return table_of(facts).tournament()


def table_of(facts: Facts) -> Players:
    """What makes the tournament: of players or of teams."""
    facts = with_begun_rounds(facts)
    event = facts.event
    teams = [each for each in facts.participants if each.kind == "team"]
    ranks_teams = bool(teams) and event.kind != "individual"
    ranked = teams if ranks_teams else [each for each in facts.participants if each.kind == "player"]
    return (_Teams if ranks_teams else Players)(facts, ranked)


def in_order(participants: Iterable[Participant]) -> list[Participant]:
    """Whoever is ranked, by pairing number; where that is the order of the ratings, late entries by theirs (rule 5)."""
    ordered = sorted(participants, key=lambda each: (number_of(each), each.id))
    listed = [each for each in ordered if each.seed is not None]
    ratings = [each.rating or 0 for each in listed]
    late = [each for each in ordered if each.seed is None and each.rating is not None]
    if not late or not listed or ratings != sorted(ratings, reverse=True):
        return ordered
    rest = [each for each in ordered if each.seed is None and each.rating is None]
    return [*sorted((*listed, *late), key=lambda each: -(each.rating or 0)), *rest]


class Players:
    """Builds the tournament of an individual event."""

    team = False

    def __init__(self, facts: Facts, ranked: list[Participant]) -> None:
        self.facts = facts
        self.event = facts.event
        self.ranked = in_order(ranked)
        self.index = {each.id: at for at, each in enumerate(self.ranked)}
        self.points: Points = points_of(self.event.scoring_system)
        self.rounds_in = max((game.round for game in facts.games), default=0)
        self.boards = 1
        amounts = [Fraction(each.amount) for each in facts.adjustments if each.kind in _ADJUSTMENTS]
        self.scale = self.points.scale(amounts)
        self._outcomes: dict[_Statement, _Outcome] = {}

    def tournament(self) -> Tournament:
        """Put it together."""
        rounds = max(self.event.rounds or 0, self.rounds_in)
        turns = self.turns()
        adjusted = self._point_adjustments()
        boards = self.boards
        return Tournament(
            entrants=tuple(
                Entrant(
                    each.id,
                    number_of(each),
                    turns[at],
                    int(each.rating) if each.rating is not None else None,
                    adjusted[at],
                )
                for at, each in enumerate(self.ranked)
            ),
            rounds=rounds,
            scale=self.scale,
            win=self._both("W", boards),
            draw=self._both("D", boards),
            game_win=self.whole(self.points.game("W")),
            game_draw=self.whole(self.points.game("D")),
            team=self.team,
            boards=boards,
            pre_determined=is_pre_determined(self.facts, [each.id for each in self.ranked], rounds),
            primary=self.primary(),
            edition=edition_of(self.event.start_date),
        )

    def whole(self, points: Fraction) -> int:
        """Points in 1/scale."""
        return int(points * self.scale)

    def _both(self, result: str, boards: int) -> tuple[int, int]:
        game = self.whole(self.points.game(result))
        return (self.whole(self.points.match(result)), game * boards) if self.team else (game, 0)

    def primary(self) -> int:
        """Which score ranks."""
        return MATCH

    def _point_adjustments(self) -> list[tuple[int, int]]:
        adjusted = [[0, 0] for _ in self.ranked]
        kind = "team" if self.team else "player"
        for each in self.facts.adjustments:
            at = self.index.get(each.participant)
            started = each.round is None or each.round <= self.rounds_in
            if each.kind in _ADJUSTMENTS and each.participant_kind == kind and at is not None and started:
                adjusted[at][_ADJUSTMENTS[each.kind]] += self.whole(Fraction(each.amount))
        return [(each[0], each[1]) for each in adjusted]

    def turns(self) -> list[tuple[Turn, ...]]:
        """The turns of everybody."""
        absences = [Turn(Kind.ZERO_BYE, points=(self.whole(self.points.game("Z")), 0))] * self.rounds_in
        rows = [absences.copy() for _ in self.ranked]
        index, turn = self.index, self.turn
        for game in self.facts.games:
            at, round_ = index.get(game.player), game.round
            if at is not None and round_ >= 1:
                rows[at][round_ - 1] = turn(game)
        return [tuple(row) for row in rows]

    def turn(self, game: GameFact) -> Turn:
        """What a game is to the player who states it."""
        named = game.opponent
        opponent = self.index.get(named, -1) if named else -1
        key = (game.result, game.colour, opponent >= 0 if named else None)
        outcome = self._outcomes.get(key)
        if outcome is None:
            outcome = self._outcomes[key] = self._outcome(*key)
        kind, colour, points, standard, letter, alone = outcome
        if letter:
            usual = (Fraction(0), Fraction(points[0], self.scale))
            points = (self.whole(self.points.instead(letter, game.round, game.player, usual)[1]), 0)
        return _new(Turn, (kind, -1 if alone else opponent, colour, points, standard, ()))

    def _outcome(self, result: str | None, colour: str | None, met: bool | None) -> _Outcome:
        """What a result is and brings; worked out once, since it is the same against every opponent."""
        if result is None:
            return Kind.OPEN, colour, (0, 0), 0, "", False
        if not met:
            result = _AGAINST_NOBODY.get(result, result) if met is None else "Z" if result == "-" else result
        points = (self.whole(self.points.game(result, colour)), 0)
        letter = {"1": "W", "=": "D", "0": "L"}.get(result, result) if self.points.exceptions else ""
        if result in _BYES:
            return _BYES[result], None, points, 0, letter, True
        if result in "+-":
            return Kind.FORFEIT_WIN if result == "+" else Kind.FORFEIT_LOSS, colour, points, 0, letter, False
        return Kind.PLAYED, colour, points, _STANDARD[result], letter, False


class _Teams(Players):
    """Builds the tournament of a team event."""

    team = True

    def __init__(self, facts: Facts, ranked: list[Participant]) -> None:
        super().__init__(facts, ranked)
        matches = [match for match in facts.matches if match.kind == "chess_teams" and match.round]
        self.matches = matches
        line_ups = [len(each) for match in matches for each in (match.home_line_up, match.away_line_up)]
        self.boards = self.event.team_size or max(line_ups, default=1) or 1
        self.games = {(game.round, game.player): game for game in facts.games}
        self.rounds_in = max((match.round or 0 for match in matches), default=0)

    def primary(self) -> int:
        """Game points when the type or the first of the order says so."""
        first = self.event.tie_breaks[0].upper() if self.event.tie_breaks else ""
        if first in ("GPTS", "PTS:GP"):
            return GAME
        score = next((token for token in re.split(r"[\s_]+", type_of(self.event)) if token in ("MP", "GP")), "MP")
        return GAME if score == "GP" and first not in ("MPTS", "PTS:MP") else MATCH

    def turns(self) -> list[tuple[Turn, ...]]:
        """The turns of everybody; who has no match in a round is absent."""
        rows: list[list[Turn | None]] = [[None] * self.rounds_in for _ in self.ranked]
        for match in self.matches:
            round_ = match.round or 0
            for team, turn in self._sides(match):
                at = self.index.get(team)
                if at is not None:
                    rows[at][round_ - 1] = turn
        absent = None if self.points.exceptions else self._unplayed("Z", 1, "")
        return [
            tuple(turn or absent or self._unplayed("Z", round_, team.id) for round_, turn in enumerate(row, 1))
            for row, team in zip(rows, self.ranked, strict=True)
        ]

    def _sides(self, match: MatchFact) -> Iterable[tuple[str, Turn]]:
        round_ = match.round or 0
        if match.away is None:
            letter = next((detail.value for detail in match.details if detail.name == "bye"), "Z")
            return [(match.home, self._unplayed(letter if letter in _BYES else "Z", round_, match.home))]
        home, away = self._boards(match, home=True), self._boards(match, home=False)
        forfeit = match.forfeit or _forfeit_by_boards(home, away)
        if forfeit is not None:
            return [
                (team, self._unplayed("-" if forfeit in (side, "both") else "+", round_, team, other, colour))
                for team, other, side, colour in (
                    (match.home, match.away, "home", "w"),
                    (match.away, match.home, "away", "b"),
                )
            ]
        is_open = any(board is None for board in (*home, *away)) or not (home or away)
        return [
            (match.home, self._played(match, home, away, "w", is_open=is_open)),
            (match.away, self._played(match, away, home, "b", is_open=is_open)),
        ]

    def _boards(self, match: MatchFact, *, home: bool) -> list[Board | None]:
        """The boards of one side; None for a game without a result yet."""
        boards: list[Board | None] = []
        for number, player in enumerate(match.home_line_up if home else match.away_line_up, 1):
            game = self.games.get((match.round or 0, player))
            if not player or game is None:
                boards.append(Board(number, 0, played=False))
            elif game.result is None:
                boards.append(None)
            else:
                won = _STANDARD.get(game.result, 0) == 2
                points = self.whole(self.points.game(game.result, game.colour))
                boards.append(Board(number, points, game.result in _STANDARD, game.colour, won, player))
        return boards

    def _played(
        self, match: MatchFact, ours: list[Board | None], theirs: list[Board | None], colour: str, *, is_open: bool
    ) -> Turn:
        team, other = (match.home, match.away) if colour == "w" else (match.away, match.home)
        boards = tuple(board for board in ours if board is not None)
        mine = sum(board.points for board in boards)
        against = sum(board.points for board in theirs if board is not None)
        opponent = self.index.get(other or "", -1)
        if is_open:
            return Turn(Kind.OPEN, opponent, colour, (0, mine), boards=boards)
        result = "W" if mine > against else "D" if mine == against else "L"
        usual = (self.points.match(result), Fraction(mine, self.scale))
        first, second = self.points.instead(result, match.round or 0, team or "", usual)
        standard = {"W": 2, "D": 1, "L": 0}[result]
        return Turn(Kind.PLAYED, opponent, colour, (self.whole(first), self.whole(second)), standard, boards)

    def _unplayed(
        self, result: str, round_: int, team: str, other: str | None = None, colour: str | None = None
    ) -> Turn:
        match_points, game_points = self.points.unplayed_match(result, self.boards, round_, team)
        kind = {"+": Kind.FORFEIT_WIN, "-": Kind.FORFEIT_LOSS}.get(result) or _BYES[result]
        left, boards = self.whole(game_points), []
        win, draw = self.whole(self.points.game("W")), self.whole(self.points.game("D"))
        for number in range(1, self.boards + 1):
            remaining = self.boards - number + 1
            each = win if left > remaining * draw else min(draw, left) if left >= remaining * draw else 0
            if number == self.boards:
                each = left
            left -= each
            boards.append(Board(number, each, played=False))
        opponent = self.index.get(other, -1) if other else -1
        points = (self.whole(match_points), self.whole(game_points))
        return Turn(kind, opponent, colour, points, boards=tuple(boards))


def _forfeit_by_boards(home: list[Board | None], away: list[Board | None]) -> str | None:
    """Which side lost every board by forfeit in a match without a game; None for a match that was played."""
    boards = [*home, *away]
    if not boards or any(board is None or board.played for board in boards):
        return None
    scored = [any(board is not None and board.points for board in side) for side in (home, away)]
    return {(True, False): "away", (False, True): "home", (False, False): "both"}.get((scored[0], scored[1]))
