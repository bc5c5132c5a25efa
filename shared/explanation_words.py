"""Explanations of totals in words: of a result, a match, a penalty, the sum."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction

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
    Somebody,
    Where,
)
from contracts.standings import TieBreakTerm, TieBreakValue
from shared.bridge.rounding import to_decimal

Columns = Mapping[str, Sequence[str]]
"""The cells of a table by their headings; columns without any are left out."""

_UNITS = {
    "match_points": "match points",
    "imps": "IMPs",
    "vps": "VPs",
    "percent": "%",
    "percent_of_board": "% of a top",
}


def result_of(explanation: Explanation) -> str:
    """Place and total: "3rd of Overall, 345.63 match points, 60.01 %"."""
    unit = _UNITS.get(explanation.unit, explanation.unit)
    parts = [
        f"place {explanation.place}, {explanation.ranking}" if explanation.place else explanation.ranking,
        None if explanation.total is None else f"{explanation.total} {unit}",
        None if explanation.percentage is None or unit == "%" else f"{explanation.percentage} %",
    ]
    return "; ".join(part for part in parts if part)


def rival_in_words(rival: Rival, explanation: Explanation) -> str:
    """Somebody next in the ranking, with what decides: the total, or the first tie-break that differs."""
    value = rival.final if rival.final is not None else rival.percentage if explanation.by_percentage else rival.total
    text = f"{rival.place or ''} {named(rival.somebody)} with {value}{' %' if explanation.by_percentage else ''}"
    own = {each.code: each.value for each in explanation.tie_breaks}
    first = next((each for each in rival.tie_breaks if own.get(each.code) != each.value), None)
    if value == explanation.total and first is not None:
        text += f"; {first.code} {first.value} against {own.get(first.code)}"
    return text


def named(somebody: Somebody) -> str:
    """Number and name; of sections that each count from 1, the number with its section, which is the identity."""
    number = somebody.id if somebody.id.endswith(f"-{somebody.number}") else somebody.number
    return number if somebody.name in ("", somebody.number) else f"{number} {somebody.name}"


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


def session_sum(session: ExplainedSession, explanation: Explanation) -> str:
    """What a session adds up to; empty where a total does not follow from its sessions."""
    if explanation.basis in ("stated", "wins"):
        return ""
    text = f"sum {number(session.points)}"
    text += f" of {number(session.possible)}" if session.possible is not None else ""
    return text if session.full is None else f"{text}, brought to {number(session.full)}: {number(session.score)}"


def number(value: Fraction | None) -> str:
    """A number with two decimals at the most; empty for None."""
    if value is None:
        return ""
    rounded: Decimal = to_decimal(value, 2)
    return f"{rounded.normalize():f}"


def columns_of_lines(lines: Sequence[ExplainedLine], files: Sequence[str]) -> Columns:
    """A table of boards."""
    columns = {
        "board": [line.board for line in lines],
        "rd": [str(line.round or "") for line in lines],
        "": [line.side or "" for line in lines],
        "against": ["" if line.tables else "+".join(each.number for each in line.against) for line in lines],
        "contract": [_contract(line) for line in lines],
        "score": [line.score for line in lines],
        "points": [number(line.points) or "–" for line in lines],
        "top": [number(line.top) for line in lines],
        "from": [_from(line) for line in lines],
        "where": [place_of(line.where, files=files) for line in lines],
    }
    return {heading: cells for heading, cells in columns.items() if any(cells)}


def columns_of_games(games: Sequence[ExplainedGame], files: Sequence[str]) -> Columns:
    """A table of rounds of chess."""
    return {
        "rd": [str(game.round) for game in games],
        "": [game.colour or "" for game in games],
        "against": ["" if game.against is None else named(game.against) for game in games],
        "result": [game.result for game in games],
        "points": [number(game.points) for game in games],
        "where": [place_of(game.where, files=files) for game in games],
    }


def _contract(line: ExplainedLine) -> str:
    return " ".join(str(part) for part in (line.contract, line.declarer, line.tricks) if part is not None)


def _from(line: ExplainedLine) -> str:
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


def files_of(explanation: Explanation) -> list[str]:
    """The files in which its results stand."""
    lines = [line for session in explanation.sessions for line in _lines(session)]
    wheres = [where for line in lines for where in (line.where, *(table.where for table in line.tables))]
    wheres += [game.where for session in explanation.sessions for game in session.games]
    return sorted({where.file for where in wheres if where is not None})


def _lines(session: ExplainedSession) -> tuple[ExplainedLine, ...]:
    return (*session.lines, *(line for match in session.matches for line in match.lines))


def files_in_words(files: Sequence[str]) -> str:
    """Those files, of several each with the number that places have."""
    return ", ".join(files if len(files) == 1 else [f"[{number}] {name}" for number, name in enumerate(files, 1)])


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
    against = "bye" if match.against is None else f"against {named(match.against)}"
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
    text += f" ({', '.join(word for word in words if word)})"
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
    return f"{text} ({more})" if more else text


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
    return f"{term.amount:f} round {term.round}" + (f" against {term.opponent}" if term.opponent else "")
