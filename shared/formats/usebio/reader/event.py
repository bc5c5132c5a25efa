"""EVENT with its strata, SESSION, SECTION and CLUB: what a file says about the event as a whole (2.1, 2.2, 2.9, 4)."""

from contracts.codes.usebio import BAD_VALUE, TOO_LARGE, TYPE_DIFFERS
from contracts.facts import Detail, EventFact, Organiser, SectionFact, SessionFact, Stratum
from shared.errors import FormatError
from shared.formats.usebio.reader.draft import Draft, Where
from shared.formats.usebio.reader.fields import OWN_TEXT, Fields
from shared.formats.usebio.reader.values import (
    WINNERS,
    as_in_tables,
    attribute_of,
    date_of,
    plain_decimal,
    value_of,
    whole,
    whole_of,
)
from shared.formats.usebio.report import Report
from shared.formats.usebio.schema_check.schema import words
from shared.formats.usebio.tables.elements import (
    CLUB_DETAILS,
    EVENT_DETAILS,
    EVENT_NAMES,
    EVENT_NUMBERS,
    SECTION_DETAILS,
    SESSION_DETAILS,
    SESSION_NAMES,
    in_order,
)

EVENT_TYPES: dict[str, tuple[str, str | None]] = {
    "INDIVIDUAL": ("individual", None),
    "PAIRS": ("pairs", None),
    "SWISS_PAIRS": ("swiss_pairs", None),
    "TEAMS": ("teams", None),
    "SWISS_TEAMS": ("swiss_teams", None),
    "MP_PAIRS": ("pairs", "match_points"),
    "BUTLER_PAIRS": ("pairs", "butler_imps"),
    **dict.fromkeys(("CROSS_IMP", "CROSS_IMP_PAIRS", "XIMP_PAIRS"), ("pairs", "cross_imps")),
    "IMP_PAIRS": ("pairs", "imps"),
    "AGGREGATE": ("pairs", "aggregate"),
    "SWISS_PAIRS_CROSS_IMPS": ("swiss_pairs", "cross_imps"),
    "SWISS_PAIRS_BUTLER_IMPS": ("swiss_pairs", "butler_imps"),
    **dict.fromkeys(("TEAMS_OF_FOUR", "MULTIPLE_TEAMS"), ("teams", None)),
    "KO": ("knockout", None),
    "LADDER": ("ladder", None),
}
"""EVENT_TYPE to kind of event and board scoring (2.2.1; KO and LADDER 1.0, 5.3 and 5.4), and words like these."""

BOARD_SCORING = {
    **dict.fromkeys(("MATCH_POINTS", "MATCH_POINT", "MATCHPOINTS", "MATCHPOINT", "MP", "MPS"), "match_points"),
    **dict.fromkeys(("PERCENTAGE", "PERCENT", "%"), "match_points"),
    **dict.fromkeys(("BUTLER_IMPS", "BUTLER"), "butler_imps"),
    **dict.fromkeys(("CROSS_IMPS", "CROSS_IMP", "XIMPS", "XIMP"), "cross_imps"),
    **dict.fromkeys(("IMPS", "IMP"), "imps"),
    **{name: lines for name, (_, lines) in EVENT_TYPES.items() if lines is not None},
    **{name: name.lower() for name in ("AGGREGATE", "PAB", "BAM", "HYBRID", "OTHER")},
}
"""2.2.3, and short forms that were seen."""

MATCH_SCORING = {
    "VPS": "vps",
    "VP": "vps",
    "IMPS": "imps",
    "IMP": "imps",
    "PERCENTAGE": "percentage",
    "AGGREGATE": "aggregate",
    "PAB": "pab",
    "BAM": "bam",
    "HYBRID": "hybrid",
    "OTHER": "other",
    "XIMPS": "ximps",
    "IMP_THEN_ADD": "imp_then_add",
    "ADD_THEN_IMP": "add_then_imp",
    "ADD_THEN_MOD_IMP": "add_then_mod_imp",
    "MATCH_POINTS": "match_points",
    "MP": "match_points",
    "BUTLER": "imps",
    "CROSS_IMPS": "imps",
    "KNOCKOUT": "knockout",
    "KNOCK_OUT": "knockout",
    "KO": "knockout",
}
"""2.2.4; VP and IMP seen and 1.0, 4.2; no document has a word for a knock-out, whose matches are by IMPs.
A pairs event's SCORING_METHOD is about its boards and is read as such."""

OVERALL_RESULTS = {"NONE": "none", "COMPLETE": "complete", "SESSION_ONLY": "session_only", "TO_DATE": "to_date"}
"""2.2.8."""

TEAM_KINDS = ("teams", "swiss_teams", "knockout")
"""Kinds of event that are played by teams."""


def read_event(draft: Draft) -> EventFact:
    """Put the event together when all of it has been read."""
    fields, report = draft.fields, draft.report
    kind, of_type = _kind(draft)
    board_scoring = _board_scoring(draft, kind, of_type)
    in_matches = kind in TEAM_KINDS or kind == "swiss_pairs"
    if kind == "pairs" and draft.matches and fields.stands("MATCH_SCORING_METHOD"):
        in_matches = True  # as pairs that all meet each other, in matches with victory points
    methods = MATCH_SCORING if in_matches else {**BOARD_SCORING, **MATCH_SCORING}
    match_scoring = _enumerated(fields, methods, report, "MATCH_SCORING_METHOD", "SCORING_METHOD")
    details = _details(draft, kind)
    if not in_matches:
        match_scoring = None
    pairwise = _enumerated(fields, BOARD_SCORING, report, "PAIRWISE_SCORING_METHOD")
    start, _ = date_of(fields, "DATE", draft.version, report)
    end, _ = date_of(fields, "ACBL_END_DATE", draft.version, report)
    names = {field: fields.name(report, *tags) for field, tags in EVENT_NAMES.items()}
    numbers = {field: whole_of(fields, report, *tags) for field, tags in EVENT_NUMBERS.items()}
    winners = value_of(fields, report, "WINNER_TYPE", WINNERS, "WINNER_TYPE must be 1 or 2")
    strata_of = next(iter(fields.all("STRATIFICATION")), None)
    return EventFact(
        at=fields.place(),
        kind=kind,
        organiser=draft.organiser,
        start_date=start,
        end_date=end,
        winners=winners,
        board_scoring=board_scoring,
        match_scoring=match_scoring,
        pairwise_scoring=pairwise,
        results=_enumerated(fields, OVERALL_RESULTS, report, "OVERALL_RESULTS"),
        stratification=strata_of.name(report, "STRATIFICATION_TYPE") if strata_of else None,
        strata=read_strata(strata_of, report) if strata_of else (),
        label_names=tuple(name for group in fields.all("LABELS") for name in group.names(report, "NAME")),
        format_version=draft.version_text,
        details=(*details, *draft.details),
        **names,
        **numbers,
    )


def _kind(draft: Draft) -> tuple[str | None, str | None]:
    """The kind of event and the board scoring that its type names; a type further in counts when EVENT has none.

    In an individual event a type of pairs on a board says how it is scored (1.0, 4.3).
    """
    kind = attribute_of(
        draft.fields, draft.report, "EVENT_TYPE", EVENT_TYPES, "EVENT_TYPE is not one of USEBIO's types"
    )
    for inner, path in draft.inner_types.items():
        other = EVENT_TYPES.get(as_in_tables(inner))
        place = draft.fields.place().replace(path=path)
        if other is None:
            draft.report.add(BAD_VALUE, "EVENT_TYPE is not one of USEBIO's types", place, stated=inner)
        elif kind is None:
            kind = other
        elif other[0] != kind[0] and not (kind[0] == "individual" and other[0] == "pairs"):
            draft.report.add(
                TYPE_DIFFERS, f"EVENT_TYPE is {inner} here, but the event is of another type", place, stated=inner
            )
        elif kind[1] is None:
            kind = (kind[0], other[1])
    return kind or (None, None)


def stated_scoring(draft: Draft) -> str | None:
    """The board scoring that the event states, by itself or by its type, as far as it has been read."""
    text = draft.fields.text("BOARD_SCORING_METHOD")
    if text:
        return BOARD_SCORING.get(as_in_tables(text))
    return EVENT_TYPES.get(as_in_tables(draft.fields.attributes.get("EVENT_TYPE", "")), (None, None))[1]


def _board_scoring(draft: Draft, kind: str | None, of_type: str | None) -> str | None:
    """Stated, else by type, else by the points that lines state, else the default of 2.2.3.

    Match points are never negative. Programs that write every event as one of match points have IMPs in it, too.
    """
    fields, report = draft.fields, draft.report
    stated = _enumerated(fields, BOARD_SCORING, report, "BOARD_SCORING_METHOD")
    if stated == "imps" and kind not in TEAM_KINDS:
        # A method of teams (2.2.3): points of lines say how the IMPs of pairs are won.
        stated = next((unit for unit in ("cross_imps", "butler_imps") if unit in draft.units), stated)
    if draft.units and stated is None and of_type in (None, "match_points") and kind not in TEAM_KINDS:
        if of_type is None or of_type not in draft.units:
            of_type = max(draft.units, key=lambda unit: draft.units[unit])
        if of_type == "match_points" and _has_negatives(draft):
            of_type = "imps"
    if stated or of_type:
        return stated or of_type
    if kind in TEAM_KINDS:
        return "imps"
    if kind == "pairs" and fields.stands("SCORING_METHOD"):
        short = BOARD_SCORING.get(as_in_tables(fields.text("SCORING_METHOD") or ""))
        return {"imps": "cross_imps"}.get(short or "", short)
    return "match_points" if kind in ("pairs", "swiss_pairs") else None


def _has_negatives(draft: Draft) -> bool:
    """Whether many of the different points of lines are below 0; Neuberg's formula makes few so."""
    points = [points for points in draft.stated.values() if points.unit == "match_points"]
    return 4 * sum(min(each.ns or 0, each.ew or 0) < 0 for each in points) > len(points)


def _enumerated(fields: Fields, values: dict[str, str], report: Report, *names: str) -> str | None:
    text = fields.name(report, *names)
    if text is None:
        return None
    value = values.get(as_in_tables(text))
    if value is None:
        allowed = words(names[0])
        message = f"{names[0]} must be {allowed}" if allowed else f"{names[0]} cannot have this value"
        report.add(BAD_VALUE, message, fields.place(*names), stated=text)
    return value or text


def _details(draft: Draft, kind: str | None) -> list[Detail]:
    """What of the event has no field of its own, in the order in which it is written."""
    fields, report = draft.fields, draft.report
    details: list[Detail] = []
    for detail in fields.details(report, EVENT_DETAILS):
        is_name = detail.name == "TITLE" and not fields.stands("EVENT_DESCRIPTION")
        if detail.name == "MASTER_POINT_TYPE":
            detail = detail.replace(value=detail.value.upper())  # noqa: PLW2901 - as awards have it
        if detail not in details and not is_name:
            details.append(detail)
    for newer, older in (("EVENT_ID", "EVENT_IDENTIFIER"), ("MATCH_SCORING_METHOD", "SCORING_METHOD")):
        # An element whose newer name stands in the same file and says something else.
        first, second = fields.text(newer), fields.text(older)
        meaning = MATCH_SCORING.get if newer == "MATCH_SCORING_METHOD" else str
        if first and second and meaning(as_in_tables(first)) != meaning(as_in_tables(second)):
            details.append(Detail(name=older, value=report.clip(second, fields.place(older))))
    if "RATEABLE" in fields.attributes:
        details.append(Detail(name="@RATEABLE", value=fields.attributes["RATEABLE"]))
    if kind not in TEAM_KINDS and kind != "swiss_pairs":
        details.extend(fields.details(report, in_order("MATCH_SCORING_METHOD SCORING_METHOD")))
    for name in ("DATE", "ACBL_END_DATE"):
        _, raw = date_of(fields, name, draft.version, Report())
        if raw is not None:
            details.append(Detail(name=name, value=raw))
    for number, group in enumerate(fields.all("CONTACT"), 1):
        prefix = "CONTACT/" if number == 1 else f"CONTACT {number}/"
        details.extend(group.flattened(report, prefix))
    return details


def read_session(fields: Fields, where: Where, draft: Draft) -> SessionFact:
    """A SESSION (4.2)."""
    report = draft.report
    name = where.session or ""
    date_name = "SESSION_DATE" if fields.stands("SESSION_DATE") or any(fields.all("SESSION_DATE")) else "DATE"
    on, raw = date_of(fields, date_name, draft.version, report)
    details = fields.details(report, SESSION_DETAILS)
    return SessionFact(
        at=fields.place(),
        id=name,
        number=int(name) if name.isascii() and name.isdigit() and len(name) <= 6 else None,
        date=on,
        details=(*details, Detail(name="SESSION_DATE", value=raw)) if raw else details,
        **{field: fields.name(report, tag) for field, tag in SESSION_NAMES.items()},
    )


def read_section(fields: Fields, where: Where, draft: Draft) -> SectionFact:
    """A SECTION (4.1; 1.0, 4.4)."""
    report = draft.report
    details = fields.details(report, SECTION_DETAILS)
    if "CURRENT_ROUND_ASSIGN" in fields.attributes:
        assigned = Detail(name="@CURRENT_ROUND_ASSIGN", value=fields.attributes["CURRENT_ROUND_ASSIGN"])
        details = (*details, assigned)
    return SectionFact(
        at=fields.place(),
        session=where.session,
        id=where.section or "",
        boards_per_round=whole_of(fields, report, "BOARDS_PER_ROUND"),
        details=details,
    )


def read_club(fields: Fields, report: Report) -> Organiser:
    """CLUB (2.1); addresses and contacts become details (1.0, 5.1)."""
    details = list(fields.details(report, CLUB_DETAILS))
    for tag, group in fields.groups:
        details.extend(group.flattened(report, f"{tag}/"))
    return Organiser(
        name=fields.name(report, "CLUB_NAME"), id=fields.name(report, "CLUB_ID_NUMBER"), details=tuple(details)
    )


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
        counted = whole(count, group.place(), report, "NUMBER_OF_PAIRS") if count is not None else None
        if counted is not None and (line in counts or line not in ("NS", "EW", "")):
            report.add(BAD_VALUE, "NUMBER_OF_PAIRS may be given once for NS, EW or both", group.place(), stated=line)
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
