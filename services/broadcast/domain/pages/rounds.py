"""Matches and games round by round, the newest first."""

from collections import Counter
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, NamedTuple

from services.broadcast.domain.cards.bridge import Table
from services.broadcast.domain.pages import words
from services.broadcast.domain.pages.rankings import Row
from services.broadcast.domain.pages.words import IN_ENGLISH, Words
from shared.natural_order import natural


class Round(NamedTuple):
    """What is played at the same time.

    Attributes:
        rows: its matches or games, in order.
        byes: of chess, those who do not play.
    """

    id: str
    title: str
    rows: Sequence[Row]
    byes: Sequence[Row] = ()


def chosen(rounds: Sequence[Round], item: str) -> Round | None:
    """The round of an address; the newest that has begun where it names none, else the first to come."""
    begun = (each for each in rounds if any(row["state"] in ("running", "over") for row in each.rows))
    named = next((each for each in rounds if each.id == item), None)
    return named or next(begun, rounds[-1] if rounds else None)


class MatchForm(NamedTuple):
    """How the matches of an event are written.

    Attributes:
        raws: whether what their boards add up to says more than the scores do.
        tables: whether any has the number of a table.
    """

    unit: str
    raw_unit: str
    raws: bool
    tables: bool
    decimals: int
    raw_decimals: int
    language: Words

    @property
    def raw_heading(self) -> str:
        """Above what the boards add up to: its unit, unless the scores have the same one."""
        return self.language.t("Net") if self.raw_unit == self.unit else self.language.unit_heading(self.raw_unit)


def match_form(table: Table | None, language: Words = IN_ENGLISH) -> MatchForm:
    """How the matches of a channel are written."""
    matches = rows_of_channel(table)
    raws, scores = (
        [[words.amount(match[f"{side}_{of}"]) for side in _SIDES] for match in matches] for of in ("raw", "score")
    )
    return MatchForm(
        unit=matches[0]["unit"] if matches else "",
        raw_unit=next((match["raw_unit"] for match in matches if match["raw_unit"]), ""),
        raws=any(raw[0] and raw != score for raw, score in zip(raws, scores, strict=True)),
        tables=any(match["table"] for match in matches),
        decimals=words.decimals_of(match[f"{side}_score"] for match in matches for side in _SIDES),
        raw_decimals=words.decimals_of(match[f"{side}_raw"] for match in matches for side in _SIDES),
        language=language,
    )


_SIDES = ("home", "away")


def match_rounds(table: Table | None, language: Words = IN_ENGLISH) -> list[Round]:
    """The rounds of matches."""
    matches, form = rows_of_channel(table), match_form(table, language)
    sessions = {match["session"] for match in matches}
    grouped: dict[tuple[Any, Any], list[Row]] = {}
    named: Counter[str] = Counter()
    for match in matches:
        item = ".".join((_round_item(match["session"], match["round"]), match["home"], match["away"] or ""))
        named[item] += 1
        item = item if named[item] == 1 else f"{item}.{named[item]}"
        grouped.setdefault((match["session"], match["round"]), []).append({**_match(match, form), "item": item})
    order = sorted(grouped, key=lambda key: (natural(key[0] or ""), key[1] or 0), reverse=True)
    made = []
    for session, number in order:
        title = _title(session if len(sessions) > 1 else None, number, language)
        made.append(_round(_round_item(session, number), title, grouped[session, number]))
    return made


def match_named(item: str, rounds: Sequence[Round]) -> tuple[Round, Row] | None:
    """The match of an address: its round and both sides, with a number where they met more than once in that round."""
    return next(((each, match) for each in rounds for match in each.rows if match["item"] == item), None)


def home_of(item: str, table: Table | None) -> str:
    """Who is at home in the match of an address; "" where there is no such match."""
    for match in rows_of_channel(table):
        sides = ".".join((_round_item(match["session"], match["round"]), match["home"], match["away"] or ""))
        if item == sides or item.startswith(f"{sides}."):
            return str(match["home"])
    return ""


def _round_item(session: str | None, number: int | None) -> str:
    return "-".join(str(part) for part in (session, number) if part is not None) or "all"


def _title(session: str | None, number: int | None, language: Words) -> str:
    if number is None:
        return language.t("Session {session}", session=session) if session else language.t("Matches")
    if session:
        return language.t("Session {session}, round {n}", session=session, n=number)
    return language.t("Round {n}", n=number)


def _round(item: str, title: str, rows: list[Row]) -> Round:
    rows.sort(key=lambda row: [natural(str(row[name] or "")) for name in ("section", "table", "home", "away")])
    return Round(item, title, rows)


def _match(match: Mapping[str, Any], form: MatchForm) -> Row:
    """A match with how it stands and its scores as they are written."""
    boards, length = match["boards"] or 0, match["length"]
    settled = any(match[name] is not None for name in ("stated_home", "stated_away", "ruling"))
    if not match["away"]:
        state = "bye"
    elif not settled and length and 0 < boards < length - (match["cancelled"] or 0):
        state = "running"
    else:
        state = "over" if boards or settled or match["home_score"] is not None else "waiting"
    played = f"{boards}/{length}" if length and 0 < boards < length else str(boards or "")
    home, away = (None if match[name] is None else Decimal(match[name]) for name in ("home_score", "away_score"))
    return {
        **match,
        "state": state,
        "played": f"{played} {form.language.score_words(match['ruling'] or '')}".strip(),
        "scores": _written(match["home_score"], match["away_score"], match["unit"], None, form.language),
        "column": _written(match["home_score"], match["away_score"], match["unit"], form.decimals, form.language),
        "raws": _written(match["home_raw"], match["away_raw"], match["raw_unit"], form.raw_decimals, form.language),
        "leading": 0 if home is None or away is None else (home > away) - (home < away),
    }


def _written(
    home: str | None, away: str | None, unit: str | None, decimals: int | None, language: Words
) -> tuple[str, str]:
    """Both scores; what one side won is what the other lost, in a difference: it shows its sign."""
    both = home is not None and away is not None
    difference = both and unit not in ("vps", "percent") and Decimal(home or 0) == -Decimal(away or 0)
    texts = [language.amount(value) if decimals is None else language.fixed(value, decimals) for value in (home, away)]
    plus = ["+" if difference and words.signed(value).startswith("+") else "" for value in (home, away)]
    return f"{plus[0]}{texts[0]}", f"{plus[1]}{texts[1]}"


def game_rounds(table: Table | None, language: Words = IN_ENGLISH) -> list[Round]:
    """The rounds of chess."""
    grouped: dict[int, list[dict[str, Any]]] = {}
    for game in rows_of_channel(table):
        state = "over" if game["result"] else "waiting"
        grouped.setdefault(game["round"], []).append(
            {**game, "table": game["table"] or 0, "state": state, "text": result_text(game["result"])}
        )
    _add_points_before(grouped, language)
    made = []
    for number in sorted(grouped, reverse=True):
        games = [game for game in grouped[number] if game["table"] or game["black"]]
        games.sort(key=lambda game: (game["table"] or 0, game["board"] or 0))
        byes = sorted((game for game in grouped[number] if game not in games), key=lambda game: natural(game["white"]))
        made.append(Round(str(number), language.t("Round {n}", n=number), games, byes))
    return made


def _add_points_before(grouped: Mapping[int, Sequence[dict[str, Any]]], language: Words) -> None:
    """To each game what both had before its round; nothing of whom an earlier game is still without a result."""
    had: dict[str, Decimal | None] = {}
    for number in sorted(grouped):
        texts = {
            player: language.fixed(points, max(1, words.decimals_of((points,))))
            for player, points in had.items()
            if points is not None
        }
        for game in grouped[number]:
            for side in ("white", "black"):
                game[f"{side}_before"] = texts.get(game[side], "")
                so_far, points = had.get(game[side], Decimal(0)), game[f"{side}_points"]
                had[game[side]] = None if so_far is None or points is None else so_far + Decimal(points)


def result_text(result: str | None) -> str:
    """A result as it is set: "1 – 0"."""
    return " – ".join((result[0], result[-1])).replace("-", words.MINUS) if result else ""


def rows_of_channel(table: Table | None) -> list[dict[str, Any]]:
    """The rows of a channel, with the names of their columns; none where there is no channel."""
    return [] if table is None else [dict(zip(table.columns, cells, strict=True)) for cells in table.rows.values()]
