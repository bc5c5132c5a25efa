"""Tables: rows of one class that travel as columns, one list a field.

On the bus a table is one object with a list for each field, of which those are left out that hold nothing but the
default. In a process it is a sequence of rows (`records.py`); whichever of the two it was made of, the other is made
when somebody asks for it.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cache, cached_property
from itertools import repeat
from operator import attrgetter, itemgetter
from typing import Any, ClassVar, Generic, Self, TypeVar, get_args, get_type_hints, overload

from pydantic import GetCoreSchemaHandler, TypeAdapter, create_model, model_validator
from pydantic_core import core_schema

from contracts.base import Contract, Name
from contracts.records import Record

Row = TypeVar("Row", bound=Record)

Lists = Mapping[str, Sequence[Any]]
"""The columns of a table by name; a missing one holds nothing but the default."""


class Arranged(Mapping[str, Sequence[Any]]):
    """Columns that stand in another order than the rows; one is brought into theirs when somebody asks for it.

    Whatever rises and falls in a ranking costs one list then, and what has not changed is the same object as before.

    Attributes:
        columns: as they stand.
        order: for each row its place in them.
        placed: columns that belong to the places of the rows, in the order of these.
    """

    def __init__(self, columns: Lists, order: Sequence[int], placed: Lists) -> None:
        """Take the columns over."""
        self.columns, self.order, self.placed = columns, order, placed
        self._made = dict(placed)
        self._in_order = picker(order)

    def __getitem__(self, name: str) -> Sequence[Any]:
        """A column in the order of the rows."""
        if name not in self._made:
            self._made[name] = self._in_order(self.columns[name])
        return self._made[name]

    def __contains__(self, name: object) -> bool:
        """Whether there is a column, whatever its order."""
        return name in self.columns or name in self.placed

    def __iter__(self) -> Iterator[str]:
        """The names."""
        yield from (*self.columns, *self.placed)

    def __len__(self) -> int:
        """The number of columns."""
        return len(self.columns) + len(self.placed)


class Columns(Contract):
    """The columns of a table: lists of one length, or None for a column of defaults.

    Attributes:
        ALWAYS: columns that every table with rows has, because their fields have no default.
    """

    ALWAYS: ClassVar[tuple[str, ...]] = ()

    @model_validator(mode="after")
    def _of_one_length(self) -> Self:
        lists = self.lists()
        lengths = {len(column) for column in lists.values()}
        if len(lengths) > 1:
            raise ValueError(f"the columns have {', '.join(map(str, sorted(lengths)))} rows")
        if lists and (missing := [name for name in self.ALWAYS if name not in lists]):
            raise ValueError(f"there is no column {missing[0]}")
        return self

    def lists(self) -> Lists:
        """The columns that are there."""
        return {name: column for name, column in self.__dict__.items() if column is not None}


@dataclass(frozen=True)
class Packing:
    """How the values of one field are written in its column, which is left out where it equals that of `same_as`."""

    written: Any
    pack: Callable[[Any], Any]
    unpack: Callable[[Any], Any]
    same_as: str | None = None

    def packed(self, values: Sequence[Any]) -> list[Any]:
        """The column of some values, of which equal ones mostly are one object."""
        objects = list(map(id, values))
        known = {key: self.pack(value) for key, value in dict(zip(objects, values, strict=True)).items()}
        return [*map(known.__getitem__, objects)]


@dataclass(frozen=True, eq=False)
class Form(Generic[Row]):
    """How rows of a class become columns and columns become rows; the annotation of a field that holds a table.

    Attributes:
        says: what the columns hold, for whoever reads the schema.
        parts: fields that are records themselves, of which each field is a column, with the prefix of its name.
        packed: fields that are written in another way.
        is_partial: whether a table has only some columns, and what is left out is not said.
    """

    row: type[Row]
    says: str
    parts: Mapping[str, str] = field(default_factory=dict)
    packed: Mapping[str, Packing] = field(default_factory=dict)
    is_partial: bool = False

    @property
    def columns(self) -> type[Columns]:
        """The model of the columns."""
        return _model_of(self)

    def of(self, rows: Iterable[Row]) -> "Table[Row]":
        """A table of rows."""
        return Table(self, rows=tuple(rows))

    def of_lists(self, lists: Lists, texts: Mapping[str, Sequence[str]] | None = None) -> "Table[Row]":
        """A table of columns for which their maker answers; those that hold nothing but the default are left out.

        Args:
            lists: the columns.
            texts: columns as they are written in JSON without quotes, None as nothing, where their maker has them so.
                Numbers of those that are not among the lists are made when somebody reads them.
        """
        if not _length(lists):
            return self.of(())
        texts = {name: column for name, column in (texts or {}).items() if any(column)}
        return Table(self, lists=self._without_defaults(lists), texts=texts)

    def arranged(self, lists: Arranged, texts: Arranged, cells: Arranged | None = None) -> "Table[Row]":
        """The same of columns that stand in another order than the rows; `cells` have JSON of the values of some."""
        if not lists.order:
            return self.of(())
        kept = Arranged(self._without_defaults(lists.columns), lists.order, self._without_defaults(lists.placed))
        columns, placed = ({n: own for n, own in every.items() if any(own)} for every in (texts.columns, texts.placed))
        table = Table(self, lists=kept, texts=Arranged(columns, texts.order, placed))
        table._cells = cells or {}
        return table

    @cached_property
    def _defaults(self) -> Mapping[str, Any]:
        """What columns hold where nothing is said."""
        parts = [(prefix, _part(self.row, name)[0]._field_defaults) for name, prefix in self.parts.items()]
        defaults = {prefix + name: default for prefix, inner in parts for name, default in inner.items()}
        return defaults | self.row._field_defaults

    def _without_defaults(self, lists: Lists) -> Lists:
        """The columns that hold more than the default."""
        defaults = self._defaults
        kept: dict[str, Sequence[Any]] = {}
        for name, column in lists.items():
            packing = self.packed.get(name)
            if name in defaults:
                _put(kept, name, column, defaults[name])
            elif packing is None or packing.same_as is None or column != lists[packing.same_as]:
                kept[name] = column
        return kept

    def of_columns(self, columns: Columns) -> "Table[Row]":
        """A table of columns that were checked."""
        return Table(self, lists=columns.lists())

    def rows_of(self, lists: Lists) -> tuple[Row, ...]:
        """The rows that columns hold."""
        count = _length(lists)
        defaults = self.row._field_defaults
        values: list[Iterable[Any]] = []
        for name in self.row._fields:
            if name in self.parts:
                values.append(self._part_of(name, lists, count))
            elif (packing := self.packed.get(name)) is not None:
                values.append(map(packing.unpack, self.column_of(lists, name)))
            else:
                values.append(lists[name] if name in lists else repeat(defaults.get(name), count))
        return tuple(self.row.rows(count, **dict(zip(self.row._fields, values, strict=True))))

    def column_of(self, lists: Lists, name: str) -> Sequence[Any]:
        """A column, whether it is left out or not."""
        if name in lists:
            return lists[name]
        if name in self.packed:
            return lists.get(self.packed[name].same_as or "", ())
        for field_, prefix in self.parts.items():
            inner = _part(self.row, field_)[0]._field_defaults
            if name.startswith(prefix) and name.removeprefix(prefix) in inner:
                return [inner[name.removeprefix(prefix)]] * _length(lists)
        return [self.row._field_defaults.get(name)] * _length(lists)

    def lists_of(self, rows: Sequence[Row]) -> Lists:
        """The columns of rows, without those that hold nothing but the default."""
        if not rows:
            return {}
        columns = dict(zip(self.row._fields, map(list, zip(*rows, strict=True)), strict=True))
        lists = self._columns_of(columns)
        # Rows of nothing but defaults are rows all the same.
        return lists or {name: values for name, values in columns.items() if name not in self.parts}

    def _columns_of(self, columns: Mapping[str, Sequence[Any]]) -> Lists:
        """The columns of the values of fields, without those that hold nothing but the default."""
        lists: dict[str, Sequence[Any]] = {}
        for name, values in columns.items():
            if name in self.parts:
                if values.count(None) == len(values):
                    continue
                part, _ = _part(self.row, name)
                blank = tuple(part._field_defaults.values())
                filled = [blank if value is None else value for value in values]
                for inner, default, column in zip(part._fields, blank, zip(*filled, strict=True), strict=True):
                    _put(lists, self.parts[name] + inner, list(column), default)
            elif (packing := self.packed.get(name)) is not None:
                if packing.same_as is None or values != columns[packing.same_as]:
                    lists[name] = packing.packed(values)
            elif name in self.row._field_defaults:
                _put(lists, name, values, self.row._field_defaults[name])
            else:
                lists[name] = values
        return lists

    def _part_of(self, name: str, lists: Lists, count: int) -> Iterable[Any]:
        part, optional = _part(self.row, name)
        columns = [self.parts[name] + inner for inner in part._fields]
        blank = tuple(part._field_defaults.values())
        nothing = part._make(blank)
        if lists.keys().isdisjoint(columns):
            return repeat(None if optional else nothing, count)
        values = [lists.get(column, repeat(default, count)) for column, default in zip(columns, blank, strict=True)]
        if optional:
            made = part.rows(count, **dict(zip(part._fields, values, strict=True)))
            return [None if row == nothing else row for row in made] if nothing in made else made
        each = zip(*values, strict=True)
        # Names alone are shared: of two equal numbers each keeps its own digits.
        known: dict[tuple[Any, ...], Any] = {}
        return [known[names] if names in known else known.setdefault(names, part._make(names)) for names in each]

    def __get_pydantic_core_schema__(self, source: object, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        """Columns in JSON; in Python also a table or rows."""
        columns = handler.generate_schema(self.columns)
        from_columns = core_schema.no_info_after_validator_function(self.of_columns, columns)
        rows = core_schema.tuple_variable_schema(handler.generate_schema(self.row))
        table = core_schema.union_schema(
            [
                core_schema.is_instance_schema(Table),
                core_schema.no_info_after_validator_function(self.of, rows),
                from_columns,
            ],
            mode="left_to_right",
        )
        return core_schema.json_or_python_schema(
            json_schema=from_columns,
            python_schema=table,
            serialization=core_schema.plain_serializer_function_ser_schema(
                self._written, info_arg=True, return_schema=columns
            ),
        )

    def _written(self, rows: Sequence[Row], info: core_schema.SerializationInfo) -> Columns:
        if isinstance(info.context, _Apart):
            info.context.append((_mark_of(self), (rows if isinstance(rows, Table) else self.of(rows)).json))
            return _stand_in(self)
        lists = rows.lists if isinstance(rows, Table) else self.lists_of(rows)
        return self.columns.model_construct(None, **lists)


@cache
def _model_of(form: Form[Any]) -> type[Columns]:
    """The model of the columns of a form: a list of the type of each field."""
    row: type[Record] = form.row
    types: dict[str, Any] = {}
    for name, kind in get_type_hints(row, include_extras=True).items():
        if name in form.parts:
            part, _ = _part(row, name)
            inner = get_type_hints(part, include_extras=True)
            types |= {form.parts[name] + field_: inner[field_] for field_ in part.FIELDS}
        elif name in row.FIELDS:
            types[name] = form.packed[name].written if name in form.packed else kind
    fields: dict[str, Any] = {name: (list[kind] | None, None) for name, kind in types.items()}  # type: ignore[valid-type]
    name = f"{row.__name__}{'Cells' if form.is_partial else 'Columns'}"
    made = create_model(name, __base__=Columns, __doc__=form.says, **fields)
    if form.is_partial:
        return made
    derived = {*form.parts, *(name for name, packing in form.packed.items() if packing.same_as)}
    made.ALWAYS = tuple(name for name in row.FIELDS if name not in derived and name not in row._field_defaults)
    return made


class _Apart(list[tuple[bytes, bytes]]):
    """The tables of a value that is being written, in their order: what stands in the place of each, and its JSON."""


_MARK = "\0"
"""The only value in what stands in the place of a table; nothing but a table has a list in a column's name."""


@cache
def _marked(form: Form[Any]) -> str:
    """The first column of names, which holds the mark."""
    names = (list[Name] | None, list[Name | None] | None)
    return next(name for name, own in form.columns.__annotations__.items() if own in names)


@cache
def _stand_in(form: Form[Any]) -> Columns:
    """What stands in the place of a table while the value around it is written."""
    return form.columns.model_construct(None, **{_marked(form): [_MARK]})


@cache
def _mark_of(form: Form[Any]) -> bytes:
    return json.dumps({_marked(form): [_MARK]}, separators=(",", ":")).encode()


@cache
def _adapters(form: Form[Any]) -> Mapping[str, TypeAdapter[Any]]:
    """Of each column how pydantic writes it."""
    kinds = get_type_hints(form.columns, include_extras=True)
    return {name: TypeAdapter(kinds[name]) for name in form.columns.model_fields}


def written(value: Contract) -> bytes:
    """A value as JSON without fields that are None; its tables are written column by column, and each only once."""
    tables = _Apart()
    whole = value.model_dump_json(exclude_none=True, context=tables).encode()
    parts, start = list[bytes](), 0
    for mark, own in tables:
        end = whole.index(mark, start)
        parts += (whole[start:end], own)
        start = end + len(mark)
    return b"".join([*parts, whole[start:]])


def _length(lists: Lists) -> int:
    return len(next(iter(lists.values()), ()))


@cache
def _part(row: type[Record], name: str) -> tuple[type[Record], bool]:
    """The class of a field that is a record, and whether a row may be without it."""
    kind = get_type_hints(row)[name]
    options = get_args(kind) or (kind,)
    return options[0], type(None) in options


def _put(lists: dict[str, Sequence[Any]], name: str, column: Sequence[Any], default: object) -> None:
    # To compare a number with None takes long, and mostly the first value tells.
    if column[0] != default or column.count(default) != len(column):
        lists[name] = column


class Table(Sequence[Row]):
    """Rows of one class."""

    __slots__ = ("_cells", "_columns_json", "_digests", "_form", "_json", "_lists", "_rows", "_texts")

    def __init__(
        self,
        form: Form[Row],
        *,
        rows: tuple[Row, ...] | None = None,
        lists: Lists | None = None,
        texts: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        """Take the rows, or the columns."""
        self._form, self._rows, self._lists, self._texts = form, rows, lists, texts or {}
        self._json: bytes | None = None
        self._columns_json: dict[str, Sequence[bytes]] = {}
        self._digests: dict[tuple[str, ...], bytes] = {}
        self._cells: Mapping[str, Sequence[str]] = {}

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows."""
        if self._rows is None:
            self._rows = self._form.rows_of(self.lists)
        return self._rows

    @property
    def lists(self) -> Lists:
        """The columns."""
        if self._lists is None:
            return self._form.lists_of(self._rows or ())
        if waiting := self._texts.keys() - self._lists.keys():
            made = {name: [Decimal(text) if text else None for text in self._texts[name]] for name in waiting}
            if isinstance(self._lists, Arranged):
                self._lists = Arranged(self._lists.columns, self._lists.order, {**self._lists.placed, **made})
            else:
                self._lists = {**self._lists, **made}
        return self._lists

    @property
    def json(self) -> bytes:
        """Its columns as JSON, written once."""
        if self._json is None:
            lists = self._lists or self.lists
            parts = [self._column_json(name, lists) for name in self._names(self._form.columns.model_fields, lists)]
            pieces = [piece for name, *column in parts for piece in (b",", name, *column)]
            self._json = b"".join([b"{", *pieces[1:], b"}"])
            self._cells, self._columns_json = {}, {}
        return self._json

    def digest(self, *names: str) -> bytes:
        """SHA-256 of some columns as JSON, taken once."""
        if names not in self._digests:
            digest, lists = hashlib.sha256(), self._lists or self.lists
            for name in self._names(names, lists):
                for piece in self._column_json(name, lists):
                    digest.update(piece)
            self._digests[names] = digest.digest()
        return self._digests[names]

    def _names(self, names: Iterable[str], lists: Lists) -> list[str]:
        """The columns among these that are there."""
        return [name for name in names if name in lists or name in self._texts]

    def _column_json(self, name: str, lists: Lists) -> Sequence[bytes]:
        """A column with its name, in pieces, which are long; kept until all are written."""
        if (known := self._columns_json.get(name)) is not None:
            return known
        pieces: list[bytes]
        if name in self._cells:
            pieces = [b"[", ",".join(self._cells[name]).encode(), b"]"]
        elif name in self._texts:
            pieces = [b'["', '","'.join(self._texts[name]).encode(), b'"]']
            if "" in self._texts[name]:
                pieces = [b"".join(pieces).replace(b'""', b"null")]
        else:
            pieces = [_adapters(self._form)[name].dump_json(lists[name], exclude_none=True)]
        made = self._columns_json[name] = [f'"{name}":'.encode(), *pieces]
        return made

    @property
    def is_of_columns(self) -> bool:
        """Whether it was made of columns."""
        return self._lists is not None

    def column(self, name: str) -> Sequence[Any]:
        """A column by its name."""
        made = self._lists or self.lists
        return self._form.column_of(made if name in made or name not in self._texts else self.lists, name)

    @property
    def held(self) -> tuple[Lists, Lists, Lists] | None:
        """Its columns, their texts, and of some the JSON of every value, as it was made of them; None for rows."""
        return None if self._lists is None else (self._lists, self._texts, self._cells)

    def part(self, places: Sequence[int], names: Iterable[str], form: "Form[Row]") -> "Table[Row]":
        """Some columns of some rows, in a partial form."""
        parts = [_at(every, names, places) for every in (self._lists or self.lists, self._texts, self._cells)]
        left_out = {name: self._form.column_of({"": places}, name) for name in {*names}.difference(*parts)}
        made = Table(form, lists={**left_out, **parts[0]}, texts=parts[1])
        made._cells = parts[2]
        return made

    def rows_at(self, places: Sequence[int]) -> tuple[Row, ...]:
        """The rows at these places."""
        if self._rows is not None:
            return tuple(self._rows[place] for place in places)
        return self._form.rows_of({name: [column[place] for place in places] for name, column in self.lists.items()})

    def __len__(self) -> int:
        """The number of rows."""
        return len(self.rows) if self._lists is None else _length(self._lists)

    def __iter__(self) -> Iterator[Row]:
        """The rows in their order."""
        return iter(self.rows)

    @overload
    def __getitem__(self, index: int) -> Row: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Row, ...]: ...

    def __getitem__(self, index: int | slice) -> Row | tuple[Row, ...]:
        """A row, or several; of columns only these are made."""
        if isinstance(index, slice):
            return self.rows_at(range(*index.indices(len(self))))
        return self.rows[index]

    def __eq__(self, other: object) -> bool:
        """Whether it has the rows of another table, or of a tuple."""
        if isinstance(other, Table):
            return self.rows == other.rows
        return self.rows == other if isinstance(other, tuple) else NotImplemented

    def __hash__(self) -> int:
        """That of its rows."""
        return hash(self.rows)

    def __repr__(self) -> str:
        """Its rows, as those of a tuple."""
        return repr(self.rows)


def picker(places: Sequence[int]) -> Callable[[Sequence[Any]], list[Any]]:
    """Takes the values in some places out of one column and another."""
    if len(places) < 2:
        return lambda column: [column[place] for place in places]
    pick = itemgetter(*places)
    return lambda column: list(pick(column))


def _at(lists: Lists, names: Iterable[str], places: Sequence[int]) -> dict[str, list[Any]]:
    """Some values of those columns that are there."""
    columns, there = (lists.columns, lists.placed) if isinstance(lists, Arranged) else ({}, lists)
    pick, within = picker(places), picker(picker(places)(lists.order)) if isinstance(lists, Arranged) else None
    inside = {name: within(columns[name]) for name in names if name in columns} if within is not None else {}
    return inside | {name: pick(there[name]) for name in names if name in there}


def column_of(rows: Sequence[Any], name: str) -> Sequence[Any]:
    """The values of one field of rows, from its column where they have one."""
    if isinstance(rows, Table) and rows.is_of_columns:
        return rows.column(name)
    return list(map(attrgetter(name), rows))
