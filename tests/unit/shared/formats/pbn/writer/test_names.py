"""What participants are called, and lists of players."""

import pytest

from contracts.facts import Participant, Person
from shared.formats.losses import Losses
from shared.formats.pbn.writer.names import Names, field


def test_teams_of_one_name_are_called_by_their_numbers() -> None:
    names = Names([Participant(id=each, kind="team", name=name) for each, name in (("1", "A"), ("2", "A"), ("3", "1"))])
    assert [names.team(each) for each in ("1", "2", "3", "4", None)] == ["1", "2", "3", "4", None]
    assert Names([Participant(id="1", kind="team", name="Larks")]).team("1") == "Larks"


def test_a_player_stands_with_a_national_number_or_a_plus() -> None:
    people = (
        Participant(id="7", kind="player", team="1", players=(Person(name="Ann Marie Ash", national_id="901"),)),
        Participant(id="8", kind="player", team="1", players=(Person(name="Bea"),)),
        Participant(id="1A", kind="pair", team="1", players=(Person(name="Ash, Ann"), Person(name="Cal|Cedar"))),
    )
    names, losses = Names([*people, Participant(id="1", kind="team", members=("7", "9"))]), Losses()
    assert names.roster("1", losses) == "901,Ash,Ann Marie|+8,Bea,|1A,Ash Ann;Cal Cedar,"
    assert names.numbers == {"7": "901", "8": "+8", "1A": "1A"}
    assert [(loss.what, loss.count) for loss in losses.items()] == [("members of participants", 1)]


def test_a_team_that_nobody_is_known_of_has_no_list() -> None:
    assert Names([Participant(id="1", kind="team")]).roster("1", Losses()) is None


@pytest.mark.parametrize(("text", "written"), [("a,b|c;d", "a b c d"), (" a  b ", "a b"), ("", "")])
def test_a_field_of_a_list_has_none_of_its_separators(text: str, written: str) -> None:
    assert field(text) == written
