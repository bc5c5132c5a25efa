"""CLUB and the elements of EVENT, SESSION and SECTION that are no lists (2.1, 2.2, 4.1, 4.2)."""

import re
from collections.abc import Iterable
from itertools import groupby, pairwise

from contracts.facts import Detail, EventFact, Organiser, SectionFact, SessionFact
from shared.formats.usebio.reader.event import BOARD_SCORING, EVENT_TYPES, MATCH_SCORING, OVERALL_RESULTS
from shared.formats.usebio.reader.values import as_in_tables, date_in_words
from shared.formats.usebio.schema_check.schema import takes, vocabulary, words
from shared.formats.usebio.tables.elements import (
    CLUB_DETAILS,
    EVENT_NAMES,
    EVENT_NUMBERS,
    EVENT_ORDER,
    SECTION_DETAILS,
    SESSION_DETAILS,
    SESSION_NAMES,
)
from shared.formats.usebio.writer.markup import Markup
from shared.formats.written_numbers import number

KINDS = {kind: name for name, (kind, scoring) in reversed(EVENT_TYPES.items()) if scoring is None}
KINDS["teams"] = "TEAMS"
"""Kind of event to EVENT_TYPE."""

BOARD_METHODS = {value: name for name, value in reversed(BOARD_SCORING.items())}
BOARD_METHODS["match_points"] = "MATCH_POINTS"
MATCH_METHODS = {value: name for name, value in reversed(MATCH_SCORING.items()) if value != "knockout"}
OVERALL = {value: name for name, value in OVERALL_RESULTS.items()}

_OLD_NAMES = {
    "EVENT_ID": "EVENT_IDENTIFIER",
    "EVENT_RATING": "MASTER_POINT_SCALE",
    "EBU_CHARGE_CODE": "P2P_CHARGE_RATE",
}
"""Names that elements had before 1.3."""

_ALWAYS = ("PROGRAM_VERSION", "DATE", "BOARDS_PLAYED")
"""Elements of EVENT that are written without a value, too."""

_ISO = re.compile(r"(\d{4})-(\d{2})-(\d{2})", re.ASCII)


def current_name(tag: str, markup: Markup) -> str:
    """The name of an element in the version that is written."""
    return _OLD_NAMES.get(tag, tag) if markup.version < (1, 3) else tag


def date_text(text: str | None, markup: Markup) -> str | None:
    """A date as the version writes it: ISO since 1.3, day first before; also one that another format has in words."""
    text = text and (date_in_words(text) or text)
    match = _ISO.fullmatch(text) if text else None
    if match is None or markup.version >= (1, 3):
        return text
    return f"{match[3]}/{match[2]}/{match[1]}"


def stated_date(tag: str, stated: str | None, iso: str | None, markup: Markup) -> str | None:
    """A date in the file's own words where it has kept them and the version takes them."""
    if stated is None:
        return date_text(iso, markup)
    if markup.strict and not takes(tag, stated):
        of = (f"events.details {tag}", f"sessions.details {tag}")
        markup.losses.add(f"wording of {tag}", f"it is {words(tag)} in USEBIO 1.4", of=of)
        return iso
    return stated


def club(organiser: Organiser | None, markup: Markup) -> None:
    """CLUB, with the name that is required and everything else that is known."""
    organiser = organiser or Organiser()
    with markup.element("CLUB"):
        markup.leaf("CLUB_NAME", organiser.name, empty=True)
        markup.leaf("CLUB_ID_NUMBER", organiser.id, empty=True)
        markup.details((detail for detail in organiser.details if "/" not in detail.name), CLUB_DETAILS)
        groups([detail for detail in organiser.details if "/" in detail.name], ("ADDRESS", "CONTACT"), markup)


def groups(details: Iterable[Detail], known: tuple[str, ...], markup: Markup) -> None:
    """Write details named by their way ("CONTACT/ADDRESS/LINE") as nested elements."""
    homes = vocabulary().homes
    rows: list[tuple[list[str], str]] = []
    for detail in details:
        way = detail.name.split("/")
        tags = [*(part.split(" ")[0] for part in way[:-1]), way[-1]]
        if len(way) > 1 and tags[0] in known and all(outer in homes.get(tag, ()) for outer, tag in pairwise(tags)):
            rows.append((way, detail.value))
    _nested(rows, markup)


def _nested(rows: list[tuple[list[str], str]], markup: Markup) -> None:
    """Rows of a way and a value: neighbours that begin alike stand in one element."""
    for (part, is_leaf), group in groupby(rows, key=lambda row: (row[0][0], len(row[0]) == 1)):
        inner = [(way[1:], value) for way, value in group]
        if is_leaf:
            for _, value in inner:
                markup.leaf(part, value)
            continue
        # By its number the reader tells a group from its like; the first is number 1.
        tag, _, count = part.partition(" ")
        with markup.element(tag, by=f"[{count or 1}]"):
            if tag == "CONTACT" and not any(way == ["FULL_NAME"] and value.strip() for way, value in inner):
                markup.leaf("FULL_NAME", None, empty=True)
            _nested(inner, markup)


def event_elements(event: EventFact, overall: str | None, markup: Markup) -> None:
    """The simple elements of EVENT, in the order of 2.2.2, then CONTACT, LABELS and STRATIFICATION.

    `overall` says what the overall list of the document stands for.
    """
    details = {detail.name: detail.value for detail in event.details}
    texts: dict[str, str | None] = {
        **details,
        **{tags[0]: getattr(event, field) for field, tags in EVENT_NAMES.items()},
        **{tags[0]: number(getattr(event, field)) for field, tags in EVENT_NUMBERS.items()},
        "PROGRAM_NAME": (event.program or "").strip() or "Kibitz",
        "DATE": stated_date("DATE", details.get("DATE"), event.start_date, markup),
        "WINNER_TYPE": number(event.winners),
        "BOARD_SCORING_METHOD": _method(event.board_scoring, BOARD_METHODS),
        "MATCH_SCORING_METHOD": _method(event.match_scoring, MATCH_METHODS) or details.get("MATCH_SCORING_METHOD"),
        "PAIRWISE_SCORING_METHOD": _method(event.pairwise_scoring, BOARD_METHODS),
        "SCORING_METHOD": details.get("SCORING_METHOD"),
        "OVERALL_RESULTS": _method(overall, OVERALL),
        "VP_SCALE": event.vp_table.name if event.vp_table is not None else event.vp_scale,
        "ACBL_END_DATE": stated_date("ACBL_END_DATE", details.get("ACBL_END_DATE"), event.end_date, markup),
    }
    if (method := texts["SCORING_METHOD"]) and as_in_tables(method) not in {*MATCH_SCORING, *BOARD_SCORING}:
        # It stands beside another statement of the method; other formats have words for it that USEBIO does not.
        why = f"it is {words('SCORING_METHOD')} in USEBIO"
        markup.losses.add("detail SCORING_METHOD of events", why, of=("events.details SCORING_METHOD",))
        texts["SCORING_METHOD"] = None
    if (scale := texts["VP_SCALE"]) and markup.strict and not takes("VP_SCALE", scale):
        markup.losses.add(f"scale {scale}", "VP_SCALE has OTHER for it", of=("events.vp_scale", "events.vp_table"))
        texts["VP_SCALE"] = "OTHER"
    for tag in EVENT_ORDER:
        markup.leaf(current_name(tag, markup), texts.get(tag), empty=tag in _ALWAYS)
    groups((detail for detail in event.details if detail.name.startswith("CONTACT")), ("CONTACT",), markup)
    if event.label_names:
        with markup.element("LABELS", by="[1]"):
            for name in event.label_names:
                markup.leaf("NAME", name, empty=True)
    _strata(event, markup)


def _method(value: str | None, names: dict[str, str]) -> str | None:
    return None if value is None else names.get(value, value)


def _strata(event: EventFact, markup: Markup) -> None:
    """STRATIFICATION; no limit is written as 0 (2.9)."""
    if not event.strata and event.stratification is None:
        return
    with markup.element("STRATIFICATION", by="[1]"):
        markup.leaf("STRATIFICATION_TYPE", event.stratification, empty=True)
        with markup.element("STRATS", by="[1]"):
            for index, stratum in enumerate(event.strata, 1):
                with markup.element("STRAT", by=f"[{index}]"):
                    markup.leaf("STRAT_NUMBER", number(stratum.number))
                    markup.leaf("STRAT_LABEL", stratum.label)
                    limit = (stratum.limit_in_words or "").strip() or number(stratum.upper_limit) or "0"
                    markup.leaf("UPPER_LIMIT", limit)
                    for line, count in (("NS", stratum.pairs_ns), ("EW", stratum.pairs_ew), (None, stratum.pairs)):
                        if count is not None:
                            markup.with_attributes("NUMBER_OF_PAIRS", str(count), (("DIRECTION", line),))


def session_elements(session: SessionFact, markup: Markup) -> None:
    """The simple elements of SESSION (4.2.2)."""
    stated = next((detail.value for detail in session.details if detail.name == "SESSION_DATE"), None)
    markup.leaf("SESSION_DATE", stated_date("SESSION_DATE", stated, session.date, markup))
    for field, tag in SESSION_NAMES.items():
        markup.leaf(tag, getattr(session, field))
    details = [detail for detail in session.details if detail.name != "SESSION_DATE"]
    markup.details(details, SESSION_DETAILS)


def section_elements(section: SectionFact, markup: Markup) -> None:
    """The simple elements of SECTION (1.0, 4.3 and 4.4)."""
    markup.leaf("BOARDS_PER_ROUND", number(section.boards_per_round))
    details = [detail for detail in section.details if not detail.name.startswith("@")]
    markup.details(details, SECTION_DETAILS)
