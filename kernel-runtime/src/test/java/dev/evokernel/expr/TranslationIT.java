package dev.evokernel.expr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;

import dev.evokernel.expr.value.EvaluationException;
import dev.evokernel.expr.value.ExpressionException;
import dev.evokernel.expr.value.Type;
import dev.evokernel.expr.value.Value;
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
    text.append(Dialect.C.functions());
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
              .formatted(i, cases.get(i).expression().in(Dialect.C, Map.of(), NAMES)));
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
    var text = new StringBuilder("import math\n");
    for (Case one : cases) {
      text.append(
          "a, b, c, x, fast = %d, %d, %d, %s, %s\nprint(float(%s))\n"
              .formatted(
                  one.a(),
                  one.b(),
                  one.c(),
                  one.x(),
                  one.fast() ? "True" : "False",
                  one.expression().in(Dialect.PYTHON, Map.of(), NAMES)));
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
      Tree tree =
          switch (random.nextInt(3)) {
            case 0 -> Tree.integer(random, depth);
            case 1 -> Tree.real(random, depth);
            default -> Tree.truth(random, depth);
          };
      try {
        var one =
            new Case(
                Expression.parse(tree.text(random), SCOPE),
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

    assertThat(expression.in(Dialect.C, known, Map.of("M", "m")))
        .isEqualTo("evo_ceil_div(m, 64, bad)");
    assertThat(expression.in(Dialect.PYTHON, known, Map.of("M", "m"))).isEqualTo("(-(-m // 64))");
  }
}
