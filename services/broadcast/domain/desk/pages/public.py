"""What the public sees of an event, and the forms to choose it."""

from contracts.facts import PublicPolicy
from services.broadcast.domain.desk.pages.shown import Asked, Tab, desk_page
from services.broadcast.domain.pages.page import Page
from services.broadcast.domain.pages.rankings import rows_of
from shared.person_names import people_of

PEOPLE = 1_000
"""Names that are offered."""

BOARDS = {
    "all": "all boards",
    "complete": "boards when all tables have played them",
    "own": "no boards but by private links",
    "none": "no boards",
}
"""What is chosen of the boards, in words."""

VALUES = {
    "both": "ours, with the organiser's where they differ",
    "computed": "ours alone",
    "stated": "the organiser's alone",
}
"""What is chosen of the places and scores, in words."""


def _public(asked: Asked) -> Page:
    policy = PublicPolicy.model_validate(asked.shown.meta.get("public") or {})
    chosen = {None: "all", 0: "none"}.get(policy.places, "first")
    decided = asked.shown.meta.get("names") or ()
    everybody = next((each["shown"] for each in decided if not each["name"]), "full")
    people = {name for row in rows_of(asked.shown.standings) for name in people_of(str(row["name"]))[::2]}
    progress = asked.shown.meta.get("progress") or {}
    begun = progress.get("rounds_begun")
    values = {
        "begun": begun,
        "complete": progress.get("complete") is True,
        "withholds": policy.now(complete=progress.get("complete") is True, begun=begun).withholds,
        "policy": policy,
        "chosen": chosen,
        "boards": BOARDS,
        "values": VALUES,
        "everybody": everybody,
        "hidden": [each for each in decided if each["name"]],
        "people": sorted(people - {""})[:PEOPLE],
    }
    return desk_page("public", "What the public sees", asked, values)


PUBLIC = Tab("Public", _public)
