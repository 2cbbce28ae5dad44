package dev.evokernel.microbench;

import dev.evokernel.backend.Bindings;
import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.expr.Expression;
import dev.evokernel.expr.Frame;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.LaunchGeometry;
import dev.evokernel.kernel.Miniature;
import dev.evokernel.kernel.Shape;
import dev.evokernel.outcome.MiniatureTiming;
import dev.evokernel.stats.GeometricMean;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a block of the miniature tells of whole launches: the ticks of all cores together for each
 * unit of the kernel's work, less being better.
 *
 * <p>A launch is worked off in waves. As many blocks as fit go at once, each at the pace that it
 * has among so many; what is left over at the end is fewer, at the pace of fewer. A block of the
 * real shape takes as many times longer than the miniature's as it has more work to do. So
 * configurations that keep many blocks resident are paid for it, tiles that do not divide a shape
 * cost what they cost, and a launch that cannot fill the device is as slow as its blocks are.
 *
 * @param kernel with a miniature
 * @param shapes those that count
 * @param limits the device's
 */
record MiniatureScore(Kernel kernel, List<Shape> shapes, DeviceLimits limits) {

  MiniatureScore {
    shapes = List.copyOf(shapes);
  }

  /** Over the shapes, the geometric mean. */
  double of(Configuration configuration, MiniatureTiming timing) {
    return GeometricMean.of(
        shapes.stream().mapToDouble(shape -> of(configuration, timing, shape)).toArray());
  }

  /** On one shape. */
  private double of(Configuration configuration, MiniatureTiming timing, Shape shape) {
    Miniature small = kernel.extras().miniature().orElseThrow();
    Frame frame = Bindings.frame(kernel, limits, shape, configuration);
    Frame smallFrame = Bindings.frame(kernel, limits, small.shape(), configuration);
    double scale =
        workOfBlock(small, kernel.launch(), frame)
            / workOfBlock(small, small.entryPoint().launch(), smallFrame);
    return ticks(blocks(kernel.launch(), frame), timing) * scale * timing.cores() / work(frame);
  }

  /** Of a launch of so many blocks of the miniature. */
  static double ticks(double blocks, MiniatureTiming timing) {
    double held = (double) timing.cores() * timing.resident();
    double waves = Math.floor(blocks / held);
    double rest = blocks - waves * held;
    return waves * timing.ticks(timing.resident())
        + (rest > 0 ? timing.ticks(Math.ceil(rest / timing.cores())) : 0);
  }

  private double workOfBlock(Miniature small, @Nullable LaunchGeometry launch, Frame frame) {
    return small
        .work()
        .map(work -> work.real(frame))
        .orElseGet(() -> work(frame) / blocks(launch, frame));
  }

  /** Of the whole shape: its operations, or its bytes where it has none. */
  private double work(Frame frame) {
    double flops = kernel.work().flops().real(frame);
    return flops > 0 ? flops : kernel.work().bytes().real(frame);
  }

  private static double blocks(@Nullable LaunchGeometry launch, Frame frame) {
    double blocks = 1;
    if (launch != null) {
      for (Expression size : launch.grid()) {
        blocks *= size.integer(frame);
      }
    }
    return blocks;
  }
}
