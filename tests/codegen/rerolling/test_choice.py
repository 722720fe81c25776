"""Which functions become loops."""

import casadi as ca

import elver
from elver.codegen.compiler import compile_function
from elver.codegen.rerolling.build import worth_rolling
from elver.systems.eel.scenario import EelBody, eel_robot


def eel(joints: int):
    return elver.model.dynamics_function(
        eel_robot(EelBody(joints=joints)), "direct", {"water": elver.forces.Morison(law="paper")}
    )


def test_functions_that_repeat_themselves_become_loops():
    graph = eel(8)
    assert compile_function(graph).work_size == worth_rolling(graph).work_size > 0
    assert worth_rolling(ca.Function(graph)) is None  # without its calls it is a graph like any other
    assert worth_rolling(eel(1)) is None


def test_several_machines_at_once_need_a_longer_list():
    assert worth_rolling(eel(8), width=4) is None
    assert worth_rolling(eel(12), width=4).written < 2000
