"""CLUB and the elements of EVENT, SESSION and SECTION that are no lists (2.1, 2.2, 4.1, 4.2)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise

from contracts.facts import Detail, EventFact, Organiser, SectionFact, SessionFact
from shared.formats.losses import Losses
from shared.formats.usebio.reader.event import BOARD_SCORING, EVENT_TYPES, MATCH_SCORING, OVERALL_RESULTS, word
from shared.formats.usebio.reader.values import date_in_words
from shared.formats.usebio.schema_check.schema import takes, vocabulary, words
from shared.formats.usebio.tables.elements import EVENT_DETAILS, SECTION_DETAILS, SESSION_DETAILS
from shared.formats.usebio.writer.markup import Markup
from shared.formats.written_numbers import number

KINDS = {kind: name for name, (kind, scoring) in reversed(EVENT_TYPES.items()) if scoring is None}
KINDS["teams"] = "TEAMS"
"""Kind of event to EVENT_TYPE."""

BOARD_METHODS = {value: name for name, value in reversed(BOARD_SCORING.items())}
BOARD_METHODS["match_points"] = "MATCH_POINTS"
MATCH_METHODS = {value: name for name, value in reversed(MATCH_SCORING.items())}
OVERALL = {value: name for name, value in OVERALL_RESULTS.items()}

_OLD_NAMES = {
    "EVENT_ID": "EVENT_IDENTIFIER",
    "EVENT_RATING": "MASTER_POINT_SCALE",
    "EBU_CHARGE_CODE": "P2P_CHARGE_RATE",
}
"""Names that elements had before 1.3."""

_ISO = re.compile(r"(\d{4})-(\d{2})-(\d{2})", re.ASCII)


def current_name(tag: str, markup: Markup) -> str:
    """The name of an element in the version that is written."""
    return _OLD_NAMES.get(tag, tag) if markup.version < (1, 3) else tag


def date_text(text: str | None, markup: Markup) -> str | None:
    """A date as the version writes it: ISO since 1.3, day first before; also one that another format has in words."""
    text = text and (date_in_words(text) or text)
    found = _ISO.fullmatch(text) if text else None
    if found is None or markup.version >= (1, 3):
        return text
    return f"{found[3]}/{found[2]}/{found[1]}"


def stated_date(tag: str, stated: str | None, iso: str | None, markup: Markup) -> str | None:
    """A date in the file's own words where it has kept them and the version takes them."""
    if stated is None:
        return date_text(iso, markup)
    if markup.strict and not takes(tag, stated):
        markup.losses.add(f"wording of {tag}", f"it is {words(tag)} in USEBIO 1.4")
        return iso
    return stated


def club(organiser: Organiser | None, markup: Markup) -> None:
    """CLUB, with the name that is required and everything else that is known."""
    markup.open("CLUB")
    organiser = organiser or Organiser()
    markup.leaf("CLUB_NAME", organiser.name, empty=True)
    markup.leaf("CLUB_ID_NUMBER", organiser.id, empty=True)
    leaves = [detail for detail in organiser.details if "/" not in detail.name]
    for detail in leaves:
        if detail.name in ("VENUE", "NATIONAL_ID_NUMBER", "NOTES"):
            markup.leaf(detail.name, detail.value)
        else:
            markup.losses.add(f"detail {detail.name}", "CLUB has no element for it")
    groups([detail for detail in organiser.details if "/" in detail.name], ("ADDRESS", "CONTACT"), markup)
    markup.close()


def groups(details: Iterable[Detail], known: tuple[str, ...], markup: Markup) -> None:
    """Write details named by their way ("CONTACT/ADDRESS/LINE") as nested elements."""
    opened: list[str] = []
    details = list(details)
    names = {detail.name for detail in details if detail.value.strip()}
    for detail in details:
        *way, leaf = detail.name.split("/")
        tags = [part.split(" ")[0] for part in way]
        if not tags or tags[0] not in known or not _stand(tags, leaf):
            markup.losses.add(f"detail {detail.name}", "USEBIO has no element for it")
            continue
        while opened and opened != way[: len(opened)]:
            markup.close()
            opened.pop()
        for part in way[len(opened) :]:
            markup.open(part.split(" ")[0], by=_position(part, way))
            opened.append(part)
            if part.startswith("CONTACT") and "/".join((*opened, "FULL_NAME")) not in names:
                markup.leaf("FULL_NAME", None, empty=True)
        markup.leaf(leaf, detail.value)
    for _ in opened:
        markup.close()


def _stand(tags: list[str], leaf: str) -> bool:
    """Whether the schema has this leaf within these groups."""
    homes = vocabulary().homes
    return all(outer in homes.get(inner, ()) for outer, inner in pairwise((*tags, leaf)))


def _position(part: str, way: list[str]) -> str:
    """The number by which the reader tells a group from its like; the first is number 1."""
    name, _, count = part.partition(" ")
    return f"[{count or 1}]" if name else ""


def event_elements(event: EventFact, overall: str | None, markup: Markup) -> None:
    """The simple elements of EVENT, in the order of 2.2.2, then CONTACT, LABELS and STRATIFICATION.

    Args:
        event: what is known.
        overall: what the overall list of the document stands for.
        markup: the document, with EVENT open.
    """
    details = {detail.name: detail.value for detail in event.details}

    def detail(*names: str) -> None:
        for name in names:
            markup.leaf(current_name(name, markup), details.get(name))

    _program_and_place(event, details, detail, markup)
    _scoring(event, overall, details, markup)
    detail("TEAM_PAIRING_AVAILABLE")
    markup.leaf("PAIRWISE_SCORING_METHOD", _method(event.pairwise_scoring, BOARD_METHODS))
    detail(
        "PAIRS",
        "EW_PAIRS",
        "NS_PAIRS",
        "PLAYERS",
        "SESSION_COUNT",
        "SECTION_COUNT",
        "MPS_AWARDED_FLAG",
        "EVENT_RATING",
        "MASTER_POINT_TYPE",
        "DIRECTOR_ID",
        "HAND_RECORD_ID",
    )
    markup.leaf("ARROW_SWITCH", event.arrow_switch)
    markup.leaf("BOARDS_PER_ROUND", number(event.boards_per_round))
    detail(
        "BOARDS_PER_STANZA",
        "EBU_CHARGE_CODE",
        "ACBL_CLUB_CLASS",
        "ACBL_SESSION_ID",
        "ACBL_SIDE_GAME",
        "ACBL_START_DATE",
    )
    markup.leaf("ACBL_END_DATE", stated_date("ACBL_END_DATE", details.get("ACBL_END_DATE"), event.end_date, markup))
    detail("NOTES")
    _ways(event, set(EVENT_DETAILS.values()), markup.losses, markup)
    _labels(event, markup)
    _strata(event, markup)
    for name in ("federation", "rounds", "scoring_system", "tie_breaks", "vp_table", "imp_bounds"):
        if getattr(event, name):
            markup.losses.add(f"event {name.replace('_', ' ')}", "USEBIO has no element for it")


def _program_and_place(
    event: EventFact, details: Mapping[str, str], detail: Callable[..., None], markup: Markup
) -> None:
    """What wrote the file, and where and when the event is."""
    markup.leaf("PROGRAM_NAME", (event.program or "").strip() or "Kibitz")
    markup.leaf("PROGRAM_VERSION", event.program_version, empty=True)
    detail("PLAYING_ENVIRONMENT", "ONLINE_PLATFORM", "SESSION_URL", "AUTH_ORG")
    markup.leaf(current_name("EVENT_ID", markup), event.external_id)
    markup.leaf("EVENT_DESCRIPTION", event.name)
    detail("TITLE", "EVENT_LOCAL_ID")
    markup.leaf("DATE", stated_date("DATE", details.get("DATE"), event.start_date, markup), empty=True)
    markup.leaf("TOURNAMENT_ID", event.tournament_id)
    markup.leaf("TOURNAMENT_DESCRIPTION", event.tournament)
    markup.leaf("START_TIME", event.start_time)
    markup.leaf("END_TIME", event.end_time)
    detail("VENUE")
    markup.leaf("TOWN", event.city)
    detail("COUNTY", "COUNTRY")


def _scoring(event: EventFact, overall: str | None, details: Mapping[str, str], markup: Markup) -> None:
    """How the event is scored, and what its lists stand for."""
    markup.leaf("WINNER_TYPE", number(event.winners))
    markup.leaf("TEAM_SIZE", number(event.team_size))
    markup.leaf("BOARD_SCORING_METHOD", _method(event.board_scoring, BOARD_METHODS))
    markup.leaf(
        "MATCH_SCORING_METHOD", _method(event.match_scoring, MATCH_METHODS) or details.get("MATCH_SCORING_METHOD")
    )
    _scoring_method(details.get("SCORING_METHOD"), markup)
    markup.leaf("RESULTS_TYPE", event.results_type)
    markup.leaf("OVERALL_RESULTS", _method(overall, OVERALL))
    markup.leaf("BOARDS_PLAYED", number(event.boards_played), empty=True)
    _vp_scale(event.vp_table.name if event.vp_table is not None else event.vp_scale, markup)


def _ways(event: EventFact, known: set[str], losses: Losses, markup: Markup) -> None:
    """CONTACT, and the details that nothing else writes."""
    contacts = [detail for detail in event.details if detail.name.startswith("CONTACT")]
    groups(contacts, ("CONTACT",), markup)
    elsewhere = ("DATE", "ACBL_END_DATE", "MATCH_SCORING_METHOD", "SCORING_METHOD", "@RATEABLE", "USEBIO/NOTES")
    for detail in event.details:
        if detail.name in known or detail.name in elsewhere or detail.name.startswith(("CONTACT", "HANDSET")):
            continue
        losses.add(f"detail {detail.name}", "EVENT has no element for it")


def _vp_scale(name: str | None, markup: Markup) -> None:
    """VP_SCALE; a scale that 1.4 does not list is another."""
    if name is not None and markup.strict and not takes("VP_SCALE", name):
        markup.losses.add(f"scale {name}", "VP_SCALE has OTHER for it")
        name = "OTHER"
    markup.leaf("VP_SCALE", name)


def _scoring_method(value: str | None, markup: Markup) -> None:
    """SCORING_METHOD beside another statement of it; other formats have words that USEBIO does not."""
    if value is not None and word(value) not in {*MATCH_SCORING, *BOARD_SCORING}:
        markup.losses.add("detail SCORING_METHOD", f"it is {words('SCORING_METHOD')} in USEBIO")
    else:
        markup.leaf("SCORING_METHOD", value)


def _method(value: str | None, names: dict[str, str]) -> str | None:
    return None if value is None else names.get(value, value)


def _labels(event: EventFact, markup: Markup) -> None:
    if event.label_names:
        markup.open("LABELS", by="[1]")
        for name in event.label_names:
            markup.leaf("NAME", name, empty=True)
        markup.close()


def _strata(event: EventFact, markup: Markup) -> None:
    """STRATIFICATION; no limit is written as 0 (2.9)."""
    if not event.strata and event.stratification is None:
        return
    if markup.version < (1, 3):
        markup.losses.add("STRATIFICATION", "came after USEBIO 1.2")
        return
    markup.open("STRATIFICATION", by="[1]")
    markup.leaf("STRATIFICATION_TYPE", event.stratification, empty=True)
    markup.open("STRATS", by="[1]")
    for index, stratum in enumerate(event.strata, 1):
        markup.open("STRAT", by=f"[{index}]")
        markup.leaf("STRAT_NUMBER", number(stratum.number))
        markup.leaf("STRAT_LABEL", stratum.label)
        limit = (stratum.limit_in_words or "").strip() or number(stratum.upper_limit) or "0"
        markup.leaf("UPPER_LIMIT", limit)
        for direction, count in (("NS", stratum.pairs_ns), ("EW", stratum.pairs_ew), (None, stratum.pairs)):
            if count is not None:
                markup.with_attributes("NUMBER_OF_PAIRS", str(count), (("DIRECTION", direction),))
        markup.close()
    markup.close()
    markup.close()


def session_elements(session: SessionFact, markup: Markup) -> None:
    """The simple elements of SESSION (4.2.2)."""
    details = {detail.name: detail.value for detail in session.details}
    markup.leaf("SESSION_DATE", stated_date("SESSION_DATE", details.pop("SESSION_DATE", None), session.date, markup))
    markup.leaf("RESULTS_TYPE", session.results_type)
    markup.leaf("START_TIME", session.start_time)
    markup.leaf("END_TIME", session.end_time)
    markup.leaf("HAND_RECORD_ID", session.hand_record_id)
    _plain(details, SESSION_DETAILS, "SESSION", markup)
    if session.name is not None:
        markup.losses.add("session name", "USEBIO has no element for it")


def section_elements(section: SectionFact, markup: Markup) -> None:
    """The simple elements of SECTION (1.0, 4.3 and 4.4)."""
    details = {detail.name: detail.value for detail in section.details if not detail.name.startswith("@")}
    markup.leaf("BOARDS_PER_ROUND", number(section.boards_per_round))
    _plain(details, SECTION_DETAILS, "SECTION", markup)
    for name in ("scored_with", "ranked_with", "tables", "boards", "rounds", "rounds_posted", "top", "movement"):
        if getattr(section, name) is not None:
            markup.losses.add(f"section {name.replace('_', ' ')}", "USEBIO has no element for it")


def _plain(details: dict[str, str], order: dict[str, str], where: str, markup: Markup) -> None:
    for tag, name in order.items():
        markup.leaf(tag, details.pop(name, None))
    for name in details:
        markup.losses.add(f"detail {name}", f"{where} has no element for it")
