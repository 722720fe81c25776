"""The notebooks run from the top in a fresh folder, and hold no outputs of somebody's computer."""

from __future__ import annotations

from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat")
pytest.importorskip("nbclient")
pytest.importorskip("ipykernel")

FOLDER = Path(__file__).parents[2] / "docs" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
PATIENCE = 300  # s a cell, on a loaded machine; all of one take some ten


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_runs(path, tmp_path, monkeypatch):
    from nbclient import NotebookClient

    monkeypatch.setenv("ELVER_NOTEBOOK_PAGES", "0")
    monkeypatch.setenv("MPLBACKEND", "agg")
    notebook = nbformat.read(path, as_version=4)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert not any(cell.outputs or cell.execution_count for cell in code), "clear the outputs before you commit"
    NotebookClient(notebook, timeout=PATIENCE, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}).execute()
    assert all(cell.execution_count for cell in code)


def test_there_are_three():
    assert {path.stem for path in NOTEBOOKS} == {"thrust_and_drag", "own_robot", "control_and_learning"}
