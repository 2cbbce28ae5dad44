package dev.evokernel.fleet.wire;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;

/** What a coordinator sends to a worker. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "message")
public sealed interface ToWorker {

  /** The worker cannot take part, and ends. */
  record Refused(String why) implements ToWorker {}

  /** The worker cannot take part now, and stays connected. */
  record Waiting(String why) implements ToWorker {}

  /** Answered by {@link ToCoordinator.Wanted} until nothing is missing, then for each device. */
  record OpenProblem(SharedProblem problem, List<String> devices) implements ToWorker {}

  /** The message's bytes are the content. */
  record Content(String digest) implements ToWorker {}

  /** The content was asked for, and the coordinator does not have it any more. */
  record ContentGone(String digest) implements ToWorker {}

  /**
   * @param id unique among all coordinators
   * @param device the id of one of the worker's devices
   */
  record DoJob(String id, String device, FleetJob job) implements ToWorker {}

  /** The job's result is not wanted any more. */
  record CancelJob(String id) implements ToWorker {}

  /** Tells that results are on record, so that the worker need not keep them. */
  record Settled(List<String> jobs) implements ToWorker {}

  /** The run's session is over, and all of its results are on record. */
  record RunEnded(String run) implements ToWorker {}

  /** The coordinator has lost sight of the worker. */
  record JoinAgain() implements ToWorker {}
}
