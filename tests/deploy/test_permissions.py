"""What accounts import, derived and rendered; tests/deploy/test_boundary.py tries it on a server."""

import re

import pytest

from contracts import registry
from deploy.nats.render import (
    READER,
    SENDER,
    accesses,
    account,
    password_variable,
    reader_access,
    render_accounts,
    sender_access,
    service_access,
    users,
)
from shared.bus.topology import BUCKETS, CONSUMERS, services

CHANGES = re.compile(r"\.(CREATE|UPDATE|DELETE|PURGE|SNAPSHOT|RESTORE|PAUSE|UNPIN)\b")


@pytest.mark.parametrize("user", [*services(), READER, SENDER])
def test_no_account_imports_what_makes_changes_or_empties(user: str):
    assert not [subject for subject in accesses()[user].streams if CHANGES.search(subject)]


def test_a_parser_speaks_of_its_own_format_and_dies_under_its_own_name():
    streams = service_access("pbn_parser").streams
    assert {"parser.file.parsed.v1.pbn", "dead.pbn_parser"} <= set(streams)
    assert not [subject for subject in streams if subject.startswith(("parser.file.parsed.v1.*", "dead.*"))]


PRODUCERS = {"UPLINK": 0, "NEW_EVENTS": 2}
"""Whether an uplink stands is written by the operator, whose rights are not restricted. What is public of new events is
chosen at the desk; the intake makes the first value, by its settings, before it takes a file, and never another one."""


@pytest.mark.parametrize("bucket", BUCKETS, ids=lambda bucket: bucket.name)
def test_a_bucket_has_one_producer(bucket):
    writers = [user for user, access in accesses().items() if set(bucket.stream.subjects) & set(access.streams)]
    assert writers == list(bucket.writers)
    assert len(writers) == PRODUCERS.get(bucket.name, 1)


@pytest.mark.parametrize("service", services())
def test_a_service_takes_from_its_own_durables(service: str):
    pulled = {s.partition("MSG.NEXT.")[2] for s in service_access(service).streams if "MSG.NEXT." in s}
    assert pulled == {f"{spec.stream}.{spec.durable}" for spec in CONSUMERS if spec.service == service}


@pytest.mark.parametrize("service", services())
def test_a_service_asks_and_answers_what_the_registry_says(service: str):
    access = service_access(service)
    assert access.answers == tuple(one.pattern for one in registry.QUESTIONS if one.answered_by == service)
    assert dict(access.asks) == {one.pattern: one.answered_by for one in registry.QUESTIONS if service in one.asked_by}


def test_who_answers_may_do_so_once_for_each_question():
    texts = render_accounts().split("user: ")
    answering = {text.split()[0] for text in texts if "allow_responses { max: 1," in text}
    assert answering == {"intake", "scoring", "export", "notification"}


def test_a_sender_offers_files_under_its_own_name_and_does_nothing_else():
    found = sender_access()
    assert found.asks == (("intake.file.offered.v1.sender", "intake"),)
    assert (found.streams, found.hears, found.answers) == ((), (), ())


def test_a_reader_reads_what_is_for_anyone_and_no_bytes_of_files():
    found = reader_access()
    assert all(subject.startswith("$JS.API.DIRECT.GET.") for subject in found.streams)
    assert "$JS.API.DIRECT.GET.SCORED" in found.streams
    # INTAKE and PARSED hold the bytes and the fragments, too.
    assert [s for s in found.streams if ".INTAKE" in s] == ["$JS.API.DIRECT.GET.INTAKE.intake.file.rejected.v1.*"]
    secret = (
        "FILES",
        "GRANTS",
        "SECRETS",
        "NOTICES",
        "WEBHOOKS",
        "CHANGES",
        "QUERIES",
        "DEAD",
        "BODIES_INTAKE",
        "PARSED.parser.fragment",
    )
    assert not [s for s in found.streams if any(name in s for name in secret)]


def test_an_unknown_service_is_an_error():
    with pytest.raises(KeyError):
        service_access("catering")


def test_the_rendered_accounts_hold_every_user_in_an_account_of_its_own_and_no_password():
    text = render_accounts()
    assert text == render_accounts()
    assert len({account(user) for user in users()}) == len(users())
    for user in users():
        assert f"  {account(user)} {{\n" in text
        assert f"user: {user}\n" in text or f"user: {user}," in text
        assert f"password: ${password_variable(user)}" in text
    assert text.count("{") == text.count("}")
    assert text.count("[") == text.count("]")
