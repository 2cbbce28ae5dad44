package dev.evokernel.report;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.fixture.Altered;
import dev.evokernel.fixture.Examples;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.ExampleRun;
import dev.evokernel.store.RunHistory;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class ReportPageTest {

  private static final Pattern ELEMENT =
      Pattern.compile("<(script|style)([^>]*)>(.*?)</\\1>", Pattern.DOTALL);
  private static final String HOSTILE = "</script><script>alert(1)</script><!--{{script}}";

  private static String page(RunHistory... histories) {
    return ReportPage.html(
        List.of(histories).stream()
            .map(one -> StudiedRun.of(one, Optional.empty(), Path.of("results"), ZoneOffset.UTC))
            .toList());
  }

  private static List<String> contents(String page, String name) {
    return ELEMENT
        .matcher(page)
        .results()
        .filter(one -> one.group(1).equals(name))
        .map(one -> one.group(3))
        .toList();
  }

  private static JsonNode data(String page) {
    return JsonMapper.builder().build().readTree(contents(page, "script").getFirst());
  }

  /** The example, with a kernel, a device and an origin that want to break out. */
  private static RunHistory hostile() {
    RunHistory history = ExampleRun.history();
    List<Candidate> candidates =
        history.candidates().stream()
            .map(one -> Altered.of(one, "proposal.origin", HOSTILE))
            .toList();
    var changes = new ArrayList<Object>(List.of("candidates", candidates));
    for (String text :
        List.of(
            "subject.kernel",
            "subject.folder",
            "subject.sourceHash",
            "provenance.device.model",
            "provenance.device.driver",
            "provenance.compiler",
            "provenance.host",
            "provenance.evoVersion",
            "job")) {
      changes.addAll(List.of("run.run." + text, HOSTILE));
    }
    return Altered.of(history, changes.toArray());
  }

  @Test
  void html_finishedRun_answersFirst() {
    String page = page(ExampleRun.history());
    assertThat(page)
        .contains("<h1>Candidate 2 is the champion: 1.2")
        .contains("<p class=\"eyebrow\">gemm on AMD EPYC, 2 cores</p>");
    assertThat(page.indexOf("What is the speed-up?"))
        .isLessThan(page.indexOf("How certain is it?"));
    assertThat(page.indexOf("What next?")).isLessThan(page.indexOf("id=\"convergence\""));
  }

  @Test
  void html_dataThatWantsToBreakOut_staysText() {
    String page = page(hostile(), ExampleRun.history());
    assertThat(contents(page, "script")).hasSize(3);
    assertThat(page.split("<script", -1)).hasSize(4);
    assertThat(page).doesNotContain("<script>alert").contains("&lt;script&gt;alert(1)");
    assertThat(page.replace(contents(page, "script").get(1), "")).doesNotContain("<!--");
    assertThat(data(page).isArray()).isTrue();
  }

  @Test
  void html_policy_allowsTheseScriptsAndNoRequest() throws NoSuchAlgorithmException {
    String page = page(ExampleRun.history());
    assertThat(page).contains("content=\"default-src 'none'; img-src data:; base-uri 'none'");
    List<String> scripts = contents(page, "script");
    for (String allowed :
        List.of(scripts.get(1), scripts.get(2), contents(page, "style").getFirst())) {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(allowed.getBytes(StandardCharsets.UTF_8));
      assertThat(page).contains("'sha256-" + Base64.getEncoder().encodeToString(digest) + "'");
    }
    String rest = ELEMENT.matcher(page).replaceAll("");
    assertThat(rest).doesNotContain(" src=", "http:", "https:", "style=", "onclick");
    assertThat(rest.split(" href=\"", -1))
        .allMatch(one -> one.startsWith("#") || one.startsWith("<!"));
  }

  @Test
  void html_everyChart_hasItsPlaceAndATableBehindIt() {
    String page = page(ExampleRun.history());
    JsonNode charts = data(page);
    assertThat(charts.size()).isGreaterThanOrEqualTo(3);
    for (int i = 0; i < charts.size(); i++) {
      assertThat(page).contains("id=\"chart-%d\" role=\"img\" aria-label=\"".formatted(i));
      assertThat(contents(page, "script").getLast())
          .contains(" " + charts.get(i).get("kind").asString() + "(");
    }
    assertThat(page.split("<figure>", -1)).hasSize(charts.size() + 1);
    assertThat(page.split("<figure>", -1))
        .allMatch(one -> !one.startsWith("\n") || one.contains("<table>"));
  }

  @Test
  void html_convergence_hasEveryEvaluationAndItsImprovements() {
    JsonNode trace =
        data(page(ExampleRun.history()))
            .valueStream()
            .filter(one -> one.get("kind").asString().equals("convergence"))
            .findFirst()
            .orElseThrow()
            .get("data")
            .get(0);
    assertThat(trace.get("speed").size()).isEqualTo(4);
    assertThat(trace.get("millis").size()).isEqualTo(4);
    assertThat(trace.get("best").size()).isEqualTo(2);
    JsonNode last = trace.get("best").get(1);
    assertThat(last.get(1).asInt()).isGreaterThan(10_000);
    assertThat(trace.get("speed").get(last.get(0).asInt())).isEqualTo(last.get(1));
  }

  @Test
  void html_interruptedRun_saysThatItIsNotToBeTrusted() {
    assertThat(page(ExampleRun.interrupted()))
        .contains("Not confirmed: no finals")
        .contains("evo run --resume " + ExampleRun.ID);
  }

  @Test
  void html_defaultStays_doesNotClaimAGain() {
    RunHistory history = ExampleRun.history();
    String page =
        page(
            Examples.history(
                history.run(),
                history.candidates(),
                Optional.of(ExampleRun.finals(101_000, 40_500))));
    assertThat(page)
        .contains("None: the default stays")
        .contains("The finals did not accept the best")
        .doesNotContain("champion.h beside this page");
  }

  @Test
  void html_nothingMeasured_isAPageAllTheSame() {
    RunHistory history = ExampleRun.interrupted();
    assertThat(page(Examples.history(history.run(), List.of(), Optional.empty())))
        .contains("<h1>No candidate was measured.</h1>")
        .contains("No measurement");
  }

  @Test
  void html_runsOfTwoKernels_compareOnlyThoseOfOne() {
    assertThat(page(hostile(), ExampleRun.history()))
        .contains("2 runs side by side")
        .doesNotContain("Time by shape", "Best so far of each run");
    assertThat(page(hostile(), ExampleRun.history(), ExampleRun.interrupted()))
        .contains("Time by shape of gemm", "Configurations of gemm");
  }

  @Test
  void html_severalRuns_standSideBySideUnderAnchorsOfTheirOwn() {
    String page = page(ExampleRun.history(), ExampleRun.interrupted());
    assertThat(page)
        .contains("2 runs side by side", "id=\"run-1-verdict\"", "id=\"run-2-verdict\"");
    List<String> ids =
        Pattern.compile(" id=\"([^\"]+)\"")
            .matcher(ELEMENT.matcher(page).replaceAll(""))
            .results()
            .map(one -> one.group(1))
            .toList();
    assertThat(ids).doesNotHaveDuplicates();
  }

  /** The least contrast of graphics on the web is 3 to 1. */
  @Test
  void html_pointsOfCharts_standOutInBothThemes() {
    String page = page(ExampleRun.history());
    List<String> points = colours(page, "faint");
    List<String> panels = colours(page, "panel");
    assertThat(points).hasSize(2);
    for (int theme = 0; theme < 2; theme++) {
      double one = luminance(points.get(theme), 0.8, panels.get(theme));
      double other = luminance(panels.get(theme), 1, panels.get(theme));
      assertThat((Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)).isGreaterThan(3);
    }
    assertThat(page).contains("color: ink.faint, opacity: 0.8");
  }

  private static List<String> colours(String page, String name) {
    return Pattern.compile("--" + name + ": #(\\p{XDigit}{6})")
        .matcher(page)
        .results()
        .map(found -> found.group(1))
        .toList();
  }

  private static double luminance(String colour, double opacity, String behind) {
    double[] weights = {0.2126, 0.7152, 0.0722};
    double sum = 0;
    for (int i = 0; i < 3; i++) {
      double own = Integer.parseInt(colour.substring(2 * i, 2 * i + 2), 16);
      double back = Integer.parseInt(behind.substring(2 * i, 2 * i + 2), 16);
      double mixed = (opacity * own + (1 - opacity) * back) / 255;
      sum += weights[i] * (mixed <= 0.04 ? mixed / 12.92 : Math.pow((mixed + 0.055) / 1.055, 2.4));
    }
    return sum;
  }

  @Test
  void html_withBaselines_namesThemRatherThanCallingThemLibraries() {
    assertThat(page(BaselineReportTest.BOTH))
        .contains("Over blas: ")
        .doesNotContain("fastest library");
  }
}
