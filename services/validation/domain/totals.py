"""Rules about stated totals: boards played, percentages and totals that can be.

Sources: USEBIO 1.4, section 2.5.2 (BOARDS_PLAYED counts adjusted scores but no sit-outs) and 2.7; Law 78. Whether
totals are the sums of the boards is scoring's question.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

from contracts.codes import validation as codes
from contracts.facts import Facts, StatedTotal
from contracts.findings import Finding
from contracts.messages import Fragment
from services.validation.domain.agreement import mostly_right
from services.validation.domain.case import Case, Rule

_NOT_YET = frozenset({"late", "not_played", "unknown", "not_in_play"})
_NOBODY: Counter[str] = Counter()
_COUNTED_KINDS = frozenset({None, "pairs", "individual"})

Played = dict[str | None, Counter[str]]
"""How many boards each participant has in a session, and under None in all sessions."""


def boards_played(case: Case) -> Iterator[Finding]:
    """The stated number of boards is that of the results (USEBIO 1.4, 2.5.2).

    A line without a score can be counted or not, so anything between is right. Fewer results than stated say something
    only where the fragment is the whole of what the total is about, by its own word or because most totals agree.
    """
    facts = case.facts
    stated = [total for total in facts.totals if total.boards_played is not None and total.kind != "team"]
    if not stated or not facts.results or not _counted(case):
        return
    scored, listed = _played(case)
    asked: list[StatedTotal] = []
    short: list[tuple[StatedTotal, Finding]] = []
    for total in stated:
        claimed = total.boards_played
        if case.in_matches and not listed.get(None, _NOBODY)[total.participant]:
            continue  # lines of matches need not name pairs
        least, most = (played.get(total.session, _NOBODY)[total.participant] for played in (scored, listed))
        asked.append(total)
        if claimed is None or least <= claimed <= most:
            continue
        subject = f"{total.kind} {total.participant}"
        finding = codes.BOARDS_PLAYED.finding(
            f"{subject} is stated with {claimed} boards and has results on {least}",
            place=total.at,
            subject=subject,
            stated=str(claimed),
            computed=str(least),
        )
        if claimed < least:
            yield finding
        else:
            short.append((total, finding))
    whole = believed(case.fragment, asked, [total for total, _ in short])
    yield from (finding for total, finding in short if total.session in whole)


def believed(fragment: Fragment, asked: Iterable[StatedTotal], wrong: Iterable[StatedTotal]) -> set[str | None]:
    """The sessions of whose totals the fragment holds all that they are about; None among them for those of the event.

    Each is asked by itself, because a file of one session may state its totals and those of the event to date. What
    the fragment does not say of itself, totals say of which most are right.
    """
    totals: dict[str | None, list[StatedTotal]] = {}
    for total in asked:
        totals.setdefault(total.session, []).append(total)
    off = Counter(total.session for total in wrong)
    return {
        session
        for session, all_ in totals.items()
        if mostly_right(off[session], len(all_)) or all(is_whole(fragment, total) for total in all_)
    }


def _counted(case: Case) -> bool:
    """Whether it is known on which boards everybody played; in matches, only where lines say their round."""
    if not case.in_matches:
        return case.facts.event.kind in _COUNTED_KINDS
    return all(result.round is not None for result in case.facts.results)


def boards_of_event(case: Case) -> Iterator[Finding]:
    """Nobody plays more boards than the event is stated with, which are the most of anybody (USEBIO 1.4, 2.2.2)."""
    event = case.facts.event
    if not event.boards_played or len(case.facts.sessions) > 1 or not _counted(case):
        return  # with several sessions it may be the number of each
    most = _played(case)[0].get(None, _NOBODY).most_common(1)
    if most and most[0][1] > event.boards_played and case.numbers_mean_participants:
        name, boards = most[0]
        yield codes.BOARDS_PLAYED.finding(
            f"the event is stated with {event.boards_played} boards, and {name} has results on {boards}",
            place=event.at,
            subject="the event",
            stated=str(event.boards_played),
            computed=str(boards),
        )


def _played(case: Case) -> tuple[Played, Played]:
    """Boards with a score, and boards with a line at all; a board that somebody has two lines on counts once."""
    scored: Played = {}
    listed: Played = {}
    results = case.facts.results
    for (session, _, _), numbers in case.boards.items():
        with_score: set[str] = set()
        without: set[str] = set()
        for number in numbers:
            ns, ew = results[number].ns_score.kind, results[number].ew_score.kind
            if ns not in _NOT_YET and ew not in _NOT_YET:
                with_score.update(case.players[number])
                continue
            for seat, name in enumerate(case.players[number]):
                kind = ns if case.side(number, seat) == "ns" else ew
                if kind not in _NOT_YET:
                    with_score.add(name)
                elif kind != "not_in_play":
                    without.add(name)
        for when in {None, session}:
            scored.setdefault(when, Counter()).update(with_score)
            listed.setdefault(when, Counter()).update(with_score | without)
    return scored, listed


def is_whole(fragment: Fragment, total: StatedTotal) -> bool:
    """Whether the fragment holds every result that a total is about."""
    scope, facts = fragment.scope, fragment.facts
    if not scope.whole or scope.rounds is not None or scope.boards is not None:
        return False
    if scope.sections is not None and total.section not in scope.sections:
        return False
    if scope.sessions is not None and total.session is not None and total.session not in scope.sessions:
        return False
    if facts.event.results == "to_date":
        return False
    return total.session is not None or not facts.sessions or facts.event.results == "complete"


def percentages_possible(case: Case) -> Iterator[Finding]:
    """A percentage lies within 0 and 100; a handicap or carry-forward may lift it beyond (USEBIO 1.0, 3.5)."""
    lifted = _lifted(case.facts)
    for total in case.facts.totals:
        if total.percentage is None or 0 <= total.percentage <= 100 or (total.kind, total.participant) in lifted:
            continue
        subject = f"{total.kind} {total.participant}"
        yield codes.PERCENTAGE_IMPOSSIBLE.finding(
            f"{subject} is stated with {total.percentage} %",
            place=total.at,
            subject=subject,
            stated=str(total.percentage),
            computed="0 to 100",
        )


def totals_possible(case: Case) -> Iterator[Finding]:
    """A total lies within 0 and the most that can be scored, where the file gives that and scores match points."""
    facts = case.facts
    if facts.event.board_scoring != "match_points" or facts.event.kind not in _COUNTED_KINDS:
        return
    lifted = _lifted(facts)
    for total in facts.totals:
        if total.total is None or total.maximum is None or (total.kind, total.participant) in lifted:
            continue
        if not 0 <= total.total <= total.maximum:
            subject = f"{total.kind} {total.participant}"
            yield codes.TOTAL_IMPOSSIBLE.finding(
                f"{subject} is stated with {total.total} of {total.maximum}",
                place=total.at,
                subject=subject,
                stated=str(total.total),
                computed=f"0 to {total.maximum}",
            )


def _lifted(facts: Facts) -> frozenset[tuple[str, str]]:
    """Those with an adjustment of any kind that is not 0."""
    return frozenset((fact.participant_kind, fact.participant) for fact in facts.adjustments if fact.amount != 0)


RULES: tuple[Rule, ...] = (boards_played, boards_of_event, percentages_possible, totals_possible)
