"""Every operation a force law may use: how to write it in CasADi, and arguments to try."""

from __future__ import annotations

import casadi as ca
import numpy as np

ANY = np.array([-2.7, -1.0, -0.3, 0.0, 0.2, 1.0, 1.9, 3.6])
UNIT = np.array([-0.9, -0.4, 0.0, 0.1, 0.5, 0.99])
POSITIVE = np.array([0.1, 0.7, 1.0, 2.5, 40.0])
ABOVE_ONE = POSITIVE + 1.0

UNARY = {
    "neg": (lambda x: -x, ANY),
    "sq": (lambda x: x * x, ANY),
    "twice": (lambda x: 2 * x, ANY),
    "inv": (lambda x: 1 / x, POSITIVE),
    "sqrt": (ca.sqrt, POSITIVE),
    "fabs": (ca.fabs, ANY),
    "sign": (ca.sign, ANY),
    "floor": (ca.floor, ANY),
    "ceil": (ca.ceil, ANY),
    "not": (ca.logic_not, ANY),
    "sin": (ca.sin, ANY),
    "cos": (ca.cos, ANY),
    "tan": (ca.tan, ANY),
    "asin": (ca.asin, UNIT),
    "acos": (ca.acos, UNIT),
    "atan": (ca.atan, ANY),
    "sinh": (ca.sinh, ANY),
    "cosh": (ca.cosh, ANY),
    "tanh": (ca.tanh, ANY),
    "asinh": (ca.asinh, ANY),
    "acosh": (ca.acosh, ABOVE_ONE),
    "atanh": (ca.atanh, UNIT),
    "exp": (ca.exp, ANY),
    "expm1": (ca.expm1, ANY),
    "log": (ca.log, POSITIVE),
    "log1p": (ca.log1p, POSITIVE),
    "erf": (ca.erf, ANY),
    "constpow": (lambda x: x**2.7, POSITIVE),
}
BINARY = {
    "add": (lambda x, y: x + y, ANY, ANY),
    "sub": (lambda x, y: x - y, ANY, ANY),
    "mul": (lambda x, y: x * y, ANY, ANY),
    "div": (lambda x, y: x / y, ANY, POSITIVE),
    "pow": (lambda x, y: x**y, POSITIVE, ANY),
    "lt": (lambda x, y: x < y, ANY, ANY),
    "le": (lambda x, y: x <= y, ANY, ANY),
    "eq": (lambda x, y: x == y, ANY, ANY),
    "ne": (lambda x, y: x != y, ANY, ANY),
    "and": (ca.logic_and, ANY, ANY),
    "or": (ca.logic_or, ANY, ANY),
    "fmin": (ca.fmin, ANY, ANY),
    "fmax": (ca.fmax, ANY, ANY),
    "atan2": (ca.atan2, ANY, ANY),
    "hypot": (ca.hypot, ANY, ANY),
    "fmod": (ca.fmod, ANY, POSITIVE),
    "remainder": (ca.remainder, ANY, POSITIVE),
    "copysign": (ca.copysign, ANY, ANY[ANY != 0]),
    "if_else_zero": (lambda x, y: ca.if_else(x, y, 0), ANY, ANY),
}
