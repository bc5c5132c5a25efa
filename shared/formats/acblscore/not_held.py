"""Why a new game file does not hold what the facts of an event say."""

from decimal import Decimal

from shared.formats.losses import whys_of

TEAMS = frozenset({"teams", "swiss_teams", "knockout"})
VERSION, VERSION_NEEDED = Decimal("8.15"), Decimal("7.47")
"""Of the program whose files new ones are like, and of the oldest that reads them."""

WHYS = whys_of("acblscore") | {"events.program_version": f"a new file is one of {VERSION}"}
"""By their paths, as `compared` in `shared/formats/losses.py` takes them."""

WHYS_OF_CHANGES = WHYS | whys_of("acblscore", "changes_not_held")
"""Why changes do not stand in a game file that an event is written into."""

FOLLOWING = frozenset(
    {
        *(f"sections.details {name}" for name in ("STATUS", "FLAGS", "MODIFIED", "NUM_BOARDS_POSTED")),
        *("sections.rounds_posted", "events.details MODIFIED", "events.results", "totals.places"),
    }
)
"""Fields that follow from what is written into a game file, and so are no losses."""
