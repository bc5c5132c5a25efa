import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.http.server_names import answers_to, host_name


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "192.0.2.7:8080",
        "[::1]:8080",
        "[2001:db8::7]",
        "localhost",
        "localhost:1",
        "hall",
        "hall.local",
        "desk.hall.local.:8080",
        "broadcast:8080",
        "kibitz.internal",
        "laptop.home.arpa",
        "a.test",
    ],
)
def test_what_no_stranger_can_own_needs_no_listing(host: str) -> None:
    assert answers_to(host, ())


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8080",
        "127.0.0.1.evil.example",
        "localhost.evil.example",
        "xlocal.example",
        "",
        ".",
        "a..b",
        ".local",
        "[::1",
        "::1",
        "a b",
        "a/b",
        "evil.example:80:80",
        "127.0.0.1:123456",
        "evil.example\x00.local",
        "évil.local",
        "[evil.example]",
        "evil.example,127.0.0.1",
    ],
)
def test_a_public_name_that_is_not_listed_means_another_server(host: str) -> None:
    assert not answers_to(host, ("live.club.example",))


def test_a_listed_name_is_answered_whatever_its_case_port_and_dot() -> None:
    for host in ("live.club.example", "Live.Club.Example:443", "live.club.example."):
        assert answers_to(host, ("live.club.example",))
    assert not answers_to("x.live.club.example", ("live.club.example",))


def test_with_any_name_listed_all_are_answered_and_without_a_header_every_server_is_meant() -> None:
    assert answers_to("evil.example", ("*",))
    assert answers_to(None, ())


@given(st.text(max_size=40))
def test_no_header_breaks_it(host: str) -> None:
    name = host_name(host)
    assert name is None or name == name.lower()
    assert isinstance(answers_to(host, ()), bool)
