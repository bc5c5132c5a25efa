"""A small HTTP server for tests: requests of a connection one by one, until the client or the test has enough."""

import asyncio
from collections.abc import Awaitable, Callable

import h11

Answer = tuple[int, list[tuple[str, str]], bytes]
Act = Callable[[str, dict[str, str], bytes], Awaitable[Answer]]
"""Status, headers and body for a target with its headers and body."""


async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, act: Act) -> None:
    """Serve a connection."""
    state, target, headers, body = h11.Connection(h11.SERVER), "", dict[str, str](), b""
    try:
        while True:
            event = state.next_event()
            if event is h11.NEED_DATA:
                state.receive_data(await reader.read(65_536))
            elif isinstance(event, h11.Request):
                target, body = event.target.decode(), b""
                headers = {name.decode(): value.decode() for name, value in event.headers}
            elif isinstance(event, h11.Data):
                body += bytes(event.data)
            elif isinstance(event, h11.EndOfMessage):
                status, fields, told = await act(target, headers, body)
                fields = [*fields, ("Content-Length", str(len(told)))]
                for part in (h11.Response(status_code=status, headers=fields), h11.Data(told), h11.EndOfMessage()):
                    writer.write(state.send(part) or b"")
                await writer.drain()
                if state.our_state is not h11.DONE or state.their_state is not h11.DONE:
                    return
                state.start_next_cycle()
            else:
                return
    except (asyncio.CancelledError, ConnectionError):
        # The test is over, or the client went away.
        return
    finally:
        writer.close()
