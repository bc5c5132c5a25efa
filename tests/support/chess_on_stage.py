"""A tournament of chess on a stage: read from TRF, scored, and published as the scorer would."""

from dataclasses import dataclass

from contracts.standings import ScoredRound, Standings
from services.scoring.domain.event.event_state import EventState
from tests.support.fragments import fragment
from tests.support.scoreboard_stage import Stage
from tests.support.trf_documents import facts_of
from tests.support.trf_lines import player, team

EVENT = "marsh-open-2031"


@dataclass(frozen=True)
class Tournament:
    """A tournament as it is published."""

    standings: Standings
    rounds: tuple[ScoredRound, ...]

    def publish(self, stage: Stage) -> None:
        """Put it on a stage."""
        stage.publish(self.standings)
        for each in self.rounds:
            stage.publish_round(each)


def tournament(*lines: str, event: str = EVENT) -> Tournament:
    """What lines of TRF come to."""
    state, facts = EventState(event), facts_of(*lines)
    given = {name: getattr(facts, name) for name in facts.FIELDS if name != "results"}
    state.apply(fragment("a", event=event, file_format="trf", **given))
    scored, _ = state.score()
    return Tournament(scored.standings, state.rounds())


SWISS = (
    player(1, "3 w 1", "2 b =", name="Stone, Ada", rating=2210, title="WFM", points="1.5", federation="SUI"),
    player(2, "4 b 1", "1 w =", name="Field, Ben", rating=2105, points="1.5"),
    player(3, "1 b 0", "4 w", name="Marsh, Cy", points="0.0"),
    player(4, "2 w 0", "3 b", name="Brook, Di", points="0.0"),
    player(5, "- U", "- H", name="Lane, Ed", points="1.5"),
)

ROUND_ROBIN = (
    player(1, "4 w 1", "3 b =", "2 w 1", name="Stone, Ada", points="2.5"),
    player(2, "3 w 0", "4 b 1", "1 b 0", name="Field, Ben", points="1.0"),
    player(3, "2 b 1", "1 w =", "4 w +", name="Marsh, Cy", points="2.5"),
    player(4, "1 b 0", "2 w 0", "3 b -", name="Brook, Di", points="0.0"),
)

TEAMS = (
    team(1, [1, 2], name="Elms", mp="2.0", gp="1.5", rank=1),
    team(2, [3, 4], name="Oaks", mp="0.0", gp="0.5", rank=2),
    player(1, "3 w 1", name="Stone, Ada", rating=2210),
    player(2, "4 b =", name="Field, Ben"),
    player(3, "1 b 0", name="Marsh, Cy"),
    player(4, "2 w =", name="Brook, Di"),
)

AWAY = (
    *TEAMS,
    team(3, [5, 6], name="Pines", mp="1.0", gp="1.0", rank=3),
    player(5),
    player(6),
    "240 H   1    3",
    "330 +-   2   2   1",
)
"""The same with a team that has a bye, and a second round to which a team did not come."""
