"""Every format is one value in one registry."""

import re
import subprocess
import sys

import pytest

from contracts.base import UNRECOGNISED, Discipline, FileRef
from contracts.codes import CATALOGUE
from shared.formats import registry
from shared.formats.format import Ending, Match
from shared.formats.sample import Sample

FORMATS = {form.name: form for form in registry.formats()}


@pytest.mark.parametrize("name", registry.NAMES)
def test_a_format_has_the_name_of_its_folder_and_fits_into_messages(name: str) -> None:
    form = registry.by_name(name)
    assert form.name == name != UNRECOGNISED
    assert FileRef.model_validate({"sha256": "0" * 64, "name": "x", "size": 0, "format": name}).format == name


def test_there_is_no_format_of_another_name() -> None:
    with pytest.raises(KeyError):
        registry.by_name(UNRECOGNISED)


def test_a_folder_whose_value_has_another_name_is_a_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "NAMES", ("sample",))
    with pytest.raises((TypeError, AttributeError)):
        registry.by_name("sample")


def test_readers_and_writers_are_loaded_by_whoever_reads_or_writes() -> None:
    for form in registry.formats():
        assert form.reader is None or callable(form.reader())
        assert form.writer is None or callable(form.writer())
        assert form.updater is None or callable(form.updater())
    assert {form.name for form in registry.readable()} == set(registry.NAMES) - {"lin"}


@pytest.mark.parametrize("name", registry.NAMES)
def test_codes_of_a_format_begin_with_its_name_and_are_in_the_catalogue(name: str) -> None:
    for code in registry.by_name(name).codes:
        assert code.code.startswith(f"{name}.")
        assert registry.codes()[code.code] is CATALOGUE[code.code] is code


def test_suffixes_are_written_alike_and_belong_to_one_format() -> None:
    suffixes = [suffix for form in registry.formats() for suffix in form.suffixes]
    assert all(re.fullmatch(r"\.[a-z]+", suffix) for suffix in suffixes)
    assert len(suffixes) == len(set(suffixes))


def test_the_usual_format_of_a_discipline_is_the_first_that_is_written() -> None:
    assert registry.usual(Discipline.BRIDGE).name == "usebio"
    assert registry.usual(Discipline.CHESS).name == "trf"


def test_no_format_recognises_text_that_is_none_of_its_own_or_calls_it_whole() -> None:
    for form in registry.formats():
        assert not isinstance(form.recognise(Sample.of(b"neither this nor that")), Match)
        assert form.ending(Sample.of(b"neither this nor that")) is not Ending.WHOLE


def loaded_by(code: str) -> set[str]:
    """The modules that a fresh interpreter has loaded after some code."""
    listing = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys; print(*sys.modules)"], check=True, capture_output=True, text=True
    )
    return set(listing.stdout.split())


def test_recognising_files_loads_no_reader_no_writer_and_no_library() -> None:
    code = "from services.intake.domain.recognise import recognise; from shared.formats.sample import Sample"
    loaded = loaded_by(f"{code}; recognise(Sample.of(b'no format'))")
    assert "lxml" not in loaded
    parts = [name for name in loaded if re.match(r"shared\.formats\.\w+\.", name)]
    assert {name.rpartition(".")[2] for name in parts} <= {"recognition", "dialects"}


@pytest.mark.slow
@pytest.mark.parametrize("name", [form.name for form in registry.readable()])
def test_a_reader_loads_the_libraries_and_the_folder_of_its_own_format_alone(name: str) -> None:
    loaded = loaded_by(f"from shared.formats import registry; registry.by_name({name!r}).reader()")
    assert ("lxml" in loaded) == (name == "usebio")
    inside_another = {"usebio": {"pbn", "lin"}, "pbn": {"lin"}}.get(name, set())
    folders = {found[1] for module in loaded if (found := re.match(r"shared\.formats\.(\w+)\.", module))}
    assert folders <= {name} | inside_another


def test_the_version_of_the_program_loads_no_format() -> None:
    assert not [name for name in loaded_by("import kibitz") if name.startswith("shared.formats")]
