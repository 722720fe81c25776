"""A program as a stepper in a GPU's memory."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import casadi as ca
import numpy as np

from elver._support.errors import InputError
from elver.codegen.cuda.device import CudaDevice, NoDeviceError
from elver.codegen.cuda.kernel import USUAL, HeldInputs, Kernel, Tuning, emit_kernel
from elver.codegen.kernels.system import TABLEAUX
from elver.model import Program
from elver.model.layout import ledger_signs
from elver.model.program import made_once
from elver.simulation.plan import Plan
from elver.simulation.steppers.device import DeviceParts, DeviceStepper
from elver.simulation.steppers.state import OutputGraph, watch
from elver.simulation.steppers.stepper import own_starts, settle_machines
from elver.simulation.stiffness import choose_method
from elver.simulation.trajectory import quaternion_index


def _require_gpu_code(program: Program, plan: Plan, p: np.ndarray, x: np.ndarray) -> Plan:
    """The plan with its method; models and methods without GPU code are refused. p, x: of a machine that can begin."""
    name = program.model.name
    if program.model.scene is not None:
        raise InputError(f"device = 'gpu': contact has no GPU code, and '{name}' has a scene. Use device = 'cpu'.")
    if program.model.robot.loops:
        raise InputError(f"device = 'gpu': closed loops have no GPU code, and '{name}' has some. Use device = 'cpu'.")
    plan = choose_method(program, plan, p, start=x)[0]
    if plan.method not in TABLEAUX:
        allowed = " or ".join(TABLEAUX)
        raise InputError(f"device = 'gpu': method {plan.method} has no GPU code. Use method = {allowed}, or device = 'cpu'.")
    return plan


def _find_device() -> CudaDevice:
    """The GPU, or why there is none."""
    try:
        return CudaDevice()
    except NoDeviceError as reason:
        raise InputError(f"device = 'gpu': {reason}. Use device = 'cpu'.") from None


def _with_ledger(program: Program, watched: OutputGraph) -> tuple[ca.Function, int]:
    """What is watched, then kinetic energy, energy and works; and how many rows those are."""
    equations = program.equations
    (_, y), places = equations.observed, equations.recorded.slices
    moving = y[places["kinetic_energy"]] + y[places["medium_energy"]]
    booked = ca.densify(ca.vertcat(moving, moving + y[places["potential_energy"]], y[places["work"]]))
    return equations.observing("sample", ca.vertcat(watched.graph.recorded.outputs[0], booked)), booked.numel()


def stepper_kernel(program: Program, method: str, watched: OutputGraph, precision: str, tuning: Tuning = USUAL) -> Kernel:
    """The kernel's source for a program and what is watched."""
    inputs = program.model.inputs.values()
    held = HeldInputs(tuple(program.input_places.tolist()), tuple(i.low for i in inputs), tuple(i.high for i in inputs))
    sample, booked = _with_ledger(program, watched)
    powers = program.signal_tables()[1].shape[2]
    own = program.equations.written["rhs"], sample, method, precision, quaternion_index(program)
    return emit_kernel(*own, powers, tuning, booked, held)


def stepper_parts(program: Program, plan: Plan, kernel: Kernel, watched: OutputGraph) -> DeviceParts:
    """All that the device must know about a program."""
    equations, free, signals = program.equations, program.model.free, program.equations.signals
    by_time, by_parameters, by_signals = (equations.initial.jac_sparsity(0, k).nnz() > 0 for k in range(3))
    p = program.checked_vector()

    def begin(p: np.ndarray, times: np.ndarray) -> tuple[np.ndarray, dict[int, str]]:
        x = own_starts(program, p, times)
        return x, settle_machines(program, p, x, times)

    return DeviceParts(
        kernel=kernel,
        tables=program.signal_tables(),
        dt=plan.dt,
        names=equations.layout.names,
        inputs=tuple(program.model.inputs.values()),
        parameters={name: _bounds_of(free[name].quantity) for name in equations.parameters},
        places=program.input_places.tolist(),
        outputs={name: (place, watched.shapes[name]) for name, place in watched.places.items()},
        signs=np.array(ledger_signs(equations.recorded.labels["flow"])),
        quaternion=quaternion_index(program),
        last=math.inf if signals is None else signals.end,
        start=None if by_parameters else own_starts(program, p[None], np.zeros(1))[0],
        moving=by_time or by_signals,
        begin=begin,
    )


def _bounds_of(own: Any) -> tuple[float, float]:
    """Smallest and largest value of a free parameter."""
    return (-math.inf, math.inf) if own is None else own.allowed_ends


def on_gpu(
    program: Program,
    plan: Plan,
    outputs: Iterable[Any],
    usual: np.ndarray,
    x: np.ndarray,
    first: int,
    many: bool,
    clip: bool,
    precision: str,
) -> DeviceStepper:
    """Machines on the device with parameters ``usual`` and states ``x``; ``first`` is one that can begin.

    What was built before for the same program and outputs is used again.
    """
    if not many:
        raise InputError("device = 'gpu' is for many machines, and count is None. Give a number, or use device = 'cpu'.")
    plan = _require_gpu_code(program, plan, usual[first], x[first])
    device, watched = _find_device(), watch(program.equations, outputs)
    room = device.shared_room

    def make() -> tuple[Kernel, Any]:
        kernel = stepper_kernel(program, plan.method, watched, precision, Tuning(room=room))
        return kernel, device.build(kernel.source)

    key = ("gpu stepper", plan.method, precision, room, watched.graph.serialize())
    kernel, built = made_once(program.variants, key, make)
    made = DeviceStepper(device, stepper_parts(program, plan, kernel, watched), usual, clip, built)
    made.reset(initial_states=x)
    return made
