"""JavaScript in Node for tests: a module text gets ``given`` (plain data, read from its input) and returns plain data.

Arrays of doubles travel as base64 (``packed`` and ``unpacked`` here, ``pack`` and ``unpack`` there): exact, NaN included.
"""

import base64
import json
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

NODE = shutil.which("node")
needs_node = pytest.mark.skipif(NODE is None, reason="Node is not installed: WebAssembly modules cannot be run")
WEB = Path(__file__).parents[2] / "web" / "src"
HEAD = """
import fs from "node:fs";
const given = JSON.parse(fs.readFileSync(0, "utf8"));
const bytes = (text) => Uint8Array.from(Buffer.from(text, "base64"));
const unpack = (text) => new Float64Array(bytes(text).buffer);
const pack = (array) => Buffer.from(new Float64Array(array).buffer).toString("base64");
const answer = (value) => fs.writeSync(1, JSON.stringify(value));
"""


def in_node(script: str, *, limit: float = 120, **given):
    """What ``script`` answers (``answer(value)``) to the plain data ``given``. It ends after ``limit`` seconds."""
    assert NODE is not None
    text = json.dumps(given)
    command = [NODE, "--input-type=module", "-e", HEAD + script]
    done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=limit, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def on_machine(module, script: str, *, limit: float = 120, **given):
    """What ``script`` answers about ``machine``: the module opened by the file that pages use."""
    opened = """
const { openMachine } = await import(given.web + "/machine.js");
const machine = await openMachine(given.description, bytes(given.code));
"""
    about = {"web": str(WEB), "description": module.description, "code": packed(module.code)}
    return in_node(opened + script, limit=limit, **about, **given)


def packed(data) -> str:
    """Bytes, or an array of doubles, as text."""
    raw = data if isinstance(data, bytes) else np.ascontiguousarray(data, dtype=float).tobytes()
    return base64.b64encode(raw).decode()


def unpacked(text: str) -> np.ndarray:
    """The doubles of a packed text."""
    return np.frombuffer(base64.b64decode(text))
