"""Environments in the scene of the live page, as RecordVideo asks for pictures."""

from __future__ import annotations

import copy
import shutil

import numpy as np
import pytest

from elver import InputError
from elver.learn.environments import TaskEnv, TaskVectorEnv

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


@pytest.mark.skipif(CHROMIUM is None, reason="no chromium, chromium-browser or google-chrome is installed")
def test_the_scene_of_an_environment(monkeypatch):
    """Pictures follow the machine, the goal is in them, the same seed gives the same ones, and nothing is left behind."""
    monkeypatch.setenv("ELVER_BROWSER", CHROMIUM)
    env = TaskEnv("EelTarget", render_mode="scene")
    env.reset(seed=3)
    first = env.render()
    assert (first.shape, first.dtype) == ((540, 960, 3), np.uint8)
    for _ in range(3):
        env.step(np.full(env.action_space.shape, 0.5))
    later = env.render()
    assert (later != first).any(axis=2).mean() > 0.01
    ring = np.abs(later.astype(int) - [0xC8, 0x55, 0x3D]).max(axis=2) < 40  # the colour of the goal's ring
    assert ring.sum() > 20
    again = copy.deepcopy(env)  # has no browser of the other
    assert again.render().shape == later.shape
    env.reset(seed=3)
    assert np.abs(env.render().astype(int) - first).mean() < 2.0  # JPEG, and particles in the water
    processes = [own.camera.live.browser.process for own in (env, again)]
    env.close()
    again.close()
    assert all(process.poll() is not None for process in processes)


def test_the_scene_is_refused_where_it_cannot_be(monkeypatch):
    with pytest.raises(InputError, match="Install Chromium"):
        TaskEnv("EelTarget", render_mode="scene")
    with pytest.raises(InputError, match="render_mode = 'scene'"):
        TaskVectorEnv("EelTarget", 2, render_mode="scene")
