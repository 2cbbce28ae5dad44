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
 * A job that a coordinator gives to a worker. Binaries name their files by digest alone; a worker
 * asks for the files that its host lacks.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "job")
public sealed interface FleetJob {

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
