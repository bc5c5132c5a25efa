"""Berger tables: round robins of any size, single and double (C.05, annex 1).

In a field of n (one more where it is odd; who meets n is then left over) number n meets in each round somebody else of
the n-1 others, who sit in a circle; the two at the same distance from him to the right and to the left meet each other,
and the right one has White. He moves on by n/2 places after each round; n has Black in the first round and changes
colours after that. The second cycle is the first one with colours changed.
"""

Game = tuple[int, int]
"""Numbers of White and Black; 0 for nobody, always as the second."""


def cycle_length(size: int) -> int:
    """Rounds in which everybody meets everybody once; ValueError for fewer than two."""
    if size < 2:
        raise ValueError("a round robin needs two")
    return size - 1 + size % 2


def berger_round(size: int, round_: int, *, last_two_reversed: bool = False) -> tuple[Game, ...]:
    """The games of a round, counted from 1, by board; each cycle after the first changes the colours of the one before.

    `last_two_reversed`: the last two rounds of the first cycle change places, so that nobody has a colour three times
    in a row where the second cycle begins.

    Raises:
        ValueError: for fewer than two, and for rounds before the first.
    """
    length = cycle_length(size)
    if round_ < 1:
        raise ValueError("rounds are counted from 1")
    cycle, step = divmod(round_ - 1, length)
    if last_two_reversed and cycle == 0 and step >= length - 2 > 0:
        step = 2 * length - 3 - step
    games = _first_cycle(length, step)
    if cycle % 2:
        games = [(black, white) for white, black in games]
    return tuple(_without(games, length + 1) if size % 2 else games)


def _first_cycle(length: int, step: int) -> list[Game]:
    last = length + 1
    place = step * (last // 2) % length
    games = [(last, place + 1) if step % 2 else (place + 1, last)]
    games += [((place + far) % length + 1, (place - far) % length + 1) for far in range(1, last // 2)]
    return games


def _without(games: list[Game], nobody: int) -> list[Game]:
    """The games of an odd field: who would meet the number that is not there is left over, after all boards."""
    over = [(white if black == nobody else black, 0) for white, black in games if nobody in (white, black)]
    return [game for game in games if nobody not in game] + over
