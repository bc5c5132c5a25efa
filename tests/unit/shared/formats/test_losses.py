"""What a writer could not carry, and what reading its file shows of it."""

from contracts.codes.pbn import NOT_BRIDGE
from contracts.facts import EventFact, Facts, Participant, Person, Scope, StatedTotal
from contracts.messages import LossItem
from shared.errors import InputRejected
from shared.formats.losses import Losses, compared, name_of, whys_of
from shared.formats.parsed import Parsed, ParsedEvent, Rendered

SCOPE = Scope()
WHYS = {"": "no tag for it", "participants.players": "no players", "awards": "no awards"}
BEFORE = Facts(
    events=(EventFact(name="Cup", city="Rome"),),
    participants=(Participant(id="1", kind="pair", stratum="2", players=(Person(name="Ada", club_id="7"),)),),
)
AFTER = Facts(events=(EventFact(name="Cup"),), participants=(Participant(id="1", kind="pair"),))


def losses(*written: LossItem, after: Facts | None = AFTER) -> list[tuple[str, str, tuple[str, ...]]]:
    def parse(_: bytes) -> Parsed:
        if after is None:
            raise InputRejected(NOT_BRIDGE, "nothing to read")
        return Parsed((ParsedEvent("cup", after, SCOPE),))

    rendered = compared(Rendered(b"", "cup", "text/plain", written), BEFORE, parse, WHYS, computed=True)
    return [(item.what, item.why, item.fields) for item in rendered.losses]


def test_losses_of_a_kind_are_counted_and_listed_by_name():
    kept = Losses()
    for what, count, of in (("weighted score", 1, ("a.b",)), ("auction", 3, ()), ("weighted score", 2, ("a.c",))):
        kept.add(what, "no field for it", count, of=of)
    kept.add("nothing", "no field for it", 0)
    assert [(item.what, item.count, item.fields) for item in kept.items()] == [
        ("auction", 3, ()),
        ("weighted score", 3, ("a.b", "a.c")),
    ]


def test_what_does_not_come_back_is_named_with_the_reason_of_its_field():
    assert losses() == [
        ("city of events", "no tag for it", ("events.city",)),
        ("club id of players", "no players", ("participants.players.club_id",)),
        ("name of players", "no players", ("participants.players.name",)),
        ("stratum of participants", "no tag for it", ("participants.stratum",)),
    ]
    assert losses(after=BEFORE) == []


def test_a_loss_of_the_writer_stands_for_its_fields_and_is_none_where_they_come_back():
    stratum = LossItem(what="stratum", count=1, why="three at most", fields=("participants.stratum",))
    people = LossItem(what="people", count=1, why="pairs only", fields=("participants.players",))
    notice = LossItem(what="computed totals", count=1, why="stated ones are written")
    both = ("participants.players.name", "participants.players.club_id")
    assert losses(stratum, people, notice) == [
        ("city of events", "no tag for it", ("events.city",)),
        ("computed totals", "stated ones are written", ()),
        ("people", "pairs only", both),
        ("stratum", "three at most", ("participants.stratum",)),
    ]
    assert losses(stratum, people, notice, after=BEFORE) == [("computed totals", "stated ones are written", ())]


def test_a_loss_that_has_the_name_of_a_field_stands_for_it():
    cut = LossItem(what="city of events", count=1, why="3 characters")
    assert losses(cut)[0] == ("city of events", "3 characters", ("events.city",))


def test_of_a_file_that_cannot_be_read_everything_is_lost():
    assert [fields for *_, fields in losses(after=None)] == [("events",), ("participants",)]


def test_fields_are_named_in_words():
    assert name_of("participants.players.holding") == "holding of players"
    assert name_of("results.ns_score.text") == "text of North-South score"
    assert name_of("events.details CITY NAME") == "detail CITY NAME of events"
    assert name_of("events.scoring_system TW") == "scoring system TW of events"
    assert name_of("extensions comment #") == "extension comment #"
    assert name_of("board_points") == "board points"


def test_of_what_is_computed_the_reason_may_be_that_it_was_not():
    stated = (StatedTotal(participant="1", kind="pair", place="1", boards_played=26),)
    before, after = (Facts(totals=(total,)) for total in (*stated, stated[0].replace(place=None)))
    rendered = compared(
        Rendered(b"", "cup", "text/plain"),
        before,
        lambda _: Parsed((ParsedEvent("cup", after, SCOPE),)),
        WHYS,
        computed=True,
    )
    assert [(item.what, item.why) for item in rendered.losses] == [
        ("place of totals", "no tag for it, or it was not computed")
    ]


def test_the_reasons_of_a_format_are_its_data():
    assert whys_of("pbn")["movements"] == "PBN has no movements"
    assert whys_of("acblscore", "changes_not_held")[""] == "the game file has no place for it"
