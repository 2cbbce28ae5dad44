package dev.evokernel.cli.options;

import dev.evokernel.stats.ComparisonRule;
import dev.evokernel.tuning.ComparisonSettings;
import dev.evokernel.tuning.DeviceReservation;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How two programs are measured against each other. */
public final class MeasuringOptions {

  @Option(
      names = "--margin",
      paramLabel = "PERCENT",
      defaultValue = "2%",
      converter = PercentConverter.class,
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

  /** The shapes that count, by name or by condition; empty for the default ones. */
  public List<String> shapes() {
    return shapes.names();
  }

  /** The random seed. */
  public long seed() {
    return seed.seed();
  }

  public ComparisonSettings settings() {
    return new ComparisonSettings(margin, processes, seed());
  }

  public DeviceReservation reservation() {
    return device.reservation();
  }

  /** The options that repeat these settings, each with a blank before it. */
  public String words() {
    return shapes.words()
        + " --margin "
        + PercentConverter.text(margin)
        + " --processes "
        + processes
        + " --seed "
        + seed();
  }
}
