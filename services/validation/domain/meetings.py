"""Rules about who plays what, when: nobody plays a board twice, and nobody sits at two tables at once.

Sources: Law 15 of the 2017 Laws (playing a board that one has played before); USEBIO 1.4, section 3.1.2, where a line
stands for one result.
"""

from collections import Counter
from collections.abc import Iterator

from contracts.base import Place
from contracts.codes import validation as codes
from contracts.facts import ResultFact
from contracts.findings import Finding
from services.validation.domain.case import Case, Identity, Rule
from services.validation.domain.lines import agreed_points, board_name, line_finding, line_name
from shared.bridge.line_players import players_of


def _first_at(place: Place | None) -> str | None:
    return f"first at {place}" if place is not None else None


def repeated_results(case: Case) -> Iterator[Finding]:
    """The same participants meet on the same board once, in whatever direction.

    Teams that are named without their pairs meet at several tables, so only lines that name pairs or players count.
    Where a match or a board is in the file twice, it is said once.
    """
    results = case.facts.results
    whole: dict[tuple[str | None, str, int | str | None], list[Finding]] = {}
    for number, known in _repeated(case):
        line, first = results[number], results[known]
        place = line_name(line), _first_at(first.at)
        if not _is_alike(line, first):
            text = f"{line_name(line)} has two results on {board_name(line)}, with different scores"
            yield line_finding(codes.TWICE_ON_A_BOARD, line, text, *place)
            continue
        text = f"the result of {line_name(line)} on {board_name(line)} is listed more than once"
        teams = (line.sides.ns_team, line.sides.ew_team)
        match = f"match {' - '.join(sorted(filter(None, teams)))}" if None not in teams else None
        of = (match, line.round) if match else (board_name(line), line.section)
        whole.setdefault((line.session, *of), []).append(line_finding(codes.REPEATED_RESULT, line, text, *place))
    for (_, subject, _), findings in whole.items():
        if len(findings) < _WHOLE:
            yield from findings
        else:
            text = f"{subject} is in the file twice: {len(findings)} of its results are listed more than once"
            yield findings[0].replace(message=text, subject=subject, stated=None)


_WHOLE = 3
"""Lines of a match or of a board that are in the file twice; of fewer each is named."""


def _is_alike(line: ResultFact, other: ResultFact) -> bool:
    """Whether two lines of the same participants have the same score, from whichever side it is told."""
    points, others = agreed_points(line), agreed_points(other)
    if points is None or others is None or players_of(line.sides)[0] == players_of(other.sides)[0]:
        return "unknown" in (line.ns_score.kind, other.ns_score.kind) or points == others
    return points == -others


def _repeated(case: Case) -> Iterator[tuple[int, int]]:
    """Lines of those who have met on a board before, each with the first of them."""
    for numbers in case.crowded_boards:
        first: dict[frozenset[Identity], int] = {}
        reported: set[frozenset[Identity]] = set()
        for number in numbers:
            players = frozenset(case.identities(number))
            known = first.setdefault(players, number)
            if len(players) > 1 and known != number and players not in reported:
                reported.add(players)
                yield number, known


def twice_on_a_board(case: Case) -> Iterator[Finding]:
    """A participant plays a board once in a session, and not against itself (Law 15)."""
    for number, known, names in _second_results(case):
        result, other = case.facts.results[number], case.facts.results[known]
        if known == number:
            text = f"{names[0]} plays {board_name(result)} against itself"
        elif len(names) == 1:
            text = f"{names[0]} has two results on {board_name(result)}: {line_name(other)} and {line_name(result)}"
        else:
            text = f"{' and '.join(names)} have other results on {board_name(result)} besides {line_name(result)}"
        first_at = _first_at(other.at) if known < number else None
        yield line_finding(codes.TWICE_ON_A_BOARD, result, text, names[0], first_at)


def _second_results(case: Case) -> Iterator[tuple[int, int, list[str]]]:
    """Lines by which somebody has a second result on a board, another one of them, and who.

    It is the later of the two lines, unless the earlier one gives more people a second result: then that one is wrong.
    """
    for numbers in case.crowded_boards:
        first: dict[Identity, int] = {}
        reported: set[Identity] = set()
        second: list[tuple[int, int, str]] = []
        for number in numbers:
            players = case.identities(number)
            for seat, player in enumerate(players):
                known = first.setdefault(player, number)
                against_itself = player in players[:seat]
                if player in reported or (known == number and not against_itself):
                    continue
                if not against_itself and set(players) == set(case.identities(known)):
                    continue  # the same line again, which is another rule's
                reported.add(player)
                second.append((known, number, case.players[number][seat]))
        people = Counter(line for known, number, _ in second for line in {known, number})
        by_line: dict[int, list[tuple[int, str]]] = {}
        for known, number, name in second:
            line, other = (known, number) if people[known] > people[number] else (number, known)
            by_line.setdefault(line, []).append((other, name))
        for line, rows in by_line.items():
            yield line, rows[0][0], [name for _, name in rows]


def twice_at_once(case: Case) -> Iterator[Finding]:
    """A participant sits at one table in a round.

    Only where lines say round and table, and not in matches: three pairs that play a triangle change tables within a
    round. A line by which somebody has a second result on its board is the reason for both.
    """
    if case.in_matches or not case.numbers_mean_participants:
        return
    rounds: dict[tuple[str | None, int], dict[Identity, tuple[str, str | None, int]]] = {}
    reported: set[tuple[str | None, int, Identity]] = set()
    results = case.facts.results
    second = {(line, name) for *lines, names in _second_results(case) for line in lines for name in names}
    for number, result in enumerate(results):
        if result.round is None or result.table is None:
            continue
        seated = rounds.setdefault((result.session, result.round), {})
        here = (result.table, result.section, number)
        for seat, player in enumerate(case.identities(number)):
            there = seated.setdefault(player, here)
            if there[:2] == here[:2]:
                continue
            known = results[there[2]]
            key = (result.session, result.round, player)
            if key in reported:
                continue
            reported.add(key)
            name = case.players[number][seat]
            if second & {(number, name), (there[2], name)}:
                continue
            text = f"{name} sits at table {result.table} and at table {known.table} in round {result.round}"
            yield line_finding(codes.TWICE_AT_ONCE, result, text, result.table, known.table)


RULES: tuple[Rule, ...] = (repeated_results, twice_on_a_board, twice_at_once)
