"""Small linear systems of the contact solver as code without loops."""

from __future__ import annotations

import casadi as ca


def small_solver(n: int) -> ca.Function:
    """x with S x = b for a symmetric positive definite S of n rows as a graph without loops: fast for small n."""
    S, b, L = ca.SX.sym("S", n, n), ca.SX.sym("b", n), ca.SX(n, n)
    for i in range(n):
        for j in range(i):
            L[i, j] = (S[j, i] - L[i, :j] @ L[j, :j].T) * L[j, j]
        L[i, i] = 1 / ca.sqrt(S[i, i] - ca.sumsqr(L[i, :i]))  # reciprocals on the diagonal
    x = [b[i] for i in range(n)]
    for i in range(n):
        x[i] = (x[i] - sum(L[i, k] * x[k] for k in range(i))) * L[i, i]
    for i in range(n - 1, -1, -1):
        x[i] = (x[i] - sum(L[k, i] * x[k] for k in range(i + 1, n))) * L[i, i]
    return ca.Function("small_solver", [S, b], [ca.densify(ca.vertcat(*x))], ["S", "b"], ["x"])
