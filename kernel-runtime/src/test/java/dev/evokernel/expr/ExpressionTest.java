package dev.evokernel.expr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExpressionTest {

  private static final Scope SCOPE =
      Scope.builder()
          .declare("A", Type.INTEGER)
          .declare("B", Type.INTEGER)
          .declare("X", Type.REAL)
          .declare("FAST", Type.BOOLEAN)
          .declare("LAYOUT", Type.TEXT)
          .declare("device.shared_memory", Type.INTEGER)
          .word("row")
          .word("column")
          .build();

  /** A = 12, B = 5, X = 0.5, FAST, LAYOUT = row, 48 KiB of shared memory. */
  private static final Frame FRAME =
      SCOPE
          .frame()
          .set("A", Value.of(12))
          .set("B", Value.of(5))
          .set("X", Value.of(0.5))
          .set("FAST", Value.of(true))
          .set("LAYOUT", Value.of("row"))
          .set("device.shared_memory", Value.of(49152));

  private static Expression parsed(String text) {
    return Expression.parse(text, SCOPE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = " | ",
      quoteCharacter = '`',
      textBlock =
          """
          7                              | 7
          A + B * 2                      | 22
          (A + B) * 2                    | 34
          A - B - 1                      | 6
          A // B                         | 2
          -A // B                        | -3
          A // -B                        | -3
          A % B                          | 2
          -A % B                         | 3
          A % -B                         | -3
          A / 8                          | 1.5
          A / 4                          | 3.0
          2 ** 3 ** 2                    | 512
          -2 ** 2                        | -4
          2.0 ** -1                      | 0.5
          0 ** 0                         | 1
          (-2) ** 63                     | -9223372036854775808
          1 ** 1000000000                | 1
          (0 - 1) ** 1000000001          | -1
          +A                             | 12
          - -A                           | 12
          A + X                          | 12.5
          7.5 // 2                       | 3.0
          -7.5 % 2                       | 0.5
          1e-3                           | 0.001
          .5 + 1.                        | 1.5
          min(A, B)                      | 5
          max(A, B, 20)                  | 20
          min(A, X)                      | 0.5
          ceil_div(A, B)                 | 3
          ceil_div(-A, B)                | -2
          log2(8)                        | 3.0
          log2(2 ** 29)                  | 29.0
          abs(B - A)                     | 7
          abs(-X)                        | 0.5
          device.shared_memory // 1024   | 48
          FAST ? A : B                   | 12
          FAST ? A : X                   | 12.0
          !FAST ? 1 : FAST ? 2 : 3       | 2
          FAST ? "column" : 'row'        | column
          LAYOUT                         | row
          true                           | true
          False                          | false
          A == 12 and B == 5             | true
          A == 12 && B != 5              | false
          A == 1 || FAST                 | true
          not A == 1                     | true
          ! (A == 12) or true            | true
          true or false and false        | true
          B < A <= 12                    | true
          B < A < 12                     | false
          1 < 2 < 3 > 2                  | true
          A in [4, 8, 12]                | true
          A not in [4, 8, 12]            | false
          A in []                        | false
          A in [B, B + 7]                | true
          X in [0.25, 0.5]               | true
          A in [12.0]                    | true
          FAST in [true]                 | true
          LAYOUT in ['column', "row"]    | true
          LAYOUT == 'row'                | true
          'column' != LAYOUT             | true
          FAST == (A > B)                | true
          A == 12.0                      | true
          X < 1                          | true
          B == 0 or A % B == 2           | true
          A > 100 and A // (B - 5) == 1  | false
          A < 100 ? 1 : A // (B - 5)     | 1
          A<=B                           | false
          """)
  void value_ofEachOperator_isAsInPython(String text, String expected) {
    assertThat(parsed(text).value(FRAME)).hasToString(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = " | ",
      quoteCharacter = '`',
      textBlock =
          """
          A // (B - 5)                 | division by zero in 'A // (B - 5)'
          1 + A % (B - 5)              | division by zero in 'A % (B - 5)'
          A / (B - 5)                  | division by zero in 'A / (B - 5)'
          X % (B - 5)                  | division by zero in 'X % (B - 5)'
          ceil_div(A, B - 5)           | division by zero in 'ceil_div(A, B - 5)'
          A * 9223372036854775807      | overflow of 64 bits in 'A * 9223372036854775807'
          A + 9223372036854775807 - 1  | overflow of 64 bits in 'A + 9223372036854775807'
          -A - 9223372036854775807     | overflow of 64 bits in '-A - 9223372036854775807'
          A ** 18                      | overflow of 64 bits in 'A ** 18'
          A ** (B - 6)                 | a negative exponent of an integer in 'A ** (B - 6)'
          (X * 1e200) * 1e200          | overflow of a real in '(X * 1e200) * 1e200'
          (-X) ** 0.5                  | no real result in '(-X) ** 0.5'
          log2(B - 5)                  | a logarithm of 0.0 in 'log2(B - 5)'
          """)
  void value_withoutResult_namesTheFailingPart(String text, String message) {
    var expression = parsed(text);
    assertThatThrownBy(() -> expression.value(FRAME))
        .isInstanceOf(EvaluationException.class)
        .hasMessage(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = " | ",
      quoteCharacter = '`',
      nullValues = "-",
      textBlock =
          """
          A + C            | 4  | 1 | unknown name 'C' | Maybe 'A'?
          LAYOT == 'row'   | 0  | 5 | unknown name 'LAYOT' | Maybe 'LAYOUT'?
          device.sharedmemory | 0 | 19 | unknown name 'device.sharedmemory' | Maybe 'device.shared_memory'?
          Threads          | 0  | 7 | unknown name 'Threads' | Known: A, B, X, FAST, LAYOUT, device.*.
          LAYOUT == row    | 10 | 3 | unknown name 'row' | Maybe the word "row", in quotes?
          max + 1          | 0  | 3 | unknown name 'max' | Maybe the function, as in max(...)?
          LAYOUT == 'rwo'  | 10 | 5 | LAYOUT is never 'rwo' | Maybe 'row'?
          LAYOUT in ['row', 'diagonal'] | 18 | 10 | LAYOUT is never 'diagonal' | Known: row, column.
          FAST ? 'row' : 'colum' | 15 | 7 | nothing is ever 'colum' | Maybe 'column'?
          maxx(A, B)       | 0  | 4 | unknown function 'maxx' | Maybe 'max'?
          min(A)           | 0  | 6 | 'min' got 1 argument | Write two or more: min(a, b).
          ceil_div(A)      | 0  | 11 | 'ceil_div' got 1 argument | Write two: ceil_div(a, b).
          log2()           | 0  | 6 | 'log2' got 0 arguments | Write one: log2(x).
          ceil_div(A, X)   | 12 | 1 | 'ceil_div' needs integers, but 'X' is real | -
          A + FAST         | 4  | 4 | '+' needs numbers, but 'FAST' is boolean | Maybe 'FAST ? 1 : 0'?
          A + (B < 3)      | 4  | 7 | '+' needs numbers, but '(B < 3)' is boolean | Maybe '(B < 3) ? 1 : 0'?
          -LAYOUT          | 1  | 6 | '-' needs numbers, but 'LAYOUT' is text | -
          LAYOUT < 'row'   | 0  | 6 | '<' needs numbers, but 'LAYOUT' is text | -
          A and FAST       | 0  | 1 | 'and' needs a boolean, but 'A' is integer | Maybe 'A != 0'?
          not A            | 4  | 1 | 'not' needs a boolean, but 'A' is integer | Maybe 'A != 0'?
          A ? 1 : 2        | 0  | 1 | '?' needs a boolean, but 'A' is integer | Maybe 'A != 0'?
          FAST ? 1 : 'row' | 11 | 5 | both results of '?:' need one type, but '1' is integer, ''row'' is text | -
          A == FAST        | 5  | 4 | '==' compares one type, but 'A' is integer, 'FAST' is boolean | -
          A = 3            | 2  | 1 | unexpected '=' | Maybe '=='?
          A & B            | 2  | 1 | unexpected '&' | Maybe 'and'?
          A ^ 2            | 2  | 1 | unexpected '^' | Maybe '**'?
          A in {1}         | 5  | 1 | unexpected '{' | Maybe '['?
          A # B            | 2  | 1 | unexpected '#' | -
          LAYOUT == 'row   | 10 | 4 | a word has no closing ' | -
          12A              | 0  | 3 | '12A' is neither a number nor a name | Write numbers like 16, 0.5 or 1e-3; names start with a letter.
          9223372036854775808 | 0 | 19 | '9223372036854775808' is too large | Integers have 64 bits; write a real instead: 9223372036854775808.0
          1e999            | 0  | 5 | '1e999' is too large | -
          A +              | 3  | 0 | a value is missing at the end | -
          (A + B           | 6  | 0 | ')' is missing at the end | -
          A B              | 2  | 1 | unexpected 'B' | Maybe an operator is missing before it.
          A * / B          | 4  | 1 | unexpected '/' | A value is expected here.
          [1, 2]           | 0  | 1 | unexpected '[' | A list is allowed only after 'in'.
          A in 3           | 5  | 1 | unexpected '3' | '[' is expected here.
          FAST ? 1         | 8  | 0 | ':' is missing at the end | -
          A + 1 // 0       | 4  | 6 | division by zero in '1 // 0' | -
          A ** -1          | 5  | 2 | an integer to the power of -1 is not an integer | Maybe '1 / A ** 1'?
          """)
  void parse_ofBadText_saysWhatAndWhere(
      String text, int offset, int length, String problem, String suggestion) {
    assertThatThrownBy(() -> parsed(text))
        .isInstanceOfSatisfying(
            ExpressionException.class,
            e -> {
              assertThat(e.problem()).isEqualTo(problem);
              assertThat(e.suggestion()).isEqualTo(suggestion == null ? "" : suggestion);
              assertThat(e.offset()).isEqualTo(offset);
              assertThat(e.length()).isEqualTo(length);
            });
  }

  @Test
  void parse_ofUnknownName_readsAsOneSentence() {
    assertThatThrownBy(() -> parsed("A + Y"))
        .hasMessage("unknown name 'Y' at column 5 of 'A + Y'. Maybe 'A'?");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "   "})
  void parse_ofNothing_isAnError(String text) {
    assertThatThrownBy(() -> parsed(text)).hasMessageContaining("a value is missing at the end");
  }

  @Test
  void parse_ofEndlessNesting_isAnErrorAndNoStackOverflow() {
    String text = "(".repeat(1000) + "1" + ")".repeat(1000);
    assertThatThrownBy(() -> parsed(text)).hasMessageContaining("nested deeper than 200 levels");
    assertThatThrownBy(() -> parsed("1 + ".repeat(2000) + "1"))
        .hasMessageContaining("an expression of 8001 characters");
  }

  @Test
  void type_ofEachKind_isKnownBeforeEvaluation() {
    assertThat(parsed("A * B").type()).isEqualTo(Type.INTEGER);
    assertThat(parsed("A / B").type()).isEqualTo(Type.REAL);
    assertThat(parsed("A > B").type()).isEqualTo(Type.BOOLEAN);
    assertThat(parsed("LAYOUT").type()).isEqualTo(Type.TEXT);
  }

  @Test
  void names_ofAnExpression_areThoseItsTextMentions() {
    assertThat(parsed("A * A + device.shared_memory * 0").names())
        .containsExactlyInAnyOrder("A", "device.shared_memory");
  }

  @Test
  void test_ofNumber_isRefused() {
    assertThatThrownBy(() -> parsed("A").test(FRAME))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("'A' is integer, not boolean.");
  }

  @Test
  void real_ofInteger_isWidened() {
    assertThat(parsed("A").real(FRAME)).isEqualTo(12.0);
  }

  @Test
  void test_withFrameOfAnotherScope_isRefused() {
    var expression = parsed("FAST");
    assertThatThrownBy(() -> expression.test(Scope.builder().build().frame()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void test_ofWordsNobodyDeclared_areNeverEqual() {
    var scope = Scope.builder().declare("P", Type.TEXT).declare("Q", Type.TEXT).build();
    var frame = scope.frame().set("P", Value.of("x")).set("Q", Value.of("y"));
    assertThat(Expression.parse("P == Q", scope).test(frame)).isFalse();
  }
}
