"""Which solver takes a contact problem: the one asked for, or Gauss-Seidel where it converges and else Newton's method."""

from __future__ import annotations

from elver.compiled import compiled
from elver.contact.solvers.gauss_seidel import gauss_seidel
from elver.contact.solvers.newton import newton
from elver.contact.solvers.problem import residual
from elver.contact.solvers.prox import prox_iteration

AUTO, GAUSS_SEIDEL, NEWTON, PROX = 0, 1, 2, 3  # the order of settings.Solver
PATIENCE = 12  # sweeps of Gauss-Seidel a problem may be expected to need before Newton's method takes it over
SWEEPS_AT_ONCE = 25  # between two attempts of Newton's method
PROBE = 20  # steps that start with Newton's method before Gauss-Seidel is tried again


@compiled
def impulses(laws, problem, P, scale, hard, small):
    """Impulses by the chosen solver, in place on P; the iterations used. laws: see ``Laws``."""
    tolerance, most = laws.tolerance, laws.most
    if laws.solver == AUTO:
        return solve(problem, P, scale, tolerance, most, hard, small)
    if laws.solver == GAUSS_SEIDEL:
        return gauss_seidel(problem, P, scale, tolerance, most, 0)[0]
    if laws.solver == NEWTON:
        return newton(problem, P, scale, tolerance, most, small)[0]
    return prox_iteration(problem, P, scale, tolerance, most, laws.r_normal, laws.r_friction)


@compiled
def solve(problem, P, scale, tolerance, most, hard, small):
    """The fast solver, in place on P (its start is the warm start): Gauss-Seidel where it converges, else Newton's method.

    ``hard[0]`` > 0: the last problems needed Newton's method, begin with it.  ``small``: see newton.
    Returns iterations used; more than ``most``: not converged.
    """
    used = 0
    if hard[0] > 0:
        hard[0] -= 1
        used, good = newton(problem, P, scale, tolerance, most - used, small)
        if good and (not rubs(problem.kind) or residual(problem, P, scale) <= tolerance):
            return used
    patience = PATIENCE
    while used < most:
        sweeps, good = gauss_seidel(problem, P, scale, tolerance, min(SWEEPS_AT_ONCE, most - used), patience)
        used, patience = used + sweeps, SWEEPS_AT_ONCE
        if good:
            return used
        hard[0] = PROBE
        steps, good = newton(problem, P, scale, tolerance, most - used, small)
        used += steps
        if good and (not rubs(problem.kind) or residual(problem, P, scale) <= tolerance):
            return used
    return most + 1


@compiled
def rubs(kind):
    """Whether there is friction at obstacles, whose laws are those of no convex problem: Newton's own measure is not enough."""
    return (kind == 2).any()
