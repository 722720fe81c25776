"""Tens of thousands of snake robots with contact on a GPU: steps a second, residual, creep, MuJoCo Warp beside it."""

from __future__ import annotations

import json
import tempfile
import time
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np

from timing import Metric, arguments, progress, report

DESCRIPTION = "Aiko on flat ground and among obstacles: the contact loop of single runs, one machine per thread (NVIDIA, CuPy)."
EPILOG = """\
In one go, where Elver and a GPU are on the same computer:      python benchmarks/contact_gpu.py
In two steps, where the GPU's computer has NumPy and CuPy only: python benchmarks/contact_gpu.py --prepare FOLDER   (any computer)
                                     PYTHONPATH=src python benchmarks/contact_gpu.py --run FOLDER     (this tree and FOLDER there)

M_steps_SCENE         million steps of 2 ms a second, best of all numbers of machines (M_steps_SCENE_N for N of them); each
                      machine starts with other joint rates; 200 steps before are not timed
M_steps_SCENE_path    the same at the largest step that keeps the path of the middle link within 1 mm of the finest step's
error_SCENE           largest difference of coordinates and rates from the CPU's after all steps, first machines
residual_SCENE        largest natural-map residual of any step of any machine
build_s_SCENE         PTX to machine code, by the driver, nothing cached
creep_m               how far a block slips in 100 s on a slope of half its friction angle's tangent
path_vs_warp          simulated seconds per second among obstacles over MuJoCo Warp's (single precision, fastest integrator and
                      number of machines), each at its largest step for the path within 1 mm (MuJoCo's by its CPU code)
"""
SCENES = ("aiko-flat", "aiko-obstacles")
SIZES, PATH_SIZES = (1024, 4096, 16384, 65536, 131072), (65536,)
DT, WARM, STEPS, DISTINCT, CHECKED = 2e-3, 200, 100, 256, 32
CREEP, CREEP_DT = 100.0, 2e-3
WARP_SIZES, WARP_STEPS = (4096, 16384, 32768), 50
FLAGS = '<flag island="disable" midphase="disable"/>'  # which MuJoCo Warp does not take
RATES = 0.3  # rad/s: spread of the joint rates at the start


# --- on a computer with Elver -----------------------------------------------------------------------------------------


def prepare(folder: Path, silent: bool) -> None:
    """Write kernels, machines, the CPU's results and the rivals' models into a folder."""
    import elver
    from contact import largest_steps
    from contact_snakes import ElverSnake, MuJoCoSnake, snake_xml

    snake = ElverSnake()
    rivals = [MuJoCoSnake(snake, load, integrator) for load in ("base", "link") for integrator in ("discrete", "implicitfast")]
    path_steps = {engine.label: largest_steps(engine, silent)[1] for engine in (snake, *rivals)}
    models = {}
    for rival in rivals:
        model, _, _, control, _ = rival.prepared(path_steps[rival.label])
        models[rival.label] = {
            "xml": snake_xml(rival.model, rival.load, rival.integrator, path_steps[rival.label]).replace(FLAGS, ""),
            "control": control[0].tolist(),
            "start": start_of(rival, model),
        }
    (folder / "rivals.json").write_text(json.dumps({"steps": path_steps, "models": models}))
    for scene in SCENES:
        program = snake.program if scene == "aiko-obstacles" else elver.compile_model(elver.scenario(scene).build())
        write_scene(folder, scene, program, spread(program), {"short": DT, "path": path_steps["elver"]})
    block = slope_program()
    write_scene(folder, "creep", block, block.initial_state(block.parameter_vector())[None], {})


def start_of(rival, model) -> list[float]:
    """Coordinates of the rival's machine at the start."""
    data = rival.mujoco.MjData(model)
    names = ("x", "y", "heading", *(f"joint{i}" for i in range(1, rival.values["links"])))
    for name, value in zip(names, rival.start, strict=True):
        data.qpos[model.joint(name).qposadr[0]] = value
    return data.qpos.tolist()


def spread(program) -> np.ndarray:
    """States that differ in their joint rates."""
    x = np.repeat(program.initial_state(program.parameter_vector())[None], DISTINCT, axis=0)
    part = program.equations.layout.slices["rates"]
    x[:, part] += RATES * np.random.default_rng(0).standard_normal((DISTINCT, part.stop - part.start))
    return x


def slope_program():
    """A block on a slope of half its friction angle's tangent."""
    import elver
    from contact import FRICTION, STEEPNESS, G
    from elver.contact import Scene as Ground
    from elver.robot import Body, Contour, Robot

    outline, angle = Contour(np.zeros(3), np.array([1.0, 0, 0]), 0.1, 0.05), np.arctan(STEEPNESS * FRICTION)
    block = replace(Body.central("block", 1.0, np.zeros(3), np.diag([0.01, 0.01, 0.01])), contour=outline)
    ground = Ground(friction=FRICTION, gravity=G * float(np.cos(angle)), slope=(G * float(np.sin(angle)), 0.0))
    return elver.compile_model(elver.Model("block", Robot("block", [block], base="planar"), scene=ground))


def write_scene(folder: Path, name: str, program, states: np.ndarray, steps: dict[str, float]) -> None:
    """Kernel and machines of a scene, and where the first ones are after all steps of each length, by the CPU."""
    from elver.codegen.cuda.ptx import THREADS
    from elver.contact import ContactSettings
    from elver.simulation.batches.contact_gpu import contact_kernel, first_numbers

    p = np.repeat(program.parameter_vector()[None], len(states), axis=0)
    kernel = contact_kernel(program, ContactSettings(), DT, p[0], 90)
    own, slots = first_numbers(program, p, states), kernel.slots
    rows = kernel.machines(own, len(states))
    places = {part: [slots[f"carried.{part}"].start, slots[f"carried.{part}"].stop] for part in ("q", "u", "since")}
    (folder / f"{name}.ptx").write_text(kernel.ptx)
    (folder / f"{name}.json").write_text(json.dumps({"places": places, "steps": steps, "threads": THREADS}))
    ends = {key: cpu_ends(program, p, own, dt) for key, dt in steps.items()}
    np.savez(folder / f"{name}.npz", rows=rows, shared=kernel.shared, **{f"end_{key}": end for key, end in ends.items()})


def cpu_ends(program, p: np.ndarray, own: dict, dt: float) -> np.ndarray:
    """Coordinates and rates (number, machine) of the first machines after all steps."""
    from elver.contact import ContactSettings
    from elver.contact.simd.driver import LaneMachine
    from elver.model.parameters import scene_at
    from elver.simulation.contact import lane_loop

    found, steps = [], WARM + STEPS
    for k in range(CHECKED):
        start = tuple(own[f"carried.{name}"][:, k].copy() for name in ("q", "u", "works"))
        machine = LaneMachine(program.contact_graph.at(p[k]), scene_at(program.model, p[k]), p[k], start)
        loop = lane_loop([program], [machine], ContactSettings(), dt, steps, steps, width=1)
        loop.run(np.array([steps]))
        found.append(np.concatenate([loop.carried.q[:, 0], loop.carried.u[:, 0]]))
    return np.array(found).T


# --- on a computer with a GPU -----------------------------------------------------------------------------------------


class Scene:
    """A kernel on the GPU, and what it is compared with."""

    def __init__(self, device, folder: Path, name: str):
        self.device, self.name = device, name
        about = json.loads((folder / f"{name}.json").read_text())
        self.places, self.steps, self.threads = about["places"], about["steps"], about["threads"]
        self.given = np.load(folder / f"{name}.npz")
        start = time.perf_counter()
        self.built = device.load((folder / f"{name}.ptx").read_text())
        self.build_time = time.perf_counter() - start
        self.shared = device.xp.asarray(self.given["shared"])

    def run(self, machines: int, bounds: list[int], dt: float) -> tuple[np.ndarray, float]:
        """Numbers of all machines after the last of the bounds, and the seconds of the last launch."""
        xp, rows = self.device.xp, self.given["rows"]
        own = xp.asarray(np.ascontiguousarray(np.tile(rows, (1, -(-machines // rows.shape[1])))[:, :machines]))
        marks, seconds = xp.zeros((2, machines), dtype=np.int64), 0.0
        for first, last in pairwise(bounds):
            self.device.wait()
            start = time.perf_counter()
            numbers = (np.int64(machines), np.int64(first), np.int64(last), np.float64(0.0), np.float64(dt))
            self.device.launch(self.built, machines, self.threads, (own, self.shared, marks, *numbers))
            self.device.wait()
            seconds = time.perf_counter() - start
        if int((marks[0] != 0).sum()):
            raise SystemExit(f"{self.name}: {int((marks[0] != 0).sum())} machines ended early")
        return self.device.fetch(own), seconds

    def part(self, rows: np.ndarray, name: str) -> np.ndarray:
        """Some numbers of all machines."""
        return rows[slice(*self.places[name])]

    def fact(self, number: int) -> int:
        """An attribute of the kernel, by CUDA's number for it."""
        return self.device.xp.cuda.driver.funcGetAttribute(number, self.built.ptr)

    def measure(self, silent: bool) -> tuple[list[Metric], float]:
        """Metrics of a scene, and its best rate at the step for the path [M/s]."""
        rates, error, residual = {}, {}, 0.0
        for key, dt in self.steps.items():
            for machines in SIZES if key == "short" else PATH_SIZES:
                rows, seconds = self.run(machines, [0, WARM, WARM + STEPS], dt)
                rates[key, machines] = machines * STEPS / seconds / 1e6
                residual = max(residual, float(self.part(rows, "since")[0].max()))
                progress(f"{self.name} {key} {machines}: {rates[key, machines]:.2f} M/s", silent)
            found = np.concatenate([self.part(rows, "q"), self.part(rows, "u")])[:, :CHECKED]
            error[key] = float(np.abs(found - self.given[f"end_{key}"]).max())
        best = {key: max(rate for (k, _), rate in rates.items() if k == key) for key in self.steps}
        name = self.name.replace("-", "_")
        return [
            Metric(f"M_steps_{name}", best["short"], "M/s", at_least=5.0, note=f"steps of {1e3 * DT:g} ms"),
            Metric(f"M_steps_{name}_path", best["path"], "M/s", note=f"steps of {1e3 * self.steps['path']:g} ms, path to 1 mm"),
            *(Metric(f"M_steps_{name}_{machines}", rates["short", machines], "M/s") for machines in SIZES),
            Metric(f"error_{name}", error["short"], at_most=1e-9, note=f"against the CPU after {WARM + STEPS} steps"),
            Metric(f"error_{name}_path", error["path"], note="the same at the longer steps"),
            Metric(f"residual_{name}", residual, at_most=1e-8, note="worst of all machines and steps"),
            Metric(f"build_s_{name}", self.build_time, "s"),
            Metric(f"registers_{name}", self.fact(4)),
            Metric(f"local_{name}", self.fact(3), "B"),
        ], best["path"]  # fmt: skip


def creep_metric(device, folder: Path) -> Metric:
    """How far the block moves."""
    scene = Scene(device, folder, "creep")
    steps = round(CREEP / CREEP_DT)
    rows, _ = scene.run(1, [0, *np.linspace(0, steps, 11).astype(int).tolist()[1:]], CREEP_DT)
    moved = np.abs(scene.part(rows, "q")[:2, 0] - scene.part(scene.given["rows"], "q")[:2, 0]).max()
    return Metric("creep_m", float(moved), "m", at_most=1e-12, note=f"in {CREEP:g} s")


def warp_rate(name: str, given: dict, dt: float, silent: bool) -> float:
    """Million steps a second of MuJoCo Warp: best of all numbers of machines."""
    import mujoco
    import mujoco_warp as mjw
    import warp as wp

    wp.config.quiet = True
    model = mujoco.MjModel.from_xml_string(given["xml"])
    own, control, best = mjw.put_model(model), np.array(given["control"], dtype=np.float32), 0.0
    for machines in WARP_SIZES:
        data = mjw.make_data(model, nworld=machines, nconmax=64, njmax=160)
        wp.copy(data.qpos, wp.array(np.tile(np.array(given["start"], dtype=np.float32), (machines, 1))))
        drives = [wp.array(np.tile(row, (machines, 1))) for row in control[: 2 * WARP_STEPS]]
        mjw.step(own, data)  # builds the kernels
        with wp.ScopedCapture() as capture:
            mjw.step(own, data)
        for steps in (drives[:WARP_STEPS], drives[WARP_STEPS:]):  # the first ones are not timed
            wp.synchronize()
            start = time.perf_counter()
            for drive in steps:
                wp.copy(data.ctrl, drive)
                wp.capture_launch(capture.graph)
            wp.synchronize()
            seconds = time.perf_counter() - start
        if not np.isfinite(data.qpos.numpy()).all():
            raise ValueError("machines ran away")
        best = max(best, machines * len(drives[WARP_STEPS:]) / seconds / 1e6)
        progress(f"warp {name} {machines}: {machines * len(drives[WARP_STEPS:]) / seconds / 1e6:.3f} M/s", silent)
    return best


def rival_metrics(folder: Path, ours: float, silent: bool) -> tuple[list[Metric], list[str]]:
    """MuJoCo Warp with every setup that it takes; notes on those that it does not."""
    given = json.loads((folder / "rivals.json").read_text())
    rows, notes = [], []
    speeds = {}
    for name, model in given["models"].items():
        key = name.replace("mujoco ", "").replace(" ", "_")
        try:
            rate = warp_rate(key, model, given["steps"][name], silent)
        except Exception as error:
            notes.append(f"MuJoCo Warp, {name}: {type(error).__name__}: {str(error)[:150]}")
            continue
        speeds[name] = rate * 1e6 * given["steps"][name]
        rows.append(Metric(f"M_steps_warp_{key}", rate, "M/s", note=f"steps of {1e3 * given['steps'][name]:g} ms"))
    if speeds:
        best = max(speeds, key=lambda name: speeds[name])
        mine = ours * 1e6 * given["steps"]["elver"]
        rows.insert(0, Metric("path_vs_warp", mine / speeds[best], note=f"path within 1 mm; against {best}"))
    return rows, notes


def run(folder: Path, silent: bool) -> tuple[list[Metric], list[str]]:
    """Measure everything on the GPU of this computer."""
    from elver.codegen.cuda.device import CudaDevice, NoDeviceError

    try:
        device = CudaDevice()
    except NoDeviceError as reason:
        raise SystemExit(f"no GPU to measure: {reason}.") from None
    rows, ours = [], 0.0
    for name in SCENES:
        metrics, ours = Scene(device, folder, name).measure(silent)
        rows += metrics
    rows.append(creep_metric(device, folder))
    rivals, notes = rival_metrics(folder, ours, silent)
    return rows + rivals, notes


def main() -> None:
    parser = arguments(DESCRIPTION, EPILOG)
    parser.add_argument("--prepare", metavar="FOLDER", type=Path, help="only write kernels and machines")
    parser.add_argument("--run", metavar="FOLDER", type=Path, help="only run what --prepare wrote")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.run or options.prepare or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        if not options.run:
            prepare(folder, options.json)
        if not options.prepare:
            rows, notes = run(folder, options.json)
            packages = ["cupy-cuda12x", "cupy-cuda13x", "mujoco", "mujoco-warp", "warp-lang"]
            report("Contact on a GPU", rows, options.json, packages, notes)


if __name__ == "__main__":
    main()
