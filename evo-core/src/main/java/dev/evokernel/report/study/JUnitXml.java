package dev.evokernel.report.study;

import dev.evokernel.comparison.RegressionCheck.Verdict;
import dev.evokernel.kernel.yaml.Printable;
import dev.evokernel.report.render.Html;
import java.util.List;
import java.util.stream.Collectors;

/** Writer of findings in JUnit's XML, for CI systems. */
final class JUnitXml {

  private JUnitXml() {}

  /**
   * Test case for a shape of a kernel.
   *
   * @param message the finding, on one line
   * @param details further lines
   */
  record Case(String kernel, String shape, Verdict verdict, String message, String details) {

    private String xml() {
      String finding =
          switch (verdict) {
            case FINE ->
                "<system-out>%s\n%s</system-out>".formatted(escaped(message), escaped(details));
            case REGRESSION ->
                "<failure message=\"%s\">%s</failure>".formatted(line(), escaped(details));
            case UNDECIDED -> "<skipped message=\"%s\"/>".formatted(line());
          };
      return """
              <testcase classname="%s" name="%s">
                %s
              </testcase>
          """
          .formatted(escaped(kernel), escaped(shape), finding);
    }

    private String line() {
      return escaped(Printable.line(message));
    }
  }

  /** Writes a suite: a regression is a failure, an inconclusive case is skipped. */
  static String of(String suite, List<Case> cases) {
    return """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites>
          <testsuite name="%s" tests="%s" failures="%s" errors="0" skipped="%s">
        %s  </testsuite>
        </testsuites>
        """
        .formatted(
            escaped(suite),
            cases.size(),
            count(cases, Verdict.REGRESSION),
            count(cases, Verdict.UNDECIDED),
            cases.stream().map(Case::xml).collect(Collectors.joining()));
  }

  private static long count(List<Case> cases, Verdict verdict) {
    return cases.stream().filter(shape -> shape.verdict() == verdict).count();
  }

  /** Escapes text, and replaces characters that XML 1.0 does not allow by U+FFFD. */
  private static String escaped(String text) {
    return Html.escaped(
        text.replaceAll("[^\\n\\t\\x20-\\uD7FF\\uE000-\\uFFFD\\x{10000}-\\x{10FFFF}]", "\uFFFD"));
  }
}
