"""Rules about who plays what, when: nobody plays a board twice, and nobody sits at two tables at once.

Sources: Law 15 of the 2017 Laws (playing a board that one has played before); USEBIO 1.4, section 3.1.2, where a line
stands for one result.
"""

from collections import Counter
from collections.abc import Iterator

from contracts.base import Place
from contracts.codes import validation as codes
from contracts.findings import Finding
from services.validation.domain.case import Case, Rule, Who
from services.validation.domain.lines import board_name, line_name


def _crowded_boards(case: Case) -> Iterator[list[int]]:
    """Results of boards on which anybody occurs more than once; on all others there is nothing to find."""
    if not case.numbers_mean_participants:
        return
    for numbers in case.boards.values():
        everybody = [who for number in numbers for who in case.who(number)]
        if len(set(everybody)) < len(everybody):
            yield numbers


def _first_at(place: Place | None) -> str | None:
    return f"first at {place}" if place is not None else None


def repeated_results(case: Case) -> Iterator[Finding]:
    """The same participants meet on the same board once, in whatever direction.

    Teams that are named without their pairs meet at several tables, so only lines that name pairs or players count.
    """
    results = case.facts.results
    for numbers in _crowded_boards(case):
        first: dict[frozenset[Who], int] = {}
        reported: set[frozenset[Who]] = set()
        for number in numbers:
            who = frozenset(case.who(number))
            if len(who) < 2:
                continue
            known = first.setdefault(who, number)
            if known == number or who in reported:
                continue
            reported.add(who)
            result = results[number]
            yield codes.REPEATED_RESULT.finding(
                f"{line_name(result)} stands more than once on {board_name(result)}",
                place=result.at,
                subject=board_name(result),
                stated=line_name(result),
                computed=_first_at(results[known].at),
            )


def twice_on_a_board(case: Case) -> Iterator[Finding]:
    """A participant plays a board once in a session, and not against itself (Law 15)."""
    for number, known, names in _second_results(case):
        yield _twice(case, number, known, names)


def _second_results(case: Case) -> Iterator[tuple[int, int, list[str]]]:
    """Lines by which somebody has a second result on a board, another one of them, and who.

    It is the later of the two lines, unless the earlier one gives more people a second result: then that one is wrong.
    """
    for numbers in _crowded_boards(case):
        first: dict[Who, int] = {}
        reported: set[Who] = set()
        second: list[tuple[int, int, str]] = []
        for number in numbers:
            who = case.who(number)
            for seat, one in enumerate(who):
                known = first.setdefault(one, number)
                against_itself = one in who[:seat]
                if one in reported or (known == number and not against_itself):
                    continue
                if not against_itself and set(who) == set(case.who(known)):
                    continue  # the same line again, which is another rule's
                reported.add(one)
                second.append((known, number, case.players[number][seat]))
        people = Counter(line for known, number, _ in second for line in {known, number})
        by_line: dict[int, list[tuple[int, str]]] = {}
        for known, number, name in second:
            line, other = (known, number) if people[known] > people[number] else (number, known)
            by_line.setdefault(line, []).append((other, name))
        for line, rows in by_line.items():
            yield line, rows[0][0], [name for _, name in rows]


def _twice(case: Case, number: int, known: int, names: list[str]) -> Finding:
    result, other = case.facts.results[number], case.facts.results[known]
    if known == number:
        text = f"{names[0]} plays {board_name(result)} against itself"
    elif len(names) == 1:
        text = f"{names[0]} has two results on {board_name(result)}: {line_name(other)} and {line_name(result)}"
    else:
        text = f"{' and '.join(names)} have other results on {board_name(result)} beside {line_name(result)}"
    return codes.TWICE_ON_A_BOARD.finding(
        text,
        place=result.at,
        subject=board_name(result),
        stated=names[0],
        computed=_first_at(other.at) if known < number else None,
    )


def twice_at_once(case: Case) -> Iterator[Finding]:
    """A participant sits at one table in a round.

    Only where lines say round and table, and not in matches: three pairs that play a triangle change tables within a
    round. A line by which somebody has a second result on its board is the reason for both.
    """
    if case.in_matches or not case.numbers_mean_participants:
        return
    rounds: dict[tuple[str | None, int], dict[Who, tuple[str, str | None, int]]] = {}
    reported: set[tuple[str | None, int, Who]] = set()
    results = case.facts.results
    second = {(line, name) for *lines, names in _second_results(case) for line in lines for name in names}
    for number, result in enumerate(results):
        if result.round is None or result.table is None:
            continue
        seated = rounds.setdefault((result.session, result.round), {})
        here = (result.table, result.section, number)
        for seat, who in enumerate(case.who(number)):
            there = seated.setdefault(who, here)
            if there[:2] == here[:2]:
                continue
            known = results[there[2]]
            key = (result.session, result.round, who)
            if key in reported:
                continue
            reported.add(key)
            name = case.players[number][seat]
            if second & {(number, name), (there[2], name)}:
                continue
            yield codes.TWICE_AT_ONCE.finding(
                f"{name} plays at table {result.table} and at table {known.table} in round {result.round}",
                place=result.at,
                subject=board_name(result),
                stated=result.table,
                computed=known.table,
            )


RULES: tuple[Rule, ...] = (repeated_results, twice_on_a_board, twice_at_once)
