"""Exchanges of places as the director decides them, for tests."""

from datetime import timedelta
from typing import Any

from contracts.facts import ExchangeFact
from tests.support.fragments import NOON


def swap(first: str, second: str, minutes: int = 0, **more: Any) -> ExchangeFact:
    """Two participants exchange their places in round 4, unless another is named, decided so long after noon."""
    fields: dict[str, Any] = {"round": 4, "first": first, "second": second, **more}
    return ExchangeFact(decided=NOON + timedelta(minutes=minutes), **fields)
