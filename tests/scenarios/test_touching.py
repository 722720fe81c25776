"""What a scene does before a run: a start inside an obstacle, and friction that is counted twice."""

from __future__ import annotations

from dataclasses import replace

import pytest

import elver
from elver import Body, Model, Robot
from elver._support.errors import InputError
from elver.cli.main import main
from elver.contact import Disc, Scene, Wall
from elver.forces import GroundFriction, Morison, Shore
from elver.robot import Rod
from elver.scenarios import load_text
from elver.scenarios.explanation import explain
from elver.scenarios.yaml.nodes import DocumentError
from elver.viz import machine_figure

TEXT = """
elver: 1
name: stone
machine: {base: planar, bodies: {stone: {shape: {type: rod, length: 0.4, radius: 0.03}, density: 1000}}}
scene:
  obstacles:
    - {type: disc, x: 0.2, y: 0.05, radius: 50 mm, name: peg}
    - {type: disc, x: 0.2, y: 0.5, radius: 50 mm, name: far}
  friction: 0.1
run: {duration: 1, dt: 1 ms}
"""


def machine(scene: Scene, **forces) -> Model:
    return Model("stone", Robot("stone", [Body.solid("stone", Rod(0.4, 0.03), 1000.0)], base="planar"), forces, scene=scene)


def test_a_start_inside_an_obstacle_is_told_as_a_run_tells_it():
    inside = machine(Scene([Disc(0.2, 0.05, 0.05, "peg")]))
    with pytest.raises(InputError, match="inside obstacle peg") as caught:
        elver.simulate(inside, 0.01, solver=elver.Solver(dt=0.001), progress=False)
    assert explain(inside).refused == str(caught.value)
    assert explain(inside).described()["refused"] == str(caught.value)
    assert explain(machine(Scene([Disc(0.2, 0.5, 0.05, "peg")]))).refused == ""


def test_check_refuses_it_after_the_picture(tmp_path, capsys):
    file, picture = tmp_path / "stone.yaml", tmp_path / "stone.png"
    file.write_text(TEXT)
    assert main(["check", str(file), "--picture", str(picture)]) == 2
    assert "inside obstacle peg. A free place is start position" in capsys.readouterr().err
    assert picture.exists()


def test_the_picture_shows_the_obstacles():
    def drawn(scene: Scene):
        return [c for c in machine_figure(explain(machine(scene))).axes[0].collections if c.get_label() == "obstacles"]

    (found,) = drawn(Scene([Disc(0.2, 0.5, 0.05, "peg"), Wall(0.0, -1.0, 1.5708, "wall")]))
    assert len(found.get_paths()) == 2
    assert drawn(Scene()) == []


def test_friction_of_scene_and_medium_is_counted_twice():
    ground, smooth = GroundFriction(coulomb_t=0.1, coulomb_n=0.3), Scene(friction=0.1)

    def told(model: Model) -> list[str]:
        return [w for w in explain(model).warnings if "counted twice" in w]

    (said,) = told(machine(smooth, land=ground))
    assert "Leave out media.land or scene.friction" in said
    assert len(told(machine(smooth, shore=Shore(Morison(), ground)))) == 1
    assert (
        told(machine(smooth))
        == told(machine(Scene(), land=ground))
        == told(replace(machine(smooth, land=ground), scene=None))
        == []
    )


def test_two_obstacles_of_one_name_are_refused_at_the_second():
    with pytest.raises(DocumentError, match=r"obstacles\[1\]\.name = peg: line 7 has an obstacle of this name") as caught:
        load_text(TEXT.replace("name: far", "name: peg"), "stone.yaml")
    assert caught.value.line == 8
