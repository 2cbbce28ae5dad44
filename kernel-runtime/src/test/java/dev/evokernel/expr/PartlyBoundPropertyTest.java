package dev.evokernel.expr;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said of random conditions with some names open, against every way to close them. */
class PartlyBoundPropertyTest {

  private enum Answer {
    TRUE,
    FALSE,
    NONE
  }

  private int decided;
  private int merged;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void prospectAndResidue_ofRandomConditions_promiseNothingThatDoesNotHold(long seed) {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    for (int i = 0; i < 3_000; i++) {
      try {
        String text = Tree.truth(random, random.nextInt(1, 6)).text(random);
        if (text.length() < 4000) {
          check(Expression.parse(text, Tree.SCOPE), domains(random), bound(random));
        }
      } catch (ExpressionException undefinedConstant) {
        assertThat(undefinedConstant.problem()).isNotEmpty();
      }
    }
    assertThat(decided).as("decided early").isGreaterThan(2_000);
    assertThat(merged).as("told apart no more").isGreaterThan(2_000);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"A + B + C <= 20", "C + A + B <= 20", "A * C * B <= 20", "A * (B * C) < 9"})
  void residue_ofATotalChain_isOneNumberWhateverTheOrder(String text) {
    var residue =
        Expression.parse(text, Tree.SCOPE).residue(Set.of("A", "B"), Set.of("C"), small());
    assertThat(residue.width()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"A // B + C == 0", "A + B * 9223372036854775807 - C > 0"})
  void residue_ofAChainThatMayFail_keepsItsPartsApart(String text) {
    var residue =
        Expression.parse(text, Tree.SCOPE).residue(Set.of("A", "C"), Set.of("B"), small());
    assertThat(residue.width()).isEqualTo(3);
  }

  private static Box small() {
    Box box = Box.around(Tree.SCOPE.frame());
    for (String name : List.of("A", "B", "C")) {
      box.open(Tree.SCOPE.slot(name), Type.INTEGER, 0, 10);
    }
    return box;
  }

  private void check(Expression condition, Map<String, List<Value>> domains, Set<String> bound) {
    Set<String> open = new LinkedHashSet<>(domains.keySet());
    open.removeAll(bound);
    Box box = Box.around(Tree.SCOPE.frame());
    domains.forEach((name, values) -> open(box, name, values));
    StateSignature residue = condition.residue(bound, open, box);
    Map<List<Long>, List<Answer>> futures = new HashMap<>();
    for (Map<String, Value> beginning : combinations(domains, bound)) {
      Frame frame = Tree.SCOPE.frame().setAll(beginning);
      beginning.forEach((name, value) -> box.set(Tree.SCOPE.slot(name), Tree.SCOPE.bits(value)));
      List<Answer> answers =
          combinations(domains, open).stream()
              .map(rest -> answer(condition, Tree.SCOPE.frame().setAll(beginning).setAll(rest)))
              .toList();
      Expression.Prospect prospect = condition.prospect(box);
      switch (prospect) {
        case ALWAYS -> assertThat(answers).as("%s", condition).containsOnly(Answer.TRUE);
        case NEVER -> assertThat(answers).as("%s", condition).containsOnly(Answer.FALSE);
        case OPEN -> {}
      }
      decided += prospect == Expression.Prospect.OPEN ? 0 : 1;
      long[] state = new long[residue.width()];
      residue.read(frame, state, 0);
      List<Answer> known = futures.putIfAbsent(Arrays.stream(state).boxed().toList(), answers);
      if (known != null) {
        assertThat(answers).as("%s after %s", condition, beginning).isEqualTo(known);
        merged++;
      }
    }
  }

  private static void open(Box box, String name, List<Value> values) {
    box.open(
        Tree.SCOPE.slot(name),
        Tree.SCOPE.type(name),
        values.stream().mapToLong(Tree.SCOPE::bits).toArray());
  }

  private static Answer answer(Expression condition, Frame frame) {
    try {
      return condition.test(frame) ? Answer.TRUE : Answer.FALSE;
    } catch (EvaluationException _) {
      return Answer.NONE;
    }
  }

  private static List<Map<String, Value>> combinations(
      Map<String, List<Value>> domains, Set<String> names) {
    List<Map<String, Value>> all = List.of(Map.of());
    for (String name : names) {
      all =
          all.stream()
              .flatMap(
                  one ->
                      domains.getOrDefault(name, List.of()).stream()
                          .map(
                              value -> {
                                var longer = new LinkedHashMap<>(one);
                                longer.put(name, value);
                                return (Map<String, Value>) longer;
                              }))
              .toList();
    }
    return all;
  }

  private static Map<String, List<Value>> domains(RandomGenerator random) {
    var domains = new LinkedHashMap<String, List<Value>>();
    long large = random.nextInt(8) == 0 ? Long.MAX_VALUE / 3 : 30;
    for (String name : List.of("A", "B", "C")) {
      domains.put(
          name,
          Stream.generate(() -> Value.of(random.nextLong(-2, large))).limit(3).distinct().toList());
    }
    domains.put(
        "X",
        Stream.generate(() -> Value.of(random.nextInt(-8, 9) / 4.0)).limit(2).distinct().toList());
    domains.put("FAST", List.of(Value.of(false), Value.of(true)));
    return domains;
  }

  private static Set<String> bound(RandomGenerator random) {
    var names = new ArrayList<>(List.of("A", "B", "C", "X", "FAST"));
    java.util.Collections.shuffle(names, random);
    return new LinkedHashSet<>(names.subList(0, random.nextInt(1, 5)));
  }
}
