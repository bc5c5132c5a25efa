"""What the public sees of an event, and the forms to choose it."""

from contracts.facts import PublicPolicy
from contracts.feed import EVENTS_CHANNEL
from contracts.standings import is_all_in
from services.broadcast.domain.desk.forms.names import others_of_day
from services.broadcast.domain.desk.pages.shown import Asked, Tab, desk_page
from services.broadcast.domain.pages.page import Page
from services.broadcast.domain.pages.rankings import everybody as named

PEOPLE = 1_000
"""Names that are offered."""

BOARDS = {
    "all": "all boards",
    "complete": "each board when all tables have played it",
    "own": "no boards, except by private links",
    "none": "no boards",
}
"""What is chosen of the boards, in words."""

VALUES = {
    "both": "computed by Kibitz, with the organiser's where they differ",
    "computed": "computed by Kibitz",
    "stated": "as the organiser's files state",
}
"""What is chosen of the places and scores, in words."""


def _public(asked: Asked) -> Page:
    policy = PublicPolicy.model_validate(asked.shown.meta.get("public") or {})
    chosen = {None: "all", 0: "none"}.get(policy.places, "first")
    decided = asked.shown.meta.get("names") or ()
    everybody = next((each["shown"] for each in decided if not each["name"]), "full")
    people = named(asked.shown.standings)
    progress = asked.shown.meta.get("progress") or {}
    begun = progress.get("rounds_begun")
    over = is_all_in(asked.shown.meta.get("status"), progress.get("complete"), progress.get("all_met"))
    values = {
        "begun": begun,
        "complete": over,
        "withholds": policy.now(complete=over, begun=begun).withholds,
        "policy": policy,
        "chosen": chosen,
        "boards": BOARDS,
        "values": VALUES,
        "everybody": everybody,
        "hidden": [each for each in decided if each["name"]],
        "typed": {name: asked.query.get(name, "") for name in ("name", "shown", "unlisted")},
        "others": others_of_day(asked.shown.tables.get(EVENTS_CHANNEL), asked.shown.event),
        "people": sorted(people - {""})[:PEOPLE],
    }
    return desk_page("public", "What the public sees", asked, values)


PUBLIC = Tab("Public", _public, lambda _event, _query: (EVENTS_CHANNEL,))
