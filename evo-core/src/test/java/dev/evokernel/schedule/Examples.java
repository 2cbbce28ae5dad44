package dev.evokernel.schedule;

import dev.evokernel.backend.Binary;
import dev.evokernel.backend.Compilation;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.outcome.Samples;
import dev.evokernel.outcome.Spent;
import dev.evokernel.search.Proposal;
import dev.evokernel.store.Evaluation;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;

/** Values that several tests of this package start from. */
final class Examples {

  static final Instant NOW = Instant.parse("2026-11-20T19:32:05Z");

  private Examples() {}

  /** A launch on either shape takes this long, give or take a thousandth. */
  static Measured measured(double small, double ragged) {
    return new Measured(List.of(measurement("small", small, 1), measurement("ragged", ragged, 2)));
  }

  private static Measurement measurement(String shape, double nanos, long seed) {
    var random = new SplittableRandom(seed);
    double[] samples =
        DoubleStream.generate(() -> nanos * (0.999 + 0.002 * random.nextDouble()))
            .limit(31)
            .toArray();
    return new Measurement(shape, Samples.of(samples), 1, List.of());
  }

  static Rejected rejected(Rejection reason) {
    return new Rejected(reason, "small", "for the test");
  }

  /** At no cost. */
  static Assessment assessed(Outcome outcome) {
    return new Assessment(outcome, Spent.NOTHING, 0);
  }

  static Evaluation evaluation(Outcome outcome, double objective) {
    return new Evaluation(
        outcome,
        outcome instanceof Measured ? OptionalDouble.of(objective) : OptionalDouble.empty(),
        "digest of " + objective,
        1_000_000,
        2_000_000,
        NOW);
  }

  static Compilation.Compiled compiled(String digest) {
    return new Compilation.Compiled(new Binary(Path.of("/cache", digest), digest, 1_000_000));
  }

  static Proposal proposal(Configuration configuration) {
    return new Proposal(configuration, 0, "random");
  }

  /** Proposals of one batch: the configurations with these blocks. */
  static List<Proposal> batch(long... blocks) {
    var batch = new ArrayList<Proposal>();
    for (long block : blocks) {
      batch.add(proposal(Saxpy.block(block)));
    }
    return batch;
  }
}
