"""Read a file of decisions into facts, and write one.

Rules kept here:

1. A file is understood in whole or refused: nobody should have to guess which half of a ruling is followed.
2. A decision about a line becomes a result of the same key with the scores alone. Laid over what the scoring program
   says of that line, it leaves contract and tricks as they were; alone it is a line without a contract. One about a
   match stands beside it, because its worth depends on the scale.
3. A result that is void counts as not played (Law 87 C, and rulings that cancel a board).
4. Scales and tables become statements about the event, laid over those of the scoring program. A table by which nothing
   could be looked up is refused.
5. Adjustments of several files add up: each has a number of its own, made from the bytes of its file.
6. A carry-forward is worth so many boards of the stage that follows: in per cent of a board's top, to 12 decimals.
"""

import zlib
from collections import defaultdict
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from itertools import count

from pydantic import ValidationError

from contracts.base import Place
from contracts.codes.decisions import DECIDED, UNREADABLE
from contracts.decisions import (
    Adjust,
    AnyDecision,
    Awarded,
    CarryForward,
    Decisions,
    OfLine,
    ReassignFiles,
    RemoveBoard,
    RetractFile,
    RuleMatch,
    SetScore,
    SetStatus,
    UseImps,
    UseScale,
    VoidResult,
)
from contracts.facts import (
    AdjustmentFact,
    EventFact,
    Facts,
    ReassignmentFact,
    ResultFact,
    RetractionFact,
    Scope,
    Score,
    Sides,
    StatusFact,
)
from contracts.facts.base import Fact
from contracts.findings import Finding
from shared.bridge.boards.artificial_scores import GRADE_PERCENT
from shared.bridge.boards.imps import ImpTable
from shared.bridge.matches.match_awards import GRADES
from shared.bridge.matches.victory_points import load_scale
from shared.bridge.rankings.totals import carry_forward
from shared.bridge.rounding import to_decimal
from shared.errors import FormatError
from shared.formats.decisions.of_matches import match_of, match_ruling, said_of_match
from shared.formats.decisions.seating import OfSeats, said_of, seating_facts, subject_of
from shared.formats.parsed import Parsed, ParsedEvent

CARRIED_PLACES = 12
NUMBERS = 10_000
"""Numbers that one file keeps for its adjustments, more than it can have."""


def written(decisions: Decisions) -> bytes:
    """The bytes of a file of decisions; the same decisions give the same bytes."""
    return decisions.model_dump_json(indent=1, exclude_none=True).encode("utf-8") + b"\n"


def parse(data: bytes) -> Parsed:
    """Read a file of decisions.

    Raises:
        FormatError: it is no JSON, or a field is wrong; the place is that of the first fault.
    """
    try:
        said = Decisions.model_validate_json(data)
    except ValidationError as wrong:
        raise _refused(wrong) from None
    facts = _facts(said, zlib.crc32(data) * NUMBERS)
    findings = tuple(_finding(said, decision, number) for number, decision in enumerate(said.decisions))
    event = ParsedEvent(event=said.event, facts=facts, scope=Scope(), stated_at=(said.at, "stated"), findings=findings)
    return Parsed((event,), findings)


def _refused(wrong: ValidationError) -> FormatError:
    first = wrong.errors(include_url=False, include_input=False)[0]
    path = "/" + "/".join(str(part) for part in first["loc"])
    return FormatError(UNREADABLE, f"{path}: {first['msg']}", Place(path=path[:200]))


def _facts(said: Decisions, first_number: int) -> Facts:
    numbers = count(first_number)
    found: dict[str, list[Fact]] = defaultdict(list)
    event: dict[str, object] = {}
    for number, decision in enumerate(said.decisions):
        at = Place(path=f"/decisions/{number}")
        if isinstance(decision, UseScale | UseImps):
            event |= _table(decision, at)
            continue
        if isinstance(decision, RuleMatch | RemoveBoard):
            found["match_rulings"].append(match_ruling(decision, at))
            continue
        for kind, fact in _facts_of(decision, at, numbers):
            found[kind].append(fact)
    if event:
        found["events"].append(EventFact.model_validate(event))
    return Facts.model_validate(found)


def _facts_of(
    decision: OfLine | Adjust | CarryForward | RetractFile | SetStatus | ReassignFiles | OfSeats,
    at: Place,
    numbers: Iterator[int],
) -> list[tuple[str, Fact]]:
    """The facts of a decision, each with the list of `Facts` that it belongs to."""
    if isinstance(decision, OfLine):
        ns, ew = _scores(decision)
        result = ResultFact(
            at=at,
            session=decision.session,
            board=decision.board,
            sides=decision.sides,
            part=decision.part,
            ns_score=ns,
            ew_score=ew,
        )
        return [("results", result)]
    if isinstance(decision, Adjust | CarryForward):
        return [("adjustments", _adjustment(decision, at, next(numbers)))]
    if isinstance(decision, RetractFile):
        file, reason = decision.file, decision.reason
        return [("retractions", RetractionFact(at=at, file=file, retracted=decision.retracted, reason=reason))]
    if isinstance(decision, SetStatus):
        status, reason = decision.status, decision.reason
        return [("statuses", StatusFact(at=at, status=status, outcome=decision.outcome, reason=reason))]
    if isinstance(decision, ReassignFiles):
        reassignment = ReassignmentFact(
            at=at,
            file=decision.file,
            name=decision.name,
            sender=decision.sender,
            to=decision.to,
            reason=decision.reason,
        )
        return [("reassignments", reassignment)]
    return seating_facts(decision, at)


def _adjustment(decision: Adjust | CarryForward, at: Place, number: int) -> AdjustmentFact:
    """A penalty or bonus, or a carry-forward, which is so many boards of the stage that follows (rule 6)."""
    who = AdjustmentFact(
        at=at,
        kind="carry_forward",
        participant=decision.participant,
        participant_kind=decision.kind,
        session=decision.session,
        amount=Decimal(0),
        counted=False,
        reason=decision.reason,
        number=number,
    )
    if isinstance(decision, CarryForward):
        of_board = carry_forward(
            Fraction(decision.score),
            qualifying_max=Fraction(decision.maximum),
            qualifying_boards=decision.boards,
            final_max=100,
            final_boards=1,
        )
        return who.replace(amount=to_decimal(of_board, CARRIED_PLACES), unit="percent_of_board")
    kind = "penalty" if decision.amount < 0 else "bonus"
    said = {"kind": kind, "round": decision.round, "amount": decision.amount, "unit": decision.unit}
    return who.model_copy(update=said)


def _table(decision: UseScale | UseImps, at: Place) -> dict[str, object]:
    """The field of the event that a decision about a table sets (rule 4)."""
    try:
        if isinstance(decision, UseScale):
            load_scale(decision.table.model_dump(mode="json"))
            return {"vp_table": decision.table}
        ImpTable("given", decision.lower_bounds)
    except ValueError as wrong:
        raise FormatError(UNREADABLE, f"{at.path}: {wrong}", at) from None
    return {"imp_bounds": decision.lower_bounds}


def _scores(decision: OfLine) -> tuple[Score, Score]:
    if isinstance(decision, SetScore):
        return _score(decision.ns), _score(decision.ew)
    return Score(kind="not_played"), Score(kind="not_played")


def _score(awarded: Awarded) -> Score:
    if awarded.award == "not played":
        return Score(kind="not_played")
    if awarded.award is not None:
        percent = Decimal(int(GRADE_PERCENT[GRADES[awarded.award]]))
        return Score(kind="average", percent=percent, text=_AVERAGES[awarded.award])
    if awarded.percent is not None:
        return Score(kind="artificial", percent=awarded.percent)
    return Score(kind="points", points=awarded.points)


_AVERAGES = {"average plus": "Ave+", "average": "Ave", "average minus": "Ave-"}
"""How travellers write them; what they are worth follows the other boards of the side."""


def _finding(said: Decisions, decision: AnyDecision, number: int) -> Finding:
    by = f" by {said.by}" if said.by else ""
    why = f": {decision.reason}" if decision.reason else ""
    return DECIDED.finding(
        f"{_what(said, decision)}, decided{by} at {said.at.isoformat(timespec='minutes')}{why}",
        place=Place(path=f"/decisions/{number}"),
        subject=_subject(said, decision),
    )


def _subject(said: Decisions, decision: AnyDecision) -> str:
    if isinstance(decision, OfLine):
        return f"board {decision.board}, {_who(decision.sides)}"
    if isinstance(decision, RuleMatch | RemoveBoard):
        return match_of(decision)
    if isinstance(decision, Adjust | CarryForward):
        return f"{decision.kind} {decision.participant}"
    if isinstance(decision, RetractFile | ReassignFiles):
        return _files(said, decision)
    if isinstance(decision, SetStatus | UseScale | UseImps):
        return _SUBJECTS[decision.decision]
    return subject_of(decision)


_SUBJECTS = {"status": "the standings", "scale": "the victory points", "imps": "the IMPs of matches"}


def _files(said: Decisions, decision: RetractFile | ReassignFiles) -> str:
    if decision.file is not None:
        return f"file {decision.file[:12]}"
    if isinstance(decision, RetractFile) or decision.name is None:
        return f"all files of {said.event}"
    return f"files called {decision.name}" + (f" from {decision.sender}" if decision.sender else "")


def _what(said: Decisions, decision: AnyDecision) -> str:
    subject = _subject(said, decision)
    subject = subject[0].upper() + subject[1:]
    if isinstance(decision, VoidResult):
        said_of_it = ": the result is void"
    elif isinstance(decision, SetScore):
        said_of_it = f": {_worth(decision.ns)} to North-South, {_worth(decision.ew)} to East-West"
    elif isinstance(decision, RuleMatch | RemoveBoard):
        said_of_it = said_of_match(decision)
    elif isinstance(decision, Adjust):
        said_of_it = f": {decision.amount:+f} {(decision.unit or 'in the unit of the totals').replace('_', ' ')}"
    elif isinstance(decision, CarryForward):
        of = f"{decision.score:f} of {decision.maximum:f} on {decision.boards} boards"
        said_of_it = f": carries forward half of {of}"
    elif isinstance(decision, RetractFile):
        said_of_it = " does not count" if decision.retracted else " counts again"
    elif isinstance(decision, SetStatus):
        said_of_it = f" are {decision.status}"
    elif isinstance(decision, ReassignFiles):
        verb = "belongs" if decision.file else "belong"
        said_of_it = f" {verb} to {decision.to or f'{said.event} again'}"
    elif isinstance(decision, UseScale):
        said_of_it = f" are those of {decision.table.name}"
    elif isinstance(decision, UseImps):
        said_of_it = f" are those of a table with {len(decision.lower_bounds)} steps"
    else:
        said_of_it = said_of(decision)
    return subject + said_of_it


def _worth(awarded: Awarded) -> str:
    if awarded.award is not None:
        return awarded.award
    return f"{awarded.percent:f}%" if awarded.percent is not None else f"{awarded.points:+d}"


def _who(sides: Sides) -> str:
    ns = sides.ns or "+".join(p for p in (sides.north, sides.south) if p) or sides.ns_team
    ew = sides.ew or "+".join(p for p in (sides.east, sides.west) if p) or sides.ew_team
    return f"{ns or '?'} against {ew or '?'}"
