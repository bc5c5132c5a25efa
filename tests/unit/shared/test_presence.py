from random import Random
from typing import Any

from contracts.facts import Facts, Participant, PresenceFact, SessionFact
from shared.presence import Presence
from tests.support.golden import compare


def word(who: str, round: int, present: bool = False, **more: Any) -> PresenceFact:
    return PresenceFact(participant=who, round=round, present=present, **more)


def said(*words: PresenceFact, sessions: tuple[str, ...] = ()) -> Presence:
    who = tuple(Participant(id=number, kind="pair") for number in "123")
    return Presence(Facts(participants=who, presences=words, sessions=tuple(SessionFact(id=one) for one in sessions)))


def away(presence: Presence, *rounds: int, session: str | None = None) -> list[list[str]]:
    return [sorted(presence.away(session, number)) for number in rounds]


def test_who_withdraws_is_away_from_then_on_until_they_come_back() -> None:
    presence = said(word("1", 3), word("1", 6, True))
    assert away(presence, 2, 3, 5, 6) == [[], ["1"], ["1"], []]
    assert presence.there(None, 7) == {"1"}
    assert presence.there(None, 2) == frozenset()


def test_a_word_about_one_round_counts_there_alone_and_before_all_others() -> None:
    presence = said(word("1", 3), word("1", 4, True, lasting=False), word("2", 4, lasting=False))
    assert away(presence, 3, 4, 5) == [["1"], ["2"], ["1"]]


def test_a_word_with_a_session_lasts_into_the_later_ones() -> None:
    presence = said(word("1", 3, session="1"), word("2", 1, session="2", lasting=False), sessions=("1", "2"))
    assert away(presence, 2, 3, session="1") == [[], ["1"]]
    assert away(presence, 1, 2, session="2") == [["1", "2"], ["1"]]


def test_of_two_words_about_a_round_the_one_that_names_the_session_counts() -> None:
    presence = said(word("1", 3), word("1", 3, True, session="1"), sessions=("1",))
    assert away(presence, 3, session="1") == [[]]


def test_who_is_not_among_the_participants_is_neither_away_nor_there() -> None:
    presence = said(word("9", 1), word("8", 1, True))
    assert (presence.away(None, 1), presence.there(None, 1)) == ({}, frozenset())


def test_who_is_away_and_who_is_there_by_made_up_decisions_is_what_the_golden_file_says() -> None:
    random = Random(3)
    lines = []
    for _ in range(60):
        words = [
            word(
                random.choice("1129"),
                random.randint(1, 3),
                random.random() < 0.4,
                session=random.choice([None, "1", "2", "3"]),
                lasting=random.random() < 0.6,
            )
            for _ in range(random.randint(1, 3))
        ]
        presence = said(*words, sessions=("1", "2"))
        lines.append(
            "; ".join(" ".join(f"{name}={value}" for name, value in one if value is not None) for one in words)
        )
        for session in (None, "1", "2", "3"):
            for number in (1, 2, 3, 4):
                away_, there = sorted(presence.away(session, number)), sorted(presence.there(session, number))
                if away_ or there:
                    lines.append(f"  session {session}, round {number}: away {away_}, there {there}")
    compare("presence", "\n".join([*lines, ""]))
