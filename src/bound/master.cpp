#include "bound/master.h"

#include <algorithm>

#include <ClpSimplex.hpp>

namespace ragp::bound {

struct Master::Impl {
  ClpSimplex lp;
  std::size_t classes = 0;
  std::vector<int> missing;  // columns
  std::vector<int> rows;     // scratch
  std::vector<double> coefficients;
};

// CLP minimises by default: costs are negative worths, and the signs of its duals are turned.
Master::Master(const Problem& problem, std::span<const double> gains, double penalty)
    : impl_(std::make_unique<Impl>()) {
  ClpSimplex& lp = impl_->lp;
  lp.setLogLevel(0);
  impl_->classes = problem.classes.size();
  for (const NodeClass& c : problem.classes) {
    lp.addRow(0, nullptr, nullptr, -COIN_DBL_MAX, static_cast<double>(c.count));
  }
  for (const TaskShape& s : problem.shapes) {
    lp.addRow(0, nullptr, nullptr, static_cast<double>(s.accepted), static_cast<double>(s.arrived));
  }
  for (std::size_t s = 0; s < problem.shapes.size(); ++s) {
    const int row = static_cast<int>(impl_->classes + s);
    const double one = 1.0;
    const double minus_one = -1.0;
    lp.addColumn(1, &row, &minus_one, 0.0, COIN_DBL_MAX, gains[s]);
    if (problem.shapes[s].accepted == 0) continue;
    impl_->missing.push_back(lp.numberColumns());
    lp.addColumn(1, &row, &one, 0.0, COIN_DBL_MAX, penalty);
  }
}

Master::~Master() = default;

void Master::add_column(std::size_t node_class, const Packing& packing, double value) {
  Impl& m = *impl_;
  m.rows.assign(1, static_cast<int>(node_class));
  m.coefficients.assign(1, 1.0);
  for (const Entry& e : packing) {
    m.rows.push_back(static_cast<int>(m.classes + e.shape));
    m.coefficients.push_back(static_cast<double>(e.count));
  }
  m.lp.addColumn(static_cast<int>(m.rows.size()), m.rows.data(), m.coefficients.data(), 0.0,
                 COIN_DBL_MAX, -value);
}

Result<MasterSolution> Master::solve() {
  ClpSimplex& lp = impl_->lp;
  lp.primal();
  if (!lp.isProvenOptimal()) {
    return fail(Errc::kIo,
                "bound: CLP ended without an optimum, status " + std::to_string(lp.status()));
  }
  MasterSolution s{.objective = -lp.objectiveValue()};
  const double* x = lp.primalColumnSolution();
  for (const int column : impl_->missing) s.missing += std::max(0.0, x[column]);
  const double* y = lp.dualRowSolution();
  const auto classes = static_cast<std::ptrdiff_t>(impl_->classes);
  for (int r = 0; r < lp.numberRows(); ++r) {
    (r < classes ? s.class_duals : s.shape_duals).push_back(-y[r]);
  }
  return s;
}

}  // namespace ragp::bound
