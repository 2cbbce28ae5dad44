package dev.evokernel.report.page;

import module java.base;

import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.kernel.yaml.Printable;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.report.finals.RunFacts;
import dev.evokernel.report.render.Html;
import dev.evokernel.report.text.Units;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.store.query.RunHistory;
import dev.evokernel.store.record.Candidate;
import dev.evokernel.store.run.StoredRun;

/** HTML page about one run, or several runs side by side. */
public final class ReportPage {

  public static final String FILE_NAME = "report.html";

  public static final String CHARTS = "echarts.common.min.js";

  private static final Pattern PLACE = Pattern.compile("\\{\\{([a-z]+)}}");

  private ReportPage() {}

  /**
   * Subject of a page.
   *
   * @param space valid configurations; if empty, parameters are studied over the evaluated ones
   * @param results the results folder, which has the folder of the run
   */
  public record Subject(RunHistory history, Optional<SearchSpace> space, Path results) {}

  /**
   * The whole page.
   *
   * @param subjects at least one
   */
  public static String html(List<Subject> subjects, ZoneId zone) {
    List<StudiedRun> runs = subjects.stream().map(subject -> StudiedRun.of(subject, zone)).toList();
    var writer = new PartHtml(0);
    String body = runs.size() == 1 ? single(runs.getFirst(), writer) : several(runs, zone, writer);
    String title =
        runs.stream()
            .map(run -> run.history().run().subject().kernel())
            .distinct()
            .collect(Collectors.joining(", "));
    return fill(title + " – evo report", body, writer.charts());
  }

  /**
   * Fragment of a page.
   *
   * @param html HTML with places for the charts
   * @param charts data of the charts, a JSON array
   */
  public record Fragment(String html, String charts) {}

  /**
   * Sections of a run's page.
   *
   * @param isLive whether the page starts with the chart of {@link #live}; then the section on
   *     convergence is left out
   */
  public static Fragment sections(Subject subject, ZoneId zone, boolean isLive) {
    StudiedRun run = StudiedRun.of(subject, zone);
    var writer = new PartHtml(isLive ? 1 : 0);
    String html = sections(run, writer, "", isLive);
    return new Fragment(html, Html.json(writer.charts()));
  }

  /**
   * Chart of a running search: every evaluation so far, and the best.
   *
   * @param ended evaluated candidates in the order of their end
   */
  public static Fragment live(StoredRun run, List<Candidate> ended) {
    var writer = new PartHtml(0);
    String html =
        writer.chart(
            ConvergenceSection.chart(
                ConvergenceSection.Trace.of(run, ended), "The best so far is shown above."),
            "");
    return new Fragment(html, Html.json(writer.charts()));
  }

  /** A resource of every page: {@code page.css}, {@code page.js} or the chart library. */
  public static String file(String name) {
    try (InputStream in = ReportPage.class.getResourceAsStream(name)) {
      Objects.requireNonNull(in, () -> "The program lacks its file " + name + ".");
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Fills {@code page.html} with the style, the chart library, the script and the data. The content
   * security policy allows these scripts and this style by their digests, and no request.
   *
   * @param body HTML
   * @param charts in the order of their places in the body
   */
  private static String fill(String title, String body, List<Part.Chart> charts) {
    String style = file("page.css");
    String library = file(CHARTS);
    String script = file("page.js");
    Map<String, String> contents =
        Map.of(
            "title", Html.escaped(title),
            "policy", policy(style, library, script),
            "style", style,
            "body", body,
            "data", Html.json(charts),
            "library", library,
            "script", script);
    return PLACE
        .matcher(file("page.html"))
        .replaceAll(
            place ->
                Matcher.quoteReplacement(
                    Objects.requireNonNull(contents.get(place.group(1)), place::group)));
  }

  private static String policy(String style, String... scripts) {
    return "default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; style-src %s; script-src %s"
        .formatted(
            digest(style),
            Stream.of(scripts).map(ReportPage::digest).collect(Collectors.joining(" ")));
  }

  private static String digest(String text) {
    byte[] digest = Configuration.sha256().digest(text.getBytes(StandardCharsets.UTF_8));
    return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
  }

  private static String single(StudiedRun run, PartHtml writer) {
    return header(run, 1) + sections(run, writer, "", false);
  }

  private static String several(List<StudiedRun> runs, ZoneId zone, PartHtml writer) {
    var body = new StringBuilder();
    body.append("<header>\n<p class=\"eyebrow\">evo report</p>\n<h1>")
        .append(Numbers.count(runs.size(), "run"))
        .append(" side by side</h1>\n</header>\n")
        .append(writer.section(ComparisonSection.of(runs, zone), ""));
    for (int i = 0; i < runs.size(); i++) {
      body.append("<details class=\"run\">\n<summary>")
          .append(Html.escaped(runs.get(i).id() + ": " + runs.get(i).conclusion().headline()))
          .append("</summary>\n")
          .append(header(runs.get(i), 2))
          .append(sections(runs.get(i), writer, "run-" + (i + 1) + "-", false))
          .append("</details>\n");
    }
    return body.toString();
  }

  private static String header(StudiedRun run, int level) {
    StoredRun stored = run.history().run();
    return "<header>\n<p class=\"eyebrow\">%s</p>\n<h%d>%s</h%d>\n<p class=\"sub\">%s</p>\n</header>\n"
        .formatted(
            Html.escaped(stored.subject().kernel() + " on " + stored.provenance().device().model()),
            level,
            Html.escaped(run.conclusion().headline()),
            level,
            Html.escaped(
                "Run %s, %s; started %s, duration %s."
                    .formatted(
                        run.id(),
                        stored.status().label(),
                        Units.minute(stored.run().started(), run.zone()),
                        Units.duration(stored.spent()))));
  }

  private static String sections(StudiedRun run, PartHtml writer, String prefix, boolean isLive) {
    List<Section> sections = new ArrayList<>();
    sections.add(
        new Section("verdict", "Verdict", new VerdictSection(run, ShapeLine.of(run)).parts()));
    sections.add(ClosingSections.next(run));
    if (!isLive) {
      sections.add(ConvergenceSection.of(run));
    }
    sections.add(ParametersSection.of(run));
    sections.add(Change.section(run));
    SlicesSection.of(run).ifPresent(sections::add);
    ClosingSections.finalists(run).ifPresent(sections::add);
    sections.add(RooflineSection.of(run));
    sections.add(RejectionsSection.of(run));
    sections.add(DeviceSection.of(run));
    ClosingSections.time(run).ifPresent(sections::add);
    sections.add(ClosingSections.reproduce(run));
    return navigation(sections, prefix)
        + sections.stream()
            .map(section -> writer.section(section, prefix))
            .collect(Collectors.joining());
  }

  private static String navigation(List<Section> sections, String prefix) {
    return sections.stream()
        .map(
            section ->
                "<a href=\"#%s%s\">%s</a>\n"
                    .formatted(prefix, section.id(), Html.escaped(section.heading())))
        .collect(Collectors.joining("", "<nav aria-label=\"Sections\">\n", "</nav>\n"));
  }

  /** Section with the reasons of rejections, with an example of each. */
  private static final class RejectionsSection {

    private static final int EXAMPLE = 110;

    private RejectionsSection() {}

    private record Case(Candidate candidate, Rejected why) {}

    static Section of(StudiedRun run) {
      List<Candidate> candidates = run.history().outlines();
      Map<Rejection, List<Case>> cases =
          candidates.stream()
              .flatMap(
                  candidate -> candidate.rejected().map(why -> new Case(candidate, why)).stream())
              .collect(
                  Collectors.groupingBy(
                      rejected -> rejected.why().reason(),
                      LinkedHashMap::new,
                      Collectors.toList()));
      long count = cases.values().stream().mapToLong(List::size).sum();
      var parts = new ArrayList<Part>();
      parts.add(
          Part.Text.of(
              count == 0
                  ? "0 of %s were rejected."
                      .formatted(Numbers.count(candidates.size(), "candidate"))
                  : "%s of %s were rejected (%s)."
                      .formatted(
                          Numbers.count(count),
                          Numbers.count(candidates.size(), "candidate"),
                          Numbers.percent((double) count / candidates.size()))));
      if (count > 0) {
        parts.add(bars(cases));
      }
      RunFacts.exclusions(run.history().flags())
          .ifPresent(text -> parts.add(Part.Text.of("Measured, but excluded: " + text + ".")));
      return new Section("rejections", "Rejections", parts);
    }

    private static Part bars(Map<Rejection, List<Case>> cases) {
      int most = cases.values().stream().mapToInt(List::size).max().orElse(1);
      return new Part.Bars(
          "reason",
          "candidates",
          cases.entrySet().stream()
              .sorted(Comparator.comparingInt(entry -> -entry.getValue().size()))
              .map(
                  entry ->
                      new Part.Bar(
                          entry.getKey().label(),
                          Numbers.count(entry.getValue().size()),
                          (double) entry.getValue().size() / most,
                          example(entry.getValue().getFirst())))
              .toList());
    }

    private static String example(Case rejected) {
      String message = Printable.line(rejected.why().message());
      String cut = message.length() > EXAMPLE ? message.substring(0, EXAMPLE) + "…" : message;
      String shape = rejected.why().shape();
      return "candidate %d%s: %s"
          .formatted(rejected.candidate().number(), shape.isEmpty() ? "" : " on " + shape, cut);
    }
  }
}
