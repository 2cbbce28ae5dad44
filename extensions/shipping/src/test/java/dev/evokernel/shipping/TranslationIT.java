package dev.evokernel.shipping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;

import dev.evokernel.expr.EvaluationException;
import dev.evokernel.expr.Expression;
import dev.evokernel.expr.ExpressionException;
import dev.evokernel.expr.Scope;
import dev.evokernel.expr.Type;
import dev.evokernel.expr.Value;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random expressions, computed by programs in C and Python and by evo itself. */
class TranslationIT {

  private static final int COUNT = 400;

  private static final Scope SCOPE =
      Scope.builder()
          .declare("A", Type.INTEGER)
          .declare("B", Type.INTEGER)
          .declare("C", Type.INTEGER)
          .declare("X", Type.REAL)
          .declare("FAST", Type.BOOLEAN)
          .build();

  private static final Map<String, String> NAMES =
      Map.of("A", "a", "B", "b", "C", "c", "X", "x", "FAST", "fast");

  @TempDir private Path folder;

  private record Case(Expression expression, long a, long b, long c, double x, boolean fast) {

    Value value() {
      return expression.value(
          SCOPE
              .frame()
              .set("A", Value.of(a))
              .set("B", Value.of(b))
              .set("C", Value.of(c))
              .set("X", Value.of(x))
              .set("FAST", Value.of(fast)));
    }
  }

  @Test
  void in_c_computesTheSame() throws IOException, InterruptedException {
    List<Case> cases = cases();
    var text = new StringBuilder("#include <inttypes.h>\n#include <math.h>\n#include <stdio.h>\n");
    text.append(ProgramText.read("arithmetic.h"));
    for (int i = 0; i < cases.size(); i++) {
      text.append(
          """
          static double value_%d(int64_t a, int64_t b, int64_t c, double x, int fast) {
            int none = 0, *bad = &none;
            double value = (double)%s;
            (void)a, (void)b, (void)c, (void)x, (void)fast;
            return none ? NAN : value;
          }
          """
              .formatted(
                  i,
                  new ShapeNames.Translation(cases.get(i).expression(), Map.of(), NAMES).text()));
    }
    text.append("int main(void) {\n");
    for (int i = 0; i < cases.size(); i++) {
      Case one = cases.get(i);
      text.append(
          "  printf(\"%%.17g\\n\", value_%d(%d, %d, %d, %s, %d));\n"
              .formatted(i, one.a(), one.b(), one.c(), one.x(), one.fast() ? 1 : 0));
    }
    Path source = Files.writeString(folder.resolve("values.c"), text.append("}\n"));
    Path program = folder.resolve("values");
    ran("gcc", "-O1", "-w", source.toString(), "-o", program.toString(), "-lm");

    check(cases, ran(program.toString()));
  }

  @Test
  void in_python_computesTheSame() throws IOException, InterruptedException {
    List<Case> cases = cases();
    var text = new StringBuilder("import functools, math, re\n");
    text.append(ProgramText.read("expressions.py.template"));
    for (Case one : cases) {
      text.append(
          "print(float(_value(%s, dict(A=%d, B=%d, C=%d, X=%s, FAST=%s))))\n"
              .formatted(
                  ProgramText.quoted(one.expression().text()),
                  one.a(),
                  one.b(),
                  one.c(),
                  one.x(),
                  one.fast() ? "True" : "False"));
    }
    Path source = Files.writeString(folder.resolve("values.py"), text);

    check(cases, ran("python3", source.toString()));
  }

  /** Expressions that have a value, with the numbers for which they have it. */
  private static List<Case> cases() {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(11);
    var cases = new ArrayList<Case>();
    while (cases.size() < COUNT) {
      int depth = random.nextInt(1, 5);
      String text =
          switch (random.nextInt(3)) {
            case 0 -> integer(random, depth);
            case 1 -> real(random, depth);
            default -> truth(random, depth);
          };
      try {
        var one =
            new Case(
                Expression.parse(text, SCOPE),
                random.nextLong(-9, 100),
                random.nextLong(-9, 100),
                random.nextLong(-2, 3),
                random.nextInt(-8, 9) / 4.0,
                random.nextBoolean());
        var _ = one.value();
        cases.add(one);
      } catch (ExpressionException | EvaluationException _) {
        // One that has no value is never written into a program.
      }
    }
    return cases;
  }

  private static String integer(RandomGenerator random, int depth) {
    if (depth == 0) {
      return one(random, "A", "B", "C", "7", "1000000000");
    }
    String a = integer(random, depth - 1);
    String b = integer(random, depth - 1);
    return switch (random.nextInt(5)) {
      case 0 -> one(random, "-", "abs").concat("(" + a + ")");
      case 1 -> "(%s ? %s : %s)".formatted(truth(random, depth - 1), a, b);
      case 2 -> "%s(%s, %s)".formatted(one(random, "min", "max", "ceil_div"), a, b);
      case 3 -> "((%s) ** %d)".formatted(a, random.nextInt(5));
      default -> "(%s %s %s)".formatted(a, one(random, "+", "-", "*", "//", "%"), b);
    };
  }

  private static String real(RandomGenerator random, int depth) {
    if (depth == 0) {
      return one(random, "X", "0.5", "3.25");
    }
    String a = random.nextBoolean() ? real(random, depth - 1) : integer(random, depth - 1);
    String b = real(random, depth - 1);
    return switch (random.nextInt(5)) {
      case 0 -> one(random, "-", "abs", "log2").concat("(" + b + ")");
      case 1 -> "(%s ? %s : %s)".formatted(truth(random, depth - 1), a, b);
      case 2 -> "%s(%s, %s)".formatted(one(random, "min", "max"), a, b);
      case 3 -> "((%s) ** %d)".formatted(b, random.nextInt(5));
      default -> "(%s %s %s)".formatted(a, one(random, "+", "-", "*", "/", "//", "%"), b);
    };
  }

  private static String truth(RandomGenerator random, int depth) {
    if (depth == 0) {
      return one(random, "FAST", "true", "A in [1, 2, 3]");
    }
    String a = truth(random, depth - 1);
    return switch (random.nextInt(4)) {
      case 0 -> one(random, "(not ", "(FAST != not ", "(false == ! ") + a + ")";
      case 1 ->
          "(%s %s %s)"
              .formatted(a, one(random, "and", "or", "&&", "||", "=="), truth(random, depth - 1));
      case 2 ->
          "(%s %s %s)"
              .formatted(
                  integer(random, depth - 1),
                  one(random, "==", "!=", "<", "<=", ">", ">="),
                  real(random, depth - 1));
      default -> "(%s ? %s : FAST)".formatted(truth(random, depth - 1), a);
    };
  }

  private static String one(RandomGenerator random, String... texts) {
    return texts[random.nextInt(texts.length)];
  }

  private static void check(List<Case> cases, List<String> lines) {
    assertThat(lines).hasSize(cases.size());
    for (int i = 0; i < lines.size(); i++) {
      Case one = cases.get(i);
      double expected =
          switch (one.value()) {
            case Value.IntegerValue(long value) -> value;
            case Value.RealValue(double value) -> value;
            case Value.BooleanValue(boolean value) -> value ? 1 : 0;
            case Value.TextValue _ -> throw new AssertionError("No tree has words.");
          };
      assertThat(Double.parseDouble(lines.get(i)))
          .as("%s", one)
          .isCloseTo(expected, within(1e-9 * Math.max(1, Math.abs(expected))));
    }
  }

  private List<String> ran(String... command) throws IOException, InterruptedException {
    Path output = folder.resolve("output.txt");
    Process process;
    try {
      process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
    } catch (IOException e) {
      assumeTrue(false, e::toString);
      throw e;
    }
    assertThat(process.waitFor()).as("%s", Files.readString(output)).isZero();
    return Files.readAllLines(output);
  }

  @Test
  void in_knownNames_areConstants() {
    Scope scope =
        Scope.builder()
            .declare("M", Type.INTEGER)
            .declare("TILE", Type.INTEGER)
            .declare("LAYOUT", Type.TEXT)
            .word("row")
            .word("column")
            .build();
    Expression expression =
        Expression.parse("LAYOUT == \"row\" ? ceil_div(M, TILE) : M // TILE", scope);
    Map<String, Value> known = Map.of("TILE", Value.of(64), "LAYOUT", Value.of("row"));

    assertThat(new ShapeNames.Translation(expression, known, Map.of("M", "m")).text())
        .isEqualTo("evo_ceil_div(m, 64, bad)");
  }
}
