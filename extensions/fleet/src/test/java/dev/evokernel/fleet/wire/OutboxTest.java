package dev.evokernel.fleet.wire;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.fleet.coordinator.KeptEvaluations;
import dev.evokernel.worker.protocol.EvaluationRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class OutboxTest {

  @TempDir Path folder;

  private static ToCoordinator.KeptEvaluation kept(String id, String run) {
    return new ToCoordinator.KeptEvaluation(
        id, run, FleetMessagesTest.EVALUATION, FleetMessagesTest.EVALUATED);
  }

  @Test
  void all_afterARestart_hasWhatIsNotSettled() {
    new Outbox(folder).put(kept("session/1", "run-1"));
    new Outbox(folder).put(kept("session/2", "run-1"));
    new Outbox(folder).put(kept("session/3", "run-2"));

    var outbox = new Outbox(folder);
    outbox.settle("session/1");

    assertThat(outbox.all())
        .containsExactlyInAnyOrder(kept("session/2", "run-1"), kept("session/3", "run-2"));
  }

  @Test
  void settleRun_ofSeveralRuns_leavesTheOthers() {
    var outbox = new Outbox(folder);
    outbox.put(kept("session/1", "run-1"));
    outbox.put(kept("session/2", "run-2"));

    outbox.settleRun("run-1");

    assertThat(outbox.all()).containsExactly(kept("session/2", "run-2"));
  }

  @Test
  void all_tornFile_isNone() throws IOException {
    var outbox = new Outbox(folder);
    outbox.put(kept("session/1", "run-1"));
    Files.writeString(folder.resolve("torn.json"), "{\"id\":");

    assertThat(outbox.all()).containsExactly(kept("session/1", "run-1"));
    assertThat(folder.resolve("torn.json")).doesNotExist();
  }

  @Test
  void take_evaluationKeptForAnotherRun_isNotFound() {
    var evaluations = new KeptEvaluations();
    evaluations.add("queue", kept("session/1", "run-1"));
    EvaluationRequest later = FleetMessagesTest.EVALUATION.within(Duration.ofSeconds(9));

    assertThat(evaluations.take("queue", "run-2", later)).isEmpty();
    assertThat(evaluations.take("of another worker", "run-1", later)).isEmpty();
    assertThat(evaluations.take("queue", "run-1", later))
        .contains(new KeptEvaluations.Kept("queue", kept("session/1", "run-1")));
    assertThat(evaluations.take("queue", "run-1", later)).isEmpty();
  }
}
