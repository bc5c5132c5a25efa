"""What is known of an event besides its results, as a list of terms and values (`scripts/parts/about.js`)."""

from collections.abc import Mapping
from typing import Any

from services.broadcast.domain.pages.words import IN_ENGLISH, Words


def about_event(meta: Mapping[str, Any], words: Words = IN_ENGLISH) -> list[tuple[str, str]]:
    """Terms and values, by the meta of standings; those that have a value."""
    about, t = meta.get("about") or {}, words.t
    first, last = meta.get("date"), about.get("end_date")
    listed = [
        (t("Venue"), ", ".join(filter(None, (about.get("venue"), about.get("city"))))),
        (t("Federation"), about.get("federation")),
        (t("Dates"), f"{words.date(first)} – {words.date(last)}" if first and last else ""),
        (t("Teams"), _counted(about.get("teams"), words)),
        (t("Players"), _counted(about.get("players"), words)),
        (t("Tournament type"), about.get("system")),
        (t("Chief arbiter"), about.get("arbiter")),
        (t("Deputy arbiters"), "; ".join(about.get("deputies", ()))),
        (t("Time control"), about.get("time_control")),
    ]
    return [(term, value) for term, value in listed if value]


def round_date(meta: Mapping[str, Any], round_: str, words: Words = IN_ENGLISH) -> str:
    """The day of a round; "" where it is not known."""
    dates = (meta.get("about") or {}).get("round_dates", ())
    return next((words.date(day) for number, day in dates if str(number) == round_), "")


def _counted(n: int | None, words: Words) -> str:
    return words.number(n) if n else ""
