"""The one game, bye or value of a game of chess that explains why stated points are not those of the results.

- Both lines of a game may state its result wrongly, and then nothing contradicts but the points: one player is stated
  with as much more as another result of this game would give, and the opponent with as much less. An arbiter may give
  both a loss, or a draw to one alone; where the points of one player are wrong, such a game may have a result like
  others. In an event of teams a game counts for two players and two teams, and all of their points have to be right.
- A bye may be stated with the letter of another one, of a player or of a team.
- Where a record says what results are worth, one value of it may be wrong for everybody.

Where one change alone makes all points right that it touches, it is what is wrong.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from contracts.base import Place
from contracts.codes import scoring as codes
from contracts.facts import Detail, Facts, GameFact, MatchFact
from contracts.findings import Finding
from services.scoring.domain.differences.chess import FEWEST, wrong_points
from shared.chess.from_facts import Players, table_of

_RESULTS = (("1", "0"), ("=", "="), ("0", "1"))
"""What a game that was played gives the two players."""

_BY_ARBITER = (("0", "0"), ("=", "0"), ("0", "="))
"""What an arbiter may give them instead; other pairs contradict each other, which is found as such."""

_LETTERS = {"W": "1", "D": "=", "L": "0"}
_AS_UNRATED = str.maketrans({plain: letter for letter, plain in _LETTERS.items()})

_BYES = {**dict.fromkeys("HFUZ-", "HFUZ"), **dict.fromkeys("1=0", "1=0")}
"""What each bye may have been; those of players in files before TRF16 have the result of a game."""

_MOST = 60
"""Changes of an event of teams that are tried, each by adding everything up again."""

GamesOf = Callable[[str], Sequence[GameFact]]
"""The games that a player states."""


class _Change(NamedTuple):
    """Other results of games, and what a team that is left over gets.

    Attributes:
        of: the game or bye: "player 3 in round 2".
        letter: the first of the results as it should be.
        bye: of a team that was left over or absent, as it should be.
    """

    of: str
    letter: str
    games: tuple[tuple[GameFact, str], ...]
    bye: MatchFact | None = None


def misreported_games(facts: Facts, table: Players, games_of: GamesOf, differences: Sequence[Finding]) -> list[Finding]:
    """A finding for each game or bye with which, reported otherwise, all points that it touches are as stated.

    Args:
        facts: of the event.
        table: made of them.
        games_of: its games.
        differences: where points are stated otherwise than the games give them, among others.
    """
    off = _off(differences)
    if not off:
        return []
    event = _Event(facts, table, games_of, off)
    found: list[Finding] = []
    explained: set[str] = set()
    for subject in off:
        if subject in explained:
            continue
        changes = [change for change in event.changes(subject) if event.holds(change)]
        # Several letters of one bye may be worth the same; it is the bye that is wrong.
        if len({change.of for change in changes}) == 1 and (
            len(changes) == 1 or all(game.opponent is None for game, _ in changes[0].games)
        ):
            explained |= event.touched(changes[0])
            found.append(_finding(changes))
    return found


def _off(differences: Iterable[Finding]) -> dict[str, Fraction]:
    """By how much the stated points of players and teams exceed those of their games; of a team, any of its scores."""
    return {
        finding.subject: Fraction(finding.stated) - Fraction(finding.computed)
        for finding in differences
        if finding.code == codes.TOTAL_DIFFERS.code
        and finding.subject is not None
        and finding.stated is not None
        and finding.computed is not None
    }


class _Event:
    """An event in which changes are tried."""

    def __init__(self, facts: Facts, table: Players, games_of: GamesOf, off: Mapping[str, Fraction]) -> None:
        self._facts, self._table, self._games_of, self._off = facts, table, games_of, off
        self._team_of: dict[str, str] = {}
        self._tries = _MOST
        for each in facts.participants if table.team else ():
            for player in each.members if each.kind == "team" else ():
                self._team_of[player] = each.id

    def changes(self, subject: str) -> Iterator[_Change]:
        """What may be reported wrongly of a player, or of the players of a team."""
        kind, _, name = subject.partition(" ")
        team = name if kind == "team" else self._team_of.get(name)
        for player in [name] if kind == "player" else [player for player, own in self._team_of.items() if own == team]:
            for game in self._games_of(player):
                if game.opponent is not None:
                    yield from self._of_game(game)
                elif not self._table.team:
                    of, letters = f"player {player} in round {game.round}", _BYES.get(game.result or "", "")
                    yield from (_Change(of, each, ((game, each),)) for each in letters if each != game.result)
        yield from self._of_byes(team) if team is not None else ()

    def _of_game(self, game: GameFact) -> Iterator[_Change]:
        theirs = next((each for each in self._games_of(game.opponent or "") if each.round == game.round), None)
        if theirs is None or theirs.opponent != game.player:
            return
        now = _plain(game.result), _plain(theirs.result)
        if now in (*_RESULTS, *_BY_ARBITER):
            of = f"player {game.player} in round {game.round}"
            for own, other in _RESULTS:
                if (own, other) != now:
                    letter = own.translate(_AS_UNRATED) if game.result in _LETTERS else own
                    yield _Change(of, letter, ((game, letter), (theirs, other)))

    def _of_byes(self, team: str) -> Iterator[_Change]:
        """The rounds without an opponent of a team; a round that states nothing of it is an absence."""
        players = [player for player, own in self._team_of.items() if own == team]
        games = [game for player in players for game in self._games_of(player)]
        matches = {match.round: match for match in self._facts.matches if team in (match.home, match.away)}
        for round_ in range(1, self._table.rounds_in + 1):
            match = matches.get(round_) or MatchFact(kind="chess_teams", round=round_, home=team)
            if match.away is None:
                letter = next((detail.value for detail in match.details if detail.name == "bye"), "Z")
                byes = [each for each in games if (each.round, each.opponent, each.result) == (round_, None, letter)]
                for other in _BYES.get(letter, "").replace(letter, ""):
                    bye = match.replace(details=(Detail(name="bye", value=other),))
                    yield _Change(f"team {team} in round {round_}", other, tuple((each, other) for each in byes), bye)

    def touched(self, change: _Change) -> set[str]:
        """The players and teams whose points a change may move."""
        players = [game.player for game, _ in change.games]
        teams = {self._team_of[player] for player in players if player in self._team_of}
        teams |= {change.bye.home or ""} if change.bye is not None else set()
        return {f"player {player}" for player in players} | {f"team {team}" for team in teams}

    def holds(self, change: _Change) -> bool:
        """Whether the points of everybody whom a change touches are right with it."""
        if not self._table.team:
            return all(
                Fraction(self._points(game.replace(result=result)) - self._points(game), self._table.scale)
                == self._off.get(f"player {game.player}", 0)
                for game, result in change.games
            )
        self._tries -= 1
        if self._tries < 0:
            return False
        results = {game.key: result for game, result in change.games}
        games = tuple(game.replace(result=results.get(game.key, game.result)) for game in self._facts.games)
        # Of two statements about a round of a team the last one counts.
        matches = (*self._facts.matches, *([change.bye] if change.bye is not None else ()))
        changed = self._facts.replace(games=games, matches=matches)
        wrong = wrong_points(changed, table_of(changed).tournament())
        return wrong <= self._off.keys() and not wrong & self.touched(change)

    def _points(self, game: GameFact) -> int:
        return self._table.turn(game).points[0]


def _plain(result: str | None) -> str | None:
    """The result of a game that was played, rated or not."""
    plain = _LETTERS.get(result or "", result)
    return plain if plain in ("1", "=", "0") else None


def _finding(changes: Sequence[_Change]) -> Finding:
    change, letters = changes[0], " or ".join(each.letter for each in changes)
    game = change.games[0][0] if change.games else None
    stated = game.result if game is not None else None
    if game is not None and game.opponent is not None:
        code, against, whose = codes.GAME_MISREPORTED, f"against player {game.opponent}", "points of both"
    else:
        code, against, whose = codes.BYE_MISREPORTED, "without an opponent", "points"
    return code.finding(
        f"{change.of} has {stated or 'nothing'} {against}; with {letters} the stated {whose} are right",
        place=game.at if game is not None else change.bye.at if change.bye is not None else None,
        subject=change.of,
        stated=stated,
        computed=letters,
    )


_USUAL = {"W": "1", "D": "0.5", "L": "0", "TW": "2", "TD": "1", "TL": "0"}
_RECORDS = {"TRF16+XX": "XXS", "TRF16+BB": "BBW to BBU"}


def misstated_points(facts: Facts, differences: Sequence[Finding]) -> list[Finding]:
    """A finding for the record of points by result, if all stated points are right by other points.

    Usual ones are tried for one result, for both colours of it and for all, and 3, 1 and 0.
    """
    wrong = len(_off(differences))
    if wrong < FEWEST or 3 * wrong < len(facts.totals):
        return []
    event, stated = facts.event, {detail.name: detail for detail in facts.event.scoring_system}
    football = {"W": Detail(name="W", value="3"), "D": Detail(name="D", value="1")}
    letters = dict.fromkeys(name.removeprefix("T")[-1] for name in stated if name in _USUAL or name[0] in "WB")
    tried = [
        *({name: detail for name, detail in stated.items() if name != left_out} for left_out in stated),
        *({name: each for name, each in stated.items() if name[-1] != letter} for letter in letters),
        {},
        football,
    ]
    for system in tried:
        if system == stated:
            continue
        other = facts.replace(events=(event.replace(scoring_system=tuple(system.values())),))
        if not wrong_points(other, table_of(other).tournament()):
            return [_points_finding(event.format_version or "", stated, system, wrong)]
    return []


def _points_finding(version: str, stated: Mapping[str, Detail], system: Mapping[str, Detail], wrong: int) -> Finding:
    """Which values of the record are others, and what they would be."""
    names = [name for name in {**stated, **system} if stated.get(name) != system.get(name)]
    first = names[0]
    record = (
        "299" if first.startswith("299 ") else "362" if first in ("TW", "TD", "TL") else _RECORDS.get(version, "162")
    )
    now = ", ".join(f"{name} {stated[name].value}" for name in names if name in stated)
    then = ", ".join(f"{name} {each.value}" for name, each in system.items() if name in names)
    then = then or f"the usual {_USUAL.get(first, _USUAL.get(first[-1], 'points')) if len(names) == 1 else 'points'}"
    text = f"record {record} gives {now}" if now else "no record gives points by result"
    return codes.POINTS_BY_RESULT.finding(
        f"{text}; with {then} all stated points are right, of which {wrong} are not now",
        place=Place(path=record) if now else None,
        subject=f"record {record}",
        stated=now or None,
        computed=then,
    )
