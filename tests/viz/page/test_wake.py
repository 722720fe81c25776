"""The wake of an edge in a payload: where it is, what it is drawn by, and nothing without an edge."""

from __future__ import annotations

import json
from dataclasses import replace

import jsonschema
import numpy as np
import pytest
from page_schema import LIVE, REPLAY

import elver
from elver.viz.page.make import live_page
from elver.viz.page.payload import wakes_of
from elver.viz.page.replay import replay_payload


def swimmer(*bodies: str) -> elver.Model:
    """Three links in water, with an edge at the end of the named ones, by one law."""
    plain = elver.scenario("swimmer").build({"links": 3})
    edge = {"rim": elver.forces.Edge(bodies, share=0.5)} if bodies else {}
    return replace(plain, forces={"water": elver.forces.Morison(law="kirchhoff"), **edge})


def ran(model: elver.Model, *fields: str) -> elver.Run:
    return elver.simulate(model, 0.2, save=elver.Save(every=0.02, fields=list(fields)), progress=False)


def test_a_live_page_names_the_edge_and_its_place():
    model = swimmer("link3")
    payload, _, _ = live_page(model, quick=True)
    jsonschema.validate(json.loads(json.dumps(payload)), LIVE)
    (wake,) = (arrow for arrow in payload["arrows"] if arrow["at"] == "edge")
    body = next(body for body in model.robot.bodies if body.name == "link3")
    strip = body.strip
    (edge,) = wake["edges"]
    assert (edge["body"], edge["field"], wake["name"], wake["shown"]) == ("link3", "body_force.rim.link3", "wake", True)
    assert edge["at"] == pytest.approx(strip.start + strip.length * np.asarray(strip.axes)[:, 0])
    first = replace(model.forces["rim"], end="first").edges(body)
    assert first[0] == pytest.approx(strip.start)
    plain, _, _ = live_page(swimmer(), quick=True)
    assert [arrow["at"] for arrow in plain["arrows"]] == ["body_com"] * len(plain["arrows"])
    assert len(plain["arrows"]) == len(payload["arrows"]) - 2  # neither wake nor force of the edge


def test_a_replay_knows_the_edge_by_what_was_recorded():
    payload = replay_payload(ran(swimmer("link3")))
    jsonschema.validate(json.loads(json.dumps(payload)), REPLAY)
    (wake,) = payload["arrows"]
    assert wake["edges"][0]["field"] == "medium_force.rim"  # the one edge of the law
    assert "medium_force" in payload["recording"]["fields"]
    several = ran(swimmer("link1", "link3"))
    assert replay_payload(several)["arrows"] == []  # whose force it is nobody recorded
    recorded = ran(swimmer("link1", "link3"), "body_force")
    (wake,) = (arrow for arrow in replay_payload(recorded)["arrows"] if arrow["at"] == "edge")
    assert sorted(edge["field"] for edge in wake["edges"]) == ["body_force.rim.link1", "body_force.rim.link3"]
    plain = replay_payload(ran(swimmer()))
    assert plain["arrows"] == []
    assert "medium_force" not in plain["recording"]["fields"]


def test_the_scale_is_that_of_the_edges_force_and_damage_is_no_edge():
    data = ran(swimmer("link3"), "body_force").data
    strong = np.percentile(np.linalg.norm(data.body_force.sel(force="rim", body="link3").values[1:], axis=-1), 95)
    assert wakes_of(data, 2.0)[0]["scale"] == pytest.approx(0.25 * 2.0 / strong, rel=0.1)
    for damaged in ("[1]", '[{"force": "rim"}]', '[{"force": "other", "body": "link3", "at": [0, 0, 0]}]', "{"):
        assert wakes_of(data.assign_attrs(edges=damaged), 2.0) == []
