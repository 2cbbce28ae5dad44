package dev.evokernel.cli;

import static dev.evokernel.cli.News.say;

import dev.evokernel.comparison.ComparisonSetup;
import dev.evokernel.health.DeviceLock;
import dev.evokernel.stats.ComparisonRule;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** How two programs are measured against each other. */
final class MeasuringOptions {

  @Option(
      names = "--margin",
      paramLabel = "PERCENT",
      defaultValue = "2%",
      converter = Percent.class,
      description = "A difference that does not matter (default: ${DEFAULT-VALUE}).")
  private double margin = ComparisonRule.MARGIN;

  @Option(
      names = "--processes",
      paramLabel = "N",
      defaultValue = "4",
      description =
          "Fresh processes at most; two must agree on a difference (default: ${DEFAULT-VALUE}).")
  private int processes = 4;

  @Mixin private ShapesOption shapes = new ShapesOption();
  @Mixin private SeedOption seed = new SeedOption();
  @Mixin private DeviceOptions device = new DeviceOptions();

  List<String> shapes() {
    return shapes.names();
  }

  double margin() {
    return margin;
  }

  long seed() {
    return seed.seed();
  }

  /** Processes at most. */
  int processes() {
    if (processes < 2) {
      throw new BadInputException(
          "--processes is at least 2, not " + processes + ": two must agree on a difference.");
    }
    return processes;
  }

  /** Has the device to itself until the lock is closed. */
  DeviceLock hold(Target target, String what, PrintWriter err) throws InterruptedException {
    return device.hold(
        target.devices(),
        () -> what + " of " + target.kernel().name(),
        Instant.now(),
        target.results(),
        news -> say(err, news));
  }

  /**
   * @param logs the folder for what the processes print
   */
  ComparisonSetup venue(Target target, Path logs) {
    return new ComparisonSetup(
        target.devices().backend(),
        target.devices().device(),
        target.shapes(),
        target.results().resolve("cache"),
        logs,
        target.inputSeeds(),
        target.timeouts().compile(),
        target.timeouts().evaluation(),
        seed());
  }

  /** What repeats these settings on a command line. */
  String words() {
    return shapes.words()
        + " --margin "
        + Percent.text(margin)
        + " --processes "
        + processes
        + " --seed "
        + seed();
  }

  /** Reads {@code 2%} and {@code 0.02}. */
  static final class Percent implements ITypeConverter<Double> {

    @Override
    public Double convert(String text) {
      String number = text.strip();
      boolean percent = number.endsWith("%");
      try {
        double value =
            Double.parseDouble(percent ? number.substring(0, number.length() - 1) : number);
        double share = percent ? value / 100 : value;
        if (share > 0 && share < 1) {
          return share;
        }
      } catch (NumberFormatException e) {
        // Said below.
      }
      throw new TypeConversionException(
          "'" + text + "' is no share between 0 and 100 %. Write it like 2% or 0.02.");
    }

    static String text(double share) {
      return BigDecimal.valueOf(share).movePointRight(2).stripTrailingZeros().toPlainString() + "%";
    }
  }
}
