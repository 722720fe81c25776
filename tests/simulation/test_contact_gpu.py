"""Contact on a GPU: the very kernel, linked for this computer's processor, against single runs; and its PTX."""

import signal
from dataclasses import replace

import numpy as np
import pytest
from contact_host import ContactHost, host_code
from tolerances import assert_close

import elver
from elver._support.errors import InputError
from elver.codegen.cuda.device import NoDeviceError
from elver.contact import ContactSettings, Disc, Scene
from elver.robot import Body, Contour, Robot
from elver.simulation.batches import contact_gpu, gpu
from elver.simulation.batches.contact_gpu import contact_kernel
from elver.simulation.batches.contact_ptx import linked, target_machine

FIGURES = ("final_state", "final_position", "final_com", "path_length", "peak_torque", "ledger", "base_position", "end_time")
SAME = 1e-10  # rounding, carried through steps with sticking and impacts


@pytest.fixture
def host(monkeypatch):
    monkeypatch.setattr(gpu, "CudaDevice", ContactHost)
    monkeypatch.setattr(contact_gpu, "kernel_ptx", host_code)


def block(*obstacles):
    """A block on the ground."""
    body = Body.central("block", 1.0, np.zeros(3), 0.01 * np.eye(3))
    body = replace(body, contour=Contour(np.zeros(3), np.array([1.0, 0.0, 0.0]), 0.1, 0.05))
    return elver.Model("block", Robot("block", [body], base="planar"), scene=Scene(obstacles, friction=0.5))


def both(program, duration, every, **options):
    """The batch on the host that stands for a GPU, and on the CPU."""
    options |= {"solver": elver.Solver(dt=0.002), "save": elver.Save(every, ["base_position"]), "progress": False}
    return tuple(elver.simulate_batch(program, duration, compute=elver.Compute(device), **options) for device in ("gpu", "cpu"))


def agree(ours, single):
    assert list(ours.status.values) == list(single.status.values)
    assert list(ours.status_detail.values) == list(single.status_detail.values)
    for name in FIGURES:
        assert np.array_equal(np.isnan(ours[name]), np.isnan(single[name])), name
        assert_close(np.nan_to_num(ours[name].values), np.nan_to_num(single[name].values), SAME)


def test_machines_end_as_single_runs_do(host):
    program = elver.compile_model(block(Disc(1.0, 0.0, 0.1, "post"), Disc(0.0, 2.0, 0.3)).freed("scene.friction"))
    x = np.repeat(program.initial_state(program.parameter_vector())[None], 5, axis=0)
    twist = program.equations.layout.slices["twist"].start
    x[:, twist], x[:, twist + 1] = [1.0, 3.0, 900.0, 0.5, 0.0], [0.0, 0.1, 0.0, 1.0, 0.0]
    x[4, 1] = 1.8  # inside the second disc
    ours, single = both(program, 0.5, 0.1, initial_states=x, parameters={"scene.friction": [0.5, 0.2, 0.0, 0.1, 0.5]})
    assert set(ours.status.values) == {"finished", "stepped over obstacle", "refused"}
    agree(ours, single)


@pytest.mark.long
def test_snakes_with_bodies_of_their_own(host):
    free = ["gait.amplitude", "body.mass", "body.radius"]
    program = elver.compile_model(elver.scenario("aiko-obstacles").build({"links": 5}, free=free))
    values = {"gait.amplitude": [0.5, 0.7, 0.6], "body.mass": [0.5, 0.7, 0.9], "body.radius": [0.05, 0.06, 0.055]}
    agree(*both(program, 0.3, 0.1, parameters=values))


@pytest.fixture(scope="module")
def still():
    return elver.compile_model(block())


@pytest.fixture(scope="module")
def kernel(still):
    return contact_kernel(still, ContactSettings(), 0.002, still.parameter_vector(), 90)


def test_ptx_is_whole(kernel):
    assert ".visible .entry advance(" in kernel.ptx
    assert ".target sm_90" in kernel.ptx
    assert ".extern" not in kernel.ptx
    assert kernel.rows == 2


def test_a_model_that_needs_a_missing_function_is_stepped_elsewhere(host, monkeypatch, still, kernel):
    body = "%v = call double @exp(double 1.0)\nstore double %v, ptr %t\nret void"
    terms = f"declare double @exp(double)\ndefine void @contact_terms(ptr %t) {{\n{body}\n}}\n"
    parts = [terms, "define void @small_solver() {\nret void\n}\n"]
    with pytest.raises(NoDeviceError, match="the model uses exp"):
        linked(target_machine(), kernel.leaves, parts, kernel.rows, level=1)

    def refuse(*arguments):
        raise NoDeviceError("the model uses exp")

    monkeypatch.setattr(contact_gpu, "kernel_ptx", refuse)
    with pytest.warns(gpu.TargetWarning, match=r"the model uses exp\. The batch runs on the CPU"):
        run = elver.simulate_batch(
            still,
            0.01,
            solver=elver.Solver(dt=0.002),
            initial_states=still.initial_state([])[None],
            compute=elver.Compute(device="gpu"),
            progress=False,
        )
    assert run.status.values[0] == "finished"


def test_single_precision_is_refused(host, still):
    with pytest.raises(InputError, match="not enough for the contacts of 'block'"):
        elver.simulate_batch(still, 0.1, solver=elver.Solver(dt=0.002), compute=elver.Compute(device="gpu", precision="single"))


def test_what_was_done_before_ctrl_c_is_kept(monkeypatch, host, still):
    """Ctrl-C in the second of five launches for the first machine: it ends there as a shorter run does, the other is not run."""
    launches = []

    class Pressed(ContactHost):
        def launch(self, *given):
            launches.append(1)
            if len(launches) == 2:
                signal.raise_signal(signal.SIGINT)
            super().launch(*given)

    monkeypatch.setattr(gpu, "CudaDevice", Pressed)
    monkeypatch.setattr(contact_gpu, "MEMORY_SHARE", 0.0)  # one machine at a time
    x = np.repeat(still.initial_state([])[None], 2, axis=0)
    x[:, still.equations.layout.slices["twist"].start] = 1.0
    given = {"initial_states": x, "save": elver.Save(every=0.02, fields=["base_position"]), "progress": False}
    run = elver.simulate_batch(still, 0.1, solver=elver.Solver(dt=0.002), compute=elver.Compute(device="gpu"), **given)
    short = elver.simulate_batch(still, 0.04, solver=elver.Solver(dt=0.002), **given)
    assert len(launches) == 2
    assert run.status.values.tolist() == ["interrupted"] * 2
    assert run.status_detail.values.tolist() == [
        "interrupted after 0.04 s: Ctrl-C was pressed",
        "not run: interrupted before",
    ]
    assert run.end_time.values.tolist() == pytest.approx([0.04, 0.0])
    assert_close(run.final_state[0].values, short.final_state[0].values, SAME)
    assert_close(run.path_length[0].values, short.path_length[0].values, SAME)
    assert np.array_equal(run.final_state[1].values, x[1])
    places = run.base_position.values
    assert_close(places[0, :3], short.base_position.values[0], SAME)
    assert np.isnan(places[0, 3:]).all()
    assert np.isnan(places[1]).all()
    assert places[0, 2, 0] > 0.01
