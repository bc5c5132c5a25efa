"""Rules about references: what a fragment names exists, once."""

from collections import Counter
from collections.abc import Iterator

from contracts.codes import validation as codes
from contracts.findings import Finding
from contracts.messages import Fragment


def nothing_to_score(fragment: Fragment) -> Iterator[Finding]:
    """A fragment without any fact about an event says nothing."""
    facts = fragment.facts
    if not any((facts.results, facts.totals, facts.matches, facts.games, facts.deals, facts.participants, facts.ladder,
                facts.movements, facts.seats, facts.auctions, facts.plays)):  # fmt: skip
        yield codes.NOTHING.finding("the file names an event but holds no participants, results or hands")


def unknown_participants(fragment: Fragment) -> Iterator[Finding]:
    """Every pair or player of a traveller line is among the participants, where the file lists any."""
    facts = fragment.facts
    known = {p.id for p in facts.participants}
    if not known:
        return
    for result in facts.results:
        sides = result.sides
        for name in (sides.ns, sides.ew, sides.north, sides.south, sides.east, sides.west):
            if name is not None and name not in known:
                subject = f"board {result.board}"
                yield codes.UNKNOWN_PARTICIPANT.finding(
                    f"{name} plays {subject} but is not among the participants",
                    place=result.at, subject=subject, stated=name,
                )  # fmt: skip


def repeated_results(fragment: Fragment) -> Iterator[Finding]:
    """The same sides meet on the same board once."""
    counts = Counter(result.key for result in fragment.facts.results)
    for result in fragment.facts.results:
        if counts[result.key] > 1:
            subject = f"board {result.board}"
            yield codes.REPEATED_RESULT.finding(
                f"{result.sides.ns or result.sides.north} against {result.sides.ew or result.sides.east}"
                f" stands {counts[result.key]} times on {subject}",
                place=result.at, subject=subject,
            )  # fmt: skip
            counts[result.key] = 0


def twice_on_a_board(fragment: Fragment) -> Iterator[Finding]:
    """A participant plays a board once in a session."""
    seen: Counter[tuple[str | None, str, str]] = Counter()
    for result in fragment.facts.results:
        sides = result.sides
        for name in (sides.ns, sides.ew, sides.north, sides.south, sides.east, sides.west):
            if name is None:
                continue
            seen[result.session, result.board, name] += 1
            if seen[result.session, result.board, name] == 2:
                yield codes.TWICE_ON_A_BOARD.finding(
                    f"{name} has two results on board {result.board}",
                    place=result.at, subject=f"board {result.board}", stated=name,
                )  # fmt: skip


RULES = (nothing_to_score, unknown_participants, repeated_results, twice_on_a_board)
