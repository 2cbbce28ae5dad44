package dev.evokernel.fleet.wire;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.evokernel.worker.protocol.Evaluated;
import dev.evokernel.worker.protocol.EvaluationRequest;
import dev.evokernel.worker.protocol.FinalsProgress;
import java.util.List;

/**
 * Message from a worker to its coordinator. A message with impossible values cannot be constructed,
 * so that it fails when it is read.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "message")
public sealed interface ToCoordinator {

  /**
   * First message of each connection.
   *
   * @param process unique id of the worker's process; a new process has lost the jobs of the
   *     previous one
   * @param host the host's name
   */
  record Join(String process, String host, List<OfferedDevice> devices) implements ToCoordinator {

    private static final int DEVICES = 256;

    public Join {
      FleetCodec.requireName("The host's name", host);
      devices = List.copyOf(devices);
      if (devices.isEmpty() || devices.size() > DEVICES) {
        throw new IllegalArgumentException(
            "A host must offer 1 to %d devices, was %d.".formatted(DEVICES, devices.size()));
      }
    }
  }

  /** Sign of life of an idle worker. */
  record Alive() implements ToCoordinator {}

  /** End of the worker. */
  record Leave() implements ToCoordinator {}

  /** Request for files; each is answered by a {@link ToWorker.Content}. */
  record Wanted(List<String> digests) implements ToCoordinator {
    public Wanted {
      digests = digests.stream().map(ContentStore::requireDigest).distinct().toList();
    }
  }

  record DeviceOpened(String problem, String device, OpenedDevice facts) implements ToCoordinator {}

  record DeviceNotOpened(String problem, String device, String why) implements ToCoordinator {}

  record JobDone(String id, FleetResult result) implements ToCoordinator {}

  /** Progress of finals. */
  record JobUnderWay(String id, FinalsProgress progress) implements ToCoordinator {}

  /**
   * Ended evaluation. The worker sends it again on each connection, also to the coordinator of a
   * resumed run, until it is settled.
   */
  record KeptEvaluation(String id, String run, EvaluationRequest request, Evaluated evaluated)
      implements ToCoordinator {}
}
