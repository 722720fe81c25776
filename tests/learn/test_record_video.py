"""Gymnasium's RecordVideo over our environments: pictures of every step, at the rate of the task."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")

STEPS = 5


class Clip:
    """What RecordVideo takes of moviepy, which encodes: the pictures, and the file that they are written to."""

    def __init__(self, frames, fps):
        self.frames, self.fps = np.array(frames), fps

    def write_videofile(self, path, logger=None):
        np.savez(Path(path).with_suffix(".npz"), frames=self.frames, fps=self.fps)


@pytest.fixture
def recorder(monkeypatch):
    """moviepy, or what stands for it."""
    names = ["moviepy", "moviepy.video", "moviepy.video.io", "moviepy.video.io.ImageSequenceClip"]
    for name in names:
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    sys.modules[names[-1]].ImageSequenceClip = Clip
    return gymnasium.wrappers.RecordVideo


@pytest.mark.parametrize("task", ["EelTarget", "SnakePath"])
def test_record_video_has_a_picture_of_every_step(recorder, tmp_path, task):
    from elver.learn import TaskEnv

    env = recorder(TaskEnv(task, render_mode="rgb_array"), str(tmp_path / "films"), episode_trigger=lambda episode: episode == 0)
    env.reset(seed=1)
    shown = []
    for _ in range(STEPS):
        env.step(np.full(env.action_space.shape, 0.5, dtype=np.float32))
        shown.append(env.unwrapped.render())
    env.close()
    (file,) = (tmp_path / "films").glob("*.npz")
    found = np.load(file)
    assert found["frames"].shape == (STEPS + 1, *shown[0].shape)
    assert found["frames"].dtype == np.uint8
    assert np.array_equal(found["frames"][1:], shown)  # each shows the machine where that step has left it
    assert all((one != other).any() for one, other in zip(found["frames"][:-1], found["frames"][1:], strict=True))
    assert found["fps"] == env.metadata["render_fps"]
    assert 1 / found["fps"] == pytest.approx(env.unwrapped.task.interval, rel=0.01)
