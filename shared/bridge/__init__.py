"""The rules of duplicate bridge scoring: plain numbers in, exact numbers out.

Points and IMPs are ints, derived scores exact `Fraction`s, victory points Decimals; unknown is None and never 0.
Nothing here knows files, messages, clocks or randomness. Law numbers are those of the 2017 Laws.

| rule | source | module | done |
|---|---|---|---|
| dealer and vulnerability of a board | Law 2 | `play.board_cycle` | yes |
| contract, declarer and card texts | Laws 18, 22; PBN 2.1; USEBIO 1.4, 3.1.1 | `play.contract` | yes |
| auction: turn, sufficiency, doubles, end, declarer | Laws 17-22, 41D | `play.auction` | yes |
| play: leader, follow suit, trick | Laws 41, 44, 53, 61 | `play.card_play` | yes; penalties are not applied |
| score of a contract, possible scores | Law 77; PBN ``OldMP`` | `play.contract_score` | yes |
| match points on both scales | Law 78A; PBN ``MP1``, ``MP2`` | `boards.matchpoints` | yes |
| rulings, fouled boards | Laws 12C1(c), 87; EBU White Book | `boards.board_line`, `boards.matchpoints` | yes |
| Neuberg, small groups, proportion, none | EBU White Book; ACBLscore's files | `boards.matchpoints` | yes |
| artificial scores, own average | Law 12C2; EBU White Book 8.80.6 | `boards.artificial_scores` | yes |
| which boards an own average looks at | EBU White Book 8.80.6 | - | by the caller: the session, or a match of pairs |
| averages inside an ACBLscore foul group | - | - | no: no source says how they are coded |
| session totals in two rounding families | EBU White Book; ACBLscore's files | `rankings.totals`, `rounding` | yes |
| carry-forward, handicap, penalties | EBU White Book; USEBIO 1.0 and 1.4; Laws 90, 91 | `rankings.totals` | yes |
| places, ties, two winners | USEBIO 1.4 section 2.7; Law 78 | `rankings.places` | yes |
| IMP table | Law 78B | `boards.imps` | yes |
| IMP tables of 1948 and 1961 | PBN 2.1, 3.4.12 | `boards.imps` | no: not found; taken as data |
| Butler, three datums and trimming | EBU White Book 4.2.4; PBN ``Butler``, ``Butler-2`` | `boards.butler` | yes |
| cross-IMPs, three averages | PBN ``Cross``, ``Cross1``, ``Cross2``; USEBIO 1.4, 3.1.1 | `boards.cross_imps` | yes |
| aggregate | Law 78C | `matches.board_comparison` | yes |
| victory points, WBF continuous and discrete | WBF 2013 | `matches.wbf_victory_points` | yes |
| victory points, ACBL 20 and 30 | ACBL | `matches.victory_points` with data | yes |
| victory points of Swiss pairs by percentage | EBU White Book 3.1.7 | `matches.victory_points` with data | yes |
| victory points from cross-IMPs | EBU White Book 3.1.3 | `boards.cross_imps` | yes |
| matches not played as they should be | EBU White Book; Laws 12C2, 86A | `matches.match_awards` | yes |
| BBO VP20, SBU, IRL, ABF, old WBF 25-0 | USEBIO 1.4 | `matches.victory_points` | no: not found; taken as data |
| teams: IMPs, BAM, PAB, aggregate | Laws 78B-D; USEBIO 1.4 section 2.2.4 | `matches.board_comparison` | yes |
| hybrid (Pachabo) IMP part, Patton | EBU | - | no: sub-scales not found; stated parts are kept |
| teams of eight | EBU White Book; USEBIO 1.4 section 3.3.5 | `matches.teams_of_eight` | yes; its table is data |
| knock-outs: winners, rounds reached | ACBLscore's files; custom | `matches.knock_out` | yes |
| strata | USEBIO 1.4 section 2.9; ACBL | `rankings.strata` | yes |
| master points | each federation | - | no: published as the file states them |
"""
