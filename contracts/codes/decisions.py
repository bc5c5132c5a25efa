"""Codes of decisions: what a director's own file says, and what is wrong with it."""

from contracts.codes.code import from_catalogue

UNREADABLE = from_catalogue("decisions.unreadable")
DECIDED = from_catalogue("decisions.decided")
LINE_UNKNOWN = from_catalogue("decisions.line-unknown")
FILE_UNKNOWN = from_catalogue("decisions.file-unknown")
PARTICIPANT_UNKNOWN = from_catalogue("decisions.participant-unknown")
MATCH_UNKNOWN = from_catalogue("decisions.match-unknown")
NOT_FOLLOWED = from_catalogue("decisions.not-followed")
EARLY_START_WAITS = from_catalogue("decisions.early-start-waits")
