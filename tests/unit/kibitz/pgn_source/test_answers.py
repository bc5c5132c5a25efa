import pytest

from kibitz.pgn_source import answers as module
from kibitz.pgn_source.answers import Away, Refused, Server
from tests.support.pgn_server import END, STREAM, file, game, pgn_server, piece


async def test_a_file_is_asked_for_by_its_tag_and_an_unchanged_one_is_none() -> None:
    first = file(game("Ann"), ETag='"one"', Last_Modified="Thu, 02 Jan 2031 10:00:00 GMT")
    async with pgn_server([first], [file(status="304 Not Modified")]) as there:
        server = Server(there.url)
        assert await server.ask() == game("Ann")
        assert await server.ask() is None
    assert "if-none-match" not in there.asked[0].lower()
    assert 'If-None-Match: "one"' in there.asked[1]
    assert "If-Modified-Since" not in there.asked[1]
    assert "User-Agent: kibitz/" in there.asked[0]


async def test_a_file_without_a_tag_is_asked_for_by_its_date() -> None:
    when = "Thu, 02 Jan 2031 10:00:00 GMT"
    async with pgn_server([file(game("Ann"), Last_Modified=when)], [file(game("Bea"))]) as there:
        server = Server(there.url)
        for _ in range(3):
            await server.ask()
    assert f"If-Modified-Since: {when}" in there.asked[1]
    assert "If-Modified-Since" not in there.asked[2]


@pytest.mark.parametrize(
    ("answer", "wait"),
    [
        (file(status="429 Too Many Requests"), 60),
        (file(status="429 Too Many Requests", Retry_After="7"), 60),
        (file(status="429 Too Many Requests", Retry_After="90"), 90),
        (file(status="429 Too Many Requests", Retry_After="9" * 9), 3600),
        (file(status="429 Too Many Requests", Retry_After="Thu, 02 Jan 2031 10:00:00 GMT"), 60),
        (file(status="503 Busy", Retry_After="20"), 20),
        (file(status="502 Bad Gateway"), 0),
        (b"", 0),
        (b"\x00 no HTTP\r\n\r\n", 0),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n[Event", 0),
    ],
)
async def test_a_server_in_trouble_is_asked_again_and_not_too_soon(answer: bytes, wait: float) -> None:
    async with pgn_server([answer]) as there:
        with pytest.raises(Away) as away:
            await Server(there.url).ask()
    assert away.value.wait == wait


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (file(status="404 Not Found"), "there is nothing at"),
        (file(status="403 Forbidden"), "is not public"),
        (file(status="400 Bad Request"), r"was refused \(400\)"),
        (file(status="302 Found", Location="file:///etc/passwd"), "but at file:///etc/passwd"),
        (file(status="301 Moved", Location="/round-2.pgn"), r"but at http://127.0.0.1:\d+/round-2.pgn"),
    ],
)
async def test_what_a_server_refuses_from_the_start_is_reported_and_what_it_refuses_later_is_waited_for(
    answer: bytes, words: str
) -> None:
    async with pgn_server([answer]) as there:
        with pytest.raises(Refused, match=words) as refused:
            await Server(there.url).ask()
        assert refused.value.advice
        with pytest.raises(Away, match="no games now"):
            await Server(there.url, has_answered=True).ask()
    assert len(there.asked) == 2


async def test_an_answer_that_is_too_large_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LARGEST_FILE", 100_000)
    async with pgn_server([file(b" " * 200_000)]) as there:
        with pytest.raises(Away, match="too large"):
            await Server(there.url).ask()


async def test_a_stream_comes_in_pieces_until_it_ends() -> None:
    async with pgn_server([STREAM, piece(b"a"), piece(b"b"), END]) as there:
        assert [each async for each in Server(there.url).stream()] == [b"", b"a", b"b"]


@pytest.mark.parametrize("limit", ["ANSWERED_IN", "SILENCE"])
async def test_a_server_that_says_nothing_is_not_waited_for(monkeypatch: pytest.MonkeyPatch, limit: str) -> None:
    monkeypatch.setattr(module, limit, 0.05)
    async with pgn_server([b"" if limit == "ANSWERED_IN" else STREAM, b""]) as there:
        with pytest.raises(Away, match="does not answer"):
            async for _ in Server(there.url).stream():
                pass
