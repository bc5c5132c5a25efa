"""An event tells whoever is new nothing that is there to see, and afterwards what was missed."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal

from contracts.facts import NameShown, PublicPolicy
from contracts.standings import StatedRow
from services.notification.domain.event_news import EVENT, STEPS, EventNews
from services.notification.domain.news import BoardLines, Entries, EventState, Told
from shared.bus.wire import decode, encode
from shared.person_names import NOBODY
from tests.support.evening import merged, seats, traveller

EVERYTHING = PublicPolicy()
NOON = datetime(2031, 10, 3, 12, tzinfo=UTC)


def take(
    news: EventNews, rounds: int, score: str, table: str, public: PublicPolicy = EVERYTHING, at: datetime = NOON
) -> list[str]:
    event = merged(rounds, boards=3 * rounds)
    event = event.replace(standings=event.standings.replace(public=public))
    news.take_entries(Entries(decode(EventState, encode(event))), at)
    news.seats = seats(table).assignment
    news.take_results(decode(BoardLines, encode(traveller(score).board)), at)
    return news.turn(at)


def test_nothing_is_known_of_an_event_that_nobody_has_read() -> None:
    news = EventNews()
    news.seats = seats("5").assignment
    news.take_results(decode(BoardLines, encode(traveller("420").board)), NOON)
    assert news.turn(NOON) == []
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


def test_a_result_has_the_place_and_the_values_that_the_public_sees() -> None:
    event = merged(1, boards=3, adjustment=-3)
    ranking = event.standings.rankings[0]
    stated = [StatedRow(str(5 - number), None, Decimal(50 + number)) for number, _ in enumerate(ranking.rows, 1)]
    rows = tuple(row.replace(stated=own) for row, own in zip(ranking.rows, stated, strict=True))
    told = {}
    for values in ("both", "computed", "stated"):
        policy = PublicPolicy.model_validate({"values": values})
        rankings = (ranking.replace(rows=rows),)
        standings = event.standings.replace(rankings=rankings, public=policy)
        news = EventNews()
        news.take_entries(Entries(decode(EventState, encode(event.replace(standings=standings)))), NOON)
        news.turn(NOON)
        after, (notice,) = news.of_event(Told(), "1")
        told[values] = (notice.place, notice.total, notice.percentage)
        # Penalties are in our totals: they are told with those, and once.
        assert bool(after.results) == (values != "stated")
    assert told["both"] == told["computed"] == ("1", Decimal(99), Decimal("69.00"))
    assert told["stated"] == ("4", None, Decimal("51.00"))


def test_opponents_are_named_as_the_public_sees_them() -> None:
    news = EventNews()
    take(news, 1, "420", "5")
    assert news.entries is not None
    told, notices = news.of_seats(Told(), "1")
    assert notices[0].opponents
    event = merged(1, boards=3)
    names = (NameShown(shown="none"),)
    news.entries = Entries(decode(EventState, encode(event.replace(standings=event.standings.replace(names=names)))))
    _, hidden = news.of_seats(Told(), "1")
    assert {*(hidden[0].opponents or "").split(" & ")} == {NOBODY}
    assert news.of_seats(told, "1") == (told, ())


LATE = PublicPolicy(delay=5)


def kinds(news: EventNews, told: Told, units: list[str]) -> tuple[Told, list[str]]:
    """What is told of these by now, by its kind."""
    found: list[str] = []
    for unit in units:
        told, notices = news.of(told, "1", unit)
        found += [notice.kind for notice in notices]
    return told, found


def test_under_a_delay_each_state_is_told_so_much_later_and_seats_at_once() -> None:
    news = EventNews()
    take(news, 1, "420", "5", LATE.replace(delay=0))
    told, _ = news.of_everything(Told(), "1")
    minute = timedelta(minutes=1)
    for number, score in ((1, "620"), (3, "-50")):
        assert take(news, 1 + number, score, "6", LATE, NOON + number * minute) == []
    told, notices = news.of_everything(told, "1")
    assert [notice.kind for notice in notices] == ["seat"]
    assert news.turn(NOON + 6 * minute - timedelta(seconds=1)) == []
    for number, score in ((1, "620"), (3, "-50")):
        told, found = kinds(news, told, news.turn(NOON + (5 + number) * minute))
        assert sorted(found) == ["correction", "result"]
        assert told.results["7 0"] == score
    assert news.turn(NOON + 60 * minute) == []


def test_after_a_restart_the_newest_waits_for_its_time() -> None:
    news = EventNews()
    take(news, 2, "620", "6", LATE)
    assert news.of_event(Told(), "1") == (Told(), ())
    assert [notice.kind for notice in news.of_seats(Told(), "1")[1]] == ["seat"]
    told, found = kinds(news, Told(rounds=1, boards=3, results={"7 0": "420"}), news.turn(NOON + timedelta(minutes=5)))
    assert sorted(found) == ["correction", "result"]
    assert kinds(news, told, ["7", EVENT]) == (told, [])


def test_what_was_hidden_is_not_told_by_a_delay_before_it_is_old_enough() -> None:
    news = EventNews()
    assert take(news, 1, "420", "5", PublicPolicy(places=0)) == []
    assert take(news, 1, "420", "5", LATE, NOON + timedelta(minutes=1)) == []
    assert {*news.turn(NOON + timedelta(minutes=5))} == {"7", EVENT}


def test_without_the_delay_everything_is_told_at_once() -> None:
    news = EventNews()
    take(news, 1, "420", "5", LATE)
    assert {*take(news, 1, "620", "5")} == {"7", EVENT}


def test_little_is_kept_of_what_waits() -> None:
    news = EventNews()
    for second in range(0, 7_200, 7):
        take(news, 1, "420", "5", PublicPolicy(places=0), NOON + timedelta(seconds=second))
    assert all(len(waiting) <= STEPS + 2 for waiting in news._waiting.values())
    assert take(news, 1, "620", "5", PublicPolicy(delay=30), NOON + timedelta(hours=2)) != [], "half an hour is there"
