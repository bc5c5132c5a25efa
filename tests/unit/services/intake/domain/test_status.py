"""Where a file stands: a fold that does not care about order or repetition."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from contracts.base import FileRef, Place, Sha256
from contracts.changes import EventChange, NamedFile
from contracts.codes.intake import NOT_PROCESSED
from contracts.facts import AsOf, Facts
from contracts.findings import Finding, Severity
from contracts.messages import (
    FileParsed,
    FileReceived,
    FileRejected,
    FileVerdict,
    Fragment,
    FragmentAccepted,
    FragmentRejected,
    LooksLike,
    Position,
    StandingsPublished,
)
from contracts.standings import Method, Progress, Source, Standings
from services.intake.domain.status import (
    VERDICTS,
    Acceptance,
    FileRecord,
    FilesScored,
    FragmentRecord,
    join,
    joined,
    record_of,
    records_of_standings,
    state_of,
    view,
)
from shared.bus.wire import decode, encode

NOW = datetime(2031, 10, 3, 20, tzinfo=UTC)
SHA = "ab" * 32
FILE = FileRef(sha256=SHA, name="pairs.xml", size=9, format="usebio", sender="club", received_at=NOW)
EVENT = "autumn-pairs"


def finding(line: int, severity: Severity = Severity.WARNING, message: str = "something") -> Finding:
    return Finding(code="x.y", severity=severity, message=message, place=Place(line=line))


def said(message) -> FileRecord:
    return record_of(decode(Acceptance, encode(message)) if isinstance(message, FragmentAccepted) else message)[1]


def said_by(message: StandingsPublished) -> dict[Sha256, FileRecord]:
    return records_of_standings(decode(FilesScored, encode(message)))


RECEIVED = FileReceived(file=FILE)
RECEIVED_LATER = FileReceived(file=FILE.replace(name="b.xml", received_at=NOW + timedelta(hours=1)))
PARSED = FileParsed(file=FILE, fragments=("abab.0", "abab.1"), events=(EVENT, "other"), findings=(finding(3),))
ANEW = FILE.replace(event="spring-pairs", received_at=NOW + timedelta(hours=2))
RECEIVED_ANEW = FileReceived(file=ANEW)
PARSED_ANEW = FileParsed(file=ANEW, fragments=("abab.0",), events=("spring-pairs",))
REJECTED = FileRejected(
    file=FILE, stage="parser", code="parser.reader-failed", reason="not yet", findings=(finding(1),)
)


def accepted(fragment: str = "abab.0", event: str = EVENT, findings=()) -> FragmentAccepted:
    whole = Fragment(
        id=fragment, event=event, file=FILE, ordinal=0, as_of=AsOf(at=NOW, source="arrival"), facts=Facts()
    )
    return FragmentAccepted(fragment=whole, findings=findings)


def moved() -> FragmentAccepted:
    """The fragment of the event, passed on to another because a director linked them."""
    message = accepted(event="linked")
    return FragmentAccepted(fragment=message.fragment.replace(route=(EVENT,)))


def refused(fragment: str = "abab.1", event: str = "other") -> FragmentRejected:
    return FragmentRejected(
        fragment=fragment, event=event, file=FILE, code="validation.no", reason="why", findings=(finding(9),)
    )


def standings(*fragments: str, event: str = EVENT) -> StandingsPublished:
    sources = tuple(
        Source(fragment=name, file=SHA, name="pairs.xml", format="usebio", as_of=NOW, scope="all") for name in fragments
    )
    body = Standings(
        event=event, name="Pairs", method=Method(board_scoring="match_points"), progress=Progress(), sources=sources
    )
    return StandingsPublished(standings=body, position=Position(seq=1, applied=1), digest="0" * 64, calculated_at=NOW)


def scored(*fragments: str, event: str = EVENT) -> FileRecord:
    return said_by(standings(*fragments, event=event))[SHA]


def verdict(word: str, fragment: str = "abab.0", **more) -> FileVerdict:
    return FileVerdict(fragment=fragment, file=SHA, name="pairs.xml", verdict=word, text=f"pairs.xml {word}", **more)


def judged(*verdicts: FileVerdict, applied: int = 1, sources: tuple[str, ...] = (), event: str = EVENT) -> FileRecord:
    message = standings(*sources, event=event)
    position = Position(seq=applied, applied=applied)
    return said_by(message.replace(position=position, verdicts=verdicts))[SHA]


def changed(fragment: str, text: str, event: str = EVENT) -> FileRecord:
    change = EventChange(by=NamedFile(file=SHA, name="pairs.xml"), text=text)
    return said_by(standings(event=event).replace(cause=(fragment,), change=change))[SHA]


EVERYTHING = [
    said(RECEIVED),
    said(RECEIVED_LATER),
    said(RECEIVED_ANEW),
    said(PARSED),
    said(PARSED_ANEW),
    said(REJECTED),
    said(accepted(findings=(finding(3), finding(4, Severity.ERROR)))),
    said(accepted("abab.1", "other")),
    said(refused()),
    scored("abab.0"),
    scored("abab.1", event="other"),
    said(moved()),
    scored("abab.0", event="linked"),
    judged(verdict("counts"), sources=("abab.0",)),
    judged(verdict("held"), verdict("replaced", "abab.1"), applied=2),
    judged(verdict("counts"), applied=3),
    judged(verdict("older"), applied=3),
    judged(verdict("counts"), applied=2, event="linked"),
    changed("abab.0", "added: 1 result"),
    changed("abab.1", "taken back: 1 pair", event="other"),
]


def test_a_scored_file_that_comes_for_another_event_waits_until_it_is_read_for_that():
    once = joined([said(RECEIVED), said(PARSED), scored("abab.0"), scored("abab.1", event="other")])
    assert state_of(once) == "scored"
    anew = join(once, said(RECEIVED_ANEW))
    assert state_of(anew) == "received"
    read = join(anew, said(PARSED_ANEW))
    assert state_of(read) == "parsed"
    assert state_of(join(read, scored("abab.0", event="spring-pairs"))) == "scored"


def test_a_file_goes_from_received_to_scored():
    record = said(RECEIVED)
    assert state_of(record) == "received"
    record = join(record, said(PARSED))
    assert state_of(record) == "parsed"
    record = joined([record, said(accepted()), said(accepted("abab.1", "other"))])
    assert state_of(record) == "accepted"
    record = join(record, scored("abab.0"))
    assert state_of(record) == "accepted"
    assert state_of(join(record, scored("abab.1", event="other"))) == "scored"


def test_any_verdict_means_that_a_file_is_scored_although_no_standings_rest_on_it():
    record = joined([said(RECEIVED), said(PARSED.replace(fragments=("abab.0",), events=(EVENT,))), said(accepted())])
    assert state_of(record) == "accepted"
    found = view(join(record, judged(verdict("held", by=NamedFile(file="cd" * 32, name="first.xml")))))
    assert found.state == "scored"
    (part,) = found.fragments
    assert (part.verdict.verdict, part.verdict.by.name, part.verdict.text) == ("held", "first.xml", "pairs.xml held")


def test_the_verdict_of_the_standings_that_include_most_is_the_one_that_holds():
    first, second = judged(verdict("held"), applied=5), judged(verdict("counts"), applied=9, sources=("abab.0",))
    third = judged(verdict("replaced"), applied=10)
    for order in ((first, second, third), (third, second, first), (second, third, first)):
        assert joined(order).fragments[0].verdict.verdict == "replaced"
    for order in ((first, second), (second, first)):
        assert joined(order).fragments[0].verdict.verdict == "counts"
    # Standings that rest on a file and say no more of it change nothing.
    assert join(first, scored("abab.0")).fragments[0].verdict.verdict == "held"
    assert join(scored("abab.0"), first).fragments[0].verdict.verdict == "held"


def test_what_a_fragment_changed_stays_with_it_whatever_comes_later():
    change = EventChange(by=NamedFile(file=SHA, name="pairs.xml"), text="taken back: " + "é" * 2000)
    first = standings().replace(cause=("abab.0",), change=change)
    record = joined([said(RECEIVED), *said_by(first).values()])
    part = view(record).fragments[0]
    assert (part.fragment, part.state) == ("abab.0", "scored")
    assert part.change == change.text[:600]
    assert view(join(record, judged(verdict("held"), applied=9))).fragments[0].change == part.change
    assert view(joined([said(RECEIVED), scored("abab.0")])).fragments[0].change is None


def test_a_file_that_was_moved_is_scored_where_it_went_and_known_where_it_came_from():
    alone = PARSED.replace(fragments=("abab.0",), events=(EVENT,))
    record = joined([said(RECEIVED), said(alone), said(accepted())])
    assert state_of(record) == "accepted"
    record = joined([record, said(moved()), scored("abab.0", event="linked")])
    assert state_of(record) == "scored"
    assert {part.event: part.moved for part in view(record).fragments} == {EVENT: False, "linked": True}


def test_a_file_refused_by_its_reader_says_why():
    found = view(join(said(RECEIVED), said(REJECTED)))
    assert (found.state, found.code, found.reason) == ("rejected", "parser.reader-failed", "not yet")
    assert found.findings == (finding(1),)


def test_a_file_that_a_later_version_reads_is_not_rejected_any_more():
    found = view(joined([said(REJECTED), said(RECEIVED), said(PARSED)]))
    assert (found.state, found.code) == ("parsed", None)


def test_a_refused_fragment_does_not_hold_back_the_others_and_alone_it_rejects_the_file():
    both = joined([said(PARSED), said(accepted()), said(refused())])
    assert view(both).state == "accepted"
    alone = view(said(refused()))
    assert (alone.state, alone.code, alone.reason) == ("rejected", "validation.no", "why")


def test_a_finding_that_file_and_fragment_both_have_is_listed_and_counted_once():
    found = view(joined([said(PARSED), said(accepted(findings=(finding(3), finding(4))))]))
    assert found.findings == (finding(3),)
    assert [part.findings for part in found.fragments] == [(finding(4),), ()]
    assert found.findings_total == 2


def test_the_first_arrival_gives_the_file_its_name():
    assert view(join(said(RECEIVED_LATER), said(RECEIVED))).file.name == "pairs.xml"


def test_a_file_of_which_only_standings_are_known_cannot_be_shown():
    assert view(scored("abab.0")) is None


def test_the_identities_that_senders_gave_are_kept_apart():
    named = FileReceived(file=FILE.replace(event="named"))
    assert join(said(RECEIVED), said(named)).received == ("", "named")


@given(st.permutations(EVERYTHING), st.lists(st.sampled_from(EVERYTHING), max_size=4))
def test_any_order_and_any_repetition_give_the_same(order, repeated):
    assert joined([*order, *repeated]) == joined(EVERYTHING)


@given(st.lists(st.sampled_from(EVERYTHING)), st.lists(st.sampled_from(EVERYTHING)))
def test_two_halves_put_together_are_the_whole(one, other):
    assert join(joined(one), joined(other)) == joined([*one, *other])


def test_the_gravest_findings_are_kept_and_all_are_counted():
    many = (*(finding(line) for line in range(1, 400)), finding(9999, Severity.ERROR))
    found = view(said(FileParsed(file=FILE, fragments=(), events=(), findings=many)))
    assert len(found.findings) == 200
    assert found.findings[0].severity is Severity.ERROR
    assert [one.place.line for one in found.findings[1:]] == list(range(1, 200))
    assert found.findings_total == 400


def test_a_record_stays_smaller_than_a_message_may_be():
    grim = Finding(
        code="x.y",
        severity=Severity.ERROR,
        message="é" * 2000,
        subject="é" * 1000,
        stated="é" * 2_000,
        computed="é" * 2_000,
        advice="é" * 2_000,
        place=Place(path="é" * 1000),
    )
    findings = tuple(grim.replace(subject=str(number)) for number in range(250))
    names = tuple(f"{'ab' * 6}.{number:05d}" for number in range(1100))
    parsed = FileParsed(file=FILE, fragments=names, events=("e" * 96,) * len(names), findings=findings)
    alike = LooksLike(event="e" * 96, why="hands", into="e" * 96, text="é" * 2_000, advice="é" * 2_000)
    long = {"by": NamedFile(file=SHA, name="é" * 1000), "looks_like": (alike,) * 9, "advice": "é" * 2_000}
    verdicts = [verdict("held", name, **long).replace(name="é" * 1000, text="é" * 2_000) for name in names]
    record = joined([said(parsed), said(accepted(findings=findings)), judged(*verdicts, applied=2**60, event="e" * 96)])
    assert len(record.fragments) == 1000
    assert sum(part.verdict is not None for part in record.fragments) == 79
    assert sum(part.applied == 2**60 for part in record.fragments) == 79
    assert {part.applied for part in record.fragments} == {0, 2**60}
    assert len(record.model_dump_json().encode()) < 1_000_000


@given(
    st.lists(
        st.builds(
            FragmentRecord,
            fragment=st.sampled_from(["a.0", "a.1"]),
            event=st.sampled_from(["x", "y"]),
            state=st.sampled_from(["parsed", "rejected", "accepted", "scored"]),
            findings=st.integers(0, 3),
        ),
        max_size=8,
    )
)
def test_fragments_only_ever_go_forward(parts):
    record = FileRecord()
    reached: dict[str, int] = {}
    order = ["parsed", "rejected", "accepted", "scored"]
    for part in parts:
        record = join(record, FileRecord(read=True, fragments=(part,)))
        for one in record.fragments:
            assert order.index(one.state) >= reached.get(one.key, 0)
            reached[one.key] = order.index(one.state)


def test_what_was_given_up_is_shown_until_the_file_has_come_to_an_end():
    letter = NOT_PROCESSED.finding("usebio_parser could not process it: no memory", subject="usebio_parser")
    going = joined([said(RECEIVED), FileRecord(given_up=(letter,))])
    assert view(going).findings == (letter,)
    assert view(going).findings_total == 1
    rejected = join(going, said(FileRejected(file=FILE, stage="parser", code="x", reason="y")))
    assert letter not in view(rejected).findings


def test_findings_of_the_file_and_of_its_fragments_are_counted_together_however_many_are_kept():
    parsed = FileParsed(file=FILE, fragments=(), events=(), findings=tuple(finding(n) for n in range(1, 301)))
    judged = accepted(findings=tuple(finding(n) for n in range(301, 451)))
    assert view(joined([said(parsed), said(judged)])).findings_total == 450


def test_findings_of_one_line_are_in_the_order_of_their_offsets_and_those_without_a_place_come_last():
    places = [None, Place(offset=9), Place(line=3), Place(line=3, offset=5), Place(line=3, offset=2), Place(line=2)]
    many = tuple(finding(1, message=str(number)).replace(place=place) for number, place in enumerate(places))
    shown = view(said(FileParsed(file=FILE, fragments=(), events=(), findings=many))).findings
    assert [one.message for one in shown] == ["5", "4", "3", "2", "1", "0"]


def test_texts_of_findings_and_verdicts_are_cut_and_short_ones_stay_as_they_are():
    place = Place(path="p" * 999, line=3)
    long = finding(1, message="m" * 999).replace(
        subject="s" * 999, stated="t" * 999, computed="c" * 999, advice="a" * 999, place=place
    )
    short = finding(2).replace(place=Place(offset=3), advice="Send it again.", stated="1", computed="2", subject="x")
    shown = view(said(FileParsed(file=FILE, fragments=(), events=(), findings=(long, short)))).findings
    cut = long.replace(message="m" * 300, subject="s" * 100, stated="t" * 100, computed="c" * 100, advice="a" * 200)
    assert shown == (cut.replace(place=place.replace(path="p" * 200)), short)
    refused = view(join(said(RECEIVED), said(REJECTED.replace(reason="r" * 999))))
    assert refused.reason == "r" * 300
    no = FragmentRejected(fragment="abab.0", event=EVENT, file=FILE, code="validation.no", reason="r" * 999)
    assert view(said(no)).reason == "r" * 300
    names = verdict("held", by=NamedFile(file=SHA, name="b" * 999)).replace(
        name="n" * 999, text="t" * 999, advice="a" * 999
    )
    (part,) = judged(names).fragments
    assert (part.verdict.by.name, part.verdict.name, part.verdict.text) == ("b" * 200, "n" * 200, "t" * 600)
    assert part.verdict.advice == "a" * 600
    (plain,) = judged(verdict("counts")).fragments
    assert plain.verdict == verdict("counts")


def test_verdicts_of_the_first_fragments_are_kept():
    names = [f"abab.{number:03d}" for number in range(VERDICTS + 1)]
    record = joined([judged(*(verdict("counts", name) for name in names), applied=7)])
    assert [part.applied for part in record.fragments] == [7] * VERDICTS + [0]
    assert [part.verdict is None for part in record.fragments] == [False] * VERDICTS + [True]
