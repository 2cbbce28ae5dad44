package dev.evokernel.backend.binary;

import java.util.regex.Pattern;

/**
 * Pattern of compile errors that are certain to occur again. A compiler that was killed, ran out of
 * a resource or crashed gives no such error, and neither does an unclear message: that costs one
 * more compilation, while a wrong failure in the cache would lose a configuration.
 */
final class SourceError {

  /**
   * Errors such as {@code x.c:3:5: error} and {@code x.cu(3): error}, and those of assemblers and
   * linkers.
   */
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
