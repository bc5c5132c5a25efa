"""Tie-breaks from the scores of opponents: Buchholz and its kin, and how unplayed rounds count in them.

Rules kept here (C.07 articles 8, 9.1, 13.2, 13.4 and 16):

1. An opponent's score is adjusted (16.3): requested byes and absences that are followed by nothing but rounds unplayed
   by his own will count as draws; every other round counts what it brought.
2. An own round that was not played counts as played against a dummy with the own score (16.4). Since 2026 the dummy has
   at most the scheduled opponent's adjusted score after a forfeit, and at most a draw in every round so far after a
   bye.
3. Fore Buchholz (8.3) and /F take the last round's paired games as drawn, forfeits included.
4. With pairings known beforehand, and with /P, a forfeit counts as played against the scheduled opponent (15.2), and a
   round without opponent counts nothing.
5. Points given or taken away apart from a round are in nobody's adjusted score.
6. Until July 2024 a cut of an extended Sonneborn-Berger took the opponent with the lowest score of those that rank
   (14.1); since then it takes the one with the lowest of the scores that are summed.
"""

from __future__ import annotations

from collections.abc import Collection
from copy import copy
from fractions import Fraction

from shared.chess.model import GAME, MATCH, REQUESTED, VOLUNTARY, Edition, Entrant, Kind, Tournament
from shared.chess.terms import Term, cut, total
from shared.chess.tie_break import TieBreak

_EXTENDED = {
    "EMMSB": (MATCH, MATCH), "EMGSB": (MATCH, GAME), "EGMSB": (GAME, MATCH), "EGGSB": (GAME, GAME),
}  # fmt: skip
"""Extended Sonneborn-Berger (13.2): which score of the opponent times which own points."""


Counted = tuple[int, int, int, bool]
"""Round, index of the opponent, score, and whether the round was unplayed by one's own will."""


class Opponents:
    """Adjusted scores of everybody, for one score and with or without fore results."""

    def __init__(self, tournament: Tournament, which: int, *, fore: bool) -> None:
        self.tournament = tournament
        self.which = which
        self.fore = fore
        self._complete = fore and tournament.rounds_in == tournament.rounds
        entrants = tournament.entrants
        self.adjusted: list[int] = [self._adjusted(entrant, complete=self._complete) for entrant in entrants]
        self.own: list[int] = [self._own(entrant) for entrant in entrants]
        self._counted: tuple[dict[int, list[Counted]], dict[int, list[Counted]]] = ({}, {})

    def after(self, tournament: Tournament, changed: Collection[int], near: Collection[int]) -> Opponents:
        """The same after a change: of some participants, and of those who met them."""
        found = copy(self)
        found.tournament, found.adjusted, found.own = tournament, self.adjusted.copy(), self.own.copy()
        for index in changed:
            entrant = tournament.entrants[index]
            found.adjusted[index] = self._adjusted(entrant, complete=self._complete)
            found.own[index] = self._own(entrant)
        found._counted = (self._counted[0].copy(), self._counted[1].copy())
        for known in found._counted:
            for index in near:
                known.pop(index, None)
        return found

    def _own(self, entrant: Entrant) -> int:
        own = entrant.total[self.which]
        if self._complete and entrant.turns[-1].opponent >= 0:
            own += self.tournament.draw[self.which] - entrant.turns[-1].points[self.which]
        return own

    def _adjusted(self, entrant: Entrant, *, complete: bool) -> int:
        """Rule 1; with fore results rule 3 first, after which the last round is one that was played."""
        turns, which, draw = entrant.turns, self.which, self.tournament.draw[self.which]
        in_the_end = turns[-1].opponent >= 0 or turns[-1].kind is Kind.PAIRING_BYE if turns else False
        last_present = 0
        if complete and in_the_end:
            last_present = len(turns)
        else:
            for round_ in range(len(turns), 0, -1):
                if turns[round_ - 1].kind not in VOLUNTARY:
                    last_present = round_
                    break
        result = 0
        for round_, turn in enumerate(turns, 1):
            if round_ > last_present and turn.kind in REQUESTED and turn.opponent < 0:
                result += 0 if self.tournament.pre_determined else draw
            else:
                result += turn.points[which]
        if complete and turns and turns[-1].opponent >= 0:
            result += draw - turns[-1].points[which]
        return result

    def counted(self, index: int, *, forfeits_played: bool) -> list[Counted]:
        """What each round of a participant counts: round, opponent, score, and whether it was unplayed by his own will.

        A round without a result yet counts nothing, and neither does a rest in a round robin. Worked out once for all
        tie-breaks that need it.
        """
        known = self._counted[forfeits_played]
        found = known.get(index)
        if found is None:
            found = known[index] = self._rounds(index, forfeits_played=forfeits_played)
        return found

    def _rounds(self, index: int, *, forfeits_played: bool) -> list[Counted]:
        tournament, adjusted = self.tournament, self.adjusted
        as_played = forfeits_played or tournament.pre_determined
        found: list[Counted] = []
        for round_, turn in enumerate(tournament.entrants[index].turns, 1):
            kind, opponent = turn.kind, turn.opponent
            if opponent >= 0 and kind is Kind.PLAYED:
                found.append((round_, opponent, adjusted[opponent], False))
            elif kind is Kind.OPEN:
                continue
            elif opponent >= 0 and (as_played or (self.fore and round_ == tournament.rounds)):
                found.append((round_, opponent, adjusted[opponent], False))
            elif not tournament.pre_determined:
                score = self.own[index]
                if tournament.edition is Edition.C07_2026:
                    most = tournament.draw[self.which] * tournament.rounds_in
                    score = min(score, adjusted[opponent] if opponent >= 0 else most)
                found.append((round_, opponent, score, kind in VOLUNTARY))
        return found


def opponents(tournament: Tournament, which: int, *, fore: bool) -> Opponents:
    """The adjusted scores of a tournament, worked out once for each score."""
    key = ("adjusted", which, fore, False)
    found = tournament.worked_out.get(key)
    if not isinstance(found, Opponents):
        found = tournament.worked_out[key] = Opponents(tournament, which, fore=fore)
    return found


def carry(before: Tournament, after: Tournament, changed: Collection[int], near: Collection[int]) -> None:
    """Give a tournament what was worked out before a change.

    Args:
        before: the tournament before; rounds and participants are the same.
        after: the tournament now; it has not been looked at yet.
        changed: whose turns differ.
        near: these, and those who met them.
    """
    for key, known in before.worked_out.items():
        if isinstance(known, Opponents):
            after.worked_out[key] = known.after(after, changed, near)
    for key, known in before.worked_out.items():
        if isinstance(known, list):
            sums = after.worked_out[key] = known.copy()
            _, which, fore, forfeits_played = key
            code = _plain(which, fore=fore, forfeits_played=forfeits_played)
            for index in near:
                sums[index] = quick_sum(after, index, code)


def _which(tournament: Tournament, code: TieBreak) -> int:
    return tournament.primary if code.score is None else code.score


def buchholz(tournament: Tournament, index: int, code: TieBreak) -> list[Term]:
    """BH (8.1) and FB (8.3): the scores of the opponents."""
    field = opponents(tournament, _which(tournament, code), fore=code.fore or code.name == "FB")
    found = [
        Term(round_, opponent, score, False, score, own)
        for round_, opponent, score, own in field.counted(index, forfeits_played=code.forfeits_played)
    ]
    return cut(found, code.cut_low, code.cut_high)


def sonneborn_berger(tournament: Tournament, index: int, code: TieBreak) -> list[Term]:
    """SB (9.1) and its extensions (13.2): the scores of the opponents times the points won against them."""
    theirs, ours = _EXTENDED.get(code.name, (_which(tournament, code),) * 2)
    counted = opponents(tournament, theirs, fore=code.fore).counted(index, forfeits_played=code.forfeits_played)
    ranking = counted
    if code.name in _EXTENDED and tournament.edition is Edition.C07_2023 and theirs != tournament.primary:
        by_rank = opponents(tournament, tournament.primary, fore=code.fore)
        ranking = by_rank.counted(index, forfeits_played=code.forfeits_played)
    turns = tournament.entrants[index].turns
    found = [
        Term(round_, opponent, score * turns[round_ - 1].points[ours], False, least, own)
        for (round_, opponent, score, own), (_, _, least, _) in zip(counted, ranking, strict=True)
    ]
    return cut(found, code.cut_low, code.cut_high)


def quick_sum(tournament: Tournament, index: int, code: TieBreak) -> int:
    """The sum of `buchholz` or `sonneborn_berger`, without the terms where that is quicker."""
    if code.cut_low == 1 and not code.cut_high and not code.name.endswith("SB"):
        field = opponents(tournament, _which(tournament, code), fore=code.fore or code.name == "FB")
        return _without_least(field.counted(index, forfeits_played=code.forfeits_played))
    if code.cut_low or code.cut_high:
        function = sonneborn_berger if code.name.endswith("SB") else buchholz
        return total(function(tournament, index, code))
    if not code.name.endswith("SB"):
        field = opponents(tournament, _which(tournament, code), fore=code.fore or code.name == "FB")
        return sum([each[2] for each in field.counted(index, forfeits_played=code.forfeits_played)])
    theirs, ours = _EXTENDED.get(code.name, (_which(tournament, code),) * 2)
    field = opponents(tournament, theirs, fore=code.fore)
    turns = tournament.entrants[index].turns
    counted = field.counted(index, forfeits_played=code.forfeits_played)
    return sum([each[2] * turns[each[0] - 1].points[ours] for each in counted])


def _without_least(counted: list[Counted]) -> int:
    """The sum without the value that a first cut takes (`terms.cut`)."""
    scores = [each[2] for each in counted]
    if not scores:
        return 0
    least = min(scores)
    own = [each[2] for each in counted if each[3]]
    return sum(scores) - (max(least, min(own)) if own else least)


def opponents_buchholz(tournament: Tournament, index: int, code: TieBreak) -> list[Term]:
    """AOB (8.2): the Buchholz of each opponent met over the board; the average is made of these."""
    theirs = _whole_buchholz(tournament, code)
    return [
        Term(round_, turn.opponent, theirs[turn.opponent])
        for round_, turn in enumerate(tournament.entrants[index].turns, 1)
        if turn.played and turn.opponent >= 0
    ]


def _whole_buchholz(tournament: Tournament, code: TieBreak) -> list[int]:
    """The Buchholz of everybody without cuts, worked out once."""
    which = _which(tournament, code)
    key = ("buchholz", which, code.fore, code.forfeits_played)
    found = tournament.worked_out.get(key)
    if not isinstance(found, list):
        plain = _plain(which, fore=code.fore, forfeits_played=code.forfeits_played)
        found = [quick_sum(tournament, at, plain) for at in range(len(tournament.entrants))]
        tournament.worked_out[key] = found
    return found


def _plain(which: int, *, fore: bool, forfeits_played: bool) -> TieBreak:
    """Buchholz without cuts, by one score."""
    name = "FB" if fore else "BH"
    return TieBreak(name, name, which, forfeits_played=forfeits_played)


def schedule_strength(tournament: Tournament, index: int, code: TieBreak) -> tuple[Fraction, list[Term]]:
    """SSSC (13.4): the other score plus a part of the Buchholz in the score that ranks.

    The divisor is what the most of the ranking score makes of the other one, rounded down, or what /K says.

    Returns:
        The value, and the terms of the Buchholz.
    """
    which = _which(tournament, code)
    other = GAME if which == MATCH else MATCH
    terms = buchholz(tournament, index, code)
    divisor = code.divisor
    if not divisor:
        rounds = tournament.rounds_in
        ours, theirs = tournament.win[which] * rounds, tournament.win[other]
        divisor = max(1, ours // theirs) if theirs else 1
    strength = tournament.exact(total(terms))
    return tournament.exact(tournament.scores[index][other]) + strength / divisor, terms
