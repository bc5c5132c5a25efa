"""One fault, one finding: what follows from another finding becomes a remark that names it.

A stated value is compared with what is computed from the results alone, so one that is wrong is found once. A result
that is wrong, however, makes points, match scores, totals and places differ. Rules kept here:

1. Causes come before consequences: a line or game, then the points of a board, then a match, then totals and numbers of
   boards and wins, then places and summaries. Findings at one place of a file that are of one step are one fault: the
   gravest, and of equally grave ones the first by `steps.AT_ONE_PLACE`, is its cause.
2. Who has too many or too few results is another than was meant, and boards have other numbers of results: a line that
   stands twice, names somebody twice, has no board or names somebody unknown explains all that is computed.
3. Other findings about a line explain what its board and the matches on it give.
4. A stated total that is the sum of what is stated for the lines or matches follows from what is wrong in these. Where
   they state nothing, or most totals are not sums, as factored ones, it follows from what is wrong with a board that
   the participant plays. The number of wins follows from what is wrong with a match.
5. A stated place that follows the stated totals, or has none beside it, is a consequence of any other difference.
6. A percentage and the total of one participant are one fault. In chess, a game explains the points of its players and
   their teams, and points explain the summaries of the team. A bye that is another one explains them too, and a record
   that gives other points for results explains all points and places.
7. A cause is at least as grave as what it explains: an error is never folded under a warning.
8. One side of a match has less than its scale gives after a fine, which is a warning. Where the total of that side
   does not count the fine, the score of the match is wrong: it is an error, and explains the total.
9. In chess, a line with another's number, or somebody who has no line, explains what is wrong with the games of those
   who are named, and whatever follows from who is there: counts, rosters, opponents of teams, totals and places. What
   cannot be read of a game explains what is wrong with the game.
10. A line that is misplaced or missing, with which all stated totals are right, and a board that is missing explain all
   that is computed, and that somebody has two results on the board of the line.
11. The points of a line explain what a match states for that board, and the wins of the teams that play it. A match
    with other scores, with which all stated totals are right, or one that is missing explains totals and places, and
    other matches that were compared with it alone; one that is missing also what differs on boards of which neither
    side has a line.
12. A line with the wrong people on a board explains that the movement has another line there.
13. A pair that is listed in the wrong direction explains the places of all who are ranked by directions.
14. A match that names another team than plays it explains what differs for these teams and their opponent, and a line
    with a pair of another team what differs for the pairs of both teams. Two boards with exchanged results explain
    what is wrong with their lines.
15. A file that is cut explains what is missing in it, and all that is computed.
"""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from operator import attrgetter

from contracts.base import Place
from contracts.codes import scoring, validation
from contracts.facts import Facts, Participant, StatedTotal
from contracts.findings import Cause, Finding, Severity
from services.scoring.domain.differences import steps
from services.scoring.domain.differences.match_causes import explains_teams, is_gone, sides_of_match, sits_elsewhere
from services.scoring.domain.differences.rankings import place_of
from shared.bridge.line_players import players_of

_DIVIDED: tuple[tuple[str, ...], ...] = ((), ("direction",), ("section",), ("direction", "section"))
_WEIGHT = {Severity.ERROR: 2, Severity.WARNING: 1, Severity.INFO: 0}


def folded(findings: Iterable[Finding], facts: Facts) -> list[Finding]:
    """The findings about an event, in their order, with those that follow from another as remarks that name it."""
    every = list(dict.fromkeys(findings))
    own = [steps.STEPS.get(f.code) if f.severity is not Severity.INFO else None for f in every]
    taking_part = [(step, finding) for step, finding in zip(own, every, strict=True) if step is not None]
    if len(taking_part) < 2:
        return every
    event = _Event(facts, (finding for _, finding in taking_part))
    causes, remarks = _Causes(event), dict[int, Finding]()
    ordered = sorted(
        taking_part, key=lambda each: (each[0], -_WEIGHT[each[1].severity], steps.AT_ONE_PLACE[each[1].code])
    )
    at_place: dict[tuple[object, ...], Finding] = {}
    for step, finding in ordered:
        where = (step, finding.place, finding.subject if finding.code in steps.GAMES else None)
        cause = at_place.get(where) if finding.place is not None else None
        number = causes.unfined(finding)
        if number is not None:
            unfined = causes.every[number]
            raised = remarks[id(unfined)] = causes.raised(number)
            remarks[id(finding)] = remark(finding, raised)
            continue
        if cause is None or not _is_as_grave(cause, finding):
            grave = (each for each in causes.before(step, finding) if _is_as_grave(each, finding))
            cause = next((each for each in grave if event.explains(each, finding)), None)
        if cause is None and finding.code in steps.EXPLAINING_NOTHING:
            continue
        if cause is None:
            causes.add(finding)
            at_place.setdefault(where, finding)
        else:
            remarks[id(finding)] = remark(finding, cause)
    return [remarks.get(id(finding), finding) for finding in every]


class _Causes:
    """The causes so far, step by step, found again by what they say; there may be thousands of them and of others.

    Attributes:
        every: in their order.
    """

    def __init__(self, event: "_Event") -> None:
        self.every: list[Finding] = []
        self._event = event
        self._kinds: dict[tuple[str, Severity], Finding] = {}
        self._first: dict[tuple[str, Severity], int] = {}
        self._named: dict[tuple[str, str | None], list[int]] = defaultdict(list)

    def add(self, finding: Finding) -> None:
        """Take a cause that comes after all others."""
        number, kind = len(self.every), (finding.code, finding.severity)
        self.every.append(finding)
        self._kinds.setdefault(kind, finding)
        self._first.setdefault(kind, number)
        for name in self._event.names_of_cause(finding):
            self._named[name].append(number)

    def before(self, step: int, finding: Finding) -> Iterable[Finding]:
        """Those that may explain a finding: the first of each kind, where all or none do, and those of shared names."""
        if finding.code in steps.FOLLOWING_ALL:
            return (cause for cause in self._kinds.values() if steps.STEPS[cause.code] < steps.PLACE)
        numbers = {*self._first.values()}
        for name in self._event.names_of_effect(step, finding):
            numbers.update(self._named.get(name, ()))
        last = step if step == steps.BOARD else step - 1
        return (cause for cause in map(self.every.__getitem__, sorted(numbers)) if steps.STEPS[cause.code] <= last)

    def unfined(self, total: Finding) -> int | None:
        """The number of the match whose fine a total does not count (rule 8)."""
        numbers = self._named.get(("name", _name(total)), ()) if total.code == scoring.TOTAL_DIFFERS.code else ()
        return next((number for number in numbers if _is_fine_left_out(self.every[number], total)), None)

    def raised(self, number: int) -> Finding:
        """A cause as an error, in its place."""
        raised = self.every[number] = self.every[number].replace(severity=Severity.ERROR)
        kind = (raised.code, raised.severity)
        self._kinds.setdefault(kind, raised)
        self._first[kind] = min(number, self._first.get(kind, number))
        return raised


def _is_as_grave(cause: Finding, finding: Finding) -> bool:
    """Rule 7."""
    return _WEIGHT[cause.severity] >= _WEIGHT[finding.severity]


def _is_fine_left_out(match: Finding, total: Finding) -> bool:
    """Whether a total differs by exactly what one side of a match has otherwise than its scale gives (rule 8)."""
    codes = (match.code, total.code)
    if codes != (scoring.MATCH_UNBALANCED.code, scoring.TOTAL_DIFFERS.code) or _name(total) not in sides_of_match(
        match
    ):
        return False
    stated, computed = (sum(map(Decimal, (text or "0").split(" : "))) for text in (match.stated, match.computed))
    return Decimal(total.computed or 0) - Decimal(total.stated or 0) == stated - computed


def remark(finding: Finding, cause: Finding) -> Finding:
    """A finding that only follows from another, and names it."""
    advice = f"Correct this first, which it probably follows from: {cause.message}"
    followed = Cause(code=cause.code, subject=cause.subject, place=cause.place)
    return finding.replace(severity=Severity.INFO, advice=advice[:2000], cause=followed)


_Sums = dict[tuple[str | None, str], list[Decimal | None]]
"""Stated values by session, None for all of them, and participant."""


_Meetings = dict[str | None, list[str | None]]
"""Of each player of a round, some others."""


class _Event:
    """An event that is asked whether one finding explains another."""

    def __init__(self, facts: Facts, findings: Iterable[Finding]) -> None:
        subjects = [(finding.subject or "").split() for finding in findings if finding.code in steps.GAMES]
        self._facts = facts
        self._asked = {words[1] for words in subjects if words[:1] == ["player"] and len(words) > 1}
        self._consistent: dict[int, bool | None] = {}
        self._following: dict[int, bool] = {}
        self._rounds: dict[str, tuple[_Meetings, _Meetings]] = {}
        self._found: dict[str, tuple[set[str], set[str]]] = {}

    def names_of_cause(self, cause: Finding) -> set[tuple[str, str | None]]:
        """What a finding shares with those that it explains, unless all of its kind explain them."""
        names: set[str | None] = {*sides_of_match(cause)}
        if cause.code == scoring.TOTAL_DIFFERS.code:
            names.add(_name(cause))
        if cause.code in steps.OF_PEOPLE or cause.code in steps.OF_TEAMS:
            names |= {(cause.subject or "").removeprefix("player "), cause.stated, cause.computed}
        if cause.code in steps.GAMES:
            names = names.union(self._players_of_game(cause), *self._near(cause.subject or ""))
        return {("subject", cause.subject), *(("name", name) for name in names)}

    def names_of_effect(self, step: int, finding: Finding) -> set[tuple[str, str | None]]:
        """What a finding shares with those that explain it."""
        names: set[str | None] = {_name(finding), (finding.subject or "").partition(" ")[2]}
        if finding.code in steps.GAMES:
            names |= self._players_of_game(finding)
        if step in (steps.MATCH_REPAIR, steps.MATCH):
            names |= sides_of_match(finding)
        if finding.code == validation.TABLES_ALIKE.code:
            names |= {finding.stated, finding.computed}
        if step == steps.TOTAL and (total := self._totals.get(finding.place)) is not None:
            names |= {total.participant, self._team_of.get(total.participant)}
        boards = (
            {board for name in names for board in self._boards_of.get(name, ())}
            if step in (steps.MATCH, steps.TOTAL)
            else ()
        )
        return {
            ("subject", finding.subject),
            *(("subject", board) for board in boards),
            *(("name", name) for name in names),
        }

    def explains(self, cause: Finding, finding: Finding) -> bool:
        """Whether a finding of an earlier step, or one before it of boards, is the reason of another one."""
        step = steps.STEPS[finding.code]
        if cause.code in steps.OF_PEOPLE or cause.code in steps.GAMES:
            return (self._of_people if cause.code in steps.OF_PEOPLE else self._of_game)(cause, finding)
        if cause.code in steps.OF_SEATS:
            return self._of_line(cause, finding)
        if steps.MATCH_REPAIR in (step, steps.STEPS[cause.code]):
            follows = step > steps.MATCH or finding.subject == cause.subject or finding.computed is None
            gone = step == steps.BOARD and is_gone(cause, self._players_of_boards[finding.subject or ""])
            return gone or (step > steps.BOARD and follows)
        if step in (steps.BOARD, steps.MATCH):
            return self._of_board_or_match(cause, finding)
        if step == steps.TOTAL:
            return self._of_total(cause, finding)
        of_total = cause.code == scoring.TOTAL_DIFFERS.code and _name(finding) == _name(cause)
        of_direction = cause.code == validation.DIRECTION_NOT_TAKEN.code
        by_name = finding.code in (scoring.SUMMARY_DIFFERS.code, scoring.PLACES_OF_ANOTHER_ORDER.code)
        return of_total if by_name else of_direction or self._follows_totals(finding)

    def _of_line(self, cause: Finding, finding: Finding) -> bool:
        """Rules 2, 10 and 14."""
        step = steps.STEPS[finding.code]
        if cause.code in steps.OF_TEAMS:
            follows = step in (steps.MATCH_REPAIR, steps.MATCH) and not sides_of_match(cause).isdisjoint(
                sides_of_match(finding)
            )
            return explains_teams(
                cause, finding, self._team_of, follows=follows or step == steps.PLACE, is_total=step == steps.TOTAL
            )
        if cause.code == validation.BOARDS_EXCHANGED.code:
            return finding.subject in (f"board {cause.stated}", f"board {cause.computed}")
        if finding.code == validation.TWICE_AT_ONCE.code:
            return sits_elsewhere(cause, finding)
        if finding.code in steps.OF_ONE_LINE or (step == steps.LINE and cause.code == scoring.BOARD_MISNUMBERED.code):
            return finding.subject == cause.subject
        return step > steps.LINE

    def _of_board_or_match(self, cause: Finding, finding: Finding) -> bool:
        """Rules 3 and 11."""
        if steps.STEPS[cause.code] == steps.STEPS[finding.code]:
            places = (finding.place in self._places_of_boards, cause.place in self._places_of_boards)
            return finding.subject == cause.subject and places == (True, False)
        # Somebody of a match who plays the board has its points or scores in the match.
        is_match = steps.STEPS[finding.code] == steps.MATCH
        played = is_match and self._players_of_boards.get(cause.subject or "", set()) & sides_of_match(finding)
        return finding.subject == cause.subject or bool(played)

    @cached_property
    def _totals(self) -> dict[Place | None, StatedTotal]:
        """The first total at each place of a file."""
        return {total.at: total for total in reversed(self._facts.totals) if total.at is not None}

    @cached_property
    def _players_of_boards(self) -> dict[str, set[str]]:
        """Who plays each board: pairs, players and teams."""
        players: dict[str, set[str]] = defaultdict(set)
        for result in self._facts.results:
            teams = (name for name in (result.sides.ns_team, result.sides.ew_team) if name is not None)
            players[f"board {result.board}"].update((*players_of(result.sides)[0], *teams))
        return players

    @cached_property
    def _boards_of(self) -> dict[str | None, set[str]]:
        """The boards that each of them plays."""
        boards: dict[str | None, set[str]] = defaultdict(set)
        for board, players in self._players_of_boards.items():
            for player in players:
                boards[player].add(board)
        return boards

    @cached_property
    def _places_of_boards(self) -> set[Place | None]:
        """Where boards of matches are stated."""
        return {points.at for points in self._facts.board_points} - {None}

    def _of_total(self, cause: Finding, finding: Finding) -> bool:
        """Rules 4 and 6."""
        total = self._totals.get(finding.place)
        if total is None or finding.code == scoring.BOARDS_PLAYED_DIFFER.code:
            return False
        if finding.code == scoring.WINS_DIFFER.code:
            teams = self._players_of_boards.get(cause.subject or "", set()) if total.kind == "team" else set()
            return total.participant in sides_of_match(cause) | teams
        if id(total) not in self._consistent:
            self._consistent[id(total)] = self._is_sum(total) if self._sums_tell else None
        consistent = self._consistent[id(total)]
        if consistent is not None:
            return consistent
        names = {total.participant, self._team_of.get(total.participant)} - {None}
        if steps.STEPS[cause.code] == steps.MATCH:
            return bool(names & sides_of_match(cause))
        return bool(names & self._players_of_boards.get(cause.subject or "", set()))

    @cached_property
    def _sums(self) -> tuple[_Sums, _Sums]:
        """What is stated for everybody's lines and matches, by session and over all; None where something is not."""
        lines: _Sums = defaultdict(list)
        for result in self._facts.results:
            stated, sides = result.stated, result.sides
            if not players_of(sides)[0]:
                continue
            for names, value in (
                ((sides.ns, sides.north, sides.south), stated.ns if stated is not None else None),
                ((sides.ew, sides.east, sides.west), stated.ew if stated is not None else None),
            ):
                for name in names:
                    _add(lines, result.session, name, value)
        matches: _Sums = defaultdict(list)
        for match in self._facts.matches:
            _add(matches, match.session, match.home, match.home_score)
            _add(matches, match.session, match.away, match.away_score)
        return lines, matches

    @cached_property
    def _sums_tell(self) -> bool:
        """Whether most stated totals are the sums of what is stated below them (rule 4)."""
        sums = [is_sum for total in self._totals.values() if (is_sum := self._is_sum(total)) is not None]
        return 2 * sum(sums) >= len(sums)

    def _is_sum(self, total: StatedTotal) -> bool | None:
        """Whether a stated total is the sum of what is stated below it; None where that cannot be told."""
        claim = total.pair_imps if total.total is None else total.total
        known = [
            sums[key]
            for sums in self._sums
            if (key := (total.session, total.participant)) in sums and None not in sums[key]
        ]
        if claim is None or not known:
            return None
        given = sum(
            (Fraction(fact.amount) for fact in self._facts.adjustments if fact.participant == total.participant),
            Fraction(0),
        )
        for values in known:
            own = sum((Fraction(value) for value in values if value is not None), Fraction(0))
            step = max((_last_place(value) for value in values if value is not None), default=Fraction(0))
            near = (len(values) * step + _last_place(claim)) / 2
            if any(abs(Fraction(claim) - own - extra) <= near for extra in (Fraction(0), given)):
                return True
        return False

    def _follows_totals(self, finding: Finding) -> bool:
        """Rule 5."""
        if id(finding) not in self._following:
            self._following[id(finding)] = self._is_place_of_total(finding)
        return self._following[id(finding)]

    def _is_place_of_total(self, finding: Finding) -> bool:
        """Whether a place is that of the total beside it, in whatever way the file divides those whom it ranks."""
        total = self._totals.get(finding.place)
        place = place_of(total)
        if total is None or place is None:
            return True
        is_alone = True
        for value in ("percentage", "total"):
            mine = getattr(total, value)
            if mine is None:
                continue
            is_alone = False
            for parts in _DIVIDED:
                values = self._fields[self._field_of(total, value, parts)]
                if len(values) - bisect_right(values, mine) + 1 == place.first:
                    return True
        return is_alone

    def _field_of(self, total: StatedTotal, value: str, parts: tuple[str, ...]) -> tuple[object, ...]:
        """Among whom a total is ranked by one of its values."""
        own = self._listed.get((total.kind, total.participant))
        return total.kind, total.session, value, parts, *(getattr(own, part, None) for part in parts)

    @cached_property
    def _listed(self) -> dict[tuple[str, str], Participant]:
        return {(p.kind, p.id): p for p in self._facts.participants}

    @cached_property
    def _team_of(self) -> dict[str, str | None]:
        return {p.id: p.team for p in reversed(self._facts.participants)}

    @cached_property
    def _fields(self) -> dict[tuple[object, ...], list[Decimal]]:
        """The stated values of all whom a file may rank among each other, the smallest first."""
        fields: dict[tuple[object, ...], list[Decimal]] = defaultdict(list)
        for total in self._facts.totals:
            for value in ("percentage", "total"):
                if (own := getattr(total, value)) is not None:
                    for parts in _DIVIDED:
                        fields[self._field_of(total, value, parts)].append(own)
        for values in fields.values():
            values.sort()
        return fields

    def _of_people(self, cause: Finding, finding: Finding) -> bool:
        """Rule 9."""
        named = {(cause.subject or "").removeprefix("player "), cause.stated, cause.computed}
        if finding.code in steps.GAMES and cause.code not in steps.OF_CUT:
            return bool(named & self._players_of_game(finding)) or (finding.subject or "").startswith("team ")
        return True

    def _players_of_game(self, finding: Finding) -> set[str | None]:
        """Those whose game a finding is about, and whom they name."""
        words = (finding.subject or "").split()
        if words[:1] != ["player"] or len(words) < 2:
            return set()
        player, number = words[1], words[-1]
        opponents, _ = self._meetings(number)
        players: set[str | None] = {player}
        for _ in range(2):
            players |= {opponent for each in players for opponent in opponents.get(each, ())}
        return players

    def _meetings(self, number: str) -> tuple[_Meetings, _Meetings]:
        """Of players whose games findings are about, and of those whom they meet: whom they name in a round.

        And who names the former.
        """
        if number not in self._rounds:
            # The games are in the order of their rounds; only those count of whom is asked, and of whom they meet.
            games, of_round, round_ = self._facts.games, attrgetter("round"), int(number) if number.isdecimal() else 0
            games = games[bisect_left(games, round_, key=of_round) : bisect_right(games, round_, key=of_round)]
            asked = self._asked
            near = asked | {game.opponent for game in games if game.player in asked}
            opponents, named_by = self._rounds[number] = defaultdict(list), defaultdict(list)
            for game in [game for game in games if game.player in near or game.opponent in asked]:
                opponents[game.player].append(game.opponent)
                named_by[game.opponent].append(game.player)
        return self._rounds[number]

    @cached_property
    def _teams(self) -> dict[str, set[str]]:
        """The teams of each player."""
        teams: dict[str, set[str]] = defaultdict(set)
        for listed in [each for each in self._facts.participants if each.team is not None or each.kind == "team"]:
            if listed.team is not None:
                teams[listed.id].add(listed.team)
            for member in listed.members if listed.kind == "team" else ():
                teams[member].add(listed.id)
        return teams

    def _of_game(self, cause: Finding, finding: Finding) -> bool:
        """Rules 6 and 9, of chess."""
        if finding.code in steps.GAMES:
            same_round = (cause.subject or "").partition(" in ")[2] == (finding.subject or "").partition(" in ")[2]
            return same_round and bool(self._players_of_game(cause) & self._players_of_game(finding))
        if finding.code in (scoring.PLACE_DIFFERS.code, scoring.TIES_BROKEN_OTHERWISE.code):
            return True
        players, teams = self._near(cause.subject or "")
        kind, name = (finding.subject or " ").split(" ", 1)
        if finding.code == scoring.SUMMARY_DIFFERS.code:
            return _name(finding) in teams
        return name in (teams if kind == "team" else players)

    def _near(self, game: str) -> tuple[set[str], set[str]]:
        """Of the subject of a finding about a game the players who meet there, and their teams; nobody for a round."""
        if game not in self._found:
            words = game.split()
            players: set[str] = set()
            if words[:1] == ["player"]:
                met = (each.get(words[1], ()) for each in self._meetings(words[-1]))
                players = {words[1], *(other for others in met for other in others if other)}
            teams = {team for each in players for team in self._teams.get(each, ())}
            if words[:1] == ["team"]:
                teams = {words[1]}
                players = {player for player, own in self._teams.items() if own & teams}
            self._found[game] = players, teams
        return self._found[game]


def _add(sums: _Sums, session: str | None, name: str | None, value: Decimal | None) -> None:
    if name is not None:
        for when in {session, None}:
            sums[when, name].append(value)


def _name(finding: Finding) -> str:
    """The participant that a finding is about."""
    return (finding.subject or "").rpartition(" ")[2]


def _last_place(value: Decimal) -> Fraction:
    exponent = value.as_tuple().exponent
    return Fraction(1, 10**-exponent) if isinstance(exponent, int) and exponent < 0 else Fraction(0)
