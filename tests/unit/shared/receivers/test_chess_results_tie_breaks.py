"""Numbers and parameters of tie-breaks at Chess-Results, and which have none."""

import pytest

from shared.receivers.chess_results_tie_breaks import numbered


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("WIN", (68, ",,,,")),
        ("PS", (86, ",,,,")),
        ("KS", (87, "0,50,,,")),
        ("DE", (81, "-,,,,")),
        ("DE/P", (81, "P,,,,")),
        ("BH", (84, "0,0,0,-,-")),
        ("BH/C1", (84, "0,0,1,-,-")),
        ("BH/M2/P", (84, "0,2,2,P,-")),
        ("FB/C1", (84, "0,0,1,-,F")),
        ("SB/C1", (85, "0,0,1,-,-")),
        ("AOB", (77, "-,,,,")),
        ("ARO/C1", (80, "0,0,1,,")),
        ("TPR", (88, "0,0,,,")),
        ("APRO", (88, "1,0,,,")),
        ("PTP", (88, "2,0,,,")),
        ("APPO", (88, "3,0,,,")),
    ],
)
def test_what_means_the_same_there_has_its_number(code: str, found: tuple[int, str]) -> None:
    assert numbered(code) == found


@pytest.mark.parametrize(
    "code",
    ["WON", "BPG", "BWG", "REP", "PS/C1", "KS/L+1", "TPR/C1", "SB/F", "BH:GP", "BH/R", "ARO/U1400", "BC", "OTHER_X"],
)
def test_what_is_not_documented_or_means_something_else_has_none(code: str) -> None:
    assert numbered(code) is None
