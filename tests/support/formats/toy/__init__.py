"""A made-up format in one folder: what a new format has to bring, and nothing else.

TOY the name of the event
pair 1 Ann & Bob
board 1 1 - 2 +420
end
"""

import re

from contracts.base import Discipline
from contracts.codes.code import Code
from contracts.facts import EventFact, Facts, Participant, ResultFact, Scope, Score, SessionFact, Sides
from contracts.findings import Severity
from contracts.messages import EventMerged
from shared.errors import FormatError
from shared.formats.format import Ending, Format, Match, Seats, Values
from shared.formats.identity import event_slug
from shared.formats.losses import Losses
from shared.formats.parsed import Parsed, ParsedEvent, Rendered

BAD_LINE = Code("toy.bad-line", Severity.ERROR, "A line that is none of the format", "Send the file again.")
TRIAL = Code("toy.trial", Severity.ERROR, "A file of a trial", "Send the file of the real event.", rejects=True)
_BOARD = re.compile(r"board (\S+) (\S+) - (\S+) ([+-]\d+)")


def parse(data: bytes) -> Parsed:
    head, *lines = data.decode("utf-8").splitlines()
    name = head.removeprefix("TOY ")
    pairs, results = [], []
    for number, line in enumerate(lines, 2):
        if line.startswith("pair "):
            _, key, who = line.split(" ", 2)
            pairs.append(Participant(id=key, kind="pair", number=key, name=who, session="1"))
        elif board := _BOARD.fullmatch(line):
            sides = Sides(ns=board[2], ew=board[3])
            score = Score(kind="points", points=int(board[4]))
            results.append(ResultFact(session="1", board=board[1], sides=sides, ns_score=score, ew_score=score))
        elif line != "end":
            raise FormatError(BAD_LINE, f"line {number}: {line}")
    facts = Facts(
        events=(EventFact(name=name, kind="pairs", board_scoring="match_points"),),
        sessions=(SessionFact(id="1"),),
        participants=tuple(pairs),
        results=tuple(results),
    )
    findings = (TRIAL.finding(f"{name} is a trial"),) if name.startswith("Trial") else ()
    event = ParsedEvent(event_slug(None, name, None, None) or "toy", facts, Scope(), findings=findings)
    return Parsed((event,), findings)


def render(merged: EventMerged, *, values: Values, seats: Seats, version: str) -> Rendered:
    losses = Losses()
    losses.add("totals", "the format has boards alone", len(merged.facts.totals))
    lines = [f"TOY {merged.facts.event.name}"]
    lines += [f"pair {one.id} {one.name}" for one in merged.facts.participants]
    lines += [
        f"board {one.board} {one.sides.ns} - {one.sides.ew} {one.ns_score.points:+}"
        for one in merged.facts.results
        if one.ns_score.points is not None
    ]
    return Rendered("\n".join([*lines, "end", ""]).encode(), f"{merged.event}.toy", "text/plain", losses.items())


FORMAT = Format(
    name="toy",
    title="Toy",
    discipline=Discipline.BRIDGE,
    suffixes=(".toy",),
    codes=(BAD_LINE, TRIAL),
    recognise=lambda sample: Match("It begins with TOY") if sample.text.startswith("TOY ") else None,
    ending=lambda sample: Ending.marked(sample.end.endswith("end\n")),
    reader=lambda: parse,
    writer=lambda: render,
)
