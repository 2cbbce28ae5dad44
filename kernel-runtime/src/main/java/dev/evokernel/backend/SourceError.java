package dev.evokernel.backend;

import java.util.regex.Pattern;

/**
 * Distinguishes a compile error, which is certain to occur again, from a compiler that was killed,
 * ran out of a resource or crashed. An unclear message counts as the latter: that costs one more
 * compilation, while a wrong result in the cache would lose a configuration.
 */
final class SourceError {

  /** {@code x.c:3:5: error}, {@code x.cu(3): error}, and the errors of assemblers and linkers. */
  private static final Pattern PLACED =
      Pattern.compile(
          "(?m)^.+(:\\d+|\\(\\d+\\)): (fatal |catastrophic )?error\\b"
              + "|^ptxas (error|fatal) +:"
              + "|: undefined reference to ");

  private static final Pattern BREAKDOWN =
      Pattern.compile(
          "(?i)\\b(signal|killed|terminated|aborted|died|crash(ed)?|segmentation fault"
              + "|internal (compiler )?error|out of (memory|disk)|memory (exhausted|allocation)"
              + "|(cannot|could not|failed to) (allocate|create|open|write|fork|execute)"
              + "|no space left|input/output error|too many open files|resource temporarily"
              + "|disk quota|read-only file system|permission denied)\\b|Assertion `");

  private SourceError() {}

  static boolean isIn(String log) {
    return PLACED.matcher(log).find() && !BREAKDOWN.matcher(log).find();
  }
}
