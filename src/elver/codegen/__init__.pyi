from .compiler import NativeFunction as NativeFunction
from .compiler import compile_function as compile_function
