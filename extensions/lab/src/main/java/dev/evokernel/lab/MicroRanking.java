package dev.evokernel.lab;

import module java.base;

import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.expr.Expression;
import dev.evokernel.expr.Frame;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.EntryPoint;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.LaunchGeometry;
import dev.evokernel.kernel.Miniature;
import dev.evokernel.kernel.Shape;
import dev.evokernel.outcome.MiniatureOutcome;
import dev.evokernel.outcome.MiniatureTiming;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Resources;
import dev.evokernel.space.Count;
import dev.evokernel.stats.GeometricMean;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Ranking of configurations by their miniatures.
 *
 * @param samples all samples, in the order of their draw
 */
record MicroRanking(List<MicroSample> samples, Count valid, End end) {

  public enum End {
    /** All requested samples or the whole space were tried. */
    COMPLETE,
    TIME,
    INTERRUPTED
  }

  public MicroRanking {
    samples = List.copyOf(samples);
  }

  /** Timed samples, best first; of equal scores the first drawn. */
  public List<MicroSample> ranked() {
    return samples.stream()
        .filter(sample -> sample.score().isPresent())
        .sorted(
            Comparator.comparingDouble((MicroSample sample) -> sample.score().orElseThrow())
                .thenComparingInt(MicroSample::number))
        .toList();
  }

  /**
   * Sample of one configuration's miniature.
   *
   * @param number from 0, in the order of the draw; 0 is the default
   * @param score smaller is better; empty after a rejection
   */
  record MicroSample(
      int number, Configuration configuration, MiniatureOutcome outcome, OptionalDouble score) {

    public MicroSample {
      if (score.isPresent() != outcome instanceof MiniatureOutcome.Timed) {
        throw new IllegalArgumentException("A sample has a score if and only if it was timed.");
      }
    }

    public Optional<MiniatureTiming> timing() {
      return outcome instanceof MiniatureOutcome.Timed(MiniatureTiming timing)
          ? Optional.of(timing)
          : Optional.empty();
    }

    public Optional<Rejected> rejected() {
      return outcome instanceof MiniatureOutcome.Refused(Rejected rejected)
          ? Optional.of(rejected)
          : Optional.empty();
    }

    /** Resources of the program; empty if unknown, or without a timing. */
    public Optional<Resources> resources() {
      return timing().flatMap(timing -> Optional.ofNullable(timing.resources()));
    }
  }

  /**
   * Score of a configuration, extrapolated from a block of the miniature to whole launches: ticks
   * of all cores together per unit of the kernel's work. Smaller is better.
   *
   * <p>A launch runs in waves. A full wave has all resident blocks, each at the speed for that
   * number; the last wave has the remaining blocks, at the speed for their number. The time of a
   * block is proportional to its work relative to the miniature's. The score thus accounts for
   * resident blocks, for tiles that do not divide a shape, and for launches that do not fill the
   * device.
   *
   * @param kernel with a miniature, or with one for each variant
   */
  record MiniatureScore(Kernel kernel, List<Shape> shapes, DeviceLimits limits) {

    MiniatureScore {
      shapes = List.copyOf(shapes);
    }

    double of(Configuration configuration, MiniatureTiming timing) {
      var own = new MiniatureScore(kernel.of(configuration), shapes, limits);
      return GeometricMean.of(
          shapes.stream().mapToDouble(shape -> own.of(configuration, timing, shape)).toArray());
    }

    private double of(Configuration configuration, MiniatureTiming timing, Shape shape) {
      Miniature small = kernel.miniature().orElseThrow();
      Frame frame = limits.frame(kernel, shape, configuration);
      Frame smallFrame = limits.frame(kernel, small.shape(), configuration);
      double scale =
          workOfBlock(small, kernel.entryPoint(), frame)
              / workOfBlock(small, small.entryPoint(), smallFrame);
      return ticks(blocks(kernel.entryPoint(), frame), timing)
          * scale
          * timing.cores()
          / work(frame);
    }

    /** Ticks of a launch with a number of the miniature's blocks. */
    static double ticks(double blocks, MiniatureTiming timing) {
      double held = (double) timing.cores() * timing.resident();
      double waves = Math.floor(blocks / held);
      double rest = blocks - waves * held;
      return waves * timing.ticks(timing.resident())
          + (rest > 0 ? timing.ticks(Math.ceil(rest / timing.cores())) : 0);
    }

    private double workOfBlock(Miniature small, EntryPoint entryPoint, Frame frame) {
      return small
          .work()
          .map(work -> work.real(frame))
          .orElseGet(() -> work(frame) / blocks(entryPoint, frame));
    }

    /** Work of a launch on a shape: its operations, or its bytes if it has none. */
    private double work(Frame frame) {
      double flops = kernel.work().flops().real(frame);
      double units = kernel.work().per().map(per -> per.real(frame)).orElse(1.0);
      return units * (flops > 0 ? flops : kernel.work().bytes().real(frame));
    }

    /** Blocks of the first launch, for which the miniature stands. */
    private static double blocks(EntryPoint entryPoint, Frame frame) {
      LaunchGeometry launch = entryPoint.launches().getFirst().geometry();
      double blocks = 1;
      if (launch != null) {
        for (Expression size : launch.grid()) {
          blocks *= size.integer(frame);
        }
      }
      return blocks;
    }
  }
}
