"""Random evenings, told fragment by fragment: results come in, are corrected and taken back; people are renamed,
renumbered, fined, ruled on and away. After each fragment the event is held against one that is scored from nothing."""

from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from random import Random
from typing import Any

from contracts.base import DECISIONS, Discipline
from contracts.facts import (
    AdjustmentFact,
    BoardFact,
    EventFact,
    Facts,
    GameFact,
    MatchFact,
    MatchRulingFact,
    Participant,
    Person,
    PresenceFact,
    ResultFact,
    RetractionFact,
    Scope,
    Score,
    SectionFact,
    Sides,
    StatedScore,
    StatedTotal,
    WeightedPoints,
)
from contracts.messages import EventMerged, FileVerdict, Fragment
from services.scoring.domain.boards.board_list import published
from services.scoring.domain.boards.line_methods import LineMethod
from services.scoring.domain.boards.lines import board_line
from services.scoring.domain.event.event_state import EventState, Scored
from tests.support.forgetting import Forgetful
from tests.support.fragments import fragment, points

EVENT = "club-pairs-2026-03-07"
POINTS = (420, 450, -50, 170, 400, 620, -100, 110, 140, -110)
ODD_SCORES = (
    (Score(kind="unknown"), Score(kind="unknown")),
    (Score(kind="late"), Score(kind="late")),
    (Score(kind="not_in_play"), Score(kind="not_in_play")),
    (Score(kind="artificial", percent=Decimal(60)), Score(kind="artificial", percent=Decimal(40))),
    (Score(kind="average", text="Ave+"), Score(kind="average", text="Ave-")),
    (Score(kind="points", points=420), Score(kind="points", points=50)),
)
WEIGHTED = Score(
    kind="weighted",
    parts=(WeightedPoints(weight=Decimal(60), points=420), WeightedPoints(weight=Decimal(40), points=-50)),
)


class Evening:
    """An event as its files know it: what they say changes from one to the next.

    Attributes:
        event: its heading.
        method: by which its lines' points are stated; None to state none.
        facts: lists of facts by type.
    """

    def __init__(self, event: EventFact, chance: Random, method: LineMethod | None = None) -> None:
        """Let nobody play yet."""
        self.event, self.chance, self.method = event, chance, method
        self.facts: dict[str, list[Any]] = {kind: [] for kind in Facts.FIELDS}
        self.kind = "player" if event.discipline is Discipline.CHESS or event.kind == "individual" else "pair"
        self._files = 0
        self._sent: list[Fragment] = []

    def enter(self, count: int) -> None:
        """Enter participants, pairs in two sections."""
        for number in range(1, count + 1):
            section = "AB"[number % 2] if self.kind == "pair" else None
            people = tuple(Person(name=f"{who} {number}") for who in ("Ann", "Bob"))
            self.facts["participants"].append(
                Participant(id=str(number), kind=self.kind, players=people, section=section)  # type: ignore[arg-type]
            )

    # What may happen

    def play(self) -> None:
        """Add a line, or a game."""
        names = [p.id for p in self.facts["participants"] if p.kind == self.kind]
        number, board = self.chance.randint(1, 3), str(self.chance.randint(1, 6))
        if self.event.discipline is Discipline.CHESS:
            white, black = self.chance.sample(names, 2)
            outcome = self.chance.choice([("1", "0"), ("=", "="), ("0", "1"), (None, None)])
            for player, other, colour, result in ((white, black, "w", outcome[0]), (black, white, "b", outcome[1])):
                game = GameFact(round=number, player=player, opponent=other, colour=colour, result=result)  # type: ignore[arg-type]
                self._put("games", game)
            return
        sides = self._sides(names)
        ns, ew = self._scores()
        if self.event.kind in ("swiss_pairs", "swiss_teams", "teams"):
            home, away = (sides.ns_team, sides.ew_team) if sides.ns_team else (sides.ns, sides.ew)
            kind = "pairs" if self.event.kind == "swiss_pairs" else "teams"
            number = (int(home or 1) * int(away or 1)) % 3 + 1
            first, second = sorted((home or "1", away or "2"))
            self._put("matches", MatchFact(kind=kind, round=number, home=first, away=second, boards=3))  # type: ignore[arg-type]
        self._put(
            "results",
            ResultFact(
                board=board,
                session="1" if self.event.rounds == 2 and number < 3 else None,
                section=self.chance.choice("AB"),
                round=number,
                table=sides.ns or sides.north,
                sides=sides,
                ns_score=ns,
                ew_score=ew,
                multiplicity=2 if self.chance.random() < 0.05 else 1,
            ),
        )

    def _sides(self, names: Sequence[str]) -> Sides:
        who = self.chance.sample(names, 4)
        if self.kind == "player":
            return Sides(north=who[0], south=who[1], east=who[2], west=who[3])
        if self.event.kind in ("teams", "swiss_teams"):
            return Sides(ns=who[0], ew=who[1], ns_team=str(int(who[0]) % 4 + 1), ew_team=str((int(who[0]) + 1) % 4 + 1))
        return Sides(ns=who[0], ew=who[1])

    def _scores(self) -> tuple[Score, Score]:
        if self.chance.random() < 0.85:
            score = points(self.chance.choice(POINTS))
            return score, score
        return self.chance.choice([*ODD_SCORES, (WEIGHTED, WEIGHTED)])

    def _put(self, kind: str, fact: Any) -> None:
        self.facts[kind] = [*(other for other in self.facts[kind] if other.key != fact.key), fact]

    def correct(self) -> None:
        """Change the score of a line, or the result of a game."""
        for number, line in self._some("results"):
            ns, ew = self._scores()
            self.facts["results"][number] = line.replace(ns_score=ns, ew_score=ew)
        for number, game in self._some("games"):
            self.facts["games"][number] = game.replace(result=self.chance.choice(["1", "0", "=", None]))

    def take_back(self) -> None:
        """Leave something out."""
        for kind in ("results", "games", "adjustments", "totals"):
            for number, _ in self._some(kind):
                del self.facts[kind][number]

    def _some(self, kind: str) -> Iterator[tuple[int, Any]]:
        if self.facts[kind]:
            number = self.chance.randrange(len(self.facts[kind]))
            yield number, self.facts[kind][number]

    def rename(self) -> None:
        """Call somebody otherwise."""
        for number, who in self._some("participants"):
            people = (Person(name=f"Zoe {self.chance.randint(1, 9)}"), *who.players[1:])
            section = self.chance.choice(["A", "B"]) if self.kind == "pair" else None
            self.facts["participants"][number] = who.replace(players=people, section=section)

    def renumber(self) -> None:
        """Give somebody another number, in the list and in play."""
        for number, who in self._some("participants"):
            new = str(self.chance.randint(30, 60))
            if who.kind == "team" or any(p.id == new for p in self.facts["participants"]):
                continue
            self.facts["participants"][number] = who.replace(id=new)
            for place, line in enumerate(self.facts["results"]):
                seats = {
                    seat: new for seat in Sides.FIELDS if "team" not in seat and getattr(line.sides, seat) == who.id
                }
                if seats:
                    self.facts["results"][place] = line.replace(sides=line.sides.replace(**seats))
            for place, game in enumerate(self.facts["games"]):
                changed = {field: new for field in ("player", "opponent") if getattr(game, field) == who.id}
                self.facts["games"][place] = game.replace(**changed)

    def withdraw(self) -> None:
        """Leave somebody out of the list who may have played."""
        if len(self.facts["participants"]) > 8:
            for number, _ in self._some("participants"):
                del self.facts["participants"][number]

    def fine(self) -> None:
        """Give somebody a penalty or a handicap."""
        for _, who in self._some("participants"):
            self._put(
                "adjustments",
                AdjustmentFact(
                    kind=self.chance.choice(["penalty", "handicap", "carry_forward"]),
                    participant=who.id,
                    participant_kind=who.kind,
                    amount=Decimal(self.chance.randint(-10, 5)),
                    unit=self.chance.choice([None, "percent", "percent_of_board", "match_points", "imps"]),
                ),
            )

    def state_total(self) -> None:
        """State what somebody has in all, right or not."""
        for _, who in self._some("participants"):
            self._put(
                "totals",
                StatedTotal(
                    participant=who.id,
                    kind=who.kind,
                    total=Decimal(self.chance.randint(0, 40)),
                    percentage=Decimal(self.chance.randint(30, 70)),
                    place=self.chance.choice(["1", "2", "3=", None]),
                    boards_played=self.chance.choice([None, 2, 3]),
                ),
            )

    def describe(self) -> None:
        """Say more of boards and sections: vulnerability, datum, what is scored together."""
        board = str(self.chance.randint(1, 6))
        datum = self.chance.choice([None, Decimal(100)])
        vulnerable = self.chance.choice(["None", "All", None])
        self._put("boards", BoardFact(board=board, vulnerable=vulnerable, datum=datum))  # type: ignore[arg-type]
        together = self.chance.choice([None, None, "A"])
        for name in "AB":
            self._put("sections", SectionFact(id=name, scored_with=together, boards_per_round=2, tables=4))

    # How it is told

    def say(self) -> Fragment:
        """The next file: the whole of it, some lines, or a decision of the director."""
        self._files += 1
        how = self.chance.random()
        decided = self.facts["results"] or self.facts["games"]
        if how < 0.15 and decided and self._sent:
            file = self._decision()
        elif how < 0.5:
            some = self.chance.sample(decided, min(2, len(decided)))
            kind = "games" if self.facts["games"] else "results"
            file = self._file(None, {kind: some})
        else:
            file = self._file(Scope(whole=True), self.facts)
        self._sent.append(file)
        return file

    def _file(self, scope: Scope | None, facts: dict[str, list[Any]]) -> Fragment:
        stated: dict[str, Any] = {kind: tuple(own) for kind, own in facts.items() if kind not in ("results", "events")}
        return fragment(
            f"file {self._files}",
            minutes=self._files,
            event=EVENT,
            results=self._stating(facts.get("results", [])),
            scope=scope,
            events=(self.event,),
            **stated,
        )

    def _stating(self, results: list[ResultFact]) -> list[ResultFact]:
        """The lines with their points by the method of the evening, as a program prints them."""
        if self.method is None:
            return results
        made: list[ResultFact] = []
        for board in {line.board for line in results}:
            lines = [line for line in results if line.board == board]
            datum = next(
                (Fraction(fact.datum) for fact in self.facts["boards"] if fact.board == board and fact.datum), None
            )
            worth = self.method.score([board_line(line, None)[0] for line in lines], len(lines), datum)
            made += [
                line.replace(
                    stated=StatedScore(ns=published(each.ns), ew=published(each.ew), unit=self.event.board_scoring)
                )
                for line, each in zip(lines, worth, strict=True)
            ]
        return made

    def _decision(self) -> Fragment:
        facts: dict[str, Any] = {}
        way = self.chance.choice(["score", "penalty", "away", "retract", "match"])
        if way == "score" and self.facts["results"]:
            line = self.chance.choice(self.facts["results"])
            ns, ew = self._scores()
            facts["results"] = [
                ResultFact(session=line.session, board=line.board, sides=line.sides, ns_score=ns, ew_score=ew)
            ]
        elif way == "retract":
            sent = self.chance.choice(self._sent)
            retracted = self.chance.random() < 0.6
            facts["retractions"] = (RetractionFact(file=sent.file.sha256, retracted=retracted),)
        elif way == "match" and self.facts["matches"]:
            match = self.chance.choice(self.facts["matches"])
            ruling = MatchRulingFact(
                round=match.round, home=match.home, away=match.away, home_award="void", away_award="void"
            )
            facts["match_rulings"] = (ruling,)
        else:
            who = self.chance.choice(self.facts["participants"])
            if way == "away":
                facts["presences"] = (PresenceFact(participant=who.id, round=self.chance.randint(1, 3), present=False),)
            else:
                amount = Decimal(self.chance.randint(-9, -1))
                penalty = AdjustmentFact(
                    kind="penalty", participant=who.id, participant_kind=who.kind, amount=amount, counted=False
                )
                facts["adjustments"] = (penalty,)
        return fragment(
            f"decision {self._files}", minutes=self._files, event=EVENT, file_format=DECISIONS, events=(), **facts
        )


HAPPENINGS: tuple[tuple[Callable[[Evening], None], int], ...] = (
    (Evening.play, 12),
    (Evening.correct, 4),
    (Evening.take_back, 2),
    (Evening.rename, 1),
    (Evening.renumber, 1),
    (Evening.withdraw, 1),
    (Evening.fine, 1),
    (Evening.state_total, 1),
    (Evening.describe, 1),
)


def told(event: EventFact, seed: str, method: LineMethod | None = None, files: int = 14) -> Iterator[Fragment]:
    """The files of a random evening, one by one."""
    evening = Evening(event, Random(seed), method)
    evening.enter(12)
    if event.kind in ("teams", "swiss_teams"):
        teams = [Participant(id=str(number), kind="team", name=f"Team {number}") for number in range(1, 5)]
        evening.facts["participants"] += teams
    for _ in range(20):
        evening.play()
    for _ in range(files):
        for happen in evening.chance.choices(*zip(*HAPPENINGS, strict=True), k=2):
            happen(evening)
        yield evening.say()


def from_nothing(fragments: Sequence[Fragment]) -> tuple[Scored, EventMerged]:
    """The event of some fragments, taken in one after the other and scored once."""
    state = EventState(EVENT)
    for each in fragments:
        state.apply(each)
    return state.score()


def assert_increments_are_the_whole(fragments: Iterator[Fragment]) -> int:
    """Hold the event after each fragment against the same event from nothing; how many fragments there were."""
    state, came, forgetful = EventState(EVENT), list[Fragment](), Forgetful(EVENT, Random(EVENT))
    for each in fragments:
        came.append(each)
        taken, again = state.take(each), forgetful.take(each)
        assert sorted(taken.verdicts, key=by_fragment) == sorted(again.verdicts, key=by_fragment)
        expected, whole = from_nothing(came)
        for scored, merged in (state.score(), forgetful.state.score()):
            for ours, theirs in ((scored.standings, expected.standings), (merged, whole)):
                assert ours.model_dump_json() == theirs.model_dump_json(), f"after file {len(came)}"
            assert [board.model_dump_json() for board in scored.boards] == [
                board.model_dump_json() for board in expected.boards
            ]
            assert scored.every == expected.every
    return len(came)


def by_fragment(verdict: FileVerdict) -> str:
    """The fragment that a verdict is on."""
    return verdict.fragment
