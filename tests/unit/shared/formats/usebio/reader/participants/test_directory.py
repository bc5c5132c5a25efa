"""Who is who."""

from shared.formats.usebio.reader.parse import parse
from tests.support.usebio_documents import board, codes, document, fixture, line, pair, people, read_one
from tests.support.usebio_expected import ReadAsExpected


def player(name: str) -> str:
    return f"<PLAYER><PLAYER_NAME>{name}</PLAYER_NAME></PLAYER>"


def sides(data: bytes) -> list[tuple[str | None, str | None]]:
    return [(result.sides.ns, result.sides.ew) for result in read_one(data).facts.results]


def test_numbers_that_are_unique_are_ids_as_written() -> None:
    facts = read_one(document(people(pair(" 1-1-2 "), pair("7NS")) + board(line(ns="1-1-2", ew="7NS")))).facts
    assert [participant.id for participant in facts.participants] == ["1-1-2", "7NS"]
    assert (facts.results[0].sides.ns, facts.results[0].sides.ew) == ("1-1-2", "7NS")


def test_numbers_used_in_both_directions_get_the_direction() -> None:
    facts = read_one(fixture("two-winners-same-numbers.xml")).facts
    assert [participant.id for participant in facts.participants] == ["1NS", "2NS", "1EW", "3EW"]
    assert [(result.sides.ns, result.sides.ew) for result in facts.results] == [("1NS", "1EW"), ("2NS", "3EW")]
    assert {total.participant for total in facts.totals} == {"1NS", "2NS", "1EW", "3EW"}


def test_numbers_used_in_two_sections_get_the_section() -> None:
    facts = read_one(fixture("sections-same-numbers.xml")).facts
    assert [participant.id for participant in facts.participants] == ["Green-1", "Green-2", "Red-1", "Red-2"]
    assert [(result.sides.ns, result.sides.ew) for result in facts.results] == [
        ("Green-1", "Green-2"),
        ("Red-1", "Red-2"),
    ]
    assert [result.part for result in facts.results] == [0, 0]


def test_the_participants_may_stand_behind_the_boards() -> None:
    both = people(pair("1", "<DIRECTION>NS</DIRECTION>"), pair("1", "<DIRECTION>EW</DIRECTION>"))
    assert sides(document(board(line(ns="1", ew="1")) + both)) == [("1NS", "1EW")]


def test_sections_and_directions_may_be_shared_at_once() -> None:
    both = people(pair("1", "<DIRECTION>NS</DIRECTION>"), pair("1", "<DIRECTION>EW</DIRECTION>"))
    section = '<SECTION SECTION_ID="{}">' + both + board(line(ns="1", ew="1")) + "</SECTION>"
    data = document(section.format("A") + section.format("B"))
    assert sides(data) == [("A-1NS", "A-1EW"), ("B-1NS", "B-1EW")]
    assert codes(parse(data)) == ["usebio.number-shared"] * 2


def test_a_pair_listed_twice_with_the_same_players_is_one_pair_and_reported() -> None:
    listed = pair("1", player("A") + player("B")), pair("1", player("b ") + player("A"))
    parsed = parse(document(people(*listed)))
    assert len(parsed.events[0].facts.participants) == 1
    assert codes(parsed) == ["usebio.repeated-id"]


def test_a_pair_keeps_its_number_over_sessions_whoever_sits_where() -> None:
    session = '<SESSION SESSION_ID="{}">{}</SESSION>'
    one = session.format("SAT", people(pair("1", "<DIRECTION>NS</DIRECTION>" + player("A"))))
    two = session.format("SUN", people(pair("1", "<DIRECTION>EW</DIRECTION>" + player("A"))))
    (participant,) = read_one(document(one + two)).facts.participants
    assert (participant.id, participant.direction, participant.session) == ("1", None, None)


def test_other_players_under_the_same_number_are_reported_and_kept() -> None:
    session = '<SESSION SESSION_ID="{}">{}</SESSION>'
    both = [session.format(name, people(pair("1", player(who)))) for name, who in (("SAT", "A"), ("SUN", "B"))]
    parsed = parse(document("".join(both)))
    (participant,) = parsed.events[0].facts.participants
    assert codes(parsed) == ["usebio.participant-differs"]
    assert [person.name for person in participant.players] == ["A"]
    assert [(detail.name, detail.value) for detail in participant.details] == [("PLAYERS SUN", "B")]


def test_an_overall_list_is_matched_with_the_sections_by_players() -> None:
    overall = people(pair("1", player("A")), pair("1", player("B")))
    section = '<SECTION SECTION_ID="{}">{}</SECTION>'
    inner = [section.format(name, people(pair("1", player(who)))) for name, who in (("X", "A"), ("Y", "B"))]
    facts = read_one(document(overall + "".join(inner))).facts
    assert sorted(participant.id for participant in facts.participants) == ["X-1", "Y-1"]


def test_a_line_may_name_a_pair_with_its_direction_or_section_in_addition() -> None:
    listed = people(pair("1", "<DIRECTION>NS</DIRECTION>"), pair("2", "<DIRECTION>EW</DIRECTION>"))
    assert sides(document(listed + board(line(ns="1NS", ew="2EW")))) == [("1", "2")]
    section = f'<SECTION SECTION_ID="A">{people(pair("1"), pair("2"))}{board(line(ns="A1", ew="A2"))}</SECTION>'
    assert sides(document(section)) == [("1", "2")]


def test_a_number_that_nobody_has_stays_as_it_is() -> None:
    assert sides(document(people(pair("1")) + board(line(ns="1", ew="99")))) == [("1", "99")]


def test_without_directions_the_pair_listed_first_sits_north_south_where_there_are_two_winners() -> None:
    listed = [
        pair(n, f"<PLAYER><PLAYER_NAME>{who}</PLAYER_NAME></PLAYER>")
        for n, who in (("1", "Ann"), ("2", "Bea"), ("1", "Cy"), ("2", "Dee"))
    ]
    inside = people(*listed) + board(line(ns="1", ew="1"), line(ns="2", ew="2"))
    for winners, ids in (("2", ["1NS", "2NS", "1EW", "2EW"]), ("1", ["1", "2"])):
        parsed = parse(document(f"<WINNER_TYPE>{winners}</WINNER_TYPE>{inside}"))
        facts = parsed.events[0].facts
        assert sorted(one.id for one in facts.participants) == sorted(ids)
        if winners == "2":
            assert [(line.sides.ns, line.sides.ew) for line in facts.results] == [("1NS", "1EW"), ("2NS", "2EW")]
            assert codes(parsed) == ["usebio.number-shared"]
            assert "North-South first" in parsed.findings[0].message


def test_other_players_in_another_match_contradict_nobody() -> None:
    def match(name: str) -> str:
        return f'<MATCH><TEAM TEAM_ID="A">{player(name)}</TEAM><TEAM TEAM_ID="B" TEAM_TYPE="Away"/></MATCH>'

    assert codes(parse(document(match("Ann") + match("Bea"), event='EVENT_TYPE="KO"'))) == []


def test_a_number_on_both_sides_of_a_line_is_two_pairs_even_if_the_list_has_one() -> None:
    lines = board(line(ns="1", ew="1"), line(ns="2", ew="2"), line(ns="2", ew="1"))
    listed = people(pair("1", "<DIRECTION>NS</DIRECTION>"), pair("2", "<DIRECTION>EW</DIRECTION>"))
    for lists in (listed, people(pair("1"), pair("2", "<DIRECTION>EW</DIRECTION>"))):
        parsed = parse(document(f"<WINNER_TYPE>2</WINNER_TYPE>{lists}{lines}"))
        assert [one.id for one in parsed.events[0].facts.participants] == ["1NS", "2EW"]
        assert sides(document(f"<WINNER_TYPE>2</WINNER_TYPE>{lists}{lines}")) == [
            ("1NS", "1EW"),
            ("2NS", "2EW"),
            ("2NS", "1EW"),
        ]
        assert codes(parsed) == ["usebio.number-shared"]


def test_numbers_of_one_side_of_two_winners_stay_as_they_are() -> None:
    lists = people(pair("1", "<DIRECTION>NS</DIRECTION>"), pair("2", "<DIRECTION>EW</DIRECTION>"))
    assert sides(document(f"<WINNER_TYPE>2</WINNER_TYPE>{lists}{board(line(ns='1', ew='2'))}")) == [("1", "2")]


def test_zeros_in_front_of_a_number_make_no_other_pair() -> None:
    lists = people(pair("1"), pair("02"))
    assert sides(document(lists + board(line(ns="01", ew="2"), line(ns="1", ew="02")))) == [("1", "02"), ("1", "02")]


def test_an_overall_list_may_have_a_number_of_two_sections_once_for_each() -> None:
    def players(name: str) -> str:
        return f"<PLAYER><PLAYER_NAME>{name}</PLAYER_NAME></PLAYER>"

    lists = "".join(f'<SECTION SECTION_ID="{s}">{people(pair("1", players(s)))}</SECTION>' for s in "AB")
    overall = people(*(pair("1", f"<PLACE>{place}</PLACE>{players(s)}") for place, s in ((1, "B"), (2, "A"))))
    parsed = parse(document(overall + lists))
    assert codes(parsed) == ["usebio.number-shared"]
    stated = parsed.events[0].facts.totals
    assert [(total.participant, total.place) for total in stated] == [("B-1", "1"), ("A-1", "2")]
    strangers = people(pair("1", players("A")), pair("1", players("C")))
    assert codes(parse(document(strangers + lists))) == ["usebio.participant-differs", "usebio.number-shared"]


class TestOddDocuments(ReadAsExpected):
    parts = ("participants", "results", "matches", "totals")


def test_other_players_in_another_session_contradict_no_number_that_two_sections_share() -> None:
    def session(name: str, **sections: str) -> str:
        lists = "".join(
            f'<SECTION SECTION_ID="{own}">{people(pair("1", player(who)))}</SECTION>' for own, who in sections.items()
        )
        return f'<SESSION SESSION_ID="{name}">{lists}</SESSION>'

    shared = session("1", A="Ann", B="Bea") + session("2", A="Cid")
    assert codes(parse(document(shared))) == ["usebio.number-shared"]
    assert codes(parse(document(session("1", A="Ann") + session("2", A="Cid")))) == ["usebio.participant-differs"]


def test_a_match_of_pairs_whose_number_two_sections_share_is_of_the_one_listed_first_whatever_its_direction() -> None:
    lists = "".join(
        f'<SECTION SECTION_ID="{own}">{people(pair("1", player(own) + more), pair("2", player(own * 2)))}</SECTION>'
        for own, more in (("A", "<DIRECTION>NS</DIRECTION>"), ("B", ""))
    )
    sides = "<EW_PAIR_NUMBER>2</EW_PAIR_NUMBER><NS_PAIR_NUMBER>1</NS_PAIR_NUMBER>"
    facts = read_one(document(f"{lists}<MATCH>{sides}</MATCH>", event='EVENT_TYPE="SWISS_PAIRS"')).facts
    assert [(match.home, match.away) for match in facts.matches] == [
        (facts.participants[0].id, facts.participants[1].id)
    ]
