"""A process that counts tricks double dummy: deals in on standard input, numbers out on standard output.

It is run as a file, by `double_dummy.py` beside it, and imports nothing of Kibitz, so that it starts quickly. It says
"ready", then answers each line "NT N:AK… … … …" with the tricks of North, East, South and West as declarers, and each
line "NT N:AK… … … … / W SA S5 …", West having led, with those of declarer before and after every card, and then for
each turn a word of those after every card that might have been played, as in `PlayTricks`; or with "!" and a reason.
Numbers are hexadecimal. It ends when its standard input does, or when nothing was asked for the seconds that its
argument names, because it holds 200 MB. Nobody else imports endplay, which brings large libraries.
"""

import contextlib
import os
import select
import sys
from collections.abc import Iterator

NICE = 10
"""How much it leaves the processor to others: results come before analyses."""


def questions(idle: float) -> Iterator[str]:
    """Lines of standard input, until it ends or nothing comes for a while."""
    while _comes(idle):
        line = sys.stdin.readline()
        if not line:
            return
        yield line


def _comes(idle: float) -> bool:
    try:
        return bool(select.select([sys.stdin], [], [], idle)[0])
    except (OSError, ValueError):  # Windows cannot wait so for a pipe: then it waits for ever
        return True


def main() -> None:
    """Answer until there is nothing more to answer."""
    # What the library prints must not stand among the answers.
    answers = os.fdopen(os.dup(1), "w", encoding="ascii", buffering=1)
    os.dup2(2, 1)
    with contextlib.suppress(AttributeError, OSError):
        os.nice(NICE)
    try:
        from endplay import _dds  # noqa: PLC0415
        from endplay.dds import analyse_play, calc_all_tables, solve_board  # noqa: PLC0415
        from endplay.types import Deal, Denom, Player  # noqa: PLC0415

        _dds.SetMaxThreads(1)
    except Exception as error:
        answers.write(f"! {type(error).__name__}: {error}".encode("ascii", "replace").decode().splitlines()[0] + "\n")
        return
    denominations = {"S": Denom.spades, "H": Denom.hearts, "D": Denom.diamonds, "C": Denom.clubs, "NT": Denom.nt}
    seats = {"N": Player.north, "E": Player.east, "S": Player.south, "W": Player.west}

    def choices(deal: Deal, cards: list[str], best: list[int]) -> Iterator[str]:
        """Declarer's tricks after each card that may be played, turn by turn, from those before it."""
        leader = deal.first
        for card, tricks in zip(cards, best, strict=False):
            solved = sorted(solve_board(deal), key=lambda each: (each[0].suit, -each[0].rank))
            most = max(number for _, number in solved)
            for_defenders = 1 if (deal.curplayer - leader) % 2 == 0 else -1
            yield "".join(f"{tricks + for_defenders * (most - number):x}" for _, number in solved)
            deal.play(card)

    answers.write("ready\n")
    for line in questions(float(sys.argv[1])):
        name, _, about = line.strip().partition(" ")
        deal, _, play = about.partition(" / ")
        try:
            asked = denominations[name]
            if play:
                leader, *cards = play.split()
                table = Deal(deal, first=seats[leader], trump=asked)
                numbers = [int(number) for number in analyse_play(table, cards)]
                # The last trick plays itself, and is not in the answer.
                numbers += numbers[-1:] * (len(cards) + 1 - len(numbers))
                words = [*(f"{number:x}" for number in numbers), *choices(table, cards, numbers)]
            else:
                tricks = calc_all_tables([Deal(deal)], exclude=[other for other in Denom if other != asked])[0]
                words = [f"{int(tricks[asked, seat]):x}" for seat in seats.values()]
            answers.write(" ".join(words) + "\n")
        except Exception as error:
            answers.write(f"! {type(error).__name__}\n")


if __name__ == "__main__":
    main()
