"""The standings at the desk, whatever the public sees of them."""

from contracts.facts import PublicPolicy
from services.broadcast.domain.desk.pages.shown import Asked, Tab, desk_page
from services.broadcast.domain.pages.page import Page
from services.broadcast.domain.pages.rankings import rankings


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


STANDINGS = Tab("Standings", _standings)
