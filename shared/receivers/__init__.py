"""Who takes the files of an event: a club's site, a union that awards points, a federation that rates.

| receiver | takes | where that is documented |
|---|---|---|
| BridgeWebs | USEBIO | its guide; programs that upload to it |
| EBU | USEBIO | USEBIO 1.4, 2 and 5.2; My EBU, "Submitting session files" |
| Scottish Bridge | USEBIO | its page "Submitting results" |
| ACBL | game files, by way of ACBLscore | what ACBLscore sends to the ACBL is not public |
| FIDE | TRF | TRF-2026 (Handbook, TRF26): the column "R" |
| Chess-Results | TRF by way of Swiss-Manager; XML from programs with a key | an appendix of Sharly-Chess |

`checks.py` has what may be missing, `table.py` which receiver asks for what, `chess_results.py` the XML.
"""
