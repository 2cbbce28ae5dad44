package dev.evokernel.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evokernel.fixture.Examples;
import dev.evokernel.fixture.Saxpy;
import dev.evokernel.search.Proposal;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.ExampleRun;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class CandidateRegistryTest {

  private static int number(CandidateRegistry registry, long block) {
    int number = registry.number(Saxpy.block(block));
    return registry.proposed(new Proposal(number, 0, "random", Saxpy.block(block))).number();
  }

  private static Candidate evaluated(int number, long block) {
    return new Candidate(
        ExampleRun.ID,
        new Proposal(number, 0, "random", Saxpy.block(block)),
        1,
        Optional.of(Examples.evaluation(Examples.measured(10, 1), 0.5)));
  }

  @Test
  void candidate_afterSessionThatEndedOutOfOrder_hasTheNumberItHad() {
    var attempted =
        new Candidate(
            ExampleRun.ID, new Proposal(2, 0, "random", Saxpy.block(32)), 1, Optional.empty());
    var registry = new CandidateRegistry(List.of(evaluated(1, 16), attempted, evaluated(4, 128)));
    assertThat(number(registry, 16)).isEqualTo(1);
    assertThat(number(registry, 32)).isEqualTo(2);
    assertThat(number(registry, 64)).isEqualTo(3);
    assertThat(number(registry, 128)).isEqualTo(4);
    assertThat(number(registry, 256)).isEqualTo(5);
  }
}
