from services.seating.domain.swiss.round_played import RoundPlayed


def met(*couples: str) -> set[frozenset[str]]:
    return {frozenset(couple) for couple in couples}


def test_everybody_who_met_or_had_the_bye_is_in_a_round() -> None:
    assert RoundPlayed(couples=met("ab", "cd"), byes={"e"}).sides == set("abcde")


def test_three_who_have_all_met_are_a_triple_and_a_row_of_three_is_none() -> None:
    assert RoundPlayed(couples=met("ab", "bc", "ac", "de")).triples == (("a", "b", "c"),)
    assert RoundPlayed(couples=met("ab", "bc")).triples == ()
