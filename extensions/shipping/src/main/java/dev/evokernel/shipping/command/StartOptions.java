package dev.evokernel.shipping.command;

import module java.base;

import dev.evokernel.cli.extension.RunOptions;
import dev.evokernel.config.Job;
import dev.evokernel.config.options.SeedingOptions;
import dev.evokernel.expr.value.Value;
import dev.evokernel.shipping.format.KnownConfigurations;
import picocli.CommandLine.Option;

/** Option {@code evo run --configurations-from}. */
public final class StartOptions implements RunOptions {

  @Option(
      names = "--configurations-from",
      paramLabel = "FILE",
      description =
          "Tries the configurations of another program's file first: one that 'evo export --as'"
              + " wrote, or JSON of vLLM, SGLang, flash-linear-attention, Inductor or Helion;"
              + " repeatable.")
  private List<Path> files = List.of();

  @Override
  public Job applyTo(Job job) {
    var configurations = new LinkedHashSet<Map<String, Value>>(job.seeding().configurations());
    files.forEach(file -> configurations.addAll(KnownConfigurations.of(file)));
    SeedingOptions seeding = job.seeding();
    return files.isEmpty()
        ? job
        : job.seededWith(
            new SeedingOptions(
                List.copyOf(configurations),
                seeding.runs(),
                seeding.microbench(),
                seeding.recordings(),
                seeding.hardware(),
                seeding.prior(),
                seeding.top()));
  }
}
