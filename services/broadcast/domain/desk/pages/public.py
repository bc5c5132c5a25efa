"""What the public sees of an event, and the forms to choose it."""

from contracts.facts import PublicPolicy
from services.broadcast.domain.desk.pages.shown import Asked, Tab, desk_page
from services.broadcast.domain.pages.page import Page

BOARDS = {
    "all": "all boards",
    "complete": "boards when all results are in",
    "own": "no boards but by private links",
    "none": "no boards",
}
"""What is chosen of the boards, in words."""


def _public(asked: Asked) -> Page:
    policy = PublicPolicy.model_validate(asked.shown.meta.get("public") or {})
    chosen = {None: "all", 0: "none"}.get(policy.places, "first")
    values = {"policy": policy, "chosen": chosen, "boards": BOARDS}
    return desk_page("public", "What the public sees", asked, values)


PUBLIC = Tab("Public", _public)
