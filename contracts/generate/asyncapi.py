"""AsyncAPI 3.0.0: the bus, made from the registry, and the live feed, made from its messages.

One document for both, because a program that reads one often reads the other. `contracts/asyncapi.json` is written by
`python -m contracts.generate`; a test keeps it current.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel

from contracts import feed, registry, subjects
from contracts.generate import json_schema

Node = dict[str, Any]

NATS_BINDING = "0.1.0"
WEBSOCKET_BINDING = "0.1.0"
FEED_CHANNEL = "feed"

WITHOUT_DURABLE = frozenset({"anyone", "broadcast", "notification"})
"""Readers without a durable consumer: programs outside, and broadcast, which reads by position."""

_PARAMETERS: Mapping[str, Node] = {
    "format": {"description": "The format of the file.", "examples": ["usebio"]},
    "file": {"description": "SHA-256 of the file, in hexadecimal.", "examples": ["ab" * 32]},
    "partition": {
        "description": f"CRC-32 of the event's id in ASCII, modulo {subjects.PARTITIONS}: keeps an event's order.",
        "examples": [str(subjects.partition("riverside-bridge-club-tuesday-pairs-2026-11-17"))],
    },
    "event": {"description": "The event's id, a slug.", "examples": ["riverside-bridge-club-tuesday-pairs-2026-11-17"]},
    "day": {"description": "The day of an event.", "examples": ["2026-11-17"]},
    "line": {"description": "The smallest number of a line of an event, or none.", "examples": ["4711", "none"]},
    "board": {"description": "The board's id within its event, a slug.", "examples": ["7", "2-7"]},
    "round": {"description": "The number of the round.", "examples": ["3"]},
    "table": {"description": "The table of the live feed.", "examples": ["standings", "seats"]},
    "service": {"description": "The service that gave up.", "examples": ["scoring"]},
    "sender": {"description": "Who sends, a slug.", "examples": ["sender"]},
}


def document(version: str, examples: Mapping[str, object]) -> Node:
    """The whole document, with the examples that there are for the places of `json_schema.places`."""
    clients, servers = json_schema.client_models(), json_schema.server_models()
    bus = tuple(subject.message for subject in registry.SUBJECTS)
    asked = json_schema.question_models()
    references, definitions = json_schema.shared_definitions(
        (*bus, *asked, *clients, *servers), "#/components/schemas/{model}"
    )
    messages = {
        **{model.__name__: _message(model, references, examples.get(model.__name__)) for model in bus},
        **{model.__name__: _message(model, references, examples.get(model.__name__), stored=False) for model in asked},
        **{
            f"Feed{model.__name__}": _message(model, references, examples.get(f"feed/{model.__name__}"), stored=False)
            for model in (*clients, *servers)
        },
    }
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Kibitz",
            "version": version,
            "description": (
                "Tournament files in, live standings out. The bus is NATS JetStream: every subject is durable and can"
                " be replayed, but for questions, which are answered at once. The feed is one WebSocket for"
                " scoreboards and other programs."
            ),
            "license": {"name": "Apache-2.0"},
        },
        "defaultContentType": "application/json",
        "servers": _servers(),
        "channels": _channels(),
        "operations": _operations(),
        "components": {"messages": messages, "schemas": definitions},
    }


def queue(service: str, subject: registry.Subject) -> str:
    """The durable consumer that all replicas of a service share on a subject, without the suffix of a partition."""
    tokens = subject.name.split(".")
    return "-".join([service, *(tokens[1:3] or tokens)])


def _servers() -> Node:
    return {
        "bus": {
            "host": "127.0.0.1:4222",
            "protocol": "nats",
            "description": "The bus: NATS 2.12 or newer with JetStream. Any program with the right to may read it.",
        },
        "feed": {
            "host": "127.0.0.1:8080",
            "protocol": "ws",
            "description": "The broadcast service; `wss` behind a proxy that ends TLS.",
        },
    }


def _reference(*parts: str) -> Node:
    """A reference within the document."""
    return {"$ref": "#/" + "/".join(part.replace("~", "~0").replace("/", "~1") for part in parts)}


def _message(model: type[BaseModel], references: Mapping[str, str], example: object, *, stored: bool = True) -> Node:
    made: Node = {
        "name": model.__name__,
        "title": model.__name__,
        # The first paragraph of the docstring in one line.
        "summary": " ".join((model.__doc__ or "").split("\n\n")[0].split()),
        "contentType": "application/json",
        "payload": {"$ref": references[model.__name__]},
    }
    if stored:
        made["headers"] = _headers()
    if example is not None:
        made["examples"] = [{"name": "made-up", "payload": example}]
    return made


def _headers() -> Node:
    """Headers of every message that the bus keeps: NATS and CloudEvents 1.0 in binary mode."""
    meanings = {
        "Nats-Msg-Id": "The message's identity: the server drops a second one with the same.",
        "content-type": "application/json",
        "ce-specversion": "1.0",
        "ce-id": "The message's identity again.",
        "ce-source": "The service that wrote it, /kibitz/<service>.",
        "ce-type": "The subject without its filters.",
        "traceparent": "W3C trace context, where there is one.",
        "Kibitz-Arrived": "When the file arrived that it follows from, in seconds since 1970; where there is one.",
        "Kibitz-Body": "Where a body lies that was too large: <bucket>/<object>;sha256=<digest>; the payload is empty.",
    }
    return {
        "type": "object",
        "properties": {name: {"type": "string", "description": text} for name, text in meanings.items()},
        "required": [name for name in meanings if name not in {"traceparent", "Kibitz-Arrived", "Kibitz-Body"}],
    }


def _channels() -> Node:
    made: Node = {}
    for entry in registry.SUBJECTS:
        storage = f"Kept in the stream {entry.stream}."
        channel = _channel(entry.address, entry.name, entry.says, storage, "bus", [entry.message.__name__])
        made[entry.name] = {**channel, "x-stream": entry.stream, **_parameters(entry.filters)}
    for question in registry.QUESTIONS:
        storage = "Request and reply of NATS; no stream keeps it."
        address = ".".join([question.name, *(f"{{{token}}}" for token in question.filters)])
        asked = _channel(address, question.name, question.says, storage, "bus", [question.question.__name__])
        made[question.name] = {**asked, **_parameters(question.filters)}
        # The question brings the address of its answer along.
        answers = [question.answer.__name__]
        made[f"{question.name}.answer"] = _channel(None, question.name, "The answer.", storage, "bus", answers)
    names = [f"Feed{model.__name__}" for model in (*json_schema.client_models(), *json_schema.server_models())]
    frames = "Tables that move: a snapshot, then what changed, over one WebSocket. One message of these a frame."
    told_apart = "Told apart by `type`. In words: docs/feed.md."
    made[FEED_CHANNEL] = _channel("/v1/feed", "The live feed", frames, told_apart, "feed", names)
    protocol = {"Sec-WebSocket-Protocol": {"type": "string", "const": feed.SUBPROTOCOL}}
    binding = {"method": "GET", "headers": {"type": "object", "properties": protocol}}
    made[FEED_CHANNEL]["bindings"] = {"ws": {**binding, "bindingVersion": WEBSOCKET_BINDING}}
    return made


def _channel(
    address: str | None, title: str, summary: str, description: str, server: str, messages: Sequence[str]
) -> Node:
    return {
        "address": address,
        "title": title,
        "summary": summary,
        "description": description,
        "servers": [_reference("servers", server)],
        "messages": {name: _reference("components", "messages", name) for name in messages},
    }


def _parameters(filters: Sequence[str]) -> Node:
    return {"parameters": {token: dict(_PARAMETERS[token]) for token in filters}} if filters else {}


def _operations() -> Node:
    made: Node = {}
    for subject in registry.SUBJECTS:
        for action, services in (("send", subject.producers), ("receive", subject.consumers)):
            for service in services:
                title, names = f"{service}: {action} {subject.name}", [subject.message.__name__]
                operation = _operation(action, subject.name, title, subject.says, names)
                if action == "receive" and service not in WITHOUT_DURABLE:
                    binding = {"queue": queue(service, subject), "bindingVersion": NATS_BINDING}
                    operation["bindings"] = {"nats": binding}
                made[f"{service}.{action}.{subject.name}"] = operation
    for question in registry.QUESTIONS:
        answers = f"{question.name}.answer"
        reply = {
            "address": {"location": "$message.header#/reply", "description": "The inbox that comes with the question."},
            "channel": _reference("channels", answers),
            "messages": [_reference("channels", answers, "messages", question.answer.__name__)],
        }
        for action, services in (("send", question.asked_by), ("receive", (question.answered_by,))):
            for service in services:
                title, names = f"{service}: {action} {question.name}", [question.question.__name__]
                operation = _operation(action, question.name, title, question.says, names)
                made[f"{service}.{action}.{question.name}"] = {**operation, "reply": reply}
    for action, models, says in (
        ("receive", json_schema.client_models(), "What a client may say."),
        ("send", json_schema.server_models(), "What the service answers and tells by itself."),
    ):
        names = [f"Feed{model.__name__}" for model in models]
        title = f"broadcast: {action} on the live feed"
        made[f"broadcast.{action}.{FEED_CHANNEL}"] = _operation(action, FEED_CHANNEL, title, says, names)
    return made


def _operation(action: str, channel: str, title: str, summary: str, messages: Sequence[str]) -> Node:
    return {
        "action": action,
        "channel": _reference("channels", channel),
        "title": title,
        "summary": summary,
        "messages": [_reference("channels", channel, "messages", name) for name in messages],
    }
