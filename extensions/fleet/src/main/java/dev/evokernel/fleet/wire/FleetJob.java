package dev.evokernel.fleet.wire;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.worker.protocol.EvaluationRequest;
import dev.evokernel.worker.protocol.Finalist;
import dev.evokernel.worker.protocol.FinalsRequest;
import java.time.Duration;
import java.util.stream.Stream;

/**
 * Job from a coordinator to a worker. Binaries name their files only by digest; a worker requests
 * the files that its host lacks.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "job")
public sealed interface FleetJob {

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

  /** Binaries that the job needs. */
  default Stream<Binary> binaries() {
    return switch (this) {
      case CompileThere _, MakeReady _, RenewProcess _ -> Stream.of();
      case EvaluateThere(EvaluationRequest request) -> Stream.of(request.binary());
      case ExamineThere examine -> Stream.of(examine.binary());
      case SanitizeThere sanitize -> Stream.of(sanitize.binary());
      case HoldFinals(FinalsRequest request) -> request.finalists().stream().map(Finalist::binary);
    };
  }
}
