"""Rankings of an event: each in its order, how its scores are written, and who leads."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from services.broadcast.domain.cards.bridge import Table
from services.broadcast.domain.pages import words
from services.broadcast.domain.pages.words import IN_ENGLISH, Words
from shared.natural_order import natural
from shared.person_names import people_of

Row = Mapping[str, Any]

TIE_BREAKS_SHOWN = 5
LINE_LETTERS, LINES = 20, 2
"""Letters of a name in a line of a phone, and lines of one that is not long."""

NUMBER_LETTERS = 8
"""Letters of a number that stand on one line."""


class ScoreForm(NamedTuple):
    """How the scores of a ranking are written.

    Attributes:
        percentages: whether there are any.
        finals: whether a handicap or a carry-forward counts for anybody.
        language: in the words of which.
    """

    unit: str
    percentages: bool
    finals: bool
    decimals: int
    language: Words = IN_ENGLISH

    def text(self, row: Row) -> str:
        """What decides the place of a row."""
        return self.language.fixed(self._decides(row), self.decimals)

    def _decides(self, row: Row) -> str | None:
        value: str | None = row["percentage" if self.percentages else "total"] if row["final"] is None else row["final"]
        return value

    def played(self, row: Row) -> str:
        """What stands beside it."""
        total = self.language.amount(row["total"])
        if self.finals:
            return self.language.fixed(row["percentage"], self.decimals) if self.percentages else total
        return total if self.percentages else ""

    def words(self, row: Row) -> str:
        """What decides, with its unit."""
        if self.percentages:
            return self.language.of_hundred(self.text(row))
        text = self.language.amount(self._decides(row))
        return text and self.language.t("{n} {unit}", n=text, unit=self.language.unit_words(self.unit))


class Ranking(NamedTuple):
    """A ranking as a page has it; its rows in order, each with what stands beside its name, and before it (`label`)."""

    id: str
    title: str
    kind: str
    rows: Sequence[Row]
    form: ScoreForm
    tie_breaks: Sequence[str]
    session: str = ""
    section: str = ""
    direction: str = ""

    @property
    def look(self) -> str:
        """The classes of its table."""
        letters = min(NUMBER_LETTERS, max(len(row["label"]) for row in self.rows))
        names = {
            "with-sides": any(row["beside"] for row in self.rows),
            "with-parts": self.form.finals,
            "with-long-names": any(_lines_of(row["name"]) > LINES for row in self.rows),
            "with-tie-breaks": bool(self.tie_breaks),
            "without-numbers": not letters,
            f"letters-{letters}": True,
        }
        return " ".join(["standings", *(name for name, fits in names.items() if fits)])

    @property
    def undirected(self) -> str:
        """Its title without the direction; empty where there is nothing else."""
        direction = IN_ENGLISH.direction(self.direction)
        return self.title.removesuffix(direction).strip() if direction else self.title


class RankingList(NamedTuple):
    """What can be chosen: a ranking, or both lines of a two-winner event together, whose title may be empty.

    Attributes:
        group: of those below one heading: "session", "stratum", "section" or "field", and which one.
    """

    id: str
    title: str
    group: tuple[str, str]
    rankings: Sequence[Ranking]


def ranking_lists(ranked: Sequence[Ranking], *, together: bool) -> list[RankingList]:
    """The lists of rankings in order; `together`: both lines side by side stand before each alone."""
    by_id = {ranking.id: ranking for ranking in ranked}
    lists = []
    for ranking in ranked:
        group = _group(ranking)
        other = by_id.get(f"{ranking.id.removesuffix('NS')}EW") if ranking.direction == "NS" else None
        if together and other is not None and other is not ranking and ranking.id.endswith("NS"):
            lists.append(RankingList(_lines_id(ranking.id), ranking.undirected, group, [ranking, other]))
        lists.append(RankingList(ranking.id, ranking.title, group, [ranking]))
    return lists


START = "start"
"""Item of the list of participants by starting rank."""


def starting_rank(ranked: Sequence[Ranking], language: Words = IN_ENGLISH) -> RankingList | None:
    """Whoever is entered for a tournament of chess, by starting rank; None where nobody is."""
    if not ranked:
        return None
    rows = sorted(ranked[0].rows, key=lambda row: natural(row["number"]))
    return RankingList(START, language.t("Starting rank"), _group(ranked[0]), [ranked[0]._replace(rows=rows)])


def has_begun(ranked: Sequence[Ranking]) -> bool:
    """Whether anybody has played or has points."""
    return any(row["boards"] or words.amount(row["total"]) not in ("", "0") for each in ranked for row in each.rows)


def chosen_list(lists: Sequence[RankingList], item: str) -> RankingList | None:
    """The list that an address asks for; the first line where both have no room, the first list where it names none."""
    named = (each for fits in (lambda own: own, _lines_id) for each in lists if fits(each.id) == item)
    return next(named, lists[0] if lists else None)


def _lines_id(ranking: str) -> str:
    return f"{ranking.removesuffix('NS')}lines" if ranking.endswith("NS") else ranking


def _group(ranking: Ranking) -> tuple[str, str]:
    if ranking.session:
        return "session", ranking.session
    if ranking.id.startswith("stratum-"):
        return "stratum", re.sub(r",? (Section .*|both directions)$", "", ranking.undirected)
    return ("section" if ranking.section else "field"), ""


def number_before(number: str, name: str) -> str:
    """The number to show before a name: nothing where the name says it, as files do whose numbers are names."""
    named = _parts(name)
    return number if set(_parts(number)) - set(named) else ""


def _parts(names: str) -> list[str]:
    return [part for part in re.split(r"[\W_]+", re.sub(r"#[A-Za-z0-9_]+", "", names)) if part]


def _lines_of(name: str) -> int:
    """Lines that a name takes where there is little room."""
    lines, letters = 1, 0
    for part in re.split(r"(?<=[\s-])", name):
        if len(part) > LINE_LETTERS:
            return LINES + 1
        if letters + len(part) > LINE_LETTERS + 1:
            lines, letters = lines + 1, 0
        letters += len(part)
    return lines


def score_parts(row: Row, form: ScoreForm) -> list[str]:
    """The parts of a score that is more than its boards."""
    parts, t, language = [], form.language.t, form.language
    if row["final"] is not None:
        played = language.percent(row["percentage"]) if form.percentages else language.amount(row["total"])
        parts.append(t("{score} played", score=played))
    handicap, carry, adjustment = (language.signed(row[name]) for name in ("handicap", "carry", "adjustment"))
    if handicap not in ("", "0"):
        parts.append(t("handicap {n}", n=handicap))
    if carry not in ("", "0"):
        parts.append(t("carried {n}", n=carry))
    if adjustment not in ("", "0"):
        parts.append(t("adjusted {n}", n=adjustment))
    return parts


def rows_of(table: Table) -> list[dict[str, Any]]:
    """The rows of standings, each with the id of its participant."""
    made = ((key, dict(zip(table.columns, cells, strict=True))) for key, cells in table.rows.items())
    return [{**row, "participant": key.partition("|")[2]} for key, row in made]


def everybody(table: Table) -> set[str]:
    """Everybody who is named in standings, one by one."""
    return {name for row in rows_of(table) for name in people_of(str(row["name"]))[::2]}


def rankings(table: Table, language: Words = IN_ENGLISH) -> list[Ranking]:
    """The rankings of an event that anybody is in, in the words of a language."""
    every = rows_of(table)
    by_ranking: dict[str, list[Row]] = {}
    for row in every:
        by_ranking.setdefault(row["ranking"], []).append(row)
    listed = [info for info in table.meta.get("rankings", ()) if info["id"] in by_ranking]
    return [_ranking(info, by_ranking[info["id"]], table.meta, language) for info in listed]


def _ranking(info: Mapping[str, Any], rows: list[Row], meta: Mapping[str, Any], language: Words) -> Ranking:
    rows.sort(key=lambda row: (row["rank"] is None, row["rank"] or 0, natural(row["number"])))
    percentages = any(row["percentage"] is not None for row in rows)
    decided = [row["total"] if row["final"] is None else row["final"] for row in rows]
    form = ScoreForm(
        unit=info.get("unit") or meta.get("unit") or "",
        percentages=percentages,
        finals=any(row["final"] is not None for row in rows),
        decimals=2 if percentages else words.decimals_of(decided),
        language=language,
    )
    sections, directions = (len({row[name] or "" for row in rows}) > 1 for name in ("section", "direction"))
    labels = [f"{(sections and row['section']) or ''}{row['number']}" for row in rows]
    rows = [
        {**row, "label": number_before(label, row["name"]), "beside": _beside(row, form, directions=directions)}
        for row, label in zip(rows, labels, strict=True)
    ]
    tie_breaks = [text.rpartition(" ")[0] for text in rows[0]["tie_breaks"] or ()][:TIE_BREAKS_SHOWN]
    of = [info.get(name) or "" for name in ("session", "section", "direction")]
    return Ranking(info["id"], info["title"], info.get("kind") or "", rows, form, tie_breaks, *of)


def _beside(row: Row, form: ScoreForm, *, directions: bool) -> str:
    """The line under a name."""
    sits = row["direction"] or ""
    parts = [
        " ".join(filter(None, [row["title"], words.amount(row["rating"], 0), row["federation"]])),
        form.language.direction(sits) if directions and sits not in row["number"].upper() else "",
        *score_parts(row, form),
    ]
    return " · ".join(filter(None, parts))


def lead(ranking: Ranking, *, over: bool) -> str:
    """Who leads, or has won, in a sentence; empty before anybody has a place."""
    first = [row for row in ranking.rows if row["rank"] == 1]
    if not first:
        return ""
    name, score, others = first[0]["name"], ranking.form.words(first[0]), len(first) - 1
    t, tn = ranking.form.language.t, ranking.form.language.tn
    said = {"name": name, "score": score}
    if others and over:
        return tn(
            others,
            "{name} and {n} other share first place, {score}",
            "{name} and {n} others share first place, {score}",
            **said,
        )
    if others:
        return tn(
            others,
            "{name} and {n} other share the lead, {score}",
            "{name} and {n} others share the lead, {score}",
            **said,
        )
    if over:
        return t("{name} won, {score}", **said)
    return t("{name} lead, {score}|a pair", **said) if ranking.kind == "pair" else t("{name} leads, {score}", **said)
