package dev.evokernel.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evokernel.search.Proposal;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class KilledProcessIT {

  @TempDir Path folder;

  /** Records candidates for ever and names each one that it has recorded. */
  static final class Child {
    private Child() {}

    public static void main(String[] arguments) {
      var store = ResultStore.open(Path.of(arguments[0]));
      store.begin(ExampleRun.run());
      for (int number = 1; ; number++) {
        Proposal proposal = ExampleRun.proposal(number, number);
        store.attempt(ExampleRun.ID, proposal);
        store.record(ExampleRun.ID, proposal, ExampleRun.measured(100, 40));
        System.out.println(number);
      }
    }
  }

  @Test
  void record_thenKilled_losesNothingThatWasRecorded() throws IOException, InterruptedException {
    Path file = folder.resolve("evo.db");
    Process child = ChildJvm.start(Child.class, file.toString());
    int recorded = 0;
    for (int line = 0; line < 50; line++) {
      recorded = Integer.parseInt(child.inputReader().readLine());
    }
    child.destroyForcibly().waitFor();
    try (var store = ResultStore.open(file)) {
      RunHistory history = store.resume("latest");
      assertThat(recorded).isEqualTo(50);
      assertThat(history.candidates()).hasSizeGreaterThanOrEqualTo(recorded);
      assertThat(history.candidates().subList(0, recorded))
          .allMatch(candidate -> candidate.evaluation().isPresent());
    }
  }
}
