package dev.evokernel.fleet.wire;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.worker.protocol.Evaluated;
import dev.evokernel.worker.protocol.FinalsAttempt;
import java.util.Optional;

/** Result of a {@link FleetJob}. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "ended")
public sealed interface FleetResult {

  record CompiledThere(Compilation compilation) implements FleetResult {}

  /**
   * @param processes device processes started so far
   */
  record ReadyThere(int processes) implements FleetResult {}

  record EvaluatedThere(Evaluated evaluated) implements FleetResult {}

  /**
   * @param refusal empty if the candidate passed
   */
  record ExaminedThere(Optional<Rejected> refusal) implements FleetResult {}

  record FinalsEnded(FinalsAttempt attempt) implements FleetResult {}

  /** Failure of the host, not of a candidate. */
  record HostBroken(String message) implements FleetResult {}
}
