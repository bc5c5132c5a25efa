"""How numbers look in files: those of a merged event, and those that programs write with all their binary digits."""

from decimal import ROUND_HALF_UP, Decimal

_TWO_PLACES = Decimal("0.01")
_MOST_PLACES = Decimal("1E-12")


def without_noise(value: Decimal) -> Decimal:
    """A number with at most twelve decimals: those of 5.166666666666667 beyond are noise of floating point."""
    exponent = value.as_tuple().exponent
    return value.quantize(_MOST_PLACES) if isinstance(exponent, int) and exponent < -12 else value


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
