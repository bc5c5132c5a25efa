"""The description of the HTTP interface is complete, and says no more than there is."""

import json
import re
from datetime import UTC, datetime

from starlette.routing import Route

from contracts.base import SLUG_LENGTH, FileRef
from contracts.questions import FileStatus
from services.intake.adapters.bodies import HttpLimits
from services.intake.adapters.http import Desk
from services.intake.adapters.openapi import document
from services.intake.domain.request import LISTED, LISTED_MOST
from tests.support.memory_bus import MemoryBus


def described():
    return json.loads(document())


def test_every_address_and_method_is_described_and_no_other():
    desk = Desk(
        reception=None,
        board=None,
        recent=None,
        watch=None,
        health=MemoryBus().healthy,
        tokens={},
        limits=HttpLimits(1, 1, 1.0),
    )
    served = {
        (re.sub(r":path", "", route.path), method)
        for route in desk.app().routes
        if isinstance(route, Route)
        for method in route.methods - {"HEAD"}
    }
    told = {(path, method.upper()) for path, item in described()["paths"].items() for method in item}
    assert served == told


def test_every_reference_leads_somewhere():
    text = document().decode()
    schemas = described()["components"]["schemas"]
    references = set(re.findall(r'"#/components/schemas/([^"]+)"', text))
    assert references <= schemas.keys()
    assert {"Receipt", "FileStatus", "Problem"} <= references


def test_what_an_older_record_leaves_out_is_not_required():
    file = FileRef(sha256="0" * 64, name="x", size=1, format="pbn", received_at=datetime.now(UTC))
    answer = json.loads(FileStatus(file=file, state="received").model_dump_json(exclude_none=True))
    assert set(described()["components"]["schemas"]["FileStatus"]["required"]) <= answer.keys()


def test_the_event_parameter_has_the_limits_of_a_slug():
    parameters = described()["paths"]["/v1/files/{name}"]["put"]["parameters"]
    (event,) = [one["schema"] for one in parameters if one["name"] == "event"]
    assert event["maxLength"] == SLUG_LENGTH


def test_open_addresses_say_that_they_need_no_token():
    paths = described()["paths"]
    for path, item in paths.items():
        for operation in item.values():
            assert ("security" in operation) == (not path.startswith("/v1/"))


def test_each_parameter_says_where_it_stands_what_it_is_and_whether_it_is_needed():
    parameters = {
        (path, one["name"]): (one["in"], one["required"], one["schema"]["type"])
        for path, item in described()["paths"].items()
        for operation in item.values()
        for one in operation.get("parameters", ())
    }
    assert parameters == {
        ("/v1/files/{name}", "name"): ("path", True, "string"),
        ("/v1/files/{name}", "event"): ("query", False, "string"),
        ("/v1/files/{name}", "X-Kibitz-Event"): ("header", False, "string"),
        ("/v1/files/{name}", "written_at"): ("query", False, "string"),
        ("/v1/files/{sha256}", "sha256"): ("path", True, "string"),
        ("/v1/files", "limit"): ("query", False, "integer"),
    }
    (limit,) = described()["paths"]["/v1/files"]["get"]["parameters"]
    assert limit["schema"] == {"type": "integer", "minimum": 1, "maximum": LISTED_MOST, "default": LISTED}


def test_each_answer_has_its_schema_and_every_guarded_address_its_refusals():
    paths = described()["paths"]
    for path, item in paths.items():
        for operation in item.values():
            answers = {
                status: answer["content"]["application/json"]["schema"].get("$ref", "").rpartition("/")[2]
                for status, answer in operation["responses"].items()
            }
            if path.startswith("/v1/"):
                assert {answers[status] for status in ("401", "403", "500", "503")} == {"Problem"}
                assert answers["200"] not in ("", "Problem")
    health = paths["/healthz"]["get"]["responses"]
    assert health.keys() == {"200", "503"}
    for answer in health.values():
        assert answer["content"]["application/json"]["schema"] == {"$ref": "#/components/schemas/Health"}
    description = paths["/openapi.json"]["get"]["responses"]["200"]
    assert description["content"]["application/json"]["schema"] == {"type": "object"}
