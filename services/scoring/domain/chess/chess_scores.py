"""Chess standings of an event by FIDE's regulations (C.07), beside what its files state."""

from collections import defaultdict

from contracts.codes import scoring as codes
from contracts.facts import Facts, GameFact
from contracts.findings import Finding
from contracts.standings import Method, Ranking, ScoredMatch, ScoredRound
from services.scoring.domain.chess.chess_lines import ChessLines
from services.scoring.domain.chess.chess_matches import chess_matches
from services.scoring.domain.chess.chess_rounds import ChessRounds
from services.scoring.domain.differences.chess import compare_team_event
from services.scoring.domain.repairs.game_repair import misreported_games, misstated_points
from services.scoring.domain.repairs.value_repair import with_exchanged_values
from shared.chess.from_facts import Players
from shared.chess.model import Tournament
from shared.chess.running import Running, run


class ChessScores:
    """The standings of one event while it goes on: a result costs what it touches."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._running: Running | None = None
        self._lines = ChessLines()
        self._rounds = ChessRounds()
        self._places: tuple[Players, dict[str, list[int]]] | None = None

    @property
    def tournament(self) -> Tournament | None:
        """The tournament as it was ranked last."""
        return self._running.ranked.tournament if self._running is not None else None

    def score(self, facts: Facts) -> tuple[tuple[Ranking, ...], Method, list[Finding]]:
        """Rank the event as it is now.

        Args:
            facts: of the event; its tie-breaks decide in the order that it states, a sensible default where it states
                none.

        Returns:
            The ranking, how it was made, and where the files state something else.
        """
        self._running = running = run(facts, self._running)
        tournament, standings = running.ranked.tournament, running.ranked.standings
        findings = [
            codes.NOT_CHECKED.finding(
                f"the tie-break {code.text} has no modifier {code.ignored}; it was applied without it"
            )
            for code in standings.codes
            if code.ignored
        ]
        findings += compare_team_event(facts, tournament)
        rows, differing = self._lines.update(running)
        title, kind = ("Teams", "team") if tournament.team else ("Players", "player")
        ranking = Ranking(id="overall", title=title, kind=kind, unit="points", rows=rows)
        method = Method(
            board_scoring="games",
            edition=str(tournament.edition.value),
            tie_breaks=tuple(code.text for code in standings.codes),
        )
        findings += differing
        repairs = misstated_points(facts, findings)
        repairs = repairs or misreported_games(facts, running.table, self._games_of, findings)
        return (ranking,), method, [*repairs, *with_exchanged_values(findings, repairs)]

    def matches(self) -> tuple[ScoredMatch, ...]:
        """The matches of teams as they were ranked last."""
        running = self._running
        if running is None or not running.table.team:
            return ()
        teams = {each.id: each for each in running.table.ranked}
        return tuple(chess_matches(running.ranked.tournament, teams))

    def rounds(self, event: str) -> tuple[ScoredRound, ...]:
        """The rounds as they were ranked last."""
        return self._rounds.update(event, self._running) if self._running is not None else ()

    def _games_of(self, player: str) -> list[GameFact]:
        """The games of a player; where they are is found out once, since it is the same as long as the table is."""
        if (running := self._running) is None:
            return []
        games = running.facts.games
        if self._places is None or self._places[0] is not running.table:
            places: dict[str, list[int]] = defaultdict(list)
            for at, game in enumerate(games):
                places[game.player].append(at)
            self._places = (running.table, places)
        return [games[at] for at in self._places[1].get(player, ())]
