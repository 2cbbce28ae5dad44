package dev.evokernel.t1;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.expr.value.Value;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.kernel.space.Parameter;
import dev.evokernel.kernel.yaml.InvalidFileException;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.space.binding.EmptySpaceException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class T1ReaderTest {

  private static final PythonTranslation TRANSLATION =
      new PythonTranslation(
          Map.of(
              "w", Stream.of(1, 2, 3, 4).map(Value::of).toList(),
              "flag", List.of(Value.of(true), Value.of(false)),
              "word", List.of(Value.of("row"), Value.of("column"))),
          UnaryOperator.identity());

  @TempDir Path folder;

  @Test
  void space_ofAFile_isWhatPythonSays() throws IOException {
    T1Space described =
        read(
            """
            {"General": {"BenchmarkName": "stencil", "OutputFormat": "JSON"},
             "ConfigurationSpace": {
               "TuningParameters": [
                 {"Name": "block", "Type": "int", "Values": "[1, 2, 4] + list(range(8, 33, 8))", "Default": 1},
                 {"Name": "tile", "Type": "int", "Values": "[2**i for i in range(4)]"},
                 {"Name": "share", "Type": "bool", "Values": "[True, False]"},
                 {"Name": "scale", "Type": "float", "Values": [0.5, 1]},
                 {"Name": "order", "Type": "string", "Values": "['row', 'column']"}],
               "Conditions": [
                 {"Expression": "8 <= block * tile <= 64", "Parameters": ["block", "tile"]},
                 {"Expression": "not share or block % 2 == 0 and tile / 2 >= 0.75"},
                 "order == 'row' or tile in (1, 8)"]}}
            """);
    assertThat(described.name()).isEqualTo("stencil");
    assertThat(values(described))
        .containsEntry("block", "1 2 4 8 16 24 32")
        .containsEntry("tile", "1 2 4 8")
        .containsEntry("share", "true false")
        .containsEntry("scale", "0.5 1.0")
        .containsEntry("order", "row column");
    SearchSpace space = described.space();
    assertThat(space.combinations()).hasToString("224");
    // As Python counts it.
    assertThat(space.count()).hasToString("80");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[1, 2, 3]|1 2 3",
        "(1, 2)|1 2",
        "list(range(3))|0 1 2",
        "range(10, 0, -4)|10 6 2",
        "[i * 32 for i in range(1, 4)]|32 64 96",
        "[i for i in range(1, 13) if 12 % i == 0]|1 2 3 4 6 12",
        "list(2**i for i in [0, 3])|1 8",
        "sorted([4, 1] + [2])|1 2 4",
        "[1, 2.5]|1.0 2.5",
        "[-1, 1 << 0][0:1]|!",
        "[64 // 2, 4 if 1 > 0 else 3]|32 4",
        "[\"fast, and\", 'slow']|fast, and slow",
        "[]|!",
        "range(0, 5, 0)|!",
        "range(-9223372036854775808, 9223372036854775807)|!",
        "range(9223372036854775805, 9223372036854775807)|9223372036854775805 9223372036854775806",
        "[1, 1 // 0]|!",
        "[i for i in range(4) if 1 // i]|!",
        "[0x10, 1 << 5, 0b11]|16 32 3",
        "sorted(['b', 'a'])|a b",
        "range(10**12)|!",
        "np.arange(4)|!",
        "[1, 2|!"
      })
  void parameters_ofAPythonList_areItsValues(String python, String expected) {
    var described = new T1Space(Path.of("a.json"), "a", Map.of("P", python), List.of());
    if (expected.equals("!")) {
      assertThatThrownBy(described::parameters)
          .isInstanceOf(InvalidFileException.class)
          .hasMessageStartingWith("a.json: the values of 'P' are not understood: ")
          .hasMessageContaining(python);
    } else {
      assertThat(values(described)).containsEntry("P", expected);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "a if flag else c; (flag ? a : c) != 0",
        "a == (1 if c > 2 else 3 if w else 4); a == (c > 2 ? 1 : (w != 0 ? 3 : 4))",
        "a in (1, 2, 4) and c not in (3,); a in [1, 2, 4] and c not in [3]",
        "a in {1, 2} or a in range(8, 12, 2); a in [1, 2] or a in [8, 10]",
        "min(a, c if flag else w) < 4; min(a, (flag ? c : w)) < 4",
        "word == 'row if column'; word == 'row if column'",
        "1 < a <= c; 1 < a and a <= c",
        "(w); w != 0",
        "a % 64; a % 64 != 0",
        "not w or a; not (w != 0) or a != 0",
        "(w or a) == 4; (w != 0 ? w : a) == 4",
        "(flag and w) == 4; (flag ? w : 0) == 4",
        "flag + (a > 1) == 1; (flag ? 1 : 0) + (a > 1 ? 1 : 0) == 1",
        "flag == 1; (flag ? 1 : 0) == 1",
        "word == 3; false",
        "a == 0x20; a == 32",
        "a & 1 == 0; a % 2 == 0",
        "a & 0x16; a // 2 % 4 * 2 + a // 16 % 2 * 16 != 0",
        "(a | 1) == c; a + 1 - a % 2 == c",
        "a ^ 2; a + 2 - 2 * (a // 2 % 2 * 2) != 0",
        "w & (w - 1) == 0; (w == 1 ? 0 : (w == 2 ? 0 : (w == 3 ? 2 : 0))) == 0",
        "1 << a > c >> 2; 1 * 2 ** a > c // 2 ** 2",
        "~a == -3; -a - 1 == -3",
        "(a > 1) & flag; a > 1 and flag",
        "(a > 1) ^ flag; (a > 1) != flag",
        "-a ** 2 < 0; -a ** 2 < 0",
        "(a + 1) * 2 - (c - 1) > 0; (a + 1) * 2 - (c - 1) > 0",
        "a / c >= 0.5; a / c >= 0.5",
        "math.ceil(a / c) == int(8 / c); ceil_div(a, c) == 8 // c",
        "all([a > 1, flag]) and any((c, w)); a > 1 and flag and (c != 0 or w != 0)",
        "max([a, c]) <= max(w); max(a, c) <= 4",
        "a || c && !flag; a != 0 or c != 0 and not flag",
      })
  void condition_ofPython_isEvosWithPythonsMeaning(String python, String expected) {
    assertThat(TRANSLATION.condition(python)).isEqualTo(expected);
  }

  /** Values of w, flag and word that Python itself accepts. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "w & (w - 1) == 0; 1 2 4",
        "w & 3; 1 2 3",
        "(w | 1) == 3; 2 3",
        "w ^ 3 == 1; 2",
        "w << 1 == 4 or w >> 1 == 2; 2 4",
        "(w or 7) == 3; 3",
        "w % 2; 1 3",
        "not w % 2; 2 4",
        "1 < w < 4 != 2; 2 3",
        "w / 2 == 1.5; 3",
        "w // -2 == -2; 3 4",
        "-w % 3 == 1; 2",
        "2 ** w > 0x7; 3 4",
        "(w > 1) + (w > 2) == 1; 2",
      })
  void space_ofACondition_hasTheConfigurationsThatPythonAccepts(String python, String accepted) {
    var described =
        new T1Space(Path.of("a.json"), "a", Map.of("w", "[1, 2, 3, 4]"), List.of(python));
    List<String> found = new ArrayList<>();
    try {
      SearchSpace space = described.space();
      for (Value value : described.parameters().getFirst().values()) {
        if (space.contains(new Configuration(Map.of("w", value)))) {
          found.add(value.toString());
        }
      }
    } catch (EmptySpaceException _) {
      // Python accepts none.
    }
    assertThat(String.join(" ", found)).isEqualTo(accepted == null ? "" : accepted);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "P & Q == 0",
        "lambda p: p > 1",
        "p['P'] > 1",
        "P > Q",
        "P +",
        "f(P)",
        "(P > 1",
        "'P'"
      })
  void space_ofAConditionBeyondUnderstanding_namesFileAndExpression(String python) {
    var described = new T1Space(Path.of("a.json"), "a", Map.of("P", "[1, 2]"), List.of(python));
    assertThatThrownBy(described::space)
        .isInstanceOf(InvalidFileException.class)
        .hasMessageStartingWith("a.json: the condition '" + python + "' is not understood: ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"(", "[", "not (", "1 if P > 1 else "})
  void space_ofADeepCondition_isRefusedAndNoStackOverflow(String opening) {
    String python = opening.repeat(20_000) + "P > 1" + ")".repeat(20_000);
    var described = new T1Space(Path.of("a.json"), "a", Map.of("P", "[1, 2]"), List.of(python));
    assertThatThrownBy(described::space)
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("is not understood");
    var listed = new T1Space(Path.of("a.json"), "a", Map.of("P", python), List.of());
    assertThatThrownBy(listed::parameters).isInstanceOf(InvalidFileException.class);
  }

  @Test
  void space_ofAConditionWithoutAValue_namesFileAndValues() {
    var described =
        new T1Space(Path.of("a.json"), "a", Map.of("P", "[0, 1]"), List.of("4 % P == 0"));
    assertThatThrownBy(described::space)
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContainingAll("a.json", "'4 % P == 0'", "P=0");
  }

  @Test
  void space_withoutAValidConfiguration_saysSo() {
    var described = new T1Space(Path.of("a.json"), "a", Map.of("P", "[1, 2]"), List.of("P > 2"));
    assertThatThrownBy(described::space).isInstanceOf(EmptySpaceException.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[|not JSON",
        "{}|'ConfigurationSpace.TuningParameters' is missing",
        "{\"ConfigurationSpace\": {\"TuningParameters\": [{\"Name\": \"P\"}]}}|'P' has no 'Values'",
        "{\"ConfigurationSpace\": {\"TuningParameters\": [{\"Values\": \"[1]\"}]}}|'Name' is"
            + " missing"
      })
  void read_ofAnotherFile_saysWhatIsMissing(String json, String expected) {
    assertThatThrownBy(() -> read(json))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("space.json: ")
        .hasMessageContaining(expected);
  }

  @Test
  void read_ofNoFile_saysSo() {
    assertThatThrownBy(() -> new T1Reader(folder.resolve("none.json")).read())
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("cannot be read");
  }

  private T1Space read(String json) throws IOException {
    return new T1Reader(Files.writeString(folder.resolve("space.json"), json)).read();
  }

  private static Map<String, String> values(T1Space described) {
    return described.parameters().stream()
        .collect(
            Collectors.toMap(
                Parameter::name,
                parameter ->
                    parameter.values().stream()
                        .map(Value::toString)
                        .collect(Collectors.joining(" "))));
  }
}
