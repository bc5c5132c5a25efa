"""Rules about matches of chess teams: who sits down, who is left over, and who meets whom.

Sources: TRF-2026, records 300 and 320; C.04.6 (nobody meets a team twice, nobody is left over twice).
"""

from collections import Counter
from collections.abc import Iterator

from contracts.codes import chess as codes
from contracts.facts import MatchFact
from contracts.findings import Finding
from services.validation.domain.case import Case, Rule

_OF_PLAYERS = ("FIDE_DUTCH", "FIDE_DUBOV", "FIDE_BURSTEIN", "FIDE_LIM", "FIDE_DOUBLE")
_UNPLAYED_WINS = frozenset("FU")


def _matches(case: Case) -> list[tuple[int, MatchFact]]:
    """The matches of teams with their rounds, in the order of these."""
    matches = (match for match in case.facts.matches if match.kind == "chess_teams")
    return sorted(((m.round, m) for m in matches if m.round is not None), key=lambda item: item[0])


def system_of_entrants(case: Case) -> Iterator[Finding]:
    """A code of FIDE for the system (record 192) that is of teams or of players goes with those who play."""
    event = case.facts.event
    code = next((detail.value for detail in event.details if detail.name == "192"), "").upper()
    of_teams = code.startswith("FIDE_TEAM")
    if not of_teams and not code.startswith(_OF_PLAYERS):
        return
    if of_teams is not case.tournament.team:
        entrants, others = ("teams", "players") if case.tournament.team else ("players", "teams")
        text = f"the system {code} is one of {others}, but the file has results of {entrants}"
        yield codes.SYSTEM_OF_OTHERS.finding(text, place=event.at, subject="the event", stated=code)


def seated_once(case: Case) -> Iterator[Finding]:
    """Nobody sits at two boards of a round."""
    seated: dict[int, Counter[str]] = {}
    for number, match in _matches(case):
        of_round = seated.setdefault(number, Counter())
        for player in (*match.home_line_up, *match.away_line_up):
            of_round[player] += bool(player)
            if of_round[player] == 2:
                subject = f"player {player} in round {number}"
                yield codes.SEATED_TWICE.finding(
                    f"{subject} sits at two boards", place=match.at, subject=subject, stated=player
                )


def left_over_once(case: Case) -> Iterator[Finding]:
    """A team is left over once, and not after a full-point bye or a forfeit won."""
    before: dict[str, int] = {}
    for number, match in _matches(case):
        letter = next((detail.value for detail in match.details if detail.name == "bye"), "")
        if match.away is not None:
            won = {"away": match.home, "home": match.away}.get(match.forfeit or "")
            if won is not None:
                before.setdefault(won, number)
        elif letter in _UNPLAYED_WINS:
            first = before.setdefault(match.home, number)
            if letter == "U" and first != number:
                text = f"team {match.home} has the bye in round {number}, but had as many points without playing in"
                text += f" round {first}"
                yield codes.SECOND_PAIRING_BYE.finding(text, place=match.at, subject=f"team {match.home}")


def teams_met_once(case: Case) -> Iterator[Finding]:
    """In a Swiss no two teams play each other twice; a match that was forfeited may be paired again."""
    matches = _matches(case)
    if not matches or case.tournament.pre_determined:
        return
    met: dict[frozenset[str], int] = {}
    for number, match in matches:
        if match.away is None or match.forfeit is not None:
            continue
        first = met.setdefault(frozenset((match.home, match.away)), number)
        if first != number:
            text = f"teams {match.home} and {match.away} met in rounds {first} and {number}"
            yield codes.MET_TWICE.finding(text, place=match.at, subject=f"team {match.home}")


RULES: tuple[Rule, ...] = (system_of_entrants, seated_once, left_over_once, teams_met_once)
"""Line-ups, byes and opponents of teams."""
