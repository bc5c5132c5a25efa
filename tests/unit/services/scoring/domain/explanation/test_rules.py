"""The rules that explanations name."""

from fractions import Fraction

from contracts.explanation import ExplainedLine, ExplainedMatch, ExplainedSession, Given
from services.scoring.domain.explanation.rules import RULES, rules_of


def test_rules_are_named_once_in_the_order_in_which_they_come() -> None:
    line = ExplainedLine(board="1", rule="teams imps")
    match = ExplainedMatch(unit="vps", rule="victory points", lines=(line, line))
    gift = Given(kind="penalty", amount=1, unit="vps", points=Fraction(1), rule="adjustment")
    session = ExplainedSession(points=Fraction(0), score=Fraction(0), matches=(match, match), given=(gift,))
    assert [rule.name for rule in rules_of([session], [gift])] == ["teams imps", "victory points", "adjustment"]


def test_every_rule_says_something() -> None:
    assert all(name == rule.name and rule.text.endswith(".") for name, rule in RULES.items())
