package dev.evokernel.replay;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.yaml.InvalidFileException;
import dev.evokernel.workers.RunWorkers;
import java.nio.file.Path;
import java.util.List;

/**
 * Backend that replays a recording. It has one device, whose model says that it is recorded, so
 * that replayed times never share a leaderboard with measured times.
 *
 * <p>The backend starts no processes. {@code Backend.named} does not find it, because it is made
 * from a recording.
 */
public final class ReplayBackend implements ProcesslessBackend {

  public static final String NAME = "replay";

  /** Prefix of the file in the id of a device. */
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
   * @param shown path of the file as on the command line
   * @throws InvalidFileException if the file is not a recording, or no configuration has a time
   */
  public static ReplayBackend of(Path file, Path shown) {
    return new ReplayBackend(RecordingReader.read(file), shown.toString());
  }

  public Kernel kernel() {
    return kernel;
  }

  /** Workers with one simulated device and one simulated compiler, which spend simulated time. */
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

  /**
   * Name that is unique to this process, because replayed runs share no device and need no lock.
   */
  @Override
  public String physicalName(DeviceIdentity device) {
    return NAME + "-" + ProcessHandle.current().pid();
  }

  /**
   * Compilations and evaluations take turns, so that the order of events does not depend on
   * threads.
   */
  @Override
  public boolean compilingDisturbsTiming() {
    return true;
  }

  @Override
  public String refusal() {
    return "The recording %s cannot compile or run new programs. Only 'evo run' and 'evo bench' replay recordings."
        .formatted(recording.file());
  }
}
