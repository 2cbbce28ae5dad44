package dev.evokernel.cli.options;

import dev.evokernel.config.Job;
import dev.evokernel.fleet.FleetAddress;
import dev.evokernel.fleet.FleetSettings;
import dev.evokernel.fleet.TlsFiles;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Whether a run takes the devices of other hosts. */
public final class FleetOptions {

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
      names = "--fleet-tls",
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

  /** The job with what was given. */
  public Job applyTo(Job job) {
    String given = listen;
    if (given == null) {
      return job;
    }
    Optional<TlsFiles> files = Optional.ofNullable(tls).map(TlsFiles::in);
    return Bounds.valid(
        () ->
            job.on(
                new FleetSettings(
                    given.isEmpty() ? FleetAddress.DEFAULT : FleetAddress.of(given),
                    files,
                    lostAfter,
                    FleetSettings.PATIENCE)));
  }
}
