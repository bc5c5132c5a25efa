"""The rules that explanations name: what each says, and where it stands."""

from collections.abc import Iterable, Iterator, Sequence

from contracts.explanation import ExplainedLine, ExplainedMatch, ExplainedSession, Given, Rule

_LARGER = "USEBIO 1.4, 2.2.4 and 3.3.5"
_NEUBERG = "EBU White Book 4.2.2; ACBLscore"

RULES = {
    name: Rule(name=name, text=text, source=source)
    for name, text, source in (
        ("match points", "Half a win for each equal score and a whole one for each lower score.", "Law 78A"),
        ("neuberg", "Match points are brought from A scores to E: E/A · (M + s) - s, s being half a win.", _NEUBERG),
        ("small group", "Two scores out of many get 65 and 55 %, three get 70, 60 and 50 %.", "EBU White Book"),
        ("single result", "A score that nothing can be compared with is worth 60 %.", "EBU White Book; ACBLscore"),
        ("proportion", "Match points times the top of the board over the top of the group.", "USEBIO 1.4, 3.1"),
        ("average", "Half a win for each score that is missing.", ""),
        ("whole field", "Each score is compared with its own entry too.", ""),
        ("award", "An artificial score is a percentage of the top; in IMPs as the method has it.", "Law 12C2"),
        ("own average", "Average plus or minus is what the pair has on its other boards.", "Law 12C2c"),
        ("butler", "The difference to the datum in IMPs.", "Law 78B; EBU White Book 4.2.4"),
        ("cross-imps", "The IMPs against every other score, added up.", "Law 78B; USEBIO 1.4, 3.1.1"),
        (
            "cross-imps in proportion",
            "The sum of the IMPs is brought to the number of scores expected.",
            "EBU White Book",
        ),
        (
            "cross-imps by comparisons",
            "The sum of the IMPs is brought to the number of comparisons of all results of the board.",
            "ACBLscore",
        ),
        ("aggregate", "The points of the score itself.", "Law 78C"),
        ("teams imps", "Both tables added from the team's point of view, in IMPs.", "Laws 78B and 86"),
        ("teams pab", "Both tables added: 2 for a win, 1 for a tie.", "USEBIO 1.4, 2.2.4"),
        ("teams bam", "Both tables added: 1 for a win, a half for a tie.", "USEBIO 1.4, 2.2.4"),
        ("teams aggregate", "Both tables added, in points.", "Law 78C"),
        ("larger teams ximps", "Every table is compared with every other, and the IMPs are added.", _LARGER),
        ("larger teams imp_then_add", "Two tables at a time are compared, and the IMPs are added.", _LARGER),
        ("larger teams add_then_imp", "The scores of all tables are added and converted once.", _LARGER),
        ("larger teams add_then_mod_imp", "All scores are added and converted once by another table.", _LARGER),
        ("balanced", "In a knock-out both sides get the average of two results that do not balance.", "Law 12C4"),
        ("removed board", "A board that was taken out of the match is worth what the director awards.", "Law 86"),
        (
            "victory points",
            "The sum of the match is looked up in the scale, for its number of boards.",
            "USEBIO 1.4, 2.2.4",
        ),
        ("match sum", "A match gives what its boards add up to.", "USEBIO 1.4, 2.2.4"),
        ("imps won", "A match gives the IMPs that the side has won.", "USEBIO 1.4, 2.2.4"),
        (
            "probst",
            "The sum of the comparisons of each board over √(r·(r-1)/2) for r scores, looked up in a scale.",
            "EBU White Book 3.1.3",
        ),
        ("bye", "A bye is worth 60 % of the most that a match gives.", "EBU White Book"),
        ("ruling", "The director has ruled on the match as a whole.", "Laws 12 and 86"),
        ("adjustment", "Penalties and bonuses are part of the total.", "Laws 90 and 91; USEBIO 1.4, 2.7"),
        ("handicap", "A handicap counts for the place and is shown beside the total.", "USEBIO 1.4, 2.7"),
        ("carried", "What is carried forward counts for the place and is shown beside the total.", "USEBIO 1.4, 2.7"),
        ("in the match", "A penalty in the unit of the match is taken before it is scored.", "Law 90"),
        ("apart from rounds", "Points that are given apart from the rounds.", "TRF-2026, 299 and 362"),
        ("as stated", "No rule gives it from what the file has, or it was ruled: the stated value counts.", ""),
        ("no score", "There is nothing to score.", ""),
    )
}


def rules_of(sessions: Sequence[ExplainedSession], given: Sequence[Given]) -> tuple[Rule, ...]:
    """The rules that these name, once each, in the order in which they come."""
    return tuple(RULES[name] for name in dict.fromkeys(_named(sessions, given)) if name in RULES)


def _named(sessions: Sequence[ExplainedSession], given: Sequence[Given]) -> Iterator[str]:
    for session in sessions:
        yield from _in_lines(session.lines)
        for match in session.matches:
            yield from _in_match(match)
        yield from (each.rule for each in session.given)
    yield from (each.rule for each in given)


def _in_match(match: ExplainedMatch) -> Iterator[str]:
    yield from _in_lines(match.lines)
    yield from (each.rule for each in match.given)
    yield match.rule


def _in_lines(lines: Iterable[ExplainedLine]) -> Iterator[str]:
    for line in lines:
        yield line.rule
        yield from _in_lines(line.of)
