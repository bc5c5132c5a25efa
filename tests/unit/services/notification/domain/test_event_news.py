"""An event tells whoever is new nothing that is there to see, and afterwards what was missed."""

from services.notification.domain.event_news import EventNews
from services.notification.domain.news import BoardLines, Entries, EventState, Told
from shared.bus.wire import decode, encode
from tests.support.evening import merged, seats, traveller


def take(news: EventNews, rounds: int, score: str, table: str) -> None:
    news.entries = Entries(decode(EventState, encode(merged(rounds, boards=3 * rounds))))
    news.seats = seats(table).assignment
    news.take_results(decode(BoardLines, encode(traveller(score).board)))


def test_nothing_is_known_of_an_event_that_nobody_has_read() -> None:
    news = EventNews()
    news.seats = seats("5").assignment
    news.take_results(decode(BoardLines, encode(traveller("420").board)))
    assert news.of_everything(Told(), "1") == (Told(), ())
    assert news.of_event(Told(), "1") == (Told(), ())


def test_what_was_missed_is_told_once() -> None:
    news = EventNews()
    take(news, 1, "420", "5")
    told, _ = news.of_everything(Told(), "1")
    take(news, 2, "620", "6")
    told, notices = news.of_everything(told, "1")
    assert [notice.kind for notice in notices] == ["correction", "result", "seat"]
    assert news.of_everything(told, "1") == (told, ())
    assert news.of_results(told, "1", "7") == (told, ())
    assert news.of_seats(told, "1") == (told, ())
