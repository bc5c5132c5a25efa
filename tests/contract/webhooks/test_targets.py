from base64 import b64encode
from datetime import UTC, datetime

import pytest
from pydantic import ValidationError

from contracts.webhooks.targets import LISTED, Delivery, Target

NOW = datetime(2026, 3, 7, 20, tzinfo=UTC)
KEY = bytes(range(32))
SECRET = "whsec_" + b64encode(KEY).decode()


def target(**fields: object) -> Target:
    given = {"name": "club", "url": "https://club.example/hook", "secret": SECRET, "made_at": NOW, "turn": 1}
    return Target.model_validate({**given, **fields})


def test_a_target_wants_the_events_and_tables_that_it_names() -> None:
    one = target(events=("club-*", "final"), tables=("standings",))
    asked = [("club-7", "standings"), ("final", "standings"), ("final", "seats"), ("finals", "standings")]
    assert [one.wants(*each) for each in asked] == [True, True, False, False]
    assert target().wants("whatever", "boards")


def test_its_secret_is_the_key_and_its_host_is_no_secret() -> None:
    assert target().key == KEY
    assert target(url="https://hooks.example:8443/T0/B1/token?x=1").host == "https://hooks.example:8443"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", "A b"),
        ("url", "ftp://club.example/"),
        ("url", "https://"),
        ("url", "https://me:pw@club.example/"),
        ("url", "https://club.example/#part"),
        ("url", "https://club.example:99999/"),
        ("url", "https://club.example:0/"),
        ("url", "https://club.example/a b"),
        ("url", "http://[half"),
        ("secret", b64encode(KEY).decode()),
        ("secret", "whsec_" + b64encode(b"short").decode()),
        ("secret", "whsec_no base64"),
        ("events", ("Club?",)),
        ("tables", ()),
        ("tables", ("cards",)),
    ],
)
def test_what_cannot_be_called_or_signed_is_refused(field: str, value: object) -> None:
    with pytest.raises(ValidationError) as refused:
        target(**{field: value})
    assert refused.value.errors()[0]["loc"][0] == field


def test_what_is_settled_is_no_failure_any_more_and_what_is_given_up_is_listed() -> None:
    delivery = Delivery(tries=3, error="503", next_try_at=NOW, accepted=2)
    assert delivery.settled(8) == Delivery(position=8, accepted=2)
    for seq in range(1, 31):
        delivery = delivery.without(seq)
    assert (delivery.given_up, delivery.position, delivery.error) == (30, 30, "503")
    assert delivery.newest_given_up == tuple(range(31 - LISTED, 31))
