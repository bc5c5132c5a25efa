"""How far a chess event is: the rounds of which every game has a result."""

from collections import Counter
from collections.abc import Iterable, Mapping, Set

from contracts.facts import Facts, GameFact
from contracts.standings import Progress, SlowTable
from services.scoring.domain.merging.changes import Change
from services.scoring.domain.merging.key_order import key_order
from services.scoring.domain.progress.slow_tables import listed
from shared.chess.begun_rounds import announced_games, announced_rounds, is_decided
from shared.presence import Presence

Meeting = tuple[str, str]
"""Two who meet, the smaller id first."""


class GamesOfRound:
    """What is said of the games of a round.

    Attributes:
        lines: of players, byes and absences, too.
        filed: those of them that files have; the others are decisions.
        paired: by who meets, with the number of lines that say so.
        decided: the same of those that have a result.
    """

    def __init__(self) -> None:
        """Begin without a line."""
        self.lines = self.filed = 0
        self.paired: Counter[Meeting] = Counter()
        self.decided: Counter[Meeting] = Counter()

    def count(self, game: GameFact, times: int) -> None:
        """Count what a player's line says, or take it off again."""
        self.lines += times
        self.filed += times * (not is_decided(game))
        if game.opponent is None:
            return
        both = _meeting(game.player, game.opponent)
        for games in (self.paired, self.decided) if (game.result or "").strip() else (self.paired,):
            games[both] += times
            if not games[both]:
                del games[both]


class GamesToDate:
    """The games of an event by round; one that comes or goes costs the count of that game."""

    def __init__(self, games: Iterable[GameFact] = ()) -> None:
        """Count some games."""
        self.rounds: dict[int, GamesOfRound] = {}
        for game in games:
            self._count(game, 1)

    def change(self, changes: Iterable[Change]) -> None:
        """Follow what a fragment has changed."""
        for change in changes:
            for fact, times in ((change.old, -1), (change.new, 1)):
                if isinstance(fact, GameFact):
                    self._count(fact, times)

    def _count(self, game: GameFact, times: int) -> None:
        here = self.rounds.setdefault(game.round, GamesOfRound())
        here.count(game, times)
        if not here.lines:
            del self.rounds[game.round]


def chess_progress(facts: Facts, counted: GamesToDate | None = None) -> Progress:
    """Count the rounds and games that are in.

    A game is in when one of its players has a result for it; byes and absences are no games. Rounds count from the
    first one without a hole. Games that were announced are open once their round has begun. A round that no file has is
    the director's results so far: it has as many games as those who are there can play. A round of which the director
    has called the next is over as far as seats go.

    Args:
        facts: of the event.
        counted: its games, where they are already.
    """
    rounds = GamesToDate(facts.games).rounds if counted is None else counted.rounds
    announced, filed = announced_games(facts), announced_rounds(facts)
    paired = {number: here.paired.keys() | _announced(announced, number) for number, here in rounds.items()}
    games = {
        number: len(paired[number])
        if here.filed or number in filed
        else max(len(paired[number]), _most_games(number, facts, announced))
        for number, here in rounds.items()
    }
    newest = max((number for number, here in rounds.items() if here.decided), default=0)
    waiting = [
        SlowTable(
            round=number,
            table=" – ".join(sorted({*game}, key=lambda player: key_order((player,)))),
            behind=number < newest,
        )
        for number, here in rounds.items()
        if number <= newest
        for game in paired[number] - here.decided.keys()
    ]
    slow, slow_total = listed(waiting)
    started = (s.round - 1 for s in facts.early_starts if s.early and (s.playing or s.round - 1 in rounds))
    passed = max(started, default=0)
    done = {number for number, here in rounds.items() if len(here.decided) == games[number]}
    complete, over = (_last(done, past) for past in (0, passed))
    expected, running = facts.event.rounds, complete + 1
    parts = []
    if complete:
        parts.append(f"after round {complete}{f' of {expected}' if expected and expected >= complete else ''}")
    if running in rounds and (here := rounds[running]).decided:
        parts.append(f"{len(here.decided)} of {games[running]} games of round {running}")
    return Progress(
        rounds=expected,
        rounds_complete=complete if rounds else None,
        rounds_over=over if over > complete else None,
        rounds_begun=newest,
        results=sum(len(here.decided) for here in rounds.values()),
        results_expected=_expected(games, expected) if expected else None,
        complete=complete >= expected if expected and rounds else None,
        text=", ".join(parts) or "nothing reported yet",
        slow=slow,
        slow_total=slow_total,
    )


def _meeting(player: str, opponent: str) -> Meeting:
    return (min(player, opponent), max(player, opponent))


def _announced(games: Iterable[GameFact], number: int) -> Set[Meeting]:
    """Who was to meet in a round."""
    return {_meeting(game.player, game.opponent) for game in games if game.round == number and game.opponent}


def _most_games(number: int, facts: Facts, announced: Iterable[GameFact]) -> int:
    """How many games those who are there in a round can play."""
    away = Presence(facts).away(None, number).keys() | {game.player for game in announced if game.round == number}
    there = sum(participant.kind == "player" and participant.id not in away for participant in facts.participants)
    return there // 2


def _expected(games: Mapping[int, int], of_event: int) -> int | None:
    """How many games there will be: a round that is not paired yet is taken to have as many as the last one that is."""
    paired = {number: count for number, count in games.items() if count}
    if not paired:
        return None
    to_come = of_event - sum(number <= of_event for number in paired)
    return sum(paired.values()) + to_come * paired[max(paired)]


def _last(complete: Set[int], called: int) -> int:
    """The last round that is complete, or called past, and all before it."""
    last = 0
    while last < called or last + 1 in complete:
        last += 1
    return last
