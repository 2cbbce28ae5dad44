package dev.evokernel.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import module java.base;

import dev.evokernel.fixture.Altered;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.search.Proposal;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PagedCandidatesTest {

  private static final int COUNT = 2 * PagedCandidates.PAGE + 3;

  @TempDir private Path folder;
  private ResultStore store;
  private RunHistory whole;
  private RunHistory paged;

  @BeforeEach
  void write() {
    store = ResultStore.open(folder.resolve(ResultStore.FILE_NAME));
    store.begin(ExampleRun.run());
    for (int number = 1; number <= COUNT; number++) {
      Proposal proposal = ExampleRun.proposal(number, number);
      store.attempt(ExampleRun.ID, proposal);
      if (number % 7 != 0) {
        store.record(
            ExampleRun.ID,
            proposal,
            number % 5 == 0
                ? ExampleRun.rejected(Rejection.WRONG_RESULT, "small", "element " + number)
                : ExampleRun.measured(100 + number, 40));
      }
    }
    whole = store.history(ExampleRun.ID);
    paged = store.pagedHistory(ExampleRun.ID);
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void candidates_ofSeveralPages_areThoseOfTheWholeHistory() {
    assertThat(whole.candidates()).hasSize(COUNT);
    assertThat(paged.candidates()).isEqualTo(whole.candidates());
    assertThat(paged.candidates().get(3)).isEqualTo(whole.candidates().get(3));
    assertThat(paged.candidate(COUNT)).isEqualTo(whole.candidate(COUNT)).isPresent();
    assertThat(paged.candidate(COUNT + 1)).isEmpty();
    assertThat(paged.defaultCandidate()).isEqualTo(whole.defaultCandidate());
  }

  @Test
  void outlines_sayWhatTheCandidatesSay() {
    assertThat(paged.outlines()).isEqualTo(withoutMeasurements(whole.outlines()));
    assertThat(paged.eligible())
        .isEqualTo(withoutMeasurements(whole.eligible()))
        .isNotEmpty()
        .allSatisfy(
            one ->
                assertThatIllegalStateException()
                    .isThrownBy(one::measured)
                    .withMessage("The measurements of this candidate were not read."));
    assertThat(paged.disturbed()).isEqualTo(whole.disturbed());
    assertThat(paged.outlines())
        .extracting(Candidate::outcomeLabel)
        .isEqualTo(whole.candidates().stream().map(Candidate::outcomeLabel).toList());
  }

  @Test
  void outlines_ofADevice_areThoseOfWhatItEvaluated() {
    Proposal proposal = ExampleRun.proposal(COUNT + 1, COUNT + 1);
    store.attempt(ExampleRun.ID, proposal);
    store.record(ExampleRun.ID, proposal, Altered.of(ExampleRun.measured(100, 40), "device", 3));
    assertThat(store.pagedHistory(ExampleRun.ID, Optional.of(3)).outlines())
        .singleElement()
        .satisfies(only -> assertThat(only.number()).isEqualTo(COUNT + 1));
    assertThat(store.pagedHistory(ExampleRun.ID, Optional.of(4)).outlines()).isEmpty();
    assertThat(store.pagedHistory(ExampleRun.ID).outlines()).hasSize(COUNT + 1);
  }

  @Test
  void where_ofOneShape_readsItsMeasurementsAlone() {
    List<Candidate> all = whole.where(Candidate::isMeasured, Optional.empty());
    List<Candidate> some = paged.where(Candidate::isMeasured, Optional.of("ragged"));
    assertThat(some).hasSameSizeAs(all);
    for (int i = 0; i < some.size(); i++) {
      assertThat(some.get(i).proposal()).isEqualTo(all.get(i).proposal());
      assertThat(some.get(i).measured().orElseThrow().measurements())
          .isEqualTo(all.get(i).measurement("ragged").stream().toList());
    }
  }

  @Test
  void release_thenAsked_readsAnew() {
    List<Candidate> before = paged.outlines();
    assertThat(paged.outlines()).isSameAs(before);
    paged.release();
    assertThat(paged.outlines()).isNotSameAs(before).isEqualTo(before);
  }

  private static List<Candidate> withoutMeasurements(List<Candidate> candidates) {
    return candidates.stream()
        .map(
            one ->
                Altered.of(
                    one,
                    "evaluation",
                    one.evaluation().map(PagedCandidatesTest::withoutMeasurements)))
        .toList();
  }

  private static Evaluation withoutMeasurements(Evaluation whole) {
    return new Evaluation(
        whole.objective(),
        whole.rejected(),
        whole.timings(),
        List.of(),
        whole.digest(),
        whole.compileNanos(),
        whole.evaluateNanos(),
        whole.checkNanos(),
        whole.finished(),
        whole.device(),
        whole.scale());
  }
}
