"""Which solver takes a contact problem: the one asked for, or Gauss-Seidel where it converges and else Newton's method."""

from __future__ import annotations

from elver.codegen.kernels.jit import compiled
from elver.contact.single.newton import newton
from elver.contact.single.problem import gauss_seidel, prox_iteration, residual

AUTO, _GAUSS_SEIDEL, NEWTON, _PROX = 0, 1, 2, 3  # the order of scene.ContactSolver
PATIENCE = 12  # sweeps of Gauss-Seidel a problem may be expected to need before Newton's method takes it over
_SWEEPS_AT_ONCE = 25  # between two attempts of Newton's method
_PROBE = 20  # steps that start with Newton's method before Gauss-Seidel is tried again


@compiled
def impulses(laws, problem, P, scale, hard, small):
    """Impulses by the chosen solver, in place on P; the iterations used. laws: see ``Laws``."""
    tolerance, most = laws.tolerance, laws.most
    if laws.solver == AUTO:
        return solve(problem, P, scale, tolerance, most, hard, small)
    if laws.solver == _GAUSS_SEIDEL:
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
        if good and (not _rubs(problem.kind) or residual(problem, P, scale) <= tolerance):
            return used
    patience = PATIENCE
    while used < most:
        sweeps, good = gauss_seidel(problem, P, scale, tolerance, min(_SWEEPS_AT_ONCE, most - used), patience)
        used, patience = used + sweeps, _SWEEPS_AT_ONCE
        if good:
            return used
        hard[0] = _PROBE
        steps, good = newton(problem, P, scale, tolerance, most - used, small)
        used += steps
        if good and (not _rubs(problem.kind) or residual(problem, P, scale) <= tolerance):
            return used
    return most + 1


@compiled
def _rubs(kind):
    """Whether there is friction at obstacles, whose laws are those of no convex problem: Newton's own measure is not enough."""
    return (kind == 2).any()
