"""A plugin of mypy: `Contract.replace(field=value)` takes the fields of the model at hand, each with its type."""

from collections.abc import Callable

from mypy.nodes import ARG_NAMED_OPT, Var
from mypy.plugin import MethodSigContext, Plugin
from mypy.types import FunctionLike, Instance, get_proper_type

BASES = ("contracts.base.Contract", "contracts.records.Record")


class ReplacePlugin(Plugin):
    """Gives `replace` the signature that its model's fields make."""

    def get_method_signature_hook(self, fullname: str) -> Callable[[MethodSigContext], FunctionLike] | None:
        """The hook for every method called `replace`; which class it belongs to is known when it is called."""
        return _signature if fullname.endswith(".replace") else None


def _signature(context: MethodSigContext) -> FunctionLike:
    model = get_proper_type(context.type)
    if not isinstance(model, Instance) or not any(model.type.has_base(base) for base in BASES):
        return context.default_signature
    fields = {
        name: symbol.node.type
        for base in reversed(model.type.mro)
        if any(base.has_base(known) for known in BASES)
        for name, symbol in base.names.items()
        if isinstance(symbol.node, Var) and symbol.node.type is not None and not symbol.node.is_classvar
        if not name.startswith(("_", "model_"))
    }
    return context.default_signature.copy_modified(
        arg_types=list(fields.values()), arg_kinds=[ARG_NAMED_OPT] * len(fields), arg_names=list(fields)
    )


def plugin(_version: str) -> type[Plugin]:
    """What mypy asks for."""
    return ReplacePlugin
