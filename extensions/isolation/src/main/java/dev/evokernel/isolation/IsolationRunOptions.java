package dev.evokernel.isolation;

import dev.evokernel.cli.extension.RunOptions;
import dev.evokernel.config.Job;
import picocli.CommandLine.Option;

/** Option {@code evo run --isolate}. */
public final class IsolationRunOptions implements RunOptions {

  @Option(
      names = "--isolate",
      description =
          "Run each candidate in a process of its own that shares only its buffers with evo, for"
              + " kernels of others (cpu). A launch takes some µs more.")
  private boolean isolate;

  @Override
  public Job applyTo(Job job) {
    return isolate ? job.isolating() : job;
  }
}
