package dev.evokernel.kernel.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import module java.base;

import dev.evokernel.expr.Type;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the YAML of a file says, and where it says what it must not. */
class YamlDocumentTest {

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiterString = " | ",
      quoteCharacter = '`',
      textBlock =
          """
          16                    | INTEGER
          -9223372036854775808  | INTEGER
          '16'                  | TEXT
          !!str 16              | TEXT
          !!int '16'            | INTEGER
          012                   | TEXT
          1_000                 | TEXT
          1e3                   | REAL
          0.5                   | REAL
          !!bool yes            | TEXT
          no                    | TEXT
          true                  | BOOLEAN
          "true"                | TEXT
          |-\\n  a: 1           | TEXT
          """)
  void value_ofAScalar_isWhatYaml12MakesOfIt(String text, Type type) throws IOException {
    YamlNode value = read("key: " + text.translateEscapes()).root().value("key");
    assertThat(value.scalar().value().type()).isEqualTo(type);
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = " | ",
      quoteCharacter = '`',
      textBlock =
          """
          a: 1\\nb: [x, é\\001y]     | 2:9  | invalid YAML: special characters are not allowed
          a: {b: 1, {c: 2}: 3}       | 1:11 | invalid YAML: a key must be a text
          a: &one 1\\nb: [2, *one]   | 2:8  | anchors and aliases are not supported
          a: 1\\n<<: {b: 2}          | 2:1  | aliases and merge keys are not supported
          a: 1\\n---\\nb: 2          | 3:1  | a second document in one file
          a:\\n  "b": 1\\n  b: 2     | 3:3  | duplicate key 'b' (first on line 2)
          a: .inf                    | 1:4  | the number '.inf' is too large
          a: "b                      | 1:6  | invalid YAML: while scanning a quoted scalar; found unexpected end of stream
          """)
  void read_ofBadText_saysWhatAndWhere(String text, String place, String message)
      throws IOException {
    assertThat(problem(text.translateEscapes()))
        .startsWith(folder.resolve("x.yaml") + ":" + place + ": " + message);
  }

  @Test
  void read_ofEndlessNesting_isAProblemAndNoStackOverflow() throws IOException {
    assertThat(problem("a: " + "[".repeat(400_000)))
        .contains(":1:503: invalid YAML: nested deeper than 500 levels");
  }

  /** A time quadratic in the length would reach the limit for a test that hangs. */
  @Test
  void read_ofALongLineWithASyntaxError_doesNotSearchTheLine() throws IOException {
    for (String text : List.of("x".repeat(1_000_000), "a{}".repeat(300_000))) {
      assertThat(problem("summary: " + text + ": y"))
          .contains("Check indentation, brackets and quotes from here upwards.")
          .hasSizeLessThan(1000);
    }
  }

  @ParameterizedTest
  @CsvSource({"\"a\\x00b\", U+0000", "\"\\e[31mred\", U+001B", "\"\\ud800\", U+D800"})
  void read_ofAControlCharacter_namesIt(String escaped, String name) throws IOException {
    assertThat(problem("a: 1\nb: " + escaped)).contains(":2:4: the control character " + name);
    assertThat(problem("a: 1\n" + escaped + ": 1")).contains(":2:1: the control character " + name);
  }

  @Test
  void read_ofManyProblemsInLongLines_isAShortMessage() throws IOException {
    String message = problem("a: {" + "key: 1, ".repeat(20_000) + "}");
    assertThat(message)
        .hasSizeLessThan(5000)
        .contains(":1:13: duplicate key 'key' (first on line 1)")
        .endsWith("\n… and 19,989 more.");
    String value = "x".repeat(100_000);
    assertThat(problem("a: *" + value)).hasSizeLessThan(1000);
  }

  private String problem(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("x.yaml"), text);
    var e = catchThrowableOfType(InvalidFileException.class, () -> YamlDocument.unvalidated(file));
    assertThat(e).as("no exception").isNotNull();
    return String.valueOf(e.getMessage());
  }

  private YamlDocument read(String text) throws IOException {
    return YamlDocument.unvalidated(Files.writeString(folder.resolve("x.yaml"), text));
  }
}
