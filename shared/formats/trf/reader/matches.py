"""Who met whom in a team event, worked out from the players: TRF has no record of a match.

Rules kept here:

1. A team met the team that most of its players met. Without a game between players, 330 (340 in the draft) and 300 say
   whom it was to meet; 240, 320 (330 in the draft) say that it had a bye. Where no record says so, it had one when
   nobody met anybody and all who were nominated have the letter of the bye; all of them with a forfeit won against
   nobody is a full-point bye, since there is no opponent to have lost it.
2. The line-up is that of record 300. Without one, those sat down in the order of the roster who have an opponent, or a
   win by forfeit against nobody; somebody with ``0000 - -`` was not nominated.
3. Home is the team that has White on the first board: as 330 says, or as the colours of most of its players say when
   colours alternate by board (or as 352 says).
"""

from collections import Counter, defaultdict
from dataclasses import dataclass

from contracts.base import Place
from contracts.codes.trf import BOARD_COLOUR, BYE_CONTRADICTED, FORFEIT_CONTRADICTED, LINE_UP_UNKNOWN, OPPONENTS_UNCLEAR
from shared.formats.trf.reader.draft import Bye, Cell, Draft, Forfeit, LineUp, Team

SEATED = frozenset("1=0WDL+")
"""Results of somebody who sat down, even against nobody."""

_OF_GAMES = frozenset("1=0WDL")
"""Results of games that were played."""

_NAMES = {"w": "White", "b": "Black"}

_NOT_NOMINATED = frozenset("-Z")
"""What stands, without an opponent, at players whom their team did not nominate."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """A match, or a bye when `away` is None.

    Attributes:
        forfeit: "home", "away" or "both": who did not come.
        bye: "F", "H", "Z" or "U".
    """

    round: int
    home: int
    away: int | None
    home_line_up: tuple[int, ...] = ()
    away_line_up: tuple[int, ...] = ()
    forfeit: str | None = None
    bye: str | None = None
    place: Place | None = None


class Rounds:
    """The cells of a team event by round and player, and what the other records say of each round."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.cells: dict[int, dict[int, Cell]] = defaultdict(dict)
        for player in draft.players.values():
            for cell in player.cells:
                self.cells[cell.round][player.number] = cell
        self.rosters: dict[int, list[int]] = {
            number: [
                participant for participant in dict.fromkeys(team.members) if draft.team_of.get(participant) == number
            ]
            for number, team in draft.teams.items()
        }
        self.byes: dict[tuple[int, int], Bye] = {(bye.round, bye.participant): bye for bye in draft.byes}
        self.forfeits: dict[tuple[int, int], Forfeit] = {}
        for forfeit in draft.forfeits:
            self.forfeits[forfeit.round, forfeit.white] = self.forfeits[forfeit.round, forfeit.black] = forfeit
        self.line_ups: dict[tuple[int, int], LineUp] = {(each.round, each.team): each for each in draft.line_ups}
        colours = draft.texts.get("352", ("", 0))[0].upper()
        self.colours = colours if colours and set(colours) <= {"W", "B"} else "WB" * 50
        self._everybody = sorted(draft.teams)
        self._named: dict[int, set[int]] = defaultdict(set)
        for round_, participant in (*self.byes, *self.forfeits):
            if participant in draft.teams:
                self._named[round_].add(participant)
        self._check_line_ups()
        self._check_forfeits()

    def _check_line_ups(self) -> None:
        for each in self.draft.line_ups:
            for number in each.players:
                if number and self.draft.team_of.get(number) != each.team:
                    self.draft.report.add(
                        LINE_UP_UNKNOWN,
                        f"the line-up of team {each.team} names player {number}, who is not in its roster",
                        each.place,
                        subject=f"team {each.team}",
                    )

    def _check_forfeits(self) -> None:
        """Nobody of a team that did not play has the result of a game."""
        for forfeit in self.draft.forfeits:
            cells = self.cells.get(forfeit.round, {})
            played = [
                number
                for team in (forfeit.white, forfeit.black)
                for number in self.rosters.get(team, ())
                if (cell := cells.get(number)) is not None and cell.opponent and cell.result in _OF_GAMES
            ]
            if played:
                team = self.draft.team_of[played[0]]
                self.draft.report.add(
                    FORFEIT_CONTRADICTED,
                    f"the match of teams {forfeit.white} and {forfeit.black} in round {forfeit.round} is said to be"
                    f" forfeited, but player {played[0]} of team {team} has played",
                    forfeit.place,
                    subject=f"team {team} in round {forfeit.round}",
                    stated=forfeit.kind,
                )

    def check_colours(self, meeting: Meeting) -> None:
        """The players of a match have the colours of their boards, where record 352 gives them."""
        if not self.draft.texts.get("352"):
            return
        cells = self.cells.get(meeting.round, {})
        for line_up, first in ((meeting.home_line_up, "w"), (meeting.away_line_up, "b")):
            for board, number in enumerate(line_up):
                cell = cells.get(number)
                if cell is None or cell.colour is None or not cell.opponent or board >= len(self.colours):
                    continue
                due = first if self.colours[board] == self.colours[0] else {"w": "b", "b": "w"}[first]
                if cell.colour != due and first == "w":
                    self.draft.report.add(
                        BOARD_COLOUR,
                        f"player {number} has {_NAMES[cell.colour]} on board {board + 1} in round {meeting.round},"
                        f" which record 352 gives {_NAMES[due]}",
                        self.draft.players[number].place(meeting.round),
                        subject=f"player {number} in round {meeting.round}",
                        stated=cell.colour,
                        computed=due,
                    )

    def numbers(self) -> list[int]:
        """Every round of which something is said about a team or player."""
        stated = {round_ for round_, _ in (*self.byes, *self.forfeits)}
        return sorted(set(self.cells) | stated)

    def teams(self, round_: int) -> list[int]:
        """The teams of which a round says something: all where somebody has a cell, else those with a record."""
        if round_ in self.cells:
            return self._everybody
        return sorted(self._named.get(round_, ()))

    def line_up(self, team: Team, round_: int) -> tuple[int, ...]:
        """Who sat down for a team, by board; 0 for an empty board."""
        given = self.line_ups.get((round_, team.number))
        if given is not None:
            return given.players
        cells = self.cells.get(round_, {})
        return tuple(
            number
            for number in self.rosters[team.number]
            if (cell := cells.get(number)) and (cell.opponent or cell.result in SEATED)
        )

    def opponent(self, team: Team, round_: int) -> int | None:
        """The team that a team met or was to meet."""
        met: dict[int, int] = {}
        cells = self.cells.get(round_, {})
        for number in self.rosters[team.number]:
            cell = cells.get(number)
            other = self.draft.team_of.get(cell.opponent) if cell and cell.opponent else None
            if other is not None and other != team.number:
                met[number] = other
        if met:
            most = Counter(met.values()).most_common(1)[0][0]
            odd = next((number for number, other in met.items() if other != most), None)
            if odd is not None:
                self.draft.report.add(
                    OPPONENTS_UNCLEAR,
                    f"in round {round_} the players of team {team.number} meet players of different teams:"
                    f" {', '.join(map(str, sorted(set(met.values()))))}",
                    self.draft.players[odd].place(round_),
                    subject=f"team {team.number}",
                )
            return most
        forfeit = self.forfeits.get((round_, team.number))
        if forfeit is not None:
            return forfeit.black if forfeit.white == team.number else forfeit.white
        line_up = self.line_ups.get((round_, team.number))
        return line_up.opponent or None if line_up else None

    def bye(self, team: Team, round_: int) -> tuple[str, Place] | None:
        """The bye of a team and where it is said: in a record, or by the same letter at each of its players."""
        given = self.byes.get((round_, team.number))
        cells = self.cells.get(round_, {})
        numbers = [number for number in self.rosters[team.number] if number in cells]
        theirs = [cells[number] for number in numbers]
        if any(cell.opponent for cell in theirs):
            if given is not None:
                self.draft.report.add(
                    BYE_CONTRADICTED,
                    f"team {team.number} has a bye in round {round_}, but its players have opponents",
                    given.place,
                    subject=f"team {team.number} in round {round_}",
                    stated=given.kind,
                )
            return None
        if given is not None:
            return given.kind, given.place
        letters = {cell.result for cell in theirs if cell.result not in _NOT_NOMINATED}
        if letters == {"+"} and self.opponent(team, round_) is None:
            letters = {"F"}
        if len(letters) == 1 and letters <= {"U", "F", "H"}:
            return str(letters.pop()), self.where(team.number, tuple(numbers), round_)
        return None

    def has_white(self, line_up: tuple[int, ...], round_: int) -> int:
        """How many more players of a line-up have the colours of the team with White on the first board."""
        cells, votes = self.cells.get(round_, {}), 0
        for board, number in enumerate(line_up):
            colour = cells[number].colour if number in cells else None
            if colour and board < len(self.colours):
                same = self.colours[board] == self.colours[0]
                votes += 1 if (colour == "w") is same else -1
        return votes

    def where(self, team: int, line_up: tuple[int, ...], round_: int) -> Place:
        """Where a match is stated that no record names: in the round of the first who sat down, else at the team."""
        players = self.draft.players
        first = next((players[number] for number in line_up if number in players), None)
        return first.place(round_) if first is not None else self.draft.teams[team].at


def meetings(draft: Draft) -> list[Meeting]:
    """Every match and bye of a team event, by round and number of the team."""
    rounds = Rounds(draft)
    found_meetings: list[Meeting] = []
    for round_ in rounds.numbers():
        done: set[int] = set()
        for number in rounds.teams(round_):
            if number in done:
                continue
            team = draft.teams[number]
            bye = rounds.bye(team, round_)
            other = None if bye else rounds.opponent(team, round_)
            if bye:
                found_meetings.append(Meeting(round_, number, None, bye=bye[0], place=bye[1]))
            elif other is not None and other in draft.teams and other not in done:
                found_meetings.append(_meeting(rounds, round_, team, draft.teams[other]))
                rounds.check_colours(found_meetings[-1])
                done.add(other)
    return found_meetings


def _meeting(rounds: Rounds, round_: int, team: Team, other: Team) -> Meeting:
    """The match of two teams, White's first."""
    forfeit = rounds.forfeits.get((round_, team.number))
    line_ups = {each.number: rounds.line_up(each, round_) for each in (team, other)}
    if forfeit is not None and {forfeit.white, forfeit.black} == {team.number, other.number}:
        home, away = forfeit.white, forfeit.black
        absent = {"+-": "away", "-+": "home", "--": "both"}[forfeit.kind]
    else:
        votes = rounds.has_white(line_ups[team.number], round_) - rounds.has_white(line_ups[other.number], round_)
        home, away = (team.number, other.number) if votes >= 0 else (other.number, team.number)
        absent, forfeit = None, None
    given = forfeit or rounds.line_ups.get((round_, home)) or rounds.line_ups.get((round_, away))
    place = given.place if given else rounds.where(home, line_ups[home], round_)
    return Meeting(round_, home, away, line_ups[home], line_ups[away], forfeit=absent, place=place)
