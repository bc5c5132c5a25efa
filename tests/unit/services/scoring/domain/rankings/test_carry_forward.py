"""What is carried forward is not counted beside the sessions that it comes from."""

from decimal import Decimal
from fractions import Fraction

import pytest

from contracts.facts import AdjustmentFact, Facts, SessionFact, StatedTotal
from services.scoring.domain.rankings.carry_forward import adjustments_of_event
from services.scoring.domain.rankings.tallies import Tallies


def kept(into: str | None, *played: str, dates: dict[str, str] | None = None, who: str = "1") -> bool:
    """Whether a carry-forward into a session counts for the event, of a pair that has a score in these sessions."""
    tallies = Tallies()
    for session in played:
        tallies.tally("1", session).add(Fraction(1), Fraction(2), ns=True)
    carried = AdjustmentFact(kind="carry_forward", participant=who, session=into, amount=Decimal(5))
    penalty = AdjustmentFact(kind="penalty", participant=who, session=into, amount=Decimal(-1))
    sessions = tuple(SessionFact(id=name, date=(dates or {}).get(name)) for name in ("1", "2"))
    found = adjustments_of_event(Facts(adjustments=(carried, penalty), sessions=sessions), tallies)
    assert penalty in found
    return carried in found


@pytest.mark.parametrize(
    ("into", "played", "counts"),
    [("2", ("1", "2"), False), ("2", ("2",), True), ("1", ("1", "2"), True), (None, ("1", "2"), True), ("2", (), True)],
)
def test_a_carry_forward_counts_where_no_earlier_session_is_known(
    into: str | None, played: tuple[str, ...], counts: bool
) -> None:
    assert kept(into, *played) is counts


def test_dates_come_before_names() -> None:
    turned = {"1": "2031-05-05", "2": "2031-05-04"}
    assert kept("2", "1", "2", dates=turned)
    assert not kept("1", "1", "2", dates=turned)
    assert not kept("2", "1", "2", dates={"2": "2031-05-04"})


def test_somebody_elses_sessions_do_not_matter() -> None:
    assert kept("2", "1", "2", who="9")


def test_sessions_are_in_the_order_of_their_numbers() -> None:
    assert kept("2", "2", "10")
    assert not kept("10", "2", "10")


@pytest.mark.parametrize(
    ("stated", "counted"), [((None, "1"), True), ((None,), False), (("1",), False), ((None, "2"), False), ((), False)]
)
def test_a_total_beside_that_of_the_session_contains_what_was_carried_into_it(
    stated: tuple[str | None, ...], counted: bool
) -> None:
    tallies = Tallies()
    tallies.tally("1", "1").add(Fraction(1), Fraction(2), ns=True)
    carried = AdjustmentFact(kind="carry_forward", participant="1", session="1", amount=Decimal(5), counted=False)
    totals = tuple(StatedTotal(participant="1", kind="pair", session=session) for session in stated)
    (found,) = adjustments_of_event(Facts(adjustments=(carried,), totals=totals), tallies)
    assert found.counted is counted
