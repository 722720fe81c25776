"""Policies: what they answer, and their files."""

from __future__ import annotations

import numpy as np
import pytest

from elver._support.errors import InputError
from elver.learn.policy import Policy, forward, standardised


def small(**changes) -> Policy:
    rng = np.random.default_rng(0)
    layers = ((rng.standard_normal((3, 5)), rng.standard_normal(5)), (rng.standard_normal((5, 2)), rng.standard_normal(2)))
    layers = tuple((w.astype(np.float32), b.astype(np.float32)) for w, b in layers)
    own = {"layers": layers, "mean": np.array([1.0, 2, 3], np.float32), "spread": np.array([1.0, 2, 4], np.float32)}
    own |= {"deviation": np.full(2, 0.1, np.float32), "about": {"task": "Small", "seed": 3}}
    return Policy(**(own | changes))


def test_actions_are_those_of_the_formula():
    policy, x = small(), np.array([[0.5, 1.0, 2.0], [1.0, -9.0, 4.0]])
    (w0, b0), (w1, b1) = policy.layers
    wanted = np.tanh(((x - [1, 2, 3]) / [1, 2, 4]) @ w0 + b0) @ w1 + b1
    np.testing.assert_allclose(policy.act(x), np.clip(wanted, -1, 1), rtol=1e-5)
    np.testing.assert_allclose(policy.act(x)[0], policy.act(x[0]), atol=1e-6)
    assert policy.act(x[0]).shape == (2,)


def test_noise_comes_from_the_generator_alone():
    policy, x = small(deviation=np.full(2, 0.5, np.float32)), np.zeros((4, 3))
    a, b = (policy.act(x, np.random.default_rng(7)) for _ in range(2))
    assert np.array_equal(a, b)
    assert not np.array_equal(a, policy.act(x))


def test_observations_are_cut_at_ten_deviations():
    assert standardised(np.array([1e30, -50.0]), np.zeros(2), np.ones(2)).tolist() == [10.0, -10.0]


def test_the_input_of_a_network_is_not_changed():
    x = np.ones((2, 3), np.float32)
    forward(small().layers, x)
    assert np.array_equal(x, np.ones((2, 3)))


def test_a_file_holds_all_of_it(tmp_path):
    policy = small()
    again = Policy.load(policy.save(tmp_path / "policy.npz"))
    x = np.random.default_rng(1).standard_normal((9, 3))
    assert np.array_equal(policy.act(x), again.act(x))
    assert again.about == {"task": "Small", "seed": 3}


def test_a_file_that_exists_is_kept(tmp_path):
    path = small().save(tmp_path / "policy.npz")
    before = path.read_bytes()
    with pytest.raises(InputError, match=r"exists and is not overwritten. Choose another name or pass overwrite=True"):
        small(about={}).save(path)
    assert path.read_bytes() == before
    assert Policy.load(small(about={}).save(path, overwrite=True)).about == {}


def test_a_policy_shows_its_size_and_no_weights():
    assert repr(small()) == "Policy of Small: 3 observations, hidden layers of 5, 2 actions"


def test_bad_files_are_refused(tmp_path):
    (tmp_path / "text.npz").write_text("hello")
    np.savez(tmp_path / "other.npz", mean=np.ones(3))
    np.savez(tmp_path / "objects.npz", about=np.array([{}], dtype=object))
    for name, words in (
        ("text", "cannot be read"),
        ("other", "is not a policy"),
        ("objects", "values of type object"),
        ("no", "No such file"),
    ):
        with pytest.raises(InputError, match=words):
            Policy.load(tmp_path / f"{name}.npz")


def test_parts_that_do_not_fit_are_refused():
    with pytest.raises(InputError, match="statistics"):
        small(deviation=np.ones(3, np.float32))
    with pytest.raises(InputError, match="layers"):
        small(layers=small().layers[:1] * 2)
    with pytest.raises(InputError, match="not finite"):
        small(mean=np.array([np.nan, 1, 2], np.float32))
    with pytest.raises(InputError, match="not positive"):
        small(spread=np.array([0.0, 1, 2], np.float32))
    with pytest.raises(InputError, match="takes 3 numbers"):
        small().act(np.zeros(4))


def test_a_policy_of_flipped_bits_is_read_or_refused_in_words(tmp_path):
    """Every bit of the zip directory and of the headers is a place where the standard reader raises something of its own."""
    good, chance, refused = small().save(tmp_path / "good.npz").read_bytes(), np.random.default_rng(5), []
    for _ in range(300):
        content = bytearray(good)
        content[chance.integers(len(good))] ^= 1 << chance.integers(8)
        (tmp_path / "flipped.npz").write_bytes(content)
        try:
            Policy.load(tmp_path / "flipped.npz").act(np.zeros(3))
        except InputError as error:
            refused.append(str(error))
    assert len(refused) > 100
    assert all("flipped.npz" in words for words in refused)


def test_a_policy_that_unpacks_into_more_than_it_is_worth_is_refused_before_it_does(tmp_path):
    import tracemalloc

    np.savez_compressed(tmp_path / "bomb.npz", mean=np.zeros(20_000_000, np.float32))
    tracemalloc.start()
    with pytest.raises(InputError, match=r"bomb.npz.*80 MB.*It is damaged"):
        Policy.load(tmp_path / "bomb.npz")
    assert tracemalloc.get_traced_memory()[1] < 5e6
    tracemalloc.stop()


def test_words_about_a_policy_that_are_nested_without_end_are_refused(tmp_path):
    np.savez(tmp_path / "deep.npz", about=np.array("[" * 100_000))
    with pytest.raises(InputError, match=r"deep.npz' is not a policy"):
        Policy.load(tmp_path / "deep.npz")
