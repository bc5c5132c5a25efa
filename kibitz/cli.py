"""The command line: `kibitz COMMAND`.

Exit codes: 0 fine, 1 findings of severity error, 2 unreadable or misused.
"""

import io
import sys
from collections.abc import Mapping
from typing import Annotated

import typer

from kibitz import __version__
from kibitz.lazy_group import DefaultGroup, LazyCommand, LazyGroup, RootGroup

PANELS: Mapping[str, tuple[tuple[str, str, str], ...]] = {
    "Run it": (
        ("up", "run:up", "Run everything on this machine: NATS, every service, the scoreboard. Ctrl-C stops it."),
        ("demo", "run:demo", "Play a made-up event round by round and show where its standings move."),
        ("run", "run:run", "Run one service, with its settings from the environment."),
        ("doctor", "doctor:doctor", "Report what is installed, reachable and wrong, and what to do about it."),
    ),
    "From the hall to the world": (
        ("world", "", "Make this the public server of a hall."),
        ("hall", "", "Feed a public server from this one."),
    ),
    "Files, without a server": (
        ("read", "files.read:read", "Show what is in a file: events, sessions, participants, boards."),
        ("check", "files.check:check", "Check files: structure, references, arithmetic, results against our scoring."),
        ("score", "files.score:score", "Score files by our own rules, and show what they state beside it."),
        ("seat", "", "Show who sits where next, or decide about the seats of an event."),
        ("movement", "files.movement:movement", "Make a movement: who sits where in each round, with which boards."),
        ("convert", "files.convert:convert", "Write events in another format, and list what that format cannot carry."),
        ("hand-over", "files.hand_over:hand_over", "Write the file for a union or site, and say what it would miss."),
    ),
    "A running server": (
        ("send", "live.send:send_files", "Send files to a running server, and report what became of them."),
        (
            "follow-pgn",
            "live.follow_pgn:follow_pgn",
            "Fetch chess results from a Lichess broadcast or from boards while play goes on.",
        ),
        ("watch", "live.watch:watch", "Follow live standings, or the matches of an event, in the terminal."),
        (
            "standings",
            "live.standings:standings",
            "Show the standings of an event: now, as of a time, or after a round.",
        ),
        ("replay", "live.replay:replay", "Play a finished file again, round by round or board by board."),
        ("decide", "", "Decide as the director: rulings, penalties, official standings."),
        ("events", "", "List events, and decide which files belong to them."),
        ("retract", "director.rulings:retract", "Withdraw a file, as if it had never come; --back restores it."),
        ("take", "director.rulings:take", "Take a file as the whole truth, over everything that older files say."),
        ("access", "", "Who may use the director's desk: list, grant, revoke."),
        ("journal", "desk.journal:journal", "List what was done at the desk that is no file: who, when, by which way."),
        ("rebuild", "live.rebuild:rebuild_from", "Make the whole system again from the originals of the files it got."),
        ("backup", "", "Back up and bring back what follows from no file: access, links, queries, screens."),
        ("archive", "archive:archive", "Write events of the past into one file, from which rebuild brings them back."),
        ("queries", "", "Queries of players about results: list, answer."),
        ("screen", "", "What the screens in the rooms show: list, set, remove."),
        ("webhook", "", "Programs elsewhere that are told of changes: list, add, remove, replay, test."),
        ("dead", "", "Messages that could not be processed: list, parked, show, retry."),
        ("forget", "", "Remove an event, a file, a person's name or what is due, from everything that is kept."),
        ("audit", "audit:audit", "Read everything that the server keeps, and make again what is missing."),
    ),
}
"""The commands under each heading of the help: name, function, and line in the list."""

GROUPS: Mapping[str, tuple[tuple[str, str, str], ...]] = {
    "seat": (
        ("files", "files.seat:seat", "Show who sits where in the next round of the events in these files."),
        ("lock", "director.seats:lock", "Keep the published seats of a round, whatever is corrected afterwards."),
        ("unlock", "director.seats:unlock", "Let the seats of a round follow corrections again."),
        ("redraw", "director.seats:redraw", "Compare locked seats with what would be drawn now, or have that."),
        ("start", "director.seats:start", "Draw a round now, although tables of the round before are still playing."),
        ("exchange", "director.seats:exchange", "Exchange the places of two participants or tables in a round."),
        ("withdraw", "director.seats:withdraw", "Leave a participant out from a round on."),
        ("absent", "director.seats:absent", "Leave a participant out of one round."),
        ("return", "director.seats:come_back", "Count a participant in again, or add a late entry."),
        ("system", "director.seats:system", "Choose the system that seats the event, whatever its files say."),
    ),
    "decide": (
        ("void", "director.rulings:void", "Cancel a result: it counts for neither side."),
        (
            "score",
            "director.rulings:score",
            "Correct a line of a traveller: contract, points, percentages, average plus.",
        ),
        ("game", "director.rulings:game", "Set the result of a game of chess."),
        ("penalty", "director.rulings:penalty", "Give a penalty, or with + a bonus, apart from any board."),
        ("carry", "director.rulings:carry", "Carry a qualifying score forward to a final."),
        ("scale", "director.rulings:scale", "Set the scale that turns matches into victory points."),
        ("imps", "director.rulings:imps", "Set the table that turns the boards of team matches into IMPs."),
        ("status", "director.rulings:declare", "Declare the standings official, provisional or live."),
        ("public", "director.public:public", "Choose what the public sees: the ranking, its first places, the boards."),
        ("new-events", "director.public:new_events", "Choose what the public sees of events that are still to come."),
        ("names", "director.names:names", "Show names to the public in full, by initials, or not at all."),
        ("match", "director.match_rulings:match", "Rule on a match: void, director's error, averages, or scores."),
        ("removed", "director.match_rulings:removed", "Remove a board from a team match; each side gets an average."),
    ),
    "events": (
        ("list", "director.events:list_events", "List the events with their names, status and newest files."),
        ("link", "director.events:link", "Move all files of other events into this event."),
        ("name", "director.events:name_event", "Name an event, whatever its files call it."),
        ("split", "director.events:split", "Move files into an event of their own."),
    ),
    "access": (
        ("list", "desk.access:list_access", "List those who have access to the desk, the newest first."),
        ("grant", "desk.access:grant", "Give somebody access: a link that works once, or a token for a program."),
        ("revoke", "desk.access:revoke", "End an access at once, and whoever is signed in by it is out."),
    ),
    "world": (("token", "uplink:token", "Make this the public server of a hall, and print the command for the hall."),),
    "hall": (
        ("connect", "uplink:connect", "Feed a public server from this one, which takes no decisions unless allowed."),
        ("disconnect", "uplink:disconnect", "Feed the public server no more."),
    ),
    "backup": (
        ("save", "backup:save", "Write who may use the desk, private links, queries and screens to a new file."),
        ("restore", "backup:bring_back", "Set everything in a backup as it was then."),
    ),
    "queries": (
        ("list", "desk.queries:list_queries", "List the queries of players that wait for an answer, the oldest first."),
        ("answer", "desk.queries:answer", "Answer a query; everybody who sees the card sees the answer."),
    ),
    "screen": (
        ("list", "desk.screen:list_screens", "List the screens in the rooms."),
        ("set", "desk.screen:set_screens", "Compose screens from a file, in place of those of the same names."),
        ("remove", "desk.screen:remove", "Remove a screen, with its announcements and its timer."),
    ),
    "webhook": (
        ("list", "webhook:list_webhooks", "List who is told of changes, and how far each is."),
        ("add", "webhook:add", "Tell an address of changes from now on; its secret is shown this once."),
        ("remove", "webhook:remove", "Tell an address no more."),
        ("replay", "webhook:replay", "Tell changes again, from a number on."),
        ("test", "webhook:send_test", "Send a test message now, and show what was answered."),
    ),
    "forget": (
        ("event", "forget:event", "Remove events for good, with their files."),
        (
            "person",
            "forget_person:person",
            "Replace a person's name by a pseudonym, in every file and in what came of it.",
        ),
        ("file", "forget:file", "Remove a file for good, and make its events again from their other files."),
        ("due", "forget_due:due", "Remove for good what has been kept for long enough; run it from a timer."),
    ),
    "dead": (
        ("list", "dead:list_dead", "List the messages that could not be processed, oldest first."),
        ("parked", "dead:parked", "List the events that are set aside until the next try of a message that failed."),
        ("show", "dead:show", "Show one of these messages in full, as JSON."),
        ("retry", "dead:retry", "Send messages again, and remove them from the list."),
    ),
}
"""The commands of each group."""


class AllCommands(RootGroup):
    """Every command, none of them imported."""

    def __init__(self, **settings: object) -> None:
        """Fill the group from the tables above."""
        super().__init__(**settings)  # type: ignore[arg-type]
        for panel, commands in PANELS.items():
            for name, target, summary in commands:
                if name not in GROUPS:
                    self.add_command(LazyCommand(name, target, summary, panel))
                    continue
                kind = DefaultGroup if name == "seat" else LazyGroup
                group = kind(name=name, help=summary, rich_help_panel=panel, no_args_is_help=True)
                for member in GROUPS[name]:
                    group.add_command(LazyCommand(*member))
                self.add_command(group)


app = typer.Typer(name="kibitz", cls=AllCommands, no_args_is_help=True, pretty_exceptions_show_locals=False)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"kibitz {__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Tournament files in, live standings out."""


def main() -> None:
    """Run the command line."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        # What Windows sends to a file or another program has an encoding without check marks and with few names.
        sys.stdout.reconfigure(errors="replace")
    app(prog_name="kibitz")
