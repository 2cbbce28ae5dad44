package dev.evokernel.run.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.fixture.Examples;
import dev.evokernel.fixture.Saxpy;
import dev.evokernel.search.Proposal;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.record.Candidate;
import dev.evokernel.store.record.ExampleRun;
import dev.evokernel.store.sql.UnknownRecordException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CandidateDetailsTest {

  @TempDir private Path folder;
  private ResultStore store;
  private CandidateDetails details;

  @BeforeEach
  void begin() {
    store = ResultStore.open(folder.resolve("evo.db"));
    store.begin(ExampleRun.run());
    details = CandidateDetails.in(store, ExampleRun.ID, Saxpy.block(64));
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
  void of_recorded_isReadFromTheStoreInFull() {
    Candidate candidate = evaluated(2, 32);
    store.record(ExampleRun.ID, candidate.proposal(), candidate.evaluation().orElseThrow());
    details.put(candidate);
    assertThat(details.of(2)).isEqualTo(candidate).isNotSameAs(candidate);
    assertThat(details.all()).containsExactly(candidate);
  }

  /** So that a hundred thousand are never in memory together. */
  @Test
  void all_ofTheStore_isReadWhenItIsAskedFor() {
    Candidate attempted =
        new Candidate(ExampleRun.ID, evaluated(2, 32).proposal(), 1, Optional.empty());
    store.attempt(ExampleRun.ID, attempted.proposal());
    List<Candidate> all = details.all();
    store.record(ExampleRun.ID, attempted.proposal(), evaluated(2, 32).evaluation().orElseThrow());
    assertThat(all).singleElement().satisfies(one -> assertThat(one.measured()).isPresent());
  }

  @Test
  void of_theDefault_needsNoStore() {
    Candidate theDefault = evaluated(1, 64);
    details.put(theDefault);
    assertThat(details.of(1)).isSameAs(theDefault);
  }

  @Test
  void of_neverRecorded_isRefused() {
    assertThatThrownBy(() -> details.of(3))
        .isInstanceOf(UnknownRecordException.class)
        .hasMessageContaining("has no candidate 3");
    assertThatThrownBy(() -> CandidateDetails.inMemory().of(3))
        .hasMessageContaining("Candidate 3 was never attempted");
  }

  @Test
  void registry_withDetailsInTheStore_answersOfEarlierSessions() {
    Candidate candidate = evaluated(2, 32);
    store.record(ExampleRun.ID, candidate.proposal(), candidate.evaluation().orElseThrow());
    var registry = new CandidateRegistry(List.of(candidate), details);
    assertThat(registry.evaluation(Saxpy.block(32))).isEqualTo(candidate.evaluation());
    assertThat(registry.objective(2)).hasValue(0.5);
    assertThat(registry.evaluated()).isEqualTo(1);
    assertThat(registry.attempted()).isEqualTo(1);
  }
}
