"""The intake is put together without connecting or listening."""

import logging

from services.intake.app import create
from services.intake.settings import Settings


def test_a_service_without_folders_serves_http_and_reads_the_bus():
    service = create()
    assert service.name == "intake"
    assert len(service.read_settings().background) == 4
    assert len({spec.label for spec in service.bus.router.specs.values()}) == 7


def test_folders_are_watched_beside_it(tmp_path):
    assert len(create(lambda: Settings(watch=(tmp_path,))).read_settings().background) == 5


def test_what_an_audit_cannot_repair_is_a_concern_of_the_service():
    service = create()
    service.read_settings()
    assert list(service.bus.concerns()) == []
    assert service.bus.concerns.__self__.problems == service.bus.concerns


def test_without_audits_there_is_nothing_to_be_concerned_about():
    service = create(lambda: Settings(audit_minutes=0))
    assert len(service.read_settings().background) == 3
    assert service.bus.concerns is tuple


def test_the_log_says_who_may_send(caplog):
    with caplog.at_level(logging.WARNING):
        create().read_settings()
        create(lambda: Settings(tokens="club=short")).read_settings()
    said = [record.message for record in caplog.records]
    assert any("only this machine" in text for text in said)
    assert any("can be guessed" in text for text in said)
    assert "short" not in " ".join(str(vars(record).get("kibitz_fields")) for record in caplog.records)


def test_a_token_that_is_long_enough_and_a_host_with_tokens_warn_of_nothing(caplog):
    with caplog.at_level(logging.WARNING):
        create(lambda: Settings(tokens=f"club={'x' * 16}")).read_settings()
    assert [record.message for record in caplog.records] == []
    with caplog.at_level(logging.WARNING):
        create(lambda: Settings(tokens=f"club={'x' * 15}")).read_settings()
    assert [record.message for record in caplog.records] == ["tokens of fewer than 16 characters can be guessed"]


def test_folders_are_looked_into_as_often_as_the_settings_say(tmp_path):
    background = create(lambda: Settings(watch=(tmp_path,), poll_ms=250)).read_settings().background
    assert background[-1].__self__._interval == 0.25
