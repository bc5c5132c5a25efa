"""A small program that adds totals up again from an explanation alone: its JSON and exact fractions, no scoring.

It knows what `contracts/explanation.py` says of the fields, the IMP table of Law 78B, and nothing else.
"""

from collections.abc import Iterator, Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import product
from typing import Any

Json = dict[str, Any]

_IMPS = (20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500, 1750)
_IMPS += (2000, 2250, 2500, 3000, 3500, 4000)

UNCHECKED = frozenset({"as stated", "own average"})
"""Rules of which a line does not carry every number; awards by the own average are asked for all lines together."""


def half_up(value: Fraction, step: Fraction) -> Fraction:
    """Rounded to the nearest multiple, halves up."""
    return (value / step + Fraction(1, 2)).__floor__() * step


def imps(difference: Fraction, bounds: Sequence[int] = _IMPS, cap: int | None = None) -> int:
    """Law 78B, or by another table."""
    won = sum(abs(difference) >= bound for bound in bounds)
    won = won if cap is None else min(won, cap)
    return won if difference > 0 else -won


def number(document: Json, name: str) -> Fraction:
    """A number of a document."""
    return Fraction(document[name])


def points_of(line: Json, bounds: Sequence[int] = _IMPS) -> Fraction | None:
    """The points of a line by the rule that it names; None where it does not carry what that takes."""
    rule, top = line["rule"], Fraction(line.get("top") or 0)
    if rule == "as stated" and "stated" in line:
        return number(line, "stated")
    if rule in UNCHECKED:
        return None
    if rule == "balanced":
        own, theirs = (points_of(side, bounds) for side in line["of"])
        exact = ((own or 0) - (theirs or 0)) / Fraction(2)
    elif rule in ("award", "removed board"):
        exact = award_points(line, top)
    elif rule == "butler":
        exact = butler_points(line)
    elif rule.startswith("cross-imps"):
        exact = cross_points(line, rule)
    elif rule == "aggregate":
        exact = Fraction(own_score(line))
    elif rule.startswith(("teams", "larger teams")):
        exact = tables_points(line, rule, bounds)
    else:
        exact = match_points(line, rule, top)
    if "rounded_to" not in line:
        return exact
    step = number(line, "rounded_to")
    if line.get("rounded") == "cut":
        return int(exact / step) * step
    return round(exact / step) * step if "rounded" in line else half_up(exact, step)


def award_points(line: Json, top: Fraction) -> Fraction:
    """An award, of a pair or at the tables of a match; different ones of a team are average."""
    percents = {number(table, "percent") for table in line["tables"] if "percent" in table}
    percent = number(line, "percent") if "percent" in line else percents.pop() if len(percents) == 1 else Fraction(50)
    if top:
        return percent * top / 100
    return (percent - 50) / 10 * line.get("average_plus", 3) * Fraction(line.get("times", 1))


def butler_points(line: Json) -> Fraction:
    """IMPs against the datum; of a weighted ruling those of its outcomes."""
    if line["outcomes"]:
        against, cap = number(line, "datum"), line.get("cap")
        return sum(
            (Fraction(each["share"]) * imps(each["score"] - against, cap=cap) for each in line["outcomes"]), Fraction(0)
        )
    assert number(line, "difference") == own_score(line) - number(line, "datum")
    return Fraction(imps(number(line, "difference"), cap=line.get("cap")))


def cross_points(line: Json, rule: str) -> Fraction:
    """The comparisons, brought to the number that is expected, and divided."""
    total = sum((Fraction(one["times"]) * one["imps"] for one in line["comparisons"]), Fraction(0))
    if rule != "cross-imps":
        less = 1 if rule.endswith("by comparisons") else 0
        total = total * (line["expected"] - less) / (number(line, "scores") - less)
    return total / Fraction(line.get("divisor") or 1)


def own_score(line: Json) -> int:
    """The score from the participant's point of view."""
    score = int(line["score"])
    return score if line["side"] == "NS" else -score


def match_points(line: Json, rule: str, top: Fraction) -> Fraction:
    """Match points, factored by the rule of the line."""
    scale, actual, expected = line["scale"], number(line, "scores"), line["expected"]
    half = Fraction(scale, 2)
    within = half * (2 * number(line, "lower") + number(line, "equal"))
    assert within == number(line, "within")
    if rule == "neuberg":
        return expected / actual * (within + half) - half
    if rule == "small group":
        return (60 + 5 * (within * 2 / scale - (actual - 1))) * top / 100
    if rule == "single result":
        return 60 * top / 100
    if rule == "proportion":
        return within * top / (scale * (actual - 1))
    if rule == "whole field":
        return within + half
    assert rule == "match points", rule
    return within


def tables_points(line: Json, rule: str, bounds: Sequence[int]) -> Fraction:
    """A board of a match of teams, from the scores at its tables."""
    parts: dict[str | None, tuple[list[Json], list[Json]]] = {}
    for table in line["tables"]:
        parts.setdefault(table.get("part"), ([], []))[table["side"] == "EW"].append(table)
    if "difference" in line:
        assert number(line, "difference") == sum((number(table, "own") for table in line["tables"]), Fraction(0))
    method = rule.removeprefix("teams ") if rule.startswith("teams") else "imps"
    if "add_then" in rule:
        return compared(line["tables"], method, bounds)
    total = Fraction(0)
    for at_ns, at_ew in parts.values():
        every = product(at_ns, at_ew) if rule.endswith(" ximps") else zip(at_ns, at_ew, strict=True)
        total += sum((compared(pair, method, bounds) for pair in every), Fraction(0))
    return total


def compared(tables: Sequence[Json], method: str, bounds: Sequence[int]) -> Fraction:
    """The scores of tables added, in IMPs or by another method; every outcome of weighted rulings by its share."""
    percents = {number(table, "percent") for table in tables if "percent" in table}
    if percents:
        return ((percents.pop() if len(percents) == 1 else Fraction(50)) - 50) / 10 * 3
    total = Fraction(0)
    for outcomes in product(*(table["outcomes"] or [{"score": table["own"], "share": "1"}] for table in tables)):
        difference, share = Fraction(0), Fraction(1)
        for outcome in outcomes:
            difference += Fraction(outcome["score"])
            share *= Fraction(outcome["share"])
        sign = (difference > 0) - (difference < 0)
        won = {"imps": imps(difference, bounds), "aggregate": difference, "pab": 1 + sign, "bam": Fraction(1 + sign, 2)}
        total += share * won[method]
    return total


def counted(lines: list[Json], name: str) -> Fraction:
    """The sum of a number of the lines that count."""
    return sum((number(line, name) for line in lines if line["counted"] and name in line), Fraction(0))


def victory_points(match: Json, scales: list[Json]) -> Fraction | None:
    """What a match gives by the scale that it names; None where that is not written out."""
    scale = next(
        (each for each in scales if (each["name"], each["boards"]) == (match["scale"], match["looked_up"])), None
    )
    margin = number(match, "margin")
    assert margin in (number(match, "sum"), number(match, "sum") - number(match, "opponents_sum"))
    if scale is None:
        return None
    if scale["whole"]:
        margin = half_up(abs(margin), Fraction(1)) * (1 if margin >= 0 else -1)
    reached = [
        step
        for step in scale["steps"]
        if (margin > number(step, "least") or (margin, step["above"]) == (number(step, "least"), False))
    ]
    return number((reached or scale["steps"][:1])[-1], "points")


def check_awards(lines: list[Json], of: str) -> int:
    """Awards by name are what a pair has on its other boards, if that is more, or less; how many were worked out."""
    awards = [line for line in lines if line.get("average_of") == of]
    others = [line for line in lines if "award" not in line and "points" in line and "top" in line]
    top = sum((number(line, "top") for line in others), Fraction(0))
    for line in awards:
        plain, better = (60, max) if line["award"] == "plus" else (40, min)
        average = (
            100 * sum((number(other, "points") for other in others), Fraction(0)) / top if top else Fraction(plain)
        )
        assert number(line, "percent") == better(Fraction(plain), average), line
        if line["rule"] == "own average":
            assert number(line, "points") == number(line, "percent") * number(line, "top") / 100
    return len(awards)


def probst(lines: list[Json]) -> Fraction:
    """The sums of lines over √(r·(r-1)/2), added and rounded to whole IMPs, halves away from zero."""
    with localcontext(prec=60):
        total = Decimal(0)
        for line in lines:
            if line["counted"]:
                points, scores = number(line, "points"), int(line["scores"])
                total += Decimal(points.numerator) / points.denominator / (Decimal(scores * (scores - 1)) / 2).sqrt()
    return half_up(Fraction(abs(total)), Fraction(1)) * (1 if total >= 0 else -1)


def check_match(match: Json, scales: list[Json]) -> int:
    """The boards of a match and what comes to them are its sum, and that gives its score; lines worked out."""
    gifts = sum((number(each, "points") for each in match["given"]), Fraction(0))
    if "sum" in match and match["lines"]:
        added = counted(match["lines"], "points")
        if match["rule"] == "probst":
            added = probst(match["lines"])
        if match["sum_unit"] == "percent":
            added = 100 * added / counted(match["lines"], "top")
        assert added + gifts == number(match, "sum")
    if match["rule"] == "imps won":
        won = (number(line, "points") for line in match["lines"] if line["counted"])
        assert sum((points for points in won if points > 0), gifts) == number(match, "score")
    if match["rule"] == "match sum":
        added = number(match, "sum")
        assert (half_up(added, number(match, "rounded_to")) if "rounded_to" in match else added) == number(
            match, "score"
        )
    if match["rule"] in ("victory points", "probst") and (points := victory_points(match, scales)) is not None:
        assert points == number(match, "score"), match
    return check_awards(match["lines"], "match")


def lines_of(session: Json) -> Iterator[Json]:
    """Every line, of matches as well."""
    yield from session["lines"]
    for match in session["matches"]:
        yield from match["lines"]


def add_up(explanation: Json) -> int:
    """Add a total up again, from the lines to the percentage; how many lines were worked out from their numbers."""
    score = possible = adjustment = other = Fraction(0)
    worked_out = 0
    for session in explanation["sessions"]:
        for line in lines_of(session):
            again = points_of(line, explanation["imp_bounds"] or _IMPS) if "points" in line else None
            if again is not None:
                worked_out += 1
                assert again == number(line, "points"), line
        worked_out += sum(check_match(match, explanation["scales"]) for match in session["matches"])
        worked_out += check_awards(session["lines"], "session")
        parts = [*session["matches"], *session["games"]]
        own = counted(session["lines"], "points")
        own += sum(
            (
                number(part, "points" if "result" in part else "score")
                for part in parts
                if "score" in part or "result" in part
            ),
            Fraction(0),
        )
        assert own == number(session, "points")
        most = counted(session["lines"], "top")
        if "possible" in session:
            assert most == number(session, "possible")
        if "full" in session:
            own = half_up(own * number(session, "full") / most, Fraction(1, 100))
            most = number(session, "full")
        assert own == number(session, "score")
        score, possible = score + own, possible + most
    gifts = [gift for session in explanation["sessions"] for gift in session["given"]] + explanation["given"]
    for gift in gifts:
        if "of" in gift:
            assert number(gift, "points") == number(gift, "amount") * number(gift, "of") / 100
        else:
            assert number(gift, "points") == number(gift, "amount")
        if gift["part"] == "adjustment":
            adjustment += number(gift, "points")
        else:
            other += number(gift, "points")
    if explanation["basis"] in ("stated", "wins"):
        return worked_out
    assert score == number(explanation, "score")
    if "stretched_to" in explanation:
        times = Fraction(explanation["stretched_to"], explanation["boards"])
        sit_out = possible * (times - 1) * explanation.get("sit_out", 0) / 100
        score = score + sit_out if "sit_out" in explanation else score * times
        possible *= times
    if "total" in explanation:
        assert half_up(score + adjustment, Fraction(1, 100)) == number(explanation, "total")
    if explanation["by_percentage"]:
        assert 100 * (score + adjustment + other) / possible == number(explanation, "value")
    elif "value" in explanation:
        assert score + adjustment + other == number(explanation, "value")
    if "percentage" in explanation and explanation["by_percentage"] and not other:
        assert half_up(number(explanation, "value"), Fraction(1, 100)) == number(explanation, "percentage")
    return worked_out
