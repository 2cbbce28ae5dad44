package dev.evokernel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evokernel.fixture.Saxpy;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.store.query.RunHistory;
import dev.evokernel.store.record.Candidate;
import dev.evokernel.store.record.Role;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LaterRunIT {

  @TempDir Path folder;

  @Test
  void run_afterAnotherHasAChampion_measuresItInItsFinals() throws IOException {
    Saxpy.assumeCompiler();
    Workspace workspace = Workspace.in(folder);
    workspace.append("accept: {speedup: 1.03, shapes: 1, p90: any}\n");
    assertThat(workspace.run("--evaluations", "8").code()).isZero();
    Configuration champion = champion(workspace.history()).configuration();

    Execution later = workspace.run("--evaluations", "1", "--seed", "8");

    assertThat(later.code()).as(later.err()).isZero();
    RunHistory history = workspace.history();
    assertThat(history.candidates())
        .extracting(candidate -> candidate.proposal().origin())
        .containsExactly("default", "leaderboard");
    assertThat(champion(history).configuration()).isEqualTo(champion);
  }

  private static Candidate champion(RunHistory history) {
    int number = history.finals().orElseThrow().candidate(Role.CHAMPION).orElseThrow();
    return history.candidate(number).orElseThrow();
  }
}
