// The snake robot Aiko stepped by Siconos' Moreau-Jean integrator, and contact problems solved by Siconos. Called by
// siconos_snake.py and siconos_solvers.py through ctypes (siconos_library.py); the machine is in siconos_machine.hpp.

#include <chrono>
#include <ctime>
#include <numeric>

#include <FrictionContact.hpp>
#include <FrictionContactProblem.h>
#include <Friction_cst.h>
#include <GlobalFrictionContact.hpp>
#include <MoreauJeanGOSI.hpp>
#include <NonSmoothDrivers.h>
#include <NumericsMatrix.h>
#include <SolverOptions.h>

#include "siconos_machine.hpp"

namespace {

constexpr double SUNK = 1e-9;  // how deep a link's height starts in the ground [m]: rounding must not lift it off

struct Choice {
  double dt, theta, tolerance;  // step [s], theta of Moreau-Jean, the solver's own tolerance
  int global;                   // 1: velocities stay in the contact problem; 0: it is reduced to the contacts
  int solver, local, most;      // Siconos' numbers of the solver and its one-contact solver (0: default), iterations allowed
  int storage;                  // NM_DENSE, NM_SPARSE_BLOCK or NM_SPARSE
};

// Cholesky factor in place, lower half.
void factorise(std::vector<double>& A, int n) {
  for (int j = 0; j < n; ++j)
    for (int i = j; i < n; ++i) {
      double sum = A[i + j * n];
      for (int k = 0; k < j; ++k) sum -= A[i + k * n] * A[j + k * n];
      A[i + j * n] = i == j ? std::sqrt(sum) : sum / A[j + j * n];
    }
}

// h A^-1 h from the factor of A: a diagonal entry of the contact operator.
double squared(const std::vector<double>& L, int n, std::vector<double> h) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < i; ++k) h[i] -= L[i + k * n] * h[k];
    h[i] /= L[i + i * n];
    sum += h[i] * h[i];
  }
  return sum;
}

double driver_seconds = 0;  // spent in the contact solver

int timed_driver(FrictionContactProblem* problem, double* reaction, double* velocity, SolverOptions* options) {
  const auto begin = std::chrono::steady_clock::now();
  const int info = fc3d_driver(problem, reaction, velocity, options);
  driver_seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return info;
}

struct Snake {
  Machine body;
  Choice choice;
  std::shared_ptr<LagrangianDS> system;
  std::vector<std::shared_ptr<LagrangianLinearTIDS>> heights;
  std::vector<std::shared_ptr<Interaction>> grounds, obstacles;
  std::shared_ptr<TimeStepping> stepping;
  int failures = 0;
  static Snake* current;

  Snake(Machine given, const Choice& chosen, const double* start, double seconds) : body(std::move(given)), choice(chosen) {
    machine = &body;
    auto model = std::make_shared<NonSmoothDynamicalSystem>(0.0, seconds);
    model->insertDynamicalSystem(system = moving(start));
    auto rough = std::make_shared<NewtonImpactFrictionNSL>(0.0, 0.0, body.n.friction, 3);
    auto smooth = std::make_shared<NewtonImpactFrictionNSL>(0.0, 0.0, 0.0, 3);
    for (int k = 0; k < body.links; ++k) {
      heights.push_back(loaded());
      grounds.push_back(std::make_shared<Interaction>(rough, std::make_shared<Ground>(k)));
      obstacles.push_back(std::make_shared<Interaction>(smooth, std::make_shared<Obstacle>(k)));
      model->insertDynamicalSystem(heights[k]);
      model->link(grounds[k], system, heights[k]);
      model->link(obstacles[k], system);
    }
    auto times = std::make_shared<TimeDiscretisation>(0.0, choice.dt);
    stepping = std::make_shared<TimeStepping>(model, times, integrator(), problem());
    stepping->setNewtonOptions(SICONOS_TS_LINEAR);
    stepping->setResetAllLambda(false);
    stepping->setWarnOnNonConvergence(false);
    stepping->setCheckSolverFunction(&count_failure);
    stepping->initialize();
  }

  static void count_failure(int info, Simulation*) { current->failures += info != 0; }

  // Place and headings, at rest.
  std::shared_ptr<LagrangianDS> moving(const double* start) const {
    auto q = std::make_shared<SiconosVector>(body.size(), 0.0), v = std::make_shared<SiconosVector>(body.size(), 0.0);
    std::copy(start, start + body.size(), q->getArray());
    auto made = std::make_shared<LagrangianDS>(q, v);
    made->setComputeMassFunction(&mass_matrix);
    made->setComputeFGyrFunction(&centrifugal);
    made->setComputeFIntFunction(&joint_control);
    made->setComputeJacobianFIntqFunction(&joint_stiffness);
    made->setComputeJacobianFIntqDotFunction(&joint_damping);
    return made;
  }

  // A link's height: its mass pressed on the ground by its weight.
  std::shared_ptr<LagrangianLinearTIDS> loaded() const {
    auto mass = std::make_shared<SimpleMatrix>(1, 1);
    mass->setValue(0, 0, body.n.mass);
    auto at = std::make_shared<SiconosVector>(1, -SUNK), rest = std::make_shared<SiconosVector>(1, 0.0);
    auto made = std::make_shared<LagrangianLinearTIDS>(at, rest, mass);
    made->setFExtPtr(std::make_shared<SiconosVector>(1, -body.n.mass * body.n.gravity));
    return made;
  }

  std::shared_ptr<OneStepIntegrator> integrator() const {
    if (choice.global) return std::make_shared<MoreauJeanGOSI>(choice.theta);
    auto made = std::make_shared<MoreauJeanOSI>(choice.theta);
    made->setIsWSymmetricDefinitePositive(true);
    return made;
  }

  std::shared_ptr<LinearOSNS> problem() const {
    std::shared_ptr<LinearOSNS> made;
    if (choice.global) {
      made = std::make_shared<GlobalFrictionContact>(3, choice.solver);
    } else {
      auto reduced = std::make_shared<FrictionContact>(3, choice.solver);
      reduced->setNumericsDriver(&timed_driver);
      made = reduced;
    }
    auto options = made->numericsSolverOptions();
    options->dparam[SICONOS_DPARAM_TOL] = choice.tolerance;
    options->iparam[SICONOS_IPARAM_MAX_ITER] = choice.most;
    if (choice.local) solver_options_update_internal(options.get(), 0, choice.local);
    made->setMStorageType(static_cast<NM_types>(choice.storage));
    made->setKeepLambdaAndYState(true);
    return made;
  }

  bool active(const std::shared_ptr<Interaction>& contact) const { return stepping->indexSet(1)->is_vertex(contact); }

  // Elver's residual of the step just made from (q, v): largest |P - prox(P - gamma / trace)| over weight times dt, with
  // gamma = H v at the end of the step. Siconos takes mass and directions where q would be at the old velocity.
  double residual(std::vector<double> q, const std::vector<double>& v) {
    const int n = body.size();
    for (int i = 0; i < n; ++i) q[i] += choice.dt * v[i];
    std::vector<double> A(n * n), K(n * n), C(n * n), x(n), y(n);
    mass_matrix(n, q.data(), A.data(), 0, nullptr);
    banded(n, K.data(), body.n.stiffness);
    banded(n, C.data(), body.n.damping);
    const double h = choice.dt * choice.theta, weight = body.n.mass * body.n.gravity * choice.dt;
    for (int i = 0; i < n * n; ++i) A[i] += h * C[i] + h * h * K[i];
    factorise(A, n);
    const double* end = system->velocity()->getArray();
    auto along = [&](const std::vector<double>& row) { return std::inner_product(row.begin(), row.end(), end, 0.0); };
    double worst = 0, nx, ny, ax, ay;
    for (int k = 0; k < body.links; ++k) {
      if (!active(grounds[k])) return INFINITY;
      const double* P = grounds[k]->lambda(1)->getArray();
      worst = std::max(worst, std::fabs(P[0] - std::max(0.0, P[0] - heights[k]->velocity()->getValue(0) * body.n.mass)));
      body.row(x.data(), 1, k, 1, 0, 0, 0);
      body.row(y.data(), 1, k, 0, 1, 0, 0);
      const double trace = squared(A, n, x) + squared(A, n, y);
      const double a = P[1] - along(x) / trace, b = P[2] - along(y) / trace;
      const double shrink = std::min(1.0, body.n.friction * weight / std::max(std::hypot(a, b), 1e-300));
      worst = std::max({worst, std::fabs(P[1] - shrink * a), std::fabs(P[2] - shrink * b)});
      if (!active(obstacles[k])) continue;
      body.gap(k, nx, ny, ax, ay);
      body.row(x.data(), 1, k, nx, ny, ax, ay);
      const double press = obstacles[k]->lambda(1)->getValue(0);
      worst = std::max(worst, std::fabs(press - std::max(0.0, press - along(x) / squared(A, n, x))));
    }
    return worst / (weight * body.links);
  }
};

Snake* Snake::current = nullptr;

double processor_seconds() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec + 1e-9 * now.tv_nsec;
}

}  // namespace

extern "C" {

void* snake_new(int links, const Numbers* numbers, int discs, const Disc* obstacles, const Choice* choice, const double* start,
                double seconds) {
  try {
    return new Snake(Machine(links, *numbers, std::vector<Disc>(obstacles, obstacles + discs)), *choice, start, seconds);
  } catch (...) {
    return nullptr;
  }
}

void snake_delete(void* handle) { delete static_cast<Snake*>(handle); }

// Make ``steps`` steps; the centre of link ``watched`` [m] after every ``every``-th goes to ``path``. ``told`` takes the seconds
// by the clock and of the processor, those in the contact solver (reduced problem only), the problems that Siconos reports
// unsolved and, where ``limit`` is positive, the largest residual; a step beyond the limit ends the run. Returns the steps made.
int snake_run(void* handle, int steps, int every, int watched, double limit, double* path, double* told) {
  Snake& snake = *static_cast<Snake*>(handle);
  machine = &snake.body;
  Snake::current = &snake;
  driver_seconds = 0;
  double worst = 0;
  int step = 0;
  std::vector<double> q(snake.body.size()), v(snake.body.size());
  const auto begin = std::chrono::steady_clock::now();
  const double before = processor_seconds();
  try {
    while (step < steps && !(limit > 0 && worst > limit)) {
      if (limit > 0) {
        std::copy_n(snake.system->q()->getArray(), q.size(), q.begin());
        std::copy_n(snake.system->velocity()->getArray(), v.size(), v.begin());
      }
      snake.stepping->computeOneStep();
      if (limit > 0) worst = std::max(worst, snake.residual(q, v));
      snake.stepping->nextStep();
      if (++step % every == 0) {
        snake.body.place(snake.system->q()->getArray());
        std::copy_n(&snake.body.centre[2 * watched], 2, path + 2 * (step / every - 1));
      }
    }
  } catch (...) {
    step = -1;
  }
  told[0] = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  told[1] = processor_seconds() - before, told[2] = driver_seconds, told[3] = snake.failures, told[4] = worst;
  return step;
}

// Solve one frozen problem ``count`` times from zero; the seconds of one solution. W by columns, m rows.
double solve_frozen(int m, double* W, double* q, double* mu, int solver, double tolerance, int most, int count,
                    double* reaction) {
  NumericsMatrix* matrix = NM_create_from_data(NM_DENSE, m, m, W);
  FrictionContactProblem problem{};
  problem.dimension = 3, problem.numberOfContacts = m / 3, problem.M = matrix, problem.q = q, problem.mu = mu;
  SolverOptions* options = solver_options_create(solver);
  options->dparam[SICONOS_DPARAM_TOL] = tolerance;
  options->iparam[SICONOS_IPARAM_MAX_ITER] = most;
  std::vector<double> velocity(m);
  const auto begin = std::chrono::steady_clock::now();
  for (int k = 0; k < count; ++k) {
    std::fill(reaction, reaction + m, 0.0);
    std::fill(velocity.begin(), velocity.end(), 0.0);
    fc3d_driver(&problem, reaction, velocity.data(), options);
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() / count;
  matrix->matrix0 = nullptr;  // not ours to free
  NM_clear(matrix);
  solver_options_delete(options);
  return seconds;
}
}
