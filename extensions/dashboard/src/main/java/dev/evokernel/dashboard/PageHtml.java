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

record PageHtml(Assets assets, Path results, ZoneId zone) {

  String list(Map<String, String> parts) {
    var contents = new HashMap<>(parts);
    contents.put("results", Html.escaped(results.toString()));
    return page(contents, "", filled("list.html", contents), "[]", List.of("live.js"));
  }

  /** Page of a run; the chart is empty unless the run is active. */
  String run(RunState state, Map<String, String> parts, Fragment chart) {
    StoredRun run = state.run();
    boolean isLive = state.status() == RunStatus.RUNNING;
    var contents = new HashMap<>(parts);
    contents.put("chart", chart.html());
    contents.put(
        "kernel",
        Html.escaped(run.subject().kernel() + " on " + run.provenance().device().model()));
    contents.put("id", Html.escaped(run.id()));
    contents.put("started", Units.minute(run.run().started(), zone));
    contents.put("now", isLive ? filled("now.html", contents) : stopped(state));
    contents.put("live", Boolean.toString(isLive));
    return page(
        contents,
        "../../",
        filled("run.html", contents),
        chart.charts(),
        List.of(ReportPage.CHARTS, "page.js", "live.js"));
  }

  private static String filled(String template, Map<String, String> contents) {
    return Html.filled(ShippedText.of(PageHtml.class, template), contents);
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

  private String page(
      Map<String, String> parts, String root, String body, String data, List<String> scripts) {
    var contents = new HashMap<>(parts);
    contents.put("style", "%sassets/page.css?%s".formatted(root, assets.version("page.css")));
    contents.put("title", Html.escaped(parts.getOrDefault("title", "evo")));
    contents.put("body", body);
    contents.put("data", data);
    contents.put(
        "scripts",
        scripts.stream()
            .map(
                script ->
                    "<script src=\"%sassets/%s?%s\"></script>\n"
                        .formatted(root, script, assets.version(script)))
            .collect(Collectors.joining()));
    return filled("dashboard.html", contents);
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
