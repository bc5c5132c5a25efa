"""The rules of duplicate bridge scoring: plain numbers in, exact numbers out.

Points and IMPs are ints, derived scores exact `Fraction`s, victory points Decimals; unknown is None and never 0.
Nothing here knows files, messages, clocks or randomness. Law numbers are those of the 2017 Laws.

| rule | source | module | done |
|---|---|---|---|
| dealer and vulnerability of a board | Law 2 | `board_cycle` | yes |
| contract, declarer and card texts | Laws 18, 22; PBN 2.1; USEBIO 1.4, 3.1.1 | `contract` | yes |
| auction: turn, sufficiency, doubles, end, declarer | Laws 17-22, 41D | `auction` | yes |
| play: leader, following suit, winner of a trick | Laws 41, 44, 53, 61 | `play` | yes; penalties are not applied |
| score of a contract, possible scores | Law 77; PBN ``OldMP`` | `contract_score` | yes |
| match points on both scales | Law 78A; PBN ``MP1``, ``MP2`` | `matchpoints` | yes |
| weighted and split rulings, fouled boards | Laws 12C1(c), 87; EBU White Book | `board_line`, `matchpoints` | yes |
| Neuberg, small groups, proportion, none | EBU White Book; ACBLscore's files | `matchpoints` | yes |
| artificial scores, own average | Law 12C2; EBU White Book 8.80.6 | `artificial` | yes |
| which boards an own average looks at | EBU White Book 8.80.6 | - | by the caller: the session, or a match of pairs |
| averages inside an ACBLscore foul group | - | - | no: no source says how they are coded |
| session totals in two rounding families | EBU White Book; ACBLscore's files | `totals`, `rounding` | yes |
| carry-forward, handicap, penalties | EBU White Book; USEBIO 1.0 and 1.4; Laws 90, 91 | `totals` | yes |
| places, ties, two winners | USEBIO 1.4 section 2.7; Law 78 | `ranking` | yes |
| IMP table | Law 78B | `imps` | yes |
| IMP tables of 1948 and 1961 | PBN 2.1, 3.4.12 | `imps` | no: tables not found; accepted as data |
| Butler, three datums and trimming | EBU White Book 4.2.4; PBN ``Butler``, ``Butler-2`` | `butler` | yes |
| cross-IMPs, three averages | PBN ``Cross``, ``Cross1``, ``Cross2``; USEBIO 1.4, 3.1.1 | `cross_imps` | yes |
| aggregate | Law 78C | `teams` | yes |
| victory points, WBF continuous and discrete | WBF 2013 | `wbf_victory_points` | yes |
| victory points, ACBL 20 and 30 | ACBL | `victory_points` with data | yes |
| victory points of Swiss pairs by percentage | EBU White Book 3.1.7 | `victory_points` with data | yes |
| victory points from cross-IMPs | EBU White Book 3.1.3 | `cross_imps` | yes |
| byes, void and spoiled matches, removed boards, mismatches | EBU White Book; Laws 12C2, 86A | `match_awards` | yes |
| BBO VP20, SBU, IRL, ABF, old WBF 25-0 | USEBIO 1.4 | `victory_points` | no: tables not found; accepted as data |
| teams: IMPs, BAM, PAB, aggregate | Laws 78B-D; USEBIO 1.4 section 2.2.4 | `teams` | yes |
| hybrid (Pachabo) IMP part, Patton | EBU | - | no: sub-scales not found; stated parts are kept |
| teams of eight, four ways | EBU White Book; USEBIO 1.4 section 3.3.5 | `teams_of_eight` | yes; its table is data |
| strata | USEBIO 1.4 section 2.9; ACBL | `strata` | yes |
| master points | each federation | - | no: published as the file states them |
"""
