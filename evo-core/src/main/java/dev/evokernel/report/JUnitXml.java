package dev.evokernel.report;

import dev.evokernel.comparison.RegressionCheck.Verdict;
import java.util.List;
import java.util.stream.Collectors;

/** Findings in the XML that JUnit made the common language of CI systems. */
final class JUnitXml {

  /**
   * One shape of one kernel.
   *
   * @param message one line
   * @param details more lines
   */
  record Case(String kernel, String shape, Verdict verdict, String message, String details) {}

  private JUnitXml() {}

  /** A regression is a failure; what could not be decided is skipped, with the reason. */
  static String of(String suite, List<Case> cases) {
    return """
    <?xml version="1.0" encoding="UTF-8"?>
    <testsuites>
      <testsuite name="%s" tests="%d" failures="%d" errors="0" skipped="%d">
    %s  </testsuite>
    </testsuites>
    """
        .formatted(
            escaped(suite),
            cases.size(),
            count(cases, Verdict.REGRESSION),
            count(cases, Verdict.UNDECIDED),
            cases.stream().map(JUnitXml::element).collect(Collectors.joining()));
  }

  private static long count(List<Case> cases, Verdict verdict) {
    return cases.stream().filter(one -> one.verdict() == verdict).count();
  }

  private static String element(Case one) {
    String open =
        "    <testcase classname=\"%s\" name=\"%s\">\n"
            .formatted(escaped(one.kernel()), escaped(one.shape()));
    String body =
        switch (one.verdict()) {
          case FINE ->
              "      <system-out>%s</system-out>\n"
                  .formatted(escaped(one.message() + "\n" + one.details()));
          case REGRESSION ->
              "      <failure message=\"%s\">%s</failure>\n"
                  .formatted(escaped(one.message()), escaped(one.details()));
          case UNDECIDED -> "      <skipped message=\"%s\"/>\n".formatted(escaped(one.message()));
        };
    return open + body + "    </testcase>\n";
  }

  /** Text of a compiler or a driver may hold anything; XML 1.0 may not. */
  static String escaped(String text) {
    var escaped = new StringBuilder();
    text.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '&' -> escaped.append("&amp;");
                case '"' -> escaped.append("&quot;");
                case '\n' -> escaped.append("&#10;");
                case '\r' -> escaped.append("&#13;");
                case '\t' -> escaped.append("&#9;");
                default -> escaped.appendCodePoint(isAllowed(c) ? c : 0xFFFD);
              }
            });
    return escaped.toString();
  }

  private static boolean isAllowed(int c) {
    return (c >= 0x20 && c <= 0xD7FF) || (c >= 0xE000 && c <= 0xFFFD) || c >= 0x10000;
  }
}
