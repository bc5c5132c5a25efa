"""`contracts/asyncapi.json` is AsyncAPI 3.0.0, and says what the registry and the feed say."""

import copy
import json
import re
import tomllib
from typing import Any

import pytest

from contracts import feed, registry
from contracts.generate import __main__ as generate
from contracts.generate import asyncapi, json_schema
from shared.bus import topology, wire
from shared.telemetry.tracing import ARRIVED

Node = dict[str, Any]
DOCUMENT: Node = json.loads((generate.ROOT / "contracts/asyncapi.json").read_text(encoding="utf-8"))

_KEY = re.compile(r"^[A-Za-z0-9._-]+$")
_ALLOWED = {
    "root": {"asyncapi", "id", "info", "servers", "defaultContentType", "channels", "operations", "components"},
    "server": {"host", "protocol", "protocolVersion", "pathname", "description", "title", "summary", "bindings"},
    "channel": {"address", "messages", "title", "summary", "description", "servers", "parameters", "tags", "bindings"},
    "operation": {"action", "channel", "title", "summary", "description", "tags", "bindings", "messages", "reply"},
    "message": {"name", "title", "summary", "description", "contentType", "headers", "payload", "examples", "bindings"},
    "parameter": {"enum", "default", "description", "examples", "location"},
}


def violations(document: Node) -> list[str]:
    """Where a document departs from AsyncAPI 3.0.0, as far as Kibitz uses it."""
    found: list[str] = []

    def need(truth: object, complaint: str) -> None:
        if not truth:
            found.append(complaint)

    def fields(kind: str, name: str, node: Node) -> None:
        for field in node:
            need(field in _ALLOWED[kind] or field.startswith("x-"), f"{name}: {kind} has no field {field}")

    def target(reference: object, name: str) -> Any:
        node: Any = document
        for step in str(reference).removeprefix("#/").split("/"):
            step = step.replace("~1", "/").replace("~0", "~")
            if not isinstance(node, dict) or step not in node:
                found.append(f"{name}: {reference} leads nowhere")
                return None
            node = node[step]
        return node

    def follow(node: object, name: str) -> None:
        if isinstance(node, dict):
            if isinstance(node.get("$ref"), str):
                target(node["$ref"], name)
            for key, part in node.items():
                if key not in {"examples", "example", "default"}:
                    follow(part, f"{name}/{key}")
        elif isinstance(node, list):
            for part in node:
                follow(part, name)

    fields("root", "document", document)
    need(document.get("asyncapi") == "3.0.0", "asyncapi: is not 3.0.0")
    need({"title", "version"} <= document.get("info", {}).keys(), "info: needs title and version")
    for name, server in document.get("servers", {}).items():
        fields("server", name, server)
        need({"host", "protocol"} <= server.keys(), f"{name}: a server needs host and protocol")
    for name, channel in document.get("channels", {}).items():
        fields("channel", name, channel)
        tokens = set(re.findall(r"{([^{}]*)}", channel.get("address") or ""))
        need(tokens == channel.get("parameters", {}).keys(), f"{name}: parameters are not those of its address")
        for parameter in channel.get("parameters", {}).values():
            fields("parameter", name, parameter)
        for server in channel.get("servers", []):
            need(server["$ref"].startswith("#/servers/"), f"{name}: a channel refers to servers of the document")
    for name, operation in document.get("operations", {}).items():
        fields("operation", name, operation)
        need(operation.get("action") in {"send", "receive"}, f"{name}: action is send or receive")
        channel_reference = operation.get("channel", {}).get("$ref", "")
        need(channel_reference.startswith("#/channels/"), f"{name}: needs a channel of the document")
        for message in operation.get("messages", []):
            need(
                message["$ref"].startswith(f"{channel_reference}/messages/"),
                f"{name}: {message['$ref']} is no message of its channel",
            )
    for kind, parts in document.get("components", {}).items():
        for name in parts:
            need(_KEY.match(name), f"components/{kind}: {name} is no key")
    for name, message in document.get("components", {}).get("messages", {}).items():
        fields("message", name, message)
        for example in message.get("examples", []):
            need({"payload", "headers"} & example.keys(), f"{name}: an example needs a payload")
    follow(document, "document")
    return found


def test_the_document_is_asyncapi_3() -> None:
    assert violations(DOCUMENT) == []


def spoil(document: Node, *path: str, value: object = None) -> None:
    for step in path[:-1]:
        document = document[step]
    if value is None:
        del document[path[-1]]
    else:
        document[path[-1]] = value


_STANDINGS = "scoring.standings.published.v1"
_SENT = f"scoring.send.{_STANDINGS}"


@pytest.mark.parametrize(
    ("path", "value", "complaint"),
    [
        (("asyncapi",), "2.6.0", "is not 3.0.0"),
        (("info", "version"), None, "needs title and version"),
        (("servers", "bus", "protocol"), None, "needs host and protocol"),
        (("channels", _STANDINGS, "parameters", "event"), None, "parameters are not those"),
        (("channels", _STANDINGS, "publish"), {}, "channel has no field publish"),
        (("operations", _SENT, "action"), "publish", "action is send or receive"),
        (("operations", _SENT, "channel"), {"$ref": "#/channels/nowhere"}, "leads nowhere"),
        (("components", "messages", "BoardScored", "payload"), {"$ref": "#/components/schemas/Nobody"}, "nowhere"),
    ],
)
def test_the_structure_test_bites(path: tuple[str, ...], value: object, complaint: str) -> None:
    bad = copy.deepcopy(DOCUMENT)
    spoil(bad, *path, value=value)
    assert any(complaint in line for line in violations(bad)), violations(bad)


def test_every_subject_is_a_channel_with_its_readers_and_writers() -> None:
    asked = {name for one in registry.QUESTIONS for name in (one.name, f"{one.name}.answer")}
    assert set(DOCUMENT["channels"]) == {subject.name for subject in registry.SUBJECTS} | {"feed"} | asked
    for subject in registry.SUBJECTS:
        assert DOCUMENT["channels"][subject.name]["x-stream"] == subject.stream
        assert list(DOCUMENT["channels"][subject.name]["messages"]) == [subject.message.__name__]
        for service in subject.producers:
            assert f"{service}.send.{subject.name}" in DOCUMENT["operations"]
        for service in subject.consumers:
            assert f"{service}.receive.{subject.name}" in DOCUMENT["operations"]


def test_every_question_has_who_asks_it_and_who_replies_with_what() -> None:
    assert registry.QUESTIONS
    for question in registry.QUESTIONS:
        answers = f"#/channels/{question.name}.answer"
        assert list(DOCUMENT["channels"][question.name]["messages"]) == [question.question.__name__]
        assert DOCUMENT["channels"][f"{question.name}.answer"]["address"] is None
        for operation in (
            *(f"{service}.send.{question.name}" for service in question.asked_by),
            f"{question.answered_by}.receive.{question.name}",
        ):
            reply = DOCUMENT["operations"][operation]["reply"]
            assert reply["channel"] == {"$ref": answers}
            assert reply["messages"] == [{"$ref": f"{answers}/messages/{question.answer.__name__}"}]


def test_the_queues_are_the_durable_consumers_of_the_topology() -> None:
    named = {
        operation["bindings"]["nats"]["queue"]
        for operation in DOCUMENT["operations"].values()
        if "nats" in operation.get("bindings", {})
    }
    assert named == {spec.label for spec in topology.CONSUMERS}
    assert topology.FOLLOWERS | topology.EXTERNAL_ACTORS == asyncapi.WITHOUT_DURABLE


def test_the_headers_are_those_that_are_written() -> None:
    message = registry.by_name("intake.file.received.v1").message.model_validate(generate.examples()["FileReceived"])
    written = wire.headers("intake.file.received.v1.usebio.ab", message, "intake")
    headers = DOCUMENT["components"]["messages"]["FileReceived"]["headers"]
    assert set(headers["required"]) == set(written)
    assert set(headers["properties"]) == {*written, "traceparent", ARRIVED, wire.BODY}


def test_the_feed_is_one_channel_of_many_messages() -> None:
    channel = DOCUMENT["channels"]["feed"]
    protocol = channel["bindings"]["ws"]["headers"]["properties"]["Sec-WebSocket-Protocol"]
    assert protocol["const"] == feed.SUBPROTOCOL
    models = (*json_schema.client_models(), *json_schema.server_models())
    assert list(channel["messages"]) == [f"Feed{model.__name__}" for model in models]
    assert len(models) == 14


def test_every_message_has_an_example() -> None:
    for name, message in DOCUMENT["components"]["messages"].items():
        assert message["examples"][0]["payload"], name


def test_the_document_is_made_from_the_registry_and_the_examples() -> None:
    project = tomllib.loads((generate.ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    made = asyncapi.document(project["version"], generate.examples())
    assert made == DOCUMENT
    assert list(made["channels"]) == list(DOCUMENT["channels"])
    assert "examples" not in asyncapi.document("1", {})["components"]["messages"]["FileReceived"]
