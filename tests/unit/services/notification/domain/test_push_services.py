"""Messages are sent to the push services of browsers and of the operator, and nowhere else."""

import pytest

from services.notification.domain.push_services import BROWSERS, is_allowed, origin_of


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://fcm.googleapis.com/fcm/send/abc:def",
        "https://updates.push.services.mozilla.com/wpush/v2/x",
        "https://web.push.apple.com/Q",
        "https://wns2-par02p.notify.windows.com/w/?token=x",
    ],
)
def test_push_services_of_browsers_are_allowed(endpoint: str) -> None:
    assert is_allowed(endpoint, BROWSERS)


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://fcm.googleapis.com/fcm/send/x",
        "https://fcm.googleapis.com:8443/x",
        "https://fcm.googleapis.com@127.0.0.1/x",
        "https://fcm.googleapis.com.example/x",
        "https://push.apple.com/x",
        "https://notpush.apple.com/x",
        "https://127.0.0.1/x",
        "https://[::1]/x",
        "https://[::1/x",
        "https://fcm.googleapis.com:x/",
        "ftp://fcm.googleapis.com/x",
        "https:///x",
        "",
    ],
)
def test_nothing_else_is(endpoint: str) -> None:
    assert not is_allowed(endpoint, BROWSERS)


def test_the_operator_may_name_another_one() -> None:
    assert is_allowed("http://127.0.0.1:9000/x", ("http://127.0.0.1:9000",))
    assert not is_allowed("http://127.0.0.1:9001/x", ("http://127.0.0.1:9000",))


def test_the_origin_has_its_port_where_it_names_one() -> None:
    assert origin_of("https://Push.Example/x?y") == "https://push.example"
    assert origin_of("https://push.example:444/x") == "https://push.example:444"
