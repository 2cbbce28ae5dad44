package dev.evokernel.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import module java.base;

import dev.evokernel.backend.file.ToolFailure;
import dev.evokernel.expr.Expression;
import dev.evokernel.expr.Scope;
import dev.evokernel.expr.Value;
import dev.evokernel.imports.SourceOutline.Function;
import dev.evokernel.imports.SourceOutline.Kind;
import dev.evokernel.imports.SourceOutline.Tunable;
import dev.evokernel.kernel.Parameter;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.tuning.BadInputException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PythonReaderTest {

  private static final Parameter W =
      new Parameter("w", Stream.of(1, 2, 3, 4).map(Value::of).toList());
  private static final List<Parameter> PARAMETERS =
      List.of(
          W,
          new Parameter("flag", List.of(Value.of(true), Value.of(false))),
          new Parameter("word", List.of(Value.of("row"), Value.of("column"))));

  private static PythonReader python;

  @TempDir Path folder;

  @BeforeAll
  static void start() {
    python = new PythonReader("python3");
  }

  @AfterAll
  static void end() {
    python.close();
  }

  private static String condition(String text) {
    return python.translated(text, "condition", PARAMETERS, List.of("size_x", "(n * 2)"));
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
        "[x * a for x in [1, 2] for a in range(x) if a != 3]|0 0 2",
        "[a * b for a, b in product([1, 2], [3])]|3 6",
        "list(2**i for i in [0, 3])|1 8",
        "sorted([4, 1] + [2])|1 2 4",
        "[1, 2.5]|1.0 2.5",
        "[-1, 1 << 0][0:1]|-1",
        "[-7 // 2, -7 % 4, max(3, 5) // 2, [128, 64][1]]|-4 1 2 64",
        "[64 // 2, 4 if 1 > 0 else 3]|32 4",
        "[\"fast, and\", 'slow']|fast, and slow",
        "range(9223372036854775805, 9223372036854775807)|9223372036854775805 9223372036854775806",
        "[0x10, 1 << 5, 0b11]|16 32 3",
        "sorted(['b', 'a'])|a b",
        "[not (1 == 1 and 2 in [1, 2])]|false",
      })
  void values_ofAList_areThoseOfPython(String text, String expected) {
    assertThat(python.values(text).stream().map(Value::toString).collect(Collectors.joining(" ")))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "range(0, 5, 0)|it is not a list",
        "range(-9223372036854775808, 9223372036854775807)|more than 100,000 values",
        "range(10**12)|more than 100,000 values",
        "[0] * 10**9|more than 100,000 values",
        "[i for i in range(60000) for j in range(2)]|more than 100,000 values",
        "list(range(900000))|more than 100,000 values",
        "[1, 1 // 0]|neither a number nor a word",
        "[10**10**10]|neither a number nor a word",
        "[f'{x}']|neither a number nor a word",
        "[i for i in range(4) if 1 // i]|a condition has no value",
        "np.arange(4)|it is not a list",
        "__import__('os').listdir('.')|it is not a list",
        "[1, 2|was never closed",
        "[1, 'a|unterminated string",
      })
  void values_ofAnotherText_saysWhatItIs(String text, String expected) {
    assertThatThrownBy(() -> python.values(text))
        .isInstanceOf(ToolFailure.class)
        .hasMessageContaining(expected);
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
        "word != 'a||b' && a != 1; word != 'a||b' and a != 1",
        "ProblemSize[0] > problem_size_y; size_x > n * 2",
      })
  void condition_ofPython_isEvosWithPythonsMeaning(String text, String expected) {
    assertThat(condition(text)).isEqualTo(expected);
  }

  /** Values of w that Python itself accepts. */
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
  void condition_ofPython_acceptsWhatPythonAccepts(String text, String accepted) {
    Scope scope = SearchSpace.scope(List.of(W));
    Expression translated = Expression.parse(condition(text), scope);
    assertThat(
            W.values().stream()
                .filter(value -> translated.test(scope.frame().set("w", value)))
                .map(Value::toString)
                .collect(Collectors.joining(" ")))
        .isEqualTo(accepted);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "w & a == 0|bits of a, w",
        "lambda p: p > 1|a function without a name",
        "p['w'] > 1|elements of a sequence",
        "p.w > 1|attributes of names",
        "[w]|a list is allowed only after 'in'",
        "w in a|'in' without a list behind it",
        "a @ w|the operator '@'",
        "word + 1|a text, not a number",
        "w +|invalid syntax",
        "(w > 1|was never closed",
        "\"w\"|a text, and no condition by itself",
        "w == None|None",
        "math.ceil(w * 0.3) > 1|ceil of anything but a quotient of integers",
        "ProblemSize[2] > 1|'ProblemSize[2]' is out of range; 'ProblemSize' has 2 axes",
      })
  void condition_beyondEvosLanguage_saysWhatItHas(String text, String expected) {
    assertThatThrownBy(() -> condition(text))
        .isInstanceOf(ToolFailure.class)
        .hasMessageContaining(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "4096 / w; 4096 // w",
        "math.ceil(4096 / (w * 2)) + 1; ceil_div(4096, w * 2) + 1",
        "4096 / 3 * 3; 4096",
        "1e3; 1000",
        "ProblemSize[1] / 2.0; n * 2 // 2.0",
      })
  void integer_ofPython_isWhole(String text, String expected) {
    assertThat(python.translated(text, "integer", PARAMETERS, List.of("size_x", "(n * 2)")))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"(", "[", "not (", "1 if w > 1 else ", "-"})
  void condition_nestedDeep_isRefusedAndTheNextOneIsRead(String opening) {
    String deep = opening.repeat(20_000) + "w > 1" + ")".repeat(20_000);
    assertThatThrownBy(() -> condition(deep)).isInstanceOf(ToolFailure.class);
    assertThatThrownBy(() -> python.values(deep)).isInstanceOf(ToolFailure.class);
    assertThat(condition("w > 1")).isEqualTo("w > 1");
  }

  @Test
  void start_withoutPython_saysHowToGetIt() {
    assertThatThrownBy(() -> new PythonReader("no-python"))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith(
            "evo reads T1 files and kernels in Triton with Python, and 'no-python' cannot be started.")
        .hasMessageContainingAll("Install Python 3.9 or later", "PATH", "--python PROGRAM");
  }

  @Test
  void ask_ofAProgramThatIsNoPython_saysWhatItSaid() throws IOException {
    Path program =
        Files.writeString(folder.resolve("old"), "#!/bin/sh\necho too old >&2; exit 1\n");
    assertThat(program.toFile().setExecutable(true)).isTrue();
    try (var old = new PythonReader(program.toString())) {
      assertThatThrownBy(() -> old.values("[1]"))
          .isInstanceOf(BadInputException.class)
          .hasMessageContainingAll("'" + program + "' does not work: It ended", "too old");
    }
  }

  @Test
  void outline_ofAJittedFunction_hasItsConfigurationsAsTheSpace() {
    SourceOutline outline =
        python.outline(
            """
            import triton
            import triton.language as tl


            @triton.autotune(
                configs=[
                    triton.Config({'BLOCK': 128, 'EVEN': True}, num_warps=4),  # small
                    triton.Config({"BLOCK": 256, 'EVEN': False}, num_stages=2, num_warps=8),
                ],
                key=['n'],
            )
            @triton.jit
            def add(x_ptr, y, out, n, stride_x,  # the stride
                    BLOCK: tl.constexpr, EVEN: tl.constexpr = True):
                o = tl.arange(0, BLOCK)
                p = out + o
                tl.store(p, tl.load(x_ptr + o) + tl.load(y + o))


            def host(n): pass
            """);
    assertThat(outline.functions()).extracting(Function::name).containsExactly("add");
    assertThat(outline.functions().getFirst().parameters())
        .extracting(SourceOutline.Parameter::name, SourceOutline.Parameter::kind)
        .containsExactly(
            tuple("x_ptr", Kind.INPUT),
            tuple("y", Kind.INPUT),
            tuple("out", Kind.OUTPUT),
            tuple("n", Kind.SCALAR),
            tuple("stride_x", Kind.SCALAR));
    assertThat(outline.functions().getFirst().tunables())
        .containsExactly(
            new Tunable("BLOCK", List.of("128", "256")),
            new Tunable("EVEN", List.of("true", "false")),
            new Tunable("num_stages", List.of("3", "2")),
            new Tunable("num_warps", List.of("4", "8")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[C({'B': b}, num_warps=w) for b in [1, 2] for w in unknown()] | [1, 2]",
        "list(filter(keep, [C({'B': 4}), C({'B': 8})])) | [4, 8]",
        "[C(dict(B=b)) for b in ([16] if is_hip() else [32])] | [32]",
        "[C({**BASE, 'B': b}) for b, _ in itertools.product([1, 2], [3])] | [1, 2]",
        "make() | [64, 128]",
      })
  void outline_ofConfigurations_followsWhatTheFileSays(String configs, String values) {
    String source =
        """
        from triton import Config as C
        C = triton.Config
        BASE = {'A': 1}

        def make():
            found = []
            for b in [64, 128]:
                if b > 256:
                    continue
                found.append(triton.Config({'B': b}))
            return found

        @triton.autotune(%s, key=['n'])
        @triton.jit
        def f(x, n, B: tl.constexpr):
            tl.store(x + n, B)
        """
            .formatted(configs.replace("C(", "triton.Config("));
    assertThat(python.outline(source).functions().getFirst().tunables())
        .contains(new Tunable("B", List.of(values.replaceAll("[\\[\\]]", "").split(", ", -1))));
  }

  @Test
  void outline_ofNoConfigurations_isTritonsUsualOne() {
    String plain = "@triton.jit\ndef f(x, BLOCK: tl.constexpr):\n  pass\n";
    assertThat(python.outline(plain).functions().getFirst().tunables())
        .containsExactly(
            new Tunable("BLOCK", List.of()),
            new Tunable("num_stages", List.of("3")),
            new Tunable("num_warps", List.of("4")));
    assertThat(python.outline("def f(x): pass").functions()).isEmpty();
  }

  @Test
  void outline_ofASourceThatIsNoPython_namesTheLine() {
    assertThatThrownBy(() -> python.outline("x = 1\ndef f(:\n  pass\n"))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("Python cannot parse the source: line 2: invalid syntax: def f(:");
  }
}
