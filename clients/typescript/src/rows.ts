/**
 * The rows of each kind of channel.
 *
 * Made from the contracts by `python -m contracts.generate`; do not change it here.
 * @module
 */

/**
 * An event that has standings; the id of the row is the event's.
 *
 * Attributes:
 *     kind: "pairs", "teams", "individuals", "swiss" and so on, as far as the files say.
 *     status: "live", "provisional" or "official".
 *     progress: how far it is, in words.
 *     rounds, results_expected: null where nothing says how many there will be.
 *     rounds_complete, results, complete, leader, updated: null where the organiser holds them back.
 *     leader: names of who leads.
 *     updated: when its standings changed last, with its UTC offset.
 */
export type EventRow = {
  name: string;
  organiser: string | null;
  date: string | null;
  kind: string | null;
  status: string;
  progress: string;
  rounds: number | null;
  rounds_complete: number | null;
  results: number | null;
  results_expected: number | null;
  complete: boolean | null;
  leader: string | null;
  updated: string | null;
};

/**
 * A participant in one of the event's rankings.
 *
 * Attributes:
 *     ranking: id of the ranking; `meta.rankings` has their titles and units.
 *     place: as it is shown: "1", "2="; null for one without standing or without a score yet.
 *     rank: 1 for the leader; those who are tied have the same.
 *     total: in the unit of the standings, after adjustment, without handicap and carry-forward.
 *     boards: boards with a result; games of chess that were played.
 *     final: what decides the place where there is a handicap or something is carried forward.
 *     tie_breaks: of chess, in the order in which they decide: "BH 12.5".
 *     agrees: whether the stated values are those computed; null when nothing is stated.
 *     stated_place, stated_total, stated_percentage: as the file of the organiser has them.
 */
export type StandingsRow = {
  ranking: string;
  number: string;
  name: string;
  section: string | null;
  direction: string | null;
  place: string | null;
  rank: number | null;
  total: string | null;
  percentage: string | null;
  boards: number;
  adjustment: string | null;
  carry: string | null;
  handicap: string | null;
  final: string | null;
  title: string | null;
  rating: string | null;
  federation: string | null;
  tie_breaks: string[] | null;
  agrees: boolean | null;
  stated_place: string | null;
  stated_total: string | null;
  stated_percentage: string | null;
};

/**
 * A match between two pairs or teams.
 *
 * Attributes:
 *     away: null for a bye.
 *     boards: how many both sides have a score on; `length` is that of the whole match.
 *     raw_unit: of what the boards add up to: "imps", "points", or "percent" of the match points.
 *     home_score, away_score: what the match gives, in `unit`.
 *     stated_home, stated_away: as the file has them.
 *     ruling: what the director gives for the match, in words; null where its boards count.
 */
export type MatchRow = {
  session: string | null;
  section: string | null;
  round: number | null;
  table: string | null;
  home: string;
  away: string | null;
  home_name: string;
  away_name: string;
  boards: number;
  cancelled: number;
  length: number | null;
  raw_unit: string | null;
  home_raw: string | null;
  away_raw: string | null;
  home_score: string | null;
  away_score: string | null;
  unit: string;
  stated_home: string | null;
  stated_away: string | null;
  agrees: boolean | null;
  ruling: string | null;
};

/**
 * A game of chess, a bye or an absence.
 *
 * Attributes:
 *     table: number of the board in the round, of a team event that of the match; null for a bye or an absence.
 *     board: of the match, in a team event.
 *     white, black: ids of the players; of a bye or absence `white` has it and `black` is null.
 *     white_team, black_team: ids of the teams that they play for.
 *     result: as people write it: "1-0", "½-½", "+--"; null until there is one.
 *     bye: "U" given by the pairing, "F" a full point, "H" half a point, "Z" none, an absence too.
 *     uncoloured: nothing says who has White.
 */
export type GameRow = {
  round: number;
  table: number | null;
  board: number | null;
  white: string;
  black: string | null;
  white_name: string;
  black_name: string;
  white_title: string | null;
  black_title: string | null;
  white_rating: string | null;
  black_rating: string | null;
  white_team: string | null;
  black_team: string | null;
  result: string | null;
  white_points: string | null;
  black_points: string | null;
  bye: string | null;
  uncoloured: boolean;
};

/**
 * A board of bridge; the id of the row is that of its channel.
 *
 * Attributes:
 *     results: tables with a score.
 *     low, high, common: scores for North-South: lowest, highest, most frequent; `times` says how frequent. A score
 *         that stands alone on its board is not frequent.
 *     plays: tables that recorded their auction or play.
 *     par: for North-South, if the deal was analysed.
 */
export type BoardRow = {
  session: string | null;
  board: string;
  dealer: string | null;
  vulnerable: string | null;
  results: number;
  low: number | null;
  high: number | null;
  common: number | null;
  times: number | null;
  plays: number;
  par: number | null;
};

/**
 * A board played once.
 *
 * Attributes:
 *     ns, ew: ids of the pairs, or of two individuals with "+" between them; null where a file names teams alone.
 *     score: as people write it: "420", "-50", "A6040", "PASS".
 *     ns_points, ew_points: in the unit of the event's board scoring.
 *     stated_ns, stated_ew: as the file gives them.
 *     part: which of several lines of the same sides on this board; null for the first.
 *     calls: with the three after it, only of a board of which a table recorded its auction or play: from the dealer's
 *         turn on: "1NT", "-" for a turn that nobody could take; a call that was alerted or explained has "!" behind
 *         it, and after a space what was said of it.
 *     cards: in the order of play, from the opening lead to the last one that can be followed: "SA".
 *     claimed: the tricks that declarer has by a claim.
 *     broken_off: why calls and cards go no further.
 */
export type LineRow = {
  session: string | null;
  section: string | null;
  round: number | null;
  table: string | null;
  ns: string | null;
  ew: string | null;
  ns_names: string;
  ew_names: string;
  ns_team: string | null;
  ew_team: string | null;
  contract: string | null;
  declarer: string | null;
  lead: string | null;
  tricks: number | null;
  score: string;
  ew_score: string | null;
  ns_points: string | null;
  ew_points: string | null;
  ns_percent: string | null;
  ew_percent: string | null;
  stated_ns: string | null;
  stated_ew: string | null;
  agrees: boolean | null;
  teams_of_pairs: boolean | null;
  part: number | null;
  calls?: string[];
  cards?: string[];
  claimed?: number | null;
  broken_off?: string | null;
};

/**
 * The double-dummy tricks of one declarer; the id of the row is the seat: "N".
 */
export type AnalysisRow = {
  notrump: number;
  spades: number;
  hearts: number;
  diamonds: number;
  clubs: number;
};

/**
 * A table of the next round.
 *
 * Attributes:
 *     ns, ew: pairs or teams; chess has `white` and `black`, individuals the four seats.
 *     reason: why they meet, in one sentence; null where the organiser holds results back.
 */
export type SeatRow = {
  section: string | null;
  table: string | null;
  ns: string | null;
  ns_names: string;
  ew: string | null;
  ew_names: string;
  north: string | null;
  east: string | null;
  south: string | null;
  west: string | null;
  white: string | null;
  black: string | null;
  first_board: string | null;
  last_board: string | null;
  reason: string | null;
};
