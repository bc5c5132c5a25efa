"""Values that are made by the hundred thousand: tuples with names, objects in JSON.

A record costs a tenth of a validated model; it compares and hashes as the tuple that it is, and is checked like any
other contract where it comes from outside. Where many of one class stand together they travel as columns (`tables.py`).
"""

import inspect
from collections import namedtuple
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial
from itertools import repeat
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, Any, ClassVar, Self, dataclass_transform, get_type_hints

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler, TypeAdapter
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import core_schema

from contracts.docstrings import in_json, meanings


@dataclass_transform(frozen_default=True, kw_only_default=True)
class _RecordType(type):
    """Makes a named tuple of what a class declares; in the tuple fields without a default come first."""

    def __new__(cls, name: str, bases: tuple[type, ...], declared: dict[str, Any]) -> "_RecordType":
        names = [field for field, kind in declared.get("__annotations__", {}).items() if "ClassVar" not in str(kind)]
        if not names:
            return super().__new__(cls, name, bases, {"__slots__": (), **declared})
        required = [field for field in names if field not in declared]
        defaults = {field: declared.pop(field) for field in names if field in declared}
        values = namedtuple(f"_{name}", [*required, *defaults], defaults=defaults.values())  # type: ignore[misc]
        places = {name: place for place, name in enumerate((*required, *defaults))}
        own = {"__slots__": (), "FIELDS": tuple(names), "_places": places}
        return super().__new__(cls, name, (*bases, values), {**own, **declared})


class Record(metaclass=_RecordType):
    """A tuple with names; in JSON an object without the fields that have their defaults.

    Attributes:
        FIELDS: the names in the order in which they were declared.
        WHOLE: whether JSON has its defaults too, because a reader would take what is missing for unknown.
    """

    FIELDS: ClassVar[tuple[str, ...]] = ()
    WHOLE: ClassVar[bool] = False

    if TYPE_CHECKING:
        _fields: ClassVar[tuple[str, ...]]
        _field_defaults: ClassVar[dict[str, Any]]
        _places: ClassVar[dict[str, int]]

        @classmethod
        def _make(cls, values: Iterable[Any]) -> Self: ...

        def _replace(self, **changes: Any) -> Self: ...  # noqa: ANN401 - as `replace`

        def __iter__(self) -> Iterator[Any]: ...

        def __getitem__(self, index: int) -> Any: ...  # noqa: ANN401 - a field by its place

    def replace(self, **changes: Any) -> Self:  # noqa: ANN401 - mypy knows the fields by tests/support/mypy_replace.py
        """Return a copy in which these fields have other values; TypeError for one that the record does not have."""
        values, places = list(self), self._places
        try:
            for name, value in changes.items():
                values[places[name]] = value
        except KeyError as error:
            raise TypeError(f"{type(self).__name__}: no field {error}") from error
        return self._make(values)

    @classmethod
    def maker(cls, *names: str) -> Callable[..., Self]:
        """A function of the values of these fields, in this order, that makes a record; the others have their defaults.

        For what a file has thousands of: a call with twenty names takes twice as long. KeyError when a field without a
        default is not among them.
        """
        others = [name for name in cls._fields if name not in names]
        defaults, places = tuple(cls._field_defaults[name] for name in others), [*names, *others]
        in_order = itemgetter(*map(places.index, cls._fields))
        count = len(names)
        new: Callable[[type[Any], tuple[Any, ...]], Any] = tuple.__new__

        def make(*values: Any) -> Any:  # noqa: ANN401 - what the fields hold, and a record of the class
            if len(values) != count:
                raise TypeError(f"{cls.__name__}: {len(values)} values of {count} fields")
            return new(cls, in_order(values + defaults))

        return make

    @classmethod
    def rows(cls, count: int, **columns: Iterable[Any]) -> list[Self]:
        """Make many records of columns of `count` values each; a field without a column has its default throughout.

        A third of the time of a maker, for what a file has thousands of.

        Raises:
            TypeError: a field without a default has no column, or there is no field for a column.
            ValueError: the columns are not of one length.
        """
        defaults = cls._field_defaults
        missing = [name for name in cls._fields if name not in columns and name not in defaults]
        if missing or not columns.keys() <= cls._places.keys():
            raise TypeError(f"{cls.__name__}: {', '.join(missing or columns.keys() - cls._places.keys())}")
        values = (columns[name] if name in columns else repeat(defaults[name], count) for name in cls._fields)
        return list(map(cls.packer(*cls._fields), zip(*values, strict=True)))

    @classmethod
    def packer(cls, *names: str) -> Callable[[tuple[Any, ...]], Self]:
        """A function that makes a record of a tuple of the values of all its fields, in the order of `_fields`.

        For the innermost loops: half of the time of a maker, and nothing is checked at a call. TypeError when these are
        not its fields in their order.
        """
        if names != cls._fields:
            raise TypeError(f"{cls.__name__} has the fields {', '.join(cls._fields)}")
        return partial(tuple.__new__, cls)  # type: ignore[type-var]

    def given(self) -> dict[str, Any]:
        """The fields that have a value, by name."""
        return {name: value for name in self.FIELDS if (value := getattr(self, name)) is not None}

    @classmethod
    def checked(cls, fields: Mapping[str, object]) -> Self:
        """Make one of fields that nobody has checked; ValidationError when they are not those of the record."""
        made: Self = _adapter(cls).validate_python(fields)
        return made

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        """How pydantic checks and writes one."""
        hints, defaults = get_type_hints(cls, include_extras=True), cls._field_defaults
        fields = {}
        for name in cls.FIELDS:
            part = handler.generate_schema(hints[name])
            if name in defaults:
                part = core_schema.with_default_schema(part, default=defaults[name])
            fields[name] = core_schema.typed_dict_field(part, required=name not in defaults)
        as_object = core_schema.typed_dict_schema(fields, extra_behavior="ignore", cls_name=cls.__name__)
        made = core_schema.no_info_after_validator_function(_reader(cls), as_object)
        return core_schema.json_or_python_schema(
            json_schema=made,
            python_schema=core_schema.no_info_wrap_validator_function(
                lambda value, check: value if isinstance(value, cls) else check(value), made
            ),
            serialization=core_schema.plain_serializer_function_ser_schema(
                _writer(cls.FIELDS, {} if cls.WHOLE else defaults), return_schema=as_object
            ),
            ref=f"{cls.__module__}.{cls.__qualname__}",
        )

    @classmethod
    def __get_pydantic_json_schema__(
        cls, core: core_schema.CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        """The schema of the object, with what the class says of itself."""
        schema = handler(core)
        made = handler.resolve_ref_schema(schema)
        made.update(title=cls.__name__, description=inspect.cleandoc(cls.__doc__ or ""))
        for name, text in meanings(cls).items():
            if name in made.get("properties", {}):
                made["properties"][name].setdefault("description", in_json(text))
        return schema


@cache
def _adapter(record: type[Record]) -> TypeAdapter[Any]:
    return TypeAdapter(record)


def _reader(record: type[Record]) -> Callable[[dict[str, Any]], Any]:
    """Makes a record of the values of all its fields by name."""
    new: Callable[[type[Any], Iterable[Any]], Any] = tuple.__new__
    fields = record._fields

    def read(values: dict[str, Any]) -> Any:  # noqa: ANN401 - a record of the class
        return new(record, map(values.__getitem__, fields))

    return read


def _writer(names: tuple[str, ...], defaults: dict[str, Any]) -> Callable[[Record], dict[str, Any]]:
    values, ordinary = attrgetter(*names), [defaults.get(name, _REQUIRED) for name in names]

    def as_object(record: Record) -> dict[str, Any]:
        return {
            name: value
            for name, value, default in zip(names, values(record), ordinary, strict=True)
            if value is not default and value != default
        }

    return as_object


_REQUIRED = object()
