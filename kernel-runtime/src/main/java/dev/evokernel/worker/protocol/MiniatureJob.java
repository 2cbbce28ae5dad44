package dev.evokernel.worker.protocol;

import java.time.Duration;

/**
 * The job of a miniature worker.
 *
 * @param deadline of one configuration, after which its process is killed
 */
public record MiniatureJob(JobTarget target, Duration deadline) {

  public MiniatureJob {
    if (!deadline.isPositive()) {
      throw new IllegalArgumentException(
          "The deadline of a miniature must be > 0, was " + deadline + ".");
    }
  }
}
