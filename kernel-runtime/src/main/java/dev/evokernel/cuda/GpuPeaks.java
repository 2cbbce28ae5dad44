package dev.evokernel.cuda;

import dev.evokernel.backend.file.Peaks;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.ElementType;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Signature;
import java.util.OptionalDouble;

/**
 * Peaks of a GPU, from its driver's attributes.
 *
 * @param capability 10 · major + minor
 * @param clockKilohertz maximum of the cores; 0 where the driver does not report it
 * @param memoryKilohertz of the memory; 0 where the driver does not report it, as some do not for
 *     HBM
 */
record GpuPeaks(
    int capability,
    long multiprocessors,
    long clockKilohertz,
    long memoryKilohertz,
    long busBits,
    long cacheBytes) {

  /**
   * Bytes that a multiprocessor's load and store units move in a clock, wherever they are cached.
   */
  private static final double BYTES_PER_CLOCK = 128;

  public Peaks of(Kernel kernel) {
    Signature signature = kernel.entryPoint().signature();
    boolean doubles =
        kernel.arguments().stream()
            .anyMatch(argument -> signature.forms(argument).allMatch(GpuPeaks::isDouble));
    boolean integers = kernel.outputs().stream().noneMatch(output -> output.type().isFloating());
    double clocks = 1e3 * clockKilohertz * multiprocessors;
    double perClock =
        integers ? 0 : doubles ? doublesPerClock() : 16 / narrowest(kernel) * halvesPerClock();
    return new Peaks(
        known(perClock * clocks),
        known(BYTES_PER_CLOCK * clocks),
        known(2e3 * memoryKilohertz * busBits / 8),
        cacheBytes);
  }

  /**
   * Operations of a multiprocessor's tensor cores in a clock, dense f16 with f32 sums. They also
   * bound f32, which a kernel may split into halves. From NVIDIA's white papers; 0 where these have
   * no number.
   */
  private double halvesPerClock() {
    return switch (capability) {
      case 70, 72, 75 -> 1024;
      case 80, 87 -> 2048;
      case 86, 89 -> 1024;
      case 90 -> 4096;
      case 100, 103 -> 8192;
      case 120, 121 -> 2048;
      default -> 0;
    };
  }

  private double doublesPerClock() {
    return switch (capability) {
      case 70, 80 -> 128;
      case 90 -> 256;
      default -> 0;
    };
  }

  /**
   * Bits of the narrowest floating type, from 4 to 16: half as many bits, twice as many products.
   */
  private static double narrowest(Kernel kernel) {
    return kernel.arguments().stream()
        .flatMap(kernel.entryPoint().signature()::forms)
        .map(Argument::type)
        .filter(ElementType::isFloating)
        .mapToInt(type -> Math.clamp(type.bits(), 4, 16))
        .min()
        .orElse(16);
  }

  private static boolean isDouble(Argument argument) {
    return argument instanceof Argument.Buffer buffer && buffer.type() == ElementType.F64;
  }

  private static OptionalDouble known(double rate) {
    return rate > 0 ? OptionalDouble.of(rate) : OptionalDouble.empty();
  }
}
