"""The fields of PBN's Scoring that an event carries, and what they decide (PBN 2.1, 3.4.12).

The method that an ACBLscore game file names is taken as one more field.

| field | decides | where |
|---|---|---|
| `OldMP` | no extra for the fourth and each further doubled undertrick not vulnerable | scores of contracts |
| `Rubber`, `Chicago` | a deal's score is no duplicate score | scores of contracts are not compared |
| `MP1`, `MP2` | 2-1-0 or 1-½-0 | the standard way of match points |
| `Butler`, `Butler-2`, `Mean`, `Median` | the datum | the standard way of Butler scoring |
| `Cross`, `Cross1`, `Cross2` | by what the sum of comparisons is divided | the standard way of cross-IMPs |
| `Double Matchpoints (European)`, `Total IMPs` | 2-1-0; not divided | both, of game files |
| `Average IMPs`, `IMPs with computed datum` | ACBLscore's average plus and datum | IMPs of game files |
"""

from contracts.facts import EventFact

_NO_DUPLICATE_SCORE = frozenset({"rubber", "chicago"})


def scoring_fields(event: EventFact) -> frozenset[str]:
    """The fields in lower case; none where the event does not carry any."""
    texts = (detail.value for detail in event.details if detail.name in ("Scoring", "SCORING_METHOD"))
    return frozenset(field.strip().casefold() for text in texts for field in text.split(";")) - {""}


def old_doubled_undertricks(event: EventFact) -> bool:
    """Whether the event scores doubled undertricks as before 1987 (`OldMP`)."""
    return "oldmp" in scoring_fields(event)


def duplicate_scores(event: EventFact) -> bool:
    """Whether the score of a deal is that of Law 77, which has bonuses for games and part-scores in each deal."""
    return not scoring_fields(event) & _NO_DUPLICATE_SCORE
