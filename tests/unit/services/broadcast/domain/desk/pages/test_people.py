"""The list of those who have access."""

from datetime import UTC, datetime, timedelta

from contracts.access.grants import ROLES as EVERY_ROLE
from contracts.access.grants import Grant
from services.broadcast.domain.desk.pages.people import ROLES, people

NOW = datetime(2031, 10, 3, 19, tzinfo=UTC)


def test_each_grant_says_where_it_stands_and_what_is_over_cannot_be_revoked():
    grant = Grant(
        id="0123456789abcdef",
        name="Ada",
        role="scorer",
        made_at=NOW,
        made_by="desk",
        until=NOW + timedelta(hours=1),
        token="a" * 64,
    )
    values = people([grant, grant.replace(revoked_at=NOW)], None, NOW, {}, {}).values
    assert [(line["state"], line["revocable"]) for line in values["grants"]] == [("token", True), ("revoked", False)]
    assert "a" * 64 not in str(values)


def test_each_role_can_be_chosen():
    assert set(ROLES) == set(EVERY_ROLE)
