package dev.evokernel.finals;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.report.RunHeaders;
import dev.evokernel.stats.AcceptanceRule.Tail;
import dev.evokernel.stats.Verdict.Decision;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Tag;
import tools.jackson.databind.JsonNode;

/**
 * Everything that a run writes about its finals, for finals drawn at random: text, Markdown, page,
 * JSON and CSV agree with each other and with figures computed here from the samples.
 */
final class WrittenFinalsTest extends WrittenFinalsFixture {

  private static final String FIGURE = "([^(]+ \\(95 % CI [^)]+\\))";
  private static final Pattern HEADLINE =
      Pattern.compile(
          "(Candidate (?<champion>\\d+) is the champion: |\\w+ configurations, chosen by shape: "
              + "|The default stays. Best candidate: (?<kept>\\d+), "
              + "|Not decided: the default stays for now. Best (candidate: (?<open>\\d+), "
              + "|set: candidates (?<set>[0-9, ]+), chosen by shape, ))(?<overall>.*)\\.");
  private static final Pattern REASON =
      Pattern.compile(
          "(s\\d): (faster|not slower|slightly slower|inconclusive|slower), "
              + FIGURE
              + "(, but by less than [0-9.]+×)?(, but p90 is [0-9.]+ % slower)?\\.");
  private static final Pattern SINGLE =
      Pattern.compile(
          "(?:Best single configuration|No single configuration was accepted for all shapes. Best):"
              + " candidate (\\d+), (.*)\\.");
  private static final Pattern STEP =
      Pattern.compile(
          "(\\d) configurations?: ([0-9.]+×), at most ([0-9.]+ %) slower than the fastest finalist"
              + " on a shape\\.");

  @RepeatedTest(100)
  void write_anyFinals_contradictsNothing(RepetitionInfo repetition) {
    requireConsistent(repetition.getCurrentRepetition());
  }

  @Tag("full")
  @RepeatedTest(3000)
  void write_thousandsOfFinals_contradictsNothing(RepetitionInfo repetition) {
    requireConsistent(1000 + repetition.getCurrentRepetition());
  }

  private void requireConsistent(long seed) {
    write(seed);
    csvAgreesWithTheSamples();
    int best = headlineAgreesWithTheTables();
    decisionFollowsFromTheFigures();
    reasonsAgreeWithTheFigures();
    setsAgreeWithTheFigures(best);
    tiesAreFinalists(best);
    disturbedProcessesAreTold();
  }

  /**
   * @return the best single configuration
   */
  private int headlineAgreesWithTheTables() {
    String headline = markdown.lines().filter(line -> line.startsWith("**")).findFirst().get();
    headline = headline.substring(2, headline.length() - 2);
    assertThat(text.lines().skip(2).findFirst()).contains(headline);
    assertThat(page).contains("<h1>" + headline + "</h1>");
    assertThat(RunHeaders.portfolio(finals.history()).isPresent())
        .isEqualTo(decision() == Decision.ACCEPTED && json.has("portfolio"));
    if (json.at("/best/candidate").isNull()) {
      assertThat(headline).isEqualTo("The default stays.");
      return DrawnFinals.DEFAULT;
    }
    Matcher said = HEADLINE.matcher(headline);
    assertThat(said.matches()).as(headline).isTrue();
    int best = json.at("/best/candidate").intValue();
    for (String name : List.of("champion", "kept", "open")) {
      assertThat(Optional.ofNullable(said.group(name)).map(Integer::valueOf).orElse(best))
          .isEqualTo(best);
    }
    boolean isSet = json.at("/portfolio/dispatch").valueStream().distinct().count() > 1;
    shapes()
        .forEach(
            shape ->
                served.put(
                    shape, isSet ? json.at("/portfolio/dispatch/" + shape).intValue() : best));
    assertThat(said.group("champion") == null && said.group("kept") == null)
        .as(headline)
        .isEqualTo(isSet || said.group("open") != null);
    requireOverall(said.group("overall"), served, json.at(isSet ? "/portfolio" : "/best"));
    for (String shape : shapes()) {
      Interval figure = speedUp(served(shape), shape);
      if (served(shape) != DrawnFinals.DEFAULT) {
        String cell = figure.cell();
        assertThat(page).contains(cell);
        assertThat(rows(text, shape)).anyMatch(row -> row.contains(cell));
        assertThat(rows(markdown, "| " + shape)).anyMatch(row -> row.contains(cell));
      }
    }
    for (JsonNode shape : json.at("/best/shapes")) {
      assertThat(shape.at("/speedup/ratio").doubleValue())
          .isEqualTo(speedUp(best, shape.get("shape").stringValue()).ratio());
    }
    rangeIsOfTheServedShapes();
    return best;
  }

  /** The page's sentence {@code From 1.017× on s0 to 1.291× on s2.} */
  private void rangeIsOfTheServedShapes() {
    Matcher range = Pattern.compile("From ([0-9.]+)× on \\w+ to ([0-9.]+)× on").matcher(page);
    if (range.find()) {
      DoubleSummaryStatistics ratios =
          shapes().stream()
              .map(shape -> speedUp(served(shape), shape))
              .filter(Interval::isMeasurable)
              .mapToDouble(Interval::ratio)
              .summaryStatistics();
      assertThat(range.group(1)).isEqualTo("%.3f".formatted(ratios.getMin()));
      assertThat(range.group(2)).isEqualTo("%.3f".formatted(ratios.getMax()));
    }
  }

  private void decisionFollowsFromTheFigures() {
    assertThat(json.get("basis").stringValue()).isEqualTo(decision().label());
    assertThat(json.at("/verdict/accepted").booleanValue())
        .isEqualTo(decision() == Decision.ACCEPTED);
    String start =
        switch (decision()) {
          case ACCEPTED -> "(?s).*is the champion: .*|.*chosen by shape: .*";
          case DEFAULT_STAYS -> "The default stays\\..*";
          case UNDECIDED -> "Not decided: .*";
        };
    assertThat(text.lines().skip(2).findFirst().get()).matches(start);
    assertThat(text.contains("docs/not-decided.md")).isEqualTo(decision() == Decision.UNDECIDED);
    assertThat(page)
        .contains(
            switch (decision()) {
              case ACCEPTED -> "<p class=\"gist\">%.3f× the default".formatted(headlineFigure());
              case DEFAULT_STAYS -> "<p class=\"gist\">None: the default stays";
              case UNDECIDED -> "<p class=\"gist\">Not decided: the default stays for now";
            });
    boolean isConfirmed =
        speedUps.keySet().stream()
            .filter(number -> number != DrawnFinals.DEFAULT)
            .anyMatch(number -> samples(number, "s0").processes().size() > 1);
    if (decision() == Decision.DEFAULT_STAYS && finals.acceptance().p90() == Tail.ANY) {
      speedUps.keySet().stream()
          .filter(number -> number != DrawnFinals.DEFAULT && !finals.excluded().contains(number))
          .filter(number -> !isConfirmed || samples(number, "s0").processes().size() > 1)
          .forEach(number -> assertThat(isRefuted(figures(number))).isTrue());
    }
    if (decision() == Decision.ACCEPTED) {
      assertThat(served.keySet()).allMatch(shape -> isServed(speedUp(served(shape), shape)));
    }
  }

  private double headlineFigure() {
    return combined(served, Interval::ratio);
  }

  private boolean isServed(Interval figure) {
    return printed(figure.low()) >= printed(1 / finals.acceptance().speedUp());
  }

  private boolean isRefuted(Map<String, Interval> figures) {
    double margin = finals.acceptance().speedUp();
    return figures.values().stream().anyMatch(f -> printed(f.high()) < printed(1 / margin))
        || figures.values().stream().filter(f -> printed(f.high()) >= margin).count() < needed();
  }

  private void reasonsAgreeWithTheFigures() {
    List<String> reasons = finals.decision().verdict().reasons();
    reasons.forEach(
        reason -> {
          assertThat(text).contains(reason);
          assertThat(markdown).contains("- " + reason);
          assertThat(page).contains(reason);
        });
    double margin = finals.acceptance().speedUp();
    int won = 0;
    boolean lost = false;
    for (String reason : reasons) {
      Matcher said = REASON.matcher(reason);
      if (said.matches()) {
        Interval figure = speedUp(served(said.group(1)), said.group(1));
        assertThat(said.group(3))
            .isEqualTo("%s (95 %% CI %s)".formatted(figure.figure(), figure.ends()));
        double ratio = printed(figure.ratio());
        double low = printed(figure.low());
        double high = printed(figure.high());
        assertThat(said.group(2))
            .as(reason)
            .isEqualTo(
                low > 1
                    ? "faster"
                    : high < printed(1 / margin)
                        ? "slower"
                        : low >= printed(1 / margin)
                            ? "not slower"
                            : high < 1 ? "slightly slower" : "inconclusive");
        assertThat(said.group(4) != null).isEqualTo(low > 1 && ratio < margin);
        won += low > 1 && ratio >= margin ? 1 : 0;
        lost |= said.group(2).equals("slower") || said.group(5) != null;
      }
      if (reason.endsWith(": the default stays.")) {
        assertThat(served(reason.substring(0, reason.indexOf(':')))).isEqualTo(DrawnFinals.DEFAULT);
      }
    }
    Matcher tooFew =
        Pattern.compile("It is at least [0-9.]+× faster on (\\d+) of (\\d+) .*; (\\d+) .*")
            .matcher(reasons.getFirst());
    if (tooFew.matches()) {
      assertThat(List.of(tooFew.group(1), tooFew.group(2), tooFew.group(3)))
          .isEqualTo(Stream.of(won, shapes().size(), needed()).map(String::valueOf).toList());
      assertThat(won).isLessThan(needed());
    }
    if (decision() == Decision.ACCEPTED) {
      assertThat(won).isGreaterThanOrEqualTo(needed());
    }
    if (reasons.stream().anyMatch(reason -> reason.startsWith("Only one process"))) {
      assertThat(decision()).isEqualTo(Decision.UNDECIDED);
    } else if (lost) {
      assertThat(decision()).isEqualTo(Decision.DEFAULT_STAYS);
    }
  }

  private void setsAgreeWithTheFigures(int best) {
    JsonNode portfolio = json.path("portfolio");
    if (portfolio.isMissingNode()) {
      return;
    }
    assertThat(portfolio.get("accepted")).isEqualTo(json.at("/verdict/accepted"));
    JsonNode chosen = portfolio.get("sets").get(portfolio.get("chosen").intValue() - 1);
    assertThat(chosen.get("speedup")).isEqualTo(portfolio.get("speedup"));
    assertThat(portfolio.get("sets").get(0).get("candidates").valueStream().toList())
        .extracting(JsonNode::intValue)
        .containsExactly(best);
    if (finals.excluded().isEmpty() || decision() == Decision.ACCEPTED) {
      assertThat(chosen.get("decision").stringValue()).isEqualTo(decision().label());
    }
    for (JsonNode set : portfolio.get("sets")) {
      var dispatch = new LinkedHashMap<String, Integer>();
      for (String shape : shapes()) {
        double fastest =
            speedUps.keySet().stream()
                .filter(number -> !finals.excluded().contains(number))
                .mapToDouble(number -> ratioOf(number, shape))
                .max()
                .orElseThrow();
        double loss = set.at("/losses/" + shape).doubleValue();
        dispatch.put(
            shape,
            set.get("candidates")
                .valueStream()
                .map(JsonNode::intValue)
                .filter(number -> Math.abs(fastest / ratioOf(number, shape) - 1 - loss) < 1e-9)
                .findFirst()
                .orElseThrow());
      }
      assertThat(set.get("speedup").doubleValue())
          .isCloseTo(combined(dispatch, Interval::ratio), within(1e-9));
      rowAgrees(set, set.equals(chosen) && decision() == Decision.ACCEPTED, chosen);
    }
    Matcher single = SINGLE.matcher(text);
    while (single.find()) {
      assertThat(Integer.parseInt(single.group(1))).isEqualTo(best);
      var everywhere = new LinkedHashMap<String, Integer>();
      shapes().forEach(shape -> everywhere.put(shape, best));
      requireOverall(single.group(2), everywhere, json.get("best"));
      assertThat(markdown).contains(single.group());
    }
  }

  /** The row of a set in the table, and the page's sentence about the set. */
  private void rowAgrees(JsonNode set, boolean isChosen, JsonNode chosen) {
    String size = String.valueOf(set.get("candidates").size());
    String speedUp = "%.3f×".formatted(set.get("speedup").doubleValue());
    double greatest =
        set.get("losses").valueStream().mapToDouble(JsonNode::doubleValue).max().orElseThrow();
    String loss = String.format(Locale.ROOT, "%.1f %%", 100 * greatest);
    String members =
        set.get("candidates")
            .valueStream()
            .map(JsonNode::asString)
            .collect(Collectors.joining(", "));
    String start = "| %s | %s | %s | %s |".formatted(size, members, speedUp, loss);
    List<String> rows = markdown.lines().filter(line -> line.startsWith(start)).toList();
    if (json.at("/portfolio/sets").size() > 1) {
      assertThat(rows).as(markdown + start).isNotEmpty();
      assertThat(rows.stream().anyMatch(row -> row.contains("chosen"))).isEqualTo(isChosen);
      boolean isBetter =
          set.get("decision").stringValue().equals(Decision.ACCEPTED.label())
              && set.get("speedup").doubleValue() > chosen.get("speedup").doubleValue();
      assertThat(rows).hasSize(1);
      assertThat(rows.getFirst().contains("not shown to be faster")).isEqualTo(isBetter);
      if (isBetter) {
        assertThat(set.get("candidates").size()).isGreaterThan(1);
      }
    }
    Matcher step = STEP.matcher(page);
    while (step.find()) {
      String expected =
          "\\| %s \\| [0-9, ]+ \\| %s \\| %s \\|.*"
              .formatted(step.group(1), step.group(2), step.group(3));
      assertThat(markdown.lines().anyMatch(line -> line.matches(expected)))
          .as(step.group())
          .isTrue();
    }
  }

  private void tiesAreFinalists(int best) {
    List<Integer> tied = json.at("/verdict/tied").valueStream().map(JsonNode::intValue).toList();
    assertThat(tied).doesNotContain(DrawnFinals.DEFAULT).noneMatch(finals.excluded()::contains);
    Matcher said =
        Pattern.compile("tied with the best single configuration: candidates? ([0-9, ]+)\\.")
            .matcher(markdown);
    assertThat(said.find()).isEqualTo(tied.size() > 1);
    if (tied.isEmpty()) {
      return;
    }
    assertThat(tied.getFirst()).isEqualTo(best);
    String others = tied.stream().skip(1).map(String::valueOf).collect(Collectors.joining(", "));
    if (tied.size() > 1) {
      assertThat(said.group(1)).isEqualTo(others);
      assertThat(page)
          .contains("best first: candidates " + best + ", " + others + ".")
          .contains(
              "; %d candidate%s statistically tied"
                  .formatted(tied.size() - 1, tied.size() == 2 ? "" : "s"));
    } else {
      assertThat(page).contains("No finalist is statistically tied with the best.");
    }
  }

  private void disturbedProcessesAreTold() {
    long disturbed =
        served.entrySet().stream()
            .filter(entry -> entry.getValue() != DrawnFinals.DEFAULT)
            .mapToLong(
                entry ->
                    samples(entry.getValue(), entry.getKey()).processes().keySet().stream()
                        .filter(process -> isDisturbed(process, entry.getValue(), entry.getKey()))
                        .count())
            .max()
            .orElse(0);
    String said =
        "Noisy machine: in %d of %d processes of the finals"
            .formatted(disturbed, finals.decision().processes());
    for (String written : List.of(text, markdown, page)) {
      assertThat(written.contains(said)).isEqualTo(disturbed > 0);
    }
    assertThat(page.contains("What next?</h3>\n<p class=\"gist\">Measure again on an idle machine"))
        .isEqualTo(disturbed > 0);
  }
}
