/** The place that a policy steers to: a ring on the floor with a pole, which people drag. */

import { CylinderGeometry, Group, Mesh, MeshLambertMaterial, Plane, TorusGeometry, Vector3 } from "three";

const NEAR = 44; // px around its middle within which it is taken

export class Target {
  /** radius: within which the place counts as reached [m].   size: of the machine [m]. */
  constructor(pilot, radius, size) {
    this.pilot = pilot;
    this.group = new Group();
    this.material = new MeshLambertMaterial();
    const ring = new Mesh(new TorusGeometry(radius, 0.012 * size, 10, 48), this.material);
    const pole = new Mesh(new CylinderGeometry(0.008 * size, 0.008 * size, 0.2 * size, 10).rotateX(Math.PI / 2), this.material);
    this.group.add(ring, pole);
    ring.castShadow = pole.castShadow = true;
    this.plane = new Plane(new Vector3(0, 0, 1), 0);
    this.point = new Vector3();
  }

  setTheme(theme) {
    this.material.color.set(theme.path);
  }

  /** Stand where the goal is, as high as the machine. */
  follow(z) {
    const [x, y] = this.pilot.goal;
    this.group.position.set(x, y, z);
    this.plane.constant = -z;
  }

  /** Whether a pixel is on it. */
  isAt(x, y, stage) {
    this.point.copy(this.group.position).project(stage.camera);
    const dx = ((this.point.x + 1) / 2) * stage.width - x;
    const dy = ((1 - this.point.y) / 2) * stage.height - y;
    return Math.hypot(dx, dy) < NEAR;
  }

  /** Move it below a pixel, along its plane. */
  drag(ray) {
    const hit = ray.ray.intersectPlane(this.plane, this.point);
    if (hit) this.pilot.moveGoal(hit.x, hit.y);
  }
}
