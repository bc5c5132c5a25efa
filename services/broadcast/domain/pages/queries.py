"""Queries from a card: when they are taken, what the form asks, and what everybody sees of them.

Beside them stands the page of what changed after standings were official.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from pydantic import JsonValue, ValidationError

from contracts.corrections.queries import EventQueries, Query
from services.broadcast.domain.cards.bridge import Table
from services.broadcast.domain.corrections.changes import Change
from services.broadcast.domain.corrections.period import end_of
from services.broadcast.domain.pages.page import Page, changes_shown, missing, values_text, withheld_text
from services.broadcast.domain.pages.words import Words

Fields = Mapping[str, str]


class Refused(Exception):
    """A query is not taken; the message says why, in the reader's language."""


def closed(meta: Mapping[str, Any], now: datetime, words: Words) -> str:
    """Why no query is taken about an event, by the meta of its public standings; "" where they are."""
    t, until = words.t, end_of(meta)
    if meta.get("withheld"):
        return withheld_text(meta, words)
    if not (meta.get("public") or {}).get("queries", True):
        return t("The organiser takes no queries here. Ask the director.")
    if meta.get("status") in ("official", "corrected"):
        return t("The results are official. Ask the director.")
    if until is not None and now >= until:
        return t("The time for corrections is over. Ask the director.")
    return ""


def query_page(
    event: str,
    item: str,
    card: Mapping[str, Any],
    queries: EventQueries,
    words: Words,
    *,
    prose: Callable[[str], str],
    shut: str = "",
    refused: str = "",
    typed: Fields | None = None,
    sent: bool = False,
) -> Page:
    """The form of a card, with what came of the queries from it.

    Args:
        event: its id.
        item: the card, as addresses name it.
        card: itself.
        queries: of the event.
        words: of the reader's language.
        prose: a text with names as the public sees them.
        shut: why none is taken.
        refused: why the last one was not, and `typed` what it said.
        typed: the fields of that one.
        sent: the last one was taken.
    """
    values = {
        "event": event,
        "item": item,
        "name": card.get("name") or item,
        "choices": choices(card, words),
        "closed": shut,
        "refused": refused,
        "typed": typed or {},
        "sent": sent,
        "queries": public_queries(queries, item, card, prose),
    }
    status = 422 if refused else 403 if shut and typed else 200
    return Page("query", words.t("Query a result"), values=values, status=status)


def no_card(shut: str, words: Words) -> Page:
    """There is no such card, or none is shown."""
    text = words.t("No one with this number or name is playing in this event, or they have no result yet.")
    return missing(words.t("No such entry"), shut or text)


def full(words: Words) -> str:
    """That so many queries wait that no more are taken."""
    return words.t("So many queries wait for the director that no more are taken now.")


def changes_page(event: str, standings: Table, listed: Sequence[Change] | None, words: Words) -> Page:
    """What changed after standings were official; None for what cannot be read, or is not shown."""
    meta, shown = standings.meta, changes_shown(standings.meta)
    withheld = "" if shown else withheld_text(meta, words) or values_text(meta, words)
    heading = str(meta.get("title") or event)
    values = {"event": event, "heading": heading, "changes": listed or () if shown else (), "withheld": withheld}
    return Page("changes", words.t("Changed since official"), values=values)


def choices(card: Mapping[str, Any], words: Words) -> dict[str, str]:
    """The lines of a card that a query may be about, by what the form sends, and in words."""
    found: dict[str, str] = {}
    for line in card["lines"]:
        key, fields = _about(line)
        found[key] = about(fields, words)
    return found


def about(fields: Mapping[str, Any], words: Words) -> str:
    """What a query is about, in words."""
    t, against = words.t, fields["against"]
    if fields["number"]:
        named = t("Board {board}", board=fields["number"])
    elif fields["round"]:
        named = t("Round {n}", n=fields["round"])
    else:
        return t("Something else")
    return f"{named}, {t('against {names}', names=against)}" if against else named


def query_of(fields: Fields, card: Mapping[str, Any], item: str, identity: str, now: datetime, words: Words) -> Query:
    """The query of a form.

    Args:
        fields: of the form.
        card: from which it is asked.
        item: that card, as addresses name it.
        identity: of the query.
        now: when.
        words: of the reader's language.

    Raises:
        Refused: it says nothing, or too much, or is about a line that the card does not have.
    """
    t, key = words.t, fields.get("line", "")
    lines = {key: found for key, found in map(_about, card["lines"])}
    if key and key not in lines:
        raise Refused(t("This card has changed since the page was shown. Choose again."))
    text, score = fields.get("text", ""), fields.get("score", "")
    if not text.strip() and not (key and score.strip()):
        raise Refused(t("Write what you believe the result was."))
    if "://" in text or "www." in text.lower():
        raise Refused(t("Write it in one line of at most 300 characters, without links and without < or >."))
    given = {**lines.get(key, {}), "id": identity, "card": item, "name": str(card.get("name") or "")[:200]}
    try:
        # A browser sends the ends of lines of a text as two characters.
        return Query.model_validate({**given, "text": " ".join(text.split()), "score": score, "asked_at": now})
    except ValidationError:
        raise Refused(t("Write it in one line of at most 300 characters, without links and without < or >.")) from None


def public_queries(
    queries: EventQueries, item: str, card: Mapping[str, Any], prose: Callable[[str], str]
) -> list[JsonValue]:
    """What everybody sees of the queries of a card, the newest first: not what was asked, which anybody may have.

    A query keeps the names of the opponents as they were shown when it was asked; who has asked since then not to be
    named is not named here either, so they are those of the card.

    Args:
        queries: of the event.
        item: the card, as addresses name it.
        card: itself, with names as the public sees them.
        prose: a text with names as the public sees them.
    """
    lines = [fields for _, fields in map(_about, card["lines"])]
    shown: list[JsonValue] = []
    for query in reversed(queries.of_card(item)):
        verdict, text = (query.answer.verdict, prose(query.answer.text)) if query.answer else (None, "")
        alike = [line["against"] for line in lines if (line.get("board"), line["round"]) == (query.board, query.round)]
        against = query.against if query.against in alike else alike[0] if len(alike) == 1 else ""
        about_ = {"number": query.number, "round": query.round, "against": against}
        shown.append({**about_, "verdict": verdict, "text": text})
    return shown


def answer_words(verdict: str | None, words: Words) -> str:
    """What the desk says to a query, in words."""
    t = words.t
    known = {"corrected": t("corrected"), "stands": t("the result stands"), "not_ours": t("not a matter of this desk")}
    return known[verdict] if verdict else t("waits for the director")


def _about(line: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """How the form names a line, and what a query says of it."""
    if "opponents" not in line:
        against = str(line["opponent_name"] or line["opponent"] or "")
        key = "|".join(("round", str(line["round"]), str(line["board"] or ""), str(line["own"] or "")))
        return key, {"number": None, "round": line["round"], "against": against[:200]}
    number = str(line["opponents_number"] or line["opponents_team"] or "")
    against = " ".join(filter(None, (number, str(line["opponents"] or ""))))
    fields = {"board": line["id"], "number": str(line["board"]), "round": None, "against": against[:200]}
    return f"{line['id']}|{number}|{line['own'] or ''}", fields
