package dev.evokernel.lab.command;

import module java.base;

import dev.evokernel.cli.options.OutOption;
import dev.evokernel.cli.terminal.News;
import dev.evokernel.kernel.read.KernelFile;
import dev.evokernel.kernel.yaml.Launcher;
import dev.evokernel.lab.search.SeedingBenchReport;
import dev.evokernel.lab.search.SeedingStudy;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.tuning.device.TemporaryFolder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code evo bench seeding}. */
@Command(
    name = "seeding",
    description =
        "Measures the value of initial configurations: the same search with and without them,"
            + " several times each, on a kernel or on a recording (a cache file of Kernel Tuner or"
            + " a T4 file).")
final class BenchSeedingCommand implements Callable<Integer> {

  @Mixin private BenchOptions options = new BenchOptions();
  @Mixin private SeedingStudyOptions seeding = new SeedingStudyOptions();
  @Mixin private OutOption out = new OutOption();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    SeedingStudy study = seeding.study(options.seed());
    Path subject = options.kernel();
    boolean recorded = Files.isRegularFile(subject) && !KernelFile.isYaml(subject);
    SeedingBenchReport report = recorded ? replayed(study, subject) : measured(study);
    out.print(spec, options.output().formatted(report), report.text());
    return 0;
  }

  private SeedingBenchReport replayed(SeedingStudy study, Path file) throws InterruptedException {
    options.requireNoDevice();
    String command =
        Launcher.command(
            "bench seeding %s --seed %d %s"
                .formatted(Launcher.path(file), options.seed(), seeding.words()));
    return study.replay(file, command, News.of(spec));
  }

  private SeedingBenchReport measured(SeedingStudy study) throws InterruptedException {
    try (TemporaryFolder temporary = TemporaryFolder.make()) {
      RunSpec run = options.spec(seeding.budget(), temporary.folder().resolve("runs"));
      return study.measure(
          run,
          BenchOptions.subject(run),
          options.command("seeding", run, seeding.words()),
          options.reservation(),
          News.of(spec));
    }
  }
}
