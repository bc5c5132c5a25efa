"""Pages that stand alone, to be sent, kept and printed: reports, and standings with their travellers.

They have no scripts and nothing from elsewhere.
"""

from collections.abc import Iterable, Sequence
from decimal import Decimal

from jinja2 import Environment, PackageLoader, StrictUndefined

from contracts.findings import Severity
from contracts.standings import Ranking, ScoredBoard, Standings
from kibitz.console import UNSAFE
from kibitz.report.content import Section, said, where
from kibitz.standings_tables import method_words

MARKS = {Severity.ERROR: "✗", Severity.WARNING: "!", Severity.INFO: "·"}


UNITS = {"match_points": "Match points", "imps": "IMPs", "vps": "VPs", "percent": "%", "points": "Points"}


def page(sections: Iterable[Section]) -> str:
    """The report as HTML."""
    return _page(
        "report", sections=list(sections), marks=MARKS, said=said, where=where, whole=lambda each: each.message
    )


def sheet(events: Iterable[tuple[Standings, Sequence[ScoredBoard]]]) -> str:
    """Standings and travellers as HTML, to be printed; each event, section and its travellers begin a page."""
    made = [
        {"standings": standings, "boards": boards, "method": method_words(standings.method)}
        for standings, boards in events
    ]
    return _page(
        "sheet",
        events=made,
        shown=_shown,
        column=_column,
        against=_against,
        codes=_codes,
        unit=lambda name: UNITS.get(name, name),
    )


def _shown(number: Decimal | None) -> str:
    return "" if number is None else f"{round(number, 2).normalize():f}"


def _column(rows: Iterable[object], name: str) -> list[str]:
    """A number of each row, all with as many decimals, so that they stand below each other."""
    shown = [_shown(getattr(row, name)) for row in rows]
    places = max((len(text.partition(".")[2]) for text in shown), default=0)
    return [text and f"{Decimal(text):.{places}f}" for text in shown]


def _against(home: Decimal | None, away: Decimal | None) -> str:
    return "" if home is None and away is None else f"{_shown(home) or '–'} : {_shown(away) or '–'}"


def _codes(ranking: Ranking) -> list[str]:
    """The tie-breaks of a ranking of chess."""
    return [each.code for each in ranking.rows[0].tie_breaks] if ranking.rows else []


def _page(name: str, **values: object) -> str:
    """A template filled in; names and values of files are escaped, and lose what a reader does not see."""
    environment = Environment(
        loader=PackageLoader("kibitz.report", ""),
        autoescape=True,
        undefined=StrictUndefined,
        keep_trailing_newline=True,
    )
    return UNSAFE.sub("", environment.get_template(f"{name}.html.jinja").render(**values))
