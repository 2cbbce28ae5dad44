package dev.evokernel.backend;

import java.util.regex.Pattern;

/**
 * Tells a compiler that found fault with a source, and will again, from one that was killed, ran
 * out of something or broke down. In doubt it is the latter: that costs a compilation, and a wrong
 * verdict kept for good would cost a configuration.
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
