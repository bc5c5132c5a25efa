"""Documents of TRF whose points by result are unusual: by colour, by round, by team, with exceptions."""

from tests.support.trf_lines import abnormal, player, team

COLOURS = (
    "012 Points by colour", "042 2031/05/01", "142 4", "092 Swiss",
    "XXS WW=3 BW=4 WD=1 BD=1.5 WL=0.25 BL=0.5 ZPB=0.1 HPB=0.6 FPB=2 PAB=2.5 FW=3.5 FL=0.2",
    player(1, "2 w 1", "3 b =", "4 w 0", "- H", rating=2000),
    player(2, "1 b 0", "- U", "3 w +", "4 b 1", rating=1900),
    player(3, "4 w =", "1 w =", "2 b -", "- F", rating=1800),
    player(4, "3 b =", "- Z", "1 b 1", "2 w 0"),
)  # fmt: skip
EXCEPTIONS = (
    "012 Exceptions", "042 2026/02/28", "142 5", "092 Swiss", "162 W 3.0 D 1.0 L 0.0 A 0.5 P 2.0",
    abnormal("W", "", "2.0", 1, 1, 3), abnormal("=", "", "0.7", 0), abnormal("U", "", "1.5", 2, 2),
    abnormal("", "", "-1.0", 1, 2), abnormal("", "", "0.5", 5, 3), abnormal("-", "", "-1.0", 0),
    player(1, "2 w 1", "3 b =", "4 w 0"),
    player(2, "1 b 0", "- U", "3 w +"),
    player(3, "4 w 1", "1 w =", "2 b -"),
    player(4, "3 b 0", "- Z", "1 b 1"),
)  # fmt: skip
ROBIN = (
    "012 Round robin", "042 2024/08/01", "142 5", "092 Round Robin",
    player(1, "- Z", "2 w 1", "3 b =", "4 w +", "5 b 0"),
    player(2, "5 w 1", "1 b 0", "- Z", "3 w =", "4 b -"),
    player(3, "4 b =", "5 w 1", "1 w =", "2 b =", "- Z"),
    player(4, "3 w =", "- Z", "5 b 1", "1 b -", "2 w +"),
    player(5, "2 b 0", "3 b 0", "4 w 0", "- Z", "1 w 1"),
)  # fmt: skip
LEAGUE = (
    "012 League", "042 2024/07/31", "142 4", "192 FIDE_TEAM_TYPEA_GP_MP", "352 WBW", "362 TW 3.0 TD 1.0 TL 0.5",
    "162 W 1.0 D 0.5 L 0.0 P 1.0",
    abnormal("W", "2.0", "", 1, 1), abnormal("", "1.0", "-0.5", 2, 2, 4), abnormal("Z", "0.5", "1.5", 0),
    *(player(number, *cells) for number, cells in enumerate((
        ("4 w 1", "- H", "10 b +"), ("5 b =", "- U", "11 w +"), ("6 w 0", "- F", "12 b +"),
        ("1 b 0", "10 w 1", "7 b ="), ("2 w =", "11 b 1", "8 w ="), ("3 b 1", "12 w =", "- Z"),
        ("10 w 1", "", "4 w ="), ("11 b 0", "", "5 b ="), ("12 w 1", "", "6 w +"),
        ("7 b 0", "4 b 0", "1 w -"), ("8 w 1", "5 w 0", "2 b -"), ("9 b 0", "6 b =", "3 w -"),
    ), 1)),
    *(team(number, range(3 * number - 2, 3 * number + 1), name=f"Team {number}") for number in (1, 2, 3, 4)),
    "320  1.5  2.0   0   1   0",
)  # fmt: skip
SCORED = {"colours": COLOURS, "exceptions": EXCEPTIONS, "robin": ROBIN, "league": LEAGUE}
