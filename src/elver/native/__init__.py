"""Graph -> native code: instruction list, LLVM and CUDA emitters, compiler and its cache on disk.

Names are imported when first used, so that a machine with a GPU and little else can launch kernels written elsewhere.
"""

from importlib import import_module

_HOME = {
    "elver.native.compiler": ("NativeFunction", "compile_function"),
    "elver.native.program": ("Program", "compile_model"),
    "elver.native.instructions": ("InstructionList", "instruction_list"),
}
_WHERE = {name: module for module, names in _HOME.items() for name in names}

__all__ = sorted(_WHERE)


def __getattr__(name: str):
    if name not in _WHERE:
        raise AttributeError(f"module 'elver.native' has no attribute '{name}'")
    return getattr(import_module(_WHERE[name]), name)


def __dir__():
    return sorted({*globals(), *__all__})
