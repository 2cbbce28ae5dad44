package dev.evokernel.workers;

import module java.base;

import dev.evokernel.backend.binary.Binary;
import dev.evokernel.spec.Host;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.worker.LaunchSpec;
import dev.evokernel.worker.protocol.DeviceJob;

/** Machine on which the processes of a run start. All paths are those of the machine. */
public interface WorkerMachine {

  record Here(RunSpec spec, LaunchSpec launch, Path cache) implements WorkerMachine {

    @Override
    public String host() {
      return Host.name();
    }

    @Override
    public Path kernelFile() {
      return spec.kernel().file();
    }

    @Override
    public boolean has(Binary binary) {
      return binary.exists();
    }

    @Override
    public boolean mayLack(Binary binary) {
      return !binary.exists();
    }

    @Override
    public Optional<SanitizerStep> sanitizer(DeviceJob job) {
      return spec.backend()
          .sanitizer()
          .filter(sanitizer -> sanitizer.examines(spec.kernel()))
          .map(
              sanitizer ->
                  new SanitizerRun(
                      spec,
                      job,
                      sanitizer.usual(),
                      (subject, name, limit) ->
                          subject.under(
                              sanitizer,
                              launch,
                              spec.folder().resolve("logs").resolve("sanitizer").resolve(name),
                              limit)));
    }
  }

  String host();

  /** The run's {@code kernel.yaml}. */
  Path kernelFile();

  Path cache();

  LaunchSpec launch();

  /** Returns whether a binary's files exist. */
  boolean has(Binary binary);

  /**
   * Returns whether a binary has to be compiled again before a launch. A machine for which the
   * answer is slow returns false, and is asked {@link #has} after a failed launch.
   */
  boolean mayLack(Binary binary);

  /** Sanitizer of the run's candidates; empty without one. */
  Optional<SanitizerStep> sanitizer(DeviceJob job);
}
