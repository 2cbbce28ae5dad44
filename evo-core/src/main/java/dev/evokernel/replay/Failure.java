package dev.evokernel.replay;

import dev.evokernel.outcome.Rejection;
import dev.evokernel.replay.Reading.Failed;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Translation of the files' names of failures into evo's reasons. */
final class Failure {

  /** Names in Kernel Tuner's cache files and in the T4 schema. */
  private static final Map<String, Rejection> KNOWN =
      Map.of(
          "CompilationFailedConfig", Rejection.COMPILE_ERROR,
          "RuntimeFailedConfig", Rejection.LAUNCH_FAILURE,
          "InvalidConfig", Rejection.CONSTRAINT,
          "constraints", Rejection.CONSTRAINT,
          "compile", Rejection.COMPILE_ERROR,
          "runtime", Rejection.LAUNCH_FAILURE,
          "timeout", Rejection.TIMEOUT,
          "correctness", Rejection.WRONG_RESULT);

  private Failure() {}

  /** Failure that a cache file names in place of a time. */
  static Failed of(@Nullable Object inPlaceOfTime) {
    String name = String.valueOf(inPlaceOfTime);
    return new Failed(KNOWN.getOrDefault(name, Rejection.LAUNCH_FAILURE), "recorded as " + name);
  }

  /**
   * Failure of a T4 file.
   *
   * @param invalidity name of the schema
   * @param inPlaceOfTime evo's own, more specific label
   */
  static Failed of(String invalidity, @Nullable Object inPlaceOfTime) {
    Rejection coarse = KNOWN.getOrDefault(invalidity, Rejection.LAUNCH_FAILURE);
    Rejection reason =
        Arrays.stream(Rejection.values())
            .filter(rejection -> rejection.label().equals(inPlaceOfTime))
            .findFirst()
            .orElse(coarse);
    return new Failed(reason, "recorded as " + invalidity);
  }
}
