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

from collections.abc import Collection, Iterable, Sequence
from copy import copy
from fractions import Fraction
from typing import NamedTuple

from shared.chess.model import GAME, MATCH, REQUESTED, VOLUNTARY, Edition, Entrant, Kind, Tournament, Turn
from shared.chess.tie_breaks.codes import TieBreak
from shared.chess.tie_breaks.terms import Term, cut, total

_EXTENDED = {"EMMSB": (MATCH, MATCH), "EMGSB": (MATCH, GAME), "EGMSB": (GAME, MATCH), "EGGSB": (GAME, GAME)}
"""Extended Sonneborn-Berger (13.2): which score of the opponent times which own points."""


class Counted(NamedTuple):
    """What the rounds of a participant count, column by column, since most of what is asked for are sums of a column.

    Attributes:
        opponents: their indexes; -1 for none.
        scores: of the opponents, or of the dummy.
        voluntary: positions in these columns of rounds that were unplayed by one's own will.
    """

    rounds: Sequence[int]
    opponents: list[int]
    scores: list[int]
    voluntary: Sequence[int] = ()


class Opponents:
    """Adjusted scores of everybody, for one score and with or without fore results.

    The tournament keeps them, so they do not keep the tournament: a cycle would hold its memory for long.
    """

    def __init__(self, tournament: Tournament, which: int, *, fore: bool) -> None:
        self.which = which
        self._draw, self._pre_determined = tournament.draw[which], tournament.pre_determined
        self.fore = fore
        self._complete = fore and tournament.rounds_in == tournament.rounds
        entrants = tournament.entrants
        self.adjusted: list[int] = [self._adjusted(entrant, complete=self._complete) for entrant in entrants]
        self.own: list[int] = [self._own(entrant) for entrant in entrants]
        self._counted: tuple[dict[int, Counted], dict[int, Counted]] = ({}, {})

    def after(self, tournament: Tournament, changed: Collection[int], near: Collection[int]) -> Opponents:
        """The same after a change: of some participants, and of those who met them."""
        following = copy(self)
        following.adjusted, following.own = self.adjusted.copy(), self.own.copy()
        for index in changed:
            entrant = tournament.entrants[index]
            following.adjusted[index] = self._adjusted(entrant, complete=self._complete)
            following.own[index] = self._own(entrant)
        following._counted = (self._counted[0].copy(), self._counted[1].copy())
        for known in following._counted:
            for index in near:
                known.pop(index, None)
        return following

    def _own(self, entrant: Entrant) -> int:
        own = entrant.total[self.which]
        if self._complete and entrant.turns[-1].opponent >= 0:
            own += self._draw - entrant.turns[-1].points[self.which]
        return own

    def _adjusted(self, entrant: Entrant, *, complete: bool) -> int:
        """Rule 1; with fore results rule 3 first, after which the last round is one that was played."""
        turns, which = entrant.turns, self.which
        result = entrant.total[which] - entrant.point_adjustment[which]
        if not turns:
            return result
        last, draw = turns[-1], self._draw
        if complete and last.opponent >= 0:
            return result + draw - last.points[which]
        if complete and last.kind is Kind.PAIRING_BYE:
            return result
        if self._pre_determined:
            draw = 0
        for turn in reversed(turns):
            if turn.kind not in VOLUNTARY:
                break
            if turn.kind in REQUESTED:
                result += draw - turn.points[which]
        return result

    def counted(self, tournament: Tournament, index: int, *, forfeits_played: bool) -> Counted:
        """What each round of a participant counts."""
        return self.counted_of(tournament, (index,), forfeits_played=forfeits_played)[0]

    def counted_of(self, tournament: Tournament, of: Iterable[int], *, forfeits_played: bool) -> list[Counted]:
        """What each round of some counts.

        A round without a result yet counts nothing, and neither does a rest in a round robin. Worked out once for all
        tie-breaks that need it.
        """
        known, columns = self._counted[forfeits_played], []
        for index in of:
            counted = known.get(index)
            if counted is None:
                counted = known[index] = self._rounds(tournament, index, forfeits_played=forfeits_played)
            columns.append(counted)
        return columns

    def _rounds(self, tournament: Tournament, index: int, *, forfeits_played: bool) -> Counted:
        adjusted = self.adjusted
        turns, played = tournament.entrants[index].turns, Kind.PLAYED
        met = [opponent for kind, opponent, _, _, _, _ in turns if kind is played]
        if len(met) == len(turns) and -1 not in met:
            return Counted(range(1, len(turns) + 1), met, [adjusted[opponent] for opponent in met])
        as_played = forfeits_played or tournament.pre_determined
        rounds: list[int] = []
        opponents: list[int] = []
        scores: list[int] = []
        voluntary: list[int] = []
        for round_, turn in enumerate(turns, 1):
            kind, opponent = turn.kind, turn.opponent
            if kind is Kind.OPEN:
                continue
            if opponent >= 0 and (kind is played or as_played or (self.fore and round_ == tournament.rounds)):
                score = adjusted[opponent]
            elif tournament.pre_determined:
                continue
            else:
                score = self.own[index]
                if tournament.edition is Edition.C07_2026:
                    most = tournament.draw[self.which] * tournament.rounds_in
                    score = min(score, adjusted[opponent] if opponent >= 0 else most)
                if kind in VOLUNTARY:
                    voluntary.append(len(rounds))
            rounds.append(round_)
            opponents.append(opponent)
            scores.append(score)
        return Counted(rounds, opponents, scores, voluntary)


def opponents(tournament: Tournament, which: int, *, fore: bool) -> Opponents:
    """The adjusted scores of a tournament, worked out once for each score."""
    return tournament.known(Opponents, lambda: Opponents(tournament, which, fore=fore), which, fore)


def _which(tournament: Tournament, code: TieBreak) -> int:
    return tournament.primary if code.score is None else code.score


def buchholz(tournament: Tournament, index: int, code: TieBreak) -> list[Term]:
    """BH (8.1) and FB (8.3): the scores of the opponents."""
    field = opponents(tournament, _which(tournament, code), fore=code.fore or code.name == "FB")
    counted = field.counted(tournament, index, forfeits_played=code.forfeits_played)
    terms = [
        Term(round_, opponent, score, False, score, at in counted.voluntary)
        for at, (round_, opponent, score) in enumerate(zip(*counted[:3], strict=True))
    ]
    return cut(terms, code.cut_low, code.cut_high)


def sonneborn_berger(tournament: Tournament, index: int, code: TieBreak) -> list[Term]:
    """SB (9.1) and its extensions (13.2): the scores of the opponents times the points won against them."""
    theirs, ours = _EXTENDED.get(code.name, (_which(tournament, code),) * 2)
    field = opponents(tournament, theirs, fore=code.fore)
    counted = field.counted(tournament, index, forfeits_played=code.forfeits_played)
    ranking = counted
    if code.name in _EXTENDED and tournament.edition is Edition.C07_2023 and theirs != tournament.primary:
        by_rank = opponents(tournament, tournament.primary, fore=code.fore)
        ranking = by_rank.counted(tournament, index, forfeits_played=code.forfeits_played)
    turns = tournament.entrants[index].turns
    terms = [
        Term(round_, opponent, score * turns[round_ - 1].points[ours], False, least, at in counted.voluntary)
        for at, (round_, opponent, score, least) in enumerate(zip(*counted[:3], ranking.scores, strict=True))
    ]
    return cut(terms, code.cut_low, code.cut_high)


def quick_sums(tournament: Tournament, of: Collection[int], code: TieBreak) -> list[int]:
    """The sums of `buchholz` or `sonneborn_berger` of some, without the terms where that is quicker."""
    is_product = code.name.endswith("SB")
    if code.cut_high or code.cut_low > (0 if is_product else 1):
        function = sonneborn_berger if is_product else buchholz
        return [total(function(tournament, index, code)) for index in of]
    theirs, ours = _EXTENDED.get(code.name, (_which(tournament, code),) * 2)
    field = opponents(tournament, theirs, fore=code.fore or code.name == "FB")
    counted = field.counted_of(tournament, of, forfeits_played=code.forfeits_played)
    if is_product:
        entrants = tournament.entrants
        return [_products(entrants[index].turns, each, ours) for index, each in zip(of, counted, strict=True)]
    return [_without_least(each) if code.cut_low else sum(each.scores) for each in counted]


def _products(turns: Sequence[Turn], counted: Counted, ours: int) -> int:
    """The sum of scores times points, without cuts."""
    scores = zip(counted.rounds, counted.scores, strict=True)
    return sum([score * turns[round_ - 1].points[ours] for round_, score in scores])


def _without_least(counted: Counted) -> int:
    """The sum without the value that a first cut takes (`terms.cut`)."""
    scores = counted.scores
    if not scores:
        return 0
    least = min(scores)
    if counted.voluntary:
        least = max(least, min([scores[at] for at in counted.voluntary]))
    return sum(scores) - least


def opponents_buchholz(tournament: Tournament, index: int, code: TieBreak) -> list[Term]:
    """AOB (8.2): the Buchholz of each opponent met over the board; the average is made of these."""
    theirs = _whole_buchholz(tournament, code)
    return [
        Term(round_, turn.opponent, theirs[turn.opponent])
        for round_, turn in enumerate(tournament.entrants[index].turns, 1)
        if turn.played and turn.opponent >= 0
    ]


class WholeBuchholz(NamedTuple):
    """The Buchholz of everybody by index, and its code, which has no cuts."""

    code: TieBreak
    sums: list[int]

    def after(self, tournament: Tournament, _changed: Collection[int], near: Collection[int]) -> WholeBuchholz:
        """The same after a change."""
        sums = self.sums.copy()
        for index, each in zip(near, quick_sums(tournament, near, self.code), strict=True):
            sums[index] = each
        return WholeBuchholz(self.code, sums)


def _whole_buchholz(tournament: Tournament, code: TieBreak) -> list[int]:
    """The Buchholz of everybody without cuts, worked out once."""
    name = "FB" if code.fore else "BH"
    plain = TieBreak(name, name, _which(tournament, code), forfeits_played=code.forfeits_played)
    everybody = range(len(tournament.entrants))
    whole = tournament.known(
        WholeBuchholz, lambda: WholeBuchholz(plain, quick_sums(tournament, everybody, plain)), plain
    )
    return whole.sums


def schedule_strength(tournament: Tournament, index: int, code: TieBreak) -> tuple[Fraction, list[Term]]:
    """SSSC (13.4): the other score plus a part of the Buchholz in the score that ranks, and its terms.

    The divisor is what the most of the ranking score makes of the other one, rounded down, or what /K says.
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
