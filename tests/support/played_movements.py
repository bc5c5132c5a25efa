"""Results as a movement makes them when it is played, for tests of what can be inferred."""

from contracts.facts import MovementFact, MovementLine, ResultFact
from shared.bridge.movement_ids import boards_of
from tests.support.fragments import points


def with_sides(plan: MovementFact) -> MovementFact:
    """The movement with the side in each number, as readers name pairs that share their numbers."""

    def named(line: MovementLine) -> MovementLine:
        sides = line.sides
        ns, ew = (f"{sides.ns}NS" if sides.ns else None), (f"{sides.ew}EW" if sides.ew else None)
        return line.replace(sides=sides.replace(ns=ns, ew=ew))

    return plan.replace(lines=tuple(named(line) for line in plan.lines))


def results_of(plan: MovementFact, last: int | None = None, *, bare: bool = False) -> tuple[ResultFact, ...]:
    """A result for each board of each full table, to a round; bare ones say neither round nor table."""
    return tuple(
        ResultFact(
            board=board,
            sides=line.sides,
            round=None if bare else line.round,
            table=None if bare else line.table,
            session=plan.session,
            section=plan.section,
            ns_score=points(50),
            ew_score=points(50),
        )
        for line in plan.lines
        if (last is None or line.round <= last) and _is_full(line)
        for board in boards_of(line)
    )


def meetings(plan: MovementFact, number: int) -> set[tuple[str | None, str, tuple[str | None, ...]]]:
    """First board, table and seats of each full table of a round."""
    return {
        (line.first_board, line.table, line.sides.key) for line in plan.lines if line.round == number and _is_full(line)
    }


def _is_full(line: MovementLine) -> bool:
    return len([who for who in line.sides.key if who]) in (2, 4)
