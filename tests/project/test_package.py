"""What is handed out: the wheel holds every file of the package, and works where nothing else of the checkout is."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TRIED = (
    ("run", "eel", "--duration", "0.1", "--out", "eel"),
    ("run", "aiko-obstacles", "--duration", "0.05", "--out", "aiko", "--no-figures"),
    ("run", "scull-40", "--set", "start=rest", "--duration", "0.1", "--out", "scull", "--no-figures"),
    ("page", "gray", "-o", "gray.html"),
    ("new", "fish.yaml"),
    ("check", "fish.yaml"),
    ("learn", "SnakePath", "--show", "shipped", "--episodes", "1", "--json"),
    ("schema",),
    ("docs", "simulate", "--where"),
)


DOCUMENTATION = "elver/docs.html"  # made when a wheel is built


def package_files() -> set[str]:
    """Files of the package as the checkout has them, all but what Python makes beside its modules; and the documentation."""
    folder = ROOT / "src"
    found = (p for p in (folder / "elver").rglob("*") if p.is_file() and "__pycache__" not in p.parts)
    return {DOCUMENTATION} | {p.relative_to(folder).as_posix() for p in found}


def called(*command, folder: Path, **more) -> str:
    environment = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV")}
    ended = subprocess.run([str(c) for c in command], cwd=folder, capture_output=True, text=True, env=environment | more)
    assert ended.returncode == 0, f"{command}\n{ended.stdout}\n{ended.stderr}"
    return ended.stdout


def built(kind: str, source: Path, target: Path) -> Path:
    """A wheel or an sdist, made from a folder without a network."""
    pytest.importorskip("build")
    called(sys.executable, "-m", "build", f"--{kind}", "--no-isolation", "--outdir", target, source, folder=target)
    (made,) = target.glob("*.whl" if kind == "wheel" else "*.tar.gz")
    return made


def test_the_wheel_holds_every_file(tmp_path):
    with zipfile.ZipFile(built("wheel", ROOT, tmp_path)) as wheel:
        names = {name for name in wheel.namelist() if ".dist-info/" not in name}
        metadata = next(name for name in wheel.namelist() if name.endswith("/METADATA"))
        text, pages = wheel.read(metadata).decode(), wheel.read(DOCUMENTATION).decode()
    assert names == package_files()
    assert "Provides-Extra: figures" in text
    assert '<section id="install">' in pages
    assert '<section id="elver.simulation.simulate">' in pages
    assert len(pages) < 2_500_000
    assert not [line for line in text.splitlines() if line.startswith("Requires-Dist: xarray") and "extra ==" not in line]


@pytest.mark.long
def test_installed_from_the_sdist_in_a_fresh_environment(tmp_path):
    """The sdist is unpacked, a wheel made of it, the wheel installed with all that it needs, and commands run elsewhere."""
    sdist = built("sdist", ROOT, tmp_path)
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path / "unpacked", filter="data")
    (source,) = (tmp_path / "unpacked").iterdir()
    (tmp_path / "wheel").mkdir()
    wheel = built("wheel", source, tmp_path / "wheel")
    with zipfile.ZipFile(wheel) as content:
        assert {name for name in content.namelist() if ".dist-info/" not in name} == package_files()
    fresh, elsewhere = tmp_path / "fresh", tmp_path / "elsewhere"
    elsewhere.mkdir()
    called(sys.executable, "-m", "venv", fresh, folder=tmp_path)
    tools = fresh / ("Scripts" if os.name == "nt" else "bin")
    called(tools / "python", "-m", "pip", "install", "--quiet", f"{wheel}[figures,learn]", folder=tmp_path)
    home = called(tools / "python", "-c", "import elver; print(elver.__file__)", folder=elsewhere)
    assert str(fresh) in home
    for command in TRIED:
        called(tools / "elver", *command, folder=elsewhere, ELVER_CACHE=str(tmp_path / "cache"))
    assert {"run.nc", "summary.json", "figures"} <= {p.name for p in (elsewhere / "eel").iterdir()}
    assert len(list((elsewhere / "eel" / "figures").glob("*.png"))) >= 4
