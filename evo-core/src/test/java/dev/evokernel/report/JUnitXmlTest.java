package dev.evokernel.report;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.report.RegressionGateReport.Finding;
import dev.evokernel.report.RegressionGateReport.Verdict;
import dev.evokernel.store.ExampleRun;
import dev.evokernel.store.LeaderboardEntry;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.StoredLeaderboard.Filter;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** The XML of the regression gate; the golden files of the gate have a case of every verdict. */
final class JUnitXmlTest {

  @TempDir Path folder;

  private Document xml(String kernel, Verdict... verdicts) throws Exception {
    LeaderboardEntry entry;
    try (var store = ResultStore.open(folder.resolve("evo.db"))) {
      ExampleRun.writeTo(store);
      entry = store.leaderboard().ranked(Filter.everything(1)).getFirst();
    }
    var said =
        new Rejected(
            Rejection.COMPILE_ERROR, "", "a<b> & \"c\"\n\tinto 'd' \u0007\u001b[31m ]]> 💥 \ud800");
    var lines =
        Stream.of(verdicts)
            .map(
                verdict ->
                    new RegressionGateReport.Line(
                        entry.workload().shape(),
                        entry,
                        new Finding("s", verdict, Optional.empty(), Optional.of(said), false)))
            .toList();
    String xml = new RegressionGateReport(kernel, "", "", 0.02, lines, "evo gate 'a&b'").junit();
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void junit_everyVerdict_isOneCaseEach() throws Exception {
    Document xml = xml("gemm", Verdict.FINE, Verdict.REGRESSION, Verdict.UNDECIDED);
    Element suite = (Element) xml.getElementsByTagName("testsuite").item(0);
    assertThat(suite.getAttribute("name")).isEqualTo("evo gate gemm");
    assertThat(suite.getAttribute("tests")).isEqualTo("3");
    assertThat(suite.getAttribute("failures")).isEqualTo("1");
    assertThat(suite.getAttribute("skipped")).isEqualTo("1");
    assertThat(xml.getElementsByTagName("testcase").getLength()).isEqualTo(3);
    assertThat(xml.getElementsByTagName("failure").getLength()).isEqualTo(1);
  }

  @Test
  void junit_whateverACompilerSays_isWellFormed() throws Exception {
    Document xml = xml("<&>", Verdict.REGRESSION, Verdict.FINE);
    Element failure = (Element) xml.getElementsByTagName("failure").item(0);
    assertThat(failure.getAttribute("message"))
        .contains("a<b> & \"c\" into 'd' ")
        .contains("]]> 💥");
    assertThat(failure.getTextContent()).contains("Again: evo gate 'a&b'");
    assertThat(((Element) failure.getParentNode()).getAttribute("classname")).isEqualTo("<&>");
    assertThat(xml.getElementsByTagName("system-out").item(0).getTextContent())
        .contains("a<b> & \"c\"\n\tinto 'd' ");
  }
}
