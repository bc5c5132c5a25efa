"""Pages of the documentation that are made from the contracts: the findings and the subjects."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from pydantic import BaseModel

from contracts import registry, subjects
from contracts.codes.code import Code

MARK = "<!-- Made by `python -m contracts.generate`; change the contracts, not this page. -->"

_ROOMS: Mapping[str, str] = {
    "acblscore": "Reading ACBLscore game files",
    "chess": "Checking chess",
    "decisions": "Decisions of the director",
    "export": "Writing files",
    "intake": "Taking files in",
    "lin": "Reading LIN",
    "parser": "Any reader",
    "pbn": "Reading PBN",
    "scoring": "Scoring",
    "seating": "Seating",
    "trf": "Reading FIDE TRF",
    "usebio": "Reading USEBIO",
    "validation": "Checking",
}


def findings(codes: Iterable[Code]) -> str:
    """`docs/findings.md`: every code by room."""
    lines = [
        "# Findings",
        "",
        MARK,
        "",
        "Every finding and every rejection has a code that never changes its meaning. A finding gives its place in the",
        "file, the stated and the computed value, and what to do. `error`: the file has to be corrected; `warning`:",
        "probably wrong, or read in the most likely of several ways; `info`: nothing is wrong. A file or a fragment",
        "with a finding that *rejects* takes no part in the standings.",
    ]
    for room, entries in groupby(sorted(codes, key=lambda code: code.code), key=lambda code: code.code.split(".")[0]):
        lines += ["", f"## {_ROOMS.get(room, room)}", ""]
        lines += _table(
            ("Code", "Severity", "Rejects", "Meaning", "What to do"),
            [
                (f"`{code.code}`", code.severity.value, "yes" if code.rejects else "", code.title, code.advice)
                for code in entries
            ],
        )
    return "\n".join(lines) + "\n"


def subject_table(entries: Sequence[registry.Subject], questions: Sequence[registry.Question]) -> str:
    """`docs/subjects.md`: every subject with its message, stream, writers and readers; and every question."""
    lines = [
        "# Subjects",
        "",
        MARK,
        "",
        "The messages on the bus, from `contracts/registry.py`. A subject has the form",
        "`<context>.<entity>.<past participle>.v<major>.<filters>`; a client may put `*` for a filter, or `>` for all",
        "that follow. [`contracts/asyncapi.json`](../contracts/asyncapi.json) describes them for programs;",
        "[`contracts/schemas/`](../contracts/schemas) has a schema of each message,",
        "[`contracts/examples/`](../contracts/examples) an example.",
        "",
        f"`<partition>` is the CRC-32 of the event's id modulo {subjects.PARTITIONS}. *anyone* is any other program.",
        "",
    ]
    lines += _table(
        ("Subject", "Message", "Stream", "Written by", "Read by", "Meaning"),
        [
            (
                _address(entry),
                _schema(entry.message),
                entry.stream,
                ", ".join(entry.producers),
                ", ".join((*entry.consumers, *entry.read_by)),
                entry.says,
            )
            for entry in entries
        ],
    )
    lines += ["", "## Questions", "", "Request and reply of NATS: no stream stores them, and one replica answers.", ""]
    lines += _table(
        ("Subject", "Question", "Answer", "Asked by", "Answered by", "Meaning"),
        [
            (
                _address(question),
                _schema(question.question),
                _schema(question.answer),
                ", ".join(question.asked_by),
                question.answered_by,
                question.says,
            )
            for question in questions
        ],
    )
    return "\n".join(lines) + "\n"


def _address(entry: registry.Subject | registry.Question) -> str:
    return "`" + ".".join([entry.name, *(f"<{token}>" for token in entry.filters)]) + "`"


def _schema(model: type[BaseModel]) -> str:
    return f"[{model.__name__}](../contracts/schemas/{model.__name__}.json)"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """A Markdown table; bars inside a cell are escaped."""
    cells = [[cell.replace("|", r"\|").replace("\n", " ") for cell in row] for row in rows]
    return [
        "| " + " | ".join(head) + " |",
        "|" + "|".join("---" for _ in head) + "|",
        *("| " + " | ".join(row) + " |" for row in cells),
    ]
