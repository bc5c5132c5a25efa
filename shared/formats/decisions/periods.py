"""How long corrections are taken, as people write it: 30m, 48 hours, 7 days, or an ISO 8601 duration."""

import re
from datetime import timedelta

from pydantic import TypeAdapter, ValidationError

from contracts.decisions import LONGEST_PERIOD

_SHORT = re.compile(r"([1-9][0-9]{0,4}) ?(?:([smhd])|(s|m|h|d)(?:ec|econd|in|inute|our|ay)s?)")
_DURATION = TypeAdapter(timedelta)


class UnclearPeriod(ValueError):
    """A text is no period; the message says how to write one."""


def correction_period(text: str) -> timedelta:
    """How long a text says, at most `LONGEST_PERIOD`.

    Raises:
        UnclearPeriod: it says none of that.
    """
    written, short = text.strip().upper(), _SHORT.fullmatch(text.strip().lower())
    if short:
        number, unit = short[1], short[2] or short[3]
        written = f"P{number}D" if unit == "d" else f"PT{number}{unit.upper()}"
    try:
        period = _DURATION.validate_python(written) if written.startswith("P") else timedelta()
    except ValidationError:
        period = timedelta()
    if not timedelta() < period <= LONGEST_PERIOD:
        longest = f"up to {LONGEST_PERIOD.days} days"
        raise UnclearPeriod(f"A correction period is written like 30m, 48h or 7d, or 20 minutes, {longest}.")
    return period
