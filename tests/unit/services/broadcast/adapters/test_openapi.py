"""The description of the HTTP beside the feed is complete, and says no more than there is."""

import asyncio
import json
import re
from typing import Any

from starlette.routing import Route

from services.broadcast.adapters.history import PARAMETERS
from services.broadcast.adapters.http_api import HttpApi
from services.broadcast.adapters.openapi import _MEDIA_TYPES, _QUERIES, document
from services.broadcast.adapters.routes import Routes
from services.broadcast.domain.hub import Hub
from services.broadcast.handlers import Deps
from tests.support.feed import TurnedClock
from tests.support.memory_bus import MemoryBus
from tests.support.sockets import get, serving


def api() -> HttpApi:
    hub = Hub(TurnedClock())
    routes = Routes(Deps(bus=MemoryBus(), hub=hub, ready=asyncio.Event()))  # type: ignore[arg-type]
    return HttpApi(hub, extra_routes=routes.routes())


def described() -> Any:
    return json.loads(document(api().routes()))


def test_every_address_is_described_with_a_sentence_and_its_parameters() -> None:
    paths = described()["paths"]
    assert paths.keys() == {route.path.replace(":path", "") for route in api().routes() if isinstance(route, Route)}
    assert paths.keys() >= _QUERIES.keys() | _MEDIA_TYPES.keys()
    for path, item in paths.items():
        assert " " in item["get"]["summary"] or path.endswith("/matches")
        named = {one["name"] for one in item["get"]["parameters"] if one["in"] == "path"}
        assert named == set(re.findall(r"{(\w+)}", path))
    names = [item["get"]["operationId"] for item in paths.values()]
    assert len(set(names)) == len(names)


def test_every_reference_leads_somewhere() -> None:
    text = document(api().routes()).decode()
    references = set(re.findall(r'"#/components/schemas/([^"]+)"', text))
    assert {"Snapshot", "Explanation", "Problem"} <= references <= described()["components"]["schemas"].keys()


def test_standings_of_earlier_are_asked_for_with_the_parameters_that_are_read() -> None:
    parameters = described()["paths"]["/v1/events/{event}/standings"]["get"]["parameters"]
    assert {one["name"] for one in parameters if one["in"] == "query"} == PARAMETERS | {"encoding"}


async def test_the_description_is_handed_out() -> None:
    async with serving() as (_hub, server):
        answer = await get(server, "/openapi.json")
        assert (answer.status, answer.json["openapi"]) == (200, "3.1.0")
        assert "/v1/events" in answer.json["paths"]
