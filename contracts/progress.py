"""How far each section is, and which tables the others wait for."""

from contracts.base import Contract, Shown


class SectionProgress(Contract):
    """How far a section of a session is; None where nothing says what is to come.

    Attributes:
        tables: of its fullest round.
        rounds_complete: rounds of which every table is in.
        boards: with a result.
        results, results_expected: lines of travellers.
    """

    session: Shown | None = None
    section: Shown | None = None
    tables: int | None = None
    rounds: int | None = None
    rounds_complete: int | None = None
    boards: int = 0
    boards_expected: int | None = None
    results: int = 0
    results_expected: int | None = None
    complete: bool | None = None


class SlowTable(Contract):
    """A table, a match or a game that something is still to come from.

    Attributes:
        table: as the files name it; where they do not, who sits North-South, or both sides.
        behind: others have begun a later round; False for one of which nothing of the newest round is in.
        missing: boards of the round without a result, held against the fullest table; None where that is not known.
        boards: which of them are listed without a score, in order.
    """

    session: Shown | None = None
    section: Shown | None = None
    round: int
    table: Shown
    behind: bool = False
    missing: int | None = None
    boards: tuple[Shown, ...] = ()
