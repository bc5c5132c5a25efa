"""What of the facts of an event is not among those that are read from a file of it.

Rules kept here:

1. Facts are compared by their values, each with the path of its field ("participants.players.holding"); details and
   extensions by their names as well. How often a path is counted is how many of its values do not come back.
2. Of a list of which fewer facts come back, the list is counted, and the values of those that do come back, as their
   keys tell; if none comes back, the list alone.
   Of facts with one key one counts, as in an event.
3. Names by which facts refer to each other may be others in the file, and values that were computed differ from those
   that were stated. Of these it counts whether there is one.
4. Spellings of the same do not differ: of numbers and contracts, and of the points of chess, which go without saying
   where they are the usual ones. Nobody takes tricks on a board that is passed out.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from functools import cache, lru_cache
from typing import Any

from pydantic import BaseModel

from contracts.facts import Detail, EventFact, Extension, Facts, ResultFact
from contracts.records import Record
from shared.bridge.play.contract import PASSED_OUT, parse_contract
from shared.bridge.unreadable import UnreadableText
from shared.chess.points import points_of

_OF_THE_FILE = {"at", "index", "owner", "part", "source", "order", "format_version", "discipline"}
"""Fields that say how a file is written, and nothing of the event."""

_NAMES = re.compile(
    r"(id|participant|session|section|home|away|opponent|board|table|player|team|members|person|member|number"
    r"|first_board|last_board|ns|ew|ns_team|ew_team|north|east|south|west|scored_with|ranked_with|set_id|sub_match)"
)
COMPUTED = re.compile(
    r"totals\.(?!details|places|session|kind)\w+|results\.stated\.\w+|matches\.((home|away)_(score|imps|game_points)|unit)"
    r"|board_points\.\w+|extensions record 80[12]"
)
"""Paths of what is computed; records 801 and 802 say what others do, for people to read."""
_BY_NAME = {"details", "scoring_system"}
_LETTERS = "WDL+-FHUZ"

_STATEMENTS = Facts.FIELDS[: Facts.FIELDS.index("extensions") + 1]
"""The lists of what files state of an event; in the others the director tells Kibitz what to do with it."""

Values = Counter[tuple[str, str]]


def facts_lost(source: Facts, copies: Sequence[Facts], *, computed: bool) -> Counter[str]:
    """How many values do not come back, by the path of their field; of facts, by the name of their list.

    `copies` are what was read, of each event that the file has; `computed` totals and points are not those stated.
    """
    lost: Counter[str] = Counter()
    for name in _STATEMENTS:
        facts = getattr(source, name)
        back = [fact for copy in copies for fact in {fact.key: fact for fact in getattr(copy, name)}.values()]
        without: set[str] = set()
        if len(back) < len(facts) and name != "extensions":  # of which each has a name of its own
            lost[name] = len(facts) - len(back)
            if not back:
                continue
            facts, without = _found_again(facts, back)
        for (path, _), count in (_values(facts, name, computed) - _values(back, name, computed)).items():
            field = path.removeprefix(f"{name}.").split(".")[0]
            if field not in without and (field != "session" or any(copy.sessions for copy in copies)):
                lost[path] += count
    return lost


def _found_again(facts: Sequence[Any], back: Sequence[Any]) -> tuple[Sequence[Any], set[str]]:
    """The facts that come back, by their keys without the session.

    Where keys do not tell, it is all of them, and the fields that every fact has say nothing more than the list does.
    """
    keys = Counter(map(_key, back))
    found = []
    for fact in facts:
        key = _key(fact)
        if keys[key]:
            keys[key] -= 1
            found.append(fact)
    if len(found) == len(back):
        return found, set()
    return facts, {name for name, default in _fields(facts[0].__class__) if default is _NEEDED}


_NEEDED = object()
"""In the place of the default of a field that has to be given."""


def _key(fact: Any) -> tuple[Any, ...]:  # noqa: ANN401 - a fact of any list
    session = getattr(fact, "session", None)
    return tuple(part for part in fact.key if part is not None and part != session)


def _values(facts: Iterable[Any], name: str, computed: bool) -> Values:
    found: Values = Counter()
    for fact in facts:
        for path, value in _of_fact(fact, name):
            found[path, value if _counts(path, computed) else ""] += 1
    return found


@lru_cache(maxsize=4_096)
def _counts(path: str, computed: bool) -> bool:
    """Whether the values at a path are compared, and not only whether there is one (rule 3)."""
    of_names = " " not in path and _NAMES.fullmatch(path.rpartition(".")[2])
    return not of_names and not (computed and COMPUTED.fullmatch(path))


def _of_fact(fact: Any, name: str) -> Iterator[tuple[str, str]]:  # noqa: ANN401 - a fact of any list
    if isinstance(fact, Extension):
        yield f"extensions {fact.kind} {fact.name}".strip(), fact.value
        return
    if isinstance(fact, EventFact):
        points = points_of(fact.scoring_system)
        usual = (
            Detail(name=letter, value=f"{points.game(letter, 'w')} {points.game(letter, 'b')}") for letter in _LETTERS
        )
        others = (each for each in fact.scoring_system if each.name.lstrip("WB") not in f"A{_LETTERS}")
        fact = fact.replace(scoring_system=(*usual, *others))
    elif isinstance(fact, ResultFact) and fact.contract is not None:
        contract = _spelled(fact.contract)
        fact = fact.replace(contract=contract, tricks=None if contract == str(PASSED_OUT) else fact.tricks)
    yield from _of_fields(fact, name)


def _of_fields(value: Any, path: str) -> Iterator[tuple[str, str]]:  # noqa: ANN401 - a record or a contract
    for name, default in _fields(value.__class__):
        inner = getattr(value, name)
        if inner is not None and inner != default:
            yield from _of_value(inner, f"{path}.{name}")


@lru_cache(maxsize=4_096)
def _of_record(value: Record, path: str) -> tuple[tuple[str, str], ...]:
    """What a record inside of a fact says; equal ones come often."""
    return tuple(_of_fields(value, path))


def _of_value(value: Any, path: str) -> Iterator[tuple[str, str]]:  # noqa: ANN401 - of any field
    if isinstance(value, Detail):
        own = path.rpartition(".")[2] in _BY_NAME
        yield (f"{path} {value.name}", value.value) if own else (path, f"{value.name} {value.value}")
    elif isinstance(value, Record):
        yield from _of_record(value, path)
    elif isinstance(value, BaseModel):
        yield from _of_fields(value, path)
    elif isinstance(value, tuple):
        for inner in value:
            yield from _of_value(inner, path)
    elif value not in (None, "", "unknown"):
        yield path, f"{value.normalize():f}" if isinstance(value, Decimal) else str(value)


@cache
def _fields(kind: type[Any]) -> tuple[tuple[str, Any], ...]:
    """The fields that say something of an event, with their defaults."""
    if issubclass(kind, Record):
        every = [(name, kind._field_defaults.get(name, _NEEDED)) for name in kind.FIELDS]
    else:
        every = [(name, _NEEDED if field.is_required() else field.default) for name, field in kind.model_fields.items()]
    return tuple((name, default) for name, default in every if name not in _OF_THE_FILE)


@cache
def _spelled(contract: str) -> str:
    try:
        return str(parse_contract(contract) or "")
    except UnreadableText:
        return contract
