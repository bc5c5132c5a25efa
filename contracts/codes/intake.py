"""Codes of the intake and of the parsers' shell: why a file, or a request, was not taken."""

from contracts.codes.code import Code
from contracts.findings import Severity

# What a file can be refused for.

EMPTY = Code("intake.empty", Severity.ERROR, "The file holds nothing", "Export the file again.", rejects=True)
TOO_LARGE = Code(
    "intake.too-large",
    Severity.ERROR,
    "The file is larger than this intake takes",
    "Split the file by session, or raise KIBITZ_INTAKE_MAX_BYTES.",
    rejects=True,
)
UNKNOWN_FORMAT = Code(
    "intake.unknown-format",
    Severity.ERROR,
    "The content is none of the formats that Kibitz reads",
    "Export as USEBIO XML, PBN, an ACBLscore game file or FIDE TRF.",
    rejects=True,
)

# What can be wrong with a watched folder.

NOT_SETTLED = Code(
    "intake.not-settled",
    Severity.WARNING,
    "The file in the watched folder does not stop changing",
    "Let the scoring program finish writing, or write elsewhere and move the file in.",
)
UNREADABLE = Code(
    "intake.unreadable",
    Severity.ERROR,
    "The file in the watched folder cannot be opened",
    "Give the intake the right to read it.",
    rejects=True,
)
INCOMPLETE = Code(
    "intake.incomplete",
    Severity.WARNING,
    "The file in the watched folder ends in the middle and no longer grows",
    "It was taken as it is; let the scoring program write it again if something is missing.",
)
NO_FOLDER = Code(
    "intake.no-folder",
    Severity.ERROR,
    "The watched folder is not there or cannot be listed",
    "Create or mount the folder and give the intake the right to list it; it is looked for again by itself.",
)
CROWDED_FOLDER = Code(
    "intake.crowded-folder",
    Severity.WARNING,
    "The watched folder holds more files than are looked at",
    "Move old files out of the folder.",
)
OUTSIDE_FOLDER = Code(
    "intake.outside-folder",
    Severity.WARNING,
    "A link in the watched folder leads out of it and is not followed",
    "Put the file itself into the folder.",
)

# What a request can be refused for.

BAD_REQUEST = Code(
    "intake.bad-request",
    Severity.ERROR,
    "A parameter of the request cannot be read",
    "Correct the parameter that the message names; /openapi.json describes them all.",
    rejects=True,
)
UNAUTHORISED = Code(
    "intake.unauthorised",
    Severity.ERROR,
    "The request has no token, or one that is not known here",
    "Send the header 'Authorization: Bearer <token>' with a token of KIBITZ_INTAKE_TOKENS.",
    rejects=True,
)
LOCAL_ONLY = Code(
    "intake.local-only",
    Severity.ERROR,
    "Without tokens, this intake answers only to the machine it runs on",
    "Set KIBITZ_INTAKE_TOKENS and send one of the tokens.",
    rejects=True,
)
NO_SUCH_ADDRESS = Code(
    "intake.no-such-address",
    Severity.ERROR,
    "There is nothing at this address, or not with this method",
    "See /openapi.json for the addresses.",
)
UNKNOWN_FILE = Code(
    "intake.unknown-file",
    Severity.ERROR,
    "No file with this digest has arrived",
    "Check the digest; a file that was never sent has no status.",
)
TOO_SLOW = Code(
    "intake.too-slow",
    Severity.ERROR,
    "The upload did not end in time",
    "Send the file again, over a faster connection or in smaller parts.",
    rejects=True,
)
BUSY = Code(
    "intake.busy",
    Severity.ERROR,
    "Too many uploads are under way at once",
    "Send the file again after the seconds in Retry-After.",
)
UNAVAILABLE = Code(
    "intake.unavailable",
    Severity.ERROR,
    "The bus does not answer, so the file could not be kept",
    "Send the file again after the seconds in Retry-After; nothing was lost that was confirmed before.",
)
FAILED = Code(
    "intake.failed",
    Severity.ERROR,
    "The intake itself failed",
    "Send the file again; if it fails again, the intake's log says where.",
)

# What a parser's shell can say of any file.

READER_FAILED = Code(
    "parser.reader-failed",
    Severity.ERROR,
    "The reader itself failed on this file",
    "This is a fault of the program, not of the file; the file is kept and read again after the repair.",
    rejects=True,
)
NOT_PROCESSED = Code(
    "intake.not-processed",
    Severity.ERROR,
    "A service could not process what the file says, and has given up",
    "This is a fault of the house, not of the file: it is in `kibitz dead list`; or send it again later.",
)
MORE_FINDINGS = Code(
    "parser.more-findings",
    Severity.INFO,
    "The reader found more than is listed",
    "Correct what is listed and send the file again.",
)
