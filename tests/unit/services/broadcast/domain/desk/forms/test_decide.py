"""Which form decides what, and that nothing is left out."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, get_args

import pytest
from pydantic import BaseModel

import services.broadcast.adapters.site
from contracts.decisions import AnyDecision, SetStatus
from services.broadcast.domain.desk.forms.decide import decisions_of
from services.broadcast.domain.desk.forms.form import Shown, Unclear
from services.broadcast.domain.desk.forms.results import line_id
from services.broadcast.domain.desk.forms.rounds import SWISS
from services.broadcast.domain.desk.visitors import DECIDES
from services.broadcast.domain.pages.rounds import match_rounds
from tests.unit.services.broadcast.domain.desk.forms.test_results import LINE, seats
from tests.unit.services.broadcast.domain.desk.forms.test_results import shown as results_shown
from tests.unit.services.broadcast.domain.pages.test_page import META, ROWS
from tests.unit.services.broadcast.domain.pages.test_rankings import standings
from tests.unit.services.broadcast.domain.pages.test_rounds import games, matches

SHOWN = Shown("club", {}, standings(*ROWS, **META))
OUTCOME = "cd" * 32


def test_every_decision_of_a_form_has_its_reason():
    fields = {"decision": "status", "status": "live", "reason": " power cut "}
    wanted = SetStatus(decision="status", status="live", reason="power cut")
    assert decisions_of(fields, SHOWN) == (wanted,)
    assert decisions_of({**fields, "reason": " "}, SHOWN) == (wanted.replace(reason=None),)


@pytest.mark.parametrize("fields", [{}, {"decision": "nothing"}])
def test_a_form_that_is_not_known_is_refused(fields):
    with pytest.raises(Unclear, match="not known"):
        decisions_of(fields, SHOWN)


TEMPLATES = Path(services.broadcast.adapters.site.__file__).parent / "templates" / "desk"
FILE = "ab" * 32
SEATS = seats(4, {"table": "1", "ns": "p1", "ew": "p2"})
ROUND = {"session": "2", "round": "4", "reason": "x"}
OF_LINE = {"board": "1-7", "line": line_id({**LINE, "part": 1}), "reason": "x"}
GAME = {"decision": "game", "game": json.dumps([1, "1", "2"]), "result": "1-0"}
SPLIT = {"decision": "split", "file": FILE, "name": "a.xml", "sender": "local"}
MATCHES = matches({"session": "2", "round": 1, "home": "A", "away": "B", "home_vps": "12", "away_vps": "8"})
OF_MATCH = {"match": match_rounds(MATCHES)[0].rows[0]["item"]}
GAMES = games({"round": 1, "white": "1", "black": "2"})

WAYS: Sequence[Mapping[str, str]] = (
    {"decision": "void", **OF_LINE},
    {"decision": "score", **OF_LINE, "ns_gets": "-100", "ew_gets": "60%"},
    {"decision": "score", **OF_LINE, "ns_gets": "60%", "ew_gets": "-100"},
    {"decision": "score", **OF_LINE, "ns_gets": "average", "ew_gets": "30% 620, 70% -100"},
    {"decision": "score", **OF_LINE, "ns_gets": "30% 620, 70% -100", "ew_gets": "average"},
    {"decision": "score", **OF_LINE, "played": "4S+1 by N lead HK"},
    {"decision": "void_board", "board": "1-7"},
    {"decision": "match", **OF_MATCH, "home_gets": "12", "away_gets": "void", "reason": "x"},
    {"decision": "match", **OF_MATCH, "home_gets": "void", "away_gets": "12"},
    {"decision": "removed", **OF_MATCH, "removed": "3", "home_gets": "average"},
    {
        "decision": "adjustment",
        "participant": "team:7",
        "session": "2",
        "round": "4",
        "amount": "2",
        "unit": "imps",
        "reason": "x",
    },
    {
        "decision": "carry",
        "participant": "player:7",
        "session": "2",
        "score": "1",
        "maximum": "2",
        "boards": "3",
        "reason": "x",
    },
    GAME,
    {"decision": "retract", "file": FILE, "back": "1"},
    {"decision": "take", "file": FILE, "back": "1"},
    {"decision": "status", "status": "official", "outcome": OUTCOME},
    {"decision": "corrections", "period": "30m"},
    {"decision": "public", "ranking": "first", "places": "3", "boards": "own", "delay": "5"},
    {"decision": "public", "ranking": "all", "until_round": "3", "boards": "all", "values": "stated"},
    {"decision": "names", "name": "Ann", "shown": "none", "unlisted": "1"},
    {"decision": "lock", "session": "2", "round": "4", "back": "1"},
    {"decision": "link", "to": "other"},
    SPLIT,
    {"decision": "early_start", **ROUND, "round": "5", "session": ""},
    {"decision": "early_start", "session": "2", "round": "4", "back": "1"},
    {"decision": "presence", **ROUND, "participant": "7", "presence": "absent", "bye": "H"},
    {
        "decision": "presence",
        "session": "2",
        "round": "4",
        "participant": "7",
        "presence": "returned",
        "kind": "pair",
        "name": "Late",
    },
    {
        "decision": "presence",
        "participant": "41",
        "presence": "returned",
        "round": "2",
        "kind": "player",
        "name": "Late, Lou",
        "rating": "2150",
        "title": "wfm",
        "federation": "sui",
    },
    {"decision": "exchange", **ROUND, "first": "1", "second": "2", "what": "participants"},
    {"decision": "exchange", "session": "2", "round": "4", "first": "1", "second": "2", "what": "tables", "back": "1"},
    {"decision": "system", "reason": "x", "system": "howell", "rounds": "7"},
    {
        "decision": "system",
        "system": "swiss",
        "odd": "long_triple",
        "first_round": "lot",
        "lot": "hats",
        "tables": "stay",
        "second_bye_before_rematch": "false",
    },
    {"decision": "name", "name": "Monday"},
    {"decision": "scale", "name": "x", "unit": "imps", "charts": "boards 7\n0 10 10", "reason": "x"},
    {"decision": "scale", "scale": "WBF_DISCRETE", "reason": "x"},
    {"decision": "scale", "name": "x", "unit": "percent", "charts": "boards 7\n52"},
    {"decision": "imps", "lower_bounds": "20 50", "reason": "x"},
)
"""Forms of the desk as they are sent, which together say everything that the contract can say."""

UNSAID: Mapping[str, str] = {
    "game.reason": "the row of a game is as short as it can be",
    "removed.reason": "the board says it",
    "retract.reason": "Withdraw and Undo are one click",
    "take.reason": "one click",
    "status.reason": "one click",
    "public.reason": "the form is the policy itself",
    "names.reason": "why somebody is not named is nobody's business",
    "lock.reason": "one click",
    "reassign.reason": "one click, or a choice of the other event",
    "name.reason": "the name says it",
}
"""What no form says, and why."""


def shown() -> Shown:
    of = results_shown(LINE, {**LINE, "part": 1}, matches=MATCHES, games=GAMES, seats=SEATS)
    of.standings.meta["outcome"] = OUTCOME
    return of


def leaves(model: type[BaseModel], before: str) -> Iterator[str]:
    """Everything that can be said in a model, by its path."""
    for name, field in model.model_fields.items():
        below = [each for each in models_in(field.annotation) if issubclass(each, BaseModel)]
        for each in below:
            yield from leaves(each, f"{before}.{name}")
        if not below and name != "decision":
            yield f"{before}.{name}"


def models_in(annotation: Any) -> Iterator[type]:
    """The classes that an annotation is made of."""
    if isinstance(annotation, type) and not get_args(annotation):
        yield annotation
    for each in get_args(annotation):
        yield from models_in(each)


def said(value: BaseModel, before: str) -> Iterator[str]:
    """What is said in a value: whatever is not as it is by default."""
    for name, field in type(value).model_fields.items():
        given = getattr(value, name)
        each = given if isinstance(given, tuple) else (given,)
        for part in each:
            if isinstance(part, BaseModel):
                yield from said(part, f"{before}.{name}")
        if name != "decision" and given != field.get_default(call_default_factory=True):
            yield f"{before}.{name}"


def test_the_desk_says_everything_that_a_file_of_decisions_can_say() -> None:
    kinds = {get_args(each.model_fields["decision"].annotation)[0]: each for each in get_args(get_args(AnyDecision)[0])}
    wanted = {path for kind, model in kinds.items() for path in leaves(model, kind)}
    decided = [decision for way in WAYS for decision in decisions_of(way, shown())]
    found = {path for decision in decided for path in said(decision, decision.decision)} & wanted
    assert wanted - found == set(UNSAID)
    assert set(DECIDES) == set(kinds)


def controls() -> Iterator[set[str]]:
    """The names that stand in each form of the templates: of its fields, and of what is decided with it."""
    texts = {path.stem: path.read_text() for path in TEMPLATES.glob("*.html")}
    calls = " ".join(texts.values())
    for name, text in texts.items():
        for form in re.findall(r"<form .*?</form>|{% call form\(.*?{% endcall %}", text, re.DOTALL):
            named = set(re.findall(r'"(\w+)"', form))
            named |= {field for macro, fields in MACROS.items() if f"{macro}(" in form for field in fields}
            named |= set(FORMS[name] if "call form(" in form else ())
            if "{{ decision }}" in form and name == "base":
                named |= {kind for kind in ("retract", "take") if f'decide("{kind}"' in calls}
            yield named


MACROS: Mapping[str, Sequence[str]] = {
    "policy_fields": ("ranking", "places", "until_round", "boards", "values", "delay", "queries"),
    "remark": ("reason",),
    "number": ("round",),
    "this_round": ("round",),
    "in_session": ("session",),
    "dict": ("match", "round"),
    "gets": ("ns_gets", "ew_gets"),
    "swiss.items": tuple(SWISS),
}
"""Fields that macros and loops of the templates make."""


FORMS: Mapping[str, Sequence[str]] = {"rounds": ("session",), "event": ("reason",), "results": ()}
"""Fields that the forms of a page have in common."""


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way["decision"])
def test_each_of_these_forms_is_on_a_page(way: Mapping[str, str]) -> None:
    assert any({way["decision"], *way} - {"decision"} <= named for named in controls())
