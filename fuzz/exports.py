"""Machines with odd names, exported: what is written is C that a compiler reads, XML that is well-formed, a file CasADi loads."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from random import Random
from xml.etree import ElementTree

from .case import Kind, Report
from .child import forked, warm
from .verdict import judge

NAMES = (
    "int", "Link", "link", "a b", "a.b", "a-b", "1st", "x'", 'say "hi"', "<tag>", "a&b", "*/", "//", "\\", "%s%n", "{0}",
    "\u00e9", "\u5358\u4f4d", "__init__", "main", "t", "x", "p", "NULL", "a" * 120, "a" * 120 + "b", "?" * 3, "??/", "#define",
    "EOF", "\x1b]0;owned\x07", "a\0b", "a\nb", "\x85", "\u202e", "\ud800",
)  # fmt: skip
DESCRIPTION = "modelDescription.xml"


def attack(chance: Random, folder: Path) -> Report:
    """One machine of odd names in one form."""
    warm()
    names = [chance.choice(NAMES) for _ in range(4)]
    form = chance.choice(("c", "c", "casadi", "xml", "xml"))
    ended = forked(lambda: written(names, form), folder, 60.0)
    findings, long = judge(ended)
    if not findings and not long:
        findings = json.loads(ended.out.splitlines()[-1])
    return Report(f"{form} of a machine with the names {names!r}"[:400], findings, long)


def written(names: list[str], form: str) -> int:
    """Export and look at what was written; print what is wrong as a list."""
    import warnings

    from elver import Body, ElverError, Joint, Model, Robot, compile_model
    from elver.drive import Spring
    from elver.export.description import describe
    from elver.robot import Rod

    warnings.simplefilter("ignore")
    robot, first, second, joint = names
    try:
        bodies = [Body.solid(name, Rod(0.2, 0.02), 1000.0) for name in (first, second)]
        own = Robot(robot, bodies, [Joint(joint, first, second, d=0.2, mode="passive")])
        program = compile_model(Model(robot, own, elastic=Spring(0.1)))
        wrong = {"c": as_c, "casadi": as_casadi, "xml": as_xml}[form](describe(program, 1.0, 1e-3))
    except ElverError as error:
        said = str(error)
        wrong = [] if said and said.isprintable() else [f"a message that cannot be printed: {said!r:.200}"]
    print(json.dumps(wrong))
    return 0


def as_c(export) -> list[str]:
    """C that a compiler reads without a warning of its own standard."""
    from elver.export import write_c

    files = write_c(export, "written")
    compiler = shutil.which("cc") or shutil.which("gcc")
    found = []
    for path in files if compiler else ():
        if str(path).endswith(".c"):
            command = [str(compiler), "-std=c99", "-fsyntax-only", "-Werror", "-pedantic", path.name]
            done = subprocess.run(command, cwd=path.parent, capture_output=True, text=True)
            found += [f"{path.name}: {done.stderr[:300]}"] if done.returncode else []
    return found


def as_casadi(export) -> list[str]:
    """A file that CasADi loads."""
    import casadi as ca

    from elver.export import write_casadi

    paths = write_casadi(export, "written.casadi")
    ca.Function.load(str(next(p for p in paths if str(p).endswith(".casadi"))))
    return []


def as_xml(export) -> list[str]:
    """A description that is well-formed and names every variable once."""
    from elver.export.fmu import description_text

    text = description_text(export, "token", "Elver")
    try:
        root = ElementTree.fromstring(text.encode())
    except (ElementTree.ParseError, UnicodeError) as error:
        return [f"{DESCRIPTION} is not well-formed: {error}"]
    names = [one.get("name") for one in root.find("ModelVariables") or ()]
    return [] if names and len(names) == len(set(names)) else ["variables of one name, or none"]


KIND = Kind("exports", "machines with odd names as C, CasADi and FMI: what is written is well-formed", attack, weight=1)
