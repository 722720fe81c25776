// The snake robot Aiko among round obstacles: its terms as Siconos takes them.
//
// Coordinates: place of the whole machine's centre of mass [m, world] and absolute headings of the links [rad]: joints cannot
// open. One more system per link is its height [m]: gravity presses it on a plane, so the normal force of the link's Coulomb cone
// is m g. Equation numbers: A. A. Transeth et al., IEEE Trans. Robotics 24(1), 2008.

#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <vector>

#include <SiconosKernel.hpp>

namespace {

// All numbers of one machine, in the order in which siconos_snake.py gives them.
struct Numbers {
  double length, half_length, radius;         // L, L_GS, L_SC [m]
  double mass, inertia;                       // of a link [kg, kg m^2]
  double amplitude, frequency, phase;         // joints' wave (71) [rad, rad/s, rad]
  double stiffness, damping;                  // PD control (43) [N m/rad, N m s/rad]
  double friction, gravity;                   // mu, g [m/s^2]
};

struct Disc {
  double x, y, radius;  // [m, world]
};

struct Machine {
  int links;
  Numbers n;
  std::vector<Disc> discs;
  std::vector<double> lever;    // lever[k * links + j]: centre of link k = centre of mass + sum_j lever_kj e_x(heading j) [m]
  std::vector<double> coupled;  // m sum_k lever_ki lever_kj [kg m^2]
  std::vector<double> seen, c, s, centre;  // headings last used, their cosines and sines, centres of the links [m]

  Machine(int count, const Numbers& numbers, std::vector<Disc> obstacles)
      : links(count), n(numbers), discs(std::move(obstacles)), lever(count * count), coupled(count * count),
        seen(count + 2, NAN), c(count), s(count), centre(2 * count) {
    for (int j = 0; j < links; ++j) {
      double mean = 0;
      for (int k = 0; k < links; ++k) {
        lever[k * links + j] = n.length * (j < k ? 1.0 : j == k ? 0.5 : 0.0);
        mean += lever[k * links + j] / links;
      }
      for (int k = 0; k < links; ++k) lever[k * links + j] -= mean;
    }
    for (int i = 0; i < links; ++i)
      for (int j = 0; j < links; ++j)
        for (int k = 0; k < links; ++k) coupled[i * links + j] += n.mass * lever[k * links + i] * lever[k * links + j];
  }

  int size() const { return 2 + links; }

  // Cosines, sines and centres at q, computed once per q.
  void place(const double* q) {
    if (std::memcmp(q, seen.data(), (links + 2) * sizeof(double)) == 0) return;
    std::copy(q, q + links + 2, seen.begin());
    for (int j = 0; j < links; ++j) c[j] = std::cos(q[2 + j]), s[j] = std::sin(q[2 + j]);
    for (int k = 0; k < links; ++k) {
      double x = q[0], y = q[1];
      for (int j = 0; j < links; ++j) x += lever[k * links + j] * c[j], y += lever[k * links + j] * s[j];
      centre[2 * k] = x, centre[2 * k + 1] = y;
    }
  }

  // Row of a Jacobian, entries ``stride`` apart: speed along (dx, dy) of the point at (ax, ay) [m, world] from link k's centre.
  void row(double* H, int stride, int k, double dx, double dy, double ax, double ay) const {
    H[0] = dx, H[stride] = dy;
    for (int j = 0; j < links; ++j) H[(2 + j) * stride] = lever[k * links + j] * (dy * c[j] - dx * s[j]);
    H[(2 + k) * stride] += dy * ax - dx * ay;
  }

  // Nearest obstacle of link k (8)-(10): gap [m], normal towards the link, arm from the link's centre to its axis point.
  double gap(int k, double& nx, double& ny, double& ax, double& ay) const {
    double best = INFINITY;
    for (const Disc& d : discs) {
      const double rx = d.x - centre[2 * k], ry = d.y - centre[2 * k + 1];
      const double along = std::clamp(rx * c[k] + ry * s[k], -n.half_length, n.half_length);
      const double px = along * c[k] - rx, py = along * s[k] - ry, far = std::hypot(px, py);
      if (far - d.radius - n.radius < best) {
        best = far - d.radius - n.radius;
        nx = px / far, ny = py / far, ax = along * c[k], ay = along * s[k];
      }
    }
    return best;
  }
};

Machine* machine = nullptr;  // plugins of Siconos are plain functions

void mass_matrix(unsigned int size, double* q, double* M, unsigned int, double*) {
  const int N = machine->links;
  machine->place(q);
  std::fill(M, M + size * size, 0.0);
  M[0] = M[size + 1] = N * machine->n.mass;
  for (int i = 0; i < N; ++i) {
    for (int j = 0; j < N; ++j)
      M[(2 + i) + (2 + j) * size] =
          machine->coupled[i * N + j] * (machine->c[i] * machine->c[j] + machine->s[i] * machine->s[j]);
    M[(2 + i) * (size + 1)] += machine->n.inertia;
  }
}

void centrifugal(unsigned int size, double* q, double* v, double* f, unsigned int, double*) {
  const int N = machine->links;
  machine->place(q);
  std::fill(f, f + size, 0.0);
  const std::vector<double>&c = machine->c, &s = machine->s;
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j) f[2 + i] += machine->coupled[i * N + j] * (s[i] * c[j] - c[i] * s[j]) * v[2 + j] * v[2 + j];
}

// Joint control (42), (43), with the sign of Siconos' internal forces: they stand on the left.
void joint_control(double t, unsigned int size, double* q, double* v, double* f, unsigned int, double*) {
  const Numbers& n = machine->n;
  std::fill(f, f + size, 0.0);
  for (int i = 0; i + 1 < machine->links; ++i) {
    const double angle = n.frequency * t + i * n.phase;
    const double torque = n.stiffness * (q[3 + i] - q[2 + i] - n.amplitude * std::sin(angle)) +
                          n.damping * (v[3 + i] - v[2 + i] - n.amplitude * n.frequency * std::cos(angle));
    f[2 + i] -= torque;
    f[3 + i] += torque;
  }
}

void banded(unsigned int size, double* K, double value) {
  std::fill(K, K + size * size, 0.0);
  for (int i = 2; i + 1 < 2 + machine->links; ++i) {
    K[i * (size + 1)] += value;
    K[(i + 1) * (size + 1)] += value;
    K[i + (i + 1) * size] -= value;
    K[i + 1 + i * size] -= value;
  }
}

void joint_stiffness(double, unsigned int size, double*, double*, double* K, unsigned int, double*) {
  banded(size, K, machine->n.stiffness);
}

void joint_damping(double, unsigned int size, double*, double*, double* C, unsigned int, double*) {
  banded(size, C, machine->n.damping);
}

// What both kinds of contact share: three rows over the machine's coordinates and ``extra`` more.
class Contact : public LagrangianScleronomousR {
  int extra;

 protected:
  int link;
  double* rows(const BlockVector& q) {  // of the Jacobian, stored by columns
    machine->place(q.vector(0)->getArray());
    return _jachq->getArray();
  }

 public:
  Contact(int k, int more) : extra(more), link(k) {}
  void initialize(Interaction& inter) override {
    LagrangianScleronomousR::initialize(inter);
    if (!_jachq) _jachq = std::make_shared<SimpleMatrix>(3, machine->size() + extra);
    _jachq->zero();
  }
};

// A link on the ground: height, and its centre's velocity in the plane (23)-(29).
class Ground : public Contact {
 public:
  explicit Ground(int k) : Contact(k, 1) {}
  void computeh(const BlockVector& q, BlockVector&, SiconosVector& y) override { y.setValue(0, q.vector(1)->getValue(0)); }
  void computeJachq(const BlockVector& q, BlockVector&) override {
    double* H = rows(q);
    H[3 * machine->size()] = 1.0;
    machine->row(H + 1, 3, link, 1, 0, 0, 0);
    machine->row(H + 2, 3, link, 0, 1, 0, 0);
  }
};

// A link and its nearest obstacle (8)-(16). The law wants three rows; without friction the last two carry no force.
class Obstacle : public Contact {
 public:
  explicit Obstacle(int k) : Contact(k, 0) {}
  void computeh(const BlockVector& q, BlockVector&, SiconosVector& y) override {
    double nx, ny, ax, ay;
    machine->place(q.vector(0)->getArray());
    y.setValue(0, machine->gap(link, nx, ny, ax, ay));
  }
  void computeJachq(const BlockVector& q, BlockVector&) override {
    double nx, ny, ax, ay, *H = rows(q);
    machine->gap(link, nx, ny, ax, ay);
    machine->row(H, 3, link, nx, ny, ax, ay);
    machine->row(H + 1, 3, link, -ny, nx, ax, ay);
    H[3 * (2 + link) + 2] = 1.0;
  }
};

}  // namespace
