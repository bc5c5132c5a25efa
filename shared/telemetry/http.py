"""The probes of a process over HTTP: /healthz, /servez, /readyz and /metrics, nothing else."""

from collections.abc import Awaitable, Callable

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from shared.http.server import HttpOptions, HttpServer
from shared.telemetry.metrics import CONTENT_TYPE, Metrics

PATIENCE = 5.0
"""Seconds that a client has for its request and the answer to it."""
MOST_CLIENTS = 32

Probe = Callable[[], Awaitable[tuple[bool, dict[str, object]]]]
"""Answers whether all is well, and with which details."""

_HEADERS = {"Cache-Control": "no-store"}


def probe_server(host: str, port: int, live: Probe, serving: Probe, ready: Probe, metrics: Metrics) -> HttpServer:
    """A server for probes and metrics; port 0 takes a free one."""

    def report(probe: Probe) -> Callable[[Request], Awaitable[Response]]:
        async def endpoint(_request: Request) -> Response:
            good, details = await probe()
            return JSONResponse({"ok": good, **details}, 200 if good else 503, _HEADERS)

        return endpoint

    async def rendered(_request: Request) -> Response:
        return Response(metrics.render(), headers={**_HEADERS, "Content-Type": CONTENT_TYPE})

    async def unknown(_request: Request) -> Response:
        return PlainTextResponse("there are /healthz, /servez, /readyz and /metrics\n", 404, _HEADERS)

    routes = [
        Route("/healthz", report(live)),
        Route("/servez", report(serving)),
        Route("/readyz", report(ready)),
        Route("/metrics", rendered),
        Route("/{path:path}", unknown),
    ]
    options = HttpOptions(
        host, port, sockets=2 * MOST_CLIENTS, at_work=MOST_CLIENTS, patience=PATIENCE, idle=2, grace=1.0
    )
    return HttpServer(Starlette(routes=routes), options)
