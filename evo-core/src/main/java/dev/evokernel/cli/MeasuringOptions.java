package dev.evokernel.cli;

import dev.evokernel.stats.ComparisonRule;
import dev.evokernel.tuning.ComparisonSettings;
import dev.evokernel.tuning.DeviceReservation;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

public final class MeasuringOptions {

  @Option(
      names = "--margin",
      paramLabel = "PERCENT",
      defaultValue = "2%",
      converter = PercentConverter.class,
      description = "Ignore smaller differences (default: ${DEFAULT-VALUE}).")
  private double margin = ComparisonRule.MARGIN;

  @Option(
      names = "--processes",
      paramLabel = "N",
      defaultValue = "4",
      description =
          "Maximum number of processes; two must agree on a difference (default:"
              + " ${DEFAULT-VALUE}).")
  private int processes = 4;

  @Mixin private ShapesOption shapes = new ShapesOption();
  @Mixin private SeedOption seed = new SeedOption();
  @Mixin private DeviceOptions device = new DeviceOptions();

  /** Names or conditions of shapes; empty for the default shapes. */
  public List<String> shapes() {
    return shapes.names();
  }

  public ComparisonSettings settings() {
    return new ComparisonSettings(margin, processes, seed.seed());
  }

  public DeviceReservation reservation() {
    return device.reservation();
  }

  /** Options of {@code spec} that repeat these settings, each preceded by a space. */
  public static String words(CommandSpec spec) {
    return GivenOptions.of(spec, "--shapes", "--margin", "--processes", "--seed");
  }
}
