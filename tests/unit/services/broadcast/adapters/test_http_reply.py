import json
from dataclasses import replace

import pytest

from contracts.feed import CloseCode
from services.broadcast.adapters.http_reply import file_reply, matches, problem, takes_gzip
from services.broadcast.adapters.static_files import StaticFile

PAGE = StaticFile("text/html; charset=utf-8", b"plain", b"packed", '"tag"')


@pytest.mark.parametrize(
    ("header", "known"),
    [(None, False), ('"tag"', True), ('W/"tag"', True), ("*", True), ('"other"', False), ("tag", False)],
)
def test_an_etag_is_compared_weakly(header: str | None, known: bool) -> None:
    assert matches(header, '"tag"') is known


@pytest.mark.parametrize(
    ("offer", "taken"),
    [
        ("gzip", True),
        ("br, GZIP;q=0.8", True),
        ("gzip;q=0", False),
        ("gzip; q=0.0", False),
        ("br", False),
        ("", False),
        ("x-gzip", False),
    ],
)
def test_gzip_is_sent_only_to_those_who_offer_to_unpack_it(offer: str, taken: bool) -> None:
    assert takes_gzip({"accept-encoding": offer}) is taken


def test_a_file_is_packed_where_it_may_be_and_always_guarded() -> None:
    assert file_reply(PAGE, {}).body == b"plain"
    packed = file_reply(PAGE, {"accept-encoding": "gzip"})
    assert (packed.body, packed.headers["Content-Encoding"]) == (b"packed", "gzip")
    for reply in (packed, file_reply(PAGE, {}), file_reply(PAGE, {"if-none-match": '"tag"'})):
        assert "default-src 'none'" in reply.headers["Content-Security-Policy"]
        assert reply.headers["Vary"] == "Accept-Encoding"


@pytest.mark.parametrize("lasting", [True, False])
def test_only_what_never_changes_is_kept_without_asking(lasting: bool) -> None:
    reply = file_reply(replace(PAGE, lasting=lasting), {})
    assert ("immutable" in reply.headers["Cache-Control"]) is lasting
    assert ("no-cache" in reply.headers["Cache-Control"]) is not lasting


def test_a_refusal_names_its_code_and_is_not_kept() -> None:
    reply = problem(403, CloseCode.FORBIDDEN, "no")
    assert json.loads(reply.body) == {"code": 4403, "message": "no"}
    assert reply.headers["Cache-Control"] == "no-store"
