"""Why a new game file does not hold what the facts of an event say."""

from decimal import Decimal

TEAMS = frozenset({"teams", "swiss_teams", "knockout"})
VERSION, VERSION_NEEDED = Decimal("8.15"), Decimal("7.47")
"""Of the program whose files new ones are like, and of the oldest that reads them."""

_RESULTS_ALONE = "a game file has results, not how they came about"

WHYS = {
    "": "a game file has no place for it",
    "sessions": "a game file is one session; the newest is written",
    "results": "it is of another session, or has no place in a section of the file",
    "results.contract": _RESULTS_ALONE,
    "results.declarer": _RESULTS_ALONE,
    "results.lead": _RESULTS_ALONE,
    "results.tricks": _RESULTS_ALONE,
    "results.room": _RESULTS_ALONE,
    "results.multiplicity": "a line of a game file is one result",
    "results.ns_score.text": "a game file has Ave-, Ave and Ave+",
    "results.ew_score.text": "a game file has Ave-, Ave and Ave+",
    "results.stated.ns_percent": "a game file has match points",
    "results.stated.ew_percent": "a game file has match points",
    "matches": "it is of another session, or of no teams",
    "participants": "an event of players, pairs or teams lists no others in a game file",
    "participants.stratum": "a game file has three, by number",
    "adjustments": "a game file does not tell one of nothing from none",
    "adjustments.unit": "a game file of ours does not name it",
    "awards": "a game file has master points that were won",
    "awards.colour": "a game file has the colours of ACBL",
    "seats": "a game file has no starting seats of teams",
    "sections.details MODIFIED": "a new file has its own",
    "events.details FILE_CREATED": "a new file has its own",
    "events.details MODIFIED": "a new file has its own",
    "events.program": "a game file is one of ACBLscore",
    "events.program_version": f"a new file is one of {VERSION}",
    "events.results": "a new file has no boards that nobody has played",
    "events.kind": "ACBLscore has none like it",
    "events.board_scoring": "ACBLscore has none like it",
    "events.match_scoring": "ACBLscore has none like it",
    "events.imp_bounds": "a game file of ours has that of the laws",
    "events.vp_scale": "a game file has the steps of one scale for matches of teams, and not its name",
    "events.vp_table": "a game file has the steps of one scale for matches of teams",
    "events.start_date": "a game file has the day of the session",
    "events.strata": "a game file has three, with a letter and a number",
    "sessions.number": "a game file of an event of one session does not number it",
    "movements": "it is of no section that is written, or of teams",
    "movements.details ROUNDS_DRAWN": "it is drawn and not played",
}
"""By their paths, as `compared` in `shared/formats/losses.py` takes them."""

WHYS_OF_CHANGES = WHYS | {
    "": "the game file has no place for it",
    "results": "it is of another session, or of a board, section or number that the file does not have",
    "results.ns_score": "a game file has no score like it, or no room for the result",
    "results.ew_score": "a game file has no score like it, or no room for the result",
    "matches": "it is of another session or opponent, or the file has no table with room for it",
    "participants": "only those who have a seat in the file can be changed",
    "participants.players": "the entry has no place for it, or not enough",
    "adjustments": "the file has it in another unit, or nobody in it has it",
    "awards": "those of the file stay; they are ACBLscore's to work out",
    "seats": "those who have an entry in the file have a seat in the next session",
    "events.vp_table": "the scale of the file stays as ACBLscore wrote it",
    "events.imp_bounds": "the scale of the file stays as ACBLscore wrote it",
}
"""Why changes do not stand in a game file that an event is written into."""

FOLLOWING = frozenset(
    {
        *(f"sections.details {name}" for name in ("STATUS", "FLAGS", "MODIFIED", "NUM_BOARDS_POSTED")),
        *("sections.rounds_posted", "events.details MODIFIED", "events.results", "totals.places"),
    }
)
"""Fields that follow from what is written into a game file, and so are no losses."""
