"""Which functions become loops."""

import casadi as ca

import elver
from elver.native.compiler import compile_function
from elver.native.rolled.choice import worth_rolling
from elver.systems.eel.robot import EelBody, eel_robot


def eel(joints: int):
    return elver.dynamics_function(eel_robot(EelBody(joints=joints)), "direct", {"water": elver.Morison(law="paper")})


def test_long_functions_that_repeat_themselves_become_loops():
    graph = eel(12)
    assert compile_function(graph, width=2).work_size == 2 * worth_rolling(graph, width=2).work_size > 0
    assert worth_rolling(graph) is None
    assert worth_rolling(ca.Function(graph)) is None  # without its calls it is a graph like any other


def test_short_functions_do_where_only_the_compilation_counts():
    graph = eel(6)
    assert worth_rolling(graph) is None
    assert worth_rolling(graph, seldom=True).written < 0.5 * graph.n_instructions()
    assert worth_rolling(eel(1), seldom=True) is None


def test_very_long_functions_always_do():
    assert worth_rolling(eel(50)).written < 3000
