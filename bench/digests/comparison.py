"""Comparing two folders of digests: what differs, by case and section, and how it begins."""

import difflib
import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bench.digests.cases import Document, canonical
from bench.digests.renames import Renames, is_in

TEXTS = frozenset({"message", "advice", "why"})
"""Fields that only people read."""

ABOUT = ("code", "severity", "place", "subject", "file")
"""What a finding is about."""

BYTES = frozenset({"sha256", "size", "stored"})
"""Fields that tell the bytes of exported files."""


@dataclass
class Difference:
    """What differs in one section of one case.

    Attributes:
        values: how often, by the place in the document.
        texts: the same for what only people read.
        diff: the first lines that differ.
    """

    values: Counter[str] = field(default_factory=Counter)
    texts: Counter[str] = field(default_factory=Counter)
    diff: list[str] = field(default_factory=list)

    def __bool__(self) -> bool:
        """Whether there is any."""
        return bool(self.values or self.texts)

    def general(self) -> Counter[str]:
        """How often each place differs, without the names of events."""
        counts: Counter[str] = Counter()
        for title, places in (("", self.values), ("text ", self.texts)):
            for place, count in places.items():
                counts[title + re.sub(r"^\.[a-z0-9-]+(?=[.\[])| of [a-z0-9-]+(?=:)", "", place)] += count
        return counts


def walk(old: Document, new: Document, path: str = "") -> Iterator[tuple[str, Document, Document]]:
    """The places at which two documents differ; rows with ids are compared by their ids."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in sorted(old.keys() | new.keys()):
            if key not in old or key not in new:
                yield f"{path}.{key}", old.get(key, "(nothing)"), new.get(key, "(nothing)")
            else:
                yield from walk(old[key], new[key], f"{path}.{key}")
    elif isinstance(old, list) and isinstance(new, list):
        ids, new_ids = _ids(old), _ids(new)
        if ids and new_ids and ids != new_ids:
            if list(ids) != list(new_ids):
                yield f"{path}[ids]", list(ids), list(new_ids)
            for key in ids:
                if key in new_ids:
                    yield from walk(ids[key], new_ids[key], f"{path}[*]")
            return
        if len(old) != len(new):
            yield f"{path}[length]", len(old), len(new)
        for before, after in zip(old, new, strict=False):
            yield from walk(before, after, f"{path}[*]")
    elif type(old) is not type(new) or old != new:
        yield path, old, new


def _ids(rows: list[Document]) -> dict[str, Document]:
    """Rows by their ids; nothing where not every row has its own."""
    if not all(isinstance(row, dict) and isinstance(row.get("id"), str) for row in rows):
        return {}
    by_id = {row["id"]: row for row in rows}
    return by_id if len(by_id) == len(rows) else {}


def compare_documents(old: Document, new: Document, renames: Renames) -> Difference:
    """Compare two documents whose names agree."""
    difference = Difference()
    texts = TEXTS | renames.text_fields
    for path, _, _ in walk(old, new):
        names = re.sub(r"\[[^]]*\]", "", path).rsplit(".", 2)
        parent = names[-2] if len(names) > 2 else ""
        (difference.texts if is_in(texts, names[-1], parent) else difference.values)[path] += 1
    if difference:
        difference.diff = _unified(canonical(old), canonical(new))
    return difference


def _unified(old: str, new: str, lines: int = 24) -> list[str]:
    before, after = old.splitlines(), new.splitlines()
    # The differences begin here; what is before them, and most of what is behind, costs time and shows nothing.
    first = next(
        (at for at, pair in enumerate(zip(before, after, strict=False)) if pair[0] != pair[1]),
        min(len(before), len(after)),
    )
    start, end = max(first - 3, 0), first + 400
    diff = difflib.unified_diff(before[start:end], after[start:end], "old", "new", lineterm="", n=2)
    return [line[:200] for line in list(diff)[2 : lines + 2]]


def compare_findings(old: list[Document], new: list[Document], label: str) -> Difference:
    """Compare findings: what they are about, then what they say."""
    difference = Difference()
    before, after = Counter(map(_identity, old)), Counter(map(_identity, new))
    for sign, more in (("-", before - after), ("+", after - before)):
        for identity, count in more.items():
            code = json.loads(identity).get("code", "")
            difference.values[f"{label}: {sign}{code}"] += count
            difference.diff.append(f"{sign}{count}x {identity}"[:300])
    if not difference.values and list(map(_identity, old)) != list(map(_identity, new)):
        difference.texts[f"{label}: order"] += 1
    for fields in (("stated", "computed"), ("message", "advice")):
        wording, new_wording = (Counter(_identity(finding, fields) for finding in side) for side in (old, new))
        lost, gained = wording - new_wording, new_wording - wording
        for text in lost:
            if before[_bare(text, fields)] == after[_bare(text, fields)]:
                name = " and ".join(fields)
                difference.texts[f"{label}: {name} of {json.loads(text).get('code', '')}"] += lost[text]
        if not difference.values and (lost or gained):
            difference.diff += [f"-{text}"[:300] for text in list(lost)[:2]]
            difference.diff += [f"+{text}"[:300] for text in list(gained)[:2]]
    return difference


def _identity(finding: Document, more: Sequence[str] = ()) -> str:
    return json.dumps({name: finding.get(name) for name in (*ABOUT, *more)}, sort_keys=True, ensure_ascii=False)


def _bare(identity: str, fields: Sequence[str]) -> str:
    return _identity({name: value for name, value in json.loads(identity).items() if name not in fields})


def _compare_all_findings(old: Document, new: Document, renames: Renames) -> Difference:
    """The section of findings: each list for itself; counts matter where the lists are the same."""
    difference = Difference()
    lists, new_lists = dict(_finding_lists(old)), dict(_finding_lists(new))
    for label in sorted(lists.keys() | new_lists.keys()):
        part = compare_findings(lists.get(label, []), new_lists.get(label, []), label)
        difference.values += part.values
        difference.texts += part.texts
        difference.diff += part.diff
    counts: Counter[str] = Counter()
    for name in old["events"].keys() & new["events"].keys():
        lengths, new_lengths = old["events"][name]["counts"], new["events"][name]["counts"]
        counts.update(f"count of {key}" for key in lengths if lengths[key] != new_lengths[key])
    on_purpose = renames.removed_codes or renames.added_codes
    if difference.values or on_purpose:
        difference.texts += counts
    else:
        difference.values += counts
    return difference


def _finding_lists(document: Document) -> Iterator[tuple[str, list[Document]]]:
    yield "check", document["check"]
    yield "structure", document["structure"]
    for name, event in document["events"].items():
        yield f"standings of {name}", event["standings"]
        yield f"seats of {name}", event["seats"]


def _compare_exports(old: Document, new: Document, folders: tuple[Path, Path], renames: Renames) -> Difference:
    """The section of exports: by variant; what is JSON is compared as documents, the rest byte by byte."""
    difference = Difference()
    before, after = _variants(old), _variants(new)
    for key in sorted(before.keys() | after.keys()):
        variant = key[1]
        if key not in before or key not in after:
            difference.values[f"{variant}: only in the {'new' if key in after else 'old'}"] += 1
            continue
        file, new_file = before[key], after[key]
        head, new_head = ({k: v for k, v in side.items() if k not in BYTES} for side in (file, new_file))
        part = compare_documents(renames.old(head), renames.new(new_head), renames)
        if "stored" in file and "stored" in new_file and file["sha256"] != new_file["sha256"]:
            data = (folders[0] / "exports" / file["stored"]).read_bytes()
            new_data = (folders[1] / "exports" / new_file["stored"]).read_bytes()
            part = _join(part, _compare_bytes(data, new_data, variant, renames))
        difference.values.update({f"{variant}{path}": count for path, count in part.values.items()})
        difference.texts.update({f"{variant}{path}": count for path, count in part.texts.items()})
        if part and len(difference.diff) < 30:
            difference.diff += [f"{key[0]}: {variant}", *part.diff]
    return difference


def _variants(document: Document) -> dict[tuple[str, str], Document]:
    return {(event, variant): head for event, variants in document.items() for variant, head in variants.items()}


def _join(left: Difference, right: Difference) -> Difference:
    return Difference(left.values + right.values, left.texts + right.texts, left.diff + right.diff)


def _compare_bytes(old: bytes, new: bytes, variant: str, renames: Renames) -> Difference:
    if variant.startswith("json"):
        return _compare_json(json.loads(old), json.loads(new), renames)
    if b"\0" in old or b"\0" in new:
        places = [at for at, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1]]
        shown = [f"0x{at:x}: {old[at : at + 16].hex(' ')} -> {new[at : at + 16].hex(' ')}" for at in places[:5]]
        return Difference(Counter({": bytes": len(places) + abs(len(old) - len(new))}), diff=shown)
    text, new_text = old.decode("latin-1"), new.decode("latin-1")
    lines, new_lines = Counter(text.splitlines()), Counter(new_text.splitlines())
    count = max((lines - new_lines).total(), (new_lines - lines).total(), 1)
    return Difference(Counter({": lines": count}), diff=_unified(text, new_text))


def _compare_json(old: Document, new: Document, renames: Renames) -> Difference:
    """Exported JSON; its findings as findings."""
    if old == new:
        return Difference(Counter({": layout": 1}))
    before, after = renames.old(old), renames.new(new)
    difference = Difference()
    for place in ("", "standings", "next_round"):
        inner, new_inner = ((side.get(place, {}) if place else side) for side in (before, after))
        lists = inner.pop("findings", []), new_inner.pop("findings", [])
        difference = _join(difference, compare_findings(*lists, f": findings {place}".rstrip()))
        if lists[0] != lists[1]:
            # These follow from the findings.
            for side in (inner, new_inner):
                side.pop("findings_total", None)
                side.pop("differences", None)
    return _join(compare_documents(before, after, renames), difference)


def compare_section(
    section: str, documents: tuple[Document, Document], folders: tuple[Path, Path], renames: Renames
) -> Difference:
    """Compare a section of a case that has different digests."""
    if section == "exports":
        return _compare_exports(*documents, folders, renames)
    old, new = renames.old(documents[0]), renames.new(documents[1])
    if section == "findings":
        return _compare_all_findings(old, new, renames)
    return compare_documents(old, new, renames)


@dataclass
class Report:
    """What differs between two folders.

    Attributes:
        lines: of the cases that differ.
        states: of the sections of all cases, by section.
        places: how often each place differs over all cases, by section.
        same: whether everything that is computed is the same.
    """

    lines: list[str] = field(default_factory=list)
    states: dict[str, Counter[str]] = field(default_factory=dict)
    places: dict[str, Counter[str]] = field(default_factory=dict)
    same: bool = True

    def add(self, section: str, state: str, *, same: bool) -> None:
        """Count the state of a section of a case."""
        self.states.setdefault(section, Counter())[state] += 1
        self.same = self.same and same

    def __str__(self) -> str:
        """The cases, then the counts over all of them."""
        lines = list(self.lines)
        for section, places in sorted(self.places.items()):
            lines += [f"{section}  {place}: {count}" for place, count in places.most_common(30)]
            if len(places) > 30:
                lines.append(f"{section}  and {len(places) - 30} more places")
        for section, states in sorted(self.states.items()):
            lines.append(f"{section}: {', '.join(f'{count} {state}' for state, count in states.items())}")
        return "\n".join([*lines, "the same" if self.same else "DIFFERENT"])


def compare(old: Path, new: Path, renames: Renames, *, show: int = 24, cases: int = 40) -> Report:
    """Compare two folders of digests.

    Args:
        old: a folder.
        new: another one.
        renames: what differs on purpose.
        show: lines of the first differences of each section.
        cases: how many sections that differ are shown in full.
    """
    digests, new_digests = (json.loads((folder / "digests.json").read_text()) for folder in (old, new))
    names = {renames.files.get(name, name): name for name in digests}
    report = Report([f"only in the old: {name}" for name in sorted(names.keys() - new_digests.keys())])
    report.lines += [f"only in the new: {name}" for name in sorted(new_digests.keys() - names.keys())]
    report.same = not report.lines
    shown = 0
    for name in sorted(names.keys() & new_digests.keys()):
        sections, new_sections = digests[names[name]], new_digests[name]
        for section in sorted(sections.keys() | new_sections.keys()):
            if section not in sections or section not in new_sections:
                state = f"only in the {'new' if section in new_sections else 'old'}"
                report.lines.append(f"{name}  {section}: {state}")
                report.add(section, state, same=False)
            elif sections[section] == new_sections[section]:
                report.add(section, "equal", same=True)
            else:
                paths = old / names[name] / f"{section}.json", new / name / f"{section}.json"
                documents = json.loads(paths[0].read_bytes()), json.loads(paths[1].read_bytes())
                difference = compare_section(section, documents, (old, new), renames)
                state = "differ" if difference.values else "differ in texts" if difference else "equal after renames"
                report.add(section, state, same=not difference.values)
                report.places.setdefault(section, Counter()).update(difference.general())
                shown += bool(difference)
                if difference and shown <= cases:
                    report.lines += _shown(name, section, difference, show)
    if shown > cases:
        report.lines.append(f"and {shown - cases} more sections")
    return report


def _shown(name: str, section: str, difference: Difference, show: int) -> list[str]:
    lines = [f"{name}  {section}: {difference.values.total()} differences, {difference.texts.total()} in texts"]
    for title, counts in (("", difference.values), ("text ", difference.texts)):
        lines += [f"    {title}{path}: {count}" for path, count in counts.most_common(12)]
        if len(counts) > 12:
            lines.append(f"    {title}and {len(counts) - 12} more places")
    return [*lines, *(f"      {line}" for line in difference.diff[:show])]
