from shared.bus.repair import REPAIR, as_repair, repairing
from shared.bus.wire import MSG_ID

HEADERS = {MSG_ID: "accepted:club-night:0123.0", "ce-id": "accepted:club-night:0123.0"}


def test_a_message_that_is_no_part_of_a_repair_is_left_alone() -> None:
    assert as_repair(HEADERS) == HEADERS
    with repairing({}):
        assert as_repair(HEADERS) == HEADERS


def test_what_is_published_for_a_repair_has_an_identity_of_its_own_for_the_server() -> None:
    with repairing({REPAIR: "run-7"}):
        values = as_repair(HEADERS)
    assert values == {**HEADERS, MSG_ID: "accepted:club-night:0123.0:repair:run-7", REPAIR: "run-7"}
    assert as_repair(HEADERS) == HEADERS


def test_a_message_without_an_identity_keeps_none() -> None:
    assert as_repair({"content-type": "application/json"}, "run-7") == {"content-type": "application/json"}
