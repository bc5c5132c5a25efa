"""Lines of a ranking, rounds, and what is stated otherwise, after changes of every kind are those of the whole."""

from dataclasses import dataclass
from decimal import Decimal
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contracts.base import Discipline
from contracts.codes import scoring as codes
from contracts.facts import EventFact, Facts, GameFact, Participant, PresenceFact, SeatFact, StatedTotal
from contracts.standings import ROWS
from contracts.tables import written
from services.scoring.domain.chess.chess_scores import ChessScores
from services.scoring.domain.event.standings_status import outcome_of
from tests.support.chess_tournaments import individual, teams
from tests.support.trf_documents import facts_of

ORDERS = (
    (),
    ("PTS", "DE", "BH/C1", "BH", "SB", "ARO/U1400", "TPR/U1400", "WIN", "BPG"),
    ("PTS", "AOB", "DE/P", "FB/M1", "SB/C2/P", "KS", "APRO/U1400", "STD"),
    ("BH/P", "PS/C1", "APPO/U1400", "REP", "DE", "PTS", "TPN/R", "OTHER_LOT"),
    ("PTP", "WON", "RTNG", "BWG", "SB"),
)
TEAM_ORDERS = (
    (),
    ("MPTS", "GPTS", "EDET", "EMMSB", "SSSC", "BC"),
    ("GPTS", "MPTS", "EDEBB", "EGGSB/C1", "TBR", "BBE", "BH:MP", "SB"),
    ("PTS", "EDEBT", "EMGSB/C1", "EGMSB", "EDE", "TPN"),
)


def with_places(facts: Facts, random: Random, order: tuple[str, ...], *, fitting: bool) -> Facts:
    """The event with an order and places: those that it gives, some of them exchanged, or those of the numbers."""
    facts = facts.replace(events=(facts.event.replace(tie_breaks=order),))
    (ranking,), _, _ = ChessScores().score(facts)
    places = {row.id: row.place if fitting else str(at) for at, row in enumerate(ranking.rows, 1)}
    for _ in range(random.choice((0, 0, 1, 3, 8))):
        one, other = random.sample(sorted(places), 2)
        places[one], places[other] = places[other], places[one]
    kind = ranking.kind
    totals = tuple(
        total.replace(place=places[total.participant]) if total.kind == kind else total for total in facts.totals
    )
    return facts.replace(totals=totals)


@dataclass
class Changing:
    """An event to which one thing after another happens."""

    facts: Facts
    random: Random

    def change(self) -> None:
        """One change, as files and directors bring them."""
        if not (self.facts.games and self.facts.totals):
            return self.order()
        kinds = (self.result, self.result, self.result, self.pairing, self.game_gone, self.game_back, self.total)
        return self.random.choice((*kinds, self.entry, self.name, self.bye_to_come, self.away, self.order))()

    def games(self, games: list[GameFact]) -> None:
        self.facts = self.facts.replace(games=tuple(games))

    def result(self) -> None:
        games = list(self.facts.games)
        at = self.random.randrange(len(games))
        ours, theirs = self.random.choice((("1", "0"), ("=", "="), ("0", "1"), ("+", "-"), (None, None), ("0", "0")))
        game = games[at]
        for number, each in enumerate(games):
            if each.key == (game.round, game.opponent):
                games[number] = each.replace(result=theirs)
        games[at] = game.replace(result=ours if game.opponent else self.random.choice("HUZF"))
        self.games(games)

    def pairing(self) -> None:
        games = list(self.facts.games)
        at = self.random.randrange(len(games))
        players = [each.id for each in self.facts.participants if each.kind == "player"]
        games[at] = games[at].replace(opponent=self.random.choice([*players, None]), colour="w")
        self.games(games)

    def game_gone(self) -> None:
        games = list(self.facts.games)
        del games[self.random.randrange(len(games))]
        self.games(games)

    def game_back(self) -> None:
        last = max(game.round for game in self.facts.games)
        listed = [each.id for each in self.facts.participants if each.kind == "player"]
        round_, player = self.random.randint(1, last + (self.random.random() < 0.2)), self.random.choice(listed)
        games = {game.key: game for game in self.facts.games}
        games[round_, player] = GameFact(round=round_, player=player, result=self.random.choice("HFZ-"))
        self.games([games[key] for key in sorted(games, key=lambda key: (key[0], int(key[1])))])

    def total(self) -> None:
        totals = list(self.facts.totals)
        at = self.random.randrange(len(totals))
        if self.random.random() < 0.3:
            del totals[at]
        else:
            place = self.random.choice(("1", "2=", "first", None))
            totals[at] = totals[at].replace(place=place, total=Decimal(self.random.randint(0, 6)) / 2)
        self.facts = self.facts.replace(totals=tuple(totals))

    def entry(self) -> None:
        if self.random.random() < 0.5:
            late = Participant(id=str(900 + self.random.randrange(9)), kind="player", rating=Decimal(1500))
            known = {each.key for each in self.facts.participants}
            more = () if late.key in known else (late,)
            self.facts = self.facts.replace(participants=(*self.facts.participants, *more))
        else:
            self.facts = self.facts.replace(participants=self.facts.participants[:-1])

    def name(self) -> None:
        listed = list(self.facts.participants)
        at = self.random.randrange(len(listed))
        listed[at] = listed[at].replace(name=f"Called {self.random.randrange(99)}")
        self.facts = self.facts.replace(participants=tuple(listed))

    def bye_to_come(self) -> None:
        who = self.random.choice(self.facts.participants)
        seat = SeatFact(kind=who.kind, participant=who.id, stage="next", round=9, text=self.random.choice("FHUZ"))
        self.facts = self.facts.replace(seats=(seat,))

    def away(self) -> None:
        who = self.random.choice(self.facts.participants)
        word = PresenceFact(participant=who.id, round=1, lasting=True, present=False, bye=self.random.choice("HZ"))
        self.facts = self.facts.replace(presences=(word,) if self.random.random() < 0.7 else ())

    def order(self) -> None:
        order = self.random.choice(TEAM_ORDERS if self.facts.event.kind == "teams" else ORDERS)
        self.facts = self.facts.replace(events=(self.facts.event.replace(tie_breaks=order),))


def compare(scores: ChessScores, facts: Facts) -> None:
    fresh = ChessScores()
    made, anew = scores.score(facts), fresh.score(facts)
    assert made == anew
    assert (scores.rounds("open"), scores.matches()) == (fresh.rounds("open"), fresh.matches())
    ((ranking,), *_), ((again,), *_) = made, anew
    plain = ranking.replace(rows=ROWS.of(tuple(again.rows)))
    assert written(ranking) == written(plain) == ranking.model_dump_json(exclude_none=True).encode()
    assert outcome_of([ranking]) == outcome_of([plain])


@settings(max_examples=25)
@given(st.integers(0, 10_000))
def test_players_after_any_changes_are_shown_as_if_everything_had_always_been_so(seed):
    random = Random(seed)
    lines = individual(seed, random.randint(4, 14), random.randint(2, 5), unplayed=0.3, rated=random.random() < 0.5)
    after_changes(facts_of(*lines), random, random.choice(ORDERS))


@settings(max_examples=10)
@given(st.integers(0, 10_000))
def test_teams_after_any_changes_are_shown_as_if_everything_had_always_been_so(seed):
    random = Random(seed)
    lines = teams(seed, random.randint(3, 6), random.randint(2, 4), 2, unplayed=0.3, holes=0.2)
    after_changes(facts_of(*lines), random, random.choice(TEAM_ORDERS))


def after_changes(facts: Facts, random: Random, order: tuple[str, ...]) -> None:
    event = Changing(with_places(facts, random, order, fitting=random.random() < 0.7), random)
    scores = ChessScores()
    for _ in range(5):
        compare(scores, event.facts)
        event.change()
    compare(scores, event.facts)


@pytest.mark.parametrize(
    ("place", "computed"),
    [("1", "2 to 4"), ("2", None), ("4", None), ("5", "2 to 4"), ("3=", None), ("first", None), (None, None)],
)
def test_a_place_is_wrong_outside_those_that_are_possible(place: str | None, computed: str | None) -> None:
    games = [GameFact(round=1, player=str(number), opponent=None, result="FHHHZ"[number - 1]) for number in range(1, 6)]
    facts = Facts(
        events=(EventFact(discipline=Discipline.CHESS, kind="individual"),),
        participants=tuple(Participant(id=str(number), kind="player") for number in range(1, 6)),
        games=tuple(games),
        totals=(StatedTotal(participant="3", kind="player", place=place),),
    )
    (ranking,), _, findings = ChessScores().score(facts)
    assert [(finding.code, finding.computed) for finding in findings] == (
        [(codes.PLACE_DIFFERS.code, computed)] if computed else []
    )
    assert [row.agrees for row in ranking.rows if row.id == "3"] == [computed is None]


def test_standings_that_were_shown_before_stay_as_they_were():
    lines = individual(5, 12, 4, unplayed=0.1)
    event = Changing(with_places(facts_of(*lines), Random(5), ORDERS[1], fitting=True), Random(5))
    scores, shown = ChessScores(), []
    for _ in range(6):
        event.result()
        (ranking,), _, _ = scores.score(event.facts)
        (anew,), _, _ = ChessScores().score(event.facts)
        shown.append((ranking, anew))
    assert [written(ranking) for ranking, _ in shown] == [written(anew) for _, anew in shown]


@pytest.mark.parametrize(
    ("places", "wrong"),
    [("1 - 2 3 4", []), ("1 - 2 3 5", []), ("1 - 2 3 3", ["3"]), ("1 - - - 4", ["4"]), ("1 2 3 4 4", ["4"])],
    ids=["left out", "counted", "too far up", "hardly any place", "nobody left out"],
)
def test_who_has_points_and_no_place_may_be_left_out_of_the_places(places: str, wrong: list[str]) -> None:
    games = [GameFact(round=1, player=str(number), opponent=None, result="FHHHZ"[number - 1]) for number in range(1, 6)]
    stated = zip("12345", ("1.0", "0.5", "0.5", "0.5", "0.0"), places.split(), strict=True)
    facts = Facts(
        events=(EventFact(discipline=Discipline.CHESS, kind="individual"),),
        participants=tuple(Participant(id=str(number), kind="player") for number in range(1, 6)),
        games=tuple(games),
        totals=tuple(
            StatedTotal(participant=who, kind="player", total=Decimal(points), place=None if place == "-" else place)
            for who, points, place in stated
        ),
    )
    _, _, findings = ChessScores().score(facts)
    assert [finding.stated for finding in findings] == wrong
