"""The scoreboard's scripts and styles in few files, made when the service starts: in the source they stay modules.

Rule 1: a module is a function that is called once, after those of the modules that it imports; they cannot import each
other.
Rule 2: the entry and all that it imports are the core. What is imported on demand (`import("./views/room.js")`) is a
file of its own, with what it alone needs; what several of these need is in the core.
Rule 3: all are in one folder, named after the content of all of them: what is there never changes, so a browser asks
for it once, and a page is never made of the files of two versions.
"""

import hashlib
import posixpath
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from services.broadcast.adapters import static_files
from services.broadcast.adapters.static_files import StaticFile

ENTRY, FIRST_PAINT, PRINT = "scripts/main.js", "scripts/first-paint.js", "styles/print.css"
CORE, STYLE = "core.js", "style.css"
FIRST_STYLES = ("styles/tokens.css", "styles/layout.css", "styles/controls.css")
"""What the others build on."""

_IMPORT = re.compile(r'^import \{ ([^}]*) \} from "([^"]+)";\n', re.MULTILINE)
_ON_DEMAND = re.compile(r'\bimport\("([^"]+)"\)')
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
_COMMENT = re.compile(r"/\*.*?\*/ ?|^ *//[^\n]*\n", re.DOTALL | re.MULTILINE)
_INDENT = re.compile(r"^\s+", re.MULTILINE)


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


class Bundles:
    """The modules that an entry needs, as the code of few files."""

    def __init__(self, scripts: Mapping[str, str], entry: str = ENTRY) -> None:
        """Read the scripts, by path; ValueError where some import each other."""
        self._modules = {path: Module(path, bare(code)) for path, code in scripts.items()}
        self._entry = entry
        reached = [entry]
        for path in reached:
            reached += [name for part in self._order(path) for name in self._modules[part].on_demand]
            reached[:] = dict.fromkeys(reached)
        self._names = {
            path: f"m{n}" for n, path in enumerate(dict.fromkeys(p for r in reached for p in self._order(r)))
        }
        shared = Counter(path for name in reached for path in self._order(name))
        core = {path for path, count in shared.items() if count > 1} | set(self._order(entry))
        self._core = [path for path in self._names if path in core]
        self._own = {name: [p for p in self._order(name) if p not in core] for name in reached if name not in core}

    def _order(self, path: str, above: tuple[str, ...] = ()) -> list[str]:
        """What a module imports, each before who needs it, and itself at the end."""
        if path in above:
            raise ValueError(f"{path} imports itself: {' imports '.join((*above, path))}")
        below = (part for name in self._modules[path].imports for part in self._order(name, (*above, path)))
        return list(dict.fromkeys((*below, path)))

    def files(self) -> Iterator[tuple[str, str]]:
        """Each file's name with its code."""
        needed = [path for path in self._core if any(self._needs(own, path) for own in self._own.values())]
        yield (
            CORE,
            "\n".join(
                [*map(self._wrapped, self._core), f"export{{{','.join(self._names[path] for path in needed)}}};"]
            ),
        )
        for name, own in self._own.items():
            imported = ",".join(self._names[path] for path in needed if self._needs(own, path))
            head = f'import{{{imported}}}from"./{CORE}";'
            yield (
                self._file_of(name),
                "\n".join([head, *map(self._wrapped, own), f"export default {self._names[name]};"]),
            )

    def _needs(self, own: list[str], path: str) -> bool:
        return any(path in (*self._modules[name].imports, *self._modules[name].on_demand) for name in own)

    @staticmethod
    def _file_of(path: str) -> str:
        return posixpath.basename(path)

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
        if path not in self._own:
            return f"Promise.resolve({self._names[path]})"
        return f'import("./{self._file_of(path)}").then(m=>m.default)'


@dataclass(frozen=True)
class Assets:
    """The scoreboard's files.

    Attributes:
        sources: as they are, by URL path.
    """

    sources: Mapping[str, StaticFile]

    @classmethod
    def load(cls, folder: Path) -> "Assets":
        """Those below a folder."""
        return cls(static_files.load(folder))

    @cached_property
    def bundled(self) -> Mapping[str, str]:
        """The few files, by name."""
        texts = {path.removeprefix("/"): file.body.decode() for path, file in self.sources.items() if _is_part(path)}
        scripts = {path: text for path, text in texts.items() if path.endswith(".js")}
        styles = [path for path in texts if path.endswith(".css") and path != PRINT]
        styles.sort(key=lambda path: FIRST_STYLES.index(path) if path in FIRST_STYLES else len(FIRST_STYLES))
        style = "\n".join([*map(texts.__getitem__, styles), f"@media print {{ {texts[PRINT]} }}"])
        first = {posixpath.basename(FIRST_PAINT): bare(scripts.pop(FIRST_PAINT))}
        return {**dict(Bundles(scripts).files()), **first, STYLE: bare(style)}

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
        return {**self.sources, **few}


def _is_part(path: str) -> bool:
    return path.startswith(("/scripts/", "/styles/"))
