"""Pages of the documentation that are made from the contracts: the findings, the subjects and the decisions."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from pydantic import BaseModel

from contracts import registry, subjects
from contracts.codes.code import Code
from contracts.generate.json_schema import Schemas

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
        "For scorers who are told of one, and for developers whose program shows them.",
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
        "For developers of programs on the bus, and for contributors.",
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


def decisions(model: type[BaseModel]) -> str:
    """`docs/reference/decisions.md`: every decision that a file of them may have, with its fields."""
    made = model.model_json_schema(schema_generator=Schemas)
    classes = made["$defs"]
    kinds = {
        schema["properties"]["decision"]["const"]: schema
        for schema in classes.values()
        if "decision" in schema.get("properties", {})
    }
    lines = [
        "# Decisions",
        "",
        "For developers of programs for directors: what a file of decisions may say.",
        "",
        MARK,
        "",
        "A file of decisions is JSON about one event, and is",
        "[sent as any file](../sending.md#rulings-and-other-decisions). The commands `kibitz decide`, `seat`,",
        "`events`, `take` and `retract` write such files, and so does the desk.",
        "[`contracts/schemas/Decisions.json`](../../contracts/schemas/Decisions.json) is its schema. A field that is",
        "not known, or a decision that contradicts itself, has the whole file refused. Numbers with a fraction",
        "are best written as text.",
        "",
        "## The file",
        "",
        *_fields(made, classes),
        "",
        "## Kinds of decisions",
        "",
        "Each has its kind in `decision`, and may have a `reason`, which desk and page show.",
    ]
    for name, schema in sorted(kinds.items()):
        lines += ["", f"### {name}", "", _summary(schema), "", *_fields(schema, classes)]
    lines += ["", "## Parts"]
    for name, schema in sorted(classes.items()):
        if "properties" in schema and schema not in kinds.values():
            lines += ["", f"### {name}", "", _summary(schema), "", *_fields(schema, classes)]
    return "\n".join(lines) + "\n"


def _summary(schema: Mapping[str, Any]) -> str:
    return " ".join(schema["description"].partition("Attributes:")[0].split())


def _fields(schema: Mapping[str, Any], classes: Mapping[str, Any]) -> list[str]:
    """The fields of a class, with what its docstring says of them; not those that every decision has."""
    rows = [
        (
            f"`{name}`",
            _kind(field, classes),
            "required" if name in schema.get("required", ()) else _default(field),
            re.sub(r"\b(null|true|false)\b", r"`\1`", field.get("description", "")),
        )
        for name, field in schema["properties"].items()
        if name != "reason" and not (name == "decision" and "const" in field)
    ]
    return _table(("Field", "What", "Default", "Meaning"), rows)


def _default(field: Mapping[str, Any]) -> str:
    value = field.get("default")
    return "" if value in (None, "", []) or isinstance(value, dict) else f"`{json.dumps(value)}`"


def _kind(field: Mapping[str, Any], classes: Mapping[str, Any]) -> str:
    """What a field may hold, for people."""
    if "$ref" in field:
        name = field["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})" if "properties" in classes[name] else _kind(classes[name], classes)
    if "oneOf" in field:
        return "decision"
    if "anyOf" in field:
        kinds = [_kind(each, classes) for each in field["anyOf"] if each.get("type") != "null"]
        return " or ".join(dict.fromkeys(kinds))
    if values := field.get("enum", [field["const"]] if "const" in field else []):
        return ", ".join(f"`{value}`" for value in values)
    if field.get("type") == "array":
        return f"list: {_kind(field['items'], classes)}" if "items" in field else "list"
    names = {"string": "text", "integer": "whole number", "boolean": "`true`, `false`", "number": "number"}
    return {"date-time": "date and time"}.get(field.get("format", ""), names.get(field.get("type", ""), "any"))


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
