"""The eel as an environment on a GPU: steps a second with policy, observation, reward and resets on the device."""

from __future__ import annotations

import json
import os
import tempfile
import time
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import numpy as np

from timing import Metric, arguments, progress, relative_error, report

DESCRIPTION = (
    "Eels with 36 torque inputs, 20 ms control = 10 RK4 steps of 2 ms, everything on the device (NVIDIA, CuPy with NVRTC)."
)
EPILOG = """\
In one go, where Elver and a GPU are on the same computer:      python benchmarks/gpu_env.py
In two steps, where the GPU's computer has NumPy and CuPy only: python benchmarks/gpu_env.py --prepare FOLDER   (any computer)
                                           PYTHONPATH=src python benchmarks/gpu_env.py --run FOLDER   (this tree and FOLDER there)

One environment step: actions from a random part and a weak pull towards the straight eel, 10 steps of the stepper with those
torques held, observation (joint angles and rates, twist of the base: 78 numbers, in place), reward (speed less effort), and every
machine that stopped or has swum for 10 s reset by a mask. Nothing is fetched to the host meanwhile.
env_M_per_s_X      million environment steps a second, X the precision; the best of --rounds
torch_M_per_s_X    the same with actions from a torch policy (two hidden layers of 64, sampled), arrays handed over by DLPack
physics_M_per_s_X  step() alone, inputs held
error_X            largest relative difference of states after 10 environment steps from the stepper on the CPU, first machines
step_call_us_X     what a call of step() costs the host
dlpack_LIBRARY     1 where LIBRARY sees the states without a copy
"""
CHECKED, COMPARED, EPISODE = 64, 10, 10.0  # machines, environment steps, s
ALLOWED = {"double": 1e-10, "single": 1e-3}
BARS = {"single": 3.0}  # million environment steps a second on an H200
PACKAGES = ["cupy-cuda12x", "cupy-cuda13x", "torch", "jax"]


# --- written where Elver is ---------------------------------------------------------------------------------------------


def prepare(folder: Path) -> None:
    """Write kernels, the rest of what the device must know, and the CPU's states into a folder."""
    import elver
    from elver.simulation.plan import make_plan
    from elver.simulation.steppers.gpu import stepper_kernel, stepper_parts
    from elver.simulation.steppers.state import watch
    from environment import CONTROL, DT, OUTPUTS, eel_model, limits, policy

    program = elver.compile_model(eel_model())
    plan, watched = make_plan(DT, DT, "rk4", DT, 1e-8, 1e-10), watch(program.equations, OUTPUTS)
    for precision in ALLOWED:
        kernel = stepper_kernel(program, "rk4", watched, precision)
        (folder / f"{precision}.json").write_text(json.dumps(vars(kernel)))
    parts = stepper_parts(program, plan, kernel, watched)
    plain = {
        "dt": DT,
        "names": parts.names,
        "inputs": [{"name": i.name, "low": i.low, "high": i.high} for i in parts.inputs],
        "parameters": dict(parts.parameters),
        "places": list(parts.places),
        "outputs": {name: [place.start, place.stop, shape] for name, (place, shape) in parts.outputs.items()},
        "quaternion": parts.quaternion,
    }
    (folder / "parts.json").write_text(json.dumps(plain))
    cpu = elver.stepper(program, CHECKED, solver=elver.Solver(dt=DT, method="rk4"), outputs=OUTPUTS)
    random, actions = np.random.default_rng(3), []
    for _ in range(COMPARED):
        angles, rates = cpu.outputs["joint_position"], cpu.outputs["joint_velocity"]
        actions.append(policy(angles, rates, random.uniform(-1, 1, angles.shape), limits(program.model)))
        cpu.step(actions[-1], CONTROL)
    if cpu.status.any():
        raise SystemExit("a machine of the check did not run to its end")
    breaks, coefficients = parts.tables
    np.savez(
        folder / "numbers.npz", breaks=breaks, coefficients=coefficients, signs=parts.signs, start=parts.start, actions=actions,
        states=cpu.state, outputs=cpu.output_buffer, usual=program.checked_vector(), largest=limits(program.model),
    )  # fmt: skip


# --- run where the GPU is -------------------------------------------------------------------------------------------------


def read_parts(folder: Path, precision: str):
    """What the device must know, as it was written."""
    from elver.simulation.steppers.device import DeviceParts

    plain, numbers = json.loads((folder / "parts.json").read_text()), np.load(folder / "numbers.npz")
    return DeviceParts(
        kernel=SimpleNamespace(**json.loads((folder / f"{precision}.json").read_text())),
        tables=(numbers["breaks"], numbers["coefficients"]),
        dt=plain["dt"],
        names=tuple(plain["names"]),
        inputs=tuple(SimpleNamespace(**one) for one in plain["inputs"]),
        parameters={name: tuple(bounds) for name, bounds in plain["parameters"].items()},
        places=plain["places"],
        outputs={name: (slice(first, last), tuple(shape)) for name, (first, last, shape) in plain["outputs"].items()},
        signs=numbers["signs"],
        quaternion=plain["quaternion"],
        start=numbers["start"],
    )


class Environment:
    """Many eels on the device."""

    def __init__(self, device, folder: Path, precision: str):
        self.device, self.precision, self.folder = device, precision, folder
        self.parts, self.given = read_parts(folder, precision), np.load(folder / "numbers.npz")
        start = time.perf_counter()
        self.built = device.build(self.parts.kernel.source)
        self.build_time = time.perf_counter() - start

    def stepper(self, machines: int):
        """A stepper with the model's own parameters."""
        from elver.simulation.steppers.device import DeviceStepper

        return DeviceStepper(self.device, self.parts, np.tile(self.given["usual"], (machines, 1)), built=self.built)

    def error(self) -> float:
        """Relative difference from the CPU after the steps that it made: states and outputs."""
        few = self.stepper(CHECKED)
        for actions in self.given["actions"]:
            few.step(actions, 0.02)
        if self.device.fetch(few.status).any():
            raise SystemExit(f"{self.precision}: a machine of the check did not run to its end")
        states, outputs = self.device.fetch(few.state), self.device.fetch(few.output_buffer)
        return max(relative_error(states, self.given["states"]), relative_error(outputs, self.given["outputs"]))

    def begin(self, machines: int) -> None:
        """Make room for so many machines; their clocks are spread over an episode."""
        xp = self.device.xp
        self.many, self.random = self.stepper(machines), xp.random.default_rng(1)
        self.largest = xp.asarray(self.given["largest"].astype(self.many.real))
        self.age = xp.arange(machines, dtype=np.float32) * np.float32(EPISODE / machines)

    def step(self, actions=None) -> None:
        """One environment step; actions of the policy below unless given."""
        xp, many = self.device.xp, self.many
        if actions is None:
            angles, rates = many.outputs["joint_position"], many.outputs["joint_velocity"]
            noise = 2 * self.random.random(angles.shape, dtype=many.real) - 1
            actions = xp.clip(0.2 * self.largest * noise - 2.0 * angles - 0.1 * rates, -self.largest, self.largest)
        many.step(actions, 0.02)
        self.observation = many.output_buffer[:, :78]
        self.reward = -many.outputs["base_velocity"][:, 0] - 1e-3 * xp.square(many.u).mean(axis=1)
        self.age += np.float32(0.02)
        over = (many.status != 0) | (self.age >= EPISODE)
        self.age[...] = xp.where(over, 0, self.age)
        many.reset(over)

    def rate(self, step, steps: int, rounds: int) -> float:
        """Million environment steps a second, the best of some rounds."""
        step()
        best = np.inf
        for _ in range(rounds):
            self.device.wait()
            start = time.perf_counter()
            for _ in range(steps):
                step()
            self.device.wait()
            best = min(best, (time.perf_counter() - start) / steps)
        return self.many.machines / best / 1e6

    def call_time(self) -> float:
        """Microseconds of a call of step(), which waits for nothing: a few machines, so that the device is done first."""
        few, best = self.stepper(CHECKED), np.inf
        for _ in range(20):
            self.device.wait()
            start = time.perf_counter()
            few.step()
            best = min(best, time.perf_counter() - start)
        return 1e6 * best


def address(array) -> int:
    """Where an array's numbers begin."""
    return array.data.ptr if hasattr(array.data, "ptr") else array.ctypes.data


def torch_policy(environment: Environment):
    """An environment step with actions of a network in torch, which sees the stepper's own memory."""
    import torch

    torch.manual_seed(0)
    many = environment.many
    seen, largest = torch.from_dlpack(many.output_buffer)[:, :78], torch.from_dlpack(environment.largest)
    if seen.data_ptr() != address(many.output_buffer):
        raise SystemExit("torch copied the observations")
    sizes, layers = (78, 64, 64, 36), []
    for width, following in pairwise(sizes):
        layers += [torch.nn.Linear(width, following), torch.nn.Tanh()]
    network = torch.nn.Sequential(*layers).to(seen.device, seen.dtype)
    pull = torch.zeros(78, 36, device=seen.device, dtype=seen.dtype)
    pull[:36], pull[36:72] = -2.0 * torch.eye(36), -0.1 * torch.eye(36)

    @torch.no_grad()
    def step():
        wanted = 0.1 * largest * network(seen)
        actions = wanted + 0.1 * largest * torch.randn_like(wanted) + seen @ pull
        environment.step(torch.minimum(torch.maximum(actions, -largest), largest))

    return step


def shared(environment: Environment) -> list[Metric]:
    """Whether other libraries see the states where they are."""
    few, rows = environment.stepper(CHECKED), []
    pointer = address(few.state)
    if find_spec("torch"):
        import torch

        rows.append(Metric("dlpack_torch", float(torch.from_dlpack(few.state).data_ptr() == pointer), at_least=1.0))
    if find_spec("jax"):
        try:
            import jax

            found = jax.dlpack.from_dlpack(few.state).unsafe_buffer_pointer()
            few.step(jax.device_put(np.zeros((CHECKED, 36), np.float32), jax.devices("gpu")[0]))
            rows.append(Metric("dlpack_jax", float(found == pointer), at_least=1.0))
        except Exception as reason:
            progress(f"jax is not compared: {type(reason).__name__}: {str(reason)[:200]}", False)
    return rows


def run(folder: Path, machines: int, steps: int, rounds: int, silent: bool) -> tuple[list[Metric], list[str]]:
    """Measure on the GPU of this computer."""
    os.environ.setdefault("CUPY_CACHE_DIR", tempfile.mkdtemp())  # so that building is measured
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")  # the memory is not for JAX alone
    from elver.codegen.cuda.device import CudaDevice, NoDeviceError

    try:
        device = CudaDevice()
    except NoDeviceError as reason:
        raise SystemExit(f"no GPU to measure: {reason}.") from None
    rows: list[Metric] = []
    for precision, allowed in ALLOWED.items():
        progress(f"building {precision} ..", silent)
        own = Environment(device, folder, precision)
        error = own.error()
        if not error < allowed:
            raise SystemExit(f"{precision}: the GPU's states differ from the CPU's by {error:.2g} (allowed: {allowed:g})")
        own.begin(machines)
        rate = own.rate(own.step, steps, rounds)
        rows.append(Metric(f"env_M_per_s_{precision}", rate, "M/s", BARS.get(precision), note=f"{machines} machines"))
        progress(f"{rate:.2f} M/s, error {error:.2g}", silent)
        if find_spec("torch"):
            rows.append(Metric(f"torch_M_per_s_{precision}", own.rate(torch_policy(own), steps, rounds), "M/s"))
        rows.append(Metric(f"physics_M_per_s_{precision}", own.rate(lambda s=own.many: s.step(None, 0.02), steps, rounds), "M/s"))
        stopped = float((device.fetch(own.many.status) != 0).sum())
        rows.append(Metric(f"error_{precision}", error, at_most=allowed, note="against the CPU"))
        rows.append(Metric(f"stopped_{precision}", stopped, note="machines at the end, after steps without a policy"))
        rows.append(Metric(f"step_call_us_{precision}", own.call_time(), "us", note="of the host"))
        rows.append(Metric(f"build_s_{precision}", own.build_time, "s"))
        if precision == "single":
            rows += shared(own)
    missing = [name for name in ("torch", "jax", "mujoco_warp", "mujoco.mjx") if not found(name)]
    notes = [f"Not installed there, so not compared: {', '.join(missing)}."] if missing else []
    return rows, notes


def found(name: str) -> bool:
    """Whether a module can be imported."""
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError:
        return False


def main() -> None:
    parser = arguments(DESCRIPTION, EPILOG)
    parser.add_argument("--prepare", metavar="FOLDER", type=Path, help="only write kernels and inputs")
    parser.add_argument("--run", metavar="FOLDER", type=Path, help="only run what --prepare wrote")
    parser.add_argument("--machines", type=int, default=2**17, help="eels (131072)")
    parser.add_argument("--steps", type=int, default=20, help="environment steps in a round (20)")
    parser.add_argument("--rounds", type=int, default=3, help="rounds of which the best counts (3)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.run or options.prepare or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        if not options.run:
            prepare(folder)
        if not options.prepare:
            rows, notes = run(folder, options.machines, options.steps, options.rounds, options.json)
            report("The eel as an environment on a GPU", rows, options.json, PACKAGES, notes)


if __name__ == "__main__":
    main()
