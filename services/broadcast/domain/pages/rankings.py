"""Rankings of an event: each in its order, how its scores are written, and who leads."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from services.broadcast.domain.cards.bridge import Table
from services.broadcast.domain.pages import words
from services.broadcast.domain.pages.words import IN_ENGLISH, Words
from shared.natural_order import natural

Row = Mapping[str, Any]

TIE_BREAKS_SHOWN = 5
LONG_NAME = 28
"""Letters of a name that fit on two lines of a phone."""


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
    language: Words

    def text(self, row: Row) -> str:
        """What decides the place of a row."""
        value = row["final"] if row["final"] is not None else row["percentage" if self.percentages else "total"]
        return self.language.fixed(value, self.decimals)

    def played(self, row: Row) -> str:
        """What stands beside it."""
        total = self.language.amount(row["total"])
        if self.finals:
            return self.language.fixed(row["percentage"], self.decimals) if self.percentages else total
        return total if self.percentages else ""

    def words(self, row: Row) -> str:
        """What decides, with its unit."""
        text = self.text(row)
        if self.percentages:
            return self.language.of_hundred(text)
        return text and self.language.t("{n} {unit}", n=text, unit=self.language.unit_words(self.unit))


class Ranking(NamedTuple):
    """A ranking as a page has it; its rows in order, each with what stands beside its name."""

    id: str
    title: str
    kind: str
    rows: Sequence[Row]
    form: ScoreForm
    tie_breaks: Sequence[str]

    @property
    def caption(self) -> str:
        """What the table is of."""
        return f"{self.title}: {words.counted(len(self.rows), 'entry', 'entries')}, {words.unit_words(self.form.unit)}"

    @property
    def look(self) -> str:
        """The classes of its table."""
        names = {
            "with-sides": any(row["beside"] for row in self.rows),
            "with-parts": self.form.finals,
            "with-long-names": any(len(row["name"]) > LONG_NAME for row in self.rows),
            "with-tie-breaks": bool(self.tie_breaks),
        }
        return " ".join(["standings", *(name for name, fits in names.items() if fits)])


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
    several = {name for name in ("section", "direction") if len({row[name] for row in rows}) > 1}
    rows = [{**row, "beside": _beside(row, form, several)} for row in rows]
    tie_breaks = [text.rpartition(" ")[0] for text in rows[0]["tie_breaks"] or ()][:TIE_BREAKS_SHOWN]
    return Ranking(info["id"], info["title"], info.get("kind") or "", rows, form, tie_breaks)


def _beside(row: Row, form: ScoreForm, several: set[str]) -> str:
    """The line under a name."""
    sits = row["direction"] or ""
    parts = [
        f"Section {row['section']}" if "section" in several and row["section"] else "",
        " ".join(filter(None, [row["title"], words.amount(row["rating"], 0), row["federation"]])),
        form.language.direction(sits) if "direction" in several and sits not in row["number"].upper() else "",
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
