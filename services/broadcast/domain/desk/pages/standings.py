"""The standings at the desk and their files, whatever the public sees of them."""

from collections.abc import Mapping, Sequence

from contracts.facts import PublicPolicy
from contracts.questions import HandOver
from services.broadcast.domain.desk.forms.form import Shown
from services.broadcast.domain.desk.pages.shown import Asked, Tab, desk_page
from services.broadcast.domain.pages.page import Page
from services.broadcast.domain.pages.rankings import rankings

FORMATS: Mapping[str, str] = {
    "usebio": "USEBIO",
    "acblscore": "ACBLscore",
    "pbn": "PBN",
    "trf": "TRF (FIDE)",
    "pgn": "PGN (games)",
    "json": "Everything (JSON)",
    "csv": "Standings (CSV)",
    "results-csv": "Results (CSV)",
    "matches-csv": "Matches (CSV)",
    "seats-csv": "Next seats (CSV)",
}
"""What the files to download are called."""


def _standings(asked: Asked) -> Page:
    meta = asked.shown.meta
    values = {
        "rankings": rankings(asked.shown.standings),
        "progress": (meta.get("progress") or {}).get("text") or "",
        "status": meta.get("status") or "",
        "reason": meta.get("status_reason") or "",
        "held_back": PublicPolicy.model_validate(meta.get("public") or {}).withholds,
    }
    return desk_page("standings", "Standings", asked, values)


def downloads(shown: Shown, formats: Sequence[str], hand_overs: Sequence[HandOver] = ()) -> Page:
    """The files of an event: for the director, what the public may download of each, and what receivers would miss."""
    values = {
        "event": shown.event,
        "heading": shown.meta.get("title") or shown.event,
        "formats": formats,
        "words": FORMATS,
        "hand_overs": hand_overs,
        "held_back": PublicPolicy.model_validate(shown.meta.get("public") or {}).withholds,
        "names_hidden": bool(shown.meta.get("names")),
    }
    return Page("desk/downloads", f"Files to download: {values['heading']}", values=values)


STANDINGS = Tab("Standings", _standings)
