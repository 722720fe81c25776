from .c import write_c as write_c
from .casadi import write_casadi as write_casadi
from .fmu import write_fmu as write_fmu
from .wasm.module import LiveModule as LiveModule
from .wasm.module import live_module as live_module
