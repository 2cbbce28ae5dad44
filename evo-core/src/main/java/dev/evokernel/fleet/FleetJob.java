package dev.evokernel.fleet;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.evokernel.backend.Binary;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.worker.Finalist;
import dev.evokernel.worker.TimedShapes;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * One thing that a coordinator has a worker do. Binaries name their files by digest alone; a worker
 * asks for those that its host does not have.
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
  record EvaluateThere(
      Configuration configuration,
      Binary binary,
      Map<String, Double> best,
      Duration limit,
      TimedShapes shapes)
      implements FleetJob {

    /** Whether it asks for the same, whatever the limits. */
    boolean isLike(EvaluateThere other) {
      return configuration.equals(other.configuration)
          && binary.digest().equals(other.binary.digest())
          && shapes.equals(other.shapes);
    }
  }

  /** Answered by {@link FleetResult.ExaminedThere}. */
  record ExamineThere(Configuration configuration, Binary binary) implements FleetJob {}

  /** A launch under the sanitizer; answered by {@link FleetResult.ExaminedThere}. */
  record SanitizeThere(Configuration configuration, Binary binary, Duration within)
      implements FleetJob {}

  /** Answered by {@link FleetResult.FinalsHeld} or {@link FleetResult.FinalistFailed}. */
  record HoldFinals(List<Finalist> finalists, FinalsSettings settings) implements FleetJob {}

  /** The binaries that it needs. */
  default Stream<Binary> binaries() {
    return switch (this) {
      case CompileThere _, MakeReady _, RenewProcess _ -> Stream.of();
      case EvaluateThere one -> Stream.of(one.binary());
      case ExamineThere one -> Stream.of(one.binary());
      case SanitizeThere one -> Stream.of(one.binary());
      case HoldFinals finals -> finals.finalists().stream().map(Finalist::binary);
    };
  }
}
