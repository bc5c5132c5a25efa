"""Whether a movement can be played."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from contracts.codes import seating as codes
from contracts.facts import MovementFact, MovementLine, Sides
from services.seating.domain.movements.check import MOST_OF_A_KIND, faults_of, people_of
from services.seating.domain.movements.howell import howell
from services.seating.domain.movements.individual import rainbow, whist
from services.seating.domain.movements.mitchell import mitchell
from services.seating.domain.movements.teams import american_whist, head_to_head


def kinds(plan: MovementFact, **meant: int) -> list[str]:
    return [finding.code for finding in faults_of(plan, **meant)]


def plan(*lines: tuple[int, str, str | None, str | None, str | None], **more: Any) -> MovementFact:
    made = tuple(
        MovementLine(round=number, table=table, sides=Sides(ns=ns, ew=ew), first_board=board, last_board=board)
        for number, table, ns, ew, board in lines
    )
    return MovementFact(**{"id": "M", "kind": "pairs", "lines": made, **more})


def test_nobody_has_two_seats_in_a_round() -> None:
    assert kinds(plan((1, "1", "1", "2", "1"), (1, "2", "1", "3", "2"))) == ["seating.seated-twice"]
    assert kinds(plan((1, "1", "1", "1", None))) == ["seating.seated-twice"]
    (found,) = faults_of(plan((4, "1", "7", "2", "1"), (4, "2", "3", "7", "2")))
    assert (found.message, found.subject) == ("7 has 2 seats in round 4", "7")


def test_a_table_has_one_line_in_a_round() -> None:
    (found,) = faults_of(plan((1, "5", "1", "2", "1"), (1, "5", "3", "4", "2")))
    assert (found.code, found.message) == (codes.TABLE_TWICE.code, "table 5 has 2 lines in round 1")


def test_nobody_comes_to_a_board_twice() -> None:
    found = faults_of(plan((1, "1", "1", "2", "8"), (3, "1", "1", "3", "8")))
    assert [(one.code, one.message, one.subject) for one in found] == [
        (codes.BOARD_TWICE.code, "1 plays board 8 in rounds 1, 3", "board 8")
    ]


def test_opponents_meet_as_often_as_is_meant() -> None:
    twice = plan((1, "1", "1", "2", "1"), (2, "1", "2", "1", "2"))
    (found,) = faults_of(twice)
    assert (found.code, found.message) == (codes.MET_TWICE.code, "1 and 2 are opponents in rounds 1, 2")
    assert kinds(twice, meetings=2) == []


def test_a_board_is_at_as_many_tables_as_share_it() -> None:
    shared = plan((1, "1", "1", "2", "1"), (1, "2", "3", "4", "1"))
    (found,) = faults_of(shared)
    assert (found.code, found.message) == (codes.BOARD_SHARED.code, "board 1 is at tables 1, 2 in round 1")
    assert kinds(shared, tables_of_a_board=2) == []


def test_partners_of_an_individual_come_together_once() -> None:
    lines = tuple(
        MovementLine(round=number, table="1", sides=Sides(north="1", south="2", east=east, west=west))
        for number, east, west in ((1, "3", "4"), (2, "5", "6"))
    )
    assert kinds(MovementFact(id="I", kind="individual", lines=lines)) == ["seating.partners-twice"]


def test_who_meets_a_phantom_meets_nobody_and_plays_nothing() -> None:
    assert kinds(plan((1, "1", "1", None, "1"), (2, "1", "1", None, "1"), (3, "1", "1", "2", "1"))) == []


def test_sides_with_the_same_numbers_are_different_people_where_there_are_two_winners() -> None:
    both = ((1, "1", "1", "1", "1"), (1, "2", "2", "2", "2"), (2, "1", "1", "2", "3"), (2, "2", "2", "1", "4"))
    assert kinds(plan(*both, winners=2)) == []
    assert "seating.seated-twice" in kinds(plan(*both, winners=1))
    assert "seating.board-twice" in kinds(plan(*both[:3], (2, "2", "2", "1", "1"), winners=2))


def test_a_team_has_a_pair_at_each_of_its_two_tables() -> None:
    def teams(*lines: tuple[int, str, str, str]) -> MovementFact:
        return MovementFact(
            id="T",
            kind="teams",
            lines=tuple(
                MovementLine(round=number, table=table, sides=Sides(ns_team=ns, ew_team=ew))
                for number, table, ns, ew in lines
            ),
        )

    assert kinds(teams((1, "1", "A", "B"), (1, "2", "B", "A"))) == []
    assert kinds(teams((1, "1", "A", "B"), (1, "2", "A", "C"))) == ["seating.seated-twice"]
    assert kinds(teams((1, "1", "A", "B"), (2, "1", "B", "A"))) == ["seating.met-twice"]


def test_many_faults_of_a_kind_are_counted_and_not_listed() -> None:
    found = faults_of(
        plan(
            *((1, str(table), "1", None, None) for table in range(30)),
            *((number, "1", "2", "3", None) for number in range(2, 40)),
        )
    )
    assert [one.code for one in found] == ["seating.seated-twice", "seating.met-twice"]
    many = faults_of(
        plan(
            *((number, "1", "2", "3", "7") for number in range(1, 3)),
            *((1, f"{n}", "9", "9", None) for n in range(2, 4)),
            *((1, f"{n}", f"{n}", f"{n}", None) for n in range(20, 40)),
        )
    )
    seats = [one for one in many if one.code == codes.SEATED_TWICE.code]
    assert len(seats) == MOST_OF_A_KIND
    assert seats[-1].message.endswith("; 11 more like it")


def test_people_are_players_or_pairs_or_teams() -> None:
    assert people_of(Sides(north="1", south="2", east="3", west="4")) == (("1", "2"), ("3", "4"))
    assert people_of(Sides(ns="1", ew="2", ns_team="A", ew_team="B")) == (("1",), ("2",))
    assert people_of(Sides(ns_team="A", ew_team="B")) == (("A",), ("B",))
    assert people_of(Sides(ns="1")) == (("1",), ())


SOUND = (mitchell(9), mitchell(8), howell(10), howell(14, 9), rainbow(20), american_whist(7))


@given(st.sampled_from(SOUND), st.data())
def test_one_line_that_is_broken_is_noticed(sound: MovementFact, data: st.DataObject) -> None:
    """Somebody of another table of the round, or the boards of one, are put where they do not belong."""
    assert faults_of(sound) == ()
    lines = list(sound.lines)
    place = data.draw(st.integers(0, len(lines) - 1))
    others = [one for one in lines if one.round == lines[place].round and one is not lines[place]]
    other = data.draw(st.sampled_from(others))
    seat = data.draw(st.sampled_from(sorted(lines[place].sides.given())))
    if data.draw(st.booleans()):
        taken = lines[place].sides.replace(**{seat: getattr(other.sides, seat)})
        lines[place] = lines[place].replace(sides=taken)
    else:
        boards = {"first_board": other.first_board, "last_board": other.last_board}
        lines[place] = lines[place].replace(**boards)
    assert faults_of(sound.replace(lines=tuple(lines))) != ()


def test_whist_tables_meet_twice_as_opponents_and_are_meant_to() -> None:
    assert "seating.met-twice" in kinds(whist(8), tables_of_a_board=2)
    assert kinds(whist(8), meetings=2, tables_of_a_board=2) == []
    assert kinds(head_to_head(6), tables_of_a_board=3) == []
