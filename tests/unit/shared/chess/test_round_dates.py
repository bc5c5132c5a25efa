"""Dates of rounds travel one by one."""

from contracts.facts import Detail, EventFact
from shared.chess.round_dates import name_of, round_dates_of


def test_dates_are_in_the_order_of_their_rounds() -> None:
    details = [Detail(name=name_of(round_), value=f"2031-05-{round_:02}") for round_ in (10, 2)]
    event = EventFact(details=(*details, Detail(name="132 final", value="soon"), Detail(name="092", value="Swiss")))
    assert list(round_dates_of(event).items()) == [(2, "2031-05-02"), (10, "2031-05-10")]
