"""What a grant is worth at a time."""

from datetime import UTC, datetime, timedelta

import pytest
from pydantic import ValidationError

from contracts.access.grants import Grant

NOW = datetime(2031, 10, 3, 19, tzinfo=UTC)
LINK = Grant(
    id="0123456789abcdef",
    name="Ada at table 1",
    role="scorer",
    made_at=NOW,
    made_by="desk",
    enter_by=NOW + timedelta(minutes=15),
    until=NOW + timedelta(hours=6),
    token="a" * 64,
)


def test_a_link_opens_the_desk_once_and_in_time():
    assert LINK.may_enter(NOW)
    assert not LINK.may_enter(NOW + timedelta(minutes=15))
    assert not LINK.replace(session="b" * 64).may_enter(NOW)
    assert not LINK.replace(revoked_at=NOW).may_enter(NOW)
    assert not LINK.replace(enter_by=None).may_enter(NOW)


@pytest.mark.parametrize(
    ("changes", "after", "state"),
    [
        ({}, 0, "link unused"),
        ({}, 1, "link expired"),
        ({"session": "b" * 64}, 1, "signed in"),
        ({"session": "b" * 64}, 6, "expired"),
        ({"session": "b" * 64, "revoked_at": NOW}, 0, "revoked"),
        ({"enter_by": None}, 5, "token"),
    ],
)
def test_a_list_says_where_a_grant_stands(changes, after, state):
    grant, now = LINK.replace(**changes), NOW + timedelta(hours=after)
    assert grant.state(now) == state
    assert grant.is_in_force(now) == (state not in ("revoked", "expired"))


@pytest.mark.parametrize("name", ["", "  ", "Desk", "a\nb", "x" * 65])
def test_a_name_is_one_line_and_not_that_of_the_machine(name):
    with pytest.raises(ValidationError):
        Grant.model_validate({**LINK.model_dump(), "name": name})
