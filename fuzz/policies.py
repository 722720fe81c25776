"""Saved policies and checkpoints: odd arrays, odd words and damaged bytes are refused in one line, or give actions."""

from __future__ import annotations

import io
import json
from pathlib import Path
from random import Random

import numpy as np

from .bases import policy_folder, small_learner
from .case import Kind, Report
from .child import forked
from .flips import refused_or
from .odd import damage
from .verdict import judge

MEMORY = 2 << 30  # bytes beyond those of the parent
ODD = (
    lambda a: a.astype(complex) * 1j, lambda a: a.astype(str), lambda a: a.astype(bool), lambda a: np.zeros((0,)),
    lambda a: np.zeros(()), lambda a: a[..., :-1] if a.ndim else a, lambda a: np.full_like(a, np.nan, dtype=float),
    lambda a: np.full_like(a, 1e300, dtype=float), lambda a: -np.abs(np.asarray(a, float)), lambda a: np.stack([a, a]),
    lambda a: a.astype(">f4"), lambda a: np.array(2**59), lambda a: np.zeros((1, 0, 3)), lambda a: np.asfortranarray(a),
)  # fmt: skip
WORDS = (
    "", "null", "[]", "{}", "[" * 50_000, '{"a":' * 50_000, '{"format": 1}', '{"format": 1e999}', '{"format": [1]}',
    '{"format": 1, "task": "\\u001b]0;x\\u0007"}', '{"rng": null, "iterations": 1, "steps": 1}', "NaN", "9" * 10_000,
)  # fmt: skip


def attack(chance: Random, folder: Path) -> Report:
    """One file, loaded and used."""
    source = policy_folder(folder.parent)
    name = chance.choice(("policy.npz", "policy.npz", "checkpoint.npz"))
    way = chance.choice((bytes_damaged, array_changed, array_changed, bomb))
    what, content = way((source / name).read_bytes(), chance)
    path = folder / name
    path.write_bytes(content)
    ended = forked(use(path), folder, 30.0, MEMORY)
    findings, long = judge(ended)
    if not findings and "\x1b" in ended.out + ended.err:
        findings = ["a control character of the file reached the terminal"]
    return Report(f"{name}: {what}", findings, long)


def use(path: Path):
    from elver.learn import Policy
    from elver.learn.training import restore

    def loaded() -> None:
        if path.name == "checkpoint.npz":
            restore(small_learner(), path)
            return
        policy = Policy.load(path)
        action = policy.act(np.zeros((2, policy.observations)))
        assert np.isfinite(action).all(), "an action that is not finite"
        repr(policy)

    return refused_or(loaded)


def bytes_damaged(content: bytes, chance: Random) -> tuple[str, bytes]:
    """Flipped bits, a missing end, another content."""
    return damage(content, chance)


def array_changed(content: bytes, chance: Random) -> tuple[str, bytes]:
    """One array replaced, left out, or named otherwise; packed as NumPy packs it."""
    with np.load(io.BytesIO(content)) as file:
        arrays = dict(file)
    key = chance.choice(sorted(arrays))
    if chance.random() < 0.15:
        arrays[chance.choice(("weights9", "weights-1", "../x", "a" * 300, "\u0661"))] = arrays.pop(key)
        return f"{key} under another name", packed(arrays)
    if arrays[key].dtype.kind == "U":
        arrays[key] = np.array(chance.choice(WORDS))
        return f"{key} = {str(arrays[key])[:60]}", packed(arrays)
    number = chance.randrange(len(ODD))
    arrays[key] = ODD[number](arrays[key])
    return f"{key} changed in way {number}", packed(arrays)


def bomb(content: bytes, chance: Random) -> tuple[str, bytes]:
    """Much in little: zeros, or a header that claims what is not there."""
    if chance.random() < 0.5:
        return "a packed desert", packed(
            {"mean": np.zeros(chance.choice((10**6, 3 * 10**7)), np.float32), "about": np.array("{}")}
        )
    wide = json.dumps(
        {"descr": "<f8", "fortran_order": False, "shape": [2 ** chance.randrange(20, 62), chance.choice((1, 4, 2**40))]}
    )
    text = wide.replace("false", "False").replace("[", "(").replace("]", ")").encode()
    head = b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text
    import zipfile

    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as file:
        file.writestr("mean.npy", head + b"12345678")
    return f"a header that claims {wide}", buffer.getvalue()


def packed(arrays: dict) -> bytes:
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays)
    return buffer.getvalue()


KIND = Kind("policies", "saved policies and checkpoints with odd arrays, words and damage", attack, weight=1)
