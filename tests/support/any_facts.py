"""Facts of every type with anything in them that their contracts allow, made from the contracts by a seed.

For properties that hold whatever comes, such as that what is written is valid. Names come from a small pool, so that
participants, results and seats meet.
"""

import types
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from decimal import Decimal
from enum import Enum
from random import Random
from typing import Any, Literal, Union, get_args, get_origin

from contracts.base import Discipline
from contracts.facts import Facts, Sides
from tests.support.objects import adapter, fields_with_types

TEXTS = (
    "", " ", "7", "3=", "12.5", "y", "N", "NS", "North", "2031-05-04", "4/5/2031", "13:30", "A6040", "Ave+", "PASS",
    "VPS", "match_points", "imps", "vps", "Black", "WBF", "<&>", "]]>", "?>", "--", "Ó 日", "\r\n\t", "a\x00b",
    "two words",
)  # fmt: skip
IDS = ("1", "2", "3NS", "A-4", 'O\'Hara & "Co"')
BOARDS = ("1", "2", "17", "A5")
DETAILS = (
    "TITLE", "NOTES", "DATE", "PLAYERS", "MASTER_POINT_TYPE", "MPS_AWARDED_FLAG", "@RATEABLE", "DIRECTION",
    "STRAT_LABEL", "CONTACT/FULL_NAME", "CONTACT 2/EMAIL", "CONTACT/ADDRESS/LINE", "ADDRESS/TOWN", "HANDSET/STATUS",
    "LIN_DATA",
    "HANDSET 7/LEGEND/LINE", "PLAY_DATA", "PLAY_DATA PBN", "DUPLICATES", "TEAM_VICTORY_POINTS", "NS_SCORE",
    "PLAYING_ENVIRONMENT", "USEBIO/NOTES", "ARROW_SWITCHED", "anything",
)  # fmt: skip
KINDS = (None, "pairs", "swiss_pairs", "teams", "swiss_teams", "individual", "knockout", "ladder")
ELEMENTS = ("<X a='1'><Y/>?&gt;</X>", "<PLACE>3</PLACE>", "<X", "words")
OWNERS = ("/USEBIO", "/USEBIO/CLUB", "/USEBIO/EVENT", "/USEBIO/EVENT/PARTICIPANTS", "game 3")

POOLS: dict[str, tuple[Any, ...]] = {
    **dict.fromkeys(("participant", "member", "home", "away", "team", "Participant.id"), IDS),
    **dict.fromkeys((f"Sides.{side}" for side in Sides.FIELDS), (*IDS, None, None)),
    **dict.fromkeys(("board", "first_board", "last_board"), BOARDS),
    "session": (None, None, "1", "Sat"),
    "SessionFact.id": ("1", "Sat"),
    "section": (None, None, "A", "B"),
    "SectionFact.id": ("A", "B"),
    "at": (None,),
    "EventFact.kind": KINDS,
    "EventFact.discipline": (Discipline.BRIDGE,),
    "MatchFact.kind": ("pairs", "teams"),
    **dict.fromkeys(
        tuple(
            f"Facts.{kind}"
            for kind in ("games", "retractions", "statuses", "locks", "reassignments", "takes", "publics", "names")
        ),
        ((),),
    ),
    "Extension.kind": ("element", "attribute", "comment", "directive", "text", "tag"),
    "Extension.owner": OWNERS,
    "Extension.value": (*TEXTS, *ELEMENTS),
    "Detail.name": DETAILS,
}
"""What a field holds, by its name, or by contract and name where that decides."""


def any_facts(seed: int) -> Facts:
    """Facts made by a seed; the same seed makes the same facts."""
    return _contract(Facts, Random(seed))


def _contract(model: type[Any], random: Random) -> Any:
    values = {}
    for name, (annotation, required) in fields_with_types(model).items():
        pool = POOLS.get(f"{model.__name__}.{name}", POOLS.get(name))
        if not required and random.random() < 0.4:
            continue
        values[name] = random.choice(pool) if pool is not None else _value(annotation, random)
        if model is Facts:
            values[name] = tuple({fact.key: fact for fact in values[name]}.values())
    return adapter(model).validate_python(values)


def _value(annotation: Any, random: Random) -> Any:
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin in (Union, types.UnionType):
        return _value(random.choice(arguments), random)
    if origin is Literal:
        return random.choice(arguments)
    if origin is tuple and arguments[-1] is not Ellipsis:
        return tuple(_value(argument, random) for argument in arguments)
    if origin in (tuple, Sequence):
        return tuple(_value(arguments[0], random) for _ in range(random.choice((0, 1, 1, 2, 3))))
    if hasattr(annotation, "__metadata__"):
        return _value(arguments[0], random)
    for kind, make in _PLAIN.items():
        if annotation is kind:
            return make(random)
    if issubclass(annotation, Enum):
        return random.choice(list(annotation))
    return _contract(annotation, random)


_PLAIN: dict[type[Any], Callable[[Random], Any]] = {
    type(None): lambda random: None,
    bool: lambda random: random.random() < 0.5,
    int: lambda random: random.randrange(41),
    str: lambda random: random.choice(TEXTS),
    Decimal: lambda random: Decimal(random.randrange(-20_000, 20_000)).scaleb(-random.randrange(4)),
    datetime: lambda random: datetime(2031, 5, 4, random.randrange(24), tzinfo=UTC),
}
"""How values without fields of their own are made."""
