"""What the forms of an event decide."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest

from contracts.decisions import Adjust, RetractFile, SetStatus, TakeFile
from services.broadcast.domain.desk.forms.decide import decisions_of
from services.broadcast.domain.desk.forms.form import Shown, Unclear
from tests.unit.services.broadcast.domain.pages.test_page import META, ROWS
from tests.unit.services.broadcast.domain.pages.test_rankings import standings

FILE, OUTCOME = "ab" * 32, "cd" * 32


def decided(**fields):
    shown = standings(*ROWS, **{**META, "outcome": OUTCOME})
    (decision,) = decisions_of(fields, Shown("club", {}, shown))
    return decision


def test_official_are_the_standings_that_the_page_showed():
    wanted = SetStatus(decision="status", status="official", outcome=OUTCOME)
    assert decided(decision="status", status="official", outcome=OUTCOME) == wanted
    with pytest.raises(Unclear, match="have changed"):
        decided(decision="status", status="official", outcome="ef" * 32)
    with pytest.raises(Unclear, match="have changed"):
        decided(decision="status", status="official")


def test_other_statuses_name_no_standings():
    assert decided(decision="status", status="live", outcome="") == SetStatus(decision="status", status="live")


def test_files_are_withdrawn_and_taken_and_both_are_undone():
    assert decided(decision="retract", file=FILE) == RetractFile(decision="retract", file=FILE)
    assert decided(decision="retract", file=FILE, back="1") == RetractFile(
        decision="retract", file=FILE, retracted=False
    )
    assert decided(decision="take", file=FILE) == TakeFile(decision="take", file=FILE)
    assert decided(decision="take", file=FILE, back="1") == TakeFile(decision="take", file=FILE, taken=False)


def test_a_penalty_takes_away_and_a_bonus_gives():
    fields = {"decision": "adjustment", "participant": "pair:7", "unit": "percent", "amount": "2,5"}
    penalty = Adjust(decision="adjustment", participant="7", kind="pair", unit="percent", amount=Decimal("-2.5"))
    assert decided(**fields) == penalty
    assert decided(**fields, sign="bonus") == penalty.replace(amount=Decimal("2.5"))
    assert decided(**{**fields, "amount": "2.5 %"}) == penalty
    assert decided(**fields, reason=" late ") == penalty.replace(reason="late")
    assert decided(**fields, round=" ") == penalty
    assert decided(**fields, round="3") == penalty.replace(round=3)
    team = {**fields, "participant": "team:A:1"}
    assert decided(**team) == penalty.replace(participant="A:1", kind="team")


@pytest.mark.parametrize(
    "fields",
    [
        {"decision": "status", "status": "final"},
        {"decision": "retract", "file": "ab"},
        {"decision": "adjustment", "participant": "pair:7", "amount": "much"},
        {"decision": "adjustment", "participant": "pair:7", "amount": "NaN"},
        {"decision": "adjustment", "participant": "pair:7", "amount": "-2"},
        {"decision": "adjustment", "participant": "pair:7", "amount": "0"},
        {"decision": "adjustment", "participant": "pair:7", "amount": "10%", "unit": "match_points"},
        {"decision": "adjustment", "participant": "", "amount": "2"},
        {"decision": "adjustment", "participant": "pair:7", "amount": "2", "round": "three"},
        {"decision": "adjustment", "participant": "pair:7", "amount": "2", "unit": "stones"},
        {"decision": "adjustment", "participant": "7", "amount": "2"},
        {"decision": "adjustment", "participant": "club:7", "amount": "2"},
    ],
)
def test_a_form_that_cannot_be_followed_says_why(fields):
    with pytest.raises(Unclear, match=r"\.$"):
        decided(**fields)


def test_a_correction_period_ends_so_long_after_its_form():
    now = datetime(2031, 10, 3, 22, tzinfo=UTC)
    shown = Shown("club", {}, standings(*ROWS, **META), now)
    fields = {"decision": "corrections", "period": "30m"}
    until = now + timedelta(minutes=30)
    wanted = SetStatus(decision="status", status="provisional", corrections_until=until)
    assert decisions_of(fields, shown) == (wanted,)
    for period in ("", "soon", "400d"):
        with pytest.raises(Unclear, match="30m, 48h or 7d"):
            decisions_of({**fields, "period": period}, shown)
