"""The conversion tables of the rating regulations (B.02 8.1.1 and 8.1.2): percentage, difference and expected score."""

from bisect import bisect_left

_UP_TO = (
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162, 170, 179, 188, 197,
    206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374, 391, 411, 432, 456, 484, 517, 559, 619,
    735,
)  # fmt: skip
"""The greatest difference at which the stronger side expects 50, 51, 52 ... 99 per cent."""

_DIFFERENCE = (
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184, 193,
    202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589,
    677, 800,
)  # fmt: skip
"""The difference of ratings that 50, 51 ... 100 per cent stand for."""


def expected_percent(difference: int) -> int:
    """What a player expects in per cent when his rating is this much above the opponent's."""
    above = 50 + bisect_left(_UP_TO, abs(difference))
    return above if difference >= 0 else 100 - above


def difference_of(percent: int) -> int:
    """The difference of ratings that a result in per cent, 0 to 100, stands for."""
    return _DIFFERENCE[percent - 50] if percent >= 50 else -_DIFFERENCE[50 - percent]
