package dev.evokernel.tuning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import module java.base;

import dev.evokernel.store.ExampleRun;
import dev.evokernel.store.LeaderboardEntry;
import dev.evokernel.store.ResultStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RegressionGateTest {

  private static final String SECOND = "gemm-20261121-080000";

  @TempDir private Path results;

  private List<LeaderboardEntry> ranked() {
    try (ResultStore store = ResultStore.open(results.resolve("evo.db"))) {
      ExampleRun.writeTo(store);
      store.begin(ExampleRun.run(SECOND, ExampleRun.START.plusSeconds(60)));
      store.record(SECOND, ExampleRun.proposal(1, 64), ExampleRun.measured(9e5, 9e5));
      store.record(SECOND, ExampleRun.proposal(2, 32), ExampleRun.measured(8e5, 8e5));
      store.recordFinals(SECOND, ExampleRun.finals(9e5, 9e5));
      return store
          .leaderboard()
          .decided("gemm", ExampleRun.run().provenance().device().model())
          .stream()
          .filter(one -> one.shape().equals("small"))
          .toList();
    }
  }

  private void source(String run) throws IOException {
    Path kernel = Files.createDirectories(results.resolve(run).resolve("kernel/gemm"));
    Files.writeString(kernel.resolve("kernel.yaml"), "");
  }

  @Test
  void withSource_whereTheLeadersFolderIsGone_takesTheNextAndSaysSo() throws IOException {
    List<LeaderboardEntry> ranked = ranked();
    String leader = ranked.getFirst().run();
    String next = leader.equals(SECOND) ? ExampleRun.ID : SECOND;
    source(next);
    var news = new ArrayList<String>();
    assertThat(RegressionGate.withSource(ranked, results, news::add).run()).isEqualTo(next);
    assertThat(news).singleElement().asString().contains("small", leader, next, "is gone");
    source(leader);
    assertThat(RegressionGate.withSource(ranked, results, news::add)).isEqualTo(ranked.getFirst());
    assertThat(news).hasSize(1);
  }

  @Test
  void withSource_whereNoFolderIsLeft_saysHowToGoOn() {
    List<LeaderboardEntry> ranked = ranked();
    assertThatExceptionOfType(BadInputException.class)
        .isThrownBy(() -> RegressionGate.withSource(ranked, results, _ -> {}))
        .withMessageContainingAll("is gone", "rm " + ranked.getFirst().run());
  }
}
