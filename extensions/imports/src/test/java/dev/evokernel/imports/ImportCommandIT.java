package dev.evokernel.imports;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.cli.Execution;
import dev.evokernel.fixture.Saxpy;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.RunStatus;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A C kernel that another tuner's file describes, from the file to the champion. */
final class ImportCommandIT {

  private static final String JOB =
      """
      kernel: smooth
      device: cpu
      budget: {evaluations: 60}
      gate: {input_sets: 2, sanitizer: never}
      sampling: {samples: {least: 5, most: 20}, seconds: {least: 0.005, most: 0.01}}
      drift: {every: 0, recovery: 90000%}
      finals: {rounds: 16, processes: 2}
      """;

  @TempDir Path folder;

  private Path copy(String name) throws IOException {
    Path copy = folder.resolve(name);
    try (InputStream stream = ImportCommandIT.class.getResourceAsStream("/imports/" + name)) {
      Files.copy(Objects.requireNonNull(stream, name), copy);
    }
    return copy;
  }

  @Test
  @Tag("full")
  void import_ofT1FileForC_makesAFolderThatRuns() throws IOException {
    Saxpy.assumeCompiler();
    copy("smooth.c");
    Path smooth = folder.resolve("smooth");

    var imported =
        Execution.line("import " + copy("smooth.json") + " --to " + smooth + " --unchecked");

    assertThat(imported.err()).isEmpty();
    assertThat(imported.code()).isZero();
    assertThat(imported.out())
        .contains("No reference was imported. Results are compared with those of the default")
        .contains("Note: ignored: General.FormatVersion")
        .contains("run --kernel " + smooth);

    Path job = Files.writeString(folder.resolve("evo.yaml"), JOB);
    Path results = folder.resolve("results");
    var run = Execution.of("run", "--config", job.toString(), "--results", results.toString());

    assertThat(run.err()).isEmpty();
    assertThat(run.code()).isIn(Execution.FINISHED);
    try (ResultStore store = ResultStore.openReadOnly(results.resolve(ResultStore.FILE_NAME))) {
      RunHistory history = store.history("latest");
      assertThat(history.run().status()).isEqualTo(RunStatus.FINISHED);
      assertThat(history.candidates()).hasSizeGreaterThan(10);
      for (Candidate candidate : history.candidates()) {
        boolean right = candidate.configuration().value("margin").toString().equals("1");
        assertThat(candidate.evaluation().orElseThrow().outcome())
            .as("%s", candidate.configuration())
            .isInstanceOf(right ? Outcome.Measured.class : Outcome.Rejected.class);
      }
    }
  }

  @Test
  void import_endsWithACheckOfTheFolder() throws IOException {
    Saxpy.assumeCompiler();
    copy("smooth.c");
    Path smooth = folder.resolve("smooth");

    var imported =
        Execution.of("import", copy("smooth.json").toString(), "--to", smooth.toString(), "--copy");

    assertThat(imported.code()).as(imported.out() + imported.err()).isZero();
    assertThat(imported.out()).containsSubsequence("Parameters: ", "parsed for cpu", "Next: ");
    assertThat(smooth.resolve("smooth.c")).exists();
  }

  @Test
  void import_ofTwoThingsOrNone_saysWhatToName() {
    var none = Execution.of("import");
    assertThat(none.code()).isEqualTo(2);
    assertThat(none.err()).contains("Name one T1 file, or a script with --kernel-tuner SCRIPT");
  }
}
