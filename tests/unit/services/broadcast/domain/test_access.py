from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from services.broadcast.domain.access import Access, issue_ticket

NOW = 1_800_000_000


def test_without_tokens_and_tickets_everybody_is_admitted() -> None:
    assert Access().admits(None, None, NOW)


def test_a_known_bearer_token_is_admitted_and_no_other() -> None:
    access = Access(tokens=frozenset({"reader-one", "reader-two"}))
    assert access.admits("Bearer reader-one", None, NOW)
    assert access.admits("bearer reader-two", None, NOW)
    for wrong in (None, "", "Bearer", "Bearer reader", "Basic reader-one", "reader-one", "Bearer é"):
        assert not access.admits(wrong, None, NOW)


def test_a_ticket_is_good_until_it_expires() -> None:
    access = Access(tokens=frozenset({"x"}), ticket_secret="made up")
    ticket = issue_ticket("made up", NOW + 60)
    assert access.admits(None, ticket, NOW)
    assert access.admits(None, ticket, NOW + 60)
    assert not access.admits(None, ticket, NOW + 61)
    assert access.admits(None, issue_ticket("made up", 10**12 - 1), NOW), "twelve digits are enough"
    assert not access.admits(None, issue_ticket("made up", 10**12), NOW)
    assert not access.admits(None, issue_ticket("another", NOW + 60), NOW)


def test_a_ticket_is_made_as_the_page_says() -> None:
    program: dict[str, Any] = {}
    page = (Path(__file__).parents[5] / "docs/feed.md").read_text("utf-8")
    exec(page.partition('title="ticket.py"\n')[2].partition("```")[0], program)
    made, access = program["ticket"]("secret", 300), Access(ticket_secret="secret")
    until = int(made.partition(".")[0])
    assert access.admits(None, made, until - 1)
    assert not access.admits(None, made, until + 1)


def test_a_ticket_cannot_be_prolonged() -> None:
    access = Access(ticket_secret="made up")
    expires, signature = issue_ticket("made up", NOW + 60).split(".")
    assert not access.admits(None, f"{int(expires) + 1}.{signature}", NOW)


def test_without_a_secret_no_ticket_is_good() -> None:
    assert not Access(tokens=frozenset({"x"})).admits(None, issue_ticket("", NOW + 60), NOW)


@given(st.text())
def test_any_text_as_ticket_or_header_is_refused_without_an_error(text: str) -> None:
    access = Access(tokens=frozenset({"reader-one"}), ticket_secret="made up")
    assert not access.admits(text, text, NOW)


def test_programs_and_the_own_page_may_connect_and_other_pages_when_listed() -> None:
    access = Access(origins=frozenset({"https://club.example"}))
    assert access.welcomes(None, "feed.test")
    assert access.welcomes("https://feed.test:8080", "feed.test:8080")
    assert access.welcomes("https://club.example", "feed.test")
    assert not access.welcomes("https://evil.example", "feed.test")
    assert not access.welcomes("null", "feed.test")
    assert Access(origins=frozenset({"*"})).welcomes("https://any.example", "feed.test")


def test_a_server_is_meant_by_its_names_and_by_those_that_nobody_else_can_own() -> None:
    access = Access(names=frozenset({"live.club.example"}))
    for host in (None, "live.club.example", "LIVE.club.example:8080", "127.0.0.1:8080", "hall.local"):
        assert access.is_meant(host)
    assert not access.is_meant("evil.example")
