"""Who may use the desk, and which forms are its own."""

import pytest

from services.broadcast.domain.desk.visitors import check_of, is_own_form, may_direct

HERE = {"host": "127.0.0.1:8080"}


def test_whoever_sits_at_the_machine_directs():
    assert may_direct("127.0.0.1", HERE)
    assert may_direct("::1", {"host": "localhost:8080"})


@pytest.mark.parametrize(
    ("peer", "headers"),
    [
        ("192.0.2.7", HERE),
        (None, HERE),
        ("127.0.0.1", {}),
        ("127.0.0.1", {"host": "club.example"}),
        ("127.0.0.1", {"host": "127.0.0.1.club.example"}),
        *(
            ("127.0.0.1", {**HERE, name: "192.0.2.7"})
            for name in ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip")
        ),
    ],
)
def test_nobody_else_does(peer, headers):
    assert not may_direct(peer, headers)


def test_a_form_of_the_visit_from_this_server_is_taken():
    assert is_own_form("http", {**HERE, "origin": "http://127.0.0.1:8080"}, "v1", check_of("v1"))
    assert is_own_form("http", HERE, "v1", check_of("v1"))


@pytest.mark.parametrize(
    ("origin", "visit", "check"),
    [
        ("http://evil.example", "v1", check_of("v1")),
        ("https://127.0.0.1:8080", "v1", check_of("v1")),
        ("null", "v1", check_of("v1")),
        ("http://127.0.0.1:8080", "v1", check_of("v2")),
        ("http://127.0.0.1:8080", "v1", "v1"),
        ("http://127.0.0.1:8080", "v1", None),
        ("http://127.0.0.1:8080", "v1", "\u00e9"),
        ("http://127.0.0.1:8080", "", check_of("")),
        ("http://127.0.0.1:8080", None, check_of("")),
    ],
)
def test_any_other_form_is_refused(origin, visit, check):
    assert not is_own_form("http", {**HERE, "origin": origin}, visit, check)
