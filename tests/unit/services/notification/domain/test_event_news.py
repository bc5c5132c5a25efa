"""An event tells whoever is new nothing that is there to see, and afterwards what was missed."""

from contracts.facts import PublicPolicy
from services.notification.domain.event_news import EventNews
from services.notification.domain.news import BoardLines, Entries, EventState, Told
from shared.bus.wire import decode, encode
from tests.support.evening import merged, seats, traveller

EVERYTHING = PublicPolicy()


def take(news: EventNews, rounds: int, score: str, table: str, public: PublicPolicy = EVERYTHING) -> None:
    event = merged(rounds, boards=3 * rounds)
    event = event.replace(standings=event.standings.replace(public=public))
    news.entries = Entries(decode(EventState, encode(event)))
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


def test_while_anything_is_held_back_seats_alone_are_told_and_the_rest_afterwards() -> None:
    news = EventNews()
    take(news, 1, "420", "5")
    told, _ = news.of_everything(Told(), "1")
    for public in (PublicPolicy(places=0), PublicPolicy(places=3), PublicPolicy(boards="none")):
        take(news, 2, "620", "6", public)
        seated, notices = news.of_everything(told, "1")
        assert [notice.kind for notice in notices] == ["seat"]
        assert news.of_event(told, "1") == news.of_results(told, "1", "7") == (told, ())
    take(news, 2, "620", "6")
    _, notices = news.of_everything(seated, "1")
    assert [notice.kind for notice in notices] == ["correction", "result"]
