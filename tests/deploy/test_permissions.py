"""Least privilege, derived and rendered; tests/integration/bus/test_permissions.py tries it on a server."""

import pytest

from contracts import registry
from deploy.nats.render import (
    password_variable,
    permissions,
    reader_permissions,
    render_accounts,
    sender_permissions,
    users,
)
from shared.bus.topology import CONSUMERS, services


def allows(service: str, subject: str) -> bool:
    found = permissions(service)
    return any(_covers(p, subject) for p in found.publish) and not any(_covers(p, subject) for p in found.deny_publish)


def _covers(pattern: str, subject: str) -> bool:
    parts, tokens = pattern.split("."), subject.split(".")
    for number, part in enumerate(parts):
        if part == ">":
            return len(tokens) > number
        if number >= len(tokens) or part not in ("*", tokens[number]):
            return False
    return len(parts) == len(tokens)


@pytest.mark.parametrize("service", services())
def test_a_service_publishes_what_the_registry_says_and_nothing_else(service: str):
    for subject in registry.SUBJECTS:
        concrete = subject.name + ".".join(["", *("x" for _ in subject.filters)])
        if subject.name == "dead":
            assert not allows(service, "dead.somebody_else")
            continue
        expected = service in subject.producers and not (
            service in registry.PARSERS and subject.filters[:1] == ("format",)
        )
        assert allows(service, concrete) == expected, (service, concrete)


def test_a_parser_speaks_of_its_own_format_and_dies_under_its_own_name():
    assert allows("pbn_parser", "parser.file.parsed.v1.pbn")
    assert not allows("pbn_parser", "parser.file.parsed.v1.usebio")
    assert allows("pbn_parser", "dead.pbn_parser")
    assert not allows("pbn_parser", "dead.usebio_parser")


@pytest.mark.parametrize("service", services())
def test_a_service_answers_and_changes_its_own_durables_only(service: str):
    for spec in CONSUMERS:
        mine = spec.service == service
        assert allows(service, f"$JS.ACK.{spec.stream}.{spec.durable}.1.2.3.4.5") == mine
        if not mine:
            assert not allows(service, f"$JS.API.CONSUMER.MSG.NEXT.{spec.stream}.{spec.durable}")
            assert not allows(service, f"$JS.API.CONSUMER.DELETE.{spec.stream}.{spec.durable}")
            assert not allows(service, f"$JS.API.CONSUMER.CREATE.{spec.stream}.{spec.durable}.{spec.filter_subject}")
        else:
            assert allows(service, f"$JS.API.CONSUMER.MSG.NEXT.{spec.stream}.{spec.durable}")
            assert allows(service, f"$JS.API.CONSUMER.CREATE.{spec.stream}.{spec.durable}.{spec.filter_subject}")


@pytest.mark.parametrize("service", services())
@pytest.mark.parametrize("verb", ["STREAM.DELETE", "STREAM.UPDATE", "STREAM.PURGE", "STREAM.MSG.DELETE"])
def test_no_service_deletes_changes_or_empties_a_stream_of_messages(service: str, verb: str):
    for stream in ("INTAKE", "PARSED", "VALIDATED", "SCORED", "MERGED", "SEATED", "RENDERINGS", "DEAD"):
        assert not allows(service, f"$JS.API.{verb}.{stream}")


def test_only_the_intake_writes_files_and_the_status_of_files():
    writers = [name for name in services() if allows(name, "$O.FILES.C.abc")]
    assert writers == ["intake"]
    assert [name for name in services() if allows(name, "$KV.FILE_STATUS.abc")] == ["intake"]


def test_only_the_notification_service_knows_subscriptions_and_the_key_that_signs():
    assert [name for name in services() if allows(name, "$KV.NOTICES.abc")] == ["notification"]
    assert [name for name in services() if allows(name, "$JS.API.STREAM.MSG.GET.KV_NOTICES")] == ["notification"]
    assert [name for name in services() if allows(name, "$KV.GRANTS.abc")] == ["broadcast"]
    assert [name for name in services() if allows(name, "$JS.API.STREAM.MSG.GET.KV_GRANTS")] == ["broadcast"]
    assert [name for name in services() if allows(name, "$KV.SECRETS.abc")] == ["broadcast"]
    assert [name for name in services() if allows(name, "$JS.API.STREAM.MSG.GET.KV_SECRETS")] == ["broadcast"]
    assert "SECRETS" not in " ".join(reader_permissions().publish)
    assert "GRANTS" not in " ".join(reader_permissions().publish)
    assert [name for name in services() if allows(name, "$KV.SCREENS.all")] == ["broadcast"]
    assert "NOTICES" not in " ".join(reader_permissions().publish)


@pytest.mark.parametrize("service", services())
def test_a_service_hears_on_its_own_inbox_and_the_questions_that_it_answers(service: str):
    own = tuple(one.pattern for one in registry.QUESTIONS if one.answered_by == service)
    found = permissions(service)
    assert found.subscribe == (f"_INBOX.{service}.>", *own)
    assert found.answers == bool(own)


@pytest.mark.parametrize("service", services())
def test_a_service_asks_what_the_registry_says_and_nothing_else(service: str):
    for question in registry.QUESTIONS:
        subject = ".".join([question.name, *("x" for _ in question.filters)])
        assert allows(service, subject) == (service in question.asked_by)


def test_who_answers_may_do_so_once_for_each_question():
    texts = render_accounts().split("user: ")
    answering = {text.split()[0] for text in texts if "allow_responses { max: 1," in text}
    assert answering == {"intake", "scoring", "export", "notification"}


def test_a_sender_offers_files_under_its_own_name_and_does_nothing_else():
    found = sender_permissions()
    assert found.publish == ("intake.file.offered.v1.sender",)
    assert found.subscribe == ("_INBOX.sender.>",)
    assert not found.answers


def test_a_reader_publishes_no_message_and_takes_none_from_a_durable():
    found = reader_permissions()
    for subject in registry.SUBJECTS:
        assert not any(_covers(p, subject.pattern.replace("*", "x")) for p in found.publish)
    for spec in CONSUMERS:
        assert f"$JS.API.CONSUMER.MSG.NEXT.{spec.stream}.{spec.durable}" in found.deny_publish


def test_an_unknown_service_is_an_error():
    with pytest.raises(KeyError):
        permissions("catering")


def test_the_rendered_accounts_hold_every_user_and_no_password():
    text = render_accounts()
    assert text == render_accounts()
    for user in users():
        assert f"user: {user}\n" in text or f"user: {user}," in text
        assert f"password: ${password_variable(user)}" in text
    assert text.count("{") == text.count("}")
    assert text.count("[") == text.count("]")
