package dev.evokernel.kernel.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Collections;
import org.junit.jupiter.api.Test;

final class FileProblemTest {

  private static final Path FILE = Path.of("kernel.yaml");

  @Test
  void toString_placeInALongLine_showsThePartAroundItWithTheCaretBelow() {
    String line = "a, ".repeat(5000) + "WRONG" + ", b".repeat(5000);
    String text = problem(15_001, 5, "unknown name 'WRONG'", line).toString();

    String[] lines = text.split("\n", -1);
    assertThat(text).hasSizeLessThan(400);
    assertThat(lines[1]).startsWith("  a, ").endsWith("…");
    assertThat(lines[1].substring(lines[2].indexOf('^'), lines[2].lastIndexOf('^') + 1))
        .isEqualTo("WRONG");
  }

  @Test
  void toString_longValueAndSentence_areCut() {
    String value = "x".repeat(5000);
    String text = problem(1, 1, "'a' cannot be '" + value + "' here", "a: " + value).toString();

    assertThat(text).hasSizeLessThan(500).contains("'a' cannot be 'xxx").contains("x…' here");
    assertThat(problem(1, 1, value, "a: 1").toString()).hasSizeLessThan(500);
  }

  @Test
  void toString_textBetweenTwoShortValues_isWhole() {
    String message = "lang='C' " + "word ".repeat(40) + "name='kern' of the kernel's file";

    assertThat(FileProblem.ofFile(Path.of("a.py"), message, "").toString()).contains(message);
  }

  @Test
  void toString_terminalCommandInALine_isAQuestionMarkOfItsWidth() {
    String text = problem(1, 4, "no value", "a\u001b[2J\tb").toString();
    assertThat(text).contains("\n  a?[2J\tb\n  ^");
  }

  @Test
  void message_manyProblems_countsThoseThatAreNotShown() {
    var many = Collections.nCopies(27, problem(1, 1, "wrong", "a: 1"));
    var e = new InvalidFileException(many);
    assertThat(e.problems()).hasSize(27);
    assertThat(e).hasMessageEndingWith("\n… and 17 more.");
  }

  private static FileProblem problem(int column, int width, String message, String line) {
    return new FileProblem(FILE, 7, column, width, message, "", line);
  }
}
