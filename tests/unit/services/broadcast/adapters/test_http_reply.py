import json

import pytest
from starlette.exceptions import HTTPException

from contracts.feed import CloseCode
from services.broadcast.adapters.http_reply import (
    conditional,
    later,
    matches,
    no_channel,
    not_now,
    problem,
    query_of,
    takes_gzip,
    unanswered,
    understood,
)
from shared.bus.errors import Unanswered
from shared.errors import OperationFailed


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


def test_a_refusal_names_its_code_and_is_not_kept() -> None:
    reply = problem(403, CloseCode.FORBIDDEN, "no")
    assert json.loads(reply.body) == {"code": 4403, "message": "no"}
    assert reply.headers["Cache-Control"] == "no-store"


def test_what_can_be_asked_for_later_says_when() -> None:
    reply = later(504, "scoring is slow")
    assert (reply.status_code, reply.headers["Retry-After"]) == (504, "5")
    assert json.loads(reply.body) == {"code": 1013, "message": "scoring is slow"}
    assert not_now().status_code == 503


def test_a_channel_that_does_not_exist_is_refused_with_the_code_of_the_feed() -> None:
    assert (no_channel().status_code, json.loads(no_channel().body)["code"]) == (404, 4404)


def test_an_answer_is_packed_for_readers_that_unpack_and_left_out_for_those_that_have_it() -> None:
    fields = {"ETag": '"tag"'}
    packs, knows = {"accept-encoding": "gzip"}, {"if-none-match": '"tag"'}
    assert conditional({}, fields, b"plain", b"packed").body == b"plain"
    assert conditional(packs, fields, b"plain", b"packed").headers["Content-Encoding"] == "gzip"
    assert conditional(packs, fields, b"plain", b"").body == b"plain"
    known = conditional(knows, fields, b"plain", b"packed")
    assert (known.status_code, known.body, known.headers["ETag"]) == (304, b"", '"tag"')


def test_the_last_value_of_a_name_counts_and_there_may_be_32_of_them() -> None:
    assert query_of("top=3&top=5&section=A%20B") == {"top": "5", "section": "A B"}
    assert query_of("&".join(["a=1"] * 32)) == {"a": "1"}
    with pytest.raises(ValueError, match="fields"):
        query_of("&".join(["a=1"] * 33))


def test_what_another_service_did_not_give_is_asked_for_again_later() -> None:
    statuses = {
        error: unanswered(error)
        for error in (OperationFailed("away"), Unanswered("late", "slow"), Unanswered("too-large", "large"))
    }
    assert [reply.status_code for reply in statuses.values()] == [503, 504, 507]
    for error, reply in statuses.items():
        assert json.loads(reply.body)["message"].startswith(f"{error}: ask again in a few seconds")


def test_what_cannot_be_meant_is_refused_with_the_first_line_of_the_reason() -> None:
    assert understood(lambda: int("3")) == 3
    with pytest.raises(HTTPException) as refused:
        understood(lambda: int("x" * 300 + "\n"))
    assert (refused.value.status_code, len(refused.value.detail)) == (400, 200)
