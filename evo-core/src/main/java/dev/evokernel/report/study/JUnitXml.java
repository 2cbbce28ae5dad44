package dev.evokernel.report.study;

import dev.evokernel.comparison.RegressionCheck.Verdict;
import dev.evokernel.kernel.yaml.Printable;
import java.io.StringWriter;
import java.util.List;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Writer of findings in JUnit's XML, for CI systems. */
final class JUnitXml {

  /**
   * Test case for a shape of a kernel.
   *
   * @param message the finding, on one line
   * @param details further lines
   */
  record Case(String kernel, String shape, Verdict verdict, String message, String details) {}

  private final XMLStreamWriter xml;

  private JUnitXml(XMLStreamWriter xml) {
    this.xml = xml;
  }

  /** Writes a suite: a regression is a failure, an inconclusive case is skipped. */
  static String of(String suite, List<Case> cases) {
    var text = new StringWriter();
    try {
      XMLStreamWriter xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text);
      new JUnitXml(xml).write(suite, cases);
      xml.close();
    } catch (XMLStreamException e) {
      throw new IllegalStateException("A writer to memory failed.", e);
    }
    return text.append('\n').toString();
  }

  private void write(String suite, List<Case> cases) throws XMLStreamException {
    xml.writeStartDocument("UTF-8", "1.0");
    line(0);
    xml.writeStartElement("testsuites");
    line(1);
    xml.writeStartElement("testsuite");
    attribute("name", suite);
    attribute("tests", Integer.toString(cases.size()));
    attribute("failures", count(cases, Verdict.REGRESSION));
    attribute("errors", "0");
    attribute("skipped", count(cases, Verdict.UNDECIDED));
    for (Case shape : cases) {
      line(2);
      write(shape);
    }
    line(1);
    xml.writeEndElement();
    line(0);
    xml.writeEndElement();
    xml.writeEndDocument();
  }

  private void write(Case shape) throws XMLStreamException {
    xml.writeStartElement("testcase");
    attribute("classname", shape.kernel());
    attribute("name", shape.shape());
    line(3);
    switch (shape.verdict()) {
      case FINE -> {
        xml.writeStartElement("system-out");
        xml.writeCharacters(allowed(shape.message() + "\n" + shape.details()));
        xml.writeEndElement();
      }
      case REGRESSION -> {
        xml.writeStartElement("failure");
        attribute("message", Printable.line(shape.message()));
        xml.writeCharacters(allowed(shape.details()));
        xml.writeEndElement();
      }
      case UNDECIDED -> {
        xml.writeEmptyElement("skipped");
        attribute("message", Printable.line(shape.message()));
      }
    }
    line(2);
    xml.writeEndElement();
  }

  private static String count(List<Case> cases, Verdict verdict) {
    return Long.toString(cases.stream().filter(shape -> shape.verdict() == verdict).count());
  }

  private void line(int depth) throws XMLStreamException {
    xml.writeCharacters("\n" + "  ".repeat(depth));
  }

  private void attribute(String name, String value) throws XMLStreamException {
    xml.writeAttribute(name, allowed(value));
  }

  /** Replaces characters that XML 1.0 does not allow by U+FFFD. */
  private static String allowed(String text) {
    var allowed = new StringBuilder();
    text.codePoints().forEach(c -> allowed.appendCodePoint(isAllowed(c) ? c : 0xFFFD));
    return allowed.toString();
  }

  private static boolean isAllowed(int c) {
    return c == '\n'
        || c == '\t'
        || (c >= 0x20 && c <= 0xD7FF)
        || (c >= 0xE000 && c <= 0xFFFD)
        || c >= 0x10000;
  }
}
