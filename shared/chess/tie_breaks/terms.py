"""What a value was summed from, so that anybody can add it up again."""

from typing import NamedTuple


class Term(NamedTuple):
    """One part of a value.

    Attributes:
        round: in which the part was earned.
        opponent: index of the participant it comes from; -1 for none.
        amount: in the unit of the tie-break (1/scale of a point, its square for products, a count, or a rating).
        cut: left out by a modifier.
        score: for cutting: the opponent's score, by which the least significant value is found (14.1.1).
        voluntary: a round unplayed by one's own will, which is cut first (16.5).
    """

    round: int
    opponent: int
    amount: int
    cut: bool = False
    score: int = 0
    voluntary: bool = False


def total(terms: list[Term]) -> int:
    """The sum of what is not cut."""
    return sum(term.amount for term in terms if not term.cut)


def cut(terms: list[Term], low: int, high: int) -> list[Term]:
    """Cut the least and the most significant values.

    The least significant value is that of the opponent with the lowest score, of equal scores the lowest value. Against
    it stands the lowest value of a round that was unplayed by one's own will: the greater of the two is cut (article
    16.5.1), and this is repeated for each cut. The most significant values are cut without that exception.

    Returns:
        All terms, those that are cut marked.
    """
    if not low and not high:
        return terms
    left = list(range(len(terms)))
    gone: set[int] = set()
    low = min(low, len(terms))
    high = min(high, len(terms) - low)
    for _ in range(low):
        least = min(left, key=lambda at: (terms[at].score, terms[at].amount))
        own = [at for at in left if terms[at].voluntary]
        if own:
            lowest = min(own, key=lambda at: (terms[at].amount, terms[at].score))
            if terms[lowest].amount >= terms[least].amount:
                least = lowest
        left.remove(least)
        gone.add(least)
    for _ in range(high):
        most = max(left, key=lambda at: (terms[at].score, terms[at].amount))
        left.remove(most)
        gone.add(most)
    return [term._replace(cut=True) if at in gone else term for at, term in enumerate(terms)]
