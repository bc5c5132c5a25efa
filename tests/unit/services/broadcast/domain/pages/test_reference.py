import json
from pathlib import Path

import contracts
from services.broadcast.adapters.http_api import HttpApi
from services.broadcast.adapters.websocket_server import clock
from services.broadcast.domain.hub import Hub
from services.broadcast.domain.pages.reference import Field, fields, reference

ASYNCAPI = json.loads((Path(contracts.__file__).parent / "asyncapi.json").read_text("utf-8"))


def test_every_operation_channel_message_and_schema_is_there() -> None:
    openapi = json.loads(HttpApi(Hub(clock)).description())
    values = reference(openapi, ASYNCAPI).values
    assert [each["path"] for each in values["operations"]] == [*openapi["paths"]]
    assert values["subjects"].keys() == ASYNCAPI["channels"].keys()
    assert values["messages"].keys() == ASYNCAPI["components"]["messages"].keys()
    assert values["schemas"].keys() >= openapi["components"]["schemas"].keys()
    assert values["senders"]["intake.file.received.v1"] == ["intake"]
    assert all(message["example"] and message["schema"] for message in values["messages"].values())


def test_a_field_names_what_it_may_be() -> None:
    schema = {
        "required": ["rows"],
        "properties": {
            "rows": {"type": "array", "items": {"$ref": "#/components/schemas/Row"}},
            "at": {"anyOf": [{"type": "string", "format": "date-time"}, {"type": "null"}]},
            "kind": {"type": "string", "enum": ["pair", "team"]},
        },
    }
    assert fields(schema) == [
        Field("rows", ("list of", "Row"), True),
        Field("at", ("date-time",), False),
        Field("kind", ("string",), False, ("pair", "team")),
    ]
