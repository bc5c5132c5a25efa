"""Write accounts.conf: the users of the bus and what each may do, derived from the registry and the topology.

    python deploy/nats/render.py               write it
    python deploy/nats/render.py --check       exit 1 when it is not what the code says
    python deploy/nats/render.py --passwords   print a new password for every user, for an env file

It runs in an environment that the project is installed in (`pip install .`); `make docs` runs it, too.

A service may publish what it produces, read what it consumes, ask and answer the questions that are its own, answer its
own durables, create (never change, purge or delete) what the topology declares, and receive on its own inbox. The
operator may do everything within the account.
"""

import argparse
import secrets
import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from contracts import registry
from shared.bus.jetstream.connection import inbox_prefix
from shared.bus.topology import (
    ALL,
    AUDITOR,
    BUCKETS,
    CONSUMERS,
    OPERATOR,
    STREAMS,
    BucketSpec,
    ConsumerSpec,
    consumers,
    filter_subject,
    own_filters,
    services,
    streams_of,
)

ACCOUNTS = Path(__file__).with_name("accounts.conf")
PASSWORD_BYTES = 24

READER = "reader"
"""Reads every subject and every object but the files themselves, writes none: programs outside."""

SENDER = "sender"
"""Offers files to the intake and does nothing else: scoring programs on the bus."""

SYSTEM = "system"
"""The system account: monitoring of the server itself."""

API = "$JS.API"

ANSWER_WITHIN = "3m"
"""How long the server lets a question be answered: longer than anybody's patience."""


@dataclass(frozen=True)
class Permissions:
    """Subjects that a user may publish to and subscribe to; what is denied is taken from what is allowed.

    Attributes:
        answers: whether it may answer whoever asked, each question once.
    """

    publish: tuple[str, ...]
    subscribe: tuple[str, ...]
    deny_publish: tuple[str, ...] = ()
    answers: bool = False


def permissions(service: str) -> Permissions:
    """The least that a service needs.

    Raises:
        KeyError: the registry names no such service.
    """
    if service not in services():
        raise KeyError(service)
    own = consumers(service)
    produced = [
        filter_subject(subject, {"service": service} if subject.name == "dead" else own_filters(service, subject))
        for subject in registry.SUBJECTS
        if service in subject.producers
    ]
    reads = sorted(
        {
            subject.stream
            for subject in registry.SUBJECTS
            if (subject.name != "dead" or service == AUDITOR)
            and service in (*subject.producers, *subject.consumers, *subject.read_by)
        }
    )
    asked = [question.pattern for question in registry.QUESTIONS if service in question.asked_by]
    answered = [question.pattern for question in registry.QUESTIONS if service == question.answered_by]
    publish = [*produced, *asked, f"{API}.INFO"]
    for stream in streams_of(service):
        publish += [f"{API}.STREAM.INFO.{stream.name}", f"{API}.STREAM.CREATE.{stream.name}"]
    listed = {stream for stream, count in Counter(spec.stream for spec in own).items() if count > 1}
    if service == AUDITOR:
        listed |= {stream.name for stream in STREAMS}
    publish += [f"{API}.CONSUMER.LIST.{stream}" for stream in sorted(listed)]
    for spec in own:
        publish += [
            f"{API}.CONSUMER.CREATE.{spec.stream}.{spec.durable}.>",
            f"{API}.CONSUMER.INFO.{spec.stream}.{spec.durable}",
            f"{API}.CONSUMER.MSG.NEXT.{spec.stream}.{spec.durable}",
            f"$JS.ACK.{spec.stream}.{spec.durable}.>",
        ]
    for stream_name in reads:
        publish += _reading(stream_name)
    for bucket in BUCKETS:
        publish += _bucket(bucket, service)
    return Permissions(
        publish=_unique(publish),
        subscribe=(f"{inbox_prefix(service)}.>", *answered),
        deny_publish=_others(own, reads),
        answers=bool(answered),
    )


def reader_permissions() -> Permissions:
    """For programs outside: everything may be read, nothing written."""
    names = [stream.name for stream in STREAMS]
    publish = [f"{API}.INFO", f"{API}.STREAM.NAMES", f"{API}.STREAM.LIST", f"{API}.STREAM.INFO.*"]
    for name in (*names, "OBJ_RENDERED", "OBJ_BODIES"):
        publish += [*_reading(name), f"{API}.CONSUMER.INFO.{name}.*"]
    deny = _others((), names)
    patterns = [subject.pattern for subject in registry.SUBJECTS]
    return Permissions(publish=_unique(publish), subscribe=(*patterns, "_INBOX.>"), deny_publish=deny)


def sender_permissions() -> Permissions:
    """For scoring programs on the bus: what anyone may ask, under the name of this user alone."""
    given = {"sender": SENDER}
    publish = [
        ".".join([question.name, *(given.get(name, "*") for name in question.filters)])
        for question in registry.QUESTIONS
        if "anyone" in question.asked_by
    ]
    return Permissions(publish=_unique(publish), subscribe=(f"{inbox_prefix(SENDER)}.>",))


def operator_permissions() -> Permissions:
    """Everything within the account."""
    return Permissions(publish=(">",), subscribe=(">",))


def password_variable(user: str) -> str:
    """The environment variable of nats-server that holds a user's password."""
    return f"KIBITZ_NATS_PASSWORD_{user.upper()}"


def render_accounts() -> str:
    """The `accounts` part of a nats-server configuration; passwords come from the server's environment."""
    users = [
        *(_user(service, permissions(service)) for service in services()),
        _user(OPERATOR, operator_permissions()),
        _user(READER, reader_permissions()),
        _user(SENDER, sender_permissions()),
    ]
    return (
        "# Made by deploy/nats/render.py; do not edit.\n"
        "accounts {\n"
        "  KIBITZ {\n"
        "    jetstream: enabled\n"
        "    users: [\n" + "".join(users) + "    ]\n"
        "  }\n"
        "  SYS {\n"
        f"    users: [ {{ user: {SYSTEM}, password: ${password_variable(SYSTEM)} }} ]\n"
        "  }\n"
        "}\n"
        "system_account: SYS\n"
    )


def users() -> tuple[str, ...]:
    """Every user of `render_accounts`, each of which needs a password."""
    return (*services(), OPERATOR, READER, SENDER, SYSTEM)


def _reading(stream: str) -> list[str]:
    return [
        f"{API}.STREAM.MSG.GET.{stream}",
        f"{API}.DIRECT.GET.{stream}",
        f"{API}.DIRECT.GET.{stream}.>",
        f"{API}.CONSUMER.CREATE.{stream}.>",
        f"{API}.CONSUMER.MSG.NEXT.{stream}.*",
        f"{API}.CONSUMER.DELETE.{stream}.*",
    ]


def _bucket(bucket: BucketSpec, service: str) -> list[str]:
    stream = bucket.stream.name
    allowed = _reading(stream) if bucket.serves(service) else []
    if not {ALL, service}.isdisjoint(bucket.writers):
        allowed += bucket.stream.subjects
        if stream.startswith("OBJ_"):
            allowed.append(f"{API}.STREAM.PURGE.{stream}")
    return allowed


def _others(own: Iterable[ConsumerSpec], streams: Iterable[str]) -> tuple[str, ...]:
    """Durables of other services on streams that may be read: they are neither changed nor emptied."""
    mine, read = {spec.durable for spec in own}, set(streams)
    denied = []
    for spec in CONSUMERS:
        if spec.stream in read and spec.durable not in mine:
            denied += [
                f"{API}.CONSUMER.CREATE.{spec.stream}.{spec.durable}.>",
                f"{API}.CONSUMER.MSG.NEXT.{spec.stream}.{spec.durable}",
                f"{API}.CONSUMER.DELETE.{spec.stream}.{spec.durable}",
            ]
    return _unique(denied)


def _unique(values: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(values))


def _user(name: str, allowed: Permissions) -> str:
    def block(values: Iterable[str]) -> str:
        return "[\n" + "".join(f'            "{value}"\n' for value in values) + "          ]"

    publish = f"allow: {block(allowed.publish)}"
    if allowed.deny_publish:
        publish += f"\n          deny: {block(allowed.deny_publish)}"
    answers = f'          allow_responses {{ max: 1, expires: "{ANSWER_WITHIN}" }}\n' if allowed.answers else ""
    return (
        "      {\n"
        f"        user: {name}\n"
        f"        password: ${password_variable(name)}\n"
        "        permissions {\n"
        f"          publish {{ {publish} }}\n"
        f"          subscribe {{ allow: {block(allowed.subscribe)} }}\n"
        f"{answers}"
        "        }\n"
        "      }\n"
    )


def passwords() -> str:
    """One KEY=value line per user.

    A password starts with a letter: nats-server reads what stands in its environment as a value of its configuration,
    and 1e5 would be a number there.
    """
    return "".join(f"{password_variable(user)}=k{secrets.token_hex(PASSWORD_BYTES)}\n" for user in users())


def main(arguments: list[str] | None = None) -> int:
    """Do what the arguments say; the exit status."""
    parser = argparse.ArgumentParser(description="users of the bus and what each may do")
    choice = parser.add_mutually_exclusive_group()
    choice.add_argument("--check", action="store_true", help="exit 1 when the file is not current")
    choice.add_argument("--passwords", action="store_true", help="print a new password for every user")
    options = parser.parse_args(arguments)
    if options.passwords:
        sys.stdout.write(passwords())
        return 0
    text = render_accounts()
    if options.check:
        if ACCOUNTS.read_text(encoding="utf-8") == text:
            return 0
        print(f"{ACCOUNTS.name} is not what the topology says: run deploy/nats/render.py")
        return 1
    ACCOUNTS.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
