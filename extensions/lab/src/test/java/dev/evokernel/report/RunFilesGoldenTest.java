package dev.evokernel.report;

import module java.base;

import dev.evokernel.fixture.Altered;
import dev.evokernel.fixture.Golden;
import dev.evokernel.lab.TestSpaces;
import dev.evokernel.replay.ReplayBackend;
import dev.evokernel.replay.ReplayBackend.SimulatedClock;
import dev.evokernel.run.RunEnvironment;
import dev.evokernel.run.RunListener;
import dev.evokernel.run.TuningRun;
import dev.evokernel.search.SearchSettings;
import dev.evokernel.spec.EvaluationSpec;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.spec.RunSpec.Acceptance;
import dev.evokernel.spec.RunSpec.Origin;
import dev.evokernel.spec.RunSpec.SearchSpec;
import dev.evokernel.stats.Objective;
import dev.evokernel.store.Budget;
import dev.evokernel.store.ExampleRun;
import dev.evokernel.store.Provenance.Commit;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunHistory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The files of a whole run, to the letter: 40 evaluations of a recorded space, random seed 42, on a
 * clock that only the simulated device moves on. {@link Golden} says how they are recorded anew.
 */
final class RunFilesGoldenTest {

  private static final Instant START = ExampleRun.START;

  @TempDir Path folder;

  @Test
  void files_ofARunOnARecording_areThoseOfBefore() throws IOException, InterruptedException {
    for (Path file :
        RunFiles.write(history(), List.of(), folder.resolve("files"), ZoneOffset.UTC)) {
      Golden.check("files/" + file.getFileName(), Files.readString(file));
    }
  }

  private RunHistory history() throws InterruptedException {
    var replay = ReplayBackend.of(TestSpaces.file("stencil.json.gz"), Path.of("stencil.json.gz"));
    var clock = new SimulatedClock();
    InstantSource instants = () -> START.plusNanos(clock.getAsLong());
    RunSpec spec = spec(replay);
    try (var store = ResultStore.open(folder.resolve(ResultStore.FILE_NAME))) {
      new TuningRun(
              spec,
              store,
              RunEnvironment.simulated(spec, instants, clock, _ -> replay.workers(clock)))
          .run(Optional.empty(), new RunListener() {});
      return onOneHost(store.history(spec.id()));
    }
  }

  private RunSpec spec(ReplayBackend replay) {
    return new RunSpec(
        "stencil-1",
        replay.kernel(),
        replay.kernel().shapes(),
        Objective.DEFAULT,
        replay,
        List.of(replay.devices().getFirst()),
        true,
        new SearchSpec(new SearchSettings(16, 42, 1), new Budget(Budget.FOREVER, 40)),
        EvaluationSpec.DEFAULT,
        Acceptance.DEFAULT,
        new Origin(
            Path.of("kernels", "stencil"),
            "5d41402abc4b2a76",
            folder,
            "device: replay:stencil.json.gz\nbudget: {evaluations: 40}\n",
            Optional.of(new Commit("0123456789abcdef0123456789abcdef01234567", false)),
            "0.0.0",
            Optional.empty()));
  }

  /** As if the run had been on a machine with a fixed name. */
  private static RunHistory onOneHost(RunHistory history) {
    return Altered.of(
        history,
        "run.run.provenance.host",
        "builder",
        "run.run.provenance.traits",
        Optional.empty(),
        "devices",
        List.of());
  }
}
