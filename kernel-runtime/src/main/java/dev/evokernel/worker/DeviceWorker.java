package dev.evokernel.worker;

import dev.evokernel.backend.Binary;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.outcome.Outcome;
import java.util.List;
import java.util.Map;

/**
 * The process that owns one device, replaced whenever a candidate takes it down. Takes one call at
 * a time; further callers wait. An interrupted call kills the process, and the next call starts
 * another.
 */
@SuppressWarnings("DoNotCallSuggester")
public final class DeviceWorker implements AutoCloseable {

  private DeviceWorker() {}

  /**
   * Starts the process, opens the device, and runs the reference on every shape and seed.
   *
   * @throws EnvironmentException if any of it fails
   */
  public static DeviceWorker start(LaunchSpec launch, DeviceJob job) throws InterruptedException {
    throw new UnsupportedOperationException();
  }

  public DeviceIdentity identity() {
    throw new UnsupportedOperationException();
  }

  public DeviceLimits limits() {
    throw new UnsupportedOperationException();
  }

  /**
   * Gates one candidate on every shape and then times it on every shape.
   *
   * @param best the best p50 so far by shape, in nanoseconds: a candidate far above it is given up
   *     early; shapes without an entry are always sampled in full
   * @throws EnvironmentException if the machine is at fault, not the candidate
   */
  public Outcome evaluate(Configuration configuration, Binary binary, Map<String, Double> best)
      throws InterruptedException {
    throw new UnsupportedOperationException();
  }

  /**
   * Measures the entrants against each other on every shape, interleaved, so that drift hits all
   * alike.
   *
   * @return one outcome for each entrant, in their order
   * @throws EnvironmentException if the machine is at fault, not an entrant
   */
  public List<Outcome> finals(List<Entrant> entrants, FinalsSettings settings)
      throws InterruptedException {
    throw new UnsupportedOperationException();
  }

  @Override
  public void close() {}
}
