package dev.evokernel.cli;

import dev.evokernel.config.Job;
import dev.evokernel.config.JobReader;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.KernelReader;
import dev.evokernel.kernel.Shape;
import dev.evokernel.run.VerificationStrength;
import dev.evokernel.spec.VerificationSettings;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The part of {@code evo doctor} that is about a kernel: whether its gate asks enough. */
final class VerificationCheckup {

  private static final Path USUAL = Path.of("evo.yaml");

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "The job whose gate is looked at (default: evo.yaml, if it is there).")
  private @Nullable Path config;

  @Option(
      names = "--kernel",
      paramLabel = "FOLDER",
      description = "Another kernel than the job's, on all its shapes.")
  private @Nullable Path kernel;

  /** Prints a line for each weakness of each backend; nothing where there is no job. */
  void print(PrintWriter out) {
    Optional<Job> job = job();
    if (job.isPresent() && job.get().recording().isEmpty()) {
      Path file = job.get().kernel();
      KernelReader.backends(file)
          .forEach(backend -> print(out, job.get(), KernelReader.read(file, backend)));
    } else if (kernel != null) {
      KernelReader.backends(kernel)
          .forEach(
              backend -> {
                Kernel read = KernelReader.read(kernel, backend);
                print(
                    out,
                    new VerificationStrength(read, read.shapes(), VerificationSettings.DEFAULT));
              });
    }
  }

  private Optional<Job> job() {
    if (config == null && !Files.exists(USUAL)) {
      return Optional.empty();
    }
    Job job = JobReader.read(config == null ? USUAL : config);
    return Optional.of(kernel == null ? job : job.onKernel(kernel.toAbsolutePath().normalize()));
  }

  /** The job's shapes are those of the device it is for; another section may have others. */
  private static void print(PrintWriter out, Job job, Kernel read) {
    List<Shape> named =
        read.shapes().stream()
            .filter(shape -> job.shapes().isEmpty() || job.shapes().contains(shape.name()))
            .toList();
    print(
        out,
        new VerificationStrength(
            read, named.isEmpty() ? read.shapes() : named, job.evaluation().verification()));
  }

  private static void print(PrintWriter out, VerificationStrength gate) {
    out.printf("gate of %s on %s%n", gate.kernel().name(), gate.kernel().backend());
    List<VerificationStrength.Weakness> weaknesses = gate.weaknesses();
    if (weaknesses.isEmpty()) {
      out.printf("  %-8s %-24s %s%n", "ok", "questions", gate.summary());
    }
    for (VerificationStrength.Weakness weakness : weaknesses) {
      out.printf(
          "  %-8s %-24s %s → %s%n", "weak", weakness.name(), weakness.found(), weakness.remedy());
    }
  }
}
