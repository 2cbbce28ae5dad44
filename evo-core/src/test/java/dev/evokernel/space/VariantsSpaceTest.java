package dev.evokernel.space;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.expr.Value;
import dev.evokernel.fixture.TwoVariants;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Parameter;
import dev.evokernel.kernel.Variant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VariantsSpaceTest {

  @TempDir Path temporary;

  private Kernel kernel;
  private SearchSpace space;
  private final SplittableRandom random = new SplittableRandom(3);

  @BeforeEach
  void read() {
    kernel = TwoVariants.in(temporary);
    space = TwoVariants.space(kernel);
  }

  @Test
  void at_everyIndex_isEveryValidConfigurationOfEveryVariantOnce() {
    List<Configuration> all = LongStream.range(0, space.size()).mapToObj(space::at).toList();
    assertThat(all).containsExactlyInAnyOrderElementsOf(bruteForce());
    assertThat(space.count().exact()).isTrue();
    for (int i = 0; i < all.size(); i++) {
      assertThat(space.indexOf(all.get(i))).hasValue(i);
      assertThat(space.choicesAt(i)).isEqualTo(space.choices(all.get(i)));
    }
  }

  @Test
  void count_isTheSumOfTheVariants() {
    SearchSpace plain = TwoVariants.space(kernel.only(List.of("plain")));
    SearchSpace vector = TwoVariants.space(kernel.only(List.of("vector")));
    assertThat(space.size()).isEqualTo(plain.size() + vector.size());
    assertThat(space.combinations()).isEqualTo(BigInteger.valueOf(3 * 3 * 2 + 3 * 2 * 2));
  }

  @Test
  void at_configuration_hasItsVariantAndThatOnesParametersInTheirOrder() {
    assertThat(space.at(0)).hasToString("variant=plain UNROLL=1 THREADS=1 ORDER=up");
    assertThat(space.at(space.size() - 1).values().keySet())
        .containsExactly("variant", "WIDTH", "UNROLL", "TWICE");
  }

  @Test
  void of_variantOfAnotherDevice_hasNoConfiguration() {
    assertThat(bruteForce()).isNotEmpty();
    assertThat(space.contains(configuration("huge", "WIDTH", Value.of(16384)))).isFalse();
  }

  @Test
  void contains_parameterOfAnotherVariantOrNoVariant_isFalse() {
    Configuration good = space.at(0);
    assertThat(space.contains(good)).isTrue();
    assertThat(space.contains(good.withoutVariant())).isFalse();
    assertThat(space.contains(good.with("UNROLL", Value.of(8)))).isFalse();
    var more = new LinkedHashMap<>(good.values());
    more.put("WIDTH", Value.of(4));
    assertThat(space.contains(new Configuration(more))).isFalse();
  }

  @Test
  void contains_choiceOfAParameterThatIsAbsent_isFalse() {
    int[] choices = space.choicesAt(0);
    int absent = ordinal("WIDTH");
    assertThat(space.has(absent, choices)).isFalse();
    choices[absent] = 1;
    assertThat(space.contains(choices)).isFalse();
    assertThat(space.nearest(choices, random)).isEqualTo(space.choicesAt(0));
  }

  @Test
  void identity_ofEveryConfiguration_isItsOwn() {
    Set<BigInteger> seen = new HashSet<>();
    LongStream.range(0, space.size())
        .forEach(i -> assertThat(seen.add(space.identity(space.choicesAt(i)))).isTrue());
  }

  @Test
  void nearest_anyChoices_isValidAndOfTheSameVariant() {
    for (int i = 0; i < 500; i++) {
      int[] wild =
          space.parameters().stream()
              .mapToInt(parameter -> random.nextInt(parameter.values().size()))
              .toArray();
      wild[0] = random.nextInt(2);
      int[] nearest = space.nearest(wild, random);
      assertThat(space.contains(nearest)).isTrue();
      assertThat(nearest[0]).isEqualTo(wild[0]);
    }
  }

  @Test
  void nearest_variantWithoutAConfiguration_isAnother() {
    int[] huge = new int[space.parameters().size()];
    huge[0] = 2;
    assertThat(space.contains(space.nearest(huge, random))).isTrue();
  }

  @Test
  void neighbours_areOneOfTheOtherVariantAndWhatDiffersInOneParameter() {
    for (long index = 0; index < space.size(); index++) {
      Configuration here = space.at(index);
      List<Configuration> others = new ArrayList<>(bruteForce());
      others.removeIf(
          other -> !other.variant().equals(here.variant()) || differences(here, other) != 1);
      int[] choices = space.choices(here);
      List<Configuration> near =
          space.neighbours(choices).stream().map(space::configuration).toList();
      assertThat(near.stream().filter(one -> one.variant().equals(here.variant())))
          .containsExactlyInAnyOrderElementsOf(others);
      assertThat(near.stream().filter(one -> !one.variant().equals(here.variant()))).hasSize(1);
      assertThat(near).allMatch(space::contains);
      assertThat(near)
          .containsAll(space.adjacent(choices).stream().map(space::configuration).toList());
    }
  }

  @Test
  void with_anotherVariant_keepsWhatItHasTooAndStartsFromItsDefaultOtherwise() {
    Configuration here = configuration("plain", "UNROLL", Value.of(2));
    int[] moved = space.with(0, 1, space.choices(complete(here)));
    assertThat(space.configuration(moved))
        .hasToString("variant=vector WIDTH=4 UNROLL=2 TWICE=true");
    int[] back = space.with(0, 0, space.choices(space.configuration(moved)));
    assertThat(space.configuration(back)).hasToString("variant=plain UNROLL=2 THREADS=1 ORDER=up");
  }

  @Test
  void with_valueThatTheOtherVariantDoesNotList_isTheNearest() {
    Configuration here =
        TwoVariants.space(kernel.only(List.of("vector"))).at(0).with("UNROLL", Value.of(8));
    int[] moved = space.with(0, 0, space.choices(here));
    assertThat(space.configuration(moved).value("UNROLL")).isEqualTo(Value.of(4));
  }

  @Test
  void draw_configurations_areUniformAndDrawEvenlyVariants() {
    int[] plain = new int[2];
    long[] counts = new long[Math.toIntExact(space.size())];
    int draws = 40_000;
    for (int i = 0; i < draws; i++) {
      counts[(int) space.indexOf(space.draw(random)).orElseThrow()]++;
      plain[space.drawEvenly(random)[0]]++;
    }
    double expected = (double) draws / counts.length;
    double chiSquare =
        Arrays.stream(counts).mapToDouble(n -> (n - expected) * (n - expected) / expected).sum();
    assertThat(chiSquare).isLessThan(2.0 * counts.length);
    assertThat(plain[0] / (double) draws).isBetween(0.48, 0.52);
  }

  @Test
  void within_configuration_isTheSpaceOfItsVariantAlone() {
    Configuration last = space.at(space.size() - 1);
    SearchSpace vector = space.within(last);
    assertThat(vector.parameters())
        .extracting(Parameter::name)
        .containsExactly("variant", "WIDTH", "UNROLL", "TWICE");
    assertThat(vector.size()).isEqualTo(TwoVariants.space(kernel.only(List.of("vector"))).size());
    assertThat(LongStream.range(0, vector.size()).mapToObj(vector::at))
        .allMatch(space::contains)
        .allMatch(one -> one.variant().equals(last.variant()));
    assertThat(vector.choices(last)).hasSize(4);
  }

  @Test
  void listed_configurationsOfTwoVariants_isTheSpaceOfThese() {
    List<Configuration> some =
        LongStream.range(0, space.size()).filter(i -> i % 2 == 0).mapToObj(space::at).toList();
    List<Parameter> parameters = new ArrayList<>(space.parameters());
    parameters.set(0, Spaces.words("variant", "plain", "vector"));
    SearchSpace listed = SearchSpace.listed(parameters, some);
    assertThat(LongStream.range(0, listed.size()).mapToObj(listed::at))
        .containsExactlyInAnyOrderElementsOf(some);
    assertThat(listed.contains(space.at(1))).isFalse();
  }

  @Test
  void violated_namesTheConstraintOfTheVariant() {
    Configuration wrong =
        complete(configuration("plain", "UNROLL", Value.of(4))).with("THREADS", Value.of(3));
    assertThat(space.violated(wrong))
        .hasValue("UNROLL=4 THREADS=3 breaks 'UNROLL * THREADS <= 8'.");
    assertThat(space.violated(space.at(0))).isEmpty();
  }

  private List<Configuration> bruteForce() {
    List<Configuration> valid = new ArrayList<>();
    for (Variant variant : kernel.variants().all()) {
      if (variant.unmet(TwoVariants.limits()::value).isEmpty()) {
        combine(variant, new LinkedHashMap<>(), 0, valid);
      }
    }
    return valid;
  }

  private static void combine(
      Variant variant, Map<String, Value> values, int parameter, List<Configuration> valid) {
    values.putIfAbsent("variant", Value.of(variant.name()));
    Kernel own = variant.kernel();
    if (parameter == own.parameters().size()) {
      var configuration = new Configuration(values);
      if (own.shapes().stream()
          .allMatch(
              shape ->
                  own.constraints().stream()
                      .allMatch(one -> one.condition().test(own.frame(configuration, shape))))) {
        valid.add(configuration);
      }
      return;
    }
    Parameter next = own.parameters().get(parameter);
    for (Value value : next.values()) {
      values.put(next.name(), value);
      combine(variant, values, parameter + 1, valid);
    }
  }

  private Configuration complete(Configuration some) {
    Kernel own = kernel.of(some);
    Configuration whole = own.defaultConfiguration();
    for (var entry : some.values().entrySet()) {
      whole = whole.with(entry.getKey(), entry.getValue());
    }
    return whole;
  }

  private static Configuration configuration(String variant, String name, Value value) {
    var values = new LinkedHashMap<String, Value>();
    values.put("variant", Value.of(variant));
    values.put(name, value);
    return new Configuration(values);
  }

  private int ordinal(String name) {
    return space.parameters().stream().map(Parameter::name).toList().indexOf(name);
  }

  private static long differences(Configuration one, Configuration other) {
    return one.values().entrySet().stream()
        .filter(entry -> !entry.getValue().equals(other.values().get(entry.getKey())))
        .count();
  }
}
