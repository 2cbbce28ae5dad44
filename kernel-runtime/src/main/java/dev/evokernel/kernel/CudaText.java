package dev.evokernel.kernel;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a CUDA source shows of how it wants to be compiled and launched. It is read by words; what
 * macros hide is not seen.
 *
 * @param text of the source, comments may be in it
 */
public record CudaText(String text) {

  /** Libraries with parts for the host, and headers of C++ that evo has no stand-in for. */
  private static final Pattern HOST_HEADER =
      Pattern.compile(
          "(?m)^\\s*#\\s*include\\s*<((?:cub|thrust)/[^>]*"
              + "|(?!c(?:stdio|stdlib|string|time|math|float|limits|stdint)>|iostream>)[a-z_]+)>");

  private static final Pattern LAUNCH = Pattern.compile("(\\w+)\\s*(?:<[^<>;(){}]*>\\s*)?<<<");

  private static final Pattern WAITS_FOR_GRID = Pattern.compile("\\bthis_(?:multi_)?grid\\s*\\(");

  /** A header that NVRTC does not compile; empty where there is none. */
  public Optional<String> hostHeader() {
    Matcher found = HOST_HEADER.matcher(text);
    return found.find() ? Optional.of(found.group(1)) : Optional.empty();
  }

  /** The kernels that host code in it launches, in the source's order. */
  public List<String> launched() {
    return LAUNCH.matcher(text).results().map(found -> found.group(1)).distinct().toList();
  }

  /** Whether blocks wait for one another, so that the launch must be cooperative. */
  public boolean waitsForGrid() {
    return WAITS_FOR_GRID.matcher(text).find();
  }
}
