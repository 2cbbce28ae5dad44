package dev.evokernel.fleet.command;

import module java.base;

import dev.evokernel.cli.options.Bounds;
import dev.evokernel.cli.options.RunOptions;
import dev.evokernel.cli.options.TimeConverter;
import dev.evokernel.config.Job;
import dev.evokernel.fleet.session.FleetSection;
import dev.evokernel.fleet.wire.FleetAddress;
import dev.evokernel.fleet.wire.FleetSettings;
import dev.evokernel.tuning.device.BadInputException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of {@code evo run} for devices of other hosts. */
public final class FleetOptions implements RunOptions {

  @Option(
      names = "--fleet",
      paramLabel = "HOST:PORT",
      arity = "0..1",
      fallbackValue = "",
      description =
          "Measures on devices that workers lend (evo worker --join), and listens for workers at"
              + " this address (default: loopback, port 9465).")
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
          "Silence after which a worker is lost; its work moves to another device (default: 60s).")
  private Duration lostAfter = FleetSettings.LOST_AFTER;

  @Override
  public Job applyTo(Job job) {
    String given = listen;
    if (given == null) {
      if (tls != null) {
        throw new BadInputException(
            "--tls needs --fleet HOST:PORT. In evo.yaml: fleet: {listen: HOST:PORT, tls: FOLDER}.");
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
