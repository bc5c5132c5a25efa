"""Following a source of games: it is read for as long as it lasts, and what is new in it is handed on.

Reading and handing on are two tasks, so that a slow intake loses no game and a burst of games is one file.
"""

import asyncio
from collections.abc import Callable
from contextlib import aclosing
from dataclasses import dataclass

from kibitz.pgn_source.addresses import Source
from kibitz.pgn_source.answers import Away, Refused, Server
from kibitz.pgn_source.games import Games, whole_games
from shared.errors import FormatError

NO_PGN = "Give the address of a PGN file, or of a broadcast on lichess.org."

NONE_YET = "no games yet"

LONGEST_BACK_OFF = 300.0
"""Seconds between two questions to a server that is away; each wait is twice the last."""


@dataclass(frozen=True)
class Pace:
    """How often things happen, in seconds.

    Attributes:
        every: between two questions, between an end of a stream and the next, and before the first repetition.
        settle: after a change, before it is handed on with those that come meanwhile.
    """

    every: float = 15.0
    settle: float = 1.0


class Follower:
    """Reads a source for ever, and hands on its games whenever a pairing or result has changed."""

    def __init__(
        self, source: Source, deliver: Callable[[bytes, int, int], bool], tell: Callable[[str], None], pace: Pace
    ) -> None:
        """Follow a source.

        Args:
            source: where the games are.
            deliver: takes a file, how many of its games are finished, and how many there are; False if it is to be
                handed on again. Called in a thread.
            tell: takes a sentence about what happens; the same one is not told twice in a row.
            pace: how often things happen.
        """
        self._source, self._deliver, self._tell_line, self._pace = source, deliver, tell, pace
        self._server = Server(source.url)
        self._games = Games()
        self._changed = asyncio.Event()
        self._back_off = pace.every
        self._told = ""

    async def run(self) -> None:
        """Follow for ever.

        Raises:
            Refused: the source has no games for us, and it would not help to ask again.
        """
        tasks = [asyncio.create_task(self._read()), asyncio.create_task(self._hand_on())]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            for task in tasks:
                task.cancel()

    async def _read(self) -> None:
        while True:
            try:
                await (self._read_stream() if self._source.streams else self._read_file())
                wait = self._back_off = self._pace.every
            except Away as error:
                wait = max(error.wait, self._back_off)
                self._back_off = min(2 * self._back_off, LONGEST_BACK_OFF)
                self._tell(f"{error}; asking again in {wait:.0f} s")
            except FormatError as error:
                raise Refused(str(error), NO_PGN) from error
            await asyncio.sleep(wait)

    async def _read_file(self) -> None:
        data = await self._server.ask()
        if data is not None:
            self._take(Games(), data)

    async def _read_stream(self) -> None:
        rest = b""
        async with aclosing(self._server.stream()) as pieces:
            async for piece in pieces:
                if not self._games:
                    self._tell(NONE_YET)
                whole, rest = whole_games(rest + piece)
                if whole.strip():
                    self._take(self._games, whole)
        if rest.strip():
            self._take(self._games, rest)

    def _take(self, games: Games, data: bytes) -> None:
        """Take what the server gave into these games, which count from now on.

        Raises:
            Away, Refused: it is no PGN.
        """
        games.take(data)
        if games:
            self._games = games
            self._server.has_answered = True
            self._back_off = self._pace.every
            self._changed.set()
        elif data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] in (b"", b"[", b";", b"%"):
            self._tell(NONE_YET)
        elif self._server.has_answered:
            raise Away("the server gives something else than PGN now")
        else:
            raise Refused("what is there is no PGN", NO_PGN)

    async def _hand_on(self) -> None:
        sent = b""
        while True:
            await self._changed.wait()
            await asyncio.sleep(self._pace.settle)
            self._changed.clear()
            games = self._games
            data = games.file()
            if not data or data == sent:
                continue
            self._told = ""
            if await asyncio.to_thread(self._deliver, data, games.finished, len(games)):
                sent = data
            else:
                self._changed.set()
                await asyncio.sleep(self._pace.every)

    def _tell(self, sentence: str) -> None:
        if sentence != self._told:
            self._told = sentence
            self._tell_line(sentence)
