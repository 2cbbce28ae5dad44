/* Attention computed row by row in double precision, to check a kernel by. */
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

struct Problem {
  std::int64_t batch, heads, length, depth;
  bool causal;

  std::size_t elements() const { return static_cast<std::size_t>(batch * heads * length * depth); }
};

/* Normally distributed, the same for the same seed. */
inline std::vector<float> numbers(std::size_t count, unsigned seed, float deviation) {
  std::mt19937 random(seed);
  std::normal_distribution<float> normal(0, deviation);
  std::vector<float> all(count);
  for (float& one : all) one = normal(random);
  return all;
}

/* The largest error of some rows of every head, where `stride` rows lie between two. */
inline double largest_error(const Problem& p, const std::vector<float>& q, const std::vector<float>& k,
                            const std::vector<float>& v, const std::vector<float>& o, std::int64_t stride) {
  double largest = 0;
  const auto depth = static_cast<std::size_t>(p.depth);
  std::vector<double> scores(static_cast<std::size_t>(p.length)), sums(depth);
  for (std::int64_t head = 0; head < p.batch * p.heads; head++) {
    const auto first = static_cast<std::size_t>(head * p.length) * depth;
    for (std::int64_t row = head % stride; row < p.length; row += stride) {
      const float* query = &q[first + static_cast<std::size_t>(row) * depth];
      const auto seen = static_cast<std::size_t>(p.causal ? row + 1 : p.length);
      double most = -INFINITY, total = 0;
      for (std::size_t j = 0; j < seen; j++) {
        double score = 0;
        for (std::size_t i = 0; i < depth; i++) score += double{query[i]} * double{k[first + j * depth + i]};
        scores[j] = score / std::sqrt(double(p.depth));
        most = std::fmax(most, scores[j]);
      }
      sums.assign(depth, 0);
      for (std::size_t j = 0; j < seen; j++) {
        const double weight = std::exp(scores[j] - most);
        total += weight;
        for (std::size_t i = 0; i < depth; i++) sums[i] += weight * double{v[first + j * depth + i]};
      }
      for (std::size_t i = 0; i < depth; i++) {
        const double error = std::fabs(sums[i] / total - double{o[first + static_cast<std::size_t>(row) * depth + i]});
        if (!(error <= largest)) largest = error; /* NaN is the largest of all */
      }
    }
  }
  return largest;
}
