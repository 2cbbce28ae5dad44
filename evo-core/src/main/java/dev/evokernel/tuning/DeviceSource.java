package dev.evokernel.tuning;

import module java.base;

import dev.evokernel.config.Job;
import dev.evokernel.config.JobSection;
import dev.evokernel.kernel.yaml.InvalidFileException;

/** Source of devices outside this machine, described by a section of a job. */
public interface DeviceSource extends JobSection {

  /** Source that a job names; empty for the devices of this machine. */
  static Optional<DeviceSource> of(Job job) {
    return job.section(DeviceSource.class);
  }

  /**
   * Checks the kernel and the job before waiting for a device.
   *
   * @throws BadInputException if no device of the source could run the kernel
   * @throws InvalidFileException if the kernel is invalid
   */
  void check(Job job);

  /** Begins new runs, one for each device model of the source. */
  SharedRuns begin(Job job, SessionStart start) throws InterruptedException;

  /** Resumes runs that share the source, each once a device of its model is available. */
  SharedRuns resume(Map<EarlierRun, Job> runs, SessionStart start) throws InterruptedException;
}
