"""STRATIFICATION: the strata of an event (2.9)."""

from __future__ import annotations

from contracts.codes.usebio import BAD_VALUE, TOO_LARGE
from contracts.facts import Stratum
from shared.errors import FormatError
from shared.formats.usebio.reader.fields import OWN_TEXT, Fields
from shared.formats.usebio.reader.values import plain_decimal, whole, whole_of
from shared.formats.usebio.report import Report

MOST_STRATA = 100
"""Strata of an event, each of which is a ranking; events have three, some five."""


def read_strata(group: Fields, report: Report) -> tuple[Stratum, ...]:
    """Read the STRAT elements of a STRATIFICATION, with or without STRATS around them.

    Raises:
        FormatError: usebio.too-large.
    """
    strats = [*group.all("STRAT"), *(strat for inner in group.all("STRATS") for strat in inner.all("STRAT"))]
    if len(strats) > MOST_STRATA:
        raise FormatError(TOO_LARGE, f"{len(strats)} strata; at most {MOST_STRATA} are read", group.place())
    return tuple(_stratum(strat, report) for strat in strats)


def _stratum(strat: Fields, report: Report) -> Stratum:
    """One STRAT; an upper limit of 0 means none, and it may be a text."""
    text = strat.name(report, "UPPER_LIMIT")
    limit = plain_decimal(text) if text is not None else None
    counts: dict[str, int] = {}
    for group in strat.all("NUMBER_OF_PAIRS"):
        line, count = group.attributes.get("DIRECTION", "").upper(), group.text(OWN_TEXT)
        counted = whole(count, group.place(), report) if count is not None else None
        if counted is not None and (line in counts or line not in ("NS", "EW", "")):
            report.add(BAD_VALUE, "NUMBER_OF_PAIRS stands once for NS, EW or both", group.place(), stated=line[:200])
            counted = None
        if counted is None:
            strat.keep_group(group, report)
        else:
            counts[line] = counted
    return Stratum(
        number=whole_of(strat, report, "STRAT_NUMBER"),
        label=strat.name(report, "STRAT_LABEL"),
        upper_limit=None if limit == 0 else limit,
        limit_in_words=text if limit is None else None,
        pairs_ns=counts.get("NS"),
        pairs_ew=counts.get("EW"),
        pairs=counts.get(""),
    )
