"""What a writer could not carry, counted by kind.

Rules kept here:

1. A loss is what does not come back when the file is read: `compared` holds the facts that were written against those
   that are read, so that nothing is lost without a name and nothing is named that comes back.
2. A writer adds why: for kinds that it knows, with the fields of which they are. Such a loss stands for its fields, and
   is left out where they come back. One without fields is no loss of facts, and stands as it is.
3. A field is called after the list of facts that it is in: "end time of events", "holding of players". Where every
   fact of a list is lost, the list is.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from contracts.facts import Facts
from contracts.messages import LossItem
from shared.errors import InputRejected
from shared.formats.data_files import data_text
from shared.formats.facts_lost import COMPUTED, facts_lost
from shared.formats.parsed import Parsed, Rendered

_WORDS = {
    **{"ns": "North-South", "ew": "East-West", "vp": "victory point", "imp": "IMP", "imps": "IMPs"},
    **{"counted": "inclusion in totals", "unfactored": "unfactored score", "vulnerable": "vulnerability"},
    **{"scored_with": "sections scored together", "ranked_with": "sections ranked together", "stated": "stated scores"},
}


class Losses:
    """What could not be carried, counted by kind."""

    def __init__(self) -> None:
        self._counts: dict[tuple[str, str], int] = {}
        self._fields: dict[tuple[str, str], dict[str, None]] = {}

    def add(self, what: str, why: str, count: int = 1, *, of: tuple[str, ...] = ()) -> None:
        """Count a loss `of` fields by their paths, or by what they are in; the name of a list stands for its facts."""
        if count:
            self._counts[what, why] = self._counts.get((what, why), 0) + count
            self._fields.setdefault((what, why), {}).update(dict.fromkeys(of))

    def items(self) -> tuple[LossItem, ...]:
        """The losses, in order of their names."""
        return tuple(
            LossItem(what=what[:1024], count=count, why=why, fields=tuple(self._fields[what, why]))
            for (what, why), count in sorted(self._counts.items())
        )


def compared(
    rendered: Rendered, source: Facts, parse: Callable[[bytes], Parsed], whys: Mapping[str, str], *, computed: bool
) -> Rendered:
    """A file with the losses that reading it shows (rules 1 and 2); it is read when somebody asks for them.

    Args:
        rendered: the file, with what its writer says of losses.
        source: what was written.
        parse: the reader of the format.
        whys: why fields are lost of which the writer says nothing, by their paths as in `Losses.add`; "" for any other.
        computed: whether totals and points were written as computed, and not as stated.
    """
    return replace(rendered, found=lambda: _found(rendered, source, parse, whys, computed=computed))


def _found(
    rendered: Rendered, source: Facts, parse: Callable[[bytes], Parsed], whys: Mapping[str, str], *, computed: bool
) -> tuple[LossItem, ...]:
    try:
        copies = [event.facts for event in parse(rendered.data).events]
    except InputRejected:
        copies = []
    lost = facts_lost(source, copies, computed=computed)
    unsaid = Counter(lost)
    items = []
    for loss in rendered.losses:
        of_it = [path for path in lost if any(_is_of(path, field) for field in loss.fields)]
        fields = tuple(of_it if loss.fields else (path for path in lost if name_of(path) == loss.what))
        if fields or not loss.fields:
            items.append(loss.replace(fields=fields))
        for path in fields:
            unsaid.pop(path, None)
    by_name: dict[tuple[str, str], list[str]] = {}
    for path in unsaid:
        why = next((why for start, why in whys.items() if _is_of(path, start)), whys[""])
        if computed and why == whys[""] and COMPUTED.fullmatch(path):
            why += ", or it was not computed"
        by_name.setdefault((name_of(path), why), []).append(path)
    items += (
        LossItem(what=what[:1024], count=max(unsaid[path] for path in paths), why=why, fields=tuple(paths))
        for (what, why), paths in by_name.items()
    )
    return tuple(sorted(items, key=lambda loss: (loss.what, loss.why)))


def together(losses: Iterable[LossItem]) -> tuple[LossItem, ...]:
    """The losses of several events as those of one file."""
    every: dict[tuple[str, str], LossItem] = {}
    for loss in losses:
        before = every.setdefault((loss.what, loss.why), loss.replace(count=0))
        fields = dict.fromkeys((*before.fields, *loss.fields))
        every[loss.what, loss.why] = before.replace(count=before.count + loss.count, fields=tuple(fields))
    return tuple(loss for _, loss in sorted(every.items()))


def _is_of(path: str, start: str) -> bool:
    """Whether a path is a field, or inside of it; the name of a list is that alone."""
    return path == start or path.startswith(f"{start} ") or ("." in start and path.startswith(f"{start}."))


def name_of(path: str) -> str:
    """What a field is called that is lost, by its path: "holding of players", "detail CITY of events"."""
    path, _, name = path.partition(" ")
    *_, things, field = ("", *path.split("."))
    field = f"{_in_words(field).removesuffix('s')} {name}" if name else field
    return field_of(field, things) if things else _in_words(field)


def field_of(field: str, things: str) -> str:
    """What a field of things is called."""
    return f"{_in_words(field)} of {_in_words(things)}"


def _in_words(name: str) -> str:
    return _WORDS.get(name) or (name if " " in name else " ".join(_WORDS.get(word, word) for word in name.split("_")))


def whys_of(file_format: str, name: str = "not_held") -> dict[str, str]:
    """Why a format does not hold fields, as `compared` takes it, from the format's data."""
    whys: dict[str, str] = json.loads(data_text(f"shared.formats.{file_format}", f"{name}.json"))
    return whys
