"""Codes of decisions: what a director's own file says, and what is wrong with it."""

from contracts.codes.code import Code
from contracts.findings import Severity

UNREADABLE = Code(
    "decisions.unreadable",
    Severity.ERROR,
    "A file of decisions is not as it must be",
    "Let the command line write it: kibitz decide, kibitz retract, kibitz events, kibitz seat.",
    rejects=True,
)
DECIDED = Code(
    "decisions.decided",
    Severity.INFO,
    "The director has decided this",
    "Nothing to do. To take it back, retract the file of the decision.",
)
LINE_UNKNOWN = Code(
    "decisions.line-unknown",
    Severity.WARNING,
    "A decision is about a line that no file has",
    "Compare session, board and numbers with the traveller, retract the decision and make it again.",
)
FILE_UNKNOWN = Code(
    "decisions.file-unknown",
    Severity.WARNING,
    "A file is retracted or moved that this event does not rest on",
    "Compare its digest with the sources of the standings; if the file is still to come, nothing is to be done.",
)
PARTICIPANT_UNKNOWN = Code(
    "decisions.participant-unknown",
    Severity.WARNING,
    "Somebody is fined, away or there who is in no file",
    "Compare the number with the list of participants; of somebody new say the kind: kibitz seat return --kind.",
)
MATCH_UNKNOWN = Code(
    "decisions.match-unknown",
    Severity.WARNING,
    "A decision is about a match that no file has",
    "It counts as ruled all the same. Compare session, round and sides; if another was meant, retract the decision.",
)
NOT_FOLLOWED = Code(
    "decisions.not-followed",
    Severity.WARNING,
    "A decision about a match says what has no worth there",
    "Say what the sides get as scores: kibitz decide match, or of one board of pairs: kibitz decide score.",
)
EARLY_START_WAITS = Code(
    "decisions.early-start-waits",
    Severity.WARNING,
    "A round is called, and nothing is known of the one before it",
    "It is drawn as soon as something of that round is in. If another round was meant: kibitz seat start --back.",
)
