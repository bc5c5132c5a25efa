"""801 and 802: what the other records say, in a form that people can read.

| record | for each round |
|---|---|
| 801 | opponent, colour, the result of each board, and who sat there by his place in the roster (1 to 9, A to Z) |
| 802 | opponent or kind of bye, colour, game points, and f for a forfeit |

801 is not written when a roster has more than 35 players, as the draft asks. Its widths are those that the tournament
needs: as many columns as the greatest team number, the most match points and the most game points have. The final has
one blank before the nickname and six columns for game points, which is how FIDE's sample is laid out, and whole match
points in 802 without a decimal; the draft's table has two blanks, and columns for game points as they are needed.
"""

from collections.abc import Mapping
from decimal import Decimal
from math import ceil

from contracts.facts import Facts, GameFact, MatchFact, Participant
from shared.chess.from_facts import tournament_of
from shared.chess.model import GAME, MATCH, Kind, Tournament
from shared.formats.trf.dialects import Dialect
from shared.formats.trf.writer.lines import points
from shared.formats.trf.writer.teams import TeamTotal

_BYES = {"F": "FPB", "H": "HPB", "Z": "ZPB", "U": "PAB"}
_KINDS = {Kind.FULL_BYE: "FPB", Kind.HALF_BYE: "HPB", Kind.ZERO_BYE: "ZPB", Kind.PAIRING_BYE: "PAB"}
_PLACES = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Informative:
    """Both records of every team."""

    def __init__(
        self, facts: Facts, teams: Mapping[str, int], totals: Mapping[str, TeamTotal], dialect: Dialect = Dialect.TRF26
    ) -> None:
        self.facts = facts
        self.is_draft = dialect is Dialect.DRAFT_2024
        self.teams = teams
        self.totals = totals
        self.tournament: Tournament = tournament_of(facts)
        self.index = {each.id: at for at, each in enumerate(self.tournament.entrants)}
        self.listed = sorted(
            (each for each in facts.participants if each.kind == "team" and each.id in teams),
            key=lambda each: teams[each.id],
        )
        self.matches: dict[tuple[int, str], MatchFact] = {}
        for match in facts.matches:
            for side in (match.home, match.away):
                if side is not None and match.round:
                    self.matches[match.round, side] = match
        self.games: dict[tuple[int, str], GameFact] = {(game.round, game.player): game for game in facts.games}

    def lines(self) -> list[str]:
        """801 of all teams, then 802 of all teams."""
        longest = max((len(each.members) for each in self.listed), default=0)
        first = [self._line_801(each) for each in self.listed] if longest < len(_PLACES) else []
        return [*first, *(self._line_802(each) for each in self.listed)]

    def _rounds(self) -> range:
        return range(1, self.tournament.rounds_in + 1)

    def _widths(self) -> tuple[int, int, int]:
        """Columns of record 801 for a team's number, for match points and for game points."""
        tournament = self.tournament
        most = ceil(tournament.exact(tournament.win[MATCH] * tournament.rounds))
        game_points = _digits(tournament.rounds * tournament.boards) + 2 if self.is_draft else 6
        return _digits(max(self.teams.values())), _digits(most), game_points

    def _line_801(self, team: Participant) -> str:
        width, of_match, of_game = self._widths()
        match_points, game_points, _ = self.totals.get(team.id, (None, None, ""))
        scores = f"{_short(match_points):>{of_match}} {points(game_points):>{of_game}}"
        head = f"801 {self.teams[team.id]:{width}} {' ' if self.is_draft else ''}{_nickname(team)} {scores}"
        return (head + "".join(f"  {self._turn_801(team, round_, width)}" for round_ in self._rounds())).rstrip()

    def _turn_801(self, team: Participant, round_: int, width: int) -> str:
        boards = self.tournament.boards
        match = self.matches.get((round_, team.id))
        if match is None or match.away is None:
            letter = _bye(match)
            return f"{'':{width}}   {letter * boards} {'':{boards}}"
        is_home = match.home == team.id
        other = match.away if is_home else match.home
        line_up = match.home_line_up if is_home else match.away_line_up
        lost = match.forfeit in ("both", "home" if is_home else "away")
        results = (
            "-" * boards if lost else "".join(self._result(round_, number) for number in line_up).ljust(boards, "-")
        )
        seats = "".join(_place(team, number) for number in line_up) if not lost else ""
        return f"{self.teams[other]:{width}} {'w' if is_home else 'b'} {results} {seats:{boards}}"

    def _result(self, round_: int, number: str) -> str:
        game = self.games.get((round_, number))
        return (game.result or " ") if game is not None else "-"

    def _line_802(self, team: Participant) -> str:
        match_points, game_points, _ = self.totals.get(team.id, (None, None, ""))
        scores = f"{_units_of(match_points):>6} {points(game_points):>6}"
        if self.is_draft:
            scores = f" {_short(match_points):>4} {points(game_points):>6}"
        head = f"802 {self.teams[team.id]:3} {_nickname(team)} {scores} "
        return (head + "  ".join(self._turn_802(team, round_) for round_ in self._rounds())).rstrip()

    def _turn_802(self, team: Participant, round_: int) -> str:
        turn = self.tournament.entrants[self.index[team.id]].turns[round_ - 1]
        scored = points(_decimal(self.tournament, turn.points[GAME]))
        forfeited = "f" if turn.kind in (Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS) else " "
        if turn.opponent < 0:
            return f"{_KINDS.get(turn.kind, 'ZPB')}   {scored:>4}{forfeited}"
        other = self.teams[self.tournament.entrants[turn.opponent].id]
        return f"{other:3} {turn.colour or ' '} {scored:>4}{forfeited}"


def _digits(number: int) -> int:
    return len(str(number))


def _nickname(team: Participant) -> str:
    return f"{(team.nickname or '')[:5]:5}"


def _bye(match: MatchFact | None) -> str:
    stated = next((detail.value for detail in match.details if detail.name == "bye"), "Z") if match is not None else "Z"
    return stated if stated in _BYES else "Z"


def _place(team: Participant, number: str) -> str:
    return _PLACES[team.members.index(number) + 1] if number in team.members else "0"


def _short(value: Decimal | None) -> str:
    return points(value).removesuffix(".0")


def _units_of(value: Decimal | None) -> str:
    """Match points with their units where a number with a decimal has them, as in FIDE's sample."""
    text = points(value)
    return text if not text.endswith(".0") else f"{text[:-2]}  "


def _decimal(tournament: Tournament, scaled: int) -> Decimal:
    exact = tournament.exact(scaled)
    return Decimal(exact.numerator) / Decimal(exact.denominator)
