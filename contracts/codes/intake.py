"""Codes of the intake and of the parsers' shell: why a file, or a request, was not taken."""

from contracts.codes.code import Code

# What a file can be refused for.

EMPTY = Code.rejection("intake.empty", "The file is empty", "Export the file again.")
TOO_LARGE = Code.rejection(
    "intake.too-large",
    "The file is larger than this server accepts",
    "Split the file by session, or raise KIBITZ_INTAKE_MAX_BYTES.",
)
UNKNOWN_FORMAT = Code.rejection(
    "intake.unknown-format",
    "The file is in no format that Kibitz reads",
    "Export as USEBIO XML, PBN, an ACBLscore game file or FIDE TRF.",
)

# What can be wrong with a watched folder.

NOT_SETTLED = Code.warning(
    "intake.not-settled",
    "The file in the watched folder keeps changing",
    "Let the scoring program finish writing, or write the file elsewhere and move it in.",
)
UNREADABLE = Code.rejection(
    "intake.unreadable",
    "The file in the watched folder cannot be opened",
    "Give the user that runs the intake permission to read it.",
)
INCOMPLETE = Code.warning(
    "intake.incomplete",
    "The file in the watched folder is cut off and no longer grows",
    "It was read as it is. If something is missing, export it again.",
)
NO_FOLDER = Code.error(
    "intake.no-folder",
    "The watched folder does not exist or cannot be listed",
    "Create or mount the folder and allow the intake to list it; the intake keeps looking for it.",
)
CROWDED_FOLDER = Code.warning(
    "intake.crowded-folder",
    "The watched folder holds more files than the intake looks at",
    "Move old files out of the folder.",
)
OUTSIDE_FOLDER = Code.warning(
    "intake.outside-folder",
    "A link in the watched folder points outside it and is not followed",
    "Put the file itself into the folder.",
)

# What a request can be refused for.

BAD_REQUEST = Code.rejection(
    "intake.bad-request",
    "A parameter of the request cannot be read",
    "Correct the parameter named in the message; /openapi.json describes them all.",
)
UNAUTHORISED = Code.rejection(
    "intake.unauthorised",
    "The request has no token, or an unknown one",
    "Send the header 'Authorization: Bearer <token>' with a token from KIBITZ_INTAKE_TOKENS.",
)
LOCAL_ONLY = Code.rejection(
    "intake.local-only",
    "Without tokens, this intake accepts requests from its own machine only",
    "Set KIBITZ_INTAKE_TOKENS and send one of the tokens.",
)
NO_SUCH_ADDRESS = Code.error(
    "intake.no-such-address",
    "Nothing is at this address, or it does not take this method",
    "See /openapi.json for the addresses.",
)
UNKNOWN_FILE = Code.error(
    "intake.unknown-file",
    "No file with this digest has arrived",
    "Check the digest; only a file that was sent has a status.",
)
TOO_SLOW = Code.rejection(
    "intake.too-slow", "The upload took too long", "Send the file again, over a faster connection or in smaller parts."
)
BUSY = Code.error("intake.busy", "Too many uploads at once", "Send the file again after the time in Retry-After.")
UNAVAILABLE = Code.error(
    "intake.unavailable",
    "The message server does not answer, so the file could not be stored",
    "Send the file again after the time in Retry-After. Files confirmed earlier are safe.",
)
FAILED = Code.error(
    "intake.failed", "Server fault in the intake", "Send the file again; if that fails too, look into the intake's log."
)

# What a parser's shell can say of any file.

READER_FAILED = Code.rejection(
    "parser.reader-failed",
    "Server fault while reading this file",
    "Your file is kept, and is read again once the program is repaired. Please report it.",
)
NOT_PROCESSED = Code.error(
    "intake.not-processed",
    "Server fault: a service gave up on this file",
    "Your file is fine. See `kibitz dead list`, or send the file again later.",
)
MORE_FINDINGS = Code.info(
    "parser.more-findings",
    "The reader found more problems than are listed",
    "Correct those listed and send the file again.",
)
