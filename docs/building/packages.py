"""What the packages of Elver import from each other, read from their files."""

from __future__ import annotations

import ast
from pathlib import Path

import elver

ROOT = Path(elver.__file__).parent
PACKAGES = (  # from low to high: each imports only from those before it (tests/project/test_layers.py)
    "_support", "quantities", "symbolic", "codegen", "robot", "dynamics", "forces", "contact", "drive", "model", "sensors",
    "results", "simulation", "scenarios", "export", "analysis", "viz", "tasks", "learn", "systems", "cli", "_make_kernels",
)  # fmt: skip


def package_of(path: Path) -> str:
    """The package or top module that a file belongs to."""
    return path.relative_to(ROOT).parts[0].split(".")[0]


def files() -> list[Path]:
    """Modules and stubs of all packages, without the front of Elver itself."""
    found = (path for path in sorted(ROOT.rglob("*.py*")) if path.suffix in (".py", ".pyi"))
    return [path for path in found if package_of(path) not in ("__init__", "__main__")]


def imported_modules(path: Path) -> set[str]:
    """Modules of Elver that a file imports, anywhere in it: in functions, for the type checker, and by relative imports too."""
    modules: set[str] = set()
    package = ("elver", *path.relative_to(ROOT).parent.parts)
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            modules |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            start = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join([*start, *filter(None, [node.module])])
            modules |= {f"elver.{alias.name}" for alias in node.names} if module == "elver" else {module}
    return {module for module in modules if module.startswith("elver.")} - {"elver.__version__"}


def imports() -> dict[str, set[str]]:
    """Packages that each package imports."""
    graph: dict[str, set[str]] = {package_of(path): set() for path in files()}
    for path in files():
        graph[package_of(path)] |= {module.split(".")[1] for module in imported_modules(path)} - {package_of(path)}
    return graph


def reachable(graph: dict[str, set[str]], package: str) -> set[str]:
    """All that a package imports, and what that imports, and so on."""
    return graph[package].union(*(reachable(graph, other) for other in graph[package]))


def direct(graph: dict[str, set[str]]) -> dict[str, set[str]]:
    """The graph without the imports that follow from others: the fewest arrows that say the same order."""
    return {
        package: {one for one in others if not any(one in reachable(graph, other) for other in others - {one})}
        for package, others in graph.items()
    }


def layers(graph: dict[str, set[str]]) -> dict[str, int]:
    """The height of each package: one above the highest that it imports."""
    heights: dict[str, int] = {}
    for package in sorted(graph, key=lambda package: len(reachable(graph, package))):
        heights[package] = 1 + max((heights[other] for other in graph[package]), default=-1)
    return heights
