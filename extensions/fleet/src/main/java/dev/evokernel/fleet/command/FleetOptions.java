package dev.evokernel.fleet.command;

import dev.evokernel.cli.extension.RunOptions;
import dev.evokernel.cli.terminal.Bounds;
import dev.evokernel.cli.terminal.TimeConverter;
import dev.evokernel.config.Job;
import dev.evokernel.fleet.session.FleetSection;
import dev.evokernel.fleet.wire.FleetAddress;
import dev.evokernel.fleet.wire.FleetSettings;
import dev.evokernel.tuning.device.BadInputException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code evo run --fleet}: the run takes the devices of other hosts. */
public final class FleetOptions implements RunOptions {

  @Option(
      names = "--fleet",
      paramLabel = "HOST:PORT",
      arity = "0..1",
      fallbackValue = "",
      description =
          "Measure on the devices that workers lend (evo worker --join), and listen for them there:"
              + " on loopback, port 9465, unless an address is given.")
  private @Nullable String listen;

  @Option(
      names = "--tls",
      paramLabel = "FOLDER",
      description = "The folder of the coordinator's certificates (see: evo fleet certificates).")
  private @Nullable Path tls;

  @Option(
      names = "--fleet-lost",
      paramLabel = "TIME",
      converter = TimeConverter.class,
      description =
          "A worker that was silent for so long is lost, and what it was doing is done elsewhere"
              + " (default: 60s).")
  private Duration lostAfter = FleetSettings.LOST_AFTER;

  @Override
  public Job applyTo(Job job) {
    String given = listen;
    if (given == null) {
      if (tls != null) {
        throw new BadInputException(
            "--tls is for --fleet HOST:PORT. In evo.yaml it is fleet: {listen: HOST:PORT, tls:"
                + " FOLDER}.");
      }
      return job;
    }
    return Bounds.valid(
        () ->
            job.with(
                new FleetSection(
                    given.isEmpty() ? FleetAddress.DEFAULT : FleetAddress.of(given),
                    Optional.ofNullable(tls),
                    lostAfter)));
  }
}
