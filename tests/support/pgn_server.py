"""A web server that gives games of chess, or trouble, as a test says."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field


def game(white: str, result: str = "*", moves: str = "", **tags: str) -> bytes:
    """A game of the first round as Lichess writes it."""
    head = {"Event": "New Town Open", "Round": "1", "White": white, "Black": f"not {white}", "Result": result, **tags}
    return ("".join(f'[{name} "{value}"]\n' for name, value in head.items()) + f"\n{moves} {result}\n\n\n").encode()


def file(*games: bytes, status: str = "200 OK", **headers: str) -> bytes:
    """An answer with these games."""
    body = b"".join(games)
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body)}", "Connection: close"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join((*lines, "", "")).encode() + body


STREAM = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
END = b"0\r\n\r\n"


def piece(data: bytes) -> bytes:
    """A piece of an answer that goes on."""
    return b"%x\r\n%b\r\n" % (len(data), data)


@dataclass
class PgnServer:
    """Gives one answer after the other, and the last one for ever; each is bytes, between which it waits a moment."""

    answers: list[list[bytes]]
    asked: list[str] = field(default_factory=list)
    url: str = ""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.asked.append((await reader.readuntil(b"\r\n\r\n")).decode())
        for part in self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]:
            writer.write(part)
            await asyncio.sleep(0.1)
        writer.close()


@asynccontextmanager
async def pgn_server(*answers: list[bytes]) -> AsyncIterator[PgnServer]:
    """Such a server on a free port of this machine."""
    server = PgnServer(list(answers))
    running = await asyncio.start_server(server.serve, "127.0.0.1", 0)
    server.url = f"http://127.0.0.1:{running.sockets[0].getsockname()[1]}/games.pgn"
    try:
        yield server
    finally:
        running.close()
