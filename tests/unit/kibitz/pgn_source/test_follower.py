import asyncio

import pytest

from kibitz.pgn_source.addresses import Source
from kibitz.pgn_source.answers import Refused
from kibitz.pgn_source.follower import Follower, Pace
from tests.support.pgn_server import END, STREAM, PgnServer, file, game, pgn_server, piece
from tests.support.time_limits import scaled

PACE = Pace(every=0.05, settle=0.02)
IN_PLAY = game("Ann") + game("Bea")
MOVED = game("Ann", moves="1. e4 { [%clk 1:00:00] }") + game("Bea")
MOVED_ON = game("Ann", moves="1. e4 { [%clk 1:00:00] } 1... e5") + game("Bea")
WON = game("Ann", "1-0", "1. e4 e5") + game("Bea")


class Seen:
    """What a follower handed on and told."""

    def __init__(self, *, takes: bool = True) -> None:
        self.files: list[bytes] = []
        self.counts: list[tuple[int, int]] = []
        self.told: list[str] = []
        self.takes = takes

    def deliver(self, data: bytes, finished: int, count: int) -> bool:
        self.files.append(data)
        self.counts.append((finished, count))
        self.takes, took = True, self.takes
        return took

    async def follow(self, server: PgnServer, *, streams: bool = False, asked: int = 3) -> None:
        """Follow until the server was asked this often, and a moment more."""
        running = asyncio.create_task(Follower(Source(server.url, streams), self.deliver, self.told.append, PACE).run())
        async with asyncio.timeout(scaled(10)):
            while len(server.asked) < asked and not running.done():
                await asyncio.sleep(0.01)
        await asyncio.wait([running], timeout=0.4)
        running.cancel()
        (outcome,) = await asyncio.gather(running, return_exceptions=True)
        if not isinstance(outcome, asyncio.CancelledError):
            raise outcome  # type: ignore[misc]


async def test_results_are_handed_on_as_they_come_and_moves_are_not() -> None:
    seen = Seen()
    async with pgn_server(*([file(each)] for each in (IN_PLAY, MOVED, MOVED_ON, WON))) as server:
        await seen.follow(server, asked=6)
    assert seen.counts == [(0, 2), (0, 2), (1, 2)]
    assert [b"e4" in each for each in seen.files] == [False, True, True]
    assert seen.told == []


async def test_a_file_that_was_not_taken_is_handed_on_again() -> None:
    seen = Seen(takes=False)
    async with pgn_server([file(WON)]) as server:
        await seen.follow(server)
    assert seen.files == [seen.files[0]] * 2


async def test_a_server_that_is_away_and_comes_back_is_followed_on() -> None:
    seen = Seen()
    answers = [file(IN_PLAY)], [b""], [file(status="404 Not Found")], [file(b"<html>")], [file(WON)]
    async with pgn_server(*answers) as server:
        await seen.follow(server, asked=6)
    assert seen.counts == [(0, 2), (1, 2)]
    assert len(seen.told) == 3
    assert all("asking again in" in each for each in seen.told)


async def test_no_games_yet_is_told_once_and_waited_for() -> None:
    seen = Seen()
    async with pgn_server([file()], [file()], [file(b'[Event "New Town Open"]\n\n*\n')], [file(IN_PLAY)]) as server:
        await seen.follow(server, asked=4)
    assert (seen.told, seen.counts) == (["no games yet"], [(0, 2)])


@pytest.mark.parametrize("body", [b"<html>Sign in</html>", b"PDF", b"\x89PNG\r\n"])
async def test_what_is_no_pgn_from_the_start_ends_it(body: bytes) -> None:
    async with pgn_server([file(body)]) as server:
        with pytest.raises(Refused, match="no PGN"):
            await Seen().follow(server)


async def test_too_many_questions_are_followed_by_a_minute_of_silence() -> None:
    seen = Seen()
    async with pgn_server([file(status="429 Too Many Requests")]) as server:
        await seen.follow(server, asked=1)
    assert len(server.asked) == 1
    assert seen.told == ["the server says that it is asked too often (429); asking again in 60 s"]


async def test_a_stream_is_followed_game_by_game_and_a_burst_is_one_file() -> None:
    seen = Seen()
    ann = game("Ann", "1-0", "1. e4 e5")
    answer = [
        STREAM,
        piece(IN_PLAY[:40]) + piece(IN_PLAY[40:]),
        piece(game("Ann", "*")),
        piece(ann[:70]),
        piece(ann[70:]),
    ]
    async with pgn_server([*answer, b"", b"", b""]) as server:
        await seen.follow(server, streams=True, asked=2)
    assert seen.counts[:2] == [(0, 2), (1, 2)]


async def test_a_stream_that_breaks_or_ends_is_asked_for_again_and_loses_no_result() -> None:
    seen = Seen()
    broken, ended = (
        [STREAM, piece(WON), piece(game("Cy")[:50])],
        [STREAM, piece(IN_PLAY + game("Cy", "0-1").rstrip()), END],
    )
    async with pgn_server(broken, ended) as server:
        await seen.follow(server, streams=True, asked=3)
    assert seen.counts[0] == (1, 2)
    assert (1, 3) in seen.counts
    assert seen.told[0] == "no games yet"
    assert any("asking again in" in each for each in seen.told)


async def test_a_stream_without_end_of_its_game_ends_it() -> None:
    async with pgn_server([STREAM, *([piece(bytes(300_000))] * 5)]) as server:
        with pytest.raises(Refused, match="does not end"):
            await Seen().follow(server, streams=True)
