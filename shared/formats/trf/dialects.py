"""The dialects of TRF.

| dialect | what it is |
|---|---|
| `TRF16` | the format of 2006 and 2016: records 001, 012 to 132 and 013; the two differ in no column |
| `TRF16_XX` | the same with the records of JaVaFo and its kin: XXR, XXZ, XXS, XXC, XXA, XXP |
| `TRF16_BB` | the same with those of bbpPairings: BBW, BBD, BBL, BBZ, BBF, BBU |
| `DRAFT_2024` | the extensions as drafted in 2024: records 202 to 352 and 801, 802 |
| `TRF26` | the final of 2025: other columns in 250, 299, 310 and 320, byes in 240, forfeits in 330, and more records |
"""

from enum import StrEnum


class Dialect(StrEnum):
    """A dialect of TRF, by the name under which `EventFact.format_version` states it."""

    TRF16 = "TRF16"
    TRF16_XX = "TRF16+XX"
    TRF16_BB = "TRF16+BB"
    DRAFT_2024 = "TRF-2024-draft"
    TRF26 = "TRF-2026"
