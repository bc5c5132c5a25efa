"""The scoreboard's scripts and styles in few files, made when the service starts: in the source they stay modules.

Rule 1: a module is a function that is called once, after those of the modules that it imports; they cannot import each
other.
Rule 2: the entry and all that it imports are the core. What is imported on demand (`import("./views/room.js")`) is a
file of its own, with what it alone needs; what several of these need and the core does not is in one more file.
Rule 3: what any page may load is one classic script, as small as it can be made (`compact.py`).
Rule 4: the few files are in one folder, named after the content of all of them: what is there never changes, so a
browser asks for it once, and a page is never made of the files of two versions.
"""

import hashlib
import posixpath
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from services.broadcast.adapters import static_files
from services.broadcast.adapters.site.catalogues import read_catalogues
from services.broadcast.adapters.site.compact import single
from services.broadcast.adapters.static_files import StaticFile
from services.broadcast.domain.club.club import KIBITZ, Club
from services.broadcast.domain.languages.catalogue import Catalogue
from services.broadcast.domain.languages.choice import ENGLISH

ENTRY, FIRST_PAINT, PRINT = "scripts/main.js", "scripts/first-paint.js", "styles/print.css"
CORE, SHARED, STYLE = "core.js", "shared.js", "style.css"
WIDGET, DESK = "scripts/widget.js", "scripts/desk.js"
FIRST_STYLES = ("styles/tokens.css", "styles/layout.css", "styles/controls.css")
"""What the others build on."""

_IMPORT = re.compile(r'^import \{ ([^}]*) \} from "([^"]+)";\n', re.MULTILINE)
_ON_DEMAND = re.compile(r'\bimport\("([^"]+)"\)')
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function\*?|class|const) (\w+))", re.MULTILINE)
_COMMENT = re.compile(r"/\*.*?\*/ ?|^ *//[^\n]*\n", re.DOTALL | re.MULTILINE)
_INDENT = re.compile(r"^\s+", re.MULTILINE)
_STYLE_MARK = re.compile(r'("[^"]*")|;?\s*(\})\s*|\s*([{;])\s*')


def compact_style(style: str) -> str:
    """A style sheet without comments, and without spaces around braces and semicolons; texts stay as they are."""
    return _STYLE_MARK.sub(lambda found: found[found.lastindex or 0], bare(style))


def bare(code: str) -> str:
    """A script or style without comments and indentation; within lines it stays as it is, for its texts' sake."""
    return _INDENT.sub("", _COMMENT.sub("", code))


@dataclass(frozen=True, slots=True)
class Module:
    """A script: its code without comments, and the paths of what it imports."""

    path: str
    code: str

    @property
    def imports(self) -> list[str]:
        """At once."""
        return [self.resolve(name) for _, name in _IMPORT.findall(self.code)]

    @property
    def on_demand(self) -> list[str]:
        """When they are needed."""
        return [self.resolve(name) for name in _ON_DEMAND.findall(self.code)]

    def resolve(self, name: str) -> str:
        """The path of what it calls by this name."""
        return posixpath.normpath(posixpath.join(posixpath.dirname(self.path), name))


def in_order(modules: Mapping[str, Module], path: str, above: tuple[str, ...] = ()) -> list[str]:
    """What a module imports, each before who needs it, and itself at the end; ValueError where it imports itself."""
    if path in above:
        raise ValueError(f"{path} imports itself: {' imports '.join((*above, path))}")
    below = (part for name in modules[path].imports for part in in_order(modules, name, (*above, path)))
    return list(dict.fromkeys((*below, path)))


def script(scripts: Mapping[str, str], entry: str) -> str:
    """An entry and all that it imports as one small classic script, which any page may load."""
    modules = {path: Module(path, code) for path, code in scripts.items()}
    return f"(()=>{{{single(modules[path].code for path in in_order(modules, entry))}}})();"


class Bundles:
    """The modules that an entry needs, as the code of few files."""

    def __init__(self, scripts: Mapping[str, str], entry: str = ENTRY) -> None:
        """Read the scripts, by path; ValueError where some import each other."""
        self._modules = {path: Module(path, bare(code)) for path, code in scripts.items()}
        reached = [entry]
        for path in reached:
            reached += [name for part in self._order(path) for name in self._modules[part].on_demand]
            reached[:] = dict.fromkeys(reached)
        self._names = {
            path: f"m{n}" for n, path in enumerate(dict.fromkeys(p for r in reached for p in self._order(r)))
        }
        wanted = Counter(path for name in reached for path in self._order(name))
        core = set(self._order(entry))
        self._file: dict[str, str] = {}
        for name in reached:
            for path in self._order(name):
                alone = posixpath.basename(name) if wanted[path] == 1 else SHARED
                self._file[path] = CORE if path in core else alone

    def _order(self, path: str) -> list[str]:
        return in_order(self._modules, path)

    def files(self) -> Iterator[tuple[str, str]]:
        """Each file's name with its code."""
        for file in dict.fromkeys(self._file.values()):
            own = [path for path in self._names if self._file[path] == file]
            imported: dict[str, set[str]] = defaultdict(set)
            for path in own:
                for name in self._modules[path].imports:
                    imported[self._file[name]].add(self._names[name])
            imported.pop(file, None)
            heads = [
                f'import{{{",".join(sorted(names))}}}from"./{other}";' for other, names in sorted(imported.items())
            ]
            exports = f"export{{{','.join(map(self._names.__getitem__, own))}}};"
            yield file, "\n".join([*heads, *map(self._wrapped, own), exports])

    def _wrapped(self, path: str) -> str:
        """A module as a function that gives what it exports."""
        module = self._modules[path]
        exported = ",".join(_EXPORT.findall(module.code))
        code = _EXPORT.sub("", module.code)
        code = _IMPORT.sub(lambda found: self._constants(found[1], module.resolve(found[2])), code)
        code = _ON_DEMAND.sub(lambda found: self._loading(module.resolve(found[1])), code)
        return f"const {self._names[path]}=(()=>{{{code}\nreturn{{{exported}}}}})();"

    def _constants(self, names: str, path: str) -> str:
        return f"const{{{names.replace(' as ', ':')}}}={self._names[path]};"

    def _loading(self, path: str) -> str:
        name = self._names[path]
        if self._file[path] == CORE:
            return f"Promise.resolve({name})"
        return f'import("./{self._file[path]}").then(m=>m.{name})'


@dataclass(frozen=True)
class Assets:
    """The scoreboard's files.

    Attributes:
        sources: as they are, by URL path.
        club: whose page it is.
        catalogues: the words of each language.
    """

    sources: Mapping[str, StaticFile]
    club: Club = KIBITZ
    catalogues: Mapping[str, Catalogue] = field(default_factory=lambda: {ENGLISH: Catalogue()})

    @classmethod
    def load(cls, folder: Path, club: Club = KIBITZ) -> "Assets":
        """Those below a folder, in the colours of a club."""
        return cls(static_files.load(folder), club, read_catalogues(folder / "words"))

    @cached_property
    def _scripts(self) -> Mapping[str, str]:
        files = {path.removeprefix("/"): file for path, file in self.sources.items()}
        return {path: file.body.decode() for path, file in files.items() if _is_part(path) and path.endswith(".js")}

    @cached_property
    def bundled(self) -> Mapping[str, str]:
        """The few files, by name."""
        texts = {path.removeprefix("/"): file.body.decode() for path, file in self.sources.items() if _is_part(path)}
        scripts = dict(self._scripts)
        styles = [path for path in texts if path.endswith(".css") and path != PRINT]
        styles.sort(key=lambda path: FIRST_STYLES.index(path) if path in FIRST_STYLES else len(FIRST_STYLES))
        style = "\n".join([*map(texts.__getitem__, styles), f"@media print {{ {texts[PRINT]} }}", self.club.style])
        first = {posixpath.basename(FIRST_PAINT): bare(scripts.pop(FIRST_PAINT))}
        desk = {posixpath.basename(DESK): script(scripts, DESK)}
        return {**dict(Bundles(scripts).files()), **desk, **first, **self._words, STYLE: compact_style(style)}

    @cached_property
    def _words(self) -> Mapping[str, str]:
        others = [catalogue for language, catalogue in self.catalogues.items() if language != ENGLISH]
        return {f"words-{catalogue.language}.js": catalogue.script() for catalogue in others}

    @cached_property
    def version(self) -> str:
        """The name of the folder of the few files."""
        return hashlib.sha256(repr(sorted(self.bundled.items())).encode()).hexdigest()[:16]

    @cached_property
    def files(self) -> Mapping[str, StaticFile]:
        """Everything by URL path."""
        few = {
            f"/{self.version}/{name}": replace(
                static_files.packed(static_files.MEDIA_TYPES[posixpath.splitext(name)[1]], text.encode()), lasting=True
            )
            for name, text in self.bundled.items()
            if name != STYLE
        }
        elsewhere = {"widget.js": script(self._scripts, WIDGET), **self._words}
        for_others = {
            f"/{name}": static_files.packed(static_files.MEDIA_TYPES[".js"], text.encode())
            for name, text in elsewhere.items()
        }
        logo = {} if self.club.logo is None else {"/logo": static_files.packed(*self.club.logo)}
        return {**self.sources, **few, **for_others, **logo}


def _is_part(path: str) -> bool:
    return path.removeprefix("/").startswith(("scripts/", "styles/"))
