"""Findings: what is wrong or noteworthy about a file or an event, in a form that a person and a program can act on."""

from enum import StrEnum

from contracts.base import Contract, Name, Place, Sha256, Shown, ShownText


class Severity(StrEnum):
    """How much a finding matters.

    `error`: the file contradicts itself, its format or the rules; somebody has to correct it.
    `warning`: probably wrong, or read in the likeliest of several ways.
    `info`: nothing is wrong, but a reader should know.
    """

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


class Cause(Contract):
    """The finding about the same event that another one probably follows from."""

    code: Name
    subject: Shown | None = None
    place: Place | None = None


class Finding(Contract):
    """One observation, with its place, what the file states, what was computed and what to do.

    Attributes:
        code: stable, catalogued in `contracts/codes.py` and `docs/findings.md`.
        subject: what it is about, in the field's words ("board 7", "pair 12").
        stated, computed: the two values that disagree, as text.
        file: the file it was found in; None for findings about a merged event.
        cause: what has to be corrected first, since this one probably follows from it.
    """

    code: Name
    severity: Severity
    message: ShownText
    subject: Shown | None = None
    stated: ShownText | None = None
    computed: ShownText | None = None
    advice: ShownText | None = None
    place: Place | None = None
    file: Sha256 | None = None
    cause: Cause | None = None
