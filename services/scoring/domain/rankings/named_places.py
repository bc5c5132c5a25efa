"""The lists in which ACBLscore ranks somebody beside that of the event: by stratum, section, and of both directions.

Rules kept here, found from its own files (docs/formats/acblscore.md):

1. Each stratum ranks those who play in it or in a lower one and are eligible. The rank that everybody has, and the one
   that section awards follow, is that among the sections that are ranked together, and of one direction where a
   movement has two winners. Overall awards follow the rank in the whole event, of both directions together.
2. The rank that everybody has splits ties, so each place of a tie is right. Awarded ranks say who shares them ("2/3").
3. Sections are ranked by the score of their session, the event by the total of the sessions until then.
4. The score before factoring is the sum of what the lines give.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from contracts.base import Direction
from contracts.codes import scoring as codes
from contracts.facts import Facts, Participant, StatedTotal
from contracts.findings import Finding
from services.scoring.domain.boards.board_list import published
from services.scoring.domain.rankings.tallies import Tallies
from services.scoring.domain.rankings.totals import RankingPlan
from shared.bridge.rankings.places import Place, parse_place, rank
from shared.bridge.rankings.strata import Stratum

SECTION, EVERYBODY, OVERALL = "SECTION", "RANK", "OVERALL"

_WORDS = {SECTION: "section awards", EVERYBODY: "ranks", OVERALL: "overall awards"}

_OF_A_LINE = Fraction(1, 100)
"""How far a stated line may be off: points have two decimals."""


@dataclass(frozen=True)
class NamedPlaces:
    """What the lists of an event follow from.

    Attributes:
        winners: of the event.
        of_sessions: winners of the sessions that are ranked by themselves.
        stratum_of: the stratum of each participant; of one without any, None.
        strata: of the event; one at least.
        score: what a participant has in a session, which decides places in it.
        total: what a participant has in these sessions of the event, with what is given for the event.
    """

    facts: Facts
    participants: Sequence[Participant]
    tallies: Tallies
    winners: int
    of_sessions: Mapping[str | None, int]
    stratum_of: Mapping[str, int | None]
    strata: Sequence[Stratum]
    score: Callable[[str, str], Fraction | None]
    total: Callable[[str, Sequence[str | None]], Fraction | None]

    def plans(self, sessions: Sequence[str | None]) -> list[RankingPlan]:
        """The lists of both directions together, where the file has any of them beside two lines."""
        if self.winners != 2:
            return []
        stated = {int(name.split("_")[1]) for _, name, _ in self._stated() if name.endswith(OVERALL)}
        labels = {stratum.number: stratum.label or str(stratum.number) for stratum in self.strata}
        return [
            RankingPlan(
                "both" if number == 1 else f"stratum-{number}-both",
                "Both directions" if number == 1 else f"Stratum {labels[number]}, both directions",
                tuple(sessions),
                only=frozenset(p.id for p in self.participants if self._plays_in(p, number)),
            )
            for number in sorted(stated & labels.keys())
        ]

    def compare(self) -> Iterator[Finding]:
        """The places by name that are another one in our lists, and sums of lines that are stated otherwise."""
        listed = {participant.id: participant for participant in self.participants}
        lists: dict[tuple[object, ...], dict[str, Place | None]] = {}
        for total, name, value in self._stated():
            participant = listed.get(total.participant)
            _, number, sort = name.split("_")
            if participant is None or sort not in _WORDS:
                continue
            among = () if sort == OVERALL else self._list_of(participant, total.session)
            key = (int(number), total.session, *among)
            if key not in lists:
                lists[key] = self._ranked(key)
            finding = self._differs(total, int(number), sort, value, lists[key].get(participant.id))
            if finding is not None:
                yield finding
        yield from self._compare_sums()

    def _stated(self) -> Iterator[tuple[StatedTotal, str, str]]:
        for total in self.facts.totals:
            for detail in total.places:
                if detail.name.startswith("STRAT_") and detail.name.count("_") == 2:
                    yield total, detail.name, detail.value

    def _plays_in(self, participant: Participant, number: int) -> bool:
        return (self.stratum_of.get(participant.id) or 1) >= number

    def _list_of(self, participant: Participant, session: str | None) -> tuple[str | None, Direction | None]:
        """The sections that somebody is ranked among, and the direction."""
        groups = {section.id: section.ranked_with or section.id for section in self.facts.sections}
        section = participant.section
        two = self.of_sessions.get(session, self.winners) == 2 and section not in self._of_one_winner
        return groups.get(section or "", section), self.tallies.direction(participant, session) if two else None

    def _sessions_until(self, session: str | None) -> Sequence[str | None]:
        """Rule 3: the export of an earlier session ranks the event as it stood then."""
        sessions = self.tallies.sessions
        return sessions[: sessions.index(session) + 1] if session in sessions else sessions

    @property
    def _of_one_winner(self) -> set[str | None]:
        return {movement.section for movement in self.facts.movements if movement.winners == 1 and movement.section}

    def _ranked(self, key: tuple[object, ...]) -> dict[str, Place | None]:
        number, session, *among = key
        values: dict[str, Fraction | None] = {}
        for participant in self.participants:
            if not self._plays_in(participant, int(str(number))):
                continue
            where = session if session is None else str(session)
            if among and tuple(among) != self._list_of(participant, where):
                continue
            if not participant.standing:
                values[participant.id] = None
            elif among and where is not None:
                values[participant.id] = self.score(participant.id, where)
            else:
                values[participant.id] = self.total(participant.id, self._sessions_until(where))
        # The program ranks by what it prints.
        return rank({name: None if value is None else published(value) for name, value in values.items()})

    def _differs(self, total: StatedTotal, number: int, sort: str, value: str, place: Place | None) -> Finding | None:
        try:
            claimed = parse_place(value)
        except ValueError:
            return None
        if place is None or claimed is None or place.first <= claimed.first <= (place.last or place.first):
            return None
        label = next((each.label for each in self.strata if each.number == number and each.label), str(number))
        subject = f"{total.kind} {total.participant}"
        where = f"in the {_WORDS[sort]} of stratum {label}"
        return codes.PLACE_DIFFERS.finding(
            f"{subject} is stated in place {value} {where}, but by its results it is in place {place}",
            place=total.at,
            subject=subject,
            stated=value,
            computed=str(place),
        )

    def _compare_sums(self) -> Iterator[Finding]:
        """Rule 4."""
        for total in self.facts.totals:
            tally = self.tallies.by.get(total.participant, {}).get(total.session)
            if tally is None and total.session is None and len(self.tallies.sessions) == 1:
                tally = self.tallies.by.get(total.participant, {}).get(self.tallies.sessions[0])
            if tally is None or total.unfactored is None or total.unfactored == total.total:
                continue
            if abs(Fraction(total.unfactored) - tally.score) > _OF_A_LINE * max(tally.scores, 1):
                subject = f"{total.kind} {total.participant}"
                ours = published(tally.score)
                text = f"{subject} is stated with {total.unfactored} before factoring, but its lines give {ours}"
                yield codes.TOTAL_DIFFERS.finding(
                    text, place=total.at, subject=subject, stated=str(total.unfactored), computed=str(ours)
                )
