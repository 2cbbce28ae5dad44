package dev.evokernel.fleet;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.config.Job;
import dev.evokernel.text.Durations;
import dev.evokernel.text.YamlText;
import dev.evokernel.tuning.BadInputException;
import dev.evokernel.tuning.DeviceSource;
import dev.evokernel.tuning.EarlierRun;
import dev.evokernel.tuning.EvoVersion;
import dev.evokernel.tuning.HeldResources;
import dev.evokernel.tuning.SessionStart;
import dev.evokernel.tuning.SharedRuns;

/**
 * Section {@code fleet} of a job: devices of other hosts.
 *
 * @param lines the launch lines; none for a job of evo 0.2, which named a broker's address
 */
public record FleetSection(List<LaunchLine> lines) implements DeviceSource {

  /** File of launch lines that were added to a run, in the first run's folder. */
  public static final String ADDED = "fleet-added";

  static final String KEY = "fleet";

  public FleetSection {
    lines = List.copyOf(lines);
  }

  @Override
  public String key() {
    return KEY;
  }

  @Override
  public String text() {
    return YamlText.of(lines.stream().map(FleetSection::keys).toList());
  }

  private static Map<String, Object> keys(LaunchLine line) {
    var keys = new LinkedHashMap<String, Object>();
    keys.put("launch", line.launch());
    if (line.hosts() > 1) {
      keys.put("hosts", line.hosts());
    }
    if (!line.lostAfter().equals(LaunchLine.LOST_AFTER)) {
      keys.put("lost_after", new YamlText.Word(Durations.text(line.lostAfter())));
    }
    return keys;
  }

  /**
   * Starts the launch lines.
   *
   * @throws BadInputException if there is none
   * @throws EnvironmentException if their output cannot be written
   */
  Fleet start(Job job, Consumer<String> news, HeldResources held) {
    requireLines();
    return held.add(
        Fleet.start(
            lines, EvoVersion.text(), job.results().resolve("cache").resolve("fleet"), news),
        Fleet::close);
  }

  private void requireLines() {
    if (lines.isEmpty()) {
      throw new BadInputException(
          "The job's fleet has no launch line; the address of a broker is no longer used. Write fleet: [{launch: \"ssh HOST evo worker\"}] in evo.yaml, or: --fleet 'ssh HOST evo worker'.");
    }
  }

  @Override
  public void check(Job job) {
    requireLines();
    var _ = FleetKernel.valid(job);
  }

  @Override
  public SharedRuns begin(Job job, SessionStart start) throws InterruptedException {
    return new FleetSession(job, this, Map.of(), start);
  }

  @Override
  public SharedRuns resume(Map<EarlierRun, Job> runs, SessionStart start)
      throws InterruptedException {
    return new FleetSession(runs.values().iterator().next(), this, runs, start);
  }
}
