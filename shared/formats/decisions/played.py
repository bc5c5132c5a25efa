"""A ruling on a line of a traveller as a director writes it, into the fields of the decision `SetScore`.

Rules kept here:

1. "4S+1 by N" is a contract, of which the score follows by Law 77 and the vulnerability of the board. Who declared may
   be left out where the line has that denomination already. The lead stays while declarer does.
2. Points alone are those of the contract of the line where some number of tricks gives them; otherwise nothing is known
   of what was played.
3. Points that no contract gives at the vulnerability are refused, unless "exactly" stands before them: deals of
   rubber bridge and Chicago score otherwise.
"""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from contracts.decisions import Awarded
from shared.bridge.play.board_cycle import Vulnerability
from shared.bridge.play.contract import PASSED_OUT, Contract, ParsedContract, Passed, parse_card, parse_contract
from shared.bridge.play.contract_score import ns_score, possible_scores
from shared.bridge.play.seats import Seat, Side, parse_seat
from shared.bridge.unreadable import UnreadableText
from shared.formats.decisions.awards import UnclearAward, line_awards

TRICKS = range(14)

NEAR = 2
"""How many possible scores are named below and above one that is not."""

EXACTLY = "exactly "
"""Stands before points that need not be those of a contract."""

EXAMPLES = "4S+1 by N, 3NTx-2 W or pass out"

_RESULT = r"=|[+-]\s?\d{1,2}|(?:1[0-3]|[4-9])(?:\s+tricks)?|\d\s+tricks?"
_PLAYED = re.compile(
    r"(?P<contract>\d\s*(?:NT|SA|[NSHDC♠♥♦♣])\s*(?:XX?|\*\*?|DBLD?|RDBLD?|DOUBLED|REDOUBLED)?)"
    rf"\s*(?P<first>{_RESULT})?[\s,]*(?:by\s+)?(?P<declarer>North|East|South|West|[NESW])?[\s,]*(?P<second>{_RESULT})?"
    r"(?:[\s,]*lead\s+(?P<lead>\S{2,3}))?",
    re.IGNORECASE,
)
_SEEMS_PLAYED = re.compile(r"\d\s*(?:NT|SA|[NSHDC♠♥♦♣])", re.IGNORECASE)
_PASSES = frozenset({"pass", "passed", "pass out", "passed out", "all pass"})


class Played(NamedTuple):
    """What was played at a table: `tricks` are declarer's; all but the contract are None of a board passed out."""

    contract: Contract | Passed
    declarer: Seat | None = None
    tricks: int | None = None
    lead: str | None = None

    def points(self, vulnerable: Vulnerability) -> int:
        """North-South's score (Law 77)."""
        return ns_score(self.contract, self.declarer, self.tricks or 0, vulnerable)

    def fields(self) -> dict[str, Any]:
        """Those of the decision."""
        return {"contract": str(self.contract), "declarer": self.declarer, "tricks": self.tricks, "lead": self.lead}


def line_ruling(ns: str, ew: str | None, line: Mapping[str, Any], vulnerable: str | None) -> dict[str, Any]:
    """The fields of a decision about a line: what both sides get, and what was played where that is known.

    Args:
        ns: what North-South get, or what was played.
        ew: what East-West get, if that does not go with it.
        line: as it is published; empty for a new one.
        vulnerable: who is on the board; None where that is not known.

    Raises:
        UnclearAward: a text cannot be followed.
    """
    table = None if vulnerable is None else Vulnerability(vulnerable)
    played = _played(ns, line)
    if played is not None:
        if ew is not None:
            raise UnclearAward(f"{ns} is for both sides", "Leave the other side's field empty.")
        if table is None:
            raise UnclearAward("who is vulnerable on this board is not known", "Write the points instead.")
        points = Awarded(points=played.points(table))
        return {"ns": points, "ew": points, **played.fields()}
    exact = [text is not None and text.strip().lower().startswith(EXACTLY) for text in (ns, ew)]
    texts = [text.strip()[len(EXACTLY) :] if free else text for text, free in zip((ns, ew), exact, strict=True) if text]
    ours, theirs = line_awards(*texts)
    for awarded, free in ((ours, exact[0]), (theirs, exact[1] or (ew is None and exact[0]))):
        if not free:
            _check_possible(awarded, table)
    known = _kept(line, ours.points, table) if ours == theirs else None
    return {"ns": ours, "ew": theirs, **(known.fields() if known is not None else {})}


def _played(text: str, line: Mapping[str, Any]) -> Played | None:
    """What was played, by a text that says so; None for one that is about something else."""
    words = " ".join(text.replace("−", "-").replace("×", "x").split())
    if words.lower() in _PASSES:
        return Played(PASSED_OUT)
    if _SEEMS_PLAYED.match(words) is None:
        return None
    found = _PLAYED.fullmatch(words)
    contract = _contract(found["contract"]) if found is not None else None
    if found is None or not isinstance(contract, Contract) or (found["first"] and found["second"]):
        raise UnclearAward(f"{text} is not a contract with its result", f"Write it as {EXAMPLES}.")
    before = _of_line(line)
    declarer = parse_seat(found["declarer"]) if found["declarer"] else _declarer(contract, before)
    if declarer is None:
        raise UnclearAward(f"{text} does not say who declared", f"Write it as {EXAMPLES}.")
    tricks = _tricks(contract, found["first"] or found["second"] or "")
    if tricks is None:
        raise UnclearAward(
            f"{text} does not say how many tricks were made", f"Write =, +1 or -2 behind it, of 13 tricks: {EXAMPLES}."
        )
    lead = _lead(found["lead"])
    if lead is None and before is not None and before.declarer == declarer:
        lead = before.lead
    return Played(contract, declarer, tricks, lead)


def _contract(text: str) -> ParsedContract:
    try:
        return parse_contract(text)
    except UnreadableText:
        return None


def _tricks(contract: Contract, text: str) -> int | None:
    """Declarer's tricks by "=", "+1", "-2", "10" or "10 tricks"; None where they are not said or cannot be."""
    if not text:
        return None
    words = text.replace(" ", "")
    margin = 0 if words == "=" else int(words) if words[0] in "+-" else None
    tricks = int(text.split(maxsplit=1)[0]) if margin is None else contract.level + 6 + margin
    return tricks if tricks in TRICKS else None


def _lead(text: str | None) -> str | None:
    if text is None:
        return None
    lead = parse_card(text)
    if lead.card is None:
        raise UnclearAward(f"{text} is not a lead", "Write a card, as HK or S10.")
    return lead.card


def _declarer(contract: Contract, before: Played | None) -> Seat | None:
    """Who declares the line's own denomination."""
    if before is None or not isinstance(before.contract, Contract):
        return None
    return before.declarer if before.contract.denomination is contract.denomination else None


def _of_line(line: Mapping[str, Any]) -> Played | None:
    """What a line has of what was played; None where it has no contract that can be read."""
    try:
        contract = parse_contract(line.get("contract") or "")
        declarer = parse_seat(line.get("declarer") or "")
    except UnreadableText:
        return None
    if contract is None or (declarer is None and isinstance(contract, Contract)):
        return None
    return Played(contract, declarer, line.get("tricks"), line.get("lead"))


def _kept(line: Mapping[str, Any], points: int | None, vulnerable: Vulnerability | None) -> Played | None:
    """The contract of a line with the tricks that give these points, those that it has before others (rule 2)."""
    before = _of_line(line)
    if before is None or points is None or vulnerable is None:
        return None
    tries = (before.tricks, *TRICKS) if isinstance(before.contract, Contract) else (None,)
    every = (before._replace(tricks=tricks) for tricks in tries)
    return next((played for played in every if played.points(vulnerable) == points), None)


def _check_possible(awarded: Awarded, vulnerable: Vulnerability | None) -> None:
    """Refuse points that no contract gives (rule 3).

    Raises:
        UnclearAward: it names those that are near.
    """
    given = [part.points for part in awarded.weighted or ()]
    given += [] if awarded.points is None else [awarded.points]
    tables = Vulnerability if vulnerable is None else (vulnerable,)
    possible = frozenset[int]().union(
        *(
            possible_scores(each.of(Side.NS), each.of(Side.EW), old_doubled_undertricks=old)
            for each in tables
            for old in (False, True)
        )
    )
    for points in given:
        if points not in possible:
            near = sorted(score for score in possible if score < points)[-NEAR:]
            near += sorted(score for score in possible if score > points)[:NEAR]
            at = "" if vulnerable is None else f" with {_VULNERABLE[vulnerable]} vulnerable"
            percent = f" For per cent write {points}%." if 0 <= points <= 100 and awarded.weighted is None else ""
            raise UnclearAward(
                f"no contract gives {points}{at}",
                f"Near are {', '.join(map(str, near))}; or write what was played: {EXAMPLES}.{percent}"
                f" If {points} is meant all the same, write {EXACTLY}{points}.",
            )


_VULNERABLE = {
    Vulnerability.NONE: "nobody",
    Vulnerability.NS: "North-South",
    Vulnerability.EW: "East-West",
    Vulnerability.ALL: "everybody",
}
