"""Losses as people read them: what belongs together in one line, with the number of things and examples.

Rules kept here:

1. Losses of fields go together by what they are about ("addresses") and whose they are ("players"); their number
   is of how many things the most frequent field is lost. Notices go together by their reason.
2. A loss that is alone keeps its own name. Of several, three names are examples, and the reason is that of most.
3. More than a dozen lines are a list again: then everything of one kind of thing is one line.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from textwrap import shorten

from contracts.messages import LossItem

MOST_LINES = 12
_EXAMPLES = 3
_LONGEST = 80
Group = tuple[str, str]

_ABOUT = (
    ("addresses", r"details (CITY|STATE|COUNTRY|CONTACT/.*|.*(ADDRESS|PHONE|EMAIL).*)"),
    ("fees", r"details .*(FEE|CHARGE).*"),
    (
        "strata and awards",
        r"strat(a|um|ification)(\..*)?|holding|rateable"
        r"|details (STRAT_|NUM_ELIGIBLE|.*(AWARD|FACTOR|MASTER_POINT|MASTER_\d)|MPS_|RANK$).*",
    ),
    ("numbers", r"(number|\w+_id)|details (\w*(NUMBER|KEY)|\w*ID\d*)"),
    ("names", r"\w*name"),
    ("places", r"\w*places?"),
    ("contracts, leads and tricks", r"contract|declarer|lead|tricks"),
    ("line-ups", r"(home|away)_line_up.*|details LineupDetails_\w+"),
)
"""What a field is about, by the end of its path: the first that fits."""


def grouped(losses: Sequence[LossItem]) -> tuple[LossItem, ...]:
    """Losses in about a dozen lines; `what` has the count and the examples."""
    groups: defaultdict[Group, list[LossItem]] = defaultdict(list)
    for loss in losses:
        groups[_group_of(loss)].append(loss)
    while len(groups) > MOST_LINES:
        (most, lines), *_ = Counter(things for things, _ in groups).most_common(1)
        if lines == 1:
            break
        every = [group for group in groups if group[0] == most]
        groups[most, "data"] = [loss for group in every for loss in groups.pop(group)]
    return tuple(_line(group, items) for group, items in groups.items())


def _group_of(loss: LossItem) -> Group:
    """Of which things a loss is, and what it is about; a notice is of its reason."""
    if not loss.fields:
        return re.sub(r"\d+", "", loss.why), ""
    path, _, name = loss.fields[0].partition(" ")
    things, _, field = path.partition(".")
    if things == "extensions":
        return things, "unknown bytes" if name.startswith("bytes") else "comments, tags and other texts"
    if not field:
        return things, ""
    if field.startswith("players."):
        things, field = field.split(".", 1)
    end = f"{field} {name}" if name else field
    return things, next((about for about, fields in _ABOUT if re.fullmatch(fields, end)), "other data")


def _line(group: Group, items: Sequence[LossItem]) -> LossItem:
    things, about = group
    count = max(loss.count for loss in items)
    why = Counter(loss.why for loss in items).most_common(1)[0][0]
    names = [_name(loss, things) for loss in items]
    more = f" and {len(names) - _EXAMPLES} more" if len(names) > _EXAMPLES else ""
    examples = ", ".join(names[:_EXAMPLES]) + more
    if things == "extensions":
        count = sum(loss.count for loss in items)
        what = f"{about} in {_number_of('places', count)} ({examples})"
    elif about and len(items) == 1:
        what = f"{names[0]} of {_number_of(things, count)}"
    elif about:
        what = f"{about} of {_number_of(things, count)} ({examples})"
    elif items[0].fields:
        what = f"{names[0]} ({count})"
    else:
        what = examples if count == 1 or len(items) > 1 else f"{examples} ({count})"
    return LossItem(what=what, count=count, why=shorten(why, _LONGEST, placeholder=" …"))


def _name(loss: LossItem, things: str) -> str:
    """A loss as one example of its group: "state", where all are of players."""
    if not loss.fields:
        return loss.what
    name = re.sub(r"^extension (\w+ (?=\S))?|^detail ", "", loss.what.removesuffix(f" of {things}"))
    return name.lower().replace("_", " ") if name.isupper() else name.strip()


def _number_of(things: str, count: int) -> str:
    if things == "events":
        return "the event"
    return f"{count} {things if count != 1 else re.sub(r'(?<=ch)es$|s$', '', things)}"
