package dev.evokernel.report;

import module java.base;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.store.StoredRun;
import dev.evokernel.text.Units;

/** HTML page about one run, or several runs side by side. */
public final class ReportPage {

  public static final String FILE_NAME = "report.html";

  public static final String CHARTS = "echarts.common.min.js";

  private ReportPage() {}

  /** The whole page on one run or more. */
  public static String html(List<StudiedRun> runs) {
    var writer = new Html(0);
    String body =
        runs.size() == 1
            ? header(runs.getFirst(), 1) + sections(runs.getFirst(), writer, "", false)
            : several(runs, writer);
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
  public static Fragment sections(StudiedRun run, boolean isLive) {
    var writer = new Html(isLive ? 1 : 0);
    String html = sections(run, writer, "", isLive);
    return new Fragment(html, writer.charts());
  }

  /**
   * Chart of a running search: every evaluation so far, and the best.
   *
   * @param trace all evaluations so far
   */
  public static Fragment live(SearchTrace.Excerpt trace) {
    var writer = new Html(0);
    String html =
        writer.html(
            List.of(
                SearchTrace.chart(
                    trace, "The best so far is shown above.", "", Block.Together.of())));
    return new Fragment(html, writer.charts());
  }

  /** A resource of every page: {@code page.css}, {@code page.js} or the chart library. */
  public static String file(String name) {
    try (InputStream in = ReportPage.class.getResourceAsStream("page/" + name)) {
      Objects.requireNonNull(in, () -> "The program lacks its file " + name + ".");
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Fills {@code page.html} with the style, the chart library, the script and the data. The content
   * security policy allows these scripts and this style by their digests, and no request.
   */
  private static String fill(String title, String body, String charts) {
    String style = file("page.css");
    String library = file(CHARTS);
    String script = file("page.js");
    Map<String, String> contents =
        Map.of(
            "title", Html.escaped(title),
            "policy", policy(style, library, script),
            "style", style,
            "body", body,
            "data", charts,
            "library", library,
            "script", script);
    return Html.filled(file("page.html"), contents);
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

  /**
   * Section of a page.
   *
   * @param id anchor of the section: letters, digits and dashes
   */
  record Section(String id, String heading, List<Block> blocks) {
    Section {
      if (!id.matches("[a-z0-9-]+")) {
        throw new IllegalArgumentException("An anchor must be [a-z0-9-]+, was '" + id + "'.");
      }
      blocks = List.copyOf(blocks);
    }

    static Section of(String id, String heading, Block... blocks) {
      return new Section(id, heading, List.of(blocks));
    }

    private String html(Html writer, String prefix) {
      return "<section id=\"%1$s\" aria-labelledby=\"%1$s-heading\">\n<h2 id=\"%1$s-heading\">%2$s</h2>\n%3$s</section>\n"
          .formatted(prefix + id, Html.escaped(heading), writer.html(blocks));
    }
  }

  private static String several(List<StudiedRun> runs, Html writer) {
    var body = new StringBuilder();
    body.append("<header>\n<p class=\"eyebrow\">evo report</p>\n<h1>")
        .append(Numbers.count(runs.size(), "run"))
        .append(" side by side</h1>\n</header>\n")
        .append(ComparisonSection.of(runs).html(writer, ""));
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

  private static String sections(StudiedRun run, Html writer, String prefix, boolean isLive) {
    List<Section> sections = new ArrayList<>();
    sections.add(new Section("verdict", "Verdict", new VerdictSection(run).parts()));
    sections.add(ClosingSections.next(run));
    if (!isLive) {
      sections.add(SearchTrace.section(run));
    }
    sections.add(ParametersSection.of(run));
    sections.add(Change.section(run));
    ParametersSection.slices(run).ifPresent(sections::add);
    ClosingSections.finalists(run).ifPresent(sections::add);
    sections.add(DeviceSection.roofline(run));
    sections.add(ClosingSections.rejections(run));
    sections.add(DeviceSection.of(run));
    ClosingSections.time(run).ifPresent(sections::add);
    sections.add(ClosingSections.reproduce(run));
    return navigation(sections, prefix)
        + sections.stream()
            .map(section -> section.html(writer, prefix))
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
}
