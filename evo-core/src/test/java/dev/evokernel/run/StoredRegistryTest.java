package dev.evokernel.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.fixture.Examples;
import dev.evokernel.fixture.Saxpy;
import dev.evokernel.search.Proposal;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.ExampleRun;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.UnknownRecordException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StoredRegistryTest {

  @TempDir private Path folder;
  private ResultStore store;
  private CandidateRegistry registry;

  @BeforeEach
  void begin() {
    store = ResultStore.open(folder.resolve("evo.db"));
    store.begin(ExampleRun.run());
    registry = CandidateRegistry.of(Optional.empty(), store, ExampleRun.ID, Saxpy.block(64));
  }

  @AfterEach
  void close() {
    store.close();
  }

  private static Candidate evaluated(int number, long block) {
    return new Candidate(
        ExampleRun.ID,
        new Proposal(number, 0, "random", Saxpy.block(block)),
        0,
        Optional.of(Examples.evaluation(Examples.measured(10, 1), 0.5)));
  }

  @Test
  void candidate_recorded_isReadFromTheStoreInFull() {
    Candidate candidate = evaluated(2, 32);
    store.record(ExampleRun.ID, candidate.proposal(), candidate.evaluation().orElseThrow());
    registry.put(candidate);
    assertThat(registry.candidate(2).orElseThrow()).isEqualTo(candidate).isNotSameAs(candidate);
    assertThat(registry.all()).containsExactly(candidate);
  }

  /** So that a hundred thousand are never in memory together. */
  @Test
  void all_ofTheStore_isReadWhenItIsAskedFor() {
    Candidate attempted =
        new Candidate(ExampleRun.ID, evaluated(2, 32).proposal(), 1, Optional.empty());
    store.attempt(ExampleRun.ID, attempted.proposal());
    List<Candidate> all = registry.all();
    store.record(ExampleRun.ID, attempted.proposal(), evaluated(2, 32).evaluation().orElseThrow());
    assertThat(all).singleElement().satisfies(one -> assertThat(one.measured()).isPresent());
  }

  @Test
  void candidate_withTheDefault_needsNoStore() {
    Candidate theDefault = evaluated(1, 64);
    registry.put(theDefault);
    assertThat(registry.candidate(1).orElseThrow()).isSameAs(theDefault);
  }

  @Test
  void candidate_neverRecorded_isEmptyOrRefused() {
    assertThat(registry.candidate(3)).isEmpty();
    registry.put(evaluated(3, 32));
    assertThatThrownBy(() -> registry.candidate(3))
        .isInstanceOf(UnknownRecordException.class)
        .hasMessageContaining("has no candidate 3");
  }

  @Test
  void of_earlierSessions_answersFromTheStore() {
    Candidate candidate = evaluated(2, 32);
    store.record(ExampleRun.ID, candidate.proposal(), candidate.evaluation().orElseThrow());
    var resumed =
        CandidateRegistry.of(
            Optional.of(store.pagedHistory(ExampleRun.ID)), store, ExampleRun.ID, Saxpy.block(64));
    assertThat(resumed.evaluation(Saxpy.block(32))).isEqualTo(candidate.evaluation());
    assertThat(resumed.objective(2)).hasValue(0.5);
    assertThat(resumed.evaluated()).isEqualTo(1);
    assertThat(resumed.attempted()).isEqualTo(1);
  }
}
