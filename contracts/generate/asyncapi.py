"""AsyncAPI 3.0.0: the bus, made from the registry, and the live feed, made from its messages.

One document for both, because a program that reads one often reads the other. `contracts/asyncapi.json` is written by
`python -m contracts.generate`; a test keeps it current.
"""

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel

from contracts import feed, registry, subjects
from contracts.generate import json_schema

Node = dict[str, Any]

NATS_BINDING = "0.1.0"
WEBSOCKET_BINDING = "0.1.0"
FEED_CHANNEL = "feed"

WITHOUT_DURABLE = frozenset({"anyone", "broadcast"})
"""Readers without a durable consumer: programs outside, and broadcast, which reads by position."""

_PARAMETERS: Mapping[str, Node] = {
    "format": {"description": "The format of the file.", "examples": ["usebio"]},
    "partition": {
        "description": f"CRC-32 of the event's id in ASCII, modulo {subjects.PARTITIONS}: keeps an event's order.",
        "examples": [str(subjects.partition("riverside-bridge-club-tuesday-pairs-2026-11-17"))],
    },
    "event": {"description": "The event's id, a slug.", "examples": ["riverside-bridge-club-tuesday-pairs-2026-11-17"]},
    "board": {"description": "The board's id within its event, a slug.", "examples": ["7", "2-7"]},
    "service": {"description": "The service that gave up.", "examples": ["scoring"]},
    "sender": {"description": "Who sends, a slug.", "examples": ["sender"]},
}


def document(version: str, examples: Mapping[str, object]) -> Node:
    """The whole document.

    Args:
        version: of the distribution.
        examples: a message as JSON for each place of `json_schema.places`; those that are missing are left out.
    """
    clients, servers = json_schema.client_models(), json_schema.server_models()
    bus = tuple(subject.message for subject in registry.SUBJECTS)
    asked = json_schema.question_models()
    references, definitions = json_schema.shared_definitions(
        (*bus, *asked, *clients, *servers), "#/components/schemas/{model}"
    )
    messages = {
        **{model.__name__: _message(model, references, examples.get(model.__name__)) for model in bus},
        **{model.__name__: _message(model, references, examples.get(model.__name__), kept=False) for model in asked},
        **{
            f"Feed{model.__name__}": _message(model, references, examples.get(f"feed/{model.__name__}"), kept=False)
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
        "channels": {
            **{subject.name: _channel(subject) for subject in registry.SUBJECTS},
            **{name: channel for question in registry.QUESTIONS for name, channel in _question(question).items()},
            FEED_CHANNEL: _feed(),
        },
        "operations": _operations(),
        "components": {"messages": messages, "schemas": definitions},
    }


def queue(service: str, subject: registry.Subject) -> str:
    """The durable consumer that all replicas of a service share on a subject, without the suffix of a partition."""
    words = subject.name.split(".")
    return "-".join([service, *(words[1:3] if len(words) > 2 else words)])


def _servers() -> Node:
    return {
        "bus": {
            "host": "127.0.0.1:4222",
            "protocol": "nats",
            "description": "The bus: NATS 2.11 or newer with JetStream. Any program with the right to may read it.",
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


def _summary(model: type[BaseModel]) -> str:
    """The first paragraph of a docstring in one line."""
    return " ".join((model.__doc__ or "").split("\n\n")[0].split())


def _message(model: type[BaseModel], references: Mapping[str, str], example: object, *, kept: bool = True) -> Node:
    made: Node = {
        "name": model.__name__,
        "title": model.__name__,
        "summary": _summary(model),
        "contentType": "application/json",
        "payload": {"$ref": references[model.__name__]},
    }
    if kept:
        made["headers"] = _headers()
    if example is not None:
        made["examples"] = [{"name": "made-up", "payload": example}]
    return made


def _headers() -> Node:
    """Headers of every message that the bus keeps: NATS and CloudEvents 1.0 in binary mode."""
    said = {
        "Nats-Msg-Id": "The message's identity: the server drops a second one with the same.",
        "content-type": "application/json",
        "ce-specversion": "1.0",
        "ce-id": "The message's identity again.",
        "ce-source": "The service that wrote it, /kibitz/<service>.",
        "ce-type": "The subject without its filters.",
        "traceparent": "W3C trace context, where there is one.",
        "Kibitz-Body": "Where a body lies that was too large: <bucket>/<object>;sha256=<digest>; the payload is empty.",
    }
    return {
        "type": "object",
        "properties": {name: {"type": "string", "description": text} for name, text in said.items()},
        "required": [name for name in said if name not in {"traceparent", "Kibitz-Body"}],
    }


def _channel(subject: registry.Subject) -> Node:
    name = subject.message.__name__
    made: Node = {
        "address": ".".join([subject.name, *(f"{{{token}}}" for token in subject.filters)]),
        "title": subject.name,
        "summary": subject.says,
        "description": f"Kept in the stream {subject.stream}.",
        "servers": [_reference("servers", "bus")],
        "messages": {name: _reference("components", "messages", name)},
        "x-stream": subject.stream,
    }
    if subject.filters:
        made["parameters"] = {token: dict(_PARAMETERS[token]) for token in subject.filters}
    return made


def _question(question: registry.Question) -> Node:
    """The channel of a question, and that of its answers, whose address the question brings along."""

    def channel(address: str | None, summary: str, model: type[BaseModel]) -> Node:
        name = model.__name__
        made: Node = {
            "address": address,
            "title": question.name,
            "summary": summary,
            "description": "Request and reply of NATS; no stream keeps it.",
            "servers": [_reference("servers", "bus")],
            "messages": {name: _reference("components", "messages", name)},
        }
        if address is not None:
            made["parameters"] = {token: dict(_PARAMETERS[token]) for token in question.filters}
        return made

    address = ".".join([question.name, *(f"{{{token}}}" for token in question.filters)])
    return {
        question.name: channel(address, question.says, question.question),
        f"{question.name}.answer": channel(None, "The answer.", question.answer),
    }


def _asking(question: registry.Question) -> Node:
    """The operations of a question: who asks it, and who answers."""
    answers = f"{question.name}.answer"
    reply = {
        "address": {"location": "$message.header#/reply", "description": "The inbox that comes with the question."},
        "channel": _reference("channels", answers),
        "messages": [_reference("channels", answers, "messages", question.answer.__name__)],
    }

    def operation(action: str, service: str) -> Node:
        return {
            "action": action,
            "channel": _reference("channels", question.name),
            "title": f"{service}: {action} {question.name}",
            "summary": question.says,
            "messages": [_reference("channels", question.name, "messages", question.question.__name__)],
            "reply": reply,
        }

    return {
        **{f"{service}.send.{question.name}": operation("send", service) for service in question.asked_by},
        f"{question.answered_by}.receive.{question.name}": operation("receive", question.answered_by),
    }


def _feed() -> Node:
    names = [f"Feed{model.__name__}" for model in (*json_schema.client_models(), *json_schema.server_models())]
    return {
        "address": "/v1/feed",
        "title": "The live feed",
        "summary": "Tables that move: a snapshot, then what changed, over one WebSocket. One message of these a frame.",
        "description": "Told apart by `type`. In words: docs/feed.md.",
        "servers": [_reference("servers", "feed")],
        "messages": {name: _reference("components", "messages", name) for name in names},
        "bindings": {
            "ws": {
                "method": "GET",
                "headers": {
                    "type": "object",
                    "properties": {"Sec-WebSocket-Protocol": {"type": "string", "const": feed.SUBPROTOCOL}},
                },
                "bindingVersion": WEBSOCKET_BINDING,
            }
        },
    }


def _operations() -> Node:
    made: Node = {}
    for subject in registry.SUBJECTS:
        for service in subject.producers:
            made[f"{service}.send.{subject.name}"] = _operation("send", subject, service)
        for service in subject.consumers:
            made[f"{service}.receive.{subject.name}"] = _operation("receive", subject, service)
    for question in registry.QUESTIONS:
        made.update(_asking(question))
    for action, models, says in (
        ("receive", json_schema.client_models(), "What a client may say."),
        ("send", json_schema.server_models(), "What the service answers and tells by itself."),
    ):
        made[f"broadcast.{action}.{FEED_CHANNEL}"] = {
            "action": action,
            "channel": _reference("channels", FEED_CHANNEL),
            "title": f"broadcast: {action} on the live feed",
            "summary": says,
            "messages": [_reference("channels", FEED_CHANNEL, "messages", f"Feed{model.__name__}") for model in models],
        }
    return made


def _operation(action: str, subject: registry.Subject, service: str) -> Node:
    made: Node = {
        "action": action,
        "channel": _reference("channels", subject.name),
        "title": f"{service}: {action} {subject.name}",
        "summary": subject.says,
        "messages": [_reference("channels", subject.name, "messages", subject.message.__name__)],
    }
    if action == "receive" and service not in WITHOUT_DURABLE:
        made["bindings"] = {"nats": {"queue": queue(service, subject), "bindingVersion": NATS_BINDING}}
    return made
