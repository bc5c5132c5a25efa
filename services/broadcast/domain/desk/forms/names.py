"""The forms of how the public sees names: of everybody, or of one person, in other events of the day too."""

from collections.abc import Mapping, Sequence
from difflib import get_close_matches

from contracts.decisions import AnyDecision, ShowNames
from contracts.facts import NameShown
from services.broadcast.domain.cards.bridge import Table
from services.broadcast.domain.desk.forms.form import Fields, Reader, Shown, Unclear
from services.broadcast.domain.pages.calendar import events_of
from services.broadcast.domain.pages.rankings import everybody
from shared.person_names import ShownNames, name_words

MOST_NAMED = 5
"""People who are named to whoever wrote a part of a name, or one that nobody has."""

NEAR = 0.6
"""How alike two names are, of 1, for one to be meant by the other."""


def _names(fields: Fields, shown: Shown) -> tuple[AnyDecision, ...]:
    name = fields.get("name", "").strip()
    if "one" in fields and not name:
        raise Unclear("Write whose name it is.")
    words = {*name_words(name)}
    if words and (whole := sorted(each for each in everybody(shown.standings) if words < {*name_words(each)})):
        raise Unclear(f"Write the whole name: {' or '.join(whole[:MOST_NAMED])}.")
    if words and fields.get("shown") != "full" and "unlisted" not in fields and not is_named(name, shown.standings):
        near = get_close_matches(name, sorted(everybody(shown.standings)), MOST_NAMED, NEAR)
        raise Unclear(
            f"Nobody is listed as {name} here, so nothing was decided."
            + (f" Is it {' or '.join(near)}?" if near else "")
            + " Write the name as the results have it, or tick “not listed yet” to hide it whenever it comes."
        )
    return (ShowNames.model_validate({"decision": "names", "name": name or None, "shown": fields.get("shown")}),)


def is_named(name: str, standings: Table) -> bool:
    """Whether somebody in standings is recognised by a name; the server hides by the same rule."""
    hidden = ShownNames((NameShown(name=name, shown="none"),))
    return any(hidden.cell(each) != each for each in everybody(standings))


def may_name(name: str, standings: Table) -> bool:
    """Whether an event names somebody, or may: standings of teams do not list who plays."""
    return is_named(name, standings) or any(each.get("kind") == "team" for each in standings.meta.get("rankings", ()))


def person_of(fields: Fields) -> str:
    """Whose name a form is about in the other events of the day, too; "": it is about its own event alone."""
    wanted = fields.get("decision") == "names" and "day" in fields
    return fields.get("name", "").strip() if wanted else ""


def others_of_day(events: Table | None, event: str) -> Sequence[tuple[str, str]]:
    """The other events of the day of an event, with their names; without a date it is the day on which they moved."""
    rows = {row["id"]: row for row in events_of(events)}
    days = {key: row.get("date") or str(row.get("updated") or "")[:10] for key, row in rows.items()}
    return [
        (key, str(row.get("name") or key)) for key, row in rows.items() if key != event and days[key] == days.get(event)
    ]


READERS: Mapping[str, Reader] = {"names": _names}
