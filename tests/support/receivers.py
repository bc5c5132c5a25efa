"""Events that lack nothing that a receiver of files asks for."""

from contracts.facts import Detail, EventFact, Organiser, Participant, Person
from contracts.messages import EventMerged
from contracts.standings import Progress
from tests.support.merged import merged
from tests.support.trf_documents import facts_of
from tests.support.trf_documents import merged as merged_chess
from tests.support.trf_lines import placed, player


def finished(event: EventMerged) -> EventMerged:
    return event.replace(standings=event.standings.replace(progress=Progress(complete=True)))


def evening() -> EventMerged:
    """An evening of bridge with everything that anybody asks for."""
    names = (("Ann", "Bo"), ("Cy", "Di"))
    pairs = tuple(
        Participant(
            id=str(number),
            kind="pair",
            players=tuple(Person(name=name, national_id=f"{number}{name}") for name in both),
        )
        for number, both in enumerate(names, 1)
    )
    event = EventFact(
        name="Made-up pairs",
        kind="pairs",
        organiser=Organiser(name="Elms", id="9001"),
        start_date="2031-05-04",
        details=(Detail(name="EBU_CHARGE_CODE", value="10"),),
    )
    return finished(merged(events=(event,), participants=pairs))


def tournament() -> EventMerged:
    """A tournament of chess with everything that anybody asks for."""
    more = {"federation": "ENG", "sex": "w", "birth_date": "1990/02/03"}
    return finished(
        merged_chess(
            facts_of(
                "012 Made-up Open",
                "022 Town",
                "032 ENG",
                "042 2031/05/04",
                "052 2031/05/05",
                "102 Elm, Eve",
                placed((1, "132"), (92, "31/05/04"), (102, "31/05/05")),
                "142 2",
                player(1, "2 w 1", "2 b =", rating=1900, fide_id="1001", points="1.5", rank=1, title="wg", **more),
                player(
                    2, "1 b 0", "1 w =", rating=1800, fide_id="1002", points="0.5", rank=2, name="Birch, Bo", **more
                ),
            )
        )
    )
