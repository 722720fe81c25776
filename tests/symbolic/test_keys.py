"""Keys by content."""

import casadi as ca
import numpy as np

from elver.robot import EllipticCylinder
from elver.symbolic.tracing import content


def test_equal_data_have_equal_keys():
    p = ca.SX.sym("p")
    for make in (
        lambda: (1.0, "word", None),
        lambda: [np.eye(2), {"a": 2.0}],
        lambda: EllipticCylinder(0.3, 0.1, 0.2),
        lambda: np.array([p, 1.0], dtype=object),
        lambda: ca.vertcat(p, 2.0),
    ):
        assert content(make()) == content(make())
        assert hash(content(make())) == hash(content(make()))


def test_other_data_have_other_keys():
    p, q = ca.SX.sym("p"), ca.SX.sym("p")
    keys = [content(thing) for thing in (1.0, 2.0, p, q, np.eye(2), np.ones((2, 2)), EllipticCylinder(0.3, 0.1, 0.2))]
    assert len(set(keys)) == len(keys)


def test_things_of_no_known_kind_are_equal_to_themselves_alone():
    one, other = object(), object()
    assert content(one) == content(one) != content(other)
