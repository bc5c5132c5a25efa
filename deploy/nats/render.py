"""Write accounts.conf: the accounts of the bus and what each may do, derived from the registry and the topology.

    python deploy/nats/render.py               write it
    python deploy/nats/render.py --check       exit 1 when it is not what the code says
    python deploy/nats/render.py --passwords   print a new password for every user, for an env file

It runs in an environment that the project is installed in (`pip install .`); `make docs` runs it, too.

The streams are in an account of their own, and so is each service. What a service may do is what its account imports:
to publish what it produces, to read what it consumes, to ask and answer its questions, and to take from its own
durables. So an answer, or a message that it asks a stream for, can arrive nowhere but with itself: within one account,
whoever asks names any subject for the answer, and no permission restricts it. Nobody but the operator, who is in the
account of the streams, makes, changes, empties or removes streams and consumers.
"""

import argparse
import secrets
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from contracts import registry
from shared.bus.jetstream.connection import inbox_prefix
from shared.bus.topology import (
    ACCOUNT,
    AUDITOR,
    BUCKETS,
    NOTES,
    OPERATOR,
    STREAMS,
    SYSTEM,
    consumers,
    filter_subject,
    own_filters,
    services,
    streams_of,
)

ACCOUNTS = Path(__file__).with_name("accounts.conf")
PASSWORD_BYTES = 24

READER = "reader"
"""Reads what is for anyone, writes nothing: programs outside."""

SENDER = "sender"
"""Offers files to the intake and does nothing else: scoring programs on the bus."""

API = "$JS.API"

DOMAIN = "kibitz"
"""The JetStream domain of services: in an account without streams the server itself answers below `$JS.API`."""

ANSWER_WITHIN = "3m"
"""How long the server lets a question be answered: longer than anybody's patience."""

MANY = (f"{API}.DIRECT.GET.", f"{API}.CONSUMER.MSG.NEXT.")
"""Requests that have several answers."""


@dataclass(frozen=True)
class Limits:
    """Of an account: connections at once, subscriptions of a connection, bytes of a message."""

    connections: int
    subscriptions: int
    payload: str


SERVICE_LIMITS = Limits(64, 5_000, "8MB")
LIMITS = {READER: Limits(200, 200, "64KB"), SENDER: Limits(50, 50, "8MB")}


@dataclass(frozen=True)
class Access:
    """What the account of a user imports, beside which it has nothing.

    Attributes:
        streams: subjects of the account of the streams to which it publishes or sends requests, as they are there.
        hears: subjects of that account which it receives.
        asks: the questions that it asks, by the service that answers.
        answers: the questions that it answers, each once.
        domain: of its requests to the API.
    """

    streams: tuple[str, ...]
    hears: tuple[str, ...] = ()
    asks: tuple[tuple[str, str], ...] = ()
    answers: tuple[str, ...] = ()
    domain: str | None = DOMAIN

    def own(self, subject: str) -> str:
        """A subject as this account calls it."""
        return subject.replace(API, f"$JS.{self.domain}.API") if self.domain else subject


def service_access(service: str) -> Access:
    """The least that a service needs.

    Raises:
        KeyError: the registry names no such service.
    """
    if service not in services():
        raise KeyError(service)
    own = consumers(service)
    reads = sorted(
        {
            subject.stream
            for subject in registry.SUBJECTS
            if (subject.name != "dead" or service == AUDITOR)
            and service in (*subject.producers, *subject.consumers, *subject.read_by)
        }
    )
    streams = [
        filter_subject(subject, {"service": service} if subject.name == "dead" else own_filters(service, subject))
        for subject in registry.SUBJECTS
        if service in subject.producers
    ]
    streams += [f"{API}.STREAM.INFO.{stream.name}" for stream in streams_of(service, "check")]
    listed = {stream for stream, count in Counter(spec.stream for spec in own).items() if count > 1}
    if service == AUDITOR:
        listed |= {stream.name for stream in STREAMS}
    streams += [f"{API}.CONSUMER.LIST.{stream}" for stream in sorted(listed)]
    for spec in own:
        streams += [
            f"{API}.CONSUMER.INFO.{spec.stream}.{spec.durable}",
            f"{API}.CONSUMER.MSG.NEXT.{spec.stream}.{spec.durable}",
            f"$JS.ACK.{spec.stream}.{spec.durable}.>",
        ]
    for name in reads:
        streams += _reading(name)
    for bucket in BUCKETS:
        if bucket.serves(service):
            streams += _reading(bucket.stream.name)
        if service in bucket.writers:
            streams += bucket.stream.subjects or []
    heard = (subject for subject in registry.SUBJECTS if service in subject.consumers and subject.name != "dead")
    return Access(
        streams=_unique(streams),
        hears=tuple(f"{NOTES}.{filter_subject(subject, own_filters(service, subject))}" for subject in heard),
        asks=tuple((one.pattern, one.answered_by) for one in registry.QUESTIONS if service in one.asked_by),
        answers=tuple(one.pattern for one in registry.QUESTIONS if service == one.answered_by),
    )


def reader_access() -> Access:
    """For programs outside: what is for anyone, as streams keep it, and notes of what is new.

    Where a stream keeps other subjects too, the newest message of a subject is all that can be asked for.
    """
    streams: list[str] = []
    for stream in STREAMS:
        entries = [entry for entry in registry.SUBJECTS if entry.stream == stream.name]
        open_ones = [entry for entry in entries if "anyone" in entry.consumers]
        if entries == open_ones:
            streams.append(f"{API}.DIRECT.GET.{stream.name}")
        streams += [f"{API}.DIRECT.GET.{stream.name}.{entry.pattern}" for entry in open_ones]
    for bucket in BUCKETS:
        if bucket.serves("anyone"):
            streams += [f"{API}.DIRECT.GET.{bucket.stream.name}", f"{API}.DIRECT.GET.{bucket.stream.name}.>"]
    hears = tuple(f"{NOTES}.{entry.pattern}" for entry in registry.SUBJECTS if "anyone" in entry.consumers)
    return Access(streams=tuple(streams), hears=hears, domain=None)


def sender_access() -> Access:
    """For scoring programs on the bus: what anyone may ask, under the name of this user alone."""
    given = {"sender": SENDER}
    asks = [
        (".".join([one.name, *(given.get(name, "*") for name in one.filters)]), one.answered_by)
        for one in registry.QUESTIONS
        if "anyone" in one.asked_by
    ]
    return Access(streams=(), asks=tuple(asks), domain=None)


def accesses() -> dict[str, Access]:
    """What every user that has an account of its own may do."""
    return {
        **{service: service_access(service) for service in services()},
        READER: reader_access(),
        SENDER: sender_access(),
    }


def account(user: str) -> str:
    """The name of the account of a user."""
    return {OPERATOR: ACCOUNT, SYSTEM: "SYS"}.get(user, user.upper())


def password_variable(user: str) -> str:
    """The environment variable of nats-server that holds a user's password."""
    return f"KIBITZ_NATS_PASSWORD_{user.upper()}"


def render_accounts() -> str:
    """The `accounts` part of a nats-server configuration; passwords come from the server's environment."""
    every = accesses()
    return (
        "# Made by deploy/nats/render.py; do not edit.\n"
        "accounts {\n"
        f"  {account(OPERATOR)} {{\n"
        "    jetstream: enabled\n"
        f"    users: [ {{ user: {OPERATOR}, password: ${password_variable(OPERATOR)} }} ]\n"
        f"    exports: [\n{_exports_of_streams(every)}    ]\n"
        "  }\n"
        f"{''.join(_account(user, access, every) for user, access in every.items())}"
        f"  {account(SYSTEM)} {{\n"
        f"    users: [ {{ user: {SYSTEM}, password: ${password_variable(SYSTEM)} }} ]\n"
        "  }\n"
        "}\n"
        f"system_account: {account(SYSTEM)}\n"
    )


def users() -> tuple[str, ...]:
    """Every user of `render_accounts`, each of which needs a password."""
    return (*services(), OPERATOR, READER, SENDER, SYSTEM)


def _reading(stream: str) -> list[str]:
    return [f"{API}.STREAM.MSG.GET.{stream}", f"{API}.DIRECT.GET.{stream}", f"{API}.DIRECT.GET.{stream}.>"]


def _unique(values: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(values))


def _exports_of_streams(every: Mapping[str, Access]) -> str:
    """What the account of the streams offers, each subject to those who import it and nobody else."""
    requests = _by_subject((subject, user) for user, access in every.items() for subject in access.streams)
    heard = _by_subject((subject, user) for user, access in every.items() for subject in access.hears)
    lines = []
    for subject, accounts in requests.items():
        kind = ", response_type: stream" if subject.startswith(MANY) else ""
        lines.append(f'      {{ service: "{subject}", accounts: [{accounts}]{kind} }}\n')
    lines += [f'      {{ stream: "{subject}", accounts: [{accounts}] }}\n' for subject, accounts in heard.items()]
    return "".join(lines)


def _by_subject(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The accounts by subject."""
    found: dict[str, list[str]] = {}
    for subject, user in pairs:
        found.setdefault(subject, []).append(account(user))
    return {subject: ", ".join(accounts) for subject, accounts in found.items()}


def _account(user: str, access: Access, every: Mapping[str, Access]) -> str:
    limits, streams = LIMITS.get(user, SERVICE_LIMITS), account(OPERATOR)
    imports = [f'{{ stream: {{ account: {streams}, subject: "{subject}" }} }}' for subject in access.hears]
    for subject in access.streams:
        own = access.own(subject)
        to = "" if own == subject else f', to: "{own}"'
        imports.append(f'{{ service: {{ account: {streams}, subject: "{subject}" }}{to} }}')
    imports += [f'{{ service: {{ account: {account(who)}, subject: "{asked}" }} }}' for asked, who in access.asks]
    asking = _by_subject((asked, other) for other, its in every.items() for asked, who in its.asks if who == user)
    exports = [
        f'{{ service: "{asked}", accounts: [{accounts}], response_threshold: "{ANSWER_WITHIN}" }}'
        for asked, accounts in asking.items()
    ]
    publish = [*map(access.own, access.streams), *(asked for asked, _ in access.asks)]
    subscribe = [f"{inbox_prefix(user)}.>", *access.hears, *access.answers]
    answers = f'          allow_responses {{ max: 1, expires: "{ANSWER_WITHIN}" }}\n' if access.answers else ""
    return (
        f"  {account(user)} {{\n"
        f"    limits {{ max_connections: {limits.connections}, max_subscriptions: {limits.subscriptions},"
        f" max_payload: {limits.payload} }}\n"
        "    users: [\n"
        "      {\n"
        f"        user: {user}\n"
        f"        password: ${password_variable(user)}\n"
        "        permissions {\n"
        f"          publish {{ allow: [\n{_lines(publish, quoted=True)}          ] }}\n"
        f"          subscribe {{ allow: [\n{_lines(subscribe, quoted=True)}          ] }}\n"
        f"{answers}"
        "        }\n"
        "      }\n"
        "    ]\n"
        f"    imports: [\n{_lines(imports)}    ]\n"
        f"    exports: [\n{_lines(exports)}    ]\n"
        "  }\n"
    )


def _lines(values: Iterable[str], *, quoted: bool = False) -> str:
    return "".join(f'            "{value}"\n' if quoted else f"      {value}\n" for value in values)


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
