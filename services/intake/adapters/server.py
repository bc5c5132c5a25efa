"""The HTTP server under the intake's application: uvicorn, started and stopped with the service."""

import asyncio
import contextlib
import logging
import socket
from collections.abc import Iterator

import uvicorn
from starlette.types import ASGIApp

from shared.errors import OperationFailed
from shared.telemetry import fields

CONNECTIONS = 256
"""Connections at once; more are answered 503 and closed."""

GRACE = 4
"""Seconds that requests under way have when the service stops."""

logger = logging.getLogger("kibitz.intake")


class _Server(uvicorn.Server):
    """A server that leaves signals to the service."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Signals are the runner's business."""
        yield


class HttpServer:
    """Serves an application.

    Attributes:
        port: that it listens on, known after `bind`.
    """

    def __init__(self, app: ASGIApp, host: str, port: int) -> None:
        """Prepare; port 0 takes a free one."""
        self.host = host
        self.port = port
        self._app = app
        self._socket: socket.socket | None = None

    async def bind(self) -> None:
        """Take the port, so that a start fails at once where it is taken.

        Raises:
            OperationFailed: the address cannot be used.
        """
        family = socket.AF_INET6 if ":" in self.host else socket.AF_INET
        taken = socket.socket(family, socket.SOCK_STREAM)
        try:
            taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            taken.bind((self.host, self.port))
        except (OSError, OverflowError) as error:
            taken.close()
            raise OperationFailed(f"the intake cannot listen on {self.host} port {self.port}: {error}") from error
        taken.setblocking(False)
        self._socket = taken
        self.port = taken.getsockname()[1]

    async def run(self) -> None:
        """Serve at the port that `bind` took until cancelled, then let requests under way end."""
        assert self._socket is not None, "run before bind"  # noqa: S101
        config = uvicorn.Config(
            self._app,
            http="h11",
            ws="none",
            lifespan="off",
            proxy_headers=False,
            server_header=False,
            access_log=False,
            log_config=None,
            limit_concurrency=CONNECTIONS,
            timeout_keep_alive=15,
            timeout_graceful_shutdown=GRACE,
        )
        # What the server says of its own start and stop is said by the runner already.
        logging.getLogger("uvicorn.error").setLevel(logging.WARNING)
        server = _Server(config)
        serving = asyncio.ensure_future(server.serve(sockets=[self._socket]))
        logger.info("listening", extra=fields(host=self.host, port=self.port))
        try:
            await asyncio.shield(serving)
        except asyncio.CancelledError:
            server.should_exit = True
            await serving
            raise
        finally:
            self._socket.close()
        raise OperationFailed("the HTTP server ended by itself")
