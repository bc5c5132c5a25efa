"""Explanations of totals in the terminal, to be read at 80 columns."""

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction

from rich.markup import escape
from rich.table import Table

from contracts.base import Place
from contracts.explanation import (
    ExplainedGame,
    ExplainedLine,
    ExplainedMatch,
    ExplainedScale,
    ExplainedSession,
    Explanation,
    Given,
    Rival,
    Rule,
    Somebody,
    Where,
)
from contracts.standings import TieBreakTerm, TieBreakValue
from kibitz.console import out, plain_table
from shared.bridge.rounding import to_decimal

_UNITS = {
    "match_points": "match points",
    "imps": "IMPs",
    "vps": "VPs",
    "percent": "%",
    "percent_of_board": "% of a top",
}


def show_explanations(explanations: Iterable[Explanation]) -> None:
    """Print why each of some participants has its total, and at the end the rules that were named."""
    rules: dict[str, Rule] = {}
    for explanation in explanations:
        rules |= {rule.name: rule for rule in explanation.rules}
        for part in explained(explanation):
            out.print(part)
        out.print()
    for rule in rules.values():
        source = f" [dim]({escape(rule.source)})[/]" if rule.source else ""
        out.print(f"[dim]{rule.name}:[/] {escape(rule.text)}{source}")


def explained(explanation: Explanation) -> Iterator[str | Table]:
    """One explanation: the result first, then where it comes from, session by session."""
    files = sorted({where.file for where in _wheres(explanation)})
    title = f"{explanation.kind.capitalize()} {_named(explanation.participant)}"
    yield f"[bold]{title}[/]: {escape(result_of(explanation))}"
    for rival, word in ((explanation.ahead, "ahead"), (explanation.behind, "behind")):
        if rival is not None:
            yield f"{word}: {_rival(rival, explanation)}"
    if explanation.tied:
        yield f"with the same place: {', '.join(_named(each.somebody) for each in explanation.tied[:6])}"
    yield escape(explanation.why)
    if files:
        named = files if len(files) == 1 else [f"[{number}] {name}" for number, name in enumerate(files, 1)]
        yield f"[dim]places are in {escape(', '.join(named))}[/]"
    for session in explanation.sessions:
        yield from _session(session, explanation, files=files)
    yield from (f"  {given_in_words(gift)}" for gift in explanation.given)
    yield from (escape(line) for line in total_lines(explanation))
    yield from tie_break_lines(explanation.tie_breaks)


def result_of(explanation: Explanation) -> str:
    """Place and total: "3rd of Overall, 345.63 match points, 60.01 %"."""
    unit = _UNITS.get(explanation.unit, explanation.unit)
    parts = [
        f"place {explanation.place}, {explanation.ranking}" if explanation.place else explanation.ranking,
        None if explanation.total is None else f"{explanation.total} {unit}",
        None if explanation.percentage is None or unit == "%" else f"{explanation.percentage} %",
    ]
    return "; ".join(part for part in parts if part)


def total_lines(explanation: Explanation) -> Iterator[str]:
    """The last steps, from the sum of all sessions to what decides the place, and what the file states instead."""
    if explanation.score is not None and explanation.value is not None:
        gifts = [*explanation.given, *(gift for session in explanation.sessions for gift in session.given)]
        text = f"= {number(explanation.score)}"
        score, possible = explanation.score, explanation.possible
        if explanation.stretched_to:
            text += f" on {explanation.boards} boards, as on {explanation.stretched_to}: "
            times = Fraction(explanation.stretched_to, explanation.boards)
            if explanation.sit_out is not None and possible is not None:
                score += possible * (times - 1) * explanation.sit_out / 100
            else:
                score *= times
            possible = None if possible is None else possible * times
            text += number(score)
        text += "".join(f" {'-' if gift.points < 0 else '+'} {number(abs(gift.points))}" for gift in gifts)
        if explanation.by_percentage and possible is not None:
            text += f", of {number(possible)} = {number(explanation.value)} %"
        elif gifts:
            text += f" = {number(explanation.value)}"
        yield text
    if explanation.agrees is False and explanation.stated is not None:
        stated = explanation.stated
        values = (
            stated.place and f"place {stated.place}",
            stated.total,
            stated.percentage and f"{stated.percentage} %",
        )
        yield f"the file states {', '.join(str(value) for value in values if value is not None)}"


def number(value: Fraction | None) -> str:
    """A number with two decimals at the most; empty for None."""
    if value is None:
        return ""
    rounded: Decimal = to_decimal(value, 2)
    return f"{rounded.normalize():f}"


def _session(session: ExplainedSession, explanation: Explanation, *, files: Sequence[str]) -> Iterator[str | Table]:
    title = f"Session {escape(session.session)}" if session.session else None
    if session.lines:
        yield _lines_table(session.lines, title, files=files)
    elif title:
        yield title
    for match in session.matches:
        yield f"  {match_in_words(match, explanation.scales)}"
        if match.lines:
            yield _lines_table(match.lines, None, files=files)
        yield from (f"  {given_in_words(gift)}" for gift in match.given)
    if session.games:
        yield _games_table(session.games, files=files)
    if explanation.basis not in ("stated", "wins"):
        text = f"  sum {number(session.points)}"
        text += f" of {number(session.possible)}" if session.possible is not None else ""
        if session.full is not None:
            text += f", brought to {number(session.full)}: {number(session.score)}"
        yield text
    yield from (f"  {given_in_words(gift)}" for gift in session.given)


def _lines_table(lines: Sequence[ExplainedLine], title: str | None, *, files: Sequence[str]) -> Table:
    columns = {
        "board": [escape(line.board) for line in lines],
        "rd": [str(line.round or "") for line in lines],
        "": [line.side or "" for line in lines],
        "against": ["" if line.tables else escape("+".join(each.number for each in line.against)) for line in lines],
        "contract": [escape(contract_in_words(line)) for line in lines],
        "score": [escape(line.score) for line in lines],
        "points": [number(line.points) or "–" for line in lines],
        "top": [number(line.top) for line in lines],
        "from": [escape(how(line)) for line in lines],
        "where": [escape(place_of(line.where, files=files)) for line in lines],
    }
    filled = {heading: cells for heading, cells in columns.items() if any(cells)}
    table = plain_table(*filled, title=title, right=("board", "rd", "score", "points", "top"), dim="where")
    for row in zip(*filled.values(), strict=True):
        table.add_row(*row)
    return table


def contract_in_words(line: ExplainedLine) -> str:
    """Contract, declarer and tricks: "3NT N 9"."""
    return " ".join(str(part) for part in (line.contract, line.declarer, line.tricks) if part is not None)


def how(line: ExplainedLine) -> str:
    """How the points of a line came about, in a few words."""
    words = _how(line)
    if line.agrees is False:
        words += f"; the file has {line.stated}"
    return words if line.counted or line.points is None else f"{words}; not counted"


def _how(line: ExplainedLine) -> str:
    if line.rule in ("award", "own average", "removed board") and line.percent is not None:
        return f"{line.rule}, {number(line.percent)} %"
    if line.lower is not None:
        text = f"{number(line.lower)} lower, {number(line.equal)} equal of {number(line.scores)}"
        return text if line.rule == "match points" else f"{text}: {_factored(line)}"
    if line.rule == "butler" and line.difference is not None:
        return f"datum {number(line.datum)}, so {number(line.difference)}"
    if line.comparisons:
        total = sum((each.times * each.imps for each in line.comparisons), Fraction(0))
        times: dict[int, Fraction] = {}
        for each in line.comparisons:
            times[each.imps] = times.get(each.imps, Fraction(0)) + each.times
        text = " ".join(f"{won:+}" if count == 1 else f"{number(count)}×{won:+}" for won, count in times.items() if won)
        shown = text if text and len(text) <= 24 else f"IMPs {number(total)}"
        return shown if line.divisor is None else f"{shown} over {number(line.divisor)}"
    if line.tables and line.points is not None:
        scores = " ".join(f"{each.side} {each.score or '–'}" for each in line.tables)
        balanced = " and ".join(number(side.points) for side in line.of)
        given = f"{balanced}, balanced" if line.of else number(line.difference)
        return f"{scores}: {given}" if given else scores
    return line.rule


def _factored(line: ExplainedLine) -> str:
    if line.rule == "neuberg" and line.scale is not None and line.within is not None:
        half = "1" if line.scale == 2 else "½"
        return f"{line.expected}/{number(line.scores)}×({number(line.within)}+{half})-{half}"
    return f"{number(line.within)} by {line.rule}"


def place_of(where: Where | None, *, files: Sequence[str]) -> str:
    """The place in a file, as short as it can be said; of several files with the number of the file."""
    if where is None:
        return ""
    number = f"[{files.index(where.file) + 1}] " if len(files) > 1 else ""
    return number + _place(where.at)


def _place(at: Place | None) -> str:
    if at is None:
        return ""
    if at.line is not None:
        return f"line {at.line}"
    return f"byte 0x{at.offset:x}" if at.offset is not None else at.path or ""


def match_in_words(match: ExplainedMatch, scales: Sequence[ExplainedScale] = ()) -> str:
    """A match, what its boards add up to, and what that gives by its scale."""
    against = "bye" if match.against is None else f"against {_named(match.against)}"
    text = f"round {match.round}, {against}: " if match.round is not None else f"{against}: "
    if match.score is None and match.stated is None:
        return f"{text}no result yet"
    unit = _UNITS.get(match.unit, match.unit)
    if match.sum is not None and match.sum_unit is not None:
        text += f"{number(match.sum)} {_UNITS.get(match.sum_unit, match.sum_unit)}"
        if match.looked_up:
            text += f" on {match.looked_up} boards"
        text += " = "
    text += f"{number(match.score) or '–'} {unit}"
    scale = match.scale and match.scale.replace("_", " ")
    step = _step(match, scales)
    words = [scale and f"{scale}: {step}" if step else scale, match.ruling and f"ruled {match.ruling}"]
    words += [] if step else [match.rule]
    text += f" ({', '.join(escape(word) for word in words if word)})"
    return text if match.agrees is not False else f"{text}; the file states {match.stated}"


def _step(match: ExplainedMatch, scales: Sequence[ExplainedScale]) -> str:
    """The part of its scale in which a match is: "14 from 5 to 7"; empty where no scale gives its score."""
    scale = next((each for each in scales if (each.name, each.boards) == (match.scale, match.looked_up)), None)
    if scale is None or match.rule not in ("victory points", "probst") or match.margin is None:
        return ""
    reached = [
        step for step in scale.steps if match.margin > step.least or (match.margin == step.least and not step.above)
    ]
    at = max(len(reached) - 1, 0)
    step, following = scale.steps[at], scale.steps[at + 1 : at + 2]
    text = f"{number(step.points)} {'above' if step.above else 'from'} {number(step.least)}"
    return f"{text} to {number(following[0].least - scale.whole)}" if following else text


def given_in_words(gift: Given) -> str:
    """A penalty, a handicap or what else comes to a total."""
    unit = _UNITS.get(gift.unit, gift.unit)
    text = f"{gift.kind.replace('_', ' ')} {gift.amount.normalize():f} {unit}"
    if gift.of is not None:
        text += f" of {number(gift.of)} = {number(gift.points)}"
    place = None if gift.where is None else f"{gift.where.file} {_place(gift.where.at)}"
    more = ", ".join(part for part in (gift.reason, place) if part)
    return escape(f"{text} ({more})" if more else text)


def _games_table(games: Sequence[ExplainedGame], *, files: Sequence[str]) -> Table:
    table = plain_table("rd", "", "against", "result", "points", "where", right=("rd", "points"), dim="where")
    for game in games:
        table.add_row(
            str(game.round),
            game.colour or "",
            "" if game.against is None else _named(game.against),
            game.result,
            number(game.points),
            escape(place_of(game.where, files=files)),
        )
    return table


def tie_break_lines(tie_breaks: Iterable[TieBreakValue]) -> Iterator[str]:
    """For each tie-break that carries its terms, a line of the value and the terms, those that were cut in brackets."""
    for tie_break in tie_breaks:
        terms = " + ".join(f"({_term(term)})" if term.cut else _term(term) for term in tie_break.terms)
        if terms:
            value = "–" if tie_break.value is None else f"{tie_break.value:f}"
            yield f"{tie_break.code} {value}: {terms}"


def _term(term: TieBreakTerm) -> str:
    """An amount with the round and the opponent that it comes from."""
    if not term.round:
        return f"{term.amount:f} apart from the rounds"
    return f"{term.amount:f} round {term.round}" + (f" against {escape(term.opponent)}" if term.opponent else "")


def _named(somebody: Somebody) -> str:
    """Number and name; of sections that each count from 1, the number with its section, which is the identity."""
    named = somebody.id if somebody.id.endswith(f"-{somebody.number}") else somebody.number
    return escape(named if somebody.name in ("", somebody.number) else f"{named} {somebody.name}")


def _rival(rival: Rival, explanation: Explanation) -> str:
    value = rival.final if rival.final is not None else rival.percentage if explanation.by_percentage else rival.total
    text = f"{rival.place or ''} {_named(rival.somebody)} with {value}{' %' if explanation.by_percentage else ''}"
    own = {each.code: each.value for each in explanation.tie_breaks}
    first = next((each for each in rival.tie_breaks if own.get(each.code) != each.value), None)
    if value == explanation.total and first is not None:
        text += f"; {first.code} {first.value} against {own.get(first.code)}"
    return text


def _wheres(explanation: Explanation) -> Iterator[Where]:
    for session in explanation.sessions:
        lines = (*session.lines, *(line for match in session.matches for line in match.lines))
        for line in lines:
            yield from (where for where in (line.where, *(table.where for table in line.tables)) if where is not None)
        yield from (game.where for game in session.games if game.where is not None)
