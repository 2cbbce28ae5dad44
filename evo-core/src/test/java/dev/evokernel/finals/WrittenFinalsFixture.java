package dev.evokernel.finals;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.outcome.Samples;
import dev.evokernel.report.BestResult;
import dev.evokernel.report.Conclusion;
import dev.evokernel.report.ReportPage;
import dev.evokernel.report.RunDocument;
import dev.evokernel.report.RunFiles;
import dev.evokernel.report.RunReports;
import dev.evokernel.report.StudiedRun;
import dev.evokernel.report.TextRenderer;
import dev.evokernel.stats.ConfirmedRatio;
import dev.evokernel.stats.ProcessSamples;
import dev.evokernel.stats.Verdict.Decision;
import org.assertj.core.data.Offset;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Texts and files that a run writes about drawn finals, and their figures from the samples. */
abstract class WrittenFinalsFixture {

  private static final int WHOLE_PAGE = 10;

  record Interval(double ratio, double low, double high) {

    boolean isMeasurable() {
      return high / low <= 10;
    }

    String figure() {
      return isMeasurable()
          ? "%.3f×".formatted(ratio)
          : low > 1
              ? "at least %.3f×".formatted(low)
              : high < 1 ? "at most %.3f×".formatted(high) : "not measurable on this machine now";
    }

    String ends() {
      return isMeasurable() ? "%.3f to %.3f".formatted(low, high) : "wider than a factor of 10";
    }

    String cell() {
      return figure() + (isMeasurable() ? " (" + ends() + ")" : "");
    }
  }

  DrawnFinals finals = DrawnFinals.of(0);
  String text = "";
  String markdown = "";
  String page = "";
  JsonNode json = JsonMapper.builder().build().nullNode();

  /** Speed-up of each finalist by shape, as the CSV has it. */
  final Map<Integer, Map<String, Interval>> speedUps = new TreeMap<>();

  /** The candidate that the verdict is about, by shape. */
  final SequencedMap<String, Integer> served = new LinkedHashMap<>();

  void write(long seed) {
    DrawnFinals drawn = DrawnFinals.of(seed);
    finals = drawn;
    text = RunReports.of(drawn.history()).text(new TextRenderer(Integer.MAX_VALUE, false, true));
    markdown = RunDocument.summary(drawn.history(), Optional.empty(), ZoneOffset.UTC).markdown();
    page = page(drawn, seed % WHOLE_PAGE == 0).replace("&#39;", "'");
    json = JsonMapper.builder().build().readTree(new BestResult(drawn.history()).json());
  }

  /** The headline and the sections of a page; most tests leave out its frame, which is slow. */
  static String page(DrawnFinals drawn, boolean isWhole) {
    var subject =
        StudiedRun.of(drawn.history(), Optional.empty(), Path.of("results"), ZoneOffset.UTC);
    if (!isWhole) {
      return "<h1>%s</h1>\n%s"
          .formatted(
              Conclusion.of(drawn.history()).headline(),
              ReportPage.sections(subject, false).html());
    }
    String html = ReportPage.html(List.of(subject));
    int start = html.indexOf("<header>");
    return html.substring(start, html.indexOf("<script", start));
  }

  void csvAgreesWithTheSamples() {
    List<String> lines = new RunFiles.FinalsLog(finals.history()).csv().lines().toList();
    List<String> columns = List.of(lines.getFirst().split(","));
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split(",", -1);
      int number = Integer.parseInt(cells[columns.indexOf("candidate")]);
      String shape = cells[columns.indexOf("shape")];
      assertThat(Double.parseDouble(cells[columns.indexOf("p50_ns")]))
          .isCloseTo(samples(number, shape).all().p50(), within(1e-6));
      String ratio = cells[columns.indexOf("speedup")];
      assertThat(ratio.isEmpty()).isEqualTo(number == DrawnFinals.DEFAULT);
      Interval interval =
          ratio.isEmpty()
              ? new Interval(1, 1, 1)
              : new Interval(
                  Double.parseDouble(ratio),
                  Double.parseDouble(cells[columns.indexOf("low")]),
                  Double.parseDouble(cells[columns.indexOf("high")]));
      requireAmongProcesses(interval.ratio(), number, shape);
      if (number != DrawnFinals.DEFAULT) {
        assertThat(interval.ratio()).isCloseTo(estimate(number, shape), within(1e-9));
      }
      speedUps.computeIfAbsent(number, _ -> new TreeMap<>()).put(shape, interval);
    }
  }

  private double estimate(int number, String shape) {
    var others = new LinkedHashMap<>(finals.samples());
    Map<String, ProcessSamples> base = Objects.requireNonNull(others.remove(DrawnFinals.DEFAULT));
    Map<String, ConfirmedRatio> ratios =
        Objects.requireNonNull(ConfirmedRatio.of(base, others, 1).get(number));
    return Objects.requireNonNull(ratios.get(shape)).speedUp().ratio();
  }

  /** A weighted mean of the counted processes' ratios of medians lies among them. */
  private void requireAmongProcesses(double ratio, int number, String shape) {
    DoubleSummaryStatistics ratios =
        counted(number, shape).stream()
            .mapToDouble(
                process ->
                    in(process, DrawnFinals.DEFAULT, shape).p50()
                        / in(process, number, shape).p50())
            .summaryStatistics();
    assertThat(ratio).isBetween(ratios.getMin() * (1 - 1e-9), ratios.getMax() * (1 + 1e-9));
  }

  List<Integer> counted(int number, String shape) {
    List<Integer> measured = List.copyOf(samples(number, shape).processes().keySet());
    List<Integer> later = measured.size() == 1 ? measured : measured.subList(1, measured.size());
    List<Integer> sound =
        later.stream().filter(process -> !isDisturbed(process, number, shape)).toList();
    return sound.isEmpty() ? later : sound;
  }

  boolean isDisturbed(int process, int number, String shape) {
    return Stream.of(DrawnFinals.DEFAULT, number)
        .map(one -> in(process, one, shape))
        .anyMatch(samples -> samples.quantile(0.75) > 2 * samples.min());
  }

  ProcessSamples samples(int number, String shape) {
    return Objects.requireNonNull(Objects.requireNonNull(finals.samples().get(number)).get(shape));
  }

  Samples in(int process, int number, String shape) {
    return Objects.requireNonNull(samples(number, shape).processes().get(process));
  }

  Interval speedUp(int number, String shape) {
    return Objects.requireNonNull(figures(number).get(shape));
  }

  Map<String, Interval> figures(int number) {
    return Objects.requireNonNull(speedUps.get(number));
  }

  double combined(Map<String, Integer> dispatch, ToDoubleFunction<Interval> figure) {
    var times = new LinkedHashMap<String, Double>();
    dispatch.forEach(
        (shape, number) -> times.put(shape, 1 / figure.applyAsDouble(speedUp(number, shape))));
    return 1 / finals.over().combine(times);
  }

  void requireOverall(String words, Map<String, Integer> dispatch, JsonNode figures) {
    List<Double> computed =
        List.of(
            combined(dispatch, Interval::ratio),
            combined(dispatch, Interval::low),
            combined(dispatch, Interval::high));
    List<String> fields = List.of("speedup", "low", "high");
    for (int i = 0; i < 3; i++) {
      double written = figures.get(fields.get(i)).doubleValue();
      assertThat(written).as(words).isCloseTo(computed.get(i), within(1e-9));
    }
    int processes =
        dispatch.entrySet().stream()
            .filter(entry -> entry.getValue() != DrawnFinals.DEFAULT)
            .mapToInt(entry -> confirming(entry.getValue(), entry.getKey()))
            .min()
            .orElseThrow();
    assertThat(figures.get("processes").intValue()).isEqualTo(processes);
    var interval = new Interval(computed.get(0), computed.get(1), computed.get(2));
    String said =
        "%s%s (95 %% CI %s, %s confirming process%s"
            .formatted(
                interval.figure(),
                interval.figure().endsWith("×") ? " the default" : "",
                interval.ends(),
                processes == 0 ? "no" : processes,
                processes > 1 ? "es" : "");
    assertThat(words).startsWith(said);
    assertThat(words.equals(said + ")")).as(words).isEqualTo(shapes().size() == 1);
  }

  private int confirming(int number, String shape) {
    return samples(number, shape).processes().size() == 1 ? 0 : counted(number, shape).size();
  }

  static List<String> rows(String text, String start) {
    return text.lines().map(String::strip).filter(line -> line.startsWith(start + " ")).toList();
  }

  int served(String shape) {
    return Objects.requireNonNull(served.get(shape));
  }

  List<String> shapes() {
    return finals.history().run().subject().shapes();
  }

  Decision decision() {
    return finals.decision().verdict().decision();
  }

  int needed() {
    return Math.min(finals.acceptance().shapes(), shapes().size());
  }

  static double printed(double ratio) {
    return Math.round(1000 * ratio) / 1000.0;
  }

  double ratioOf(int number, String shape) {
    return speedUp(number, shape).ratio();
  }

  static Offset<Double> within(double offset) {
    return Offset.offset(offset);
  }
}
