"""The contact kernel of a GPU on this computer's processor: the same module with another way in, machine after machine."""

import ctypes

import numpy as np

from elver.codegen.cuda.ptx import NAMES, PARAMETERS
from elver.codegen.kernels.abi import link, target
from elver.simulation.batches.contact_ptx import linked

WAY_IN = f"""
define void @advance({PARAMETERS}) {{
entry:
  br label %next
next:
  %m = phi i64 [ 0, %entry ], [ %more, %run ]
  %inside = icmp slt i64 %m, %machines
  br i1 %inside, label %run, label %done
run:
  call void @machine({NAMES}, i64 %m)
  %more = add i64 %m, 1
  br label %next
done:
  ret void
}}
"""
SIGNATURE = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 3, *[ctypes.c_int64] * 3, *[ctypes.c_double] * 2)


def host_code(leaves, parts, rows, capability=90) -> str:
    """Stands for ``kernel_ptx``: object code of this computer, as text."""
    machine = target()[0]
    return machine.emit_object(linked(machine, leaves, parts, rows, WAY_IN, level=1)).hex()


class ContactHost:
    """Stands for ``CudaDevice`` where contact kernels run."""

    xp, capability, free_memory = np, 90, 10**9

    def __init__(self):
        self.kept = []

    def load(self, code):
        address, library = link(bytes.fromhex(code), "advance")
        self.kept.append(library)
        return SIGNATURE(address)

    def launch(self, kernel, machines, threads, arguments):
        arrays, counts, times = arguments[:3], arguments[3:6], arguments[6:]
        kernel(*(array.ctypes.data for array in arrays), *map(int, counts), *map(float, times))

    def fetch(self, array):
        return np.array(array)
