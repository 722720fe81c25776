"""A module imports only from layers above its own."""

from __future__ import annotations

import ast
from pathlib import Path

import elver

ROOT = Path(elver.__file__).parent
LAYERS = [
    "errors",
    "packages",
    "choices",
    "statuses",
    "progress",
    "notebook",
    "memory",
    "files",
    "code_cache",
    "reading",
    "quantities",
    "document",
    "compiled",
    "symbols",
    "pieces",
    "spatial",
    "robot",
    "dynamics",
    "hulls",
    "forces",
    "contact",
    "drive",
    "imports",
    "equations",
    "native",
    "stepping",
    "results",
    "drawing",
    "derivatives",
    "sensing",
    "simulation",
    "scenarios",
    "machines",
    "live",
    "export",
    "orbits",
    "studies",
    "tasks",
    "systems",
    "show",
    "fit",
    "page",
    "learn",
    "studio",
    "cli",
]
NOT_EACH_OTHER = [("dynamics", "forces"), ("forces", "dynamics"), ("hulls", "dynamics"), ("show", "systems"), ("systems", "show")]


def imports(path: Path) -> set[str]:
    """Layers of elver that a file imports, anywhere in it, type-checking blocks included."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        names = []
        if isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            names = [node.module, *(f"{node.module}.{a.name}" for a in node.names)] if node.module == "elver" else [node.module]
        elif isinstance(node, ast.Import):
            names = [a.name for a in node.names]
        found |= {n.split(".")[1] for n in names if n.startswith("elver.")}
    return found


def layer_of(path: Path) -> str:
    first = path.relative_to(ROOT).parts[0]
    return first.removesuffix(".py")


def test_layers():
    seen = set()
    for path in ROOT.rglob("*.py"):
        layer = layer_of(path)
        if layer in ("__init__", "__main__"):
            continue
        assert layer in LAYERS, f"{path.name} belongs to no layer"
        seen.add(layer)
        for other in imports(path) - {layer, "__version__"}:
            assert LAYERS.index(other) < LAYERS.index(layer), (
                f"{path.relative_to(ROOT)} imports {other}, which is not above {layer}"
            )
            assert (layer, other) not in NOT_EACH_OTHER, f"{layer} must not know {other}"
    assert seen == set(LAYERS)


def test_system_files_hold_no_equations_of_motion():
    """Systems compose: they use no spatial algebra and none of the recursions. A closed form is there to be compared with."""
    for path in (p for p in (ROOT / "systems").rglob("*.py") if p.parent.name != "closed_form"):
        assert not imports(path) & {"spatial", "dynamics"}, path.name
