"""Our schema of USEBIO 1.4 (`contracts/schemas/usebio-1.4.xsd`): compiled, and what it says in words.

Rule 1: the schema is the only place that says what an element of 1.4 may hold. The writer asks it before it writes a
    value, the check of structure tells its faults in its words; neither has a list of its own.
Rule 2: its simple types are patterns and enumerations (and dates), so that a value can be judged without a document.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from functools import cache, lru_cache
from importlib.resources import files
from typing import cast

from lxml import etree

_XS = "{http://www.w3.org/2001/XMLSchema}"
_SPACE = re.compile("[ \t\r\n]+")


@dataclass(frozen=True)
class Kind:
    """A simple type; its words complete "ELEMENT is ...", and blanks around a value do not count."""

    words: str
    takes: Callable[[str], bool]


@dataclass(frozen=True)
class Vocabulary:
    """What the schema knows by name.

    Attributes:
        kinds: the simple types of each element; two for the few that mean different things in different places.
        attributes: the simple type of each attribute.
        homes: in which elements each element may stand.
        alternatives: for each constraint, the elements of which one has to stand, or one may stand.
        once: names of an element and of a child of it that may not stand there twice.
    """

    kinds: dict[str, tuple[Kind, ...]]
    attributes: dict[str, Kind]
    homes: dict[str, frozenset[str]]
    alternatives: dict[str, tuple[str, ...]]
    once: frozenset[tuple[str, str]]


@cache
def _tree() -> etree._Element:
    data = files("contracts").joinpath("schemas", "usebio-1.4.xsd").read_bytes()
    return etree.fromstring(data, etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False))


@cache
def compiled() -> etree.XMLSchema:
    """The schema, ready to validate; it refers to nothing outside itself."""
    return etree.XMLSchema(_tree())


@cache
def vocabulary() -> Vocabulary:
    """The names of the schema."""
    tree = _tree()
    types = {str(node.get("name")): node for node in tree.iterchildren(f"{_XS}simpleType")}
    kinds: dict[str, dict[str, Kind]] = {}
    for node in tree.iter(f"{_XS}element"):
        kind = types.get(node.get("type", ""))
        if kind is not None:
            kinds.setdefault(str(node.get("name")), {})[str(kind.get("name"))] = _kind(kind, types)
    attributes = {
        str(node.get("name")): _kind(types[str(node.get("type"))], types) for node in tree.iter(f"{_XS}attribute")
    }
    alternatives: dict[str, tuple[str, ...]] = {}
    once: set[tuple[str, str]] = set()
    for rule in tree.iter(f"{_XS}key", f"{_XS}unique"):
        names = tuple(str(cast(etree._Element, rule.find(f"{_XS}field")).get("xpath")).split("|"))
        alternatives[str(rule.get("name"))] = names
        owner = str(cast(etree._Element, rule.getparent()).get("name"))
        once.update((owner, name) for name in names)
    return Vocabulary(
        kinds={name: tuple(named.values()) for name, named in kinds.items()},
        attributes=attributes,
        homes=_homes(tree),
        alternatives=alternatives,
        once=frozenset(once),
    )


def _kind(node: etree._Element, types: dict[str, etree._Element]) -> Kind:
    words = " ".join((node.findtext(f"{_XS}annotation/{_XS}documentation") or "").split())
    union = node.find(f"{_XS}union")
    if union is not None:
        parts = [_kind(types[name], types) for name in str(union.get("memberTypes")).split()]
        return Kind(words, lambda text: any(part.takes(text) for part in parts))
    restriction = node.find(f"{_XS}restriction")
    if restriction is None or restriction.get("base") == "xs:string":
        return Kind(words, lambda text: True)
    values = frozenset(str(value.get("value")) for value in restriction.iterchildren(f"{_XS}enumeration"))
    if values:
        return Kind(words, lambda text: _plain(text) in values)
    pattern = re.compile(str(cast(etree._Element, restriction.find(f"{_XS}pattern")).get("value")))
    if restriction.get("base") == "xs:date":
        return Kind(words, lambda text: pattern.fullmatch(_plain(text)) is not None and _is_date(_plain(text)))
    return Kind(words, lambda text: pattern.fullmatch(_plain(text)) is not None)


def _plain(text: str) -> str:
    """A text as xs:token sees it."""
    return _SPACE.sub(" ", text).strip(" ")


def _is_date(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _homes(tree: etree._Element) -> dict[str, frozenset[str]]:
    """For each element, the elements in which it may stand: those of the type around it, through groups."""
    of_type: dict[str, set[str]] = {}
    references: dict[str, list[etree._Element]] = {}
    for node in tree.iter(f"{_XS}element", f"{_XS}group"):
        if node.get("ref"):
            references.setdefault(str(node.get("ref")), []).append(node)
        elif node.get("type"):
            of_type.setdefault(str(node.get("type")), set()).add(str(node.get("name")))

    def around(node: etree._Element) -> set[str]:
        outer = next(node.iterancestors(f"{_XS}complexType", f"{_XS}group"), None)
        if outer is None:
            return set()
        name = outer.get("name")
        if outer.tag == f"{_XS}group":
            return {home for reference in references.get(str(name), ()) for home in around(reference)}
        parent = outer.getparent()
        return of_type.get(name, set()) if name else {str(cast(etree._Element, parent).get("name"))}

    homes: dict[str, set[str]] = {}
    for node in tree.iter(f"{_XS}element"):
        homes.setdefault(str(node.get("name")), set()).update(around(node))
    return {name: frozenset(outer) for name, outer in homes.items()}


def takes(element: str, text: str) -> bool:
    """Whether an element of 1.4 may hold a text; true for elements that the schema does not know."""
    return element not in vocabulary().kinds or _takes(element, text)


@lru_cache(maxsize=2_048)
def _takes(element: str, text: str) -> bool:
    """The same of an element that the schema knows; the values of an event are few."""
    return any(kind.takes(text) for kind in vocabulary().kinds[element])


def words(element: str) -> str:
    """What an element of 1.4 may hold, to complete "it is ..."."""
    return " or ".join(kind.words for kind in vocabulary().kinds.get(element, ()))
