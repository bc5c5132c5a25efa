"""The feed for programs without asyncio: the same as `kibitz_client.Feed`, with ordinary iterators.

    from kibitz_client.sync import Feed

    with Feed("http://127.0.0.1:8080") as feed:
        for update in feed.standings("club-night"):
            print(update.table.sorted("rank")[0]["name"])

A thread of its own keeps the connection alive, so a program may take its time between two updates.
"""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from threading import Thread
from types import TracebackType
from typing import Self, TypeVar, Unpack

from kibitz_client import feed
from kibitz_client.feed import Wish
from kibitz_client.rows import AnalysisRow, BoardRow, EventRow, GameRow, LineRow, MatchRow, SeatRow, StandingsRow
from kibitz_client.tables import Row, RowT_co, Update

T = TypeVar("T")


class Feed:
    """A live feed that heals itself; its arguments are those of `kibitz_client.Feed`, and so are its errors."""

    def __init__(self, url: str, *, token: str | None = None, patience: float = 2.5) -> None:
        self._feed = feed.Feed(url, token=token, patience=patience)
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, name="kibitz-client", daemon=True)

    def __enter__(self) -> Self:
        """Ready to connect, as soon as there is something to follow."""
        self._thread.start()
        self._result(self._feed.__aenter__)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Leave; iterators that are not through end with it."""
        self._result(lambda: self._feed.__aexit__(None, None, None))
        self._result(self._loop.shutdown_asyncgens)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def events(self, **wish: Unpack[Wish]) -> Iterator[Update[EventRow]]:
        """Follow the list of events."""
        return self._iterate(self._feed.events(**wish))

    def standings(self, event: str, **wish: Unpack[Wish]) -> Iterator[Update[StandingsRow]]:
        """Follow the standings of an event."""
        return self._iterate(self._feed.standings(event, **wish))

    def matches(self, event: str, **wish: Unpack[Wish]) -> Iterator[Update[MatchRow]]:
        """Follow the matches of an event of teams, or of a Swiss of pairs."""
        return self._iterate(self._feed.matches(event, **wish))

    def games(self, event: str, **wish: Unpack[Wish]) -> Iterator[Update[GameRow]]:
        """Follow the games of an event of chess, in all rounds."""
        return self._iterate(self._feed.games(event, **wish))

    def boards(self, event: str, **wish: Unpack[Wish]) -> Iterator[Update[BoardRow]]:
        """Follow the list of an event's boards."""
        return self._iterate(self._feed.boards(event, **wish))

    def board(self, event: str, board: str, **wish: Unpack[Wish]) -> Iterator[Update[LineRow]]:
        """Follow the results of one board; `board` is the id of its row in `boards`."""
        return self._iterate(self._feed.board(event, board, **wish))

    def analysis(self, event: str, board: str, **wish: Unpack[Wish]) -> Iterator[Update[AnalysisRow]]:
        """Follow the double-dummy analysis of one board."""
        return self._iterate(self._feed.analysis(event, board, **wish))

    def seats(self, event: str, **wish: Unpack[Wish]) -> Iterator[Update[SeatRow]]:
        """Follow the seats of an event's next round."""
        return self._iterate(self._feed.seats(event, **wish))

    def follow(self, channel: str, **wish: Unpack[Wish]) -> Iterator[Update[Row]]:
        """Every state of a channel that there is time for, the present one first; it ends only by leaving it."""
        return self._iterate(self._feed.follow(channel, **wish))

    def _iterate(self, updates: AsyncGenerator[Update[RowT_co], None]) -> Iterator[Update[RowT_co]]:
        try:
            while True:
                yield self._result(updates.__anext__)
        finally:
            if self._loop.is_running():
                self._result(updates.aclose)

    def _result(self, begin: Callable[[], Awaitable[T]]) -> T:
        """Wait for what the thread does; what is not waited for any more, as after Ctrl-C, is ended."""
        future = asyncio.run_coroutine_threadsafe(_begun(begin), self._loop)
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise


async def _begun(begin: Callable[[], Awaitable[T]]) -> T:
    return await begin()
