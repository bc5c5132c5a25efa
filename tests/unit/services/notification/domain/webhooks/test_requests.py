"""The request that a target gets; the signature is compared with that of the libraries of Standard Webhooks."""

import json
from base64 import b64decode
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from contracts.messages import TableChanged
from services.notification.domain.webhooks.requests import Told, change_told, headers_of, trial

NOW = datetime(2026, 3, 7, 20, tzinfo=UTC)
CHANGE = TableChanged(
    event="pairs",
    table="standings",
    epoch="e",
    seq=6,
    since=4,
    columns=("rank", "total"),
    rows={"a": (1, None)},
    removed=("c",),
    meta={"title": "Åse's pairs"},
    changed_at=NOW,
)


PAGE = Path(__file__).parents[6] / "docs/webhooks.md"


def test_the_receiver_on_the_page_takes_what_is_signed_and_nothing_else() -> None:
    program: dict[str, Any] = {"__name__": "receive"}
    exec(PAGE.read_text("utf-8").partition('title="receive.py"\n')[2].partition("```")[0], program)
    secret, told = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", trial("club", datetime.now(UTC))
    key, is_signed = b64decode(secret.removeprefix("whsec_")), program["is_signed"]
    headers = {name.lower(): value for name, value in headers_of(told, key, datetime.now(UTC)).items()}
    assert is_signed(secret, headers, told.body)
    assert not is_signed(secret, headers, told.body + b" ")
    assert not is_signed("whsec_" + "A" * 32, headers, told.body)
    old = headers_of(told, key, datetime.now(UTC) - timedelta(minutes=6))
    assert not is_signed(secret, {name.lower(): value for name, value in old.items()}, told.body)


def test_the_signature_is_that_of_the_published_libraries() -> None:
    # The example of https://github.com/standard-webhooks/standard-webhooks, libraries/*/test.
    told = Told("msg_p5jXN8AQM9LWM0D4loKWxJek", b'{"test": 2432232314}')
    headers = headers_of(told, b64decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"), datetime.fromtimestamp(1614265330, UTC))
    assert headers["Webhook-Signature"] == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
    assert headers["Webhook-Timestamp"] == "1614265330"
    assert headers["Webhook-Id"] == told.id


def test_a_change_says_what_it_is_about_and_which_number_it_has() -> None:
    told = change_told(CHANGE, 812)
    body = json.loads(told.body)
    assert (body["id"], body["type"], body["sequence"]) == (told.id, "standings.changed", 812)
    assert body["timestamp"] == "2026-03-07T20:00:00+00:00"
    assert body["data"] == {
        "event": "pairs",
        "channel": "evt.pairs.standings",
        "epoch": "e",
        "seq": 6,
        "from": 4,
        "reason": None,
        "rows": {"a": {"rank": 1, "total": None}},
        "removed": ["c"],
        "meta": {"title": "Åse's pairs"},
    }
    assert json.loads(change_told(CHANGE.replace(rows=None), 1).body)["data"]["rows"] is None


def test_the_same_change_has_the_same_id_and_another_has_another() -> None:
    others = (CHANGE.replace(seq=7), CHANGE.replace(event="teams"), CHANGE.replace(table="seats"))
    assert change_told(CHANGE, 1).id == change_told(CHANGE, 1).id
    assert len({change_told(one, 1).id for one in (CHANGE, *others)}) == 4


def test_the_signature_covers_id_time_and_body() -> None:
    told = change_told(CHANGE, 1)
    first = headers_of(told, b"key", NOW)["Webhook-Signature"]
    later = headers_of(told, b"key", NOW + timedelta(seconds=1))["Webhook-Signature"]
    changed = headers_of(told._replace(body=told.body + b" "), b"key", NOW)["Webhook-Signature"]
    renamed = headers_of(told._replace(id="msg_x"), b"key", NOW)["Webhook-Signature"]
    assert len({first, later, changed, renamed, headers_of(told, b"other", NOW)["Webhook-Signature"]}) == 5


def test_a_test_message_names_its_target() -> None:
    body = json.loads(trial("club", NOW).body)
    assert (body["type"], body["data"]) == ("webhook.test", {"target": "club"})
    assert trial("club", NOW).id != trial("club", NOW + timedelta(seconds=1)).id
