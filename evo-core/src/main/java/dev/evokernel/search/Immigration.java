package dev.evokernel.search;

import dev.evokernel.kernel.Parameter;
import io.jenetics.Phenotype;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Fresh random configurations that keep their distance: of several draws the one farthest from the
 * others of its batch, which is best-candidate sampling (Mitchell, 1991). Unlike a Latin hypercube
 * it needs no repair in a constrained space. Distance counts less where rejection is likely.
 */
final class Immigration {

  private static final int DRAWS = 6;

  private final List<Parameter> parameters;
  private final ChoicesCodec codec;
  private final Claims claims;
  private final RejectionRisk risk;
  private final RandomGenerator random;

  Immigration(
      List<Parameter> parameters, Claims claims, RejectionRisk risk, RandomGenerator random) {
    this.parameters = parameters;
    this.codec = new ChoicesCodec(parameters);
    this.claims = claims;
    this.risk = risk;
    this.random = random;
  }

  /**
   * Fewer than {@code count} only when the space is exhausted.
   *
   * @param present the rest of the batch
   */
  List<Candidate> admit(int count, List<Candidate> present, long generation) {
    var others = new ArrayList<>(present.stream().map(Candidate::choices).toList());
    var admitted = new ArrayList<Candidate>();
    while (admitted.size() < count && !claims.isExhausted()) {
      int[] choices = promising(others);
      if (claims.claim(choices)) {
        others.add(choices);
        admitted.add(new Candidate(Phenotype.of(codec.encode(choices), generation), "random"));
      }
    }
    return admitted;
  }

  private int[] promising(List<int[]> others) {
    int[] chosen = claims.drawFree(random);
    double promise = promise(chosen, others);
    for (int draw = 1; draw < DRAWS; draw++) {
      int[] drawn = claims.drawFree(random);
      double other = promise(drawn, others);
      if (other > promise) {
        chosen = drawn;
        promise = other;
      }
    }
    return chosen;
  }

  private double promise(int[] choices, List<int[]> others) {
    double distance = others.stream().mapToDouble(to -> distance(choices, to)).min().orElse(1);
    return distance * (1 - risk.of(choices));
  }

  /** A parameter counts by the share of its list that lies between the two values. */
  private double distance(int[] from, int[] to) {
    return IntStream.range(0, from.length)
        .filter(p -> from[p] != to[p])
        .mapToDouble(p -> Math.abs(from[p] - to[p]) / (parameters.get(p).values().size() - 1.0))
        .sum();
  }
}
