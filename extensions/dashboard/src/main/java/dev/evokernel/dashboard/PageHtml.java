package dev.evokernel.dashboard;

import module java.base;

import dev.evokernel.backend.file.Sha256;
import dev.evokernel.kernel.yaml.Printable;
import dev.evokernel.kernel.yaml.ShippedText;
import dev.evokernel.report.Block;
import dev.evokernel.report.Html;
import dev.evokernel.report.ReportPage;
import dev.evokernel.report.ReportPage.Fragment;
import dev.evokernel.report.RunState;
import dev.evokernel.store.RunStatus;
import dev.evokernel.store.StoredRun;
import dev.evokernel.text.Launcher;
import dev.evokernel.text.Units;

/** Renders the pages with the current parts. */
record PageHtml(Assets assets, Path results, ZoneId zone) {

  String list(Map<String, String> parts) {
    String body =
        """
        <header>
        <p class="eyebrow">evo dashboard</p>
        %s
        <p class="sub">%s <span id="link" role="status"></span></p>
        </header>
        %s
        %s
        %s
        <section aria-labelledby="runs-heading"><h2 id="runs-heading">All runs</h2>
        %s
        </section>
        """
            .formatted(
                place("h1", "headline", parts),
                Html.escaped(results.toString()),
                problem(parts),
                place("div", "running", parts),
                place("div", "nights", parts),
                place("div", "runs", parts));
    return page(parts, "", body, "[]", List.of("live.js"));
  }

  /** Page of a run; the chart is empty unless the run is active. */
  String run(RunState state, Map<String, String> parts, Fragment chart) {
    StoredRun run = state.run();
    boolean isLive = state.status() == RunStatus.RUNNING;
    String body =
        """
        <header>
        <p class="eyebrow"><a href="../../">All runs</a> · %s</p>
        %s
        <p class="sub">%s, run %s, started %s <span id="link" role="status"></span></p>
        </header>
        %s
        %s
        <div id="report" data-live="%s"><p class="sub" id="wait">The report is being computed …</p></div>
        """
            .formatted(
                Html.escaped(run.subject().kernel() + " on " + run.provenance().device().model()),
                place("h1", "headline", parts),
                place("span", "state", parts),
                Html.escaped(run.id()),
                Units.minute(run.run().started(), zone),
                problem(parts),
                isLive ? now(parts, chart) : stopped(state),
                isLive);
    return page(
        parts, "../../", body, chart.charts(), List.of(ReportPage.CHARTS, "page.js", "live.js"));
  }

  private static String now(Map<String, String> parts, Fragment chart) {
    return """
    <section id="now" aria-labelledby="now-heading"><h2 id="now-heading">Now</h2>
    %s
    %s
    <div class="sub">%s</div>
    %s
    <h3>Last rejected</h3>
    %s
    </section>
    """
        .formatted(
            place("div", "tiles", parts),
            chart.html(),
            place("span", "device", parts),
            place("div", "flight", parts),
            place("div", "rejections", parts));
  }

  private String stopped(RunState state) {
    if (state.status() == RunStatus.FINISHED) {
      return "";
    }
    String why =
        state.status() == RunStatus.KILLED
            ? "This run was killed, or the machine went down. All finished evaluations are kept."
                + " Resume with:"
            : "This run was stopped before its end. All evaluations are kept. Resume with:";
    String command = Launcher.anywhere("run --resume " + Printable.word(state.run().id()), results);
    return "<section class=\"stopped\">\n"
        + Html.blocks(List.of(Block.Paragraph.of(why), Block.Commands.again(command)))
        + "</section>\n";
  }

  private static String problem(Map<String, String> parts) {
    return "<p class=\"notice problem\" id=\"problem\" role=\"alert\">%s</p>"
        .formatted(parts.getOrDefault("problem", ""));
  }

  private static String place(String element, String name, Map<String, String> parts) {
    return "<%s id=\"%s\">%s</%s>".formatted(element, name, parts.getOrDefault(name, ""), element);
  }

  private String page(
      Map<String, String> parts, String root, String body, String data, List<String> scripts) {
    var elements = new StringBuilder();
    for (String script : scripts) {
      elements.append(
          "<script src=\"%sassets/%s?%s\"></script>\n"
              .formatted(root, script, assets.version(script)));
    }
    return """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <link rel="icon" href="data:,">
    <title>%s</title>
    <link rel="stylesheet" href="%sassets/page.css?%s">
    </head>
    <body>
    <main>
    %s</main>
    <noscript><p class="notice">Without JavaScript this page does not update.</p></noscript>
    <script type="application/json" id="data">%s</script>
    %s</body>
    </html>
    """
        .formatted(
            Html.escaped(parts.getOrDefault("title", "evo")),
            root,
            assets.version("page.css"),
            body,
            data,
            elements);
  }

  /** Static files of the pages: style sheet, chart library, scripts. */
  static final class Assets {

    /**
     * Static file.
     *
     * @param version hash of the content; part of the address, so that browsers can cache the file
     */
    @SuppressWarnings("ArrayRecordComponent") // Sent, never compared.
    record Asset(String type, byte[] plain, byte[] packed, String version) {
      static Asset of(String type, String text) {
        byte[] plain = text.getBytes(StandardCharsets.UTF_8);
        return new Asset(type, plain, Assets.packed(plain), Sha256.of(plain).substring(0, 12));
      }
    }

    private static final String SCRIPT = "text/javascript; charset=utf-8";

    private final Map<String, Asset> assets =
        Map.of(
            "page.css",
            Asset.of(
                "text/css; charset=utf-8",
                ReportPage.file("page.css") + ShippedText.of(Assets.class, "dashboard.css")),
            "page.js",
            Asset.of(SCRIPT, ReportPage.file("page.js")),
            "live.js",
            Asset.of(SCRIPT, ShippedText.of(Assets.class, "live.js")),
            ReportPage.CHARTS,
            Asset.of(SCRIPT, ReportPage.file(ReportPage.CHARTS)));

    Optional<Asset> find(String name) {
      return Optional.ofNullable(assets.get(name));
    }

    String version(String name) {
      return find(name).orElseThrow().version();
    }

    static byte[] packed(byte[] plain) {
      var packed = new ByteArrayOutputStream(plain.length / 3 + 64);
      try (var gzip = new GZIPOutputStream(packed)) {
        gzip.write(plain);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return packed.toByteArray();
    }
  }
}
