"""What was official, asked of scoring once, and compared with what is now."""

from datetime import UTC, datetime

from contracts.questions import EarlierStandings, StandingsAnswered
from contracts.standings import Declaration, Status
from services.broadcast.adapters.corrections.official import Official
from tests.support.memory_bus import MemoryBus
from tests.support.published import DIGEST, standings, table_of

NOW, OUTCOME = datetime(2031, 10, 3, 22, tzinfo=UTC), "ab" * 32
EVENT = "monday"


def corrected(outcome=OUTCOME, status="corrected"):
    message = standings(EVENT, 5)
    declared = Declaration(at=NOW, outcome=outcome)
    row = message.standings.rankings[0].rows[0].replace(place="2", rank=2)
    rankings = (message.standings.rankings[0].replace(rows=(row,)),)
    now = message.standings.replace(status=Status(status), declared=declared, rankings=rankings)
    return table_of(message.replace(standings=now))


class Scoring:
    """What scoring answers, and how often it was asked."""

    def __init__(self, outcome=OUTCOME):
        self.asked, self.outcome = [], outcome
        self.official = Official(MemoryBus(answers=self.answer))

    async def answer(self, asked):
        self.asked.append(asked)
        then = standings(EVENT, 4).standings.replace(outcome=self.outcome)
        earlier = EarlierStandings(
            standings=then, digest=DIGEST, calculated_at=NOW, accepted=1, accepted_today=2, last_accepted_at=NOW
        )
        return StandingsAnswered(asked=asked, earlier=earlier)


async def test_standings_are_compared_as_they_were_when_they_were_declared_official():
    scoring = Scoring()
    for _ in range(2):
        (change,) = await scoring.official.changes(EVENT, corrected())
        assert (change.before[0], change.after[0]) == ("1", "2")
    assert [asked.as_of for asked in scoring.asked] == [NOW]


async def test_others_than_were_declared_are_not_compared_and_those_not_corrected_not_asked_for():
    assert await Scoring("cd" * 32).official.changes(EVENT, corrected()) is None
    scoring = Scoring()
    for status in ("live", "provisional", "official"):
        assert await scoring.official.changes(EVENT, corrected(status=status)) is None
    assert scoring.asked == []
