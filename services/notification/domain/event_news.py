"""An event as far as it is news for anybody: its newest standings, seats and results."""

from contracts.seating import RoundAssignment
from services.notification.domain.news import (
    BoardLines,
    Entries,
    News,
    Notice,
    Results,
    RoundGames,
    Told,
    news_of_event,
    news_of_results,
    news_of_seats,
)


class EventNews:
    """The newest of an event, as it comes."""

    def __init__(self) -> None:
        """Begin with nothing known."""
        self.entries: Entries | None = None
        self.seats: RoundAssignment | None = None
        self.results: dict[str, Results] = {}

    def take_results(self, scored: BoardLines | RoundGames) -> None:
        """Take a board, or a round of chess."""
        self.results[scored.id] = scored.results()

    def of_event(self, told: Told, participant: str) -> News:
        """What the standings tell."""
        return (
            (told, ())
            if self.entries is None or self.entries.withheld
            else news_of_event(told, self.entries, participant)
        )

    def of_seats(self, told: Told, participant: str) -> News:
        """What the seats tell."""
        if self.entries is None or self.seats is None:
            return told, ()
        return news_of_seats(told, self.entries, participant, self.seats)

    def of_results(self, told: Told, participant: str, unit: str) -> News:
        """What a board or a round tells."""
        if self.entries is None or self.entries.withheld:
            return told, ()
        return news_of_results(told, self.entries, participant, unit, self.results[unit].get(participant, {}))

    def of_everything(self, told: Told, participant: str) -> News:
        """What all of it tells; of somebody who is new, what there is to see already."""
        notices: tuple[Notice, ...] = ()
        for unit in self.results:
            told, more = self.of_results(told, participant, unit)
            notices += more
        for tell in (self.of_event, self.of_seats):
            told, more = tell(told, participant)
            notices += more
        return told, notices
