"""Codes of decisions: what a director's own file says, and what is wrong with it."""

from contracts.codes.code import Code

UNREADABLE = Code.rejection(
    "decisions.unreadable",
    "A file of decisions cannot be read",
    "Write decisions with the command line: kibitz decide, kibitz retract, kibitz take, kibitz events, kibitz seat.",
)
DECIDED = Code.info(
    "decisions.decided", "A decision of the director", "Nothing to do. To undo it, retract the file of the decision."
)
LINE_UNKNOWN = Code.warning(
    "decisions.line-unknown",
    "A decision names a result that no file contains",
    "Compare session, board and pair numbers with the traveller; retract the decision and enter it again.",
)
FILE_UNKNOWN = Code.warning(
    "decisions.file-unknown",
    "A decision retracts, takes or reassigns a file that this event does not use",
    "Compare the file's digest with the sources of the standings. Ignore this if the file is still to come.",
)
PARTICIPANT_UNKNOWN = Code.warning(
    "decisions.participant-unknown",
    "A decision names a participant that no file lists",
    "Compare the number with the list of participants. For a newcomer, name the kind: kibitz seat return --kind.",
)
MATCH_UNKNOWN = Code.warning(
    "decisions.match-unknown",
    "A decision names a match that no file contains",
    "The ruling counts all the same. Compare session, round and sides; if it meant another match, retract it.",
)
NOT_FOLLOWED = Code.warning(
    "decisions.not-followed",
    "A ruling on a match has no value in this kind of event",
    "Enter the scores of both sides: kibitz decide match; for one board of pairs: kibitz decide score.",
)
EARLY_START_WAITS = Code.warning(
    "decisions.early-start-waits",
    "A round is started early, but nothing of the round before it is known",
    "It is drawn as soon as the first result of that round arrives. To undo it: kibitz seat start --back.",
)
