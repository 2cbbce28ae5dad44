package dev.evokernel.report.study;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.comparison.RegressionCheck.Verdict;
import dev.evokernel.report.study.RegressionGateReport.JUnitXml;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

final class JUnitXmlTest {

  private static Document parsed(String xml) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void of_everyVerdict_isOneCaseEach() throws Exception {
    Document xml =
        parsed(
            JUnitXml.of(
                "evo gate gemm",
                List.of(
                    new JUnitXml.Case("gemm", "small", Verdict.FINE, "not slower", "again"),
                    new JUnitXml.Case("gemm", "large", Verdict.REGRESSION, "worse", "again"),
                    new JUnitXml.Case("gemm", "ragged", Verdict.UNDECIDED, "noisy", "again"))));
    Element suite = (Element) xml.getElementsByTagName("testsuite").item(0);
    assertThat(suite.getAttribute("tests")).isEqualTo("3");
    assertThat(suite.getAttribute("failures")).isEqualTo("1");
    assertThat(suite.getAttribute("skipped")).isEqualTo("1");
    assertThat(xml.getElementsByTagName("testcase").getLength()).isEqualTo(3);
    Element failure = (Element) xml.getElementsByTagName("failure").item(0);
    assertThat(failure.getAttribute("message")).isEqualTo("worse");
    assertThat(((Element) failure.getParentNode()).getAttribute("name")).isEqualTo("large");
  }

  @Test
  void of_whateverACompilerSays_isWellFormed() throws Exception {
    String said = "a<b> & \"c\"\n\tinto 'd' \u0007\u001b[31m ]]> 💥 \ud800";
    Document xml =
        parsed(
            JUnitXml.of(
                "<&>", List.of(new JUnitXml.Case("k", "s", Verdict.REGRESSION, said, said))));
    Element failure = (Element) xml.getElementsByTagName("failure").item(0);
    assertThat(failure.getAttribute("message"))
        .startsWith("a<b> & \"c\" into 'd' ")
        .contains("]]> 💥");
    assertThat(failure.getTextContent()).startsWith("a<b> & \"c\"\n\tinto 'd' ");
  }
}
