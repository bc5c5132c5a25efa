"""Decisions in sentences: what each is about, and what it says of that."""

from collections.abc import Mapping
from datetime import UTC, datetime

from contracts.decisions import (
    Adjust,
    AnyDecision,
    Awarded,
    CarryForward,
    ChooseSystem,
    Decision,
    Decisions,
    ExchangeSeats,
    LockRound,
    MatchAwarded,
    NameEvent,
    OfLine,
    ReassignFiles,
    RemoveBoard,
    RetractFile,
    RuleMatch,
    SetGame,
    SetPresence,
    SetPublic,
    SetScore,
    SetStatus,
    ShowNames,
    StartRoundEarly,
    TakeFile,
    UseImps,
    UseScale,
    VoidResult,
)
from contracts.facts import Naming, PublicPolicy, Sides
from shared.formats.decisions.awards import BY_FORFEIT

_BOARDS = {
    "all": "the boards",
    "complete": "each board when all its tables have played it",
    "own": "no boards, but whoever has a link of a table those that it has played",
    "none": "no boards",
}
"""The boards that the public sees."""

_VALUES = {
    "both": "",
    "computed": ", with places and scores computed by Kibitz",
    "stated": ", with places and scores as the organiser's files state",
}

_SUBJECTS: dict[type[Decision], str] = {
    Adjust: "{0.kind} {0.participant}",
    CarryForward: "{0.kind} {0.participant}",
    SetStatus: "the standings",
    NameEvent: "the event",
    SetPublic: "the public",
    UseScale: "the victory points",
    UseImps: "the IMPs of matches",
    StartRoundEarly: "round {0.round}",
    ExchangeSeats: "{0.what} {0.first} and {0.second} in round {0.round}",
    ChooseSystem: "the next seats",
}
"""What a decision is about, where its fields say it as they are."""

_RULINGS: dict[type[Decision], str] = {
    VoidResult: ": the result is void",
    RemoveBoard: " is removed: {0.home_gets} to {0.home}, {0.away_gets} to {0.away}",
    CarryForward: ": carries forward half of {0.score:f} of {0.maximum:f} on {0.boards} boards",
    SetStatus: " are {0.status}",
    NameEvent: " is called {0.name}",
    UseScale: " are those of {0.called}",
}
"""What is decided about that, as the end of a sentence, where the fields say it as they are."""

_NAMINGS: dict[Naming, str] = {
    "full": "shown to the public in full",
    "initials": "shown to the public by initials",
    "none": "not shown to the public",
}

PENALTY_UNIT_WORDS: Mapping[str, str] = {
    "percent": "% of the session",
    "percent_of_board": "% of a board",
    "match_points": "match points",
    "imps": "IMPs",
    "vps": "VPs",
    "points": "points",
}
"""In what penalties are given, in words."""

_EITHER: dict[type[Decision], tuple[str, str, str]] = {
    RetractFile: ("retracted", " does not count", " counts again"),
    TakeFile: ("taken", " is used instead of all older files", " counts in its own right again"),
    LockRound: ("locked", " stay as they are", " may move again"),
    ExchangeSeats: ("exchanged", " exchange their places", " do not exchange their places"),
    StartRoundEarly: ("early", " is drawn now", " is drawn when the one before it is in"),
}
"""The same where a field says whether it is so or undone."""


def sentence(decisions: Decisions, decision: AnyDecision) -> str:
    """What was decided, by whom, when and why."""
    subject = subject_of(decisions.event, decision)
    by = f" by {decisions.by}" if decisions.by else ""
    why = f": {decision.reason}" if decision.reason else ""
    decided = f"decided{by} at {decisions.at.astimezone(UTC):%Y-%m-%d %H:%M} UTC{why}"
    return f"{subject[0].upper()}{subject[1:]}{ruling_of(decisions.event, decision)}, {decided}"


def subject_of(event: str, decision: AnyDecision) -> str:
    """What a decision about an event is about."""
    subject = _SUBJECTS.get(type(decision), "").format(decision)
    match decision:
        case OfLine():
            subject = f"board {decision.board}, {_meeting(decision.sides)}"
        case RuleMatch() | RemoveBoard():
            board = f"board {decision.board} of " if isinstance(decision, RemoveBoard) else ""
            of_round = f" in round {decision.round}" if decision.round is not None else ""
            subject = f"{board}the match {decision.home} against {decision.away}{of_round}"
        case SetGame():
            subject = f"the game {decision.white} against {decision.black} in round {decision.round}"
        case RetractFile(file=str(file)) | TakeFile(file=str(file)) | ReassignFiles(file=str(file)):
            subject = f"file {file[:12]}"
        case ReassignFiles(name=str(name)):
            subject = f"files called {name}" + (f" from {decision.sender}" if decision.sender else "")
        case ReassignFiles():
            subject = f"all files of {event}"
        case SetPresence():
            subject = f"{decision.kind or 'number'} {decision.participant}"
            subject += f", {decision.name}," if decision.name else ""
        case ShowNames():
            subject = "all names" if decision.name is None else f"the name {decision.name}"
        case LockRound():
            subject = "the next seats" if decision.round is None else f"seats of round {decision.round}"
    return subject


def ruling_of(event: str, decision: AnyDecision) -> str:
    """What is decided about the subject, as the end of a sentence."""
    text = _RULINGS.get(type(decision), "").format(decision)
    if type(decision) in _EITHER:
        field, so, not_so = _EITHER[type(decision)]
        return so if getattr(decision, field) else not_so
    match decision:
        case SetScore():
            one = decision.ns == decision.ew and decision.ns.points is not None
            others = "" if one else f", {_worth(decision.ew)} to East-West"
            text = f": {_played(decision)}{_worth(decision.ns)} to North-South{others}"
        case RuleMatch():
            home, away = _match_worth(decision.home_gets), _match_worth(decision.away_gets)
            text = f": {home} to {decision.home}, {away} to {decision.away}"
        case SetGame():
            text = f": {BY_FORFEIT.get(decision.result, decision.result)}" if decision.result else " has no result yet"
        case Adjust():
            unit = PENALTY_UNIT_WORDS[decision.unit] if decision.unit else "in the unit of the totals"
            amount = f"{abs(decision.amount):f} {unit}".replace(" %", "%")
            text = f": {'bonus' if decision.amount > 0 else 'penalty'} of {amount}"
        case ReassignFiles():
            verb = "belongs" if decision.file else "belong"
            text = f" {verb} to {decision.to or f'{event} again'}"
        case UseImps():
            text = f" are those of a table with {len(decision.lower_bounds)} steps"
        case SetStatus(corrections_until=datetime() as until):
            text += f" with corrections until {until.astimezone(UTC):%Y-%m-%d %H:%M} UTC, and official from then on"
        case SetPublic():
            text = f" sees {seen(decision.policy)}"
        case ShowNames():
            text = f" {'are' if decision.name is None else 'is'} {_NAMINGS[decision.shown]}"
        case ChooseSystem():
            text = f" are by {decision.system}" if decision.system else " are as the files say"
        case SetPresence():
            when = f" from round {decision.round} on" if decision.lasting else f" in round {decision.round}"
            bye = f", with a bye ({decision.bye})" if decision.bye else ""
            there = "plays" if decision.name else "is back"
            text = f" {there if decision.present else 'is away'}{when}{bye}"
    return text


def seen(policy: PublicPolicy) -> str:
    """What the public sees under a policy."""
    ranking = {None: "the ranking", 0: "no ranking"}.get(policy.places, f"the first {policy.places} of each ranking")
    if policy.until_round is not None:
        ranking += f" until round {policy.until_round}"
    late = f", {policy.delay} min late" if policy.delay else ""
    text = f"{ranking} and {_BOARDS[policy.boards]}{late}" if policy.withholds else "all results"
    text += _VALUES[policy.values]
    return text if policy.queries else f"{text}, and sends no queries"


def _played(decision: SetScore) -> str:
    if decision.contract is None:
        return ""
    by = f" by {decision.declarer}" if decision.declarer else ""
    made = f", {decision.tricks} tricks" if decision.tricks is not None else ""
    lead = f", lead {decision.lead}" if decision.lead else ""
    return f"{decision.contract}{by}{made}{lead}, "


def _worth(awarded: Awarded) -> str:
    if awarded.award is not None:
        return awarded.award
    if awarded.weighted is not None:
        return " and ".join(f"{part.percent:f}% of {part.points:+d}" for part in awarded.weighted)
    return f"{awarded.percent:f}%" if awarded.percent is not None else f"{awarded.points:+d}"


def _match_worth(awarded: MatchAwarded | None) -> str:
    return "what was played" if awarded is None else awarded.award or f"{awarded.score}"


def _meeting(sides: Sides) -> str:
    ns = sides.ns or "+".join(player for player in (sides.north, sides.south) if player) or sides.ns_team
    ew = sides.ew or "+".join(player for player in (sides.east, sides.west) if player) or sides.ew_team
    return f"{ns or '?'} against {ew or '?'}"
