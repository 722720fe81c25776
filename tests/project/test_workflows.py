"""Workflows are valid, run on all systems and Python versions, and call only what exists."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
SYSTEMS = {"ubuntu-latest", "macos-latest", "windows-latest"}
TRIGGERS = True  # YAML 1.1 reads the key `on` as a truth


def workflow(name: str) -> dict:
    return yaml.safe_load((ROOT / ".github" / "workflows" / f"{name}.yml").read_text(encoding="utf-8"))


def steps(plan: dict) -> list[dict]:
    return [step for job in plan["jobs"].values() for step in job["steps"]]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_form(file):
    plan = workflow(file.stem)
    assert plan["name"] == file.stem
    assert plan[TRIGGERS]
    assert plan["permissions"] == {"contents": "read"}  # what more a job may do it says itself
    for name, job in plan["jobs"].items():
        assert job["runs-on"], name
        assert set([job["needs"]] if "needs" in job else []) <= set(plan["jobs"]), name
        for step in job["steps"]:
            assert ("uses" in step) != ("run" in step), step
            assert re.fullmatch(r"[\w.-]+/[\w.-]+@[\w./]+", step.get("uses", "a/b@v1")), step


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_targets_and_files_exist(file):
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M))
    for command in (step["run"] for step in steps(workflow(file.stem)) if "run" in step):
        assert set(re.findall(r"\bmake ([a-z-]+)", command)) <= targets, command
        assert all((ROOT / path).exists() for path in re.findall(r"\btests/[\w/.]+", command)), command


def test_systems_and_versions():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    oldest = project["requires-python"].removeprefix(">=")
    matrix = workflow("test")["jobs"]["test"]["strategy"]["matrix"]
    assert set(matrix["os"]) == SYSTEMS
    assert matrix["python"] == [oldest, "3.12", "3.13"]
    assert {f"Programming Language :: Python :: {version}" for version in matrix["python"]} <= set(project["classifiers"])
    assert set(workflow("publish")["jobs"]["try"]["strategy"]["matrix"]["os"]) == SYSTEMS


def test_extras_of_the_workflows_exist():
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    commands = [step.get("run", "") for file in FILES for step in steps(workflow(file.stem))]
    named = [name for command in commands for name in re.findall(r"\[(\w+)\]\"", command)]
    assert named
    assert set(named) <= set(extras)


def test_publishing_needs_a_release_and_no_password():
    plan = workflow("publish")
    assert plan[TRIGGERS] == {"release": {"types": ["published"]}}
    jobs = plan["jobs"]
    assert [name for name, job in jobs.items() if "id-token" in job.get("permissions", {})] == ["publish"]
    assert (jobs["publish"]["needs"], jobs["try"]["needs"]) == ("try", "build")
    assert "secrets." not in (ROOT / ".github" / "workflows" / "publish.yml").read_text()
