"""Rates, delays, noise and resets of readings, by counting and by statistics."""

from __future__ import annotations

import numpy as np
import pytest

from elver import InputError
from elver.sensors import IMU, Depth, Encoder, Reader, Sensors
from swimmers import program


def reader(*sensors, interval=0.01, machines=1, seed=0):
    return Reader(Sensors(sensors, program().model), interval, machines, seed)


def readings(own, raw):
    """Readings along a list of true values."""
    rows = [np.broadcast_to(value, (own.machines, own.sensors.width)).astype(float) for value in raw]
    return np.array([own.look(row, int(k > 0)).copy() for k, row in enumerate(rows)])


def test_rate_and_delay_by_counting():
    own = reader(Depth(rate=25.0, delay=0.03))
    found = readings(own, np.arange(20.0))[:, 0, 0]
    newest = [4 * ((k - 3) // 4) if k >= 3 else 0 for k in range(20)]
    assert found.tolist() == newest


def test_looks_may_be_left_out_where_no_sample_is_due():
    whole, few = (reader(Depth(rate=25.0, noise=0.1)) for _ in range(2))
    expected = readings(whole, np.arange(13.0))[::4]
    found = [few.look(np.full((1, 1), 4.0 * k), 4 * (k > 0)).copy() for k in range(4)]
    assert np.array_equal(found, expected)


def test_readings_are_whole_multiples_of_the_resolution():
    own = reader(Encoder(resolution=0.01, noise=0.004))
    found = readings(own, np.linspace(-1, 1, 50))
    assert np.abs(found / 0.01 - np.rint(found / 0.01)).max() < 1e-9
    assert 0.001 < np.abs(found - np.linspace(-1, 1, 50)[:, None, None]).max() < 0.03


def test_noise_has_the_size_asked_for_and_no_memory():
    own = reader(Encoder(noise=0.2, rates=True, rate_noise=0.5), machines=200)
    noise = readings(own, np.zeros(500))  # 100 000 numbers per channel
    angles, rates = noise[..., :2], noise[..., 2:]
    assert abs(angles.std() / 0.2 - 1) < 5e-3  # 1 / sqrt(2 n) = 1.6e-3
    assert abs(rates.std() / 0.5 - 1) < 5e-3
    assert abs(angles.mean()) < 4 * 0.2 / np.sqrt(angles.size)
    assert abs((angles**4).mean() / 0.2**4 - 3) < 0.1  # normal
    flat = angles.reshape(500, -1) / 0.2
    for other in (flat[1:] * flat[:-1], flat[:, 1:] * flat[:, :-1]):  # in time; between channels and machines
        assert abs(other.mean()) < 4 / np.sqrt(other.size)


def test_density_and_walk_of_an_imu():
    own = reader(IMU(rate=100.0, density=0.02, gyro_walk=0.3), machines=2000)
    found = readings(own, np.zeros(101))
    assert abs(found[..., :3].std() / (0.02 * 10) - 1) < 0.01
    bias = found[..., 3:]
    assert (bias[0] == 0).all()
    assert abs(bias[100].std() / (0.3 * np.sqrt(1.0)) - 1) < 0.03  # after 1 s: walk times sqrt(time)
    assert abs(bias[25].std() / (0.3 * np.sqrt(0.25)) - 1) < 0.03


def test_machines_repeat_whatever_the_others_do():
    sensors = (Encoder(noise=0.1, rate=50.0, delay=0.02), IMU(rate=100.0, gyro_walk=0.1))
    few, many = reader(*sensors, machines=2, seed=5), reader(*sensors, machines=7, seed=5)
    first = [own.look(np.zeros((own.machines, own.sensors.width)), 0).copy() for own in (few, many)]
    assert np.array_equal(first[0], first[1][:2])
    many.reset(np.arange(7) == 4)
    ticks = np.where(np.arange(7) == 4, 0, 1)
    a, b = few.look(np.ones((2, few.sensors.width))), many.look(np.ones((7, many.sensors.width)), ticks)
    assert np.array_equal(a, b[:2])
    assert not np.array_equal(b[4], first[1][4])  # another episode, another noise
    assert not np.array_equal(reader(*sensors, seed=6).look(np.zeros((1, few.sensors.width)), 0), first[0][:1])


def test_noise_without_a_rate_belongs_to_the_time():
    fine, coarse = (reader(Encoder(noise=0.1), interval=interval) for interval in (0.002, 0.01))
    assert np.array_equal(readings(fine, np.zeros(31))[::5], readings(coarse, np.zeros(7)))


def test_seeds_may_be_given_at_a_reset():
    own = reader(Encoder(noise=0.1), machines=3)
    own.reset(np.array([True, False, True]), seeds=np.array([11, 11]))
    found = own.look(np.zeros((3, 2)), 0)
    assert np.array_equal(found[0], found[2])
    assert not np.array_equal(found[0], found[1])


def test_memory_goes_on():
    sensors = (Encoder(noise=0.1, rate=50.0, delay=0.03), IMU(rate=100.0, gyro_walk=0.1))
    raw = np.random.default_rng(0).normal(size=(30, 8))
    whole = readings(reader(*sensors), raw)
    first, second = reader(*sensors), reader(*sensors)
    readings(first, raw[:17])
    second.restore(first.memory())
    found = np.array([second.look(row[None]).copy() for row in raw[17:]])
    assert np.array_equal(found, whole[17:])
    with pytest.raises(InputError, match="other sensors"):
        reader(Depth()).restore(first.memory())


def test_what_does_not_fit_the_looks_is_refused():
    with pytest.raises(InputError, match="rate = 30 Hz"):
        reader(Depth(rate=30.0))
    with pytest.raises(InputError, match=r"Near: 0.01 s or 0.02 s"):
        reader(Depth(delay=0.012))
    with pytest.raises(InputError, match="more than one sample"):
        reader(Depth(rate=1e12))
    with pytest.raises(InputError, match="two sensors"):
        reader(Depth(), Depth())
    with pytest.raises(InputError, match="str"):
        reader("depth")
    with pytest.raises(InputError, match=r"seed = 0.5"):
        reader(Depth(), seed=0.5)
    with pytest.raises(InputError, match="memory of the sensors"):
        reader(Depth(delay=1e6), interval=1e-9)


WRONG = [([["a"]], 1), (None, 1), (np.zeros((5, 1)), 1), (np.zeros(1), 1), (np.zeros((1, 1)), -1)]


@pytest.mark.parametrize(("raw", "ticks"), WRONG)
def test_wrong_values_are_refused_in_plain_words(raw, ticks):
    with pytest.raises(InputError, match=r"Give (true values|one whole number)"):
        reader(Depth()).look(raw, ticks)
