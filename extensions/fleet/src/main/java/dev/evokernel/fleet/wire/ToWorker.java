package dev.evokernel.fleet.wire;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;

/** Message from a coordinator to a worker. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "message")
public sealed interface ToWorker {

  /** Final refusal; the worker ends. */
  record Refused(String why) implements ToWorker {}

  /** Temporary refusal; the worker stays connected. */
  record Waiting(String why) implements ToWorker {}

  /**
   * Problem to open; answered by {@link ToCoordinator.Wanted} for missing files, then for each
   * device.
   */
  record OpenProblem(SharedProblem problem, List<String> devices) implements ToWorker {}

  /** Content of a requested file. */
  record Content(String digest) implements ToWorker {}

  /** Notice that the coordinator no longer has a requested file. */
  record ContentGone(String digest) implements ToWorker {}

  /**
   * @param id unique among all coordinators
   * @param device id of one of the worker's devices
   */
  record DoJob(String id, String device, FleetJob job) implements ToWorker {}

  /** Cancellation of a job whose result is no longer wanted. */
  record CancelJob(String id) implements ToWorker {}

  /** Notice that results are on record, so that the worker may delete them. */
  record Settled(List<String> jobs) implements ToWorker {}

  /** End of the run's session; all results are on record. */
  record RunEnded(String run) implements ToWorker {}

  /** Request to join again, after the coordinator lost track of the worker. */
  record JoinAgain() implements ToWorker {}
}
