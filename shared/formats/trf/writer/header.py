"""Records of the tournament."""

from fractions import Fraction

from contracts.facts import Detail, EventFact, Facts
from shared.chess.points import Points, points_of
from shared.chess.round_dates import round_dates_of
from shared.formats.trf.columns import FIRST_DATE, ROUND_STEP
from shared.formats.trf.dialects import Dialect
from shared.formats.trf.writer.lines import Page

_OLD = ("062", "072", "082", "092", "102", "112", "122")
_FINAL = ("172", "192", "222")
_BY_162 = {"W": "W", "D": "D", "L": "L", "A": "A", "U": "P", "X": "X"}
_BY_BB = {"BBW": ("W",), "BBD": ("D",), "BBL": ("L",), "BBZ": ("Z", "A"), "BBF": ("-", "A"), "BBU": ("U",)}
"""bbpPairings' records repeat what XXS says, as far as they have a code for it, because it does not read XXS."""

_BY_299 = ("Z", "H", "F", "+", "-")
_BY_XXS = {
    "WW": "WW",
    "BW": "BW",
    "WD": "WD",
    "BD": "BD",
    "WL": "WL",
    "BL": "BL",
    "Z": "ZPB",
    "H": "HPB",
    "F": "FPB",
    "U": "PAB",
    "+": "FW",
    "-": "FL",
}


def tournament(facts: Facts, page: Page) -> None:
    """Everything before the players."""
    event = facts.event
    details = event.details
    for code, value in (
        ("012", event.name),
        ("022", event.city),
        ("032", event.federation),
        ("042", _day(event.start_date)),
        ("052", _day(event.end_date)),
    ):
        if value:
            page.text(code, value)
    for code in _OLD:
        # Of teams that are not ranked 082 says so, since their records 013 would make it an event of teams.
        for value in ["0"] if code == "082" and _only_grouped(facts) else _all(details, code):
            page.text(code, value)
    _dates(event, page)
    _rounds_and_colour(event, page)
    _scoring(event, page)
    if page.dialect is Dialect.TRF26:
        for code in _FINAL[:2]:
            for value in _all(details, code):
                page.text(code, value)
        if event.program:
            page.text("182", event.program)
        for value in _all(details, "222"):
            page.text("222", value)
    else:
        lost = sum(len(_all(details, code)) for code in _FINAL) + bool(event.program)
        page.losses.add(
            "records 172, 182, 192 and 222",
            f"{page.dialect.value} does not have them",
            lost,
            of=("events.program", *(f"events.details {code}" for code in _FINAL)),
        )
    _order(event, page)
    colours = _one(details, "352")
    if colours and page.dialect is not Dialect.TRF16_XX:
        page.text("352", colours)
    elif colours:
        page.losses.add(
            "colours of boards", "TRF16 does not have record 352", of=("events.details 352", "events.team_size")
        )


def _only_grouped(facts: Facts) -> bool:
    """Whether there are teams that are not ranked, which record 092 does not say."""
    grouped = facts.event.kind == "individual" and any(each.kind == "team" for each in facts.participants)
    return grouped and "individual" not in _one(facts.event.details, "092").casefold()


def _all(details: tuple[Detail, ...], code: str) -> list[str]:
    return [detail.value for detail in details if detail.name == code]


def _one(details: tuple[Detail, ...], code: str) -> str:
    return next(iter(_all(details, code)), "")


def _day(iso: str | None) -> str | None:
    """YYYY/MM/DD; what is no date stays as it is."""
    return iso.replace("-", "/") if iso and len(iso) == 10 and iso[4] == iso[7] == "-" else iso


def _dates(event: EventFact, page: Page) -> None:
    """132: one line, however many the files have."""
    line = "132"
    for round_, iso in round_dates_of(event).items():
        line = line.ljust(FIRST_DATE - 1 + ROUND_STEP * (round_ - 1)) + iso[2:].replace("-", "/")
    if line != "132":
        page.lines.append(line)


def _rounds_and_colour(event: EventFact, page: Page) -> None:
    is_final = page.dialect is Dialect.TRF26
    if event.rounds:
        page.text("142" if is_final else "XXR", str(event.rounds))
    colour = _one(event.details, "152")
    by_rank = _one(event.details, "XXC")
    if is_final:
        if colour:
            page.text("152", colour)
        page.losses.add("record XXC rank", "TRF-2026 does not have it", bool(by_rank), of=("events.details XXC",))
    elif colour or by_rank:
        words = [{"W": "white1", "B": "black1"}.get(colour, ""), by_rank]
        page.text("XXC", " ".join(word for word in words if word))


def _scoring(event: EventFact, page: Page) -> None:
    """162 and 362, or XXS and BB records; 299 with a type is written with the other points that are unusual."""
    stated = {detail.name: detail.value for detail in event.scoring_system if not detail.name.startswith("299 ")}
    if page.dialect is Dialect.TRF26:
        _pairs("162", {_BY_162[name]: stated.pop(name) for name in list(stated) if name in _BY_162}, page)
    else:
        repeated = {
            code: next((stated[name] for name in names if name in stated), None) for code, names in _BY_BB.items()
        }
        for letter in "WDL":
            if letter in stated:
                value = stated.pop(letter)
                stated.setdefault(f"W{letter}", value)
                stated.setdefault(f"B{letter}", value)
        if "A" in stated:
            value = stated.pop("A")
            stated.setdefault("Z", value)
            stated.setdefault("-", value)
        pairs = [f"{_BY_XXS[name]}={stated.pop(name)}" for name in _BY_XXS if name in stated]
        if pairs:
            page.text("XXS", " ".join(pairs))
        if page.dialect is Dialect.TRF16_XX:
            page.lines += [f"{code} {_decimal(value):>4}" for code, value in repeated.items() if value is not None]
    teams: dict[str, str] = {name: stated.pop(name) for name in ("TW", "TD", "TL") if name in stated}
    if page.dialect is Dialect.TRF26:
        _pairs("362", teams, page)
    else:
        page.losses.add(
            "points of a match",
            f"{page.dialect.value} does not have record 362",
            len(teams),
            of=tuple(f"events.scoring_system {name}" for name in teams),
        )
    if page.dialect is not Dialect.TRF16_XX:
        stated.pop("TU", None)
        stated.pop("TUG", None)
    if page.dialect is Dialect.TRF26:
        stated = {name: value for name, value in stated.items() if name not in unplayed(event)}
    page.losses.add(
        "points by result",
        f"{page.dialect.value} has no code for them",
        len(stated),
        of=tuple(f"events.scoring_system {name}" for name in stated),
    )


def unplayed(event: EventFact) -> dict[str, Fraction | None]:
    """Points of byes and forfeits that record 162 does not have, for players, in TRF-2026.

    None where they are what 162 gives anyhow; the others are said by record 299.
    """
    if event.kind == "teams":
        return {}
    stated = points_of(event.scoring_system).stated
    rest = Points({name: value for name, value in stated.items() if name not in _BY_299})
    usual = {name: rest.game(name) for name in _BY_299}
    return {name: None if stated[name] == usual[name] else stated[name] for name in _BY_299 if name in stated}


_WIDTH = 4


def _pairs(code: str, values: dict[str, str], page: Page) -> None:
    """Codes in columns 6, 15, 24, ... and their points behind them."""
    cells = [f"{name:>2}{_decimal(value):>4}" for name, value in values.items() if len(_decimal(value)) <= _WIDTH]
    page.losses.add(
        "points by result",
        f"record {code} has {_WIDTH} columns for them",
        len(values) - len(cells),
        of=("events.scoring_system",),
    )
    if cells:
        page.lines.append(f"{code} " + "   ".join(cells))


def _decimal(value: str) -> str:
    return value if "." in value else f"{value}.0"


def _order(event: EventFact, page: Page) -> None:
    """202 as it was stated, and 212 when it says more than 202."""
    if page.dialect is Dialect.TRF16_XX:
        page.losses.add(
            "tie-breaks",
            "TRF16 has no record for them",
            len(event.tie_breaks),
            of=("events.tie_breaks", "events.details 202"),
        )
        return
    ties = _one(event.details, "202")
    if ties:
        page.text("202", ties)
    stated = ("PTS", *(part for part in ties.replace(";", ",").replace(" ", ",").split(",") if part))
    if event.tie_breaks and (not ties or event.tie_breaks != stated):
        page.text("212", ",".join(event.tie_breaks))
