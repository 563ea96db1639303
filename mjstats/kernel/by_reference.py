"""NamedTuples of arrays that compiled functions hand over as one pointer.

numba hands a NamedTuple over member by member, an array as seven numbers: a page with all its tables is four hundred arguments
at every call, to be compiled and to be moved. Of a class decorated with `by_reference` only the place in memory goes along where
its members lie; they are read when they are asked for and never change while compiled code runs.

Such a tuple comes from Python, or from `referred` where a compiled function makes one. It cannot be returned to Python.
"""

from __future__ import annotations

import hashlib
from typing import Any, TypeVar, cast

from llvmlite import ir
from numba.core import cgutils, config, types
from numba.core.imputils import impl_ret_borrowed
from numba.core.typing.templates import AttributeTemplate
from numba.core.typing.typeof import typeof
from numba.extending import (
    NativeValue,
    infer_getattr,
    intrinsic,
    lower_getattr_generic,
    models,
    register_model,
    typeof_impl,
    unbox,
)

T = TypeVar("T")

_WORD = 8  #: bytes
_POINTER = ir.IntType(8).as_pointer()


class Referred(types.Type):
    """The compiler's type of a tuple handed over by reference: the Python class and the types of its members."""

    def __init__(self, made: type, members: tuple[types.Type, ...]) -> None:
        self.made = made
        self.members = members
        # Names of functions contain the names of their arguments' types, so that this one is kept short.
        told = hashlib.blake2b(repr(members).encode(), digest_size=6).hexdigest()
        super().__init__(name=f"{made.__name__}_{told}")

    @property
    def key(self) -> tuple[type, tuple[types.Type, ...]]:
        """What makes two such types the same."""
        return self.made, self.members

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the members, in order."""
        return cast(tuple[str, ...], cast(Any, self.made)._fields)


def by_reference(made: type[T]) -> type[T]:
    """Have instances of a NamedTuple class handed over by reference in compiled code."""

    def kind(value: Any, context: Any) -> Referred:
        return Referred(made, tuple(typeof(member, context.purpose) for member in value))

    typeof_impl.register(made, kind)
    return made


@register_model(Referred)
class _Model(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: Referred) -> None:
        super().__init__(manager, kind, _POINTER)


def _places(context: Any, kind: Referred) -> tuple[list[int], int]:
    """Where each member lies, in bytes, and how many bytes all take."""
    places, at = [], 0
    for member in kind.members:
        places.append(at)
        size = context.get_abi_sizeof(context.get_data_type(member))
        at += -(-size // _WORD) * _WORD
    return places, at


def _member(context: Any, builder: Any, value: Any, place: int, member: types.Type) -> Any:
    """Pointer to a member."""
    at = builder.gep(value, [ir.Constant(ir.IntType(64), place)], inbounds=True)
    return builder.bitcast(at, context.get_data_type(member).as_pointer())


def _room(context: Any, builder: Any, kind: Referred) -> Any:
    """Room on the stack for all members."""
    _, size = _places(context, kind)
    room = cgutils.alloca_once(builder, ir.ArrayType(ir.IntType(64), max(size // _WORD, 1)))
    return builder.bitcast(room, _POINTER)


def _put(context: Any, builder: Any, kind: Referred, room: Any, values: list[Any]) -> None:
    for place, member, value in zip(_places(context, kind)[0], kind.members, values, strict=True):
        told = context.data_model_manager[member].as_data(builder, value)
        builder.store(told, _member(context, builder, room, place, member))


@infer_getattr
class _Members(AttributeTemplate):
    key = Referred

    # The superclass says in the place of a method that it has none.
    def generic_resolve(self, value: Any, attr: str) -> Any:  # type: ignore[override]
        return value.members[value.names.index(attr)] if attr in value.names else None


@lower_getattr_generic(Referred)
def _read(context: Any, builder: Any, kind: Referred, value: Any, name: str) -> Any:
    i = kind.names.index(name)
    member = kind.members[i]
    read = builder.load(_member(context, builder, value, _places(context, kind)[0][i], member))
    # Nobody writes there while compiled code runs: it need not be read again after other memory was written.
    read.set_metadata("invariant.load", builder.module.add_metadata([]))
    return impl_ret_borrowed(context, builder, member, context.data_model_manager[member].from_data(builder, read))


@unbox(Referred)
def _from_python(kind: Referred, obj: Any, c: Any) -> NativeValue:
    room = _room(c.context, c.builder, kind)
    natives = [c.unbox(member, c.pyapi.tuple_getitem(obj, i)) for i, member in enumerate(kind.members)]
    _put(c.context, c.builder, kind, room, [native.value for native in natives])
    failed = cgutils.false_bit
    for native in natives:
        failed = c.builder.or_(failed, native.is_error)

    def cleanup() -> None:
        for member, native in zip(kind.members, natives, strict=True):
            if native.cleanup is not None:
                native.cleanup()
            if c.context.enable_nrt:
                c.context.nrt.decref(c.builder, member, native.value)

    return NativeValue(room, cleanup=cleanup, is_error=failed)


@intrinsic
def _refer(typing: Any, value: types.NamedTuple) -> Any:
    kind = Referred(value.instance_class, tuple(value.types))

    def lower(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        room = _room(context, builder, kind)
        _put(context, builder, kind, room, cgutils.unpack_tuple(builder, args[0]))
        return room

    return kind(value), lower


def _same(value: T) -> T:
    return value


referred: Any = _same if getattr(config, "DISABLE_JIT", 0) else _refer
"""Turn a tuple that a compiled function has just made into one that is handed over by reference; good until it returns."""
