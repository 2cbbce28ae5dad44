package dev.evokernel.fleet.wire;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.worker.protocol.EvaluationRequest;
import dev.evokernel.worker.protocol.FinalsRequest;
import java.time.Duration;

/**
 * Job from a coordinator to a worker. Binaries are of the worker's host, with their paths there.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "job")
public sealed interface FleetJob {

  /** Name in messages. */
  default String text() {
    return switch (this) {
      case CompileThere _ -> "a compilation";
      case MakeReady _, RenewProcess _ -> "the start of a device process";
      case EvaluateThere _ -> "an evaluation";
      case ExamineThere _ -> "a verification";
      case SanitizeThere _ -> "a sanitizer run";
      case HoldFinals _ -> "finals";
    };
  }

  /** Compilation; answered by {@link FleetResult.CompiledThere}. */
  record CompileThere(Configuration configuration) implements FleetJob {}

  /** Start of device processes; answered by {@link FleetResult.ReadyThere}. */
  record MakeReady() implements FleetJob {}

  /** Fresh process for the next evaluation; answered by {@link FleetResult.ReadyThere}. */
  record RenewProcess() implements FleetJob {}

  /** Evaluation; answered by {@link FleetResult.EvaluatedThere}. */
  record EvaluateThere(EvaluationRequest request) implements FleetJob {}

  /** Verification; answered by {@link FleetResult.ExaminedThere}. */
  record ExamineThere(Configuration configuration, Binary binary) implements FleetJob {}

  /** Launch under the sanitizer; answered by {@link FleetResult.ExaminedThere}. */
  record SanitizeThere(Configuration configuration, Binary binary, Duration within)
      implements FleetJob {}

  /** Finals; answered by {@link FleetResult.FinalsEnded}. */
  record HoldFinals(FinalsRequest request) implements FleetJob {}
}
