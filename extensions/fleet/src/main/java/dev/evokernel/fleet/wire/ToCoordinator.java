package dev.evokernel.fleet.wire;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.evokernel.worker.protocol.Evaluated;
import dev.evokernel.worker.protocol.EvaluationRequest;
import dev.evokernel.worker.protocol.FinalsProgress;
import java.util.List;
import java.util.Objects;

/** What a worker sends to its coordinator. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "message")
public sealed interface ToCoordinator {

  /**
   * The first message of each connection.
   *
   * @param process unique for the worker's process: another one has lost the jobs of the one before
   * @param host its name
   */
  record Join(String process, String host, List<OfferedDevice> devices) implements ToCoordinator {}

  /** Nothing else was to be said for a while. */
  record Alive() implements ToCoordinator {}

  /** The worker ends. */
  record Leave() implements ToCoordinator {}

  /** Answered by a {@link ToWorker.Content} each. */
  record Wanted(List<String> digests) implements ToCoordinator {}

  /** The message's bytes are the content of a file that the next result names. */
  record Made(String digest) implements ToCoordinator {}

  record DeviceOpened(String problem, String device, OpenedDevice facts) implements ToCoordinator {}

  record DeviceNotOpened(String problem, String device, String why) implements ToCoordinator {}

  /**
   * @param id of the job
   */
  record JobDone(String id, FleetResult result) implements ToCoordinator {}

  /** The progress of finals. */
  record JobUnderWay(String id, FinalsProgress progress) implements ToCoordinator {}

  /**
   * An evaluation that ended. It is sent again with each connection until it is settled, to the
   * coordinator too that resumes the run.
   *
   * @param id of the job
   */
  record KeptEvaluation(String id, String run, EvaluationRequest request, Evaluated evaluated)
      implements ToCoordinator {

    public KeptEvaluation {
      Objects.requireNonNull(request, "Another version of evo wrote the evaluation.");
      Objects.requireNonNull(evaluated, "Another version of evo wrote the evaluation.");
    }
  }
}
