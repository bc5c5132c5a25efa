"""What the public sees of an event, and of new events, and the forms to choose it."""

from datetime import UTC
from typing import Any

from contracts.access.new_events import NewEvents
from contracts.facts import PublicPolicy
from contracts.feed import EVENTS_CHANNEL
from contracts.standings import is_all_in
from services.broadcast.domain.desk.forms.names import others_of_day
from services.broadcast.domain.desk.pages.shown import Asked, Tab, desk_page
from services.broadcast.domain.pages.page import Page
from services.broadcast.domain.pages.rankings import everybody as named
from shared.formats.decisions.sentences import seen

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


def _choices(policy: PublicPolicy) -> dict[str, Any]:
    """What the fields of a policy show."""
    chosen = {None: "all", 0: "none"}.get(policy.places, "first")
    return {"policy": policy, "chosen": chosen, "boards": BOARDS, "values": VALUES}


def new_events_page(now: NewEvents) -> Page:
    """What the public sees of events whose first file is still to come."""
    when = f"{now.at.astimezone(UTC):%Y-%m-%d %H:%M} UTC" if now.at is not None else ""
    values = {**_choices(now.policy), "seen": seen(now.policy), "by": now.by, "when": when}
    return Page("desk/new_events", "New events", values=values)


def _public(asked: Asked) -> Page:
    policy = PublicPolicy.model_validate(asked.shown.meta.get("public") or {})
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
        **_choices(policy),
        "of_new": bool(asked.shown.meta.get("public_of_new")),
        "everybody": everybody,
        "hidden": [each for each in decided if each["name"]],
        "typed": {name: asked.query.get(name, "") for name in ("name", "shown", "unlisted")},
        "others": others_of_day(asked.shown.tables.get(EVENTS_CHANNEL), asked.shown.event),
        "people": sorted(people - {""})[:PEOPLE],
    }
    return desk_page("public", "What the public sees", asked, values)


PUBLIC = Tab("Public", _public, lambda _event, _query: (EVENTS_CHANNEL,))
