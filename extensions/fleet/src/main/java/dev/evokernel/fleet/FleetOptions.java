package dev.evokernel.fleet;

import module java.base;

import dev.evokernel.cli.Bounds;
import dev.evokernel.cli.ExtensionOptions;
import dev.evokernel.cli.TimeConverter;
import dev.evokernel.config.Job;
import picocli.CommandLine.Option;

/** Options of {@code evo run} for devices of other hosts. */
public final class FleetOptions implements ExtensionOptions {

  @Option(
      names = "--fleet",
      paramLabel = "LINE",
      description =
          "Measures on devices of other hosts: a line that starts evo worker there, for example"
              + " 'ssh gpu-2 evo worker'. Repeat it for several hosts.")
  private List<String> lines = new ArrayList<>();

  @Option(
      names = "--fleet-lost",
      paramLabel = "TIME",
      converter = TimeConverter.class,
      description =
          "Silence after which a host of --fleet is lost; its work moves to another device"
              + " (default: 60s).")
  private Duration lostAfter = LaunchLine.LOST_AFTER;

  @Override
  public String command() {
    return "run";
  }

  @Override
  public Job applyTo(Job job) {
    return lines.isEmpty()
        ? job
        : Bounds.valid(
            () ->
                job.with(
                    new FleetSection(
                        lines.stream().map(line -> new LaunchLine(line, 1, lostAfter)).toList())));
  }
}
