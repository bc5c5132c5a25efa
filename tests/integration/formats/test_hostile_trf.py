"""Whole chess tournaments that were damaged are read, checked, scored and written again, or refused with a reason."""

from hypothesis import given, settings
from hypothesis import strategies as st

from services.scoring.domain.chess.chess_scores import ChessScores
from services.scoring.domain.chess.explained_tie_breaks import explained_tie_breaks
from services.validation.domain.check import check
from shared.errors import InputRejected
from shared.formats.trf.dialects import Dialect
from shared.formats.trf.reader.parse import parse
from shared.formats.trf.writer.render import render
from tests.support.chess_tournaments import individual, teams
from tests.support.fragments import fragment
from tests.support.trf_documents import merged, plain
from tests.support.trf_lines import document

SWISS = ("202 DE,BH/C1,BH,SB,AOB,KS,ARO,TPR,PTP,APRO,APPO,FB", "152 W")
LEAGUE = ("202 EDET/P,EMGSB/C1/P,BH:MP/C1/P,MPvGP,EDEBB,BC,TBR,BBE,SSSC", "299 F  1.0   2.0")

tournaments = st.one_of(
    st.builds(
        lambda seed, size, rounds, robin: individual(
            seed, size, rounds, robin=robin and rounds < size, unplayed=0.4, header=SWISS
        ),
        st.integers(0, 10_000),
        st.integers(8, 40),
        st.integers(1, 9),
        st.booleans(),
    ),
    st.builds(
        lambda seed, size, rounds, boards: teams(seed, size, rounds, boards, unplayed=0.4, header=LEAGUE),
        st.integers(0, 10_000),
        st.integers(4, 10),
        st.integers(1, 6),
        st.integers(1, 4),
    ),
)


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """A tournament with some letters, columns or lines changed, cut, moved or said twice."""
    lines = draw(tournaments)
    for _ in range(draw(st.integers(1, 8))):
        at = draw(st.integers(0, len(lines) - 1))
        line, column = lines[at], draw(st.integers(0, max(len(lines[at]) - 1, 0)))
        how = draw(st.sampled_from(["letter", "letter", "cut", "shift", "twice", "drop", "elsewhere"]))
        if how == "letter":
            lines[at] = line[:column] + draw(st.sampled_from("0123456789+-=wbHFUZWDLxé .")) + line[column + 1 :]
        elif how == "cut":
            lines[at] = line[:column]
        elif how == "shift":
            lines[at] = line[:column] + " " * draw(st.integers(1, 3)) + line[column:]
        elif how == "twice":
            lines.insert(at, line)
        elif how == "drop" and len(lines) > 2:
            del lines[at]
        elif how == "elsewhere":
            lines.insert(draw(st.integers(0, len(lines))), lines.pop(at))
    return document(*lines)


@settings(max_examples=60, deadline=None)
@given(damaged())
def test_a_damaged_tournament_is_checked_scored_and_written(data: bytes) -> None:
    try:
        parsed = parse(data)
    except InputRejected:
        return
    (event,) = parsed.events
    facts = event.facts
    verdict = check(fragment("damaged", **{name: getattr(facts, name) for name in facts.FIELDS}), parsed.findings)
    assert verdict.rejected_by is None
    scores = ChessScores()
    rankings, _, _ = scores.score(facts)
    assert scores.tournament is not None
    explained_tie_breaks(scores.tournament, facts.event.tie_breaks)
    ranked = sum(len(ranking.rows) for ranking in rankings)
    assert ranked == sum(
        each.kind == ("team" if facts.event.kind == "teams" else "player") for each in facts.participants
    )
    for dialect in (Dialect.TRF26, Dialect.TRF16_XX, Dialect.DRAFT_2024):
        written = render(merged(facts), dialect=dialect, values="stated").data
        again = parse(written).events[0].facts
        assert len(again.participants) == len(facts.participants)
        rewritten = render(merged(again), dialect=dialect, values="stated").data
        assert parse(rewritten).events[0].facts.games == again.games
        assert plain(again)["participants"] == plain(parse(rewritten).events[0].facts)["participants"]
