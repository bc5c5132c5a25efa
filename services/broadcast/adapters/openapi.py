"""The description of the HTTP beside the feed for programs (OpenAPI 3.1), made from its routes.

A route's name is its summary. `contracts/asyncapi.json` describes the feed itself.
"""

import re
from collections.abc import Iterable

from pydantic import BaseModel
from starlette.routing import BaseRoute, Route

from contracts.base import Contract
from contracts.explanation import Explanation
from contracts.feed import Encoding, Snapshot
from services.broadcast.domain.cards.chess import KINDS
from shared.http import openapi
from shared.http.openapi import Node, answer, parameter

EVENT_STREAM = "text/event-stream"


class Problem(Contract):
    """Why a request was not answered as it asked."""

    code: int
    message: str


_ENCODING = parameter("encoding", "rows as objects or as arrays", enum=[each.value for each in Encoding])

_QUERIES: dict[str, tuple[Node, ...]] = {
    "/v1/events/{event}/standings": (
        _ENCODING,
        parameter("as_of", "as they were published then", format="date-time"),
        parameter("after_round", "what is known of the rounds up to this one", type="integer", minimum=1),
        parameter("session", "of which it is a round; the last that has begun if it is left out"),
    ),
    "/v1/events/{event}/explanation": (
        parameter("id", "identity or number of the participant"),
        parameter("kind", "of the participant", enum=["player", "pair", "team"]),
        parameter("ranking", "id of the list in which the total stands"),
    ),
    "/v1/events/{event}/cards/{participant}": (
        parameter("kind", "of teams of chess: whether a team or a player is meant", enum=sorted(KINDS)),
    ),
    "/v1/channels/{channel}/events": (
        _ENCODING,
        parameter("section", "sections, separated by commas"),
        parameter("ranking", "rankings, separated by commas"),
        parameter("pairs", "numbers, separated by commas"),
        parameter("top", "so many places of each ranking", type="integer", minimum=1),
        parameter("lastEventId", "the id of the last event, for clients that cannot send the header Last-Event-ID"),
    ),
}

_MEDIA_TYPES = {
    "/v1/channels/{channel}/events": EVENT_STREAM,
    "/v1/events/{event}/files/{format}": "application/octet-stream",
}

_REFUSALS = {
    "400": "A parameter cannot be read",
    "401": "No token or ticket, or one that is not valid",
    "403": "Not from this origin, or the organiser does not show it now",
    "404": "There is no such thing",
    "421": "The Host header names another server",
    "503": "Too much at once, or the bus does not answer; the header Retry-After says when to try again",
}


def document(routes: Iterable[BaseRoute]) -> bytes:
    """The description of routes as JSON."""
    paths = {}
    for route in routes:
        if isinstance(route, Route):
            path = route.path.replace(":path", "")
            methods = sorted((route.methods or {"GET"}) - {"HEAD"})
            paths[path] = {method.lower(): _operation(path, method, route.name) for method in methods}
    security = {
        "token": {"type": "http", "scheme": "bearer", "description": "Where the operator asks for one."},
        "ticket": {"type": "apiKey", "in": "query", "name": "ticket", "description": "Signed, for a short time."},
    }
    about = "Tables of events as they are now and as they were, and files of them; beside the feed, on its port."
    return openapi.document("Kibitz feed over HTTP", about, paths, (Snapshot, Explanation, Problem), security)


def _operation(path: str, method: str, summary: str) -> Node:
    names = re.findall(r"{(\w+)}", path)
    guarded = path.startswith("/v1/")
    body = {"requestBody": {"content": {openapi.JSON: {"schema": {"type": "object"}}}}}
    return {
        "operationId": "-".join(
            [*re.findall(r"\w+", path.removeprefix("/v1")), *([] if method == "GET" else [method])]
        ),
        "summary": summary,
        **({} if method == "GET" else body),
        **({} if guarded else {"security": []}),
        "parameters": [
            *(parameter(name, f"the {name}", "path") for name in names),
            *_QUERIES.get(path, (_ENCODING,) if _model(path) is Snapshot else ()),
        ],
        "responses": {
            "200": answer(summary, _model(path), _MEDIA_TYPES.get(path, openapi.JSON)),
            **{status: answer(text, Problem) for status, text in _REFUSALS.items() if guarded},
        },
    }


def _model(path: str) -> type[BaseModel] | None:
    if path.endswith("/explanation"):
        return Explanation
    tables = (
        "/v1/events",
        "/standings",
        "/matches",
        "/games",
        "/boards",
        "/seats",
        "/{board}",
        "/analysis",
        "/snapshot",
    )
    return Snapshot if path.endswith(tables) else None
