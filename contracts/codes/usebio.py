"""Codes of the USEBIO reader and writer: what can be said about a USEBIO file before its scores are checked."""

from contracts.codes.code import Code

NOT_WELL_FORMED = Code.rejection(
    "usebio.not-well-formed",
    "The file is not well-formed XML, or it is cut off",
    "Export the file again and send it once it is complete.",
)
NO_EVENT = Code.rejection(
    "usebio.no-event",
    "The file holds no EVENT, HANDSET, MOVEMENT or MEMBER",
    "Export the results of an event as USEBIO.",
)
ENTITY_DECLARATION = Code.rejection(
    "usebio.entity-declaration",
    "The file declares XML entities",
    "Remove the ENTITY declarations; USEBIO needs none beyond those that XML has.",
)
TOO_DEEP = Code.rejection(
    "usebio.too-deep",
    "Elements are nested deeper than any USEBIO file needs",
    "Export the file again; the element that is never closed is probably a fault of the program.",
)
TOO_LARGE = Code.rejection(
    "usebio.too-large",
    "The file exceeds a limit of the reader",
    "Split the event into a file for each session, or remove what is not USEBIO.",
)
UNKNOWN_ELEMENT = Code.info(
    "usebio.unknown-element",
    "No version of USEBIO has this element here",
    "Nothing is lost: it is kept and published as extension data. Check the spelling if it was meant to count.",
)
UNKNOWN_ATTRIBUTE = Code.info(
    "usebio.unknown-attribute",
    "No version of USEBIO has this attribute here",
    "Nothing is lost: it is kept and published as extension data. Check the spelling if it was meant to count.",
)
STRAY_TEXT = Code.info(
    "usebio.stray-text",
    "Text where only elements belong",
    "Nothing is lost: it is kept as extension data. Put it into an element, for example NOTES.",
)
REPEATED_ELEMENT = Code.warning(
    "usebio.repeated-element", "An element occurs more often than allowed", "The first one counts. Remove the others."
)
REPEATED_ID = Code.warning(
    "usebio.repeated-id",
    "Two sessions, two sections of a session, or two entries of a list for the same players, have the same id",
    "They were read as one. If they are two, give each its own id.",
)
MISSING_REQUIRED = Code.warning(
    "usebio.missing-required",
    "A required element is missing, so part of the file cannot be used",
    "Add what is missing and send the file again.",
)
BAD_NUMBER = Code.warning(
    "usebio.bad-number",
    "Not a number",
    "The value counts as unknown and is kept as written. Write digits, with a point before decimals.",
)
DECIMAL_COMMA = Code.info(
    "usebio.decimal-comma", "A decimal comma was read as a decimal point", "Write decimals with a point."
)
BAD_DATE = Code.warning(
    "usebio.bad-date",
    "Unreadable date or time",
    "Write dates as YYYY-MM-DD and times as YYYY-MM-DDThh:mm with the zone.",
)
DATE_AMBIGUOUS = Code.info(
    "usebio.date-ambiguous",
    "Ambiguous date",
    "The day was assumed to come before the month, as in USEBIO 1.0 to 1.2. Write YYYY-MM-DD.",
)
BAD_VALUE = Code.warning(
    "usebio.bad-value", "Undocumented value", "The text was kept as written. Correct the value and send the file again."
)
BAD_SCORE = Code.error(
    "usebio.bad-score",
    "Unreadable score",
    "Write the score of North-South as a whole number, or an adjusted score like A6040.",
)
ONE_SIDED_SCORE = Code.warning(
    "usebio.one-sided-score",
    "An adjusted score names a percentage for one side only",
    "Name both sides, North-South first: A6040.",
)
AMBIGUOUS_ARTIFICIAL = Code.warning(
    "usebio.ambiguous-artificial",
    "Ambiguous adjusted score",
    "Check how it was read; two digits for each percentage are never ambiguous.",
)
NUMBER_SHARED = Code.info(
    "usebio.number-shared",
    "The same number names different participants",
    "They were distinguished by direction or section. Add NS, EW or the section to the numbers.",
)
PARTICIPANT_DIFFERS = Code.warning(
    "usebio.participant-differs",
    "A participant is listed more than once with different players",
    "The first list of players counts; the others are kept as details. Give different pairs different numbers.",
)
ADJUSTMENT_DIFFERS = Code.warning(
    "usebio.adjustment-differs",
    "Two lists state different adjustments, handicaps or carry-forwards for the same participant",
    "The first list counts. Correct one of them, and let the scoring program calculate again.",
)
TYPE_DIFFERS = Code.info(
    "usebio.type-differs",
    "An EVENT_TYPE attribute contradicts the event",
    "The event's own statement counts. Leave the attribute out of inner elements.",
)
ENCODING_GUESSED = Code.warning(
    "usebio.encoding-guessed",
    "The bytes are not in the encoding that the file declares",
    "Check the accented letters in names; write UTF-8, or declare the encoding that is used.",
)
BARE_AMPERSAND = Code.warning(
    "usebio.bare-ampersand",
    "An unescaped ampersand",
    "It was read as intended, but other programs may refuse the file. Write `&amp;` for an ampersand.",
)
STRAY_CHARACTERS = Code.warning(
    "usebio.stray-characters",
    "Control characters, or something before the XML begins",
    "Write the XML declaration as the first thing in the file, and leave control characters out.",
)
LETTER_CASE = Code.warning(
    "usebio.letter-case",
    "Names of elements are not in capitals, as USEBIO has them",
    "Write them in capitals; other programs may not recognise them otherwise.",
)
ENTITY_UNDECLARED = Code.info(
    "usebio.entity-undeclared",
    "A named character that XML does not have",
    "It was read as HTML reads it, or kept as written. Write the character itself in UTF-8.",
)
NEWER_THAN_VERSION = Code.info(
    "usebio.newer-than-version",
    "An element newer than the version that the file declares",
    "Nothing is lost: it is read all the same. Declare the version that introduced it.",
)
NAMESPACE = Code.info(
    "usebio.namespace",
    "The elements are in an XML namespace, which USEBIO does not use",
    "The namespace was ignored. Remove the xmlns attribute.",
)
TEXT_CUT = Code.warning("usebio.text-cut", "A text is too long", "Only its beginning is kept. Shorten it.")
NO_IDENTITY = Code.warning(
    "usebio.no-identity",
    "The file does not show which event it belongs to",
    "Name the club, the event and its date, or name the event when sending the file.",
)
OVERALL_REPEATED = Code.info(
    "usebio.overall-repeated",
    "Every session repeats the overall results, as files before 1.4 may",
    "Nothing is wrong. Since 1.4 overall results belong outside the sessions.",
)
PERCENTAGE_IS_TOTAL = Code.info(
    "usebio.percentage-is-total", "Totals in IMPs are written as percentages", "Write totals in IMPs as TOTAL_SCORE."
)
SESSION_WITHOUT_NUMBER = Code.info(
    "usebio.session-without-number",
    "One of several sessions does not name its event",
    "Write the same EVENT_ID in the file of each session, or use `kibitz events link`.",
)
BAD_IN_PLAY = Code.warning(
    "usebio.bad-in-play",
    "The kibitz-in-play instruction cannot be read",
    "Write calculated-at as RFC 3339 with an offset, rounds and boards like 1-4,7; see docs/formats/usebio.md.",
)
LIN_UNREADABLE = Code.info(
    "usebio.lin-unreadable",
    "Play data is only partly readable",
    "The text is kept unchanged. Check the program that wrote it.",
)
LIN_DEAL = Code.warning(
    "usebio.lin-deal",
    "The deal of play data has other cards than a pack",
    "Correct the hands in the play data; the deals of other tables count.",
)
NOT_BRIDGE = Code.rejection(
    "usebio.not-bridge", "USEBIO cannot describe this event", "Export it as JSON, CSV or in a format of its own game."
)
MORE_LIKE_IT = Code.info(
    "usebio.more-like-it",
    "More findings of this kind",
    "Correct those that are listed and send the file again to see the rest.",
)
SCHEMA_UNKNOWN = Code.error(
    "usebio.schema-unknown",
    "The schema of USEBIO 1.4 has no place for an element, attribute or text",
    "Correct the spelling, move it to where it belongs, or leave it out; 1.4 takes only the names of its document.",
)
SCHEMA_MISSING = Code.error(
    "usebio.schema-missing",
    "An element or attribute that the schema of USEBIO 1.4 requires is missing",
    "Add it; an element whose value is not known may be left empty.",
)
SCHEMA_REPEATED = Code.error(
    "usebio.schema-repeated", "An element occurs more often than the schema of USEBIO 1.4 allows", "Keep the right one."
)
SCHEMA_VALUE = Code.error(
    "usebio.schema-value",
    "The schema of USEBIO 1.4 does not allow this value here",
    "Write one of the values named, or leave out an optional element.",
)
SCHEMA_NOT_APPLIED = Code.info(
    "usebio.schema-not-applied",
    "The file is not USEBIO 1.4, so the schema was not applied",
    "Nothing is wrong: everything else was checked. `kibitz convert` writes the event as USEBIO 1.4.",
)
REQUIRED_BY_VALUE = Code.warning(
    "usebio.required-by-value",
    "An element that other values of USEBIO 1.4 require is missing",
    "Add it; readers of other programs may refuse the file without it.",
)
