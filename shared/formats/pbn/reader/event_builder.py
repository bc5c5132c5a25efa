"""From games to drafts: which event a game belongs to, and what it says there (3.4, 4.1.7, 4.4, 5).

Rule 1: games of one Site, Event and EventDate (else Date) are one event.
Rule 2: the document does not say where the teams of a match sit. As rooms are used, the home team sits North-South in
    the open room and East-West in the closed one. Without rooms, the first game of a board at a table counts as the
    open room, the second as the closed one.
    A table of results that names the rooms has a row for each.
Rule 3: a board's table of results may stand in each game of the board; a row that an earlier one has counts once.
Rule 4: deals of one board that have a hand in common, and no other that differs, are one deal.
"""

from collections import Counter

from contracts.base import Place
from contracts.codes.pbn import DEAL_ID, SEATED_TWICE, TOO_LARGE
from contracts.facts import Detail, MatchFact, Participant, ResultFact
from shared.bridge.play.auction import CLOCKWISE
from shared.bridge.play.seats import Seat
from shared.errors import FormatError
from shared.formats.pbn.columns import COLUMNS
from shared.formats.pbn.game import WITH_NOTES, Tag, Token
from shared.formats.pbn.read_game import ReadGame
from shared.formats.pbn.reader.cards import auction_fact, board_fact, deal_fact, play_fact, same_cards
from shared.formats.pbn.reader.draft import UNNUMBERED, Draft, Located, Met, PairEntry, Seated, Where, game_number
from shared.formats.pbn.reader.people import names_of
from shared.formats.pbn.reader.results import digits, game_result, row_pair, row_result, row_total, unit_of
from shared.formats.pbn.reader.team_tables import Kind, matches_of, row_match, row_team, seated_twice
from shared.formats.pbn.report import Report
from shared.formats.pbn.scale_table import scale_of
from shared.formats.pbn.tables import Table
from shared.formats.pbn.tags import MANDATORY, SECTIONS, TAGS
from shared.formats.pbn.values import read_room
from shared.formats.report import NAME_LENGTH, TEXT_LENGTH, Unknown

EventKey = tuple[str | None, str | None, str | None]
"""Site, Event, and EventDate or else Date."""

_READ = frozenset({
    *MANDATORY, "Room", "Round", "Section", "Stage", "Table", "HomeTeam", "VisitTeam", "EventDate", "PairNS", "PairEW",
    "Score", "ScoreIMP", "ScoreMP", "ScorePercentage", "Competition", "EventSponsor", "DoubleDummyTricks", "VPScale",
})  # fmt: skip
"""Tags with a field of the model; what the others say travels as details."""

_DETAILS = TAGS - _READ
_PLACED = TAGS - SECTIONS
_SIDES = (("NS", "PairNS", "North", "South"), ("EW", "PairEW", "East", "West"))
_OF_DEAL = frozenset({"DealId", "Generator", "Hidden", "Description", "OptimumScore"})
_OF_EVENT = ("Competition", "EventSponsor", "Scoring")
MOST_EVENTS = 20_000
"""Of a file; archives of many tournaments have some hundreds."""

_WHO = ("West", "North", "East", "South", "PairNS", "PairEW", "HomeTeam", "VisitTeam")
_OF_TABLE = (
    *_WHO,
    *("Room", "Table", "Declarer", "Contract", "Result", "Score", "ScoreIMP", "ScoreMP", "ScorePercentage"),
)
"""Tags about who played and how it ended, which have no place where a game has no result of its own."""

_GAMES = ""
"""How many games there are of a board, where others are counted by their deals."""

MOST_COMPARED = 50
"""Different deals of one board that a further one is compared with."""

_HANDS = ("dealer", "vulnerable", "north", "east", "south", "west", "double_dummy")


class EventBuilder:
    """Takes games in, one after the other.

    Attributes:
        drafts: by event, in the order of the file.
    """

    def __init__(self, report: Report) -> None:
        self._report = report
        self.drafts: dict[EventKey, Draft] = {}
        self._last = Draft(None, None, None, Place())
        self._deal_ids: dict[str, str] = {}

    def take(self, game: ReadGame) -> Draft:
        """Take a game in; the draft of the event that it belongs to."""
        draft = self._last = self._draft(game)
        where = _apart(game, _where(game), draft)
        self._note_event(game, draft, where)
        self._take_cards(game, draft, where)
        if "TotalScoreTable" in game.tables:
            _take_totals(game.tables["TotalScoreTable"], where, draft)
        self._keep_rest(game, draft, where)
        return draft

    def take_trailing(self, tokens: list[Token]) -> None:
        """Keep comments and directives behind the last game with its event."""
        where = Where(owner="end of file", board="")
        for token in tokens:
            self._keep_token(token, "", self._last, where)

    def _draft(self, game: ReadGame) -> Draft:
        site, name = game.fields.stated("Site"), game.fields.stated("Event")
        start = game.values.event_date or game.values.date
        if self.drafts and game.fields.tags.keys().isdisjoint(("Site", "Event")) and start in (None, self._last.start):
            # Some files name the event in their first game alone, which may have nothing else.
            return self._last
        key = (site, name, start) if site or name else (None, None, None)
        draft = self.drafts.get(key)
        if draft is None:
            place = Place(line=game.game.tags[0].line, path=f"game {game.game.number}")
            if len(self.drafts) == MOST_EVENTS:
                raise FormatError(TOO_LARGE, f"more than {MOST_EVENTS} events", place, tuple(self._report.findings))
            draft = self.drafts[key] = Draft(_clip(site), _clip(name), start, place)
        return draft

    @staticmethod
    def _note_event(game: ReadGame, draft: Draft, where: Where) -> None:
        fields, values = game.fields, game.values
        if values.scoring:
            draft.scorings[values.scoring] += 1
        competition = fields.stated("Competition")
        if competition is not None:
            draft.competitions[competition] += 1
            draft.individual = draft.individual or competition.casefold().startswith("indiv")
        for name in _OF_EVENT:
            if (text := fields.stated(name)) is not None:
                draft.details.setdefault(name, Detail(name=name, value=text[:TEXT_LENGTH]))
        if (scale := fields.stated("VPScale")) is not None:
            draft.vp_scale = draft.vp_scale or _clip(scale)
        if (table := game.tables.get("VPScaleTable")) is not None:
            draft.vp_table = draft.vp_table or scale_of(table, draft.vp_scale or "VPScaleTable")
        if values.date is not None:
            draft.dates[values.date] = None
            draft.session_dates.setdefault(where.session, {})[values.date] = None

    def _take_cards(self, game: ReadGame, draft: Draft, where: Where) -> None:
        fields = game.fields
        rest = [name for name in fields.tags if name in _DETAILS and fields.stated(name)]
        of_result = [name for name in rest if name not in _OF_DEAL]
        # With cards the optimum score is part of their analysis.
        of_deal = [name for name in rest if name in _OF_DEAL and (name != "OptimumScore" or game.deal is None)]
        table = game.tables.get("ScoreTable")
        rows = table.rows if table is not None else []
        teams = seats_of_teams(game, draft, where)
        result = game_result(game, where, _details(game, of_result)) if not rows else None
        names = of_deal if result is not None else [*of_deal, *of_result]
        if not self._take_deal(game, _details(game, names), draft, where):
            for name in names:
                self._keep_tag(fields.tags[name], draft, where)
        if table is not None and rows:
            self._take_rows(game, table, draft, where)
        if result is None and self._is_of_nobody(game, draft, where):
            return
        ns, ew = self._pairs(game, draft, where, teams)
        if result is not None:
            draft.results.append(Seated(result, where, ns, ew))
            if teams is not None:
                note_match(game, where, result, draft)
        if game.auction is not None and (auction := auction_fact(game.auction, where)) is not None:
            draft.auctions.append(Seated(auction, where, ns, ew))
        if game.play is not None and (play := play_fact(game.play, where)) is not None:
            draft.plays.append(Seated(play, where, ns, ew))

    def _take_deal(self, game: ReadGame, details: tuple[Detail, ...], draft: Draft, where: Where) -> bool:
        """Take the deal of a game in; a deal that is known is filled up.

        Returns:
            Whether the details are in; False also where there is no deal.
        """
        deal = deal_fact(game, where, details, self._report)
        if deal is None:
            board = board_fact(game, where)
            if board is not None:
                draft.boards.setdefault((where.session, where.section, where.board), Located(board, where))
            return False
        deal_id = game.fields.stated("DealId")
        if deal_id is not None and game.deal is not None and game.deal.whole:
            cards = game.deal.text(Seat.NORTH)
            if self._deal_ids.setdefault(deal_id[:NAME_LENGTH], cards) != cards:
                message = "an earlier deal with other cards has the same DealId"
                self._report.add(DEAL_ID, message, game.fields.place("DealId"), stated=deal_id)
        known = draft.deals.setdefault((where.session, where.section, where.board), [])
        same = next((dealt for dealt in known[:MOST_COMPARED] if same_cards(dealt.fact, deal)), None)
        if same is None:
            if known:
                # A further deal is named by the table of ours that it was played at, by its round, or by its number.
                table = where.table if game_number(where.table) is not None else None
                by_round = f"round {where.round_text}"[:NAME_LENGTH] if where.round_text is not None else None
                deal = deal.replace(set_id=table or by_round or f"{len(known) + 1}")
            known.append(Located(deal, where))
            return True
        missing = [name for name in _HANDS if not getattr(same.fact, name) and getattr(deal, name)]
        same.fact = same.fact.replace(**{name: getattr(deal, name) for name in missing})
        return set(deal.details) <= set(same.fact.details)

    def _is_of_nobody(self, game: ReadGame, draft: Draft, where: Where) -> bool:
        """Keep what a game without a result says of one; whether it has neither auction nor play beside that."""
        alone = game.auction is None and game.play is None
        for name in _OF_TABLE if alone else ("Declarer", "Contract") if game.values.board is None else ():
            if game.fields.stated(name):
                self._keep_tag(game.fields.tags[name], draft, where)
        return alone

    def _pairs(
        self, game: ReadGame, draft: Draft, where: Where, teams: tuple[str | None, str | None] | None
    ) -> tuple[PairEntry | None, PairEntry | None]:
        """Who sat North-South and East-West in a game, by its tags."""
        fields = game.fields
        pairs: list[PairEntry | None] = []
        for number, (side, tag, first_seat, other) in enumerate(_SIDES):
            names = names_of(fields.text(first_seat)) + names_of(fields.text(other))
            pair = _clip(fields.stated(tag))
            if pair is not None and ";" in pair and not names:
                # The names of players whose seats are not known, as a table writes them (4.3.2, 5.9).
                pair, names = None, names_of(pair)
            team = _clip(teams[number]) if teams is not None else None
            entry = PairEntry(pair, names, side, where.section, team, at=fields.place(first_seat))
            usable = pair is not None or names or team is not None
            pairs.append(entry if usable else None)
            if usable:
                draft.entries.append(entry)
        return pairs[0], pairs[1]

    def _take_rows(self, game: ReadGame, table: Table, draft: Draft, where: Where) -> None:
        unit = unit_of(game.values.scoring)
        draft.tables += 1
        if (kind := matches_of(table)) is not None:
            _take_matches(table, kind, where, draft, self._report)
            return
        known = draft.rows.setdefault((where.session, where.section, where.round_text, where.board), Counter())
        told = known.copy()
        for row in table.rows:
            result = row_result(table, row, where, unit)
            ns, ew = (row_pair(table, row, side, where, result.at) for side in ("NS", "EW"))
            line = (result.replace(at=None), ns and ns[:-1], ew and ew[:-1])
            if told[line]:
                told[line] -= 1
                continue
            known[line] += 1
            in_room = table.text(row, "Room") is not None
            teams = seats_of_teams(game, draft, where._replace(room=result.room)) if in_room else None
            if teams is not None:
                ns, ew = (
                    (entry or PairEntry(None, side=side, at=result.at))._replace(team=team)
                    for entry, side, team in zip((ns, ew), ("NS", "EW"), teams, strict=True)
                )
                note_match(game, where, result, draft)
            draft.results.append(Seated(result, where, ns, ew, row=True))
            draft.entries.extend(entry for entry in (ns, ew) if entry is not None)
            if result.stated is not None and result.stated.unit is not None:
                draft.stated[result.stated.unit] += 1

    def _keep_rest(self, game: ReadGame, draft: Draft, where: Where) -> None:
        """Keep what has no place in the model as extensions."""
        for token in game.game.before:
            self._keep_token(token, "", draft, where)
        for tag in [tag for name, tag in game.fields.tags.items() if name not in _PLACED]:
            if tag.name in SECTIONS or tag in game.sections:
                if not _is_read(tag.name, game):
                    self._keep("section", tag.name, section_text(tag), tag.place, draft, where)
            elif tag.name not in TAGS and not (tag.name in _READ and game.deal is not None):
                self._keep_tag(tag, draft, where)
        for tag in game.fields.repeated:
            self._keep_tag(tag, draft, where)
        for tag in [tag for tag in game.game.tags if tag.made and not tag.data]:
            for token in (tag.made or ())[len(tag.remark) :]:
                self._keep_token(token, tag.name, draft, where)

    def _keep_tag(self, tag: Tag, draft: Draft, where: Where) -> None:
        self._keep("tag", tag.name, tag.value, tag.place, draft, where)

    def _keep_token(self, token: Token, name: str, draft: Draft, where: Where) -> None:
        kind = _EXTENSIONS.get(token[0])
        if kind is not None:
            self._keep(kind, name, token[1].strip(), Place(line=token[2], column=token[3]), draft, where)

    def _keep(self, kind: str, name: str, text: str, place: Place, draft: Draft, where: Where) -> None:
        value = self._report.clip(text, place, TEXT_LENGTH)
        draft.extensions.keep(where.owner, Unknown(kind, name, value, place))
        self._report.count(place)


_EXTENSIONS = {"brace": "comment", "rest": "comment", "directive": "directive", "stray": "text"}


def section_text(tag: Tag) -> str:
    """The value of a tag and its section data, a line for each line of the file."""
    lines: dict[int, list[str]] = {}
    for kind, text, line, _ in tag.content:
        escaped = '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
        lines.setdefault(line, []).append(escaped if kind == "string" else text)
    return "\n".join([tag.value, *(" ".join(parts) for parts in lines.values())])


def _is_read(name: str, game: ReadGame) -> bool:
    """Whether everything in a section has a field of the model; an analysis needs the cards that it is of."""
    table = game.tables.get(name)
    if table is not None and name == "VPScaleTable":
        return scale_of(table, name) is not None
    if name != "OptimumResultTable" or table is None:
        return name in WITH_NOTES or (table is not None and name in ("ScoreTable", "TotalScoreTable"))
    defined = all(column.name in COLUMNS[name] for column in table.columns)
    return defined and game.deal is not None and bool(game.deal.suits)


def _take_matches(table: Table, kind: Kind, where: Where, draft: Draft, report: Report) -> None:
    """Take a table of matches in; a later row of the same match takes the place of an earlier one."""
    for row in table.rows:
        match = row_match(table, row, kind, where)
        if match is not None:
            draft.matches[match.key] = Met(match, {})
            for player, part in seated_twice(table, row):
                text = f"player {player} has two seats in part {part} of the match {match.home} - {match.away}"
                report.add(SEATED_TWICE, text, match.at, subject=f"match {match.home} - {match.away}", stated=player)
            if kind == "pairs":
                sides = (
                    PairEntry(name, section=match.section, at=match.at) for name in (match.home, match.away) if name
                )
                draft.entries.extend(sides)


def _take_totals(table: Table, where: Where, draft: Draft) -> None:
    """Take a table of totals in; a later one of the same participants takes the place of an earlier one."""
    rank: str | None = None
    names = {column.name for column in table.columns}
    draft.summed = draft.summed or ("TotalScore" in names and not names & _OTHER_TOTALS)
    for row in table.rows:
        listed = row_team(table, row)
        if listed is not None:
            team, people = listed
            entry: PairEntry | None = PairEntry(team.id, at=team.at)
            draft.teams |= {each.key: each for each in (team, *people) if isinstance(each, Participant)}
            draft.entries.extend(each for each in people if isinstance(each, PairEntry))
        else:
            entry = row_pair(table, row, None, where)
        text = table.text(row, "Rank")
        # A hyphen repeats the rank above it; so does a sign of a tie.
        rank = rank if text in ("-", "=") else text
        if entry is None:
            continue
        draft.entries.append(entry)
        key = entry.number if entry.number is not None else ";".join(entry.names)
        total = row_total(table, row, where, _clip(rank))
        # A team may be listed for its players alone.
        if listed is None or (total.total, total.percentage, total.place) != (None, None, None):
            draft.totals[where.session, where.section, key] = (entry, where, total)


_OTHER_TOTALS = frozenset(
    {"TotalMP", "TotalIMP", "TotalPercentage", "MeanMP", "MeanIMP", "MeanPercentage", "Percentage"}
)


def _where(game: ReadGame) -> Where:
    fields, values = game.fields, game.values
    round_text = _clip(fields.stated("Round"))
    session = _clip(fields.stated("Stage"))
    if session is None and values.event_date is not None and values.date not in (None, values.event_date):
        session = values.date
    return Where(
        owner=f"game {game.game.number}",
        board=(values.board or f"{UNNUMBERED}{game.game.number}")[:NAME_LENGTH],
        session=session,
        section=_clip(fields.stated("Section")),
        round=digits(round_text),
        round_text=round_text,
        table=_clip(fields.stated("Table")),
        room=_clip(read_room(fields.text("Room")).value),
    )


def _apart(game: ReadGame, where: Where, draft: Draft) -> Where:
    """Give a game that was bid or played a table of its own where nothing else tells it from another of its board.

    Problems for readers have neither players nor tables, and the auction of one has nothing to do with the play of
    another. Games with players are told apart by their deals, those of rounds by their round.
    """
    if where.table is not None or (game.auction is None and game.play is None):
        return where
    named = any(map(game.fields.stated, _WHO))
    cards = tuple(map(game.deal.suits.get, CLOCKWISE)) if game.deal is not None else None
    if named and (cards is None or where.round_text is not None):
        return where
    known = draft.alike.setdefault((where.session, where.board, where.room), {})
    number = known.get(cards) if named and cards is not None else None
    if number is None:
        number = known[_GAMES] = known.get(_GAMES, 0) + 1
        if cards is not None:
            known.setdefault(cards, number)
    return where if number == 1 else where._replace(table=f"{UNNUMBERED}{number}")


def _details(game: ReadGame, names: list[str]) -> tuple[Detail, ...]:
    return tuple(Detail(name=name, value=game.fields.text(name)[:TEXT_LENGTH]) for name in names)


def _clip(text: str | None) -> str | None:
    return text[:NAME_LENGTH] if text is not None else None


Teams = tuple[str | None, str | None]
"""The team that sat North-South, and the one that sat East-West."""


def seats_of_teams(game: ReadGame, draft: Draft, where: Where) -> Teams | None:
    """The teams of a game by their seats; None where it names none."""
    home, visit = game.fields.stated("HomeTeam"), game.fields.stated("VisitTeam")
    if home is None and visit is None:
        return None
    closed = (where.room or "").casefold() == "closed"
    if where.room is None:
        key = (where.session, where.section, where.round_text, where.table, where.board, home, visit)
        closed = draft.rooms[key] % 2 == 1
        draft.rooms[key] += 1
    ns, ew = (visit, home) if closed else (home, visit)
    return (ns[:NAME_LENGTH] if ns else None, ew[:NAME_LENGTH] if ew else None)


def note_match(game: ReadGame, where: Where, result: ResultFact, draft: Draft) -> None:
    """Count a board towards the match of two teams."""
    home, visit = game.fields.stated("HomeTeam"), game.fields.stated("VisitTeam")
    if home is None or visit is None:
        return
    key = (where.session, where.section, where.round_text, *sorted((home, visit)))
    if key not in draft.matches:
        fact = MatchFact(
            at=result.at,
            session=where.session,
            section=where.section,
            kind="teams",
            round=where.round,
            table=where.table,
            home=home[:NAME_LENGTH],
            away=visit[:NAME_LENGTH],
            sub_match=where.round_text if where.round is None else None,
        )
        draft.matches[key] = Met(fact, {})
    draft.matches[key].boards[where.board] = None


def match_fact(met: Met) -> MatchFact:
    """A match with the boards that it has, if any; the first and the last where all have numbers."""
    boards = list(met.boards)
    if not boards:
        return met.fact
    if all(board.isascii() and board.isdigit() for board in boards):
        boards.sort(key=int)
    return met.fact.replace(first_board=boards[0], last_board=boards[-1], boards=len(boards))
