"""Compiled functions put together once, where Python calls them.

numba optimises a function with all that it calls and turns both into machine code; then again with each of its callers, and with
theirs. A function that only compiled code calls needs none of that. It is kept here as it was lowered (`Part`) until one that
Python calls (`Whole`) is made of it, its callers and all they call: these are optimised once, together, and what nobody outside
can call is the optimiser's to reshape. That halves compiling and makes the code a little quicker.
"""

from __future__ import annotations

from typing import Any

from llvmlite import binding, ir
from numba.core import compiler
from numba.core.codegen import JITCodeLibrary

_ENVIRONMENT = "_ZN08NumbaEnv"  #: how the names of the places begin where compiled functions find what they need of Python
_POINTER = ir.IntType(8).as_pointer()


class _PartLibrary(JITCodeLibrary):
    """Code to be linked into others'; for itself there is machine code of nothing but the places of its environments."""

    def _optimize_final_module(self) -> None:
        lowered = self._final_module
        places = self._codegen._create_empty_module(self.name)
        for found in lowered.global_variables:
            if found.name.startswith(_ENVIRONMENT):
                place = ir.GlobalVariable(places, _POINTER, found.name)
                place.linkage = "common"
                place.initializer = ir.Constant(_POINTER, None)
        self._shared_module = _to_be_linked(lowered)
        self._final_module = binding.parse_assembly(str(places))
        self._final_module.name = lowered.name


class _WholeLibrary(JITCodeLibrary):
    """Code that Python calls, with all that it calls."""

    def _optimize_final_module(self) -> None:
        self._shared_module = _to_be_linked(self._final_module.clone())
        for function in self._final_module.functions:
            if function.linkage == binding.Linkage.linkonce_odr and not function.is_declaration:
                function.linkage = "internal"
        super()._optimize_final_module()


def _to_be_linked(module: Any) -> Any:
    """Let the functions of a module be there once where several bring them along."""
    for function in module.functions:
        if function.linkage == binding.Linkage.external and not function.is_declaration:
            function.linkage = "linkonce_odr"
    return module


class _Compiler(compiler.Compiler):
    """numba's compiler with a kind of library of its own."""

    kind: type[JITCodeLibrary]

    def compile_extra(self, func: Any) -> Any:
        """Compile a function; numba would make a library of its usual kind where it finds none."""
        made = self.kind(self.state.targetctx.codegen(), func.__qualname__)
        made.enable_object_caching()
        self.state["library"] = made
        return super().compile_extra(func)


class Part(_Compiler):
    """Compiles functions that only compiled code calls."""

    kind = _PartLibrary


class Whole(_Compiler):
    """Compiles functions that Python calls."""

    kind = _WholeLibrary
