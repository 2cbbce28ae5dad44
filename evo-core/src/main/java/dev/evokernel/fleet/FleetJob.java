package dev.evokernel.fleet;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.evokernel.backend.Binary;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.worker.EvaluationRequest;
import dev.evokernel.worker.Finalist;
import dev.evokernel.worker.FinalsRequest;
import java.time.Duration;
import java.util.stream.Stream;

/**
 * A job that a coordinator gives to a worker. Binaries name their files by digest alone; a worker
 * asks for the files that its host lacks.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "job")
sealed interface FleetJob {

  /** Answered by {@link FleetResult.CompiledThere}. */
  record CompileThere(Configuration configuration) implements FleetJob {}

  /** Answered by {@link FleetResult.ReadyThere}. */
  record MakeReady() implements FleetJob {}

  /** The next evaluation is the first in a fresh process; answered by a count as well. */
  record RenewProcess() implements FleetJob {}

  /** Answered by {@link FleetResult.EvaluatedThere}. */
  record EvaluateThere(EvaluationRequest request) implements FleetJob {}

  /** Answered by {@link FleetResult.ExaminedThere}. */
  record ExamineThere(Configuration configuration, Binary binary) implements FleetJob {}

  /** A launch under the sanitizer; answered by {@link FleetResult.ExaminedThere}. */
  record SanitizeThere(Configuration configuration, Binary binary, Duration within)
      implements FleetJob {}

  /** Answered by {@link FleetResult.FinalsEnded}. */
  record HoldFinals(FinalsRequest request) implements FleetJob {}

  /** The binaries that it needs. */
  default Stream<Binary> binaries() {
    return switch (this) {
      case CompileThere _, MakeReady _, RenewProcess _ -> Stream.of();
      case EvaluateThere(EvaluationRequest request) -> Stream.of(request.binary());
      case ExamineThere one -> Stream.of(one.binary());
      case SanitizeThere one -> Stream.of(one.binary());
      case HoldFinals(FinalsRequest request) -> request.finalists().stream().map(Finalist::binary);
    };
  }
}
