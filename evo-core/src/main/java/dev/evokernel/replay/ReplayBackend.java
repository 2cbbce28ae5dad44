package dev.evokernel.replay;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.kernel.InvalidFileException;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.workers.RunWorkers;
import java.nio.file.Path;
import java.util.List;

/**
 * A recording in place of a machine. It has one device, whose model says that it is a recording, so
 * that replayed times never share a leaderboard with measured ones.
 *
 * <p>It starts no processes and {@code Backend.named} does not find it: it is made from a
 * recording.
 */
public final class ReplayBackend implements ProcesslessBackend {

  public static final String NAME = "replay";

  /** What stands before the file where a device is named. */
  public static final String PREFIX = NAME + ":";

  private final RecordedResults recording;
  private final Kernel kernel;
  private final DeviceIdentity device;

  private ReplayBackend(RecordedResults recording, String shown) {
    this.recording = recording;
    this.kernel = RecordedKernel.of(recording);
    this.device =
        new DeviceIdentity(PREFIX + shown, recording.source() + " (recorded)", "recording");
  }

  /**
   * @param shown the file's path as a command line names it
   * @throws InvalidFileException if it is no recording, or nothing in it works
   */
  public static ReplayBackend of(Path file, Path shown) {
    return new ReplayBackend(RecordingReader.read(file), shown.toString());
  }

  /** The kernel that was recorded. */
  public Kernel kernel() {
    return kernel;
  }

  /** One simulated device and one simulated compiler, which spend the clock's time. */
  public RunWorkers team(SimulatedClock clock) {
    return new ReplayTeam(recording, device, kernel.shapes().getFirst().name(), clock);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<DeviceIdentity> devices() {
    return List.of(device);
  }

  /** Replayed runs share no device, so that they need no lock of one. */
  @Override
  public String physicalName(DeviceIdentity device) {
    return NAME + "-" + ProcessHandle.current().pid();
  }

  /** One after the other, so that the order of events does not depend on threads. */
  @Override
  public boolean compilingDisturbsTiming() {
    return true;
  }

  @Override
  public String refusal() {
    return "The recording %s cannot compile or run anything new. Only 'evo run' and 'evo bench' replay."
        .formatted(recording.file());
  }
}
