// The articulated-body algorithm of Pinocchio with CasADi's SX as its scalar, saved as a CasADi function.
// Standard input: number of joints; of every body, the base first, the parent's number, rotation (9, by rows) and origin of its
// frame in the parent's, mass, centre of mass, inertia about it (9). Argument: the file to write.
#include <pinocchio/autodiff/casadi.hpp>

#include <pinocchio/algorithm/aba.hpp>
#include <pinocchio/multibody.hpp>

#include <iostream>

template <class T> T read(std::istream &in) {
  T m;
  for (int r = 0; r < m.rows(); ++r)
    for (int c = 0; c < m.cols(); ++c) in >> m(r, c);
  return m;
}

int main(int, char **argv) {
  using SX = casadi::SX;
  pinocchio::Model model;
  model.gravity.setZero();
  int bodies;
  std::cin >> bodies;
  for (int k = 0; k < bodies; ++k) {
    int parent;
    std::cin >> parent;
    const Eigen::Matrix3d R = read<Eigen::Matrix3d>(std::cin);
    const Eigen::Vector3d P = read<Eigen::Vector3d>(std::cin);
    double mass;
    std::cin >> mass;
    const Eigen::Vector3d c = read<Eigen::Vector3d>(std::cin);
    const Eigen::Matrix3d I = read<Eigen::Matrix3d>(std::cin);
    const pinocchio::SE3 frame(R, P);
    const std::string name = "joint" + std::to_string(k);
    const auto id = k == 0 ? model.addJoint(0, pinocchio::JointModelFreeFlyer(), frame, name)
                           : model.addJoint(parent + 1, pinocchio::JointModelRZ(), frame, name);
    if (mass > 0) model.appendBodyToJoint(id, pinocchio::Inertia(mass, c, I), pinocchio::SE3::Identity());
  }
  auto graph = model.cast<SX>();
  pinocchio::DataTpl<SX> data(graph);
  using Vector = Eigen::Matrix<SX, Eigen::Dynamic, 1>;
  const SX q = SX::sym("q", model.nq), v = SX::sym("v", model.nv), tau = SX::sym("tau", model.nv);
  Vector q_(model.nq), v_(model.nv), tau_(model.nv);
  pinocchio::casadi::copy(q, q_);
  pinocchio::casadi::copy(v, v_);
  pinocchio::casadi::copy(tau, tau_);
  pinocchio::aba(graph, data, q_, v_, tau_, pinocchio::Convention::LOCAL);
  SX local(model.nv, 1);
  pinocchio::casadi::copy(data.ddq, local);
  casadi::Function("aba", {q, v, tau}, {densify(local)}, {"q", "v", "tau"}, {"a"}).save(argv[1]);
}
