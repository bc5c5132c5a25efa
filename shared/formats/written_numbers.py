"""How the numbers of a merged event look in a file."""

from decimal import ROUND_HALF_UP, Decimal

_TWO_PLACES = Decimal("0.01")


def number(value: Decimal | int | None) -> str | None:
    """A number without exponent, as exact as it is."""
    if value is None:
        return None
    return format(value, "f") if isinstance(value, Decimal) else str(value)


def rounded(value: Decimal | None) -> Decimal | None:
    """At most two decimals, as USEBIO 1.4 recommends for percentages and cross-IMPs; halves go up in size."""
    if value is None:
        return None
    exponent = value.as_tuple().exponent
    if isinstance(exponent, int) and exponent < -2:
        value = value.quantize(_TWO_PLACES, rounding=ROUND_HALF_UP)
    plain = value.normalize()
    return plain.quantize(Decimal(1)) if plain == plain.to_integral_value() else plain
